import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct LawsTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `documents and their edits obey every law`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let first = try make.document()
    let second = try make.edited(first)
    try expectLaws(through: [first, second, make.edited(second), make.document()])
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `larger documents obey every law`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed, sections: 3...6, rows: 10...25)
    let first = try make.document()
    try expectLaws(through: [first, make.edited(first), first])
  }

  // Sections of several chunks, of which neighbours share most.
  @Test(arguments: 0..<3 as Range<UInt64>)
  func `documents of several chunks obey every law`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed, sections: 2...3, rows: 40...80)
    let first = try make.document()
    let second = try make.edited(first)
    try expectLaws(through: [first, second, make.edited(second)])
  }

  @Test(arguments: [
    ("", ""), ("", "a"), ("a", ""), ("a b c", "c b a"), ("a b | c", "c | a b"),
    ("a b | c", "s2: c | s1: a b"), ("a b | c", "s2: a | s1: b c"), ("a b | c | d", "s3: d a b c"),
    ("s1: a", "t1: a"), ("a b+ c!", "a+ b c"), ("s1+: a", "s1!: a"), ("a | b", "s3: a b | s1: "),
    ("a b c d e f", "f a b+ c! d e"), ("a b c | d", "d+ a c"),
  ])
  func `sketched pairs obey every law both ways`(old: String, new: String) throws {
    let (old, new) = (try Document(sketch: old), try Document(sketch: new))
    try expectLaws(through: [old, new, old])
  }

  @Test func `records that share an order key keep the laws`() throws {
    let same = OrderKey(bytes: [128])
    let rows = ["a", "b", "c"].map { Document.Row(id: $0, order: same, fields: [:]) }
    let section = Document.Section(id: "s1", order: same, fields: [:], rows: rows)
    let old = try Document(fields: [:], stored: [section])
    let new = try Document(sections: [.init(id: "s1", rows: [rows[0], .init(id: "x"), rows[1]])])
    let changes = Changeset(from: old, to: new)
    #expect(try old.applying(changes) == new)
    #expect(try old.applying(changes).applying(changes.inverted).isIdentical(to: old))
  }

  @Test func `what is called section or order is the document's to give`() throws {
    let row = Document.Row(id: "a", fields: [.section: "elsewhere", .order: 1, .title: "A"])
    let made = try Document(sections: [.init(id: "s", fields: [.order: 1], rows: [row])])
    #expect(
      made
        == (try Document(sections: [
          .init(
            id: "s",
            rows: [
              .init(id: "a", fields: [.title: "A"])
            ])
        ])))
    try expectLaws(from: Document(), to: made)
  }

  @Test func `the document's own record may have any field`() throws {
    let made = try Document(fields: [.order: 1, .section: "x"], sections: [])
    try expectLaws(through: [Document(), made, Document()])
  }

  @Test func `a violation brings its documents back in one line`() throws {
    var make = DocumentGenerator(seed: 7, sections: 2...3, rows: 2...4)
    let first = try make.document()
    let document = try first.applying(Changeset(from: first, to: make.edited(first)))
    #expect(try Document(reproducing: document.reproduction).isIdentical(to: document))
    #expect(!document.reproduction.contains("\n"))
  }

  @Test func `are said to be broken by the law, what was found, and the documents as one line`()
    throws
  {
    let documents = [try Document(sketch: "a"), try Document(sketch: "b")]
    let violation = LawViolation("a law", documents, "it is not so")
    let list = documents.map { "Document(reproducing: \"\($0.reproduction)\")" }
    let line = "try expectLaws(through: [\(list.joined(separator: ", "))])"
    #expect(violation.reproduction == line)
    #expect(violation.description == "a law: it is not so\n\(line)")
  }

  // Rule D13: of the rows that stay, those move that are not in the longest run in order.
  @Test(
    arguments: [
      ("a b c", "a b c", 0), ("a b c", "c a b", 1), ("a b c", "c b a", 2), ("a b c", "a c", 0),
      ("a b | c", "a | b c", 1), ("a b | c d", "c d | a b", 4), ("a | b", "x | y", 0),
      ("s: a b | t: c", "t: c | s: a b", 0), ("a b c d", "b a d c", 2),
    ] as [(String, String, Int)])
  func `count the rows that have to move`(
    old: String, new: String, moves: Int
  ) throws {
    let check = LawCheck(old: try Document(sketch: old), new: try Document(sketch: new))
    #expect(check.fewestRowMoves() == moves)
  }
}
