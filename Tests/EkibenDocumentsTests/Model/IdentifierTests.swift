import EkibenDocuments
import Testing

private let composed = "\u{E9}"
private let decomposed = "e\u{301}"

@Suite(.timeLimit(.minutes(20))) struct IdentifierTests {
  @Test(arguments: [
    "a", " ", "~1", "[x]", "\"", "→", composed, decomposed, "駅弁", "👩‍👩‍👧", "\u{A0}", "\u{202E}",
    String(repeating: "x", count: 255), String(repeating: "\u{E9}", count: 127) + "x",
  ])
  func `takes any text of 1 to 255 bytes`(text: String) throws {
    #expect(Array(try RowID(text).rawValue.utf8) == Array(text.utf8))
    #expect(try SectionID(text).description == text)
    #expect(try FieldName(text).rawValue == text)
    #expect(try DocumentName(text).rawValue == text)
  }

  @Test(arguments: [
    ("", InvalidName.Problem.empty),
    (String(repeating: "x", count: 256), .tooLong(bytes: 256)),
    (String(repeating: "\u{E9}", count: 128), .tooLong(bytes: 256)),
    ("a\u{0}", .controlCharacter(0)), ("\n", .controlCharacter(10)),
    ("a\r\nb", .controlCharacter(13)), ("\u{1F}", .controlCharacter(0x1F)),
    ("\u{7F}", .controlCharacter(0x7F)), ("\u{80}", .controlCharacter(0x80)),
    ("\u{9B}31m", .controlCharacter(0x9B)), ("\u{9F}", .controlCharacter(0x9F)),
  ])
  func `refuses what is no id and says why`(text: String, problem: InvalidName.Problem) {
    let error = #expect(throws: InvalidName.self) { try RowID(text) }
    #expect(error?.problem == problem)
    #expect(error?.description.contains("id") == true)
    #expect(error?.description.utf8.allSatisfy { $0 >= 0x20 } == true)
  }

  @Test func `two spellings are two ids everywhere`() throws {
    let (left, right) = (try RowID(composed), try RowID(decomposed))
    #expect(composed == decomposed, "Swift takes them for the same")
    #expect(left != right)
    #expect(left == (try RowID(composed)))
    #expect(Set([left, right, left]).count == 2)
    let places = [left: 1, right: 2]
    #expect(places[left] == 1)
    #expect(places[right] == 2)
    #expect(left < right || right < left)
    #expect(RecordID.row(left) != .row(right))
    let document = try Document(sections: [
      .init(id: "s", rows: [.init(id: left, fields: [.value: 1]), .init(id: right)])
    ])
    #expect(document.row(left)?.fields[.value] == 1)
    #expect(document.row(right)?.fields[.value] == nil)
    #expect(Document.Index(document)[right] == .init(section: 0, row: 1))
  }

  // Rule D2, and ids come from strangers: a hash for all of them would let a form take minutes.
  @Test func `spellings of one text have hashes of their own`() throws {
    let spellings = (0..<1024).map { number in
      (0..<10).map { number >> $0 & 1 == 0 ? composed : decomposed }.joined()
    }
    #expect(Set(spellings).count == 1)
    let hashes: [Set<Int>] = [
      Set(spellings.map { RowID(unchecked: $0).hashValue }),
      Set(spellings.map { RecordID.section(SectionID(unchecked: $0)).hashValue }),
      Set(spellings.map { Value.text($0).hashValue }),
      Set(spellings.map { Value.verbatim($0).hashValue }),
      Set(try spellings.map { try MarkName($0).hashValue }),
    ]
    #expect(hashes.allSatisfy { $0.count == 1024 })
    // However a text stands in memory.
    for text in [composed, decomposed, "a", String(repeating: composed, count: 20)] {
      let part = ("x" + text).dropFirst()
      #expect(RowID(unchecked: String(part)).hashValue == RowID(unchecked: text).hashValue)
      #expect(Value.text(String(part)).hashValue == Value.text(text).hashValue)
    }
    // Two texts in a row are not taken for two others.
    let (one, other) = (["ab", "c"].map(Value.text), ["a", "bc"].map(Value.text))
    #expect(one.hashValue != other.hashValue)
  }

  @Test func `ids sort as memcmp sorts their bytes`() {
    let texts = [
      "a", "B", "b", "aa", "a b", "z", composed, decomposed, "e", "f", "\u{FFFF}", "\u{10000}",
      "駅", "~", "", "a\u{301}", "\u{1F468}",
    ].filter { !$0.isEmpty }
    let byBytes = texts.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    let sorted = texts.map { RowID(unchecked: $0) }.sorted().map(\.rawValue)
    #expect(sorted.map { Array($0.utf8) } == byBytes.map { Array($0.utf8) })
    // UTF-16, which some languages sort by, has these the other way round.
    #expect(RowID(unchecked: "\u{FFFF}") < RowID(unchecked: "\u{10000}"))
  }

  @Test func `records sort by kind, then id`() {
    let sorted: [RecordID] = [.document, .section("a"), .section("b"), .row("a"), .row("b")]
    #expect(sorted.reversed().sorted() == sorted)
    for (left, right) in zip(sorted, sorted.dropFirst()) { #expect(!(right < left)) }
    for record in sorted { #expect(!(record < record)) }
  }
}
