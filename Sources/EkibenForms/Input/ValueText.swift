package import EkibenDocuments

/// How a value looks where nothing is known of its row.
package enum ValueText {
  /// The bare value: texts as they are, numbers with their digits, else the notation of the history.
  package static func bare(_ value: Value) -> String {
    switch value {
    case .text(let text), .verbatim(let text): text
    case .date(let date): date.text
    case .decimal(let decimal): decimal.digits
    case .record(let fields) where fields.count <= 2 && fields[.number] != nil:
      [fields[.number].map(bare), fields.text(.unit)].compactMap(\.self).joined(separator: " ")
    case .null, .bool, .integer, .bytes, .list, .record: Notation.text(of: value)
    }
  }
}
