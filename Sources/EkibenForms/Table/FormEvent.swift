public import EkibenDocuments

/// What a person typed: an answer, or text that is none yet (rule F59).
public enum TypedText: Hashable, Sendable {
  /// An answer; nil is none.
  case answer(Value?)
  /// Text that the row cannot read, such as half a date.
  case draft(String)
}

/// What a person did in a table: the answer that a row is given, nil for none.
public struct FormEvent: Hashable, Sendable {
  /// The row; by identity, since its place may be another one when the event arrives.
  public let row: RowID
  /// The new answer, or where there is a draft the one that stays.
  public let value: Value?
  /// Text that was typed and is no answer yet (rule F59).
  public let draft: String?

  /// Reports an answer, or text that is none beside the answer that stays.
  public init(row: RowID, value: Value?, draft: String? = nil) {
    (self.row, self.value, self.draft) = (row, value, draft)
  }
}

extension HeadlessTable {
  /// Types a whole answer into a row, which gets the focus, and shows the answer when it is told to.
  ///
  /// A number or choice whose text is emptied has no answer any more; a text can be empty. Text that the row
  /// cannot read is kept as a draft, and the answer stays (rule F59).
  ///
  /// - Throws: What ``TableCallbacks/onEvent`` throws, and ``InputError`` when a person could not do that.
  public func type(_ text: String, into row: RowID) throws {
    try enter(text, into: row) { TextChange(of: $0, to: text) }
  }

  /// Types into the middle of a row's text, or takes a part of it away.
  ///
  /// - Parameters:
  ///   - text: What is typed.
  ///   - range: What it replaces, as offsets in UTF-16 into what the row has been given so far.
  ///   - row: The row.
  /// - Throws: As ``type(_:into:)``, and ``InputError`` where the range does not lie in the text or would split
  ///   a Character.
  public func type(_ text: String, replacing range: Range<Int>, of row: RowID) throws {
    let current = editedText(of: try reach(row).component)
    guard let change = TextChange(of: current, in: range, to: text)
    else { throw InputError(row: row, .notOffered(action: "range")) }
    try enter(change.result, into: row) { _ in change }
  }

  private func editedText(of component: any Component) -> String {
    guard let input = component.input else { return component.record.text(.text) ?? "" }
    let value = component.record[.value].flatMap { $0 == .null ? nil : $0 }
    return component.record.text(.draft)
      ?? value.map { input.text(ofValue: $0, in: components.context?() ?? .standard) } ?? ""
  }

  private func enter(
    _ text: String, into row: RowID, change: (_ current: String) -> TextChange
  ) throws {
    if let receiver = try reach(row).component.behaviour((any TextReceiving).self) {
      let text = try decided(text, row, change)
      moveFocus(to: row)
      return receiver.didType(text)
    }
    let context = components.context?() ?? .standard
    let event = try reading(row) { input throws(InputError) in
      let text = try decided(text, row, change)
      moveFocus(to: row)
      switch try input.typed(text, in: context) {
      case .answer(let value): return FormEvent(row: row, value: value)
      case .draft(let draft): return FormEvent(row: row, value: input.record[.value], draft: draft)
      }
    }
    try deliver(event)
  }

  // What stands there is worked out for those who want to know only.
  private func decided(
    _ text: String, _ row: RowID, _ change: (_ current: String) -> TextChange
  ) throws(InputError) -> String {
    guard let component = component(of: row),
      let deciding = component.behaviour(TextDecisionBehaviour.self)
    else { return text }
    switch deciding.decide(change(editedText(of: component))) {
    case .take: return text
    case .takeInstead(let other): return other
    case .refuse: throw InputError(row: row, .refused(action: "type"))
    }
  }

  private func deliver(_ event: FormEvent) throws {
    report(.typed(event), of: event.row)
    try callbacks.onEvent?(event)
  }

  /// Taps a row whose answer a tap gives, such as a toggle: on, unless it is on already.
  ///
  /// - Throws: What ``TableCallbacks/onEvent`` throws, and ``InputError`` when a person could not do that.
  public func toggle(_ row: RowID) throws {
    let value = try reading(row) { input throws(InputError) in try input.valueAfterTap() }
    guard let value else { throw InputError(row: row, .notOffered(action: "toggle")) }
    try deliver(FormEvent(row: row, value: value))
  }

  /// Picks an option of a row that offers some by its label or code; nil picks none.
  ///
  /// Of several, one that was picked before is taken away.
  ///
  /// - Throws: What ``TableCallbacks/onEvent`` throws, and ``InputError`` when a person could not do that,
  ///   or there is no such option.
  public func pick(_ option: String?, in row: RowID) throws {
    let context = components.context?() ?? .standard
    let value = try reading(row) { input throws(InputError) -> Value? in
      guard input.inputTraits.options != nil
      else { throw InputError(row: row, .notOffered(action: "pick")) }
      return try option.map { option throws(InputError) in
        try input.value(picking: option, in: context)
      }
    }
    try deliver(FormEvent(row: row, value: value))
  }

  /// Taps a row: a button does what it is for, a row with an input of its own gets the focus, a row whose
  /// answer a tap gives gets it, any other is selected.
  ///
  /// - Throws: What ``TableCallbacks/onEvent`` throws, and ``InputError`` when a person could not do that, as with a button
  ///   that is loading.
  public func tap(_ row: RowID) throws {
    let component = try reach(row).component
    if let tappable = component.behaviour((any Tappable).self) {
      guard tappable.isTappable else { throw InputError(row: row, .notOffered(action: "tap")) }
      // Before: what it does may take the row away.
      report(.tapped, of: row)
      return tappable.didTap()
    }
    if component.behaviour((any InputProviding).self)?.customInput != nil {
      moveFocus(to: row)
    } else if try component.input?.valueAfterTap() != nil {
      try toggle(row)
    } else {
      try select(row)
    }
    report(.tapped, of: row)
  }

  // What the row refuses is for its owner as well; that nobody could touch it is not.
  private func reading<Result>(
    _ row: RowID, _ body: (any InputComponent) throws(InputError) -> Result
  ) throws(InputError) -> Result {
    let component = try reach(row).component
    if component.record.isTrue(.loading) {
      throw InputError(row: row, .notOffered(action: "answer"))
    }
    do throws(InputError) { return try body(try component.editableInput()) } catch {
      callbacks.onRefusal?(error)
      throw error
    }
  }
}
