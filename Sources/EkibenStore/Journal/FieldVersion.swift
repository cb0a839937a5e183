import EkibenDocuments

/// What one entry did to one field.
struct FieldVersion: Equatable, Sendable {
  /// How the field came to what it holds.
  enum Content: Equatable, Sendable {
    /// The entry wrote it; nil is absent. The origin had written what was there before; 0 is nobody.
    case write(after: Value?, origin: Int)
    /// A travel brought back what the origin had written; 0 is nobody.
    case travel(origin: Int)
  }

  /// The entry.
  let number: Int
  let content: Content
}

/// A field as the file names it, by keys that are local to the file.
///
/// Field 0 is the whole record, field 1 the answer.
struct TargetKey: Hashable, Comparable, Sendable {
  static let wholeRecord: Int64 = 0
  static let answer: Int64 = 1

  let record: Int64
  let field: Int64

  static func < (left: TargetKey, right: TargetKey) -> Bool {
    (left.record, left.field) < (right.record, right.field)
  }
}
