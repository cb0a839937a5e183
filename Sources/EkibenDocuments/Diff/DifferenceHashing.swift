/// Hashes ids for the diff: fast, and keyed anew in every process, so that nobody can prepare ids that
/// collide.
///
/// Swift's own hashing of a 36-byte text costs 25 ns here, this 10; for whole numbers it is 15 to 1.
@usableFromInline struct DifferenceHasher {
  @usableFromInline let seed: UInt64

  @inlinable init() { seed = UInt64(truncatingIfNeeded: Hasher().finalize()) }

  /// The hash of an id; our own ids and plain texts by their bytes, other types as they hash
  /// themselves.
  // Inlinable: the casts are decided when the caller's type is known, and cost nothing then.
  @inlinable func hash<ID: Hashable>(_ id: ID) -> UInt64 {
    if let text = id as? String {
      return ByteText.hashOfASCII(text, seed: seed) ?? hash(beyondASCII: text)
    }
    if let row = id as? RowID { return ByteText.hash(row.rawValue, seed: seed) }
    if let section = id as? SectionID { return ByteText.hash(section.rawValue, seed: seed) }
    if let number = id as? Int { return ByteText.mix(UInt64(truncatingIfNeeded: number) ^ seed) }
    return ByteText.mix(UInt64(truncatingIfNeeded: id.hashValue) ^ seed)
  }

  /// The hash of a caller's text, two spellings of which are one to Swift and so to the caller.
  @usableFromInline func hash(beyondASCII text: String) -> UInt64 {
    // Swift calls three characters equal to ones of ASCII, so they have to hash alike.
    let plain = text.unicodeScalars.map { scalar -> Unicode.Scalar in
      switch scalar {
      case "\u{37E}": ";"
      case "\u{1FEF}": "`"
      case "\u{212A}": "K"
      default: scalar
      }
    }
    return ByteText.hashOfASCII(String(String.UnicodeScalarView(plain)), seed: seed)
      ?? ByteText.mix(UInt64(truncatingIfNeeded: text.hashValue) ^ seed)
  }
}

/// Finds the rows of a list by id: open addressing, made once, never grown.
///
/// A slot is a part of the hash and a position; ids themselves stay where they are. Positions of one hash share a
/// slot and follow each other in a list, so that an id that repeats takes no longer than others.
@usableFromInline struct DifferenceTable {
  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline let mask: Int
  /// The position that follows each one under the same hash, or -1; empty as long as no hash repeats.
  @usableFromInline var following: ContiguousArray<Int> = []
  @usableFromInline let capacity: Int

  /// Makes room for a number of ids, at most half full.
  @inlinable init(capacity: Int) {
    var size = 16
    while size < capacity * 2 { size *= 2 }
    slots = ContiguousArray(repeating: 0, count: size)
    mask = size - 1
    self.capacity = capacity
  }

  /// Notes a position under the hash of its id, before those that are noted under it already.
  @inlinable mutating func insert(_ position: Int, hash: UInt64) {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0 {
        put(position, before: Int(slots[slot] & 0xFFFF_FFFF) - 1)
        break
      }
      slot = (slot + 1) & mask
    }
    slots[slot] = hash & 0xFFFF_FFFF_0000_0000 | UInt64(position + 1)
  }

  @usableFromInline mutating func put(_ position: Int, before next: Int) {
    if following.isEmpty { following = ContiguousArray(repeating: -1, count: capacity) }
    following[position] = next
  }

  /// The first position that may be that of an id, as far as the table can tell; -1 where there is none.
  @inlinable func candidate(hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & mask
    while slots[slot] != 0 {
      if (slots[slot] ^ hash) >> 32 == 0 { return Int(slots[slot] & 0xFFFF_FFFF) - 1 }
      slot = (slot + 1) & mask
    }
    return -1
  }

  /// The next position under the same hash that is not taken; -1 where there is none.
  ///
  /// - Complexity: O(1), spread over all calls: what is taken is passed over once.
  @usableFromInline
  mutating func free(behind position: Int, _ isTaken: ContiguousArray<Bool>) -> Int {
    if following.isEmpty { return -1 }
    var next = following[position]
    while next >= 0, isTaken[next] { next = following[next] }
    following[position] = next
    return next
  }
}
