/// Hashes of content by kind and bytes: what is equal hashes alike, and the two spellings of `é` do
/// not (rule D2), as they would by Swift's own hashing of texts.
///
/// They are keyed with a seed that differs from run to run, so nobody can prepare contents that
/// collide; they are for comparing in memory and never for storing.
extension Value {
  /// A hash of kind and content.
  ///
  /// - Complexity: O(n) in the size of the value.
  package func contentHash(seed: UInt64) -> UInt64 {
    switch self {
    case .null: Self.hash(1, 0, seed)
    case .bool(let bool): Self.hash(2, bool ? 1 : 0, seed)
    case .integer(let integer): Self.hash(3, UInt64(bitPattern: integer), seed)
    case .decimal(let decimal): Self.hash(4, ByteText.hash(decimal.digits, seed: seed), seed)
    case .text(let text): Self.hash(5, ByteText.hash(text, seed: seed), seed)
    case .date(let date): Self.hash(6, ByteText.hash(date.text, seed: seed), seed)
    case .bytes(let bytes): Self.hash(7, ByteText.hash(bytes, seed: seed), seed)
    case .list(let values):
      values.reduce(Self.hash(8, UInt64(values.count), seed)) { hash, value in
        ByteText.mix(hash ^ value.contentHash(seed: seed))
      }
    case .record(let fields): Self.hash(9, fields.contentHash(seed: seed), seed)
    case .verbatim(let source): Self.hash(10, ByteText.hash(source, seed: seed), seed)
    }
  }

  private static func hash(_ kind: UInt64, _ content: UInt64, _ seed: UInt64) -> UInt64 {
    ByteText.mix(ByteText.mix(seed &+ kind) ^ content)
  }
}

extension Fields {
  /// A hash of the names and values.
  ///
  /// - Complexity: O(n) in the size of the values.
  package func contentHash(seed: UInt64) -> UInt64 {
    var hash = ByteText.mix(seed)
    for field in self {
      hash = ByteText.mix(hash ^ ByteText.hash(field.name.rawValue, seed: seed))
      hash = ByteText.mix(hash &+ field.value.contentHash(seed: seed))
    }
    return hash
  }
}
