public import EkibenDocuments

/// What stands beside an answer: a number, the question, and whether an answer is asked for.
public struct RowLabel: Hashable, Sendable {
  /// The number or letter before the title.
  public var prefix: String?
  /// The question or label.
  public var title: String?
  /// What stands in for an answer while there is none.
  public var hint: String?
  /// The unit of a number, shown beside it.
  public var unit: String?
  /// What else the form says about the question, in the order of showing.
  public var notes: [RowNote] = []
  /// Whether an answer is asked for.
  public var isRequired = false
  /// Whether a person cannot change the answer.
  public var isReadOnly = false

  /// Makes an empty label.
  public init() {}

  /// Reads the label of a record.
  public init(_ record: Fields) {
    prefix = record.text(.prefix)
    title = record.text(.title)
    hint = record.text(.placeholder)
    unit = record.text(.unit)
    notes = RowNote.notes(of: record)
    isRequired = record.isTrue(.required)
    isReadOnly = record.isTrue(.readOnly)
  }
}
