package import EkibenDocuments

/// What equal answers have in common, to find them by: different answers may share it, too.
package enum AnswerKey: Hashable, Sendable {
  case number(Double)
  case code(TextKey)
  case date(String)
  case amount
  case other(Value)

  /// Reads it off an answer.
  ///
  /// - Complexity: O(n) in its length.
  package init(_ answer: Value) {
    switch answer {
    case .integer(let integer): self = .number(Double(integer))
    case .decimal(let decimal): self = Double(decimal.digits).map { .number($0) } ?? .amount
    case .text(let text): self = .code(TextKey(text))
    // Of what may have a zone, two spellings can be one moment.
    case .date(let date): self = .date(date.text.utf8.contains(UInt8(ascii: ":")) ? "" : date.text)
    case .record(let fields):
      if fields["number"] != nil {
        self = .amount
      } else {
        self =
          (fields.text("code") ?? fields.text("other")).map { .code(TextKey($0)) } ?? .other(answer)
      }
    default: self = .other(answer)
    }
  }

  /// Whether two rows have equal answers, in whatever order.
  ///
  /// - Complexity: O(n²) in the number of answers.
  package static func areSame(_ left: [Value], _ right: [Value]) -> Bool {
    left.count == right.count
      && left.allSatisfy { one in right.contains { AnswerOrder.isEqual(one, $0) } }
      && right.allSatisfy { one in left.contains { AnswerOrder.isEqual($0, one) } }
  }
}
