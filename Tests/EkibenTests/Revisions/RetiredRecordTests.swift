import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

/// Rules D19 and F44: rows that only another revision has, in descriptions and sections of the document's own.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A retired row` {
  private static let by = EditMetadata(author: "Ada", time: 1)

  private func form(_ sections: [(id: String, rows: [String])]) throws -> Document {
    try Document(
      sections: sections.map { section in
        Document.Section(
          id: SectionID(unchecked: section.id),
          rows: section.rows.map { row in
            Document.Row(
              id: RowID(unchecked: row), fields: [.component: "TextInput", .kind: "integer"])
          })
      })
  }

  private func withSession(
    over form: Document, _ body: @MainActor (Store, Session) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      _ = try store.publish("f", form, by: Self.by)
      _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      let session = try store.open("d", in: .fixed())
      try body(store, session)
      #expect(try store.verify().findings == [])
    }
  }

  private func expectAsRead(_ session: Session, _ store: Store) throws {
    let read = try store.document("d")
    #expect(session.document.content.isIdentical(to: read.content))
    #expect(session.document.origins == read.origins)
  }

  @Test func `that a description has becomes the document's own, with an answer and without`()
    throws
  {
    try withSession(over: form([("s", ["a", "b"])])) { store, session in
      try session.set([("b", 1)])
      _ = try store.publish("f", form([("s", ["a"])]), by: Self.by)
      try session.perform(.migrate())
      #expect(session.document.row("b")?.fields[.retired] == 1)
      try session.perform(.apply(try form([("s", ["a", "b"])])))
      #expect(session.document.row("b")?.fields[.retired] == nil)
      try expectAsRead(session, store)
      try session.set([("b", nil)])
      #expect(session.document.row("b") != nil)
      try expectAsRead(session, store)
      try session.set([("b", 2)])
      try expectAsRead(session, store)
      try session.undo(steps: 2)
      try expectAsRead(session, store)
      try session.undo()
      #expect(session.document.row("b")?.fields[.retired] == 1)
      try expectAsRead(session, store)
      try session.redo(steps: 2)
      try expectAsRead(session, store)
    }
  }

  // Rule D19.
  @Test func `takes no edits, nor takes in what is none`() throws {
    try withSession(over: form([("s", ["a", "b"]), ("t", ["c"])])) { store, session in
      try session.set([("b", 1), ("c", 2)])
      _ = try store.publish("f", form([("s", ["a"])]), by: Self.by)
      try session.perform(.migrate())
      let before = session.document
      let places: [StructurePlace] = [.before(.row("c")), .after(.row("c")), .section("t")]
      for edit in [.answers([("b", 3)]), .answers([("b", nil)]), .draft("x", in: "b")]
        + [.remove(.row("b")), .remove(.row("c")), .move(.row("b"), to: .before(.row("a")))]
        + [.remove(.section("t")), .move(.section("t"), to: .before(.section("s")))]
        + places.map({ .move(.row("a"), to: $0) }) as [Edit]
      {
        let error = try #require(throws: SessionError.self) { try session.perform(edit) }
        switch error {
        case .store(.retired), .store(.structure(.unknown(.section("t")))): break
        default: throw error
        }
      }
      #expect(session.document.count == before.count)
      try session.perform(.move(.row("a"), to: .after(.row("b"))))
      try session.perform(.migrate(to: 1))
      #expect(["b", "c"].map { session.document.answer(of: $0) } == [1, 2])
    }
  }

  @Test func `is known later by the revision that it was from`() throws {
    try withSession(over: form([("s", ["a", "b"])])) { store, session in
      try session.set([("b", 1)])
      _ = try store.publish("f", form([("s", ["a"])]), by: Self.by)
      try session.perform(.migrate())
      let number = session.document.count
      try session.set([("a", 2)])
      let targets = [FieldName.retired, .visible].map { Change.Target(.row("b"), $0) }
      let past = try store.fields(targets, of: session.document, at: number)
      #expect(past.map(\.value) == [1, false])
    }
  }

  // The document may be back on a revision that is not the last one that it used.
  @Test(arguments: [3, 2]) func `is retired in a duplicate, too, and comes back there with its row`(
    revision: Int
  ) throws {
    try withSession(over: form([("s", ["a", "b"]), ("t", ["c"])])) { store, session in
      try session.set([("b", 1), ("c", 2)])
      for rows in [["a"], ["a", "d"]] {
        _ = try store.publish("f", form([("s", rows)]), by: Self.by)
        try session.perform(.migrate())
      }
      try session.set([("a", 3), ("d", 4)])
      try session.perform(.migrate(to: revision))
      let copy = try session.duplicate(as: "copy")
      #expect(copy.content == session.document.content && copy.revision == revision)
      #expect(["b", "c", "d"].map(copy.isRetired) == [true, true, revision == 2])
      let entries = try store.entries(of: copy, 1...9)
      let moves = revision == 3 ? 2 : 3
      #expect(
        entries.map(\.kind) == [.create] + Array(repeating: .migrate, count: moves) + [.import])
      #expect(entries.map(\.step) == [1] + Array(repeating: 2, count: moves + 1))
      let other = try store.open("copy", in: .fixed())
      #expect(throws: SessionError.self) { try other.set([("b", 5)]) }
      try other.perform(.migrate(to: 1))
      #expect(["b", "c"].map(other.document.isRetired) == [false, false])
      try other.set([("b", 5)])
      let values = ["a", "b", "c"].map { other.document.row($0)?.fields[.value] }
      #expect(values == [3, 5, 2])
      try other.undo(steps: 3)
      #expect(other.document.revision == 1 && other.document.head == 1)
      #expect(other.document.row("b")?.fields[.value] == nil)
      try other.redo(steps: 1)
      #expect(other.document.content == session.document.content)
    }
  }

  @Test func `is one of the document's own in a section that stands in a retired one`() throws {
    try withSession(over: form([("s", ["a"]), ("outer", ["b"])])) { store, session in
      var sections = Array(try form([("s", ["a"]), ("outer", ["b"]), ("own", ["x"])]).sections)
      sections[2].fields[.parent] = "outer"
      try session.perform(.apply(try Document(sections: sections)))
      try session.set([("x", 1)])
      #expect(!session.document.isRetired("x"))
      _ = try store.publish("f", form([("s", ["a"])]), by: Self.by)
      try session.perform(.migrate())
      #expect(session.document.row("x")?.fields[.retired] == nil)
      #expect(session.document.isRetired("x") && !session.document.isRetired("a"))
      try expectAsRead(session, store)
    }
  }

  @Test func `is kept, too, in a section that the document made`() throws {
    try withSession(over: form([("s", ["a"])])) { store, session in
      try session.perform(.apply(try form([("s", ["a"]), ("own", ["x"])])))
      _ = try store.publish("f", form([("s", ["a"]), ("own", ["b"])]), by: Self.by)
      try session.perform(.migrate())
      try session.type("text", in: Field<String>("b"))
      try session.set([("a", 1)])
      _ = try store.publish("f", form([("s", ["a", "c"])]), by: Self.by)
      try session.perform(.migrate())
      #expect(session.document.row("b")?.fields[.draft] == "text")
      #expect(session.document.row("b")?.fields[.retired] == 2)
      try expectAsRead(session, store)
      try session.undo()
      #expect(session.document.row("b")?.fields[.draft] == "text")
      try expectAsRead(session, store)
    }
  }
}
