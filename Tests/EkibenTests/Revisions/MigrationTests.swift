import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore
import EkibenTesting
import TestSupport
import Testing

private func by(_ author: String = "Ada", _ time: Int64 = 1) -> EditMetadata {
  EditMetadata(author: author, time: time)
}

@Suite(.timeLimit(.minutes(20))) struct `A document that goes to another revision` {
  private func withSurvey(
    _ sketches: String..., body: (Store, inout StoredDocument) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      for (at, sketch) in sketches.enumerated() {
        _ = try store.publish("survey", try Document(sketch: sketch), by: by())
        if at == 0 {
          _ = try store.create(
            "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
        }
      }
      var document = try store.document("d")
      try body(store, &document)
      try expectSameWhenRead(document, store)
      #expect(try store.verify().findings == [])
    }
  }

  // Rules D19 and D20.
  @Test func `keeps its answers, those of rows that are gone as retired ones`() throws {
    try withSurvey("person: name age", "person: name mail") { store, document in
      try store.perform(
        .answers([("name", "Ada"), ("age", "36")]), on: &document, by: by("Bea", 2))
      let before = document.content
      let entry = try #require(try store.perform(.migrate(), on: &document, by: by("Cid", 3)))
      #expect(entry.kind == .migrate && entry.changes.changes.count == 1)
      #expect(document.revision == 2)
      #expect(document.row("name")?.fields[.value] == "Ada")
      #expect(document.row("mail")?.fields[.value] == nil)
      #expect(document.row("age")?.fields[.value] == "36")
      #expect(document.structure.retirement(of: .row("age")) == 1)
      #expect(throws: StoreError.retired("age", revision: 1, lacking: 2, document: "d")) {
        try store.perform(.answers([("age", "37")]), on: &document, by: by())
      }
      try store.perform(.answers([("mail", "ada@x.org")]), on: &document, by: by("Bea", 4))
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 2), on: &document, by: by())
      #expect(document.content == before && document.revision == 1)
      try expectSameWhenRead(document, store)
      try store.perform(.redo(steps: 2), on: &document, by: by())
      #expect(document.row("mail")?.fields[.value] == "ada@x.org" && document.revision == 2)
      #expect(try store.content(of: document, at: 2) == before)
      #expect(try store.content(of: document, at: 4) == document.content)
    }
  }

  @Test func `is shown beforehand with what formulas give on the other revision`() throws {
    func form(_ formula: String) throws -> Document {
      try Form("survey") {
        Section("s") {
          TextInput(Field<Int>("a"), title: "A")
          TextInput(Field<Int>("b"), title: "B")
          TextInput(Field<Int>("t"), title: "T").calculated(formula)
        }
      }
      .variable("a", "descendants().where(linkId = 'a').answer.value")
      .variable("b", "descendants().where(linkId = 'b').answer.value").document()
    }
    try withTemporaryStore { store in
      _ = try store.publish("survey", try form("%a + %b"), by: by())
      var document = try store.create(
        "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
      try store.perform(.answers([("a", 2), ("b", 5)]), on: &document, by: by())
      #expect(document.row("t")?.fields[.value] == 7)
      _ = try store.publish("survey", try form("%a * %b"), by: by())
      let preview = try store.preview(.migrate(), of: document, by: by())
      try store.perform(.migrate(), on: &document, by: by())
      #expect(document.row("t")?.fields[.value] == 10)
      #expect(preview.content == document.content)
    }
  }

  // Rules D20 and T3: hosts and rules follow, also of a session that did nothing itself.
  @MainActor @Test func `is shown by every session as a fresh render shows it`() throws {
    try withTemporaryStore { store in
      func form(_ rows: [Document.Row]) throws -> Document {
        try Document(sections: [Document.Section(id: "s", rows: rows)])
      }
      let shown: Fields = ["row": "ask", "is": true]
      _ = try store.publish(
        "survey",
        try form([
          Document.Row(id: "ask", fields: ["component": "Toggle", "title": "Ask?"]),
          Document.Row(id: "old", fields: ["component": "TextInput", "title": "Old"]),
        ]), by: by())
      let session = try store.open(
        try store.create("d", from: "survey", uid: Array(repeating: 1, count: 16), by: by()).name)
      let other = try store.open("d")
      let tables = [HeadlessTable(), HeadlessTable()]
      session.attach(tables[0])
      other.attach(tables[1])
      try session.set([("ask", .bool(true)), ("old", "kept")])
      _ = try store.publish(
        "survey",
        try form([
          Document.Row(id: "ask", fields: ["component": "Toggle", "title": "Ask?"]),
          Document.Row(
            id: "new",
            fields: ["component": "TextInput", "title": "New", "visible": .record(shown)]),
        ]), by: by())
      @MainActor func check() {
        for (table, session) in zip(tables, [session, other]) {
          expectShown(table, session)
        }
      }
      #expect(try session.perform(.migrate())?.kind == .migrate)
      check()
      #expect(tables[1].snapshot().contains("New") && !tables[1].snapshot().contains("Old"))
      try other.set([("new", "x")])
      try session.set([("ask", .bool(false))])
      check()
      #expect(throws: SessionError.self) { try other.set([("old", "y")]) }
      try other.undo(steps: 3)
      check()
      #expect(tables[0].snapshot().contains("kept"))
      try session.redo(steps: 3)
      check()
      #expect(try store.verify().findings == [])
    }
  }

  // Rules T3, T9 and T17.
  @MainActor
  @Test(
    arguments: [.required, .readOnly] as [FieldName],
    [true, .record([.fhirPath: "true"])] as [Value])
  func `may ask for a section, or close it, and is replayed`(name: FieldName, value: Value) throws {
    func form(_ fields: Fields) throws -> Document {
      let row = Document.Row(id: "name", fields: ["component": "TextInput", "title": "Name"])
      let header: Fields = [.header: EkibenForms.Section.supplement("Contact")]
      let fields = fields.reduce(into: header) { $0[$1.name] = $1.value }
      return try Document(sections: [Document.Section(id: "s", fields: fields, rows: [row])])
    }
    try withTemporaryStore { store in
      _ = try store.publish("survey", try form([:]), by: by())
      let document = try store.create(
        "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
      let session = try store.open(document.name)
      let table = HeadlessTable()
      session.onViolation = { Issue.record("\($0)") }
      session.attach(table)
      _ = try store.publish("survey", try form([name: value]), by: by())
      for edit in [Edit.migrate(), .undo(steps: 1), .redo(steps: 1)] {
        try session.perform(edit)
        expectShown(table, session)
      }
      #expect(try store.verify().findings == [])
      try expectReplay(of: session.document, in: store)
    }
  }

  /// What becomes of an answer to each row of a first form when the document goes to a second one.
  private func report(
    _ forms: [[(RowID, Fields)]], _ answers: [(row: RowID, value: Value?)]
  ) throws -> MigrationReport {
    try withTemporaryStore { store in
      for (at, rows) in forms.enumerated() {
        let rows = rows.map { Document.Row(id: $0, fields: $1.setting("component", "TextInput")) }
        let section = Document.Section(id: "s", rows: rows)
        _ = try store.publish("survey", try Document(sections: [section]), by: by())
        if at > 0 { continue }
        var document = try store.create(
          "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
        try store.perform(.answers(answers), on: &document, by: by())
      }
      let before = try store.document("d")
      var after = before
      try store.perform(.migrate(), on: &after, by: by())
      return MigrationReport(
        from: before, to: after, components: LiveComponents(registry: .standard), in: .standard)
    }
  }

  // Another store object on the file is as another process.
  @MainActor @Test
  func `takes what is given, typed or half typed in a row that came by another process`() throws {
    let edits: [@MainActor (Session) throws -> Void] = [
      { try $0.set([("name", "Ada"), ("mail", "ada@x.org")]) }, { try $0.type("Ada", in: "mail") },
      { try $0.type("ada", in: Field<String>("mail")) },
      { try $0.type("1990-0", in: Field<DateText>("born")) },
    ]
    for edit in edits {
      try withTemporaryStore { store in
        let session = try store.open(
          "d", from: Form("f") { Section("s") { TextInput(Field<String>("name")) } }, in: .fixed())
        let table = HeadlessTable()
        session.attach(table)
        let form = Form("f") {
          Section("s") {
            TextInput(Field<String>("name"))
            TextInput(Field<String>("mail"))
            DateInput(Field<DateText>("born"))
          }
        }
        let other = try Store(store.path).open("d", from: form, in: .fixed(author: "Bob"))
        try other.perform(.migrate())
        try edit(session)
        #expect(session.document.revision == 2 && session.document.count == 3)
        expectFresh(table, session)
        #expect(throws: SessionError.store(.unknownRow("none", document: "d"))) {
          try session.set([("none", 1)])
        }
      }
    }
  }

  // Rule D20.
  @Test func `is said to have a wrong answer only where it was not wrong before`() throws {
    let (number, least): (Fields, Fields) = (
      ["kind": "integer"], ["kind": "integer", "least": 18]
    )
    let report = try report(
      [[("wrong", least), ("right", number)], [("wrong", least), ("right", least)]],
      [("wrong", 3), ("right", 3)])
    #expect(report.answers.map(\.row) == ["wrong", "right"])
    #expect(report.answers[0].outcome == .kept)
    guard case .invalid(let issues) = report.answers[1].outcome else {
      Issue.record("\(report.answers[1].outcome)")
      return
    }
    #expect(issues.map(\.row) == ["right"])
  }

  // Rule D20.
  @Test(arguments: [(["one"], 1), (["one", "two"], 0)] as [([RowID], Int)])
  func `names a row that seems to be called otherwise now, if it can be only that`(
    rows: [RowID], count: Int
  ) throws {
    let named: Fields = ["title": "Name"]
    let report = try report([rows.map { ($0, named) }, [("new", named)]], [("one", "Ada")])
    #expect(report.answers.map(\.outcome) == [.retired])
    let suggestions = [RowRename("one", to: "new")]
    #expect(report.suggestions == (count == 0 ? [] : suggestions))
  }

  // Rule I13.
  @Test(arguments: ["1", "3", "0", "-1", "9223372036854775807", "-9223372036854775808"])
  func `is in no history that says another revision than its entry`(form: String) throws {
    try withSurvey("person: name", "person: name mail") { store, document in
      try store.perform(.migrate(), on: &document, by: by())
      var text = ""
      try store.exportHistory(of: document) {
        text += String(decoding: try $0.encoded(), as: UTF8.self)
      }
      let wrong = text.replacing("\"form\":2,", with: "\"form\":\(form),")
      #expect(wrong != text)
      try withTemporaryStore { other in
        #expect(throws: HistoryFileError.self) { try other.importHistory(Array(wrong.utf8)) }
        let copy = try other.importHistory(Array(text.utf8))
        #expect(copy.revision == 2)
      }
    }
  }

  // Rules D19 and F44.
  @Test func `keeps what is retired when it is made equal to a description`() throws {
    try withSurvey("person: name age", "person: name mail") { store, document in
      try store.perform(.answers([("name", "Ada"), ("age", "36")]), on: &document, by: by())
      try store.perform(.migrate(), on: &document, by: by())
      try store.perform(
        .apply(try Document(sketch: "person: mail name more")), on: &document, by: by())
      #expect(document.isRetired("age") && document.row("age")?.fields[.value] == "36")
      #expect(document.row("more") != nil)
      try expectSameWhenRead(document, store)
      try store.perform(.migrate(to: 1), on: &document, by: by())
      #expect(document.row("age")?.fields[.value] == "36" && !document.isRetired("age"))
    }
  }

  // Rule D18.
  @Test func `takes the answers of a renamed row along`() throws {
    try withSurvey("person: name age", "person: fullname age") { store, document in
      try store.perform(.answers([("name", "Ada")]), on: &document, by: by("Bea", 2))
      let before = document.content
      try store.perform(
        .migrate(renaming: [RowRename("name", to: "fullname")]), on: &document, by: by("Cid", 3))
      #expect(document.row("fullname")?.fields[.value] == "Ada" && document.row("name") == nil)
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.content == before)
    }
  }

  @Test func `takes what is no answer yet of a renamed row along`() throws {
    try withSurvey("person: name age", "person: fullname age") { store, document in
      try store.perform(.answers([("name", "Ada")]), on: &document, by: by("Bea", 2))
      try store.perform(.draft("Ada L", in: "name"), on: &document, by: by("Bea", 3))
      let before = document.content
      try store.perform(
        .migrate(renaming: [RowRename("name", to: "fullname")]), on: &document, by: by("Cid", 4))
      let fields = try #require(document.row("fullname")?.fields)
      #expect(fields[.value] == "Ada" && fields[.draft] == "Ada L")
      #expect(document.row("name") == nil)
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.content == before)
    }
  }

  @Test func `takes no answer to a secret row, nor from one`() throws {
    func form(_ rows: [(RowID, String)]) throws -> Document {
      let rows = rows.map { id, kind in
        Document.Row(id: id, fields: [.component: "TextInput", .kind: .text(kind)])
      }
      return try Document(sections: [.init(id: "login", rows: rows)])
    }
    for (old, new, secret) in [("plain", "secret", "key"), ("secret", "plain", "word")]
      as [(String, String, RowID)]
    {
      try withTemporaryStore { store in
        _ = try store.publish("login", form([("word", old)]), by: by())
        var document = try store.create(
          "d", from: "login", uid: Array(repeating: 1, count: 16), by: by())
        _ = try store.publish("login", form([("key", new)]), by: by())
        try store.perform(.answers([("word", "xyzzy")]), on: &document, by: by())
        let rename = RowRename("word", to: "key")
        #expect(throws: StoreError.unfitRename(rename, .secret(secret))) {
          try store.perform(.migrate(renaming: [rename]), on: &document, by: by())
        }
        #expect(document.revision == 1 && document.count == 2)
      }
    }
  }
}

/// Compares a document in memory with what the file says.
func expectSameWhenRead(_ document: StoredDocument, _ store: Store) throws {
  let read = try store.document(document.name)
  #expect(read.content == document.content)
  #expect(read.revision == document.revision && read.formContent == document.formContent)
  #expect(read.origins == document.origins)
}
