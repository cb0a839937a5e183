import EkibenDocuments
import EkibenTesting
import Testing

/// Text that replaces text: what both have in common is written once.
@Suite(.timeLimit(.minutes(20))) struct EditedTextTests {
  private func encoded(_ before: Value?, _ after: Value?) throws -> [UInt8] {
    let change = Change(.row("name"), .value, before: before, after: after)
    let bytes = try ChangesetCoding.encode(Changeset([change]), origins: [300])
    #expect(try ChangesetCoding.decode(bytes).changes.changes == [change])
    return bytes
  }

  // Version, count, target and origin take 15 bytes.
  @Test(
    arguments: [
      // Kind, prefix, suffix, what was removed, and the text after.
      ("Ada Lovelac", "Ada Lovelace", "0c 0b 00 00 0c 416461204c6f76656c616365"),
      ("Ada Lovelace", "Ada Lovelac", "0c 0b 00 01 65 0b 416461204c6f76656c6163"),
      (.verbatim("[10, 20]"), .verbatim("[10, 2]"), "0d 06 01 01 30 07 5b31302c20325d"),
      ("abcd", "a\u{E9}cd", "0c 01 02 01 62 05 61c3a96364"),
      // Not longer as a whole: two kinds, two texts.
      ("", "A", "06 00 06 01 41"), ("ab", "ac", "06 02 6162 06 02 6163"),
      ("abc", "abd", "0c 02 00 01 63 03 616264"),
      ("Ada", "Bob", "06 03 416461 06 03 426f62"),
      // Of two kinds, or the same text.
      ("aaaaaa", .verbatim("aaaaab"), "06 06 616161616161 0b 06 616161616162"),
      ("aaaaaa", "aaaaaa", "06 06 616161616161 06 06 616161616161"),
    ] as [(Value, Value, String)])
  func `the shorter coding is taken`(before: Value, after: Value, golden: String) throws {
    let bytes = try encoded(before, after)
    #expect(hexadecimal(Array(bytes.dropFirst(14).dropLast(2))) == golden.filter { $0 != " " })
  }

  /// A person types a text of `count` bytes and takes it back, a letter at a time.
  ///
  /// Bytes a keystroke, target and origin included: 33.0 instead of 43.0 for 23 bytes, 44 instead
  /// of 65 at their end; 122 instead of 221 for 200 bytes. What grows is the text after, which
  /// stands whole.
  @Test(arguments: [(23, 1_516, 1_978), (200, 48_887, 88_290)])
  func `a keystroke costs the text once and not twice`(count: Int, sum: Int, whole: Int) throws {
    let text = String(String(repeating: "the quick brown fox, ", count: 20).prefix(count))
    let steps = (0...count).map { String(text.prefix($0)) }
    let states = steps + steps.reversed().dropFirst()
    var total = 0
    var totalWhole = 0
    for (before, after) in zip(states, states.dropFirst()) {
      let bytes = try encoded(.text(before), .text(after))
      total += bytes.count
      let both = [before, after].map { 1 + ($0.utf8.count < 128 ? 1 : 2) + $0.utf8.count }
      totalWhole += 16 + both[0] + both[1]
      #expect(bytes.count <= 16 + both[0] + both[1])
    }
    #expect(total == sum)
    #expect(totalWhole == whole)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any two texts come back`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<200 {
      let start = make.text()
      let end = make.text()
      let (before, after) = (start + make.text() + end, start + make.text() + end)
      _ = try encoded(.text(before), .text(after))
      _ = try encoded(.verbatim(before), .verbatim(after))
    }
  }
}
