package import EkibenDocuments

/// How a value looks where nothing is known of its row.
package enum ValueText {
  /// The bare value: texts as they are, numbers with their digits, else the notation of the history.
  package static func bare(_ value: Value) -> String {
    switch value {
    case .text(let text), .verbatim(let text): text
    case .date(let date): date.text
    case .decimal(let decimal): decimal.digits
    case .record: Quantity.Amount(documentValue: value)?.text ?? Notation.text(of: value)
    case .null, .bool, .integer, .bytes, .list: Notation.text(of: value)
    }
  }
}
