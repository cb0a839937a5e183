import EkibenDocuments
import EkibenForms

extension GestureOwner {
  /// The component of a row, with all that a person can do to it; each call tells its owner.
  func component(of row: GestureRow) -> any Component {
    let id = row.id
    var component = row.plain(didTap: says("tapped \(id)", .action))
    if row.can(.menu) { component = menu(component, id) }
    if row.can(.deletable) { component = deletable(component, id) }
    if row.can(.movable) { component = movable(component, row) }
    if row.can(.swipes) { component = swipes(component, row) }
    if row.can(.observed) { component = observed(component, id) }
    if row.can(.decides) { component = decides(component, row) }
    if row.can(.selectable) { component = selectable(component, id) }
    return watched(component)
  }

  /// A closure that writes a line; it keeps a ticket, so that closures can be counted.
  private func says(_ line: String, _ moment: GestureMoment) -> @MainActor () -> Void {
    let ticket = ledger.ticket()
    return { [weak self] in
      ticket.use()
      self?.note(line, moment)
    }
  }

  private func menu(_ component: some Component, _ id: RowID) -> any Component {
    let deep = RowAction("Deep", perform: says("chose Deep of \(id)", .action))
    return component.menu([
      RowAction("Copy", perform: says("chose Copy of \(id)", .action)),
      RowAction("Paste", isEnabled: false, perform: says("chose Paste of \(id)", .action)),
      RowAction("More", items: [deep]),
    ])
  }

  private func deletable(_ component: some Component, _ id: RowID) -> any Component {
    component.deletable(didDelete: says("deleted \(id)", .deleted))
  }

  private func movable(_ component: some Component, _ row: GestureRow) -> any Component {
    component.movable(
      row.can(.staysInSection) ? .insideSection : .anywhere,
      didMove: says("moved \(row.id)", .moved))
  }

  private func swipes(_ component: some Component, _ row: GestureRow) -> any Component {
    component.swipeActions(
      leading: [RowAction("Call", perform: says("called \(row.id)", .action))],
      trailing: [
        RowAction("Never", isEnabled: false, perform: says("never \(row.id)", .action)),
        RowAction("Later", perform: says("later \(row.id)", .action)),
      ],
      allowsFullSwipe: row.can(.swipesFully))
  }

  private func observed(_ component: some Component, _ id: RowID) -> any Component {
    let ticket = ledger.ticket()
    return component.on(
      beginEditing: says("begin \(id)", .begin),
      endEditing: { [weak self] value in
        ticket.use()
        self?.note("end \(id) \(value.map { "\($0)" } ?? "-")", .end)
      })
  }

  private func selectable(_ component: some Component, _ id: RowID) -> any Component {
    component.selectable(
      onSelect: says("selected \(id)", .select), onDeselect: says("deselected \(id)", .deselect))
  }

  private func decides(_ component: some Component, _ row: GestureRow) -> any Component {
    let ticket = ledger.ticket()
    return component.decidingSelection { [weak self] decide in
      ticket.use()
      self?.note("asked \(row.id)", .decide)
      switch row.decision {
      case .select: decide(.select)
      case .deselectAtOnce: decide(.deselectAtOnce)
      case .refuse: decide(.refuse)
      case .later: self?.decideLater(row.id, decide)
      }
    }
  }

  private func watched(_ component: some Component) -> any Component {
    Watched(base: component, ledger: ledger, ticket: ledger.ticket())
  }
}
