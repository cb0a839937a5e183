import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// The number that stands for what a table shows, beside its slow reference: all of it added up.
@Suite(.timeLimit(.minutes(20))) struct `The digest of a table` {
  @Test(
    arguments: [
      ("a b", "b a"), ("a b", "a"), ("a | b", "a b |"), ("a | b", "s2: b | s1: a"), ("a", "a+"),
      ("a", "a!"), ("s+: a", "s: a"), ("s+: a", "s++: a"), ("s!: a", "s: a"), ("s: a", "t: a"),
      ("a b | c", "a | b c"), ("a | b", "b | a"), ("", "s1:"), ("a |", "a"), ("a a1", "a1 a"),
    ])
  func `differs where tables do`(one: String, other: String) throws {
    let (one, other) = (try Document(sketch: one), try Document(sketch: other))
    #expect(TableDigest(one).total != TableDigest(other).total)
    #expect(TableDigest(one).total == TableDigest(one).total)
  }

  // Rules D2, D6 and D7.
  @Test func `tells values apart by kind, digits and bytes`() throws {
    let values: [Value?] = [
      nil, .null, .bool(false), .bool(true), 0, 1, "", "0", "1", "\u{E9}", "e\u{301}",
      .verbatim("1"),
      .bytes([]), .bytes([49]), .bytes([49, 0]), [], [[]], ["1"], ["1", "1"], .record([:]),
      .record(["a": 1]), .record(["a": 1, "b": 1]), .record(["b": 1]),
      try .decimal(#require(DecimalNumber("1"))), try .decimal(#require(DecimalNumber("1.0"))),
      .date("2024"), "2024",
    ]
    let totals = try values.map { value in
      var fields: Fields = [.component: "TextInput"]
      fields[.value] = value
      let row = Document.Row(id: "a", fields: fields)
      return TableDigest(try Document(sections: [.init(id: "s", rows: [row])])).total
    }
    #expect(Set(totals).count == values.count)
  }

  @Test func `looks at every field, since a component may show it`() throws {
    let document = try Document(sketch: "a b")
    let stars = Change(.row("a"), "stars", before: nil, after: 5)
    let starred = try document.applying(Changeset([stars]))
    #expect(TableDigest(starred).total != TableDigest(document).total)
  }

  @Test(arguments: UInt64(0)..<40)
  func `that follows changes is the one of all added up`(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed, sections: 1...4, rows: 0...5)
    var document = try generator.document()
    var digest = TableDigest(document)
    for _ in 0..<40 {
      let next = try generator.edited(document)
      let changes = Changeset(from: document, to: next)
      let (old, new) = (Document.Index(document), Document.Index(next))
      if changes.isContentOnly, changes.changes.allSatisfy({ $0.record.isRow }) {
        for row in document.sections.flatMap(\.rows) {
          guard let place = old[row.id], document[place] != next[place] else { continue }
          #expect(new[row.id] == place)
          digest.replace(document[place], with: next[place], at: place)
        }
      } else {
        let touched = next.sections.filter { section in
          document.section(section.id).map { $0 != section } ?? true
        }
        digest.update(next.sections.map(\.id), touched: Set(touched.map(\.id))) {
          next.sections[$0]
        }
      }
      #expect(digest.total == TableDigest(next).total)
      document = next
    }
  }
}

extension RecordID {
  fileprivate var isRow: Bool {
    if case .row = self { true } else { false }
  }
}
