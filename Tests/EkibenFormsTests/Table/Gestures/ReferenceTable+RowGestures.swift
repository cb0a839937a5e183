import EkibenDocuments
import EkibenForms

/// What a finger does: selecting, swiping, dragging, choosing.
extension ReferenceTable {
  mutating func highlight(_ id: RowID) throws {
    _ = try reach(id, .selectable, "select")
    highlighted = id
  }

  mutating func select(_ id: RowID) throws {
    let row = try reach(id, .selectable, "select")
    if selection.contains(id) { return }
    guard row.can(.decides) else { return selected(id) }
    highlighted = id
    note("asked \(id)", .decide)
    switch row.decision {
    case .select: decided(.select, of: id)
    case .deselectAtOnce: decided(.deselectAtOnce, of: id)
    case .refuse: decided(.refuse, of: id)
    case .later: decisions.append(id)
    }
  }

  mutating func beginSelectingSeveral(_ id: RowID) throws {
    _ = try reach(id, .selectable, "select")
    allowsSeveral = true
    try select(id)
  }

  mutating func decide(_ decision: SelectionDecision) {
    if !decisions.isEmpty { decided(decision, of: decisions.removeFirst()) }
  }

  // Too late where the row is gone or another one was touched.
  private mutating func decided(_ decision: SelectionDecision, of id: RowID) {
    guard highlighted == id else { return }
    highlighted = nil
    guard decision != .refuse, shown.row(id)?.can(.selectable) ?? false else { return }
    selected(id)
    if decision == .deselectAtOnce { deselect(id) }
  }

  private mutating func selected(_ id: RowID) {
    highlighted = nil
    let others = allowsSeveral ? [] : selection
    selection = allowsSeveral ? selection.union([id]) : [id]
    for other in others.sorted() { deselected(other) }
    note("selected \(id)", .select)
  }

  mutating func deselect(_ id: RowID) {
    if selection.remove(id) != nil { deselected(id) }
  }

  private mutating func deselected(_ id: RowID) {
    if shown.row(id)?.can(.selectable) ?? false { note("deselected \(id)", .deselect) }
  }

  mutating func swipe(_ id: RowID, _ side: HeadlessTable.Side, _ title: String?) throws {
    let row = try reach(id)
    let buttons = !row.can(.swipes) ? [] : side == .leading ? ["Call"] : ["Never", "Later"]
    let titles = buttons + (side == .trailing && row.can(.deletable) ? ["Delete"] : [])
    if title == nil, row.can(.swipes), !row.can(.swipesFully) {
      throw notOffered(id, "full swipe")
    }
    guard let wanted = title ?? titles.first else { throw notOffered(id, "swipe") }
    guard titles.contains(wanted), wanted != "Never" else { throw notOffered(id, wanted) }
    switch wanted {
    case "Call": note("called \(id)", .action)
    case "Later": note("later \(id)", .action)
    default: try delete(id)
    }
  }

  mutating func delete(_ id: RowID) throws {
    _ = try reach(id, .deletable, "delete")
    try request(.delete(id), of: id, "delete")
    note("deleted \(id)", .deleted)
  }

  mutating func drag(_ id: RowID, to other: RowID) throws {
    guard isEditing else { throw InputError(row: id, .notEditing) }
    let row = try reach(id, .movable, "move")
    _ = try reach(other, .movable, "move")
    guard let source = shown.place(id), let target = shown.place(other) else { return }
    if row.can(.staysInSection), source.section != target.section {
      throw InputError(row: id, .refused(action: "move"))
    }
    if id == other { return }
    // It stands where the other one stood, once it has left its own place.
    var rows = shown.parts[target.section].rows.map(\.id)
    rows.removeAll { $0 == id }
    let above = rows[..<min(target.row, rows.count)].last
    let section = shown.parts[target.section].id
    try request(.move(id, to: section, after: above), of: id, "move")
    note("moved \(id)", .moved)
  }

  private mutating func request(
    _ request: TableRequest, of row: RowID, _ action: String
  ) throws(InputError) {
    note("request \(request)", .request)
    guard !refuses, let new = history.list.after(request) else {
      throw InputError(row: row, .refused(action: action))
    }
    commit(new)
  }

  mutating func choose(_ path: [String], of id: RowID) throws {
    let row = try reach(id)
    let chosen = path.last ?? "menu"
    let known = [["Copy"], ["More", "Deep"]]
    if row.can(.menu), known.contains(path) {
      return note("chose \(chosen) of \(id)", .action)
    }
    // Who does not get through the menu is told where it ends.
    var menus = row.can(.menu) ? ["Copy", "More"] : []
    for title in path {
      guard menus.contains(title) else { throw notOffered(id, title) }
      menus = title == "More" ? ["Deep"] : []
    }
    throw notOffered(id, chosen)
  }

  private func reach(
    _ id: RowID, _ trait: GestureRow.Traits, _ action: String
  ) throws(InputError) -> GestureRow {
    let row = try reach(id)
    guard row.can(trait) else { throw notOffered(id, action) }
    return row
  }
}
