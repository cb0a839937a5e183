public import Ekiben

/// A law that does not hold, with the documents that show it.
public struct LawViolation: Error, Sendable, CustomStringConvertible {
  /// What should have held, as a sentence.
  public let law: String
  /// The documents, in the order in which they were checked.
  public let documents: [Document]
  /// What was found instead.
  public let detail: String

  init(_ law: String, _ documents: [Document], _ detail: String) {
    (self.law, self.documents, self.detail) = (law, documents, detail)
  }

  /// One line of Swift that checks the same documents again.
  public var reproduction: String {
    let list = documents.map { "Document(reproducing: \"\($0.reproduction)\")" }
    return "try expectLaws(through: [\(list.joined(separator: ", "))])"
  }

  /// The law, what was found, and the reproduction.
  public var description: String { "\(law): \(detail)\n\(reproduction)" }
}
