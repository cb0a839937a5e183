import Ekiben
import EkibenForms
import EkibenTesting
import TestSupport
import Testing

extension Field<String> {
  fileprivate static let a = Field("a")
  fileprivate static let c = Field("c")
}
extension Field<Int> {
  fileprivate static let b = Field("b")
}

private func twoPages() -> Form {
  Form("pages") {
    Section("first", header: "First") {
      TextInput(.a, title: "A").required()
      TextInput(.b, title: "B").required().least(18)
    }
    .page("first")
    Section("second", header: "Second") {
      TextInput(.c, title: "C").required()
    }
    .page("second")
  }
}

// Rules F15 and F61.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `The issues that a table shows` {
  private func withTable(_ body: (Session, HeadlessTable) throws -> Void) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: twoPages(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
      expectFresh(table, session)
    }
  }

  private func perform(
    _ event: Substring, _ session: Session, _ table: HeadlessTable
  ) throws {
    switch event {
    case "page": session.leave(session.pages[0])
    case "submit": #expect(throws: SessionError.self) { try session.submit() }
    case _ where event.first == ">":
      table.focus(event.count == 1 ? nil : try RowID(String(event.dropFirst())))
    default:
      let parts = event.split(separator: "=", omittingEmptySubsequences: false)
      let (row, text) = (try RowID(String(parts[0])), String(parts[1]))
      if table.focusedRow == row { return try table.type(text, into: row) }
      // A text that is emptied is an empty answer, a number none.
      let value: Value? = row == "b" ? Int64(text).map(Value.integer) : .text(text)
      try session.set([(row, value)])
    }
  }

  private func shown(in table: HeadlessTable) -> String {
    table.displays.flatMap(\.rows).flatMap(\.look.issues)
      .map { "\($0.row).\($0.ruleName)" }.joined(separator: " ")
  }

  // A refused submit moves the focus, which the table of cases does not do: those are tested below.
  @Test(
    arguments: (FormStateCase.standard + FormStateCase.others).filter {
      !$0.events.contains("submit")
    })
  func `are those of the form's state, after every event`(test: FormStateCase) throws {
    try withTable { session, table in
      session.validationTiming = test.timing
      for event in test.events.split(separator: " ") {
        try perform(event, session, table)
        expectFresh(table, session)
        #expect(
          session.shownIssues == table.displays.flatMap(\.rows).flatMap(\.look.issues))
      }
      #expect(shown(in: table) == test.shown)
    }
  }

  @Test(arguments: [
    ("submit", "a.required b.required c.required", "a"),
    (">b b=17 submit", "a.required b.least c.required", "a"),
    (">a a=x submit", "b.required c.required", "b"),
    (">a a=x >b b=18 submit", "c.required", "c"),
    ("a=x b=17 c=y submit", "b.least", "b"), ("submit >a a=x >", "b.required c.required", ""),
  ])
  func `are all once a submit was refused, and the first of them gets the focus`(
    events: String, expected: String, focus: String
  ) throws {
    try withTable { session, table in
      for event in events.split(separator: " ") { try perform(event, session, table) }
      #expect(shown(in: table) == expected)
      #expect((table.focusedRow?.rawValue ?? "") == focus)
      #expect(session.formState.focus == table.focusedRow)
    }
  }

  @Test func `are those of a row that is typed in as soon as that is left`() throws {
    try withTable { session, table in
      try session.type(17, in: "b")
      #expect(session.formState.focus == "b" && shown(in: table) == "")
      session.focusChanged()
      #expect(session.formState.focus == nil && shown(in: table) == "b.least")
      session.focusChanged()
      #expect(session.formState.focus == nil && shown(in: table) == "b.least")
    }
  }

  @Test func `are none in another session, and none when the document is opened again`() throws {
    try withTable { session, table in
      #expect(throws: SessionError.self) { try session.submit() }
      let other = HeadlessTable()
      try session.store.open("visit").attach(other)
      #expect(shown(in: other) == "" && shown(in: table) != "")
      try session.set(.a, to: "x")
      #expect(shown(in: table) == "b.required c.required" && shown(in: other) == "")
    }
  }

  @Test func `go with what they are about, and come back with it`() throws {
    try withTable { session, table in
      try session.set(.b, to: 17)
      #expect(shown(in: table) == "b.least")
      try session.undo()
      #expect(shown(in: table) == "b.required")
      try session.redo()
      #expect(shown(in: table) == "b.least")
    }
  }

  @Test func `stand below the answers`() throws {
    try withTable { session, table in
      try table.type("17", into: "b")
      #expect(throws: SessionError.self) { try session.submit() }
      #expect(
        table.snapshot() == """
          First
           ›A *   –
            ! an answer is needed
            B *   17
            ! at least 18 is wanted

          Second
            C *   –
            ! an answer is needed
          """)
    }
  }
}

