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
