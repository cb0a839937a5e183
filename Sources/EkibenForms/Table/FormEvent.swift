public import EkibenDocuments

/// What a person did in a table: the answer that a row is given, nil for none.
public struct FormEvent: Hashable, Sendable {
  /// The row; by identity, since its place may be another one when the event arrives.
  public let row: RowID
  /// The new answer.
  public let value: Value?

  /// Reports an answer.
  public init(row: RowID, value: Value?) {
    self.row = row
    self.value = value
  }
}

extension HeadlessTable {
  /// Types a whole answer into a row, as a person would; the row shows it when it is told to.
  ///
  /// A number or choice whose text is emptied has no answer any more; a text can be empty.
  ///
  /// - Throws: ``InputError`` when a person could not do that, or the row does not take the text.
  public func type(_ text: String, into row: RowID) throws(InputError) {
    let record = try reach(row).row
    try RowInput.checkEditable(record)
    if text.isEmpty, RowKind(record).emptyTextClears {
      onEvent?(FormEvent(row: row, value: nil))
    } else {
      onEvent?(FormEvent(row: row, value: try RowInput.read(text, for: record).value))
    }
  }

  /// Taps a toggle: on, unless it is on already.
  ///
  /// - Throws: ``InputError`` when a person could not do that.
  public func toggle(_ row: RowID) throws(InputError) {
    let record = try reach(row).row
    let value = Value.bool(!record.fields.isTrue(.value))
    try RowInput.check(value, for: record)
    onEvent?(FormEvent(row: row, value: value))
  }

  /// Picks an option of a choice by its label or code; nil picks none.
  ///
  /// - Throws: ``InputError`` when a person could not do that, or there is no such option.
  public func pick(_ option: String?, in row: RowID) throws(InputError) {
    let record = try reach(row).row
    try RowInput.checkEditable(record)
    guard case .choice = RowKind(record) else { throw .notOffered(row, action: "pick") }
    let value = try option.map { option throws(InputError) in
      try RowInput.read(option, for: record).value
    }
    onEvent?(FormEvent(row: row, value: value))
  }

  /// Taps a row: a toggle turns, any other row is selected.
  ///
  /// - Throws: ``InputError`` when a person could not do that.
  public func tap(_ row: RowID) throws(InputError) {
    if RowKind(try reach(row).row) == .toggle { try toggle(row) } else { try select(row) }
  }
}

extension RowKind {
  fileprivate var emptyTextClears: Bool {
    switch self {
    case .textInput(.integer), .textInput(.decimal), .choice: true
    case .textInput, .toggle, .description, .opaque: false
    }
  }
}
