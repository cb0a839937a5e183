import EkibenDocuments

/// A law that does not hold, with the documents that show it.
struct LawViolation: Error, Sendable, CustomStringConvertible {
  /// What should have held, as a sentence.
  let law: String
  /// The documents, in the order in which they were checked.
  let documents: [Document]
  /// What was found instead.
  let detail: String

  init(_ law: String, _ documents: [Document], _ detail: String) {
    (self.law, self.documents, self.detail) = (law, documents, detail)
  }

  /// One line of Swift that checks the same documents again.
  var reproduction: String {
    let list = documents.map { "Document(reproducing: \"\($0.reproduction)\")" }
    return "try expectLaws(through: [\(list.joined(separator: ", "))])"
  }

  /// The law, what was found, and the reproduction.
  var description: String { "\(law): \(detail)\n\(reproduction)" }
}
