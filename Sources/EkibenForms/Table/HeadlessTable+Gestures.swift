public import EkibenDocuments

extension HeadlessTable {
  /// Highlights a row, as a finger on it does.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, or it cannot be selected.
  public func highlight(_ row: RowID) throws(InputError) {
    _ = try behaviour(SelectBehaviour.self, of: row, "select")
    highlightedRow = row
  }

  /// Ends the highlight, as when the finger is lifted.
  public func unhighlight() { highlightedRow = nil }

  /// Selects a row as a person would; selecting it again does nothing.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, or it cannot be selected.
  public func select(_ row: RowID) throws(InputError) {
    let selectable = try behaviour(SelectBehaviour.self, of: row, "select")
    if selection.contains(row) { return }
    guard let deciding = component(of: row)?.behaviour(SelectionDecisionBehaviour.self)
    else { return selected(row, selectable) }
    highlightedRow = row
    deciding.decide { [weak self] decision in self?.decided(decision, of: row) }
  }

  // What comes too late, since the row is gone or another one was touched, decides nothing.
  private func decided(_ decision: SelectionDecision, of row: RowID) {
    guard highlightedRow == row else { return }
    highlightedRow = nil
    guard decision != .refuse, let component = component(of: row),
      let selectable = component.behaviour(SelectBehaviour.self)
    else { return }
    selected(row, selectable)
    if decision == .deselectAtOnce { deselect(row) }
  }

  private func selected(_ row: RowID, _ selectable: SelectBehaviour) {
    highlightedRow = nil
    let others = allowsMultipleSelection ? [] : selection
    selection.subtract(others)
    selection.insert(row)
    for other in others.sorted() { deselected(other) }
    selectable.didSelect()
    report(.selected, of: row)
  }

  /// Takes a row out of the selection.
  public func deselect(_ row: RowID) { if selection.remove(row) != nil { deselected(row) } }

  private func deselected(_ row: RowID) {
    component(of: row)?.behaviour(SelectBehaviour.self)?.didDeselect()
    report(.deselected, of: row)
  }

  /// Puts the focus elsewhere, and says so if it was not there.
  func moveFocus(to row: RowID?) {
    if row == focusedRow { return }
    if let left = focusedRow, let component = component(of: left) {
      component.behaviour(EditBehaviour.self)?.didEnd(component.record[.value])
    }
    // Who is told may take the row away, or put the focus elsewhere himself.
    let (left, row) = (focusedRow, row.flatMap { component(of: $0) == nil ? nil : $0 })
    if row == left { return }
    focusedRow = row
    if let left { report(.left, of: left) }
    if let row, focusedRow == row {
      component(of: row)?.behaviour(EditBehaviour.self)?.didBegin()
      report(.focused, of: row)
    }
    guard focusedRow == row else { return }
    callbacks.onFocus?(row)
    refreshInput()
  }
}

// Swipes, menus, edit mode.
extension HeadlessTable {
  /// The side of a row that a swipe uncovers.
  public enum Side: Hashable, Sendable {
    /// Where lines of text begin.
    case leading
    /// Where lines of text end.
    case trailing
  }

  /// The buttons that a swipe uncovers, by title; none where the row has no swipe actions.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row.
  public func swipeActions(of row: RowID, at side: Side) throws(InputError) -> [String] {
    let component = try reach(row).component
    return buttons(of: component, at: side).map(\.title) + deleteTitle(of: component, at: side)
  }

  /// Swipes a row and presses a button; without a title, swipes all the way, which presses the first.
  ///
  /// - Throws: ``InputError`` when a person could not do that, or the owner of the rows refuses.
  public func swipe(_ row: RowID, at side: Side, pressing title: String? = nil) throws(InputError) {
    let component = try reach(row).component
    let buttons = buttons(of: component, at: side)
    let isFull = title == nil
    if isFull, component.behaviour(SwipeBehaviour.self)?.allowsFullSwipe == false {
      throw InputError(row: row, .notOffered(action: "full swipe"))
    }
    guard let wanted = title ?? (buttons.map(\.title) + deleteTitle(of: component, at: side)).first
    else { throw InputError(row: row, .notOffered(action: "swipe")) }
    if let button = buttons.first(where: { ByteText.equal($0.title, wanted) }) {
      return try perform(button, at: [button.title], of: row)
    }
    guard deleteTitle(of: component, at: side).contains(where: { ByteText.equal($0, wanted) })
    else { throw InputError(row: row, .notOffered(action: wanted)) }
    try delete(row)
  }

  /// Deletes a row, as its button does.
  ///
  /// The row goes when its owner has deleted it and rendered; then `didDelete` is called.
  ///
  /// - Throws: ``InputError`` when a person could not do that, or the owner of the rows refuses.
  public func delete(_ row: RowID) throws(InputError) {
    let deletable = try behaviour(DeleteBehaviour.self, of: row, "delete")
    try request(.delete(row), of: row, "delete")
    deletable.didDelete()
  }

  /// Asks for one more instance of a section that repeats, or of a question.
  ///
  /// - Throws: ``InputError`` when the table does not show it, or the owner of the rows refuses.
  public func add(to record: RecordID) throws(InputError) {
    let row: RowID
    switch record {
    case .row(let id):
      row = id
      _ = try reach(id)
    case .section(let id):
      // An error names a section as it does in the issue of too few instances.
      row = RowID(unchecked: id.rawValue)
      guard slots.sections.contains(where: { $0.id == id })
      else { throw InputError(row: row, .notShown) }
    case .document: throw InputError(row: "document", .notOffered(action: "add"))
    }
    try request(.add(to: record), of: row, "add")
  }

