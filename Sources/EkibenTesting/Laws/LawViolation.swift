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
    self.law = law
    self.documents = documents
    self.detail = detail
  }

  /// One line of Swift that checks the same documents again.
  public var reproduction: String {
    let list = documents.map { "Document(reproducing: \"\($0.reproduction)\")" }
    return "try expectLaws(through: [\(list.joined(separator: ", "))])"
  }

  /// The law, what was found, and the reproduction.
  public var description: String { "\(law): \(detail)\n\(reproduction)" }
}

extension Document {
  /// The whole document, order keys included, as hexadecimal digits for ``init(reproducing:)``.
  public var reproduction: String {
    var changes = fields.map { Change(.document, $0.name, before: nil, after: $0.value) }
    for section in sections {
      changes.append(
        Change(.section(section.id), nil, before: nil, after: .record(section.record)))
      for row in section.rows {
        let record = row.record(in: section.id)
        changes.append(Change(.row(row.id), nil, before: nil, after: .record(record)))
      }
    }
    let origins = changes.map { _ in 0 }
    let bytes: [UInt8]
    do { bytes = try ChangesetCoding.encode(Changeset(changes), origins: origins) } catch {
      return "\(error)"
    }
    return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Makes the document of a ``LawViolation/reproduction``.
  ///
  /// - Throws: ``CodingError`` or ``StaleChange`` when the digits are not a document's.
  public init(reproducing digits: String) throws {
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap { at in
      UInt8(digits.dropFirst(at).prefix(2), radix: 16)
    }
    self = try Document().applying(try ChangesetCoding.decode(bytes).changes)
  }
}
