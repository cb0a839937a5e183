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
  /// Types a whole answer into a row, as a person would: the row gets the focus, and shows the answer when it
  /// is told to.
  ///
  /// A number or choice whose text is emptied has no answer any more; a text can be empty. Text that the row
  /// cannot read is kept as a draft, and the answer stays (rule F59).
  ///
  /// - Throws: What ``onEvent`` throws, and ``InputError`` when a person could not do that.
  public func type(_ text: String, into row: RowID) throws {
    let context = components.context?() ?? .standard
    let event = try reading(row) { input throws(InputError) in
      moveFocus(to: row)
      switch try input.typed(text, in: context) {
      case .answer(let value): return FormEvent(row: row, value: value)
      case .draft(let draft): return FormEvent(row: row, value: input.record[.value], draft: draft)
      }
    }
    try onEvent?(event)
  }

  /// Taps a row whose answer a tap gives, such as a toggle: on, unless it is on already.
  ///
  /// - Throws: What ``onEvent`` throws, and ``InputError`` when a person could not do that.
  public func toggle(_ row: RowID) throws {
    let value = try reading(row) { input throws(InputError) in try input.valueAfterTap() }
    guard let value else { throw InputError.notOffered(row, action: "toggle") }
    try onEvent?(FormEvent(row: row, value: value))
  }

  /// Picks an option of a row that offers some by its label or code; nil picks none.
  ///
  /// Of several, one that was picked before is taken away.
  ///
  /// - Throws: What ``onEvent`` throws, and ``InputError`` when a person could not do that,
  ///   or there is no such option.
  public func pick(_ option: String?, in row: RowID) throws {
    let context = components.context?() ?? .standard
    let value = try reading(row) { input throws(InputError) -> Value? in
      guard input.inputTraits.options != nil else { throw .notOffered(row, action: "pick") }
      return try option.map { option throws(InputError) in
        try input.value(picking: option, in: context)
      }
    }
    try onEvent?(FormEvent(row: row, value: value))
  }

  /// Taps a row: a button does what it is for, a row whose answer a tap gives gets it, any other is selected.
  ///
  /// - Throws: What ``onEvent`` throws, and ``InputError`` when a person could not do that, as with a button
  ///   that is loading.
  public func tap(_ row: RowID) throws {
    let component = try reach(row).component
    if let tappable = component.behaviour((any Tappable).self) {
      guard tappable.isTappable else { throw InputError.notOffered(row, action: "tap") }
      return tappable.didTap()
    }
    let input = component.input
    if try input?.valueAfterTap() != nil { try toggle(row) } else { try select(row) }
  }

  // What the row refuses is for its owner as well; that nobody could touch it is not.
  private func reading<Result>(
    _ row: RowID, _ body: (any InputComponent) throws(InputError) -> Result
  ) throws(InputError) -> Result {
    let component = try reach(row).component
    if component.record.isTrue(.loading) { throw .notOffered(row, action: "answer") }
    do throws(InputError) { return try body(try component.editableInput()) } catch {
      onRefusal?(error)
      throw error
    }
  }
}
