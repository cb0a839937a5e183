public import EkibenDocuments

/// When a section or row is shown: data, so that it can be stored, explained and exported.
///
/// Conditions are kept with the form; this version does not act on them yet (rule F12).
public struct Condition: Hashable, Sendable {
  /// The record that keeps it: `row`, and what its answer `is`.
  public let record: Fields

  /// A condition that holds while a row's answer is a certain value.
  public init(row: RowID, is value: Value) {
    record = ["row": .text(row.rawValue), "is": value]
  }
}

extension Field {
  /// The condition that the field's answer is a certain value.
  public static func == (field: Field, value: Answer) -> Condition {
    Condition(row: field.row, is: value.documentValue)
  }
}
