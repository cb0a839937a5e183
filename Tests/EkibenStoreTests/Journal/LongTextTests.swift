import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// Long texts are kept as differences, and are never far from a whole one.
@Suite(.timeLimit(.minutes(20))) struct LongTextTests {
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `an edit leads there and back`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<300 {
      let before = make.text() + make.text()
      let after = make.edited(before)
      let edit = ByteEdit(from: Array(before.utf8), to: Array(after.utf8))
      #expect(Value.text(try [edit].after(before)) == .text(after))
      let back = ByteEdit(offset: edit.offset, removed: edit.inserted, inserted: edit.removed)
      #expect(Value.text(try [back].after(after)) == .text(before))
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `edits lead where each after the other does`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let first = make.text()
    var (text, edits) = (first, [ByteEdit]())
    for _ in 0..<50 {
      let next = make.edited(text)
      edits.append(ByteEdit(from: Array(text.utf8), to: Array(next.utf8)))
      text = next
      #expect(Value.text(try edits.after(first)) == .text(text))
    }
  }

  @Test(
    arguments: [
      ("abc", 1, "b", "x", "axc"), ("abc", 1, "c", "x", nil), ("abc", 3, "", "d", "abcd"),
      ("abc", 4, "", "d", nil), ("abc", 2, "cd", "", nil), ("abc", .max, "", "", nil),
      ("abc", -1, "", "", nil),
    ] as [(String, Int, String, String, String?)])
  func `an edit of another text is refused`(
    text: String, offset: Int, removed: String, inserted: String, after: String?
  ) {
    let edit = ByteEdit(
      offset: offset, removed: Array(removed.utf8), inserted: Array(inserted.utf8))
    #expect(accepted([]) { () throws(CodingError) in try [edit].after(text) } == after)
  }

  @Test func `half a letter is no text`() {
    let edit = ByteEdit(offset: 1, removed: [0xA9], inserted: [])
    let error = #expect(throws: CodingError.self) { try [edit].after("é") }
    #expect(error?.problem == .invalidText)
  }

  /// 2,000 keystrokes in a text, with a jump or a travel now and then.
  @Test(arguments: [65, 200, 1_000, 10_000])
  func `the way back to a whole text is bounded`(length: Int) throws {
    let rule = LongTextRule()
    var make = DocumentGenerator(seed: UInt64(length))
    var text = String(repeating: "x", count: length)
    var spent: Int?
    var (way, longest, bytes) = (0, 0, 0)
    for number in 2..<2_002 {
      let at = text.index(text.startIndex, offsetBy: make.random.number(in: 0...text.count - 1))
      var after = text
      after.replaceSubrange(at...at, with: make.random.pick(["a", "b", "c", "d"]))
      if after == text { continue }
      if make.random.once(in: 500) { spent = nil }
      let isKnown = spent != nil
      let content = rule.content(before: .text(text), after: .text(after), spent: &spent)
      switch content {
      case .edit(let edit):
        #expect(isKnown)
        #expect(try [edit].after(text) == after)
        way += 1
      case .values(let before, let whole):
        #expect(before == .text(text) && whole == .text(after) && spent == 0)
        way = 0
      }
      longest = max(longest, way)
      let change = EntryRecordChange(
        target: TargetKey(record: 9, field: 1), content: content, origin: number - 1)
      bytes += try EntryRecordCoding.encode(EntryRecord(changes: [change]), number: number).count
      text = after
    }
    #expect(longest > 0 && longest <= length / rule.leastCost)
    // A keystroke costs about the same in any text, and not the text.
    #expect(bytes / 2_000 < (length == 10_000 ? 55 : 40), "\(bytes / 2_000)")
  }

  @Test(
    arguments: [
      ("short", "shorter"), (nil, "x"), (5, "x"), (nil, nil), ("x", .verbatim("x")),
    ] as [(Value?, Value?)])
  func `everything else stands whole`(before: Value?, after: Value?) {
    var spent: Int? = 0
    let content = LongTextRule().content(before: before, after: after, spent: &spent)
    #expect(content == .values(before: before, after: after))
    #expect(spent == 0)
  }
}
