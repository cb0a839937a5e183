public import EkibenDocuments

/// Where the focus goes next.
public enum FocusDirection: Hashable, Sendable, CaseIterable {
  /// Towards the end.
  case next
  /// Towards the beginning.
  case previous
}

/// What a toolbar over a keyboard does.
public enum FocusCommand: Hashable, Sendable, CaseIterable {
  /// To the row before.
  case previous
  /// To the row behind.
  case next
  /// Away from the table.
  case done
}

/// The focus, from row to row.
///
/// It goes over sections and never around an end; headers and footers have no part in it. A row that is off
/// the screen is brought there first.
extension HeadlessTable {
  /// Puts the focus into a row that takes an answer, scrolling there first if need be; nil takes it away.
  ///
  /// - Returns: Whether the row has the focus now; a row that cannot have it leaves it where it is.
  @discardableResult
  public func focus(_ row: RowID?) -> Bool {
    guard let row else {
      moveFocus(to: nil)
      return focusedRow == nil
    }
    guard isAttached, component(of: row)?.eligibilityForFocus.isEligible() ?? false,
      scroll(to: row), isReachable(row)
    else { return false }
    moveFocus(to: row)
    return focusedRow == row
  }

  /// Whether there is a row in a direction that can have the focus.
  ///
  /// - Parameters:
  ///   - direction: Where to look; without a focus from the first row, or the last.
  ///   - skippingPopulated: Whether rows that are answered are passed over.
  /// - Returns: Whether there is one.
  /// - Complexity: O(rows that are passed over).
  public func canMoveFocus(_ direction: FocusDirection, skippingPopulated: Bool = false) -> Bool {
    isAttached && target(direction, skippingPopulated) != nil
  }

  /// Puts the focus into the nearest row in a direction that can have it.
  ///
  /// - Returns: Whether it is there; where no row is, it stays.
  /// - Complexity: O(rows that are passed over).
  @discardableResult
  public func moveFocus(_ direction: FocusDirection, skippingPopulated: Bool = false) -> Bool {
    target(direction, skippingPopulated).map { focus($0) } ?? false
  }

  /// What a toolbar can do now.
  public var focusCommands: Set<FocusCommand> {
    guard isAttached, focusedRow != nil else { return [] }
    var commands: Set<FocusCommand> = [.done]
    if canMoveFocus(.previous) { commands.insert(.previous) }
    if canMoveFocus(.next) { commands.insert(.next) }
    return commands
  }

  /// Does what a toolbar offers.
  ///
  /// - Returns: Whether it could be done.
  @discardableResult
  public func perform(_ command: FocusCommand) -> Bool {
    guard focusCommands.contains(command) else { return false }
    return switch command {
    case .previous: moveFocus(.previous)
    case .next: moveFocus(.next)
    case .done: focus(nil)
    }
  }

  /// Presses the return key.
  ///
  /// The focus goes on to the next row that is not answered yet, else to the next, and from the last one away.
  /// In a text of several lines the key is a part of the text.
  ///
  /// - Returns: Whether the focus went.
  @discardableResult
  public func pressReturn() -> Bool {
    guard let row = focusedRow, let component = component(of: row) else { return false }
    if component.record.text(.kind) == TextInput.Kind.multiline.rawValue { return false }
    return moveFocus(.next, skippingPopulated: true) || moveFocus(.next) || focus(nil)
  }

  private func target(_ direction: FocusDirection, _ skippingPopulated: Bool) -> RowID? {
    var place = focusedRow.flatMap { index[$0] }
    while let next = neighbour(of: place, direction) {
      let component = content.component(at: next)
      if component.eligibilityForFocus.isEligible(skippingPopulated: skippingPopulated) {
        return slots.sections[next.section].rows[next.row].id
      }
      place = next
    }
    return nil
  }

  /// The place of the row before or behind a place, over sections without rows; without one the last or first.
  private func neighbour(of place: Document.Place?, _ direction: FocusDirection) -> Document.Place?
  {
    let sections = slots.sections
    let step = direction == .next ? 1 : -1
    if let place {
      let row = place.row + step
      if sections[place.section].rows.indices.contains(row) {
        return Document.Place(section: place.section, row: row)
      }
    }
    var section = place.map { $0.section + step } ?? (step > 0 ? 0 : sections.count - 1)
    while sections.indices.contains(section) {
      let count = sections[section].rows.count
      if count > 0 { return Document.Place(section: section, row: step > 0 ? 0 : count - 1) }
      section += step
    }
    return nil
  }

  /// What stands in place of a keyboard; nil while the row with the focus brings nothing.
  ///
  /// Answers that are given there, and what is asked for, go where those of this table go.
  public var input: HeadlessTable? { openInput?.table }

  /// Opens, shows anew or closes what stands in place of a keyboard, as the rows have it now.
  func refreshInput() {
    if work != nil { return }
    if let row = screen.takeFocusRequest(), row != focusedRow { return moveFocus(to: row) }
    guard let row = focusedRow,
      let provider = component(of: row)?.behaviour((any InputProviding).self)
    else { return closeInput() }
    guard let content = provider.customInput?.content else {
      let wasOpen = openInput?.row == row
      closeInput()
      if wasOpen { moveFocus(to: nil) }
      return
    }
    if openInput?.row != row { openInput(of: row) }
    input?.reload(content)
  }

  private func openInput(of row: RowID) {
    closeInput()
    let table = HeadlessTable()
    table.callbacks.onEvent = { [weak self] event in try self?.callbacks.onEvent?(event) }
    table.callbacks.onRefusal = { [weak self] error in self?.callbacks.onRefusal?(error) }
    table.callbacks.onRequest = { [weak self] request in
      self?.callbacks.onRequest?(request) ?? false
    }
    openInput = (row, table)
  }

  func closeInput() {
    let closing = input
    openInput = nil
    closing?.unload()
  }
}

/// Whether a row can have the focus.
public enum FocusEligibility: Hashable, Sendable {
  /// It cannot.
  case ineligible
  /// It can, and nothing is answered there.
  case empty
  /// It can, and something is answered there.
  case populated

  /// Whether the focus may go there.
  ///
  /// - Parameter skippingPopulated: Whether rows that are answered are passed over.
  /// - Returns: Whether it may.
  public func isEligible(skippingPopulated: Bool = false) -> Bool {
    self == .empty || self == .populated && !skippingPopulated
  }
}

/// A component that says itself whether it can have the focus; it is found inside decorators as well.
public protocol FocusDeciding {
  /// Whether the row can have the focus.
  var focusEligibility: FocusEligibility { get }
}

extension Component {
  /// Whether the row can have the focus: as the component says, else wherever a person can change the answer.
  ///
  /// Half an answer, typed and not readable yet, is one.
  public var eligibilityForFocus: FocusEligibility {
    if let own = behaviour((any FocusDeciding).self) { return own.focusEligibility }
    do throws(InputError) { _ = try editableInput() } catch { return .ineligible }
    if record.text(.draft) != nil { return .populated }
    let isMissing = record[.value]?.answers.isEmpty ?? true
    return isMissing ? .empty : .populated
  }
}
