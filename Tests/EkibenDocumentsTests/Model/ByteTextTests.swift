import EkibenDocuments
import EkibenTesting
import Testing

/// The order of memcmp, byte by byte; what is a beginning of the other comes first.
private func comesFirst(_ left: String, _ right: String) -> Bool {
  let (left, right) = (Array(left.utf8), Array(right.utf8))
  for at in left.indices where at < right.count {
    if left[at] != right[at] { return left[at] < right[at] }
  }
  return left.count < right.count
}

/// The same text in memory of its own.
private func copy(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

/// Texts whose ends and differences lie on both sides of words of 8 bytes and of small strings.
private let texts: [String] =
  [
    "", "\u{0}", "a", "a\u{0}", "a\u{0}b", "b", "A", " ", "~", "\u{7F}", "\u{80}", "\u{E9}", "e",
    "e\u{301}", "e\u{301}x", "\u{AC00}", "\u{1100}\u{1161}", "\u{2126}", "\u{3A9}", "\u{FFFF}",
    "\u{10000}", "\u{10FFFF}", "👩‍👩‍👧", "👩", "駅弁", "\r\n", "\n",
  ]
  + [6, 7, 8, 9, 14, 15, 16, 17, 24, 31].flatMap { count -> [String] in
    let start = String(repeating: "x", count: count)
    return [
      start, start + "a", start + "\u{E9}", start + "e\u{301}", "\u{E9}" + start, "a" + start,
    ]
  }

@Suite(.timeLimit(.minutes(20))) struct ByteTextTests {
  // Rule D2.
  @Test(arguments: texts)
  func `texts are equal and ordered as their bytes are`(left: String) {
    for right in texts {
      let isSame = Array(left.utf8) == Array(right.utf8)
      #expect(ByteText.equal(left, right) == isSame)
      #expect(ByteText.equal(left, copy(right)) == isSame)
      #expect(ByteText.precedes(left, right) == comesFirst(left, right))
      #expect(ByteText.precedes(copy(left), right) == comesFirst(left, right))
      #expect((ByteText.hash(left, seed: 7) == ByteText.hash(copy(right), seed: 7)) == isSame)
    }
  }

  // What Swift takes for the same: composed and decomposed, a syllable and its letters, two ohms.
  @Test(arguments: [
    ("\u{E9}", "e\u{301}"), ("\u{AC00}", "\u{1100}\u{1161}"), ("\u{2126}", "\u{3A9}"),
    ("name of the caf\u{E9} at the corner", "name of the cafe\u{301} at the corner"),
  ])
  func `two spellings are two texts`(one: String, other: String) {
    #expect(one == other, "Swift takes them for the same")
    #expect(!ByteText.equal(one, other))
    #expect(ByteText.precedes(one, other) != ByteText.precedes(other, one))
    #expect(ByteText.hash(one, seed: 7) != ByteText.hash(other, seed: 7))
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `one byte anywhere makes another text`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in 1...40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0x20...0x7E, using: &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(ByteText.equal(text, copy(text)))
      #expect(!ByteText.precedes(text, copy(text)))
      for at in bytes.indices {
        var changed = bytes
        changed[at] ^= 1
        let other = String(decoding: changed, as: UTF8.self)
        #expect(!ByteText.equal(text, other))
        #expect(ByteText.precedes(text, other) == (bytes[at] < changed[at]))
        #expect(ByteText.hash(text, seed: seed) != ByteText.hash(other, seed: seed))
      }
      let start = String(decoding: bytes.dropLast(), as: UTF8.self)
      #expect(!ByteText.equal(start, text))
      #expect(ByteText.precedes(start, text) && !ByteText.precedes(text, start))
    }
  }

  // Bytes from 0x80 on are larger than ASCII, not negative.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `random texts with common beginnings are ordered as their bytes are`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let pieces = ["a", "b", "\u{0}", "\u{7F}", "\u{E9}", "e\u{301}", "駅", "\u{10FFFF}"]
    func text(_ count: Int) -> String {
      (0..<count).map { _ in random.pick(pieces) }.joined()
    }
    for _ in 0..<200 {
      let start = text(random.number(in: 0...12))
      let left = start + text(random.number(in: 0...3))
      let right = start + text(random.number(in: 0...3))
      #expect(ByteText.equal(left, right) == (Array(left.utf8) == Array(right.utf8)))
      #expect(ByteText.precedes(left, right) == comesFirst(left, right))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `a hash depends on its seed and on the length`(number: UInt64) {
    var random = SeededGenerator(seed: number)
    let (seed, other) = (random.next(), random.next())
    let texts = (0...40).map { String(repeating: "\u{0}", count: $0) }
    let hashes = texts.map { ByteText.hash($0, seed: seed) }
    #expect(Set(hashes).count == texts.count)
    #expect(Set(hashes).isDisjoint(with: texts.map { ByteText.hash($0, seed: other) }))
  }

  @Test(arguments: 0...24)
  func `only a text of nothing but ASCII has a hash of ASCII`(count: Int) {
    let plain = String(repeating: "~", count: count)
    #expect(ByteText.hashOfASCII(plain, seed: 3) == ByteText.hash(plain, seed: 3))
    for before in 0...count {
      let start = String(repeating: "~", count: before)
      let odd = start + "\u{80}" + String(repeating: "~", count: count - before)
      #expect(ByteText.hashOfASCII(odd, seed: 3) == nil)
    }
  }

  @Test func `shared ends are the longest beginning, and the longest end of what is behind it`() {
    for left in texts {
      for right in texts {
        let (old, new) = (Array(left.utf8), Array(right.utf8))
        let least = min(old.count, new.count)
        let prefix = (0...least).last { old.prefix($0) == new.prefix($0) } ?? 0
        let suffix = (0...least - prefix).last { old.suffix($0) == new.suffix($0) } ?? 0
        for ends in [
          ByteText.sharedEnds(of: left.utf8, right.utf8), ByteText.sharedEnds(of: old, new),
        ] {
          #expect(ends == (prefix, suffix), "\(left) \(right)")
        }
      }
    }
  }
}
