public import EkibenDocuments

/// How an answer looks to a person and to a script.
public enum ValueText {
  /// The bare answer, as `set` would take it back: texts as they are, numbers with their digits.
  public static func bare(_ value: Value) -> String {
    switch value {
    case .text(let text), .verbatim(let text): text
    case .date(let date): date.text
    case .decimal(let decimal): decimal.digits
    case .null, .bool, .integer, .bytes, .list, .record: Notation.text(of: value)
    }
  }

  /// The answer as a table shows it: an option by its label, a toggle as yes or no.
  public static func shown(_ value: Value, in row: Document.Row) -> String {
    switch (RowKind(row), value) {
    case (.toggle, .bool(let bool)): bool ? "yes" : "no"
    case (.choice(let options, _), .text(let code)):
      options.first { ByteText.equal($0.code, code) }?.label ?? code
    default: bare(value)
    }
  }
}
