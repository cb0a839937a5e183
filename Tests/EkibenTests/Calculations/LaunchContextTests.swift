import Ekiben
import EkibenExpressions
import EkibenTesting
import Testing

private let patient = #"""
  {"resourceType": "Patient", "gender": "female", "birthDate": "1990-05-17",
   "name": [{"given": ["Ada", "Mary"], "family": "Byron"}]}
  """#

/// A form that begins with a name, works with an age, and asks by sex.
private let intake = Form("intake") {
  Section("about") {
    TextInput(Field<String>("name"), title: "Name")
      .initially("%patient.name.given.first() & ' ' & %patient.name.family")
    TextInput(Field<Int>("factor"), title: "Factor")
    TextInput(Field<Int>("born"), title: "Year of birth, times the factor")
      .calculated(
        "%patient.birthDate.toString().substring(0, 4).toInteger() * %factor")
    TextInput(Field<Int>("visits"), title: "Visits").calculated("%visits.entry.count() * %factor")
  }
  .variable("factor", "%resource.descendants().where(linkId = 'factor').answer.value")
  Section("more") { Toggle(Field<Bool>("pregnant"), title: "Pregnant?") }
    .visible(when: .fhirPath("%patient.gender = 'female'"))
}
.launchContext("patient")
.launchContext("visits")

// Rule E19.
@Suite(.timeLimit(.minutes(20))) struct `What a host hands over` {
  private func environment(_ json: [String: String]) throws -> SessionEnvironment {
    var environment = SessionEnvironment.fixed()
    environment.launchContext = try LaunchContext(json: json)
    return environment
  }

  private static let visits = #"{"resourceType": "Bundle", "entry": [{}, {"id": 1}, {"id": 2}]}"#

  @Test func `is what a document begins with, what formulas read, and what conditions ask`() throws
  {
    try withTemporaryStore { store in
      let here = try environment(["patient": patient, "visits": Self.visits])
      let editor = try store.editor("visit", from: intake, in: here)
      #expect(editor["name"] == "Ada Byron")
      #expect(editor["born"] == nil)
      let entry = try #require(try editor.set([("factor", 2)]))
      #expect(editor["born"] == 3980)
      #expect(editor["visits"] == 6)
      #expect(entry.flags == [[], .calculated, .calculated])
      #expect(editor.rules.isActive(.row("pregnant"), in: editor.document.structure))
      let issues = editor.document.content.issues(
        editor.components, in: store.inputContext(here))
      #expect(issues.isEmpty)
      try editor.undo()
      #expect(editor["born"] == nil)
      #expect(editor["name"] == "Ada Byron")
      try editor.redo()
      #expect(editor["born"] == 3980)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `goes with an edit of a store without a session`() throws {
    try withTemporaryStore { store in
      let here = try environment(["patient": patient])
      _ = try store.editor("visit", from: intake, in: here)
      try store.set(Field<Int>("factor"), to: 10, in: "visit", as: here)
      #expect(try store.answer(Field<Int>("born"), in: "visit") == 19_900)
    }
  }

  @Test func `is at work in a duplicate of a document in which a formula gave no answer`() throws {
    let n = "%resource.descendants().where(linkId = 'n').answer.exists()"
    let form = Form("count") {
      Section("s") {
        TextInput(Field<Int>("n"), title: "N")
        TextInput(Field<Int>("r"), title: "R").calculated("iif(\(n), 1, %patient.count)")
      }
    }
    .launchContext("patient")
    try withTemporaryStore { store in
      let counted = try environment(["patient": #"{"resourceType": "Patient", "count": 7}"#])
      _ = try store.editor("first", from: form, in: counted)
      let editor = try store.editor("first", from: form, in: environment(["patient": patient]))
      try editor.set([("n", 1)])
      try editor.set([("n", nil)])
      #expect(editor["r"] == nil)
      _ = try store.duplicate(
        editor.document, as: "second", uid: counted.uid(), by: counted.metadata())
      let copy = try store.editor("second", from: form, in: counted)
      #expect(copy["r"] == nil)
      try copy.set([("n", 1)])
      #expect(copy["r"] == 1)
    }
  }

  @Test func `of two hosts is that of the one that edits`() throws {
    try withTemporaryStore { store in
      let her = try environment(["patient": patient])
      let first = try store.editor("visit", from: intake, in: her)
      try first.set([("factor", 1)])
      let other = #"{"resourceType": "Patient", "gender": "male", "birthDate": "2001-01-01"}"#
      let second = try store.editor("visit", in: environment(["patient": other]))
      #expect(!second.rules.isActive(.row("pregnant"), in: second.document.structure))
      try second.set([("factor", 2)])
      #expect(second["born"] == 4002)
      try store.set(Field<Int>("factor"), to: 3, in: "visit", as: her)
      #expect(try store.answer(Field<Int>("born"), in: "visit") == 5970)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `is nothing that a file is found damaged for, however far conditions reach`() throws {
    let form = Form("reach") {
      Section("s") {
        TextInput(Field<String>("b"), title: "B")
          .visible(when: .fhirPath("%patient.gender = 'female'"))
        TextInput(Field<String>("d"), title: "D")
          .visible(
            when: .fhirPath("%resource.descendants().where(linkId = 'b').answer.value = 'x'"))
      }
    }
    .launchContext("patient")
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: form, in: environment(["patient": patient]))
      try editor.set([("b", "x"), ("d", "q")])
      let male = try environment(["patient": #"{"gender": "male"}"#])
      for answers: [(row: RowID, value: Value?)] in [
        [("b", "x2")], [("b", "x")], [("d", "r")],
      ] {
        try store.set(answers.map { (row: $0.row, value: $0.value) }, in: "d", as: male)
      }
      #expect(try store.verify().findings == [])
    }
  }

  @MainActor @Test func `may become another in a session, whose hosts show what holds then`() throws
  {
    try withTemporaryStore { store in
      let session = try store.open(
        "visit", from: intake, in: environment(["patient": #"{"gender": "male"}"#]))
      let table = HeadlessTable()
      session.attach(table)
      #expect(!table.snapshot().contains("Pregnant?"))
      session.environment.launchContext = try LaunchContext(json: ["patient": patient])
      #expect(table.snapshot().contains("Pregnant?"))
      try session.set([("factor", 2)])
      #expect(session.document.row("born")?.fields[.value] == 3980)
      session.environment.launchContext = .none
      #expect(table.snapshot().contains("Pregnant?"))
    }
  }

  // Rule F31.
  @MainActor @Test func `may be told in another language from then on`() throws {
    let json = #"""
      {"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [
        {"id": "born", "component": "Toggle", "title": "Born",
         "translations": {"de": {"title": "Geboren"}}}]}]}
      """#
    let form = try FormFile.read(Array(json.utf8), named: "f").form
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      #expect(table.snapshot().contains("Born"))
      session.environment.languages = ["de"]
      #expect(table.snapshot().contains("Geboren"))
      session.environment.author = "Eve"
      session.environment.languages = []
      #expect(table.snapshot().contains("Born"))
    }
  }

  @MainActor @Test func `may be told what is wrong in another language, too`() throws {
    let json = #"""
      {"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [
        {"id": "born", "component": "TextInput", "kind": "integer", "title": "Born",
         "translations": {"de": {"title": "Geboren"}}}]}]}
      """#
    var form = try FormFile.read(Array(json.utf8), named: "f").form
    form = form.checked(
      Check("late", .holds(.compares(.init("born"), .greater, .value(1900))), at: "born"))
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      try session.set([("born", 7)])
      #expect(try #require(session.issues.first).message.contains("“Born”"))
      session.environment.languages = ["de"]
      #expect(try #require(session.issues.first).message.contains("“Geboren”"))
    }
  }

  @MainActor @Test func `goes with the day that it is there, which conditions ask`() throws {
    let form = Form("f") {
      Section("s") {
        Toggle(Field<Bool>("late"), title: "Late?").visible(
          when: .fhirPath("today() = @2023-11-15"))
      }
    }
    try withTemporaryStore { store in
      var here = SessionEnvironment.fixed()
      // A minute before midnight of the 14th, in UTC.
      here.now = { 1_700_006_340_000 }
      let session = try store.open("d", from: form, in: here)
      let table = HeadlessTable()
      session.attach(table)
      #expect(!table.snapshot().contains("Late?"))
      session.environment.offset = 60
      #expect(table.snapshot().contains("Late?"))
    }
  }

  @Test func `and nobody does is named: a condition is open, and a formula gives nothing`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor("visit", from: intake, in: .fixed())
      #expect(editor["name"] == nil)
      try editor.set([("factor", 2)])
      #expect(editor["born"] == nil)
      #expect(editor.rules.isActive(.row("pregnant"), in: editor.document.structure))
      let issues = editor.document.content.issues(editor.components)
      #expect(issues.map(\.row) == ["born", "visits", "pregnant"])
      #expect(issues[0].message.contains("needs %patient, which nobody has handed over"))
      #expect(throws: SessionError.self) { try editor.submit(reason: nil) }
      try editor.submit(reason: nil, unchecked: true)
      // What is final is so, whatever is wrong with it.
      #expect(try editor.submit(reason: nil) == nil)
    }
  }

  @Test func `is not kept, so that calculations are checked with it alone`() throws {
    try withTemporaryStore { store in
      let here = try environment(["patient": patient, "visits": Self.visits])
      let editor = try store.editor("visit", from: intake, in: here)
      try editor.set([("factor", 2)])
      let document = try store.document("visit")
      let alone = try store.calculationDrift(of: document)
      #expect(alone.map(\.row) == ["born", "visits"])
      #expect(alone.map(\.isUnchecked) == [true, true])
      #expect(try store.calculationDrift(of: document, given: here.launchContext).isEmpty)
      let younger = patient.replacing("1990", with: "1991")
      let other = try LaunchContext(json: ["patient": younger, "visits": Self.visits])
      let drift = try store.calculationDrift(of: document, given: other)
      #expect(drift.map(\.row) == ["born"])
      #expect(drift.map(\.isUnchecked) == [false])
      #expect(drift.first?.result == 3982)
    }
  }

  @Test(arguments: [
    (["patient": "{"], "expected"), (["resource": "{}"], "%resource is what"),
    (["qitem": "{}"], "%qitem is what"),
  ])
  func `is refused where it is no JSON, or has a name of the language`(
    json: [String: String], words: String
  ) {
    let error = #expect(throws: ImportError.self) { try LaunchContext(json: json) }
    #expect(error.map { "\($0)" }?.contains(words) ?? false, "\(String(describing: error))")
  }

  @Test func `may be a list, a text, a number or nothing`() throws {
    let form = Form("f") {
      Section("s") {
        TextInput(Field<Int>("n"), title: "N").initially("%list.n.sum() + %number")
        TextInput(Field<String>("t"), title: "T").initially("%text.upper()")
        Toggle(Field<Bool>("e"), title: "E").initially("%nothing.empty()")
      }
    }
    let names = ["list", "number", "text", "nothing"]
    let given = [
      "list": #"[{"n": 1}, [[], [{"n": 2}]]]"#, "number": "[[40, []]]", "text": #""ada""#,
      "nothing": "[[null], []]",
    ]
    try withTemporaryStore { store in
      let editor = try store.editor(
        "d", from: names.reduce(form) { $0.launchContext($1) }, in: environment(given))
      #expect(editor["n"] == 43)
      #expect(editor["t"] == "ADA")
      #expect(editor["e"] == true)
    }
  }

  @Test func `takes no name of a variable of the form`() throws {
    let form = Form("f") {
      Section("s") { TextInput(Field<Int>("n"), title: "N").initially("%a + %b") }
    }
    .variable("a", "1").variable("b", "%a * 10")
    try withTemporaryStore { store in
      let alone = try store.editor("alone", from: form, in: .fixed())
      #expect(alone["n"] == 11)
    }
    try withTemporaryStore { store in
      let given = try store.editor("given", from: form, in: environment(["a": "2"]))
      #expect(given["n"] == 11)
      let ask = try given.store.expression(
        "%a + %b", on: given.document, in: environment(["a": "2"]))
      #expect(try ask.value().list.compactMap(\.written) == ["11"])
    }
  }

  @Test func `says anew which answers count, also of rows that the edit leaves alone`() throws {
    try withTemporaryStore { store in
      let her = try environment(["patient": patient])
      let him = try environment(["patient": #"{"gender": "male"}"#])
      let editor = try store.editor("visit", from: intake, in: her)
      try editor.set([("pregnant", true)])
      #expect(try activityInFile(store.path)["pregnant"] == 1)
      try store.set(Field<String>("name"), to: "Bob", in: "visit", as: him)
      #expect(try activityInFile(store.path)["pregnant"] == 0)
      // The same as before to this editor, and not to the file.
      _ = try editor.refresh()
      try editor.set([("name", "Ada")])
      #expect(try activityInFile(store.path)["pregnant"] == 1)
      editor.environment = him
      try editor.undo()
      #expect(editor["name"] == "Bob")
      #expect(try activityInFile(store.path)["pregnant"] == 0)
      editor.environment = her
      try editor.perform(.mark(MarkName("seen")))
      #expect(try activityInFile(store.path)["pregnant"] == 0)
      try editor.redo()
      #expect(try activityInFile(store.path)["pregnant"] == 1)
      #expect(try store.verify().findings == [])
    }
  }

  @Test func `decides what an edit of records hides, and so which answers go`() throws {
    var policies = RulePolicies()
    policies.clearsOnHide = true
    func form(_ title: String) -> Form {
      Form("f") {
        Section("s") {
          Toggle(Field<Bool>("asked"), title: "Asked?")
          TextInput(Field<String>("more"), title: title)
            .visible(
              when: .fhirPath(
                "%patient.gender = 'female' and "
                  + "%resource.descendants().where(linkId = 'asked').answer.value = true"))
        }
      }.policies(policies).launchContext("patient")
    }
    try withTemporaryStore { store in
      let her = try environment(["patient": patient])
      let editor = try store.editor("d", from: form("More"), in: her)
      try editor.set([("asked", true), ("more", "yes")])
      var description = try form("More, please").document()
      let place = try #require(Document.Index(description)[RowID(unchecked: "asked")])
      description.set(true, at: place)
      try editor.perform(.apply(description))
      #expect(editor["more"] == "yes")
      description.set(false, at: place)
      try editor.perform(.apply(description))
      #expect(editor["more"] == nil)
      try editor.undo()
      editor.environment = try environment(["patient": #"{"gender": "male"}"#])
      try editor.perform(.apply(description))
      // Hidden before it as well, so that nothing goes.
      #expect(editor["more"] == "yes")
    }
  }

  @Test func `is beside the definition, which expressions that act can read, too`() throws {
    let text = #"""
      {"resourceType": "Questionnaire", "id": "f", "title": "Falls", "item": [
        {"linkId": "n", "type": "string", "text": "How often?", "extension": [{
          "url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-initialExpression",
          "valueExpression": {"language": "text/fhirpath",
            "expression": "%questionnaire.title & ': ' & %qitem.text & %qItem.linkId"}}]}]}
      """#
    let file = try FormFile.read(Array(text.utf8), named: "f")
    try withTemporaryStore { store in
      let editor = try store.editor("d", from: file.form, in: .fixed())
      #expect(editor["n"] == "Falls: How often?n")
    }
  }
}

extension String {
  fileprivate func replacing(_ text: String, with other: String) -> String {
    split(separator: text, omittingEmptySubsequences: false).joined(separator: other)
  }
}
