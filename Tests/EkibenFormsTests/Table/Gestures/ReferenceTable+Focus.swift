import EkibenDocuments
import EkibenForms

/// The focus, looked for in a list of all rows.
extension ReferenceTable {
  private func isEligible(_ row: GestureRow, skippingPopulated: Bool) -> Bool {
    let isEmpty = row.draft == nil && (row.answer == nil || row.answer == .text(""))
    return row.takesAnswer && !row.isReadOnly && (isEmpty || !skippingPopulated)
  }

  /// Puts the focus elsewhere; whoever is told may take the row away, or put it elsewhere himself.
  mutating func moveFocus(to id: RowID?) {
    if id == focused { return }
    if let left = focused.flatMap({ shown.row($0) }), left.can(.observed) {
      note("end \(left.id) \(left.answer.map { "\($0)" } ?? "-")", .end)
    }
    let target = id.flatMap { shown.row($0)?.id }
    if target == focused { return }
    focused = target
    if let row = target.flatMap({ shown.row($0) }), row.can(.observed) {
      note("begin \(row.id)", .begin)
    }
    if focused == target { note("focus \(target?.rawValue ?? "-")", .focus) }
  }

  mutating func focus(_ id: RowID?) -> Bool {
    guard let id else {
      moveFocus(to: nil)
      return focused == nil
    }
    guard isAttached, let row = shown.row(id), isEligible(row, skippingPopulated: false),
      scroll(to: id), isReachable(id)
    else { return false }
    moveFocus(to: id)
    return focused == id
  }

  func target(_ direction: FocusDirection, skippingPopulated: Bool) -> RowID? {
    let rows = direction == .next ? shown.rows : shown.rows.reversed()
    let start = rows.firstIndex { $0.id == focused }.map { $0 + 1 } ?? 0
    return rows[start...].first { isEligible($0, skippingPopulated: skippingPopulated) }?.id
  }

  mutating func moveFocus(_ direction: FocusDirection, skippingPopulated: Bool) -> Bool {
    target(direction, skippingPopulated: skippingPopulated).map { focus($0) } ?? false
  }

  var commands: Set<FocusCommand> {
    guard isAttached, focused != nil else { return [] }
    var commands: Set<FocusCommand> = [.done]
    if target(.previous, skippingPopulated: false) != nil { commands.insert(.previous) }
    if target(.next, skippingPopulated: false) != nil { commands.insert(.next) }
    return commands
  }

  mutating func perform(_ command: FocusCommand) -> Bool {
    guard commands.contains(command) else { return false }
    return switch command {
    case .previous: moveFocus(.previous, skippingPopulated: false)
    case .next: moveFocus(.next, skippingPopulated: false)
    case .done: focus(nil)
    }
  }

  mutating func pressReturn() -> Bool {
    if focused == nil { return false }
    return moveFocus(.next, skippingPopulated: true)
      || moveFocus(.next, skippingPopulated: false) || focus(nil)
  }
}
