import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct TextEditTests {
  @Test(
    arguments: [
      ("Ad", "Ada", 2, "", "a", .inserting), ("Ada", "Ad", 2, "a", "", .deleting),
      ("", "x", 0, "", "x", .inserting), ("x", "", 0, "x", "", .deleting),
      ("abc", "axc", 1, "b", "x", .replacing), ("abc", "xyz", 0, "abc", "xyz", .replacing),
      ("ac", "abc", 1, "", "b", .inserting), ("abcabc", "abc", 3, "abc", "", .deleting),
      // Where the new letter stands among equal ones cannot be told: behind them.
      ("aa", "aaa", 2, "", "a", .inserting), ("aaa", "aa", 2, "a", "", .deleting),
      // é and è share their first byte, é and ũ … only their last: letters are not cut in two.
      ("\u{E9}", "\u{E8}", 0, "\u{E9}", "\u{E8}", .replacing),
      ("\u{E9}", "\u{129}", 0, "\u{E9}", "\u{129}", .replacing),
      ("a\u{E9}b", "a\u{E8}b", 1, "\u{E9}", "\u{E8}", .replacing),
      ("\u{E9}", "\u{E9}\u{E8}", 2, "", "\u{E8}", .inserting),
      ("\u{1F600}", "\u{1F601}", 0, "\u{1F600}", "\u{1F601}", .replacing),
      // One spelling of é for the other is an edit.
      ("\u{E9}", "e\u{301}", 0, "\u{E9}", "e\u{301}", .replacing),
      ("e", "e\u{301}", 1, "", "\u{301}", .inserting),
    ] as [(String, String, Int, String, String, TextEdit.Kind)])
  func `an edit is the middle between common ends`(
    before: String, after: String, offset: Int, removed: String, inserted: String,
    kind: TextEdit.Kind
  ) throws {
    let edit = try #require(TextEdit(from: before, to: after))
    #expect(edit.offset == offset)
    #expect(Array(edit.removed.utf8) == Array(removed.utf8))
    #expect(Array(edit.inserted.utf8) == Array(inserted.utf8))
    #expect(edit.kind == kind)
    #expect(edit.endBefore == offset + removed.utf8.count)
    #expect(edit.endAfter == offset + inserted.utf8.count)
    try expectMiddle(edit, before, after)
  }

  @Test(arguments: ["", "a", "\u{E9}", "👩‍👩‍👧"])
  func `the same bytes are no edit`(text: String) {
    #expect(TextEdit(from: text, to: text) == nil)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `putting the middle in gives the text after`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    for _ in 0..<200 {
      let (before, after) = (make.text(), make.text())
      guard let edit = TextEdit(from: before, to: after) else {
        #expect(Array(before.utf8) == Array(after.utf8))
        continue
      }
      try expectMiddle(edit, before, after)
      let back = try #require(TextEdit(from: after, to: before))
      #expect(back.removed.utf8.elementsEqual(edit.inserted.utf8))
      #expect(back.inserted.utf8.elementsEqual(edit.removed.utf8))
      #expect(back.offset == edit.offset)
    }
  }

  private func expectMiddle(_ edit: TextEdit, _ before: String, _ after: String) throws {
    var bytes = Array(before.utf8)
    let middle = edit.offset..<edit.endBefore
    #expect(Array(bytes[middle]) == Array(edit.removed.utf8))
    bytes.replaceSubrange(middle, with: edit.inserted.utf8)
    #expect(bytes == Array(after.utf8))
    #expect(String(validating: Array(before.utf8)[..<edit.offset], as: UTF8.self) != nil)
    #expect(String(validating: Array(before.utf8)[edit.endBefore...], as: UTF8.self) != nil)
  }

  @Test func `edits are equal by their bytes`() throws {
    let one = try #require(TextEdit(from: "", to: "\u{E9}"))
    let other = try #require(TextEdit(from: "", to: "e\u{301}"))
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
  }

  @Test func `only a text for a text is an edit of text`() {
    #expect(Change(.row("a"), .value, before: "x", after: "xy").textEdit?.offset == 1)
    #expect(Change(.row("a"), .value, before: "x", after: "x").textEdit == nil)
    #expect(Change(.row("a"), .value, before: nil, after: "x").textEdit == nil)
    #expect(Change(.row("a"), .value, before: .verbatim("x"), after: "x").textEdit == nil)
  }
}