// Rules F56, F57 and F58.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A form of several pages` {
  private func withTable(
    _ form: Form = twoPages(), _ body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
    }
  }

  @Test func `shows one of them, and goes to that of the first issue when a submit is refused`()
    throws
  {
    try withTable { session, table in
      #expect(session.pages.map(\.id) == ["first", "second"])
      #expect(session.pages.map(\.title) == ["First", "Second"])
      session.show(session.pages[0])
      #expect(table.displays.map(\.id) == ["first"])
      #expect(session.leave(session.pages[0]).map(\.row) == ["a", "b"])
      try session.set(.a, to: "x")
      try session.set(.b, to: 18)
      #expect(session.leave(session.pages[0]) == [])
      #expect(throws: SessionError.self) { try session.submit() }
      #expect(table.displays.map(\.id) == ["second"] && table.focusedRow == "c")
      try session.set(.c, to: "y")
      #expect(try session.submit()?.kind == .submit)
    }
  }

  @Test func `says on leaving what is wrong with its sections, too`() throws {
    let form = Form("visit") {
      Repeat("kids", header: "Kids", label: "Kid") { TextInput(.a, title: "Name") }.page("Kids")
      Section("more") { TextInput(.c, title: "Anything else?").required() }.page("More")
    }
    var sections = form.sections
    sections[0].fields[.required] = true
    try withTable(Form("visit", fields: [:], sections: sections)) { session, _ in
      #expect(session.leave(session.pages[0]).map(\.row) == ["kids"])
      #expect(session.leave(session.pages[1]).map(\.row) == ["c"])
      try session.set(.a, in: try session.add(to: "kids"), to: "Ada")
      #expect(session.leave(session.pages[0]) == [])
    }
  }

  @Test func `counts what is asked and answered, page by page and in all`() throws {
    try withTable { session, _ in
      @MainActor func progress(_ page: Page? = nil) -> [Int] {
        let found = session.progress(of: page)
        return [found.answered, found.asked, found.missing]
      }
      #expect(progress() == [0, 3, 3])
      try session.set(.a, to: "x")
      try session.set(.c, to: "")
      #expect(progress() == [1, 3, 2])
      #expect(session.pages.map { progress($0) } == [[1, 2, 1], [0, 1, 1]])
      #expect(session.document.content.progress() == session.progress())
      #expect(session.nextUnanswered() == "b" && session.nextUnanswered(after: "b") == "c")
      #expect(session.nextUnanswered(after: "c") == "b")
      #expect(session.nextIssue(after: "b") == "c" && session.nextIssue(after: "c") == "b")
      try session.set(.b, to: 40)
      try session.set(.c, to: "z")
      #expect(session.nextUnanswered() == nil && session.nextIssue() == nil)
      #expect(session.progress().isComplete)
    }
  }

  @Test func `is looked over as a list of questions, answers and what is wrong`() throws {
    try withTable { session, _ in
      try session.set(.b, to: 3)
      let lines = session.review.map { line in
        "\(line.page ?? "–") \(line.title): \(line.text ?? "–")"
          + line.issues.map { " (\($0.ruleName))" }.joined()
      }
      #expect(lines == ["first A: – (required)", "first B: 3 (least)", "second C: – (required)"])
    }
  }

  @Test func `leaves out what is hidden: questions, sections and whole pages`() throws {
    let smokes = Field<Bool>("smokes")
    let form = Form("visit") {
      Section("start") { Toggle(smokes, title: "Do you smoke?") }.page("Start")
      Section("smoking") { TextInput(.b, title: "How many a day?").required() }
        .page("Smoking").visible(when: smokes == true)
      Section("more") { TextInput(.c, title: "Anything else?") }
    }
    try withTable(form) { session, table in
      #expect(session.pages.map(\.id) == ["Start", nil])
      #expect(session.progress().asked == 2)
      session.show(session.pages[0])
      try table.toggle("smokes")
      #expect(session.pages.map(\.id) == ["Start", "Smoking", nil])
      #expect(session.progress().asked == 3 && session.progress().missing == 1)
      #expect(session.focus("b") && table.displays.map(\.id) == ["smoking"])
      try session.set(smokes, to: false)
      #expect(table.displays == [] && !session.focus("b"))
      #expect(session.focus("c") && table.displays.map(\.id) == ["more"])
    }
  }

  @Test func `has the sections of a group and of its instances on the group's page`() throws {
    func section(_ id: SectionID, _ fields: Fields = [:]) -> Document.Section {
      Document.Section(id: id, fields: fields)
    }
    let document = try Document(sections: [
      section("intro"), section("home", [.page: "home"]), section("garden", [.parent: "home"]),
      section("shed", [.parent: "garden"]), section("last"), section("attic", [.page: "home"]),
      section("odd", [.parent: "even"]), section("even", [.parent: "odd"]),
    ])
    #expect(
      document.pages.map { [$0.id ?? "–"] + $0.sections.map(\.rawValue) } == [
        ["–", "intro", "last", "odd", "even"], ["home", "home", "garden", "shed", "attic"],
      ])
  }
}
