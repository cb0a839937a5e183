import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Rules D20 and F69: where a revision has what repeats elsewhere, its instances go with it, and what comes to it
/// comes to them.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct `Instances of what a revision changes`:
  InstanceSamples
{
  /// A session over the first form, with a table, that then goes to the second.
  private func migrating(
    from first: [Document.Section], to second: [Document.Section],
    fill: @MainActor (Session) throws -> Void,
    expecting expected: [String]
  ) throws {
    try withTemporaryStore { store in
      _ = try store.publish("f", Document(sections: first), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try fill(session)
      let before = session.document.content
      _ = try store.publish("f", Document(sections: second), by: Self.by)
      @MainActor func expectAsRead() throws {
        let read = try store.document("d")
        #expect(session.document.content.isIdentical(to: read.content))
        let fresh = HeadlessTable()
        try store.open("d").attach(fresh)
        #expect(fresh.snapshot() == table.snapshot())
      }
      let entry = try #require(try session.perform(.migrate()))
      #expect(session.document.content.outline == expected)
      let targets = entry.changes.changes.map(\.target)
      #expect(Set(targets).count == targets.count)
      try expectAsRead()
      try session.undo()
      #expect(session.document.content.isIdentical(to: before))
      try expectAsRead()
      try session.redo()
      #expect(session.document.content.outline == expected)
      try expectAsRead()
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `stand behind a question that stands further down, with what stands under them`()
    throws
  {
    try migrating(
      from: [section("s", row("q", repeats: true), row("u", under: "q"), row("a"), row("b"))],
      to: [section("s", row("a"), row("q", repeats: true), row("u", under: "q"), row("b"))],
      fill: { session in
        for answer in ["one", "two"] {
          try session.set(try session.add(to: Field<String>("q")), to: answer)
        }
      }, expecting: ["s", "- a", "- q", "- u", "- one", "- u of u", "- two", "- u of u", "- b"])
  }

  @Test func `alone get other places where their question goes behind all others`() throws {
    let (q, others) = (row("q", repeats: true), [row("a"), row("b"), row("c")])
    try withTemporaryStore { store in
      @MainActor func publish(_ rows: [Document.Row]) throws {
        let form = try Document(sections: [Document.Section(id: "s", rows: rows)])
        _ = try store.publish("f", form, by: Self.by)
      }
      try publish([q] + others)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let field = Field<String>("q")
      let instances = [try session.add(to: field), try session.add(to: field)]
      try publish(others + [q])
      let entry = try #require(try session.perform(.migrate()))
      let moved = entry.changes.changes.filter { $0.field == .order }.map(\.record)
      #expect(Set(moved) == Set(instances.map { .row($0.row) }))
      let rows = session.document.content.sections.flatMap { $0.rows.map(\.id) }
      #expect(rows == ["a", "b", "c", "q"] + instances.map(\.row))
    }
  }

  @Test func `go to the section that their question goes to`() throws {
    try migrating(
      from: [section("s", row("q", repeats: true), row("a")), section("t", row("b"), row("c"))],
      to: [section("s", row("a")), section("t", row("b"), row("q", repeats: true), row("c"))],
      fill: { session in
        for answer in ["one", "two"] {
          try session.set(try session.add(to: Field<String>("q")), to: answer)
        }
      }, expecting: ["s", "- a", "t", "- b", "- q", "- one", "- two", "- c"])
  }

  @Test func `of a section stand behind it and what stands in it`() throws {
    var inner = section("inner", row("n"))
    inner.fields[.parent] = "s"
    try migrating(
      from: [
        section("s", repeats: true, row("q")), section("t", row("b")), section("v", row("c")),
      ],
      to: [
        section("t", row("b")), section("s", repeats: true, row("q")), inner,
        section("v", row("c")),
      ],
      fill: { session in _ = try session.add(to: "s") },
      expecting: [
        "t", "- b", "s", "- q", "inner", "- n", "s of s", "- q of q", "inner of inner", "- n of n",
        "v",
        "- c",
      ])
  }

  // Another revision that the document was on has that section as well, which is no part of the document then.
  @Test func `move a section that comes with the revision, also when that is archived`() throws {
    let (top, end) = (section("top", row("u")), section("end", row("v")))
    let a = section("a", repeats: true, row("x"))
    try withTemporaryStore { store in
      for sections in [[top, a, end], [end, top], [a, top]] {
        _ = try store.publish("f", Document(sections: sections), by: Self.by)
        if sections.count == 3 {
          _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
        }
      }
      var document = try store.document("d")
      for edit in [
        Edit.migrate(to: 3), .add(to: .section("a"), seed: [7]), .migrate(to: 2), .undo(steps: 1),
      ] {
        try store.perform(edit, on: &document, by: Self.by)
      }
      let entries = try store.entries(of: document, 1...5)
      let change = entries[3].changes.changes.first { $0.record == .section("end") }
      #expect(change?.field == .order && change?.before == nil && change?.after != nil)
      _ = try store.compact()
      document = try store.document("d")
      #expect(try store.entries(of: document, 1...5) == entries)
      try store.perform(.redo(steps: 1), on: &document, by: Self.by)
      #expect(document.revision == 2)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `stay where they are where nothing moves`() throws {
    try migrating(
      from: [section("s", row("q", repeats: true), row("a"))],
      to: [section("s", row("q", repeats: true), row("a"), row("z"))],
      fill: { session in
        let one = try session.add(to: Field<String>("q"))
        try session.set(one, to: "one")
      }, expecting: ["s", "- q", "- one", "- a", "- z"])
  }

  @Test func `are put behind it once, where parts of them stand before them`() throws {
    let inner = Document.Section(
      id: "n", fields: [.parent: "m", .repeats: true], rows: [row("y")])
    let outer = section("m", repeats: true, row("x"), row("q", repeats: true), row("v", under: "q"))
    let question = [row("k", repeats: true), row("u", under: "k")]
    try migrating(
      from: [section("s", question[0], question[1], row("a")), outer, inner],
      to: [outer, inner, section("s", row("a"), question[0], question[1])],
      fill: { session in
        let instance = try session.add(to: "m")
        try session.set(try session.add(to: Field<String>("q"), in: instance), to: "one")
        try session.set(try session.add(to: Field<String>("k")), to: "two")
        var sections = Array(session.document.content.sections)
        for at in sections.indices {
          let rows = sections[at].rows
          sections[at].rows = .init(
            rows.filter { $0.fields[.template] == nil }
              + rows.filter { $0.fields[.template] != nil }.reversed())
        }
        sections = sections[..<3] + [section("own", row("z"))] + sections[3...].reversed()
        try session.perform(.apply(Document(sections: sections)))
      },
      expecting: [
        "m", "- x", "- q", "- v", "n", "- y", "m of m", "- v of v", "- one", "- q of q", "- x of x",
        "n of n", "own", "- z", "s", "- k", "- u", "- two", "- u of u", "- a",
      ])
  }

  // Rule F69.
  @Test func `get the questions and sections that come to theirs, each in its place`() throws {
    func part(_ id: String, _ rows: Document.Row...) -> Document.Section {
      Document.Section(id: SectionID(unchecked: id), fields: [.parent: "m"], rows: rows)
    }
    try migrating(
      from: [
        section("m", repeats: true, row("b"), row("c"), row("u", under: "c"), row("d")),
        part("p", row("e")), section("z", row("y")),
      ],
      to: [
        section(
          "m", repeats: true, row("a"), row("b"), row("c"), row("t", under: "c"),
          row("u", under: "c"), row("v", under: "c"), row("n"), row("d")),
        part("o", row("x")), part("p", row("e"), row("f")), part("q", row("w")),
        section("z", row("y")),
      ],
      fill: { session in
        let instance = try session.add(to: "m")
        try session.set(Field<String>("d"), in: instance, to: "kept")
      },
      expecting: [
        "m", "- a", "- b", "- c", "- t", "- u", "- v", "- n", "- d", "o", "- x", "p", "- e", "- f",
        "q", "- w", "m of m", "- a of a", "- b of b", "- c of c", "- t of t", "- u of u",
        "- v of v",
        "- n of n", "- kept", "o of o", "- x of x", "p of p", "- e of e", "- f of f", "q of q",
        "- w of w", "z", "- y",
      ])
  }

  // Rule F69.
  @Test func `of a question get what comes under it, wherever it repeats`() throws {
    let rows = [row("q", repeats: true), row("u", under: "q")]
    let more = [row("q", repeats: true), row("t", under: "q"), row("u", under: "q")]
    try migrating(
      from: [
        Document.Section(id: "m", fields: [.repeats: true], rows: rows),
        section("s", row("k", repeats: true)),
      ],
      to: [
        Document.Section(id: "m", fields: [.repeats: true], rows: more),
        section("s", row("k", repeats: true), row("l", under: "k")),
      ],
      fill: { session in
        let instance = try session.add(to: "m")
        try session.set(try session.add(to: Field<String>("q"), in: instance), to: "three")
        for answer in ["one", "two"] {
          try session.set(try session.add(to: Field<String>("k")), to: answer)
        }
      },
      expecting: [
        "m", "- q", "- t", "- u", "m of m", "- q of q", "- three", "- t of t", "- u of u", "s",
        "- k", "- l", "- one", "- l of l", "- two", "- l of l",
      ])
  }

  // Rule F69: an instance follows a renamed row as it followed the old one, and gets no second.
  @Test func `get nothing that they have under another name`() throws {
    try withTemporaryStore { store in
      _ = try store.publish(
        "f", Document(sections: [section("m", repeats: true, row("a"))]), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let instance = try session.add(to: "m")
      try session.set(Field<String>("a"), in: instance, to: "kept")
      _ = try store.publish(
        "f", Document(sections: [section("m", repeats: true, row("n"), row("b"))]), by: Self.by)
      try session.perform(.migrate(renaming: [RowRename("a", to: "b")]))
      #expect(
        session.document.content.outline == ["m", "- n", "- b", "m of m", "- n of n", "- kept"])
      #expect(try store.document("d").content.isIdentical(to: session.document.content))
      #expect(try store.verify().findings == [])
    }
  }

  // Rule F69: all or nothing.
  @Test func `are refused what would have too long a name`() throws {
    try withTemporaryStore { store in
      _ = try store.publish(
        "f", Document(sections: [section("m", repeats: true, row("a"))]), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      _ = try session.add(to: "m")
      let long = String(repeating: "x", count: 250)
      let form = try Document(sections: [section("m", repeats: true, row("a"), row(long))])
      _ = try store.publish("f", form, by: Self.by)
      let (count, content) = (session.document.count, session.document.content)
      let edits = [{ try session.perform(.migrate()) }, { try session.perform(.apply(form)) }]
      for edit in edits {
        let error = try #require(throws: SessionError.self) { try edit() }
        guard case .store(.structure(.name)) = error else { throw error }
      }
      #expect(session.document.count == count && session.document.content == content)
      #expect(try store.verify().findings == [])
    }
  }
}