  /// Begins or ends edit mode.
  public func setEditing(_ isEditing: Bool) { self.isEditing = isEditing }

  /// Whether edit mode does anything to a row.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row.
  public func canEdit(_ row: RowID) throws(InputError) -> Bool {
    let component = try reach(row).component
    return component.behaviour(DeleteBehaviour.self) != nil
      || component.behaviour(MoveBehaviour.self) != nil
      || component.behaviour(SelectBehaviour.self) != nil
      || component.behaviour(SwipeBehaviour.self) != nil
  }

  /// Drags a row to the place of another one.
  ///
  /// - Throws: ``InputError`` when the table is not in edit mode, one of the rows cannot be moved (it
  ///   snaps back then), a person could not reach them, or the owner of the rows refuses.
  public func drag(_ row: RowID, to target: RowID) throws(InputError) {
    guard isEditing else { throw InputError(row: row, .notEditing) }
    let movable = try behaviour(MoveBehaviour.self, of: row, "move")
    _ = try behaviour(MoveBehaviour.self, of: target, "move")
    guard let source = index[row], let place = index[target]
    else { throw InputError(row: row, .notShown) }
    let section = slots.sections[place.section]
    guard movable.policy.allows(to: section.id, from: slots.sections[source.section].id)
    else { throw InputError(row: row, .refused(action: "move")) }
    if source == place { return }
    // It takes the target's place: going down it stands behind it, going up or elsewhere before it.
    let isGoingDown = source.section == place.section && source.row < place.row
    let above = isGoingDown ? place.row : place.row - 1
    try request(
      .move(row, to: section.id, after: above < 0 ? nil : section.rows[above].id), of: row, "move")
    movable.didMove()
    report(.moved, of: row)
  }

  /// What a row's menu offers, by title; nothing is no menu.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row.
  public func menu(of row: RowID) throws(InputError) -> [String] {
    try reach(row).component.behaviour(MenuBehaviour.self)?.items.map(\.title) ?? []
  }

  /// Chooses from a row's menu.
  ///
  /// - Throws: As ``choose(_:of:)-([String],_)``.
  public func choose(_ title: String, of row: RowID) throws(InputError) {
    try choose([title], of: row)
  }

  /// Begins to select several rows, with this one.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, or it cannot be selected.
  public func beginSelectingSeveral(with row: RowID) throws(InputError) {
    _ = try behaviour(SelectBehaviour.self, of: row, "select")
    allowsMultipleSelection = true
    try select(row)
  }

  /// Chooses from a menu in a row's menu: the titles on the way, from the outside.
  ///
  /// - Throws: ``InputError`` when a person could not reach the row, there is no such item, or it is disabled.
  public func choose(_ path: [String], of row: RowID) throws(InputError) {
    var items = try reach(row).component.behaviour(MenuBehaviour.self)?.items ?? []
    var chosen: RowAction?
    for title in path {
      guard let item = items.first(where: { ByteText.equal($0.title, title) }), item.isEnabled
      else { throw InputError(row: row, .notOffered(action: title)) }
      (items, chosen) = (item.items, item)
    }
    guard let chosen else { throw InputError(row: row, .notOffered(action: "menu")) }
    try perform(chosen, at: path, of: row)
  }

  private func perform(_ action: RowAction, at path: [String], of row: RowID) throws(InputError) {
    guard action.isEnabled, action.items.isEmpty
    else { throw InputError(row: row, .notOffered(action: action.title)) }
    // Before: what it does may take the row away.
    report(.chosen(path), of: row)
    action.perform()
  }
}

// Who can be reached, and what they offer.
extension HeadlessTable {
  /// The cell that a person can touch.
  func reach(_ row: RowID) throws(InputError) -> TableCell {
    guard let cell = cell(row)
    else { throw InputError(row: row, index[row] == nil ? .notShown : .offScreen) }
    guard isReachable(row) else { throw InputError(row: row, .offScreen) }
    return cell
  }

  /// Drops selection, highlight and focus of rows that are gone; a lost focus is reported later.
  func clearStateOfRemovedRows() {
    if selection.isEmpty, highlightedRow == nil, focusedRow == nil { return }
    let rows = index
    selection = selection.filter { rows[$0] != nil }
    if let row = highlightedRow, rows[row] == nil { highlightedRow = nil }
    if let row = focusedRow, rows[row] == nil { (focusedRow, hasLostFocus) = (nil, true) }
  }

  func component(of row: RowID) -> (any Component)? {
    if let cell = cell(row) { return cell.component }
    return index[row].map { content.component(at: $0) }
  }

  private func behaviour<Behaviour>(
    _ kind: Behaviour.Type, of row: RowID, _ action: String
  ) throws(InputError) -> Behaviour {
    guard let behaviour = try reach(row).component.behaviour(kind)
    else { throw InputError(row: row, .notOffered(action: action)) }
    return behaviour
  }

  private func request(
    _ request: TableRequest, of row: RowID, _ action: String
  ) throws(InputError) {
    guard callbacks.onRequest?(request) ?? false
    else { throw InputError(row: row, .refused(action: action)) }
  }

  private func buttons(of component: any Component, at side: Side) -> [RowAction] {
    let provider = component.behaviour(SwipeBehaviour.self)
    return (side == .leading ? provider?.leading : provider?.trailing) ?? []
  }

  private func deleteTitle(of component: any Component, at side: Side) -> [String] {
    guard side == .trailing else { return [] }
    return component.behaviour(DeleteBehaviour.self).map { [$0.title] } ?? []
  }
}
