import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Rules D20 and F40: where a revision has what repeats elsewhere, its instances go with it.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Instances of what a revision puts elsewhere` {
  private static let by = EditMetadata(author: "Ada", time: 1)

  private func row(_ id: String, repeats: Bool = false, under parent: String? = nil)
    -> Document.Row
  {
    var fields: Fields = [.component: "TextInput", .title: .text(id)]
    if repeats { fields[.repeats] = true }
    if let parent { fields[.parentRow] = .text(parent) }
    return Document.Row(id: RowID(unchecked: id), fields: fields)
  }

  private func section(_ id: String, repeats: Bool = false, _ rows: Document.Row...)
    -> Document.Section
  {
    Document.Section(
      id: SectionID(unchecked: id), fields: repeats ? [.repeats: true, .header: .text(id)] : [:],
      rows: rows)
  }

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
      try session.migrate()
      #expect(session.document.content.outline == expected)
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
      expecting: ["t", "- b", "s", "- q", "inner", "- n", "s of s", "- q of q", "v", "- c"])
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

  // Rule F44: an id of a description that an instance has is that of a record of its own.
  @Test func `give way to a described row of the same id`() throws {
    try withTemporaryStore { store in
      _ = try store.publish(
        "f", Document(sections: [section("s", row("q", repeats: true))]), by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      let instance = try session.add(to: Field<String>("q"))
      try session.apply(
        Document(sections: [
          section("s", row("q", repeats: true), row("a"), row(instance.row.rawValue))
        ]))
      let rows = session.document.content.sections.flatMap { $0.rows.map(\.id) }
      #expect(rows == ["q", "a", instance.row])
      #expect(try store.document("d").content.isIdentical(to: session.document.content))
      #expect(try store.verify().findings == [])
    }
  }
}

extension Document {
  /// Its records in order: of those of instances what they follow, or their answers.
  fileprivate var outline: [String] {
    sections.flatMap { section in
      [section.fields.text(.template).map { "\($0) of \($0)" } ?? section.id.rawValue]
        + section.rows.map { row in
          if let answer = row.fields.text(.value) { return "- \(answer)" }
          return "- "
            + (row.fields.text(.template).map { "\(row.part) of \($0)" } ?? row.id.rawValue)
        }
    }
  }
}

extension Document.Row {
  /// What an instance calls it.
  fileprivate var part: String { String(id.rawValue.split(separator: "/").last ?? "") }
}
