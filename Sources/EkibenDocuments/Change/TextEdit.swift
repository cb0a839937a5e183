/// What turns one text into another: the middle that is left when their common ends are taken off.
///
/// This is what a keystroke did, seen from the two texts alone. Ends are common by their bytes, and
/// whole Unicode scalars: from `é` to `è` a letter is replaced, and not half of one. Where a letter
/// goes between equal ones nobody can tell which of them is new; the edit then stands behind them.
public struct TextEdit: Sendable {
  /// What an edit does; keystrokes of one kind in one place are one step.
  public enum Kind: Hashable, Sendable {
    /// Something is put in, and nothing taken away.
    case inserting
    /// Something is taken away, and nothing put in.
    case deleting
    /// One thing is put in the place of another.
    case replacing
  }

  /// Where the middle begins in both texts, in UTF-8 bytes.
  public let offset: Int
  /// The middle of the text before.
  public let removed: String
  /// The middle of the text after.
  public let inserted: String

  /// Finds what turns one text into another.
  ///
  /// - Returns: nil when the texts have the same bytes.
  /// - Complexity: O(n).
  public init?(from before: String, to after: String) {
    let before = Array(before.utf8)
    let after = Array(after.utf8)
    if before == after { return nil }
    let prefix = Self.commonPrefix(of: before, after)
    let suffix = Self.commonSuffix(of: before[prefix...], after[prefix...])
    offset = prefix
    removed = String(decoding: before[prefix..<before.count - suffix], as: UTF8.self)
    inserted = String(decoding: after[prefix..<after.count - suffix], as: UTF8.self)
  }

  /// Whether text is inserted, deleted or replaced.
  public var kind: Kind {
    if removed.isEmpty { return .inserting }
    return inserted.isEmpty ? .deleting : .replacing
  }

  /// Where the middle ends in the text before, in UTF-8 bytes.
  public var endBefore: Int { offset + removed.utf8.count }
  /// Where the middle ends in the text after, in UTF-8 bytes.
  public var endAfter: Int { offset + inserted.utf8.count }

  /// How many bytes two texts have in common at the start, up to the end of a scalar.
  static func commonPrefix(of left: [UInt8], _ right: [UInt8]) -> Int {
    let limit = min(left.count, right.count)
    var count = 0
    while count < limit, left[count] == right[count] { count += 1 }
    while count > 0, count < left.count, isContinuation(left[count]) { count -= 1 }
    return count
  }

  /// How many bytes two texts have in common at the end, from the start of a scalar.
  static func commonSuffix(of left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    let limit = min(left.count, right.count)
    var count = 0
    while count < limit, left[left.endIndex - count - 1] == right[right.endIndex - count - 1] {
      count += 1
    }
    while count > 0, isContinuation(left[left.endIndex - count]) { count -= 1 }
    return count
  }

  // RFC 3629 §3: only bytes 10xxxxxx go on with a scalar.
  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}

extension TextEdit: Hashable {
  /// Whether both have the same offset and, byte for byte, the same texts.
  public static func == (left: TextEdit, right: TextEdit) -> Bool {
    left.offset == right.offset && ByteText.equal(left.removed, right.removed)
      && ByteText.equal(left.inserted, right.inserted)
  }

  /// Hashes the offset and the texts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(offset)
    hasher.combine(removed)
    hasher.combine(inserted)
  }
}

extension Change {
  /// The edit of the text, if the change replaces one text by another; nil for any other change.
  ///
  /// - Complexity: O(n).
  public var textEdit: TextEdit? {
    switch (before, after) {
    case (.text(let before)?, .text(let after)?): TextEdit(from: before, to: after)
    default: nil
    }
  }
}
