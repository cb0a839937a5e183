public import EkibenDocuments

/// What a row shows and how it takes input: a value with a record that is persisted.
///
/// The record is all that a store, a diff or another program sees of it. Components are written in a
/// ``FormBuilder``; what they leave in the document is a ``EkibenDocuments/Document/Row``.
public protocol Component: Sendable {
  /// The row's identity.
  var id: RowID { get }
  /// The fields of the row, `component` among them.
  var record: Fields { get set }
}

extension Component {
  /// Returns a copy with one more field, or without it when the value is nil.
  public func setting(_ name: FieldName, to value: Value?) -> Self {
    var copy = self
    copy.record[name] = value
    return copy
  }

  /// Asks for an answer before the document can be submitted.
  public func required(_ required: Bool = true) -> Self {
    setting(.required, to: required ? .bool(true) : nil)
  }

  /// Keeps people from changing the answer.
  public func readOnly(_ readOnly: Bool = true) -> Self {
    setting(.readOnly, to: readOnly ? .bool(true) : nil)
  }

  /// Shows the row while a condition holds; kept, not acted on yet.
  public func visible(when condition: Condition) -> Self {
    setting(.visible, to: .record(condition.record))
  }

  /// Shows a number or letter before the title.
  public func prefix(_ prefix: String) -> Self { setting(.prefix, to: .text(prefix)) }

  var row: Document.Row { Document.Row(id: id, fields: record) }
}
