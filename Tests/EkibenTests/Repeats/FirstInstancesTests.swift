import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let pill = Field("pill")
  fileprivate static let call = Field("call")
}

/// What repeats, as it is when a document begins, and while it has no answer.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Instances that a form begins with` {
  private func withSession(
    _ form: Form, _ body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
      try expectReplay(of: session.document, in: store)
    }
  }

  // Rule F30.
  @Test func `a question that repeats has one for each initial value, also in an instance`() throws
  {
    let pill = TextInput(.pill, title: "Pill").setting(.initial, to: .list(["a", "b"]))
    let form = Form("f") {
      Section("s") { pill.repeated(label: "Med", least: 3) }
      Repeat("kids", label: "Kid") {
        TextInput(.call, title: "Call").setting(.initial, to: .list(["1", "2"])).repeated()
      }
    }
    try withSession(form) { session, table in
      #expect(session.instances(of: .pill).map { session[$0] } == ["a", "b", nil])
      #expect(session.document.count == 1)
      // Rule F43.
      try expectTable(
        table,
        equals: """
            + Med (3)
              Med 1   a
              Med 2   b
              Med 3   –

            + Kid (0)
          """)
      let kid = try session.add(to: "kids")
      #expect(session.instances(of: .call, in: kid).map { session[$0] } == ["1", "2"])
      let third = try session.add(to: .pill)
      #expect(session[third] == nil)
    }
  }

  // Rule F30.
  @Test func `a question has no more initial values than it may have instances`()
    throws
  {
    let initial = Value.list(["a", "b"])
    let pill = TextInput(.pill, title: "Pill").setting(.initial, to: initial)
    #expect(try pill.repeated(greatest: 2).acceptedInitial() == initial)
    #expect(throws: InputError.self) { try pill.repeated(greatest: 1).acceptedInitial() }
  }

  // Rule F43.
  @Test func `a section in what repeats says how deep it stands`() {
    let kids = Repeat("kids") {
      TextInput(.call, title: "Call")
      Repeat("pets") { TextInput(.pill, title: "Pill") }
    }
    let home = Repeat("homes") { kids }
    #expect(kids.sections.map { $0.record[.level] } == [nil, 1])
    #expect(home.sections.map { $0.record[.level] } == [nil, 1, 2])
    #expect(home.sections.map { $0.record.text(.parent) } == [nil, "homes", "kids"])
  }

  // Rule F43.
  @Test func `a section is drawn one deeper than the one that it stands in`() throws {
    func section(_ id: SectionID, _ header: String?, in parent: SectionID?) -> Document.Section {
      var section = Document.Section(id: id, fields: Fields())
      section.fields[.header] = header.map {
        .record(["component": "Description", "text": .text($0)])
      }
      section.fields[.parent] = parent.map { .text($0.rawValue) }
      let id = RowID(unchecked: "r-\(id)")
      section.rows = [Document.Row(id: id, fields: Description(id, "text").record)]
      return section
    }
    var more = section("c", nil, in: "b")
    more.fields[.continues] = true
    let sections = [
      section("a", "A", in: nil), section("b", "B", in: "a"), more, section("d", "D", in: "b"),
    ]
    try withSession(Form("f", fields: [:], sections: sections)) { session, table in
      let drawn = """
        A
          text

          B
            text

            text

            D
              text
        """
      try expectTable(table, equals: drawn)
      try session.remove(Field<String>("r-a"))
      try session.undo()
      try expectTable(table, equals: drawn)
    }
  }

  // Rule F40.
  @Test func `an instance has all that its template says, but for the answer`() throws {
    let name: Fields = [.component: "TextInput", .title: "Name", .value: "Ada"]
    let content = try Document(sections: [
      .init(id: "kids", fields: [.repeats: true], rows: [.init(id: "name", fields: name)]),
      .init(
        id: "k", fields: [.template: "kids", .parent: "kids"],
        rows: [.init(id: "k/name", fields: [.template: "name"])]),
    ])
    let structure = DocumentStructure(content, Document.Index(content))
    let definition = structure.definition(of: try #require(content.row("k/name")))
    #expect(definition[.title] == "Name" && definition[.component] == "TextInput")
    #expect(definition[.value] == nil)
  }

  // Rule F40.
  @Test func `a section under a question stands in an instance under that of the instance`() throws
  {
    let text: Fields = [.component: "TextInput"]
    let form = Form(
      "f", fields: [:],
      sections: [
        .init(id: "kids", fields: [.repeats: true], rows: [.init(id: "ill", fields: text)]),
        .init(
          id: "details", fields: [.parent: "kids", .parentRow: "ill"],
          rows: [.init(id: "since", fields: text)]),
      ])
    try withSession(form) { session, _ in
      let kid = try session.add(to: "kids").section
      let details = try #require(
        session.document.content.section(SectionID(unchecked: "\(kid)/details")))
      #expect(details.fields[.parentRow] == .text("\(kid)/ill"))
      #expect(details.fields[.parent] == .text(kid.rawValue))
    }
  }

  @Test func `a row stays beside those of its section that stand under its question`()
    throws
  {
    let text: Fields = [.component: "TextInput"]
    let under = text.setting(.parentRow, "ill")
    let form = Form(
      "f", fields: [:],
      sections: [
        .init(
          id: "s",
          rows: [.init(id: "ill", fields: text)]
            + ["one", "two"].map { .init(id: $0, fields: under) }),
        .init(id: "t", rows: [.init(id: "other", fields: under)]),
      ])
    try withSession(form) { session, _ in
      #expect(
        throws: SessionError.store(.structure(.notBeside(.row("one"), .row("other"))))
      ) { try session.move(Field<String>("one"), to: .after(Field<String>("other"))) }
      try session.move(Field<String>("one"), to: .after(Field<String>("two")))
      let rows = session.document.content.sections[0].rows.map(\.id)
      #expect(rows == ["ill", "two", "one"])
    }
  }

  // Rule F42.
  @Test func `what repeats does not go while there have to be some of it`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(.pill, title: "Pill").repeated(least: 1)
        TextInput(.call, title: "Call").repeated()
      }
      Repeat("kids", label: "Kid", least: 2) { TextInput(Field<String>("name"), title: "Name") }
    }
    try withSession(form) { session, _ in
      #expect(throws: SessionError.store(.structure(.tooFew(.row("pill"), least: 1)))) {
        try session.remove(Field.pill)
      }
      #expect(throws: SessionError.store(.structure(.tooFew(.section("kids"), least: 2)))) {
        try session.remove(Instance("kids"))
      }
      let call = try session.add(to: .call)
      try session.remove(Field.call)
      #expect(session.document.row(call.row) == nil)
    }
  }

  // Rule F42. A file of a few bytes may want more than any memory holds.
  @Test(arguments: [[100_001], [.max], [60_000, 60_000], [0, .max]])
  func `are together no more than one step may add`(least: [Int]) throws {
    func questions() -> [any Component] {
      least.enumerated().map { at, least in
        TextInput(Field<String>(RowID(unchecked: "q\(at)"))).repeated(least: least)
      }
    }
    let forms = [
      Form("f") { Section("s") { for question in questions() { question } } },
      Form("f") { Repeat("kids", least: 1) { for question in questions() { question } } },
    ]
    for form in forms {
      let document = try form.document()
      let structure = DocumentStructure(document, Document.Index(document))
      #expect(throws: StructureError.tooLarge(limit: 100_000)) {
        try structure.beginning(InstanceIDs([]) { _ in false })
      }
    }
  }

  // Rule F48.
  @Test func `what is required and repeats wants one that is answered`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(.pill, title: "Pill").required().repeated(label: "Med")
        TextInput(.call, title: "Call").required().repeated().visible(when: .pill == "x")
      }
      Repeat("kids", header: "Kids", label: "Kid") {
        TextInput(Field<String>("name"), title: "Name")
      }
    }
    var sections = form.sections
    sections[1].fields[.required] = true
    try withSession(Form("f", fields: [:], sections: sections)) { session, table in
      try expectTable(
        table,
        equals: """
            + Med * (0)

          Kids *
            + Kid (0)
          """)
      @MainActor func wrong() -> [String] { session.issues.map { "\($0.row): \($0.message)" } }
      #expect(wrong() == ["pill: an answer is needed", "kids: an answer is needed"])
      let kid = try session.add(to: "kids")
      let pill = try session.add(to: .pill)
      #expect(wrong() == ["\(pill.row): an answer is needed", "kids: an answer is needed"])
      try session.set(Field<String>("name"), in: kid, to: "Ada")
      try session.set(pill, to: "a")
      #expect(wrong() == [])
      try session.set(Field<String>("name"), in: kid, to: nil)
      #expect(wrong() == ["kids: an answer is needed"])
      #expect(session.document.content.issues() == session.issues)
    }
  }

  // Rule F30.
  @Test func `a form in Swift with a wrong one is refused before it is published`() throws {
    let form = Form("f") {
      Section("s") { Choice(.pill, options: [Choice.Option("a")]).initial("zz") }
    }
    try withTemporaryStore { store in
      let refusal = SessionError.input(
        InputError(row: "pill", .notAnOption(text: "zz", options: [Choice.Option("a")])))
      #expect(throws: refusal) { _ = try store.editor("visit", from: form, in: .fixed()) }
      let forms = try store.forms()
      #expect(forms.isEmpty)
    }
  }
}
