import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

// Rules D19 and D20: what a revision puts into a section that the document took away.
@Suite(.timeLimit(.minutes(20))) struct `A section that a document took away` {
  private static let by = EditMetadata(author: "Ada", time: 1)

  private func form(_ sketch: String, in parents: [SectionID: String] = [:]) throws -> Document {
    let form = try Document(sketch: sketch)
    return try Document(
      sections: form.sections.map { section in
        var section = section
        section.fields[.parent] = parents[section.id].map(Value.text)
        return section
      })
  }

  /// Without the section `meds`, and with an answer to `name`.
  private func withRemoval(
    _ removal: Edit = .remove(.section("meds")), next: Document,
    _ body: (Store, inout StoredDocument) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      _ = try store.publish("f", form("person: name | meds: drug"), by: Self.by)
      var document = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      try store.perform(.answers([("name", "Ada")]), on: &document, by: Self.by)
      try store.perform(removal, on: &document, by: Self.by)
      _ = try store.publish("f", next, by: Self.by)
      try body(store, &document)
      try expectSameWhenRead(document, store)
      #expect(try store.verify().findings == [])
    }
  }

  /// Sections and their rows, those that are retired with a degree sign.
  private func outline(_ document: StoredDocument) -> String {
    document.content.sections.map { section in
      let rows = section.rows.map { " \($0.id)" + (document.isRetired($0.id) ? "°" : "") }
      return "\(section.id):" + rows.joined()
    }.joined(separator: " | ")
  }

  private static let revisions:
    [(sketch: String, parents: [SectionID: String], without: String, with: String)] = [
      (
        "person: name | meds: drug freq", [:], "person: name", "person: name | meds: drug freq"
      ),
      ("person: | meds: drug name", [:], "person: name°", "person: | meds: drug name"),
      (
        "person: name | meds: drug | sub: s", ["sub": "meds"], "person: name",
        "person: name | meds: drug | sub: s"
      ),
      (
        "person: name | deep: t | meds: drug | sub: s", ["sub": "meds", "deep": "sub"],
        "person: name", "person: name | deep: t | meds: drug | sub: s"
      ),
      (
        "person: name | meds: drug", ["person": "meds"], "person: name°",
        "person: name | meds: drug"
      ),
    ]

  @Test(arguments: revisions.indices, [false, true])
  func `stays away with all that a revision puts there, and comes back with it`(
    at: Int, isDescribed: Bool
  ) throws {
    let (sketch, parents, without, with) = Self.revisions[at]
    let removal = isDescribed ? Edit.apply(try form("person: name")) : .remove(.section("meds"))
    try withRemoval(removal, next: form(sketch, in: parents)) { store, document in
      var states = [document.content]
      for (edit, expected) in [
        (Edit.migrate(), without), (.revert(3), with), (.undo(steps: 1), without),
        (.undo(steps: 1), "person: name"), (.undo(steps: 1), "person: name | meds: drug"),
        (.redo(steps: 2), without), (.migrate(to: 1), "person: name"),
      ] as [(Edit, String)] {
        try store.perform(edit, on: &document, by: Self.by)
        #expect(outline(document) == expected)
        #expect(document.row("name")?.fields[.value] == "Ada")
        try expectSameWhenRead(document, store)
        states.append(document.content)
      }
      for (place, content) in states.enumerated() {
        #expect(try store.content(of: document, at: place + 3) == content)
      }
      _ = try store.compact()
      document = try store.document("d")
      for (place, content) in states.enumerated() {
        #expect(try store.content(of: document, at: place + 3) == content)
      }
      try expectExchanged(document, store)
    }
  }

  /// Takes a document over revisions, each edit with the outline that it leaves.
  private func walk(over revisions: [Document], _ steps: [(Edit, String)]) throws {
    try withTemporaryStore { store in
      for (at, revision) in revisions.enumerated() {
        _ = try store.publish("f", revision, by: Self.by)
        if at == 0 { _ = try store.create("d", from: "f", uid: Array(1...16), by: Self.by) }
      }
      var document = try store.document("d")
      for (edit, expected) in steps {
        try store.perform(edit, on: &document, by: Self.by)
        #expect(outline(document) == expected)
        try expectSameWhenRead(document, store)
      }
      let copy = try store.duplicate(document, as: "copy", uid: Array(2...17), by: Self.by)
      #expect(copy.content == document.content)
      try expectSameWhenRead(copy, store)
      _ = try store.compact()
      try expectExchanged(try store.document("d"), store)
      try expectExchanged(try store.document("copy"), store)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `leaves a row that was moved out of it with its answer, also retired`() throws {
    let (whole, moved) = ("t: u diagnosis | s: r | v: w", "t: u diagnosis | v: w r")
    let retired = "t: u diagnosis° | v: w r°"
    try walk(
      over: [form(whole), form("t: u | v: w"), form("t: u")],
      [
        (.answers([("r", "hello"), ("diagnosis", "flu")]), whole),
        (.move(.row("r"), to: .section("v")), "t: u diagnosis | s: | v: w r"),
        (.remove(.section("s")), moved), (.migrate(to: 2), retired), (.undo(steps: 1), moved),
        (.redo(steps: 1), retired), (.migrate(to: 3), "t: u diagnosis° | v: r°"),
        (.migrate(to: 2), retired), (.checkout(1), whole), (.checkout(5), retired),
        (.migrate(to: 1), moved), (.migrate(to: 2), retired),
      ])
  }

  @Test func `leaves a row to one that is retired, too`() throws {
    let moved = "t: u | a: x z name"
    try walk(
      over: [form("t: u name | a: x | b: z"), form("t: u")],
      [
        (.apply(try form(moved)), moved), (.answers([("name", "Ada"), ("z", "z")]), moved),
        (.migrate(), "t: u | a: z° name°"), (.undo(steps: 1), moved),
        (.redo(steps: 1), "t: u | a: z° name°"),
      ])
  }

  @Test func `leaves a row that a revision has in what stands in it`() throws {
    let (first, moved) = ("t: u | w: r | v: q | outer: x", "t: u | w: | v: q r")
    try walk(
      over: [
        form(first), form("t: u | v: q | outer: x | s: r", in: ["s": "outer"]), form("t: u | v: q"),
      ],
      [
        (.answers([("r", "hello")]), first),
        (.move(.row("r"), to: .section("v")), "t: u | w: | v: q r | outer: x"),
        (.remove(.section("outer")), moved), (.migrate(to: 2), "t: u | v: q r"),
        (.migrate(to: 3), "t: u | v: q r°"), (.undo(steps: 1), "t: u | v: q r"),
        (.undo(steps: 1), moved), (.redo(steps: 2), "t: u | v: q r°"),
      ])
  }

  @Test func `may be one of its own that a revision has, too, and is in a duplicate`() throws {
    let (own, retired) = ("t: u | v: | s: w x", "t: u | v: | s: w r° x")
    try walk(
      over: [form("t: u | v:"), form("t: u | v: | s: r")],
      [
        (.apply(try form(own)), own), (.migrate(to: 2), "t: u | v: | s: w r x"),
        (.answers([("r", "hello"), ("x", "own")]), "t: u | v: | s: w r x"),
        (.migrate(to: 1), retired),
        (.move(.section("t"), to: .after(.section("s"))), "v: | s: w r° x | t: u"),
        (.move(.section("v"), to: .after(.section("t"))), "s: w r° x | t: u | v:"),
      ])
  }

  private static let kept = "inner: z new | t: u"

  /// A document without the section `outer`, and with what stood in it.
  private func withInner(
    _ removal: (StoredDocument, Document) -> Edit,
    _ body: (Store, inout StoredDocument) throws -> Void
  ) throws {
    let parents: [SectionID: String] = ["inner": "outer"]
    try withTemporaryStore { store in
      let first = try form("outer: x | inner: z | t: u", in: parents)
      _ = try store.publish("f", first, by: Self.by)
      var document = try store.create("d", from: "f", uid: Array(1...16), by: Self.by)
      try store.perform(.answers([("z", "important")]), on: &document, by: Self.by)
      let description = try form(Self.kept, in: parents)
      try store.perform(removal(document, description), on: &document, by: Self.by)
      #expect(outline(document) == Self.kept)
      try expectSameWhenRead(document, store)
      #expect(try store.verify().findings == [])
      try body(store, &document)
      #expect(document.row("z")?.fields[.value] == "important")
      try expectSameWhenRead(document, store)
      try expectExchanged(document, store)
      #expect(try store.verify().findings == [])
    }
  }

  // Rule D19.
  @Test func `leaves by itself what a description keeps of it, on every revision`() throws {
    let parents: [SectionID: String] = ["inner": "outer"]
    try withInner({ .apply($1) }) { store, document in
      let description = try form(Self.kept, in: parents)
      let again = try store.perform(.apply(description), on: &document, by: Self.by)
      #expect(again == nil && document.content.sections[0].fields[.parent] == nil)
      let next = try form("outer: x y | inner: z more | t: u v", in: parents)
      _ = try store.publish("f", next, by: Self.by)
      for (edit, expected) in [
        (.migrate(), "inner: z more new | t: u v"), (.undo(steps: 1), Self.kept),
        (.undo(steps: 1), "outer: x | inner: z | t: u"),
        (.redo(steps: 2), "inner: z more new | t: u v"),
        (.apply(try form("inner: z | t: u", in: parents)), "inner: z | t: u"),
      ] as [(Edit, String)] {
        try store.perform(edit, on: &document, by: Self.by)
        #expect(outline(document) == expected)
        try expectSameWhenRead(document, store)
        _ = try store.compact()
        document = try store.document("d")
      }
    }
  }

  // Older programs left it where it stood.
  @Test func `may have left what stood in it`() throws {
    func removal(_ document: StoredDocument, _ description: Document) -> Edit {
      let wanted = document.structure.keepingAnswers(in: description)
      return .changes(Changeset(from: document.content, to: wanted))
    }
    try withInner(removal) { store, document in
      try store.perform(.answers([("new", "N")]), on: &document, by: Self.by)
      #expect(document.content.sections[0].fields[.parent] == "outer")
      for edit in [Edit.undo(steps: 2), .redo(steps: 2)] {
        try store.perform(edit, on: &document, by: Self.by)
        try expectSameWhenRead(document, store)
      }
      let next = try form("outer: x y | inner: z | t: u", in: ["inner": "outer"])
      _ = try store.publish("f", next, by: Self.by)
      #expect(throws: StoreError.structure(.notInto(.row("new"), "inner"))) {
        try store.perform(.migrate(), on: &document, by: Self.by)
      }
      _ = try store.compact()
      document = try store.document("d")
      #expect(outline(document) == Self.kept)
    }
  }

  private func expectExchanged(_ document: StoredDocument, _ store: Store) throws {
    func export(_ document: StoredDocument, from store: Store) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try store.exportHistory(of: document) { bytes += try $0.encoded() }
      return bytes
    }
    let bytes = try export(document, from: store)
    _ = try Replay(ofHistory: bytes).run(checking: .whole)
    try withTemporaryStore { other in
      let copy = try other.importHistory(bytes)
      #expect(copy.content == document.content)
      #expect(try export(copy, from: other) == bytes)
      #expect(try other.verify().findings == [])
    }
  }

  @Test func `leaves answers that can be taken over, also once that is archived`() throws {
    try withRemoval(next: form("person: | meds: drug name")) { store, document in
      try store.perform(.migrate(), on: &document, by: Self.by)
      let retired = document.content
      try store.perform(.apply(try form("person: name")), on: &document, by: Self.by)
      #expect(outline(document) == "person: name")
      _ = try store.compact()
      document = try store.document("d")
      let targets = [FieldName.retired, .visible, .section].map { Change.Target(.row("name"), $0) }
      #expect(
        try store.fields(targets, of: document, at: 4).map(\.value) == [1, false, "person"])
      #expect(
        try store.fields(targets, of: document, at: 5).map(\.value) == [nil, nil, "person"])
      try store.perform(.undo(steps: 1), on: &document, by: Self.by)
      #expect(document.content == retired)
      try store.perform(.redo(steps: 1), on: &document, by: Self.by)
      #expect(outline(document) == "person: name")
    }
  }

  // Somewhere in the file a row was moved by hand: only then is there a place to ask for.
  @Test func `is asked for with a row that went, came back, and would stand in it now`() throws {
    try withRemoval(next: form("person: | meds: drug name")) { store, document in
      let moved = try form("person: | meds: drug name")
      _ = try store.publish("other", form("person: name | meds: drug"), by: Self.by)
      var other = try store.create("o", from: "other", uid: Array(2...17), by: Self.by)
      try store.perform(.apply(moved), on: &other, by: Self.by)
      var states = [document.content]
      for edit in [
        Edit.remove(.row("name")), .undo(steps: 1), .migrate(), .undo(steps: 1), .redo(steps: 1),
      ] {
        try store.perform(edit, on: &document, by: Self.by)
        states.append(document.content)
      }
      #expect(outline(document) == "person: name°")
      let answer = Change.Target(.row("name"), .value)
      for _ in 1...2 {
        for (place, content) in states.enumerated() {
          #expect(try store.content(of: document, at: place + 3) == content)
          let field = try store.fields([answer], of: document, at: place + 3)[0]
          #expect(field.value == content.row("name")?.fields[.value])
        }
        _ = try store.compact()
        document = try store.document("d")
      }
      try expectExchanged(document, store)
    }
  }

  @Test func `has no row to which an answer could go under another name`() throws {
    try withRemoval(next: form("person: mail | meds: drug nick")) { store, document in
      let rename = RowRename("name", to: "nick")
      #expect(throws: StoreError.unfitRename(rename, .missing("nick", revision: 2))) {
        try store.perform(.migrate(renaming: [rename]), on: &document, by: Self.by)
      }
      #expect(document.revision == 1)
    }
  }
}
