/// Text equality, order and hashing by UTF-8 bytes, the only ones that Ekiben knows (rule D2).
///
/// Swift's `==` calls two spellings of `é` the same, one code point and two; SQL does not. With
/// Swift's rule two ids would be one dictionary key and two SQL keys, and an edit that only changes
/// the normalisation would vanish.
///
/// This is the one file of the module that says `unsafe`: it reads the bytes of native strings in
/// words. Comparing two equal texts of 36 bytes takes 112 ns through `utf8.elementsEqual` and
/// 11 ns here; a diff compares every row's id and fields.
///
/// Comparing and hashing are marked `@_effects(readonly)`: they free nothing, so callers need not hold
/// on to what they pass. Without the mark each text costs two atomic operations, and comparing two
/// equal rows of three fields 130 ns instead of 45.
@usableFromInline package enum ByteText {
  /// Tells whether two texts have the same UTF-8 bytes.
  ///
  /// - Complexity: O(n), O(1) when their lengths differ.
  @usableFromInline @_effects(readonly)
  package static func equal(_ left: String, _ right: String) -> Bool {
    if isTriviallyIdentical(left, right) { return true }
    let (left, right) = (left.utf8, right.utf8)
    guard left.count == right.count else { return false }
    let quick = unsafe left.withContiguousStorageIfAvailable { left in
      unsafe right.withContiguousStorageIfAvailable { right in
        unsafe equal(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    // Only strings that Apple's frameworks own have no contiguous bytes.
    return (quick ?? nil) ?? left.elementsEqual(right)
  }

  /// Tells whether the bytes of `left` sort before those of `right`, as memcmp and SQLite's BINARY do.
  ///
  /// - Complexity: O(n).
  @_effects(readonly) package static func precedes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    let quick = unsafe left.withContiguousStorageIfAvailable { left in
      unsafe right.withContiguousStorageIfAvailable { right in
        unsafe precedes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (quick ?? nil) ?? left.lexicographicallyPrecedes(right)
  }

  /// A hash of the bytes, keyed with a seed that differs from run to run.
  ///
  /// - Complexity: O(n).
  @usableFromInline @_effects(readonly)
  package static func hash(_ text: String, seed: UInt64) -> UInt64 {
    let quick = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hash(UnsafeRawBufferPointer(bytes), seed: seed)
    }
    return quick ?? hash(String(decoding: Array(text.utf8), as: UTF8.self), seed: seed)
  }

  /// The same hash of a text of nothing but ASCII; nil for any other text.
  ///
  /// - Complexity: O(n).
  @usableFromInline @_effects(readonly)
  package static func hashOfASCII(_ text: String, seed: UInt64) -> UInt64? {
    let quick = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe isASCII(UnsafeRawBufferPointer(bytes))
    }
    let isPlain = quick ?? text.utf8.allSatisfy { $0 < 0x80 }
    return isPlain ? hash(text, seed: seed) : nil
  }

  /// Hashes the bytes of a text as one of several parts.
  ///
  /// A `String` hashes those of its normal form: a stranger could name a hundred thousand rows by spellings of one
  /// text, no two of them equal by bytes, and all would have one hash.
  ///
  /// - Complexity: O(n).
  package static func hash(_ text: String, into hasher: inout Hasher) {
    let quick: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if quick == nil { unsafe Array(text.utf8).withUnsafeBytes { unsafe hasher.combine(bytes: $0) } }
    // No text has this byte, so that two texts in a row are not taken for two others.
    hasher.combine(0xFF as UInt8)
  }

  /// The text that bytes are; nil where they are no UTF-8.
  ///
  /// - Complexity: O(n).
  package static func text(of bytes: ArraySlice<UInt8>) -> String? {
    unsafe bytes.withUnsafeBytes { unsafe text(of: $0) }
  }

  /// The same of some of the bytes, for which no slice is made.
  @usableFromInline package static func text(of bytes: [UInt8], _ range: Range<Int>) -> String? {
    unsafe bytes.withUnsafeBytes { unsafe text(of: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  // Decoding repairs what is no UTF-8, and that is noticed: `String(validating:as:)` looks its generic types up
  // for each text, which made reading a form a tenth slower.
  private static func text(of bytes: UnsafeRawBufferPointer) -> String? {
    var text = unsafe String(decoding: bytes, as: UTF8.self)
    let isSame = text.withUTF8 { decoded in
      unsafe decoded.count == bytes.count && equal(UnsafeRawBufferPointer(decoded), bytes)
    }
    return isSame ? text : nil
  }

  /// How many bytes two texts share where they begin, and how many of the others where they end.
  ///
  /// Ends are cut between any two bytes: whoever joins them again checks that a text comes out.
  ///
  /// - Complexity: O(n).
  package static func sharedEnds(
    of left: some Collection<UInt8>, _ right: some Collection<UInt8>
  ) -> (prefix: Int, suffix: Int) {
    let quick = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        let limit = min(left.count, right.count)
        var (prefix, suffix) = (0, 0)
        while prefix < limit, unsafe left[prefix] == right[prefix] { prefix += 1 }
        while suffix < limit - prefix,
          unsafe left[left.count - 1 - suffix] == right[right.count - 1 - suffix]
        {
          suffix += 1
        }
        return (prefix, suffix)
      }
    }
    return (quick ?? nil) ?? sharedEnds(of: Array(left), Array(right))
  }

  /// Whether both are one string in memory, or the same few bytes that need none: names of fields.
  private static func isTriviallyIdentical(_ left: String, _ right: String) -> Bool {
    struct Words {
      let first: UInt64
      let second: UInt64
    }
    guard MemoryLayout<String>.size == MemoryLayout<Words>.size else { return false }
    let (left, right) = unsafe (
      unsafeBitCast(left, to: Words.self), unsafeBitCast(right, to: Words.self)
    )
    return left.first == right.first && left.second == right.second
  }

  // Both have the same length. Texts that end alike are compared in overlapping words.
  private static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool
  {
    let count = left.count
    guard count >= 8 else {
      for index in 0..<count where unsafe left[index] != right[index] { return false }
      return true
    }
    var offset = 0
    while offset <= count - 8 {
      if unsafe word(left, offset) != word(right, offset) { return false }
      offset += 8
    }
    return unsafe word(left, count - 8) == word(right, count - 8)
  }

  private static func isASCII(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var all: UInt64 = 0
    var offset = 0
    while offset <= bytes.count - 8 {
      all |= unsafe word(bytes, offset)
      offset += 8
    }
    while offset < bytes.count {
      all |= UInt64(unsafe bytes[offset])
      offset += 1
    }
    return all & 0x8080_8080_8080_8080 == 0
  }

  private static func precedes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let count = min(left.count, right.count)
    var offset = 0
    while offset <= count - 8 {
      let (one, other) = unsafe (word(left, offset), word(right, offset))
      if one != other { return one.bigEndian < other.bigEndian }
      offset += 8
    }
    while offset < count {
      let (one, other) = unsafe (left[offset], right[offset])
      if one != other { return one < other }
      offset += 1
    }
    return left.count < right.count
  }

  private static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let count = bytes.count
    var hash = seed ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while offset <= count - 8 {
      hash = mix(hash ^ (unsafe word(bytes, offset)))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < count {
      rest = rest << 8 | UInt64(unsafe bytes[offset])
      offset += 1
    }
    return mix(hash ^ rest)
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  /// Spreads every bit over the word: a full multiplication, its halves folded together.
  @usableFromInline package static func mix(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

/// Tells whether two values are one in memory, so that nothing needs to be compared.
enum SharedStorage {
  static func isTriviallyIdentical<Element>(
    _ left: ContiguousArray<Element>, _ right: ContiguousArray<Element>
  ) -> Bool {
    guard left.count == right.count else { return false }
    let one = unsafe left.withUnsafeBufferPointer { $0.baseAddress }
    let other = unsafe right.withUnsafeBufferPointer { $0.baseAddress }
    return unsafe one == other
  }
}
