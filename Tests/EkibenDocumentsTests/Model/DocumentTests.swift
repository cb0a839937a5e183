import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct DocumentTests {
  @Test func `an empty document has nothing`() throws {
    #expect(Document().sections.isEmpty)
    #expect(Document().rowCount == 0)
    #expect(Document() == (try Document(sections: [])))
    #expect(Document() == (try Document(sketch: "  ")))
  }

  @Test func `a document gives its records ascending order keys`() throws {
    let document = try Document(sketch: "a b c | d | e f")
    let sections = document.sections.map(\.order)
    #expect(zip(sections, sections.dropFirst()).allSatisfy { $0 < $1 })
    for section in document.sections {
      let rows = section.rows.map(\.order)
      #expect(zip(rows, rows.dropFirst()).allSatisfy { $0 < $1 })
    }
    #expect(document.rowCount == 6)
  }

  @Test func `all duplicates are named, each once`() {
    let sections: [Document.Section] = [
      .init(id: "s", rows: [.init(id: "a"), .init(id: "b"), .init(id: "a")]),
      .init(id: "t", rows: [.init(id: "b"), .init(id: "a"), .init(id: "c")]),
      .init(id: "s"), .init(id: "t"), .init(id: "s"),
    ]
    let error = #expect(throws: DuplicateIDs.self) { try Document(sections: sections) }
    #expect(error?.sections == ["s", "t"])
    #expect(error?.rows == ["a", "b"])
    #expect(
      error?.description == "these ids occur more than once: section:s, section:t, a, b")
    let stored = #expect(throws: DuplicateIDs.self) {
      try Document(fields: [:], stored: sections)
    }
    #expect(stored == error)
  }

  @Test func `sections alone that share an id are refused, also as a store has them`() throws {
    let sections: [Document.Section] = [.init(id: "s", rows: [.init(id: "a")]), .init(id: "s")]
    let error = #expect(throws: DuplicateIDs.self) { try Document(sections: sections) }
    let stored = #expect(throws: DuplicateIDs.self) { try Document(fields: [:], stored: sections) }
    #expect(error?.sections == ["s"] && error?.rows == [] && stored == error)
  }

  @Test func `a section and a row may share an id`() throws {
    let document = try Document(sections: [.init(id: "a", rows: [.init(id: "a")])])
    #expect(document.section("a") != nil)
    #expect(document.row("a") != nil)
    #expect(document.row("b") == nil)
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `records from a store find their order again`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let document = try make.document()
    let shuffled = document.sections.shuffled(using: &make.random).map { section in
      Document.Section(
        id: section.id, order: section.order, fields: section.fields,
        rows: section.rows.shuffled(using: &make.random))
    }
    let stored = try Document(fields: document.fields, stored: shuffled)
    #expect(stored.isIdentical(to: document))
    let index = Document.Index(document)
    for row in document.sections.flatMap(\.rows) {
      #expect(index[row.id].map { document[$0].id } == row.id)
    }
    #expect(index.rowCount == document.rowCount)
  }

  @Test func `order keys are not part of equality but of identity`() throws {
    let rows = [("a", [1]), ("b", [2])].map { id, key in
      Document.Row(
        id: RowID(unchecked: id), order: OrderKey(bytes: key as [UInt8]), fields: [:])
    }
    let section = Document.Section(
      id: "s", order: OrderKey(bytes: [9]), fields: [:], rows: rows)
    let stored = try Document(fields: [:], stored: [section])
    let made = try Document(sections: [section])
    #expect(stored == made)
    #expect(!stored.isIdentical(to: made))
    #expect(made.aligned(to: stored).isIdentical(to: stored))
    let elsewhere = Document.Section(id: "s", order: OrderKey(bytes: [8]), fields: [:], rows: rows)
    let other = try Document(fields: [:], stored: [elsewhere])
    #expect(other == stored && !other.isIdentical(to: stored))
  }

  @Test func `a sketch says what it makes`() throws {
    let document = try Document(sketch: "s1+: a b+ | study!: c!! | d")
    #expect(document.sections.map(\.id) == ["s1", "study", "s3"])
    #expect(document.sections.map { $0.rows.map(\.id) } == [["a", "b"], ["c"], ["d"]])
    #expect(document.row("a")?.fields[.value] == nil)
    #expect(document.row("b")?.fields[.value] == "+")
    #expect(document.row("c")?.fields[.component] == "component2")
    #expect(document.section("s1")?.fields.names == [.header])
    #expect(document.section("study")?.fields.names == [.footer])
    #expect(throws: SketchError.self) { try Document(sketch: "a | a") }
    #expect(throws: SketchError.self) { try Document(sketch: "a +") }
  }
}
