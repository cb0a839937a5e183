import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// Rule F47: what a builder writes, a hand can write, and a file holds.
@Suite(.timeLimit(.minutes(20))) struct `Checks of a form` {
  private static let form = Form("trip") {
    Section("plan") {
      DateInput(Field<DateText>("start"))
      DateInput(Field<DateText>("end"))
    }
    .check(
      "order", Field<DateText>("end") >= Field<DateText>("start"), message: "too early",
      severity: .warning, at: "start")
    Repeat("guests") { TextInput(Field<String>("passport")) }
      .check("passport", unique: Field<String>("passport"))
      .check("named", Field<String>("passport").isAnswered)
  }
  .check("reachable", Field<DateText>("start").isAnswered || Field<DateText>("end").isAnswered)

  private static let text = """
    { "ekiben-form": 1, "form": "trip",
      "checks": [ { "id": "reachable", "formula": { "any": [
        { "row": "start", "exists": true }, { "row": "end", "exists": true } ] } } ],
      "sections": [
      { "id": "plan",
        "checks": [ { "id": "order", "formula": { "row": "end", "atLeastRow": "start" },
          "message": "too early", "severity": "warning", "at": "start" } ],
        "rows": [ { "id": "start", "component": "DateInput", "kind": "date" },
          { "id": "end", "component": "DateInput", "kind": "date" } ] },
      { "id": "guests", "repeats": true,
        "checks": [ { "id": "passport", "unique": "passport" },
          { "id": "named", "formula": { "row": "passport", "exists": true } } ],
        "rows": [ { "id": "passport", "component": "TextInput" } ] } ] }
    """

  // Rule F25: a limit that nothing can be compared with is kept and told of.
  @Test func `need limits that answers can be compared with`() throws {
    let limits = [
      (#""least": "five""#, false), (#""greatest": "tomorrow""#, false), (#""step": 0"#, false),
      (#""greatest": "today-5x""#, false), (#""greatest": "today-5d""#, true),
      (#""least": 1.5"#, true),
      (#""least": "2024-03""#, true), (#""least": "5 mg""#, true), (#""step": 0.5"#, true),
    ]
    for (limit, isUsable) in limits {
      let form = try readForm(
        """
        { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
          { "id": "r", "component": "TextInput", "kind": "decimal", \(limit) } ] } ] }
        """)
      let told = form.warnings.map(\.description)
      #expect(told.count == (isUsable ? 0 : 1), "\(limit) \(told)")
      #expect(told.allSatisfy { $0.contains("is not used but kept: expected a limit") })
    }
  }

  @Test func `are the same written in Swift, in a file, and read from what was written`() throws {
    let read = try readForm(Self.text).form
    #expect(read.fields == Self.form.fields)
    #expect(read.sections.map(\.fields) == Self.form.sections.map(\.fields))
    let written = try FormFile.read(FormFile.write(Self.form), named: "file").form
    #expect(written.fields == Self.form.fields && written.sections == Self.form.sections)
  }

  @Test(arguments: [
    ("{}", "line"), (#"{"formula": {"all": []}}"#, "id"), ("7", "object"),
    (#"{"id": "a", "unique": ""}"#, "empty"),
  ])
  func `are refused where they are none at all`(check: String, part: String) throws {
    let text = #"{"ekiben-form": 1, "form": "f", "checks": [\#(check)], "sections": []}"#
    #expect(try #require(formRefusal(text)).contains(part))
  }

  @Test(arguments: [
    #"{"id": "a"}"#, #"{"id": "a", "formula": true}"#, #"{"id": "a", "formula": {"odd": 1}}"#,
    #"{"id": "a", "formula": {"all": []}, "severity": "fatal"}"#,
    #"{"id": "a", "formula": {"odd": 1}, "unique": "b"}"#,
  ])
  func `are kept and named where nobody understands them`(check: String) throws {
    let text = #"{"ekiben-form": 1, "form": "f", "checks": [\#(check)], "sections": []}"#
    let read = try readForm(text)
    #expect(read.warnings.map(\.kind) == [.checkNotUsed(.document, check: "a")])
    #expect(
      try FormFile.read(FormFile.write(read.form), named: "file").form.fields == read.form.fields)
    #expect(try read.form.document().issues().isEmpty)
  }

  @Test func `say their message in the language that is preferred`() throws {
    let text = #"""
      {"ekiben-form": 1, "form": "f", "checks": [{"id": "a", "formula": {"row": "r", "exists": true},
        "message": "say it", "translations": {"de": {"message": "sag es"}}}],
        "sections": [{"id": "s", "rows": [{"id": "r", "component": "TextInput"}]}]}
      """#
    let document = try readForm(text).form.document()
    #expect(document.issues().map(\.message) == ["say it"])
    #expect(document.issues(in: InputContext(languages: ["de-AT"])).map(\.message) == ["sag es"])
  }
}
