import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct ChangesetTests {
  private func changes(_ old: String, _ new: String) throws -> [String] {
    let changes = Changeset(from: try Document(sketch: old), to: try Document(sketch: new))
    return changes.changes.map { Notation.text(of: $0) }
  }

  @Test func `one field that changes is one change`() throws {
    #expect(try changes("a b c", "a b+ c") == ["b: – → \"+\""])
    #expect(try changes("a b+ c", "a b++ c") == ["b: \"+\" → \"++\""])
    #expect(try changes("a b!", "a b") == ["b[component]: \"component1\" → \"textInput\""])
  }

  @Test func `one row that moves is one change of its order`() throws {
    let lines = try changes("a b c d", "d a b c")
    #expect(lines == ["d[order]: bytes(b0) → bytes(40)"])
  }

  // Rule D5.
  @Test func `a row that changes its section moves`() throws {
    let lines = try changes("a b | c", "b | a c")
    #expect(lines == ["a[order]: bytes(60) → bytes(70)", "a[section]: \"s1\" → \"s2\""])
  }

  @Test func `only content is only content`() throws {
    let base = try Document(sketch: "a b | c")
    let cases = [("a+ b | c", true), ("s1+: a b | c", true), ("b a | c", false), ("a | c", false)]
    for (sketch, expected) in cases {
      let changes = Changeset(from: base, to: try Document(sketch: sketch))
      #expect(changes.isContentOnly == expected, "\(sketch)")
    }
  }

  /// What refuses to be applied, and what the refusal says.
  static let stale: [(Change, String)] = [
    (
      Change(.row("a"), .value, before: "x", after: "y"), "a: expected \"x\", found –"
    ),
    (Change(.row("b"), .value, before: nil, after: "y"), "b: expected –, found \"+\""),
    (Change(.row("zz"), .value, before: nil, after: "y"), "zz: expected –, found –"),
    (
      Change(.section("zz"), .header, before: nil, after: "y"),
      "section:zz[header]: expected –, found –"
    ),
    (
      Change(.document, .title, before: "T", after: nil),
      "document:[title]: expected \"T\", found –"
    ),
    (
      Change(.row("zz"), nil, before: nil, after: .record([.section: "no"])),
      "zz[section]: expected \"no\", found –"
    ),
    (Change(.row("zz"), nil, before: nil, after: .record([:])), "zz[section]: expected –, found –"),
    (Change(.row("zz"), nil, before: .record([:]), after: nil), "zz[]: expected {}, found –"),
    (
      Change(.row("a"), .section, before: "s1", after: "gone"),
      "a[section]: expected \"gone\", found –"
    ),
    (Change(.row("zz"), .order, before: nil, after: .bytes([1])), "zz[order]: expected –, found –"),
  ]

  @Test(arguments: stale)
  func `a change that does not fit is refused by name`(change: Change, text: String) throws {
    let base = try Document(sketch: "a b+ | c")
    var document = base
    let good = Change(.row("c"), .value, before: nil, after: "new")
    let error = #expect(throws: StaleChange.self) {
      try document.apply(Changeset([good, change]))
    }
    #expect(error?.description == text)
    #expect(document.isIdentical(to: base))
  }

  @Test func `a section cannot go while its rows stay`() throws {
    let base = try Document(sketch: "a | b")
    let section = try #require(base.section("s2"))
    let change = Change(.section("s2"), nil, before: .record(section.record), after: nil)
    #expect(throws: StaleChange.self) { try base.applying(Changeset([change])) }
  }

  @Test func `an edit that only changes the spelling of a text is an edit`() throws {
    let old = try Document(sections: [
      .init(id: "s", rows: [.init(id: "a", fields: [.value: "\u{E9}"])])
    ])
    let new = try Document(sections: [
      .init(id: "s", rows: [.init(id: "a", fields: [.value: "e\u{301}"])])
    ])
    #expect(Changeset(from: old, to: new).changes.count == 1)
    try expectLaws(from: old, to: new)
  }

  @Test func `disjoint changesets apply one after the other in any order`() throws {
    let base = try Document(sketch: "a b c")
    let left = Changeset(from: base, to: try Document(sketch: "a+ b c"))
    let right = Changeset(from: base, to: try Document(sketch: "a c b+"))
    let one = try base.applying(left).applying(right)
    let other = try base.applying(right).applying(left)
    #expect(one.isIdentical(to: other))
    #expect(one == (try Document(sketch: "a+ c b+")))
  }

  @Test func `squashing follows a record that comes, changes and goes`() throws {
    let sketches = ["a", "a x", "a x+", "x+ a", "a"]
    let documents = try sketches.map { try Document(sketch: $0) }
    try expectLaws(through: documents)
    try expectLaws(through: documents.reversed())
    let legs = try documents.dropFirst().reduce(into: [Changeset]()) { legs, document in
      let start = try documents[0].applying(.squash(legs))
      legs.append(Changeset(from: start, to: document))
    }
    #expect(Changeset.squash(legs).isEmpty)
    #expect(Changeset.squash(legs.dropLast()).changes.map(\.record) == [.row("x")])
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func `an index gives the same as none`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let old = try make.document()
    let changes = Changeset(from: old, to: try make.edited(old))
    var indexed = old
    try indexed.apply(changes, at: Document.Index(old))
    #expect(indexed.isIdentical(to: try old.applying(changes)))
  }
}
