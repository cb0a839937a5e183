import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// What a Questionnaire says of an option, and by expressions (rules F26, F28, I38 and I39).
@Suite(.timeLimit(.minutes(20))) struct `Options and expressions in a Questionnaire` {
  private static let core = "http://hl7.org/fhir/StructureDefinition/"

  private static func said(_ name: String, _ value: String) -> String {
    #"{"url":"\#(core)\#(name)",\#(value)}"#
  }

  struct Said: Sendable {
    let said: String
    let field: FieldName
    let value: Value?

    init(_ said: String, _ field: FieldName, _ value: Value?) {
      (self.said, self.field, self.value) = (said, field, value)
    }
  }

  @Test(
    arguments: [
      Said(said("questionnaire-optionPrefix", #""valueString":"a)""#), .prefix, "a)"),
      Said(said("ordinalValue", #""valueDecimal":1.50"#), .score, .decimal(number("1.50"))),
      Said(said("itemWeight", #""valueDecimal":2"#), .score, .decimal(number("2"))),
      Said(said("questionnaire-ordinalValue", #""valueDecimal":3"#), .score, .decimal(number("3"))),
      Said(said("valueset-ordinalValue", #""valueDecimal":4"#), .score, .decimal(number("4"))),
      Said(said("codesystem-ordinalValue", #""valueDecimal":5"#), .score, .decimal(number("5"))),
      Said(said("questionnaire-optionExclusive", #""valueBoolean":true"#), .exclusive, true),
      Said(said("questionnaire-optionExclusive", #""valueBoolean":false"#), .exclusive, nil),
      Said(said("questionnaire-optionHelp", #""valueString":"Hm""#), .help, "Hm"),
      Said(said("itemAnswerMedia", #""valueAttachment":{"url":"a.png"}"#), .image, "a.png"),
      Said(said("questionnaire-itemMedia", #""valueUri":"b.png""#), .image, "b.png"),
      Said(said("sdc-questionnaire-itemAnswerMedia", #""valueString":"c.png""#), .image, "c.png"),
    ])
  func `say more of an option, beside it and in its coding`(part: Said) throws {
    for (outside, inside) in [
      (#","extension":[\#(part.said)]"#, ""), ("", #","extension":[\#(part.said)]"#),
    ] {
      let option = #"{"valueCoding":{"code":"a","display":"A"\#(inside)}\#(outside)}"#
      let form = try readForm(
        #"{"resourceType":"Questionnaire","item":[{"linkId":"q","type":"choice","answerOption":[\#(option)]}]}"#
      )
      let record = form.row("q")?.fields[.options]?.asList?.first?.asRecord
      #expect(record?[part.field] == part.value)
      #expect(record?[.source] == .verbatim(option) && record?[.label] == "A")
    }
  }

  // What `code`, `display` and `system` say whole, in this order, is not kept a second time.
  @Test(arguments: [
    (#"{"valueCoding":{"system":"s","code":"a","display":"A"}}"#, "a", true),
    (#"{"valueCoding":{"code":"a","system":"s"}}"#, "a", false),
    (#"{"valueCoding":{"code":"a","display":"<b>A</b>"}}"#, "a", false),
    (#"{"valueCoding":{"code":"a","display":5}}"#, "a", false),
    (#"{"valueCoding":{"code":"a","version":"1"}}"#, "a", false),
    (#"{"valueCoding":{"display":"A"}}"#, "A", false),
    (#"{"valueCoding":{"code":"a"},"initialSelected":false}"#, "a", false),
    (#"{"valueReference":{"reference":"Patient/1","display":"Ada"}}"#, "Patient/1", false),
    (#"{"valueInteger":7}"#, "7", false), (#"{"valueDate":"2024"}"#, "2024", false),
  ])
  func `are kept as they came unless all of it is understood`(
    option: String, code: String, isPlain: Bool
  ) throws {
    let form = try readForm(
      #"{"resourceType":"Questionnaire","item":[{"linkId":"q","type":"choice","answerOption":[\#(option)]}]}"#
    )
    let record = form.row("q")?.fields[.options]?.asList?.first?.asRecord
    #expect(record?.text(.code) == code)
    #expect(record?[.source] == (isPlain ? nil : Value.verbatim(option)))
  }

  private func read(_ extensions: String..., conditions: String = "") throws -> ImportedForm {
    try readForm(
      #"{"resourceType":"Questionnaire","item":[{"linkId":"n","type":"integer"},{"linkId":"q","type":"string","extension":[\#(extensions.joined(separator: ","))]\#(conditions)}]}"#
    )
  }

  private static func part(_ url: String, _ value: String) -> String {
    #"{"url":"\#(url)",\#(value)}"#
  }

  private static func check(_ name: String, _ parts: String...) -> String {
    said(name, #""extension":[\#(parts.joined(separator: ","))]"#)
  }

  @Test func `are checks, with a name, words and a severity`() throws {
    let asText = Self.part("expression", #""valueString":"1 = 1""#)
    let path = #"{"language":"text/fhirpath","expression":"2 = 2"}"#
    let form = try read(
      Self.check("targetConstraint", Self.part("expression", #""valueExpression":\#(path)"#)),
      Self.check(
        "questionnaire-constraint", Self.part("key", #""valueId":"k""#),
        Self.part("human", #""valueString":"No.""#),
        Self.part("severity", #""valueCode":"warning""#), asText),
      Self.check(
        "questionnaire-constraint", Self.part("severity", #""valueCode":"error""#), asText),
      Self.check("questionnaire-constraint", Self.part("key", #""valueId":"none""#)))
    let checks = [
      Check("k", .holds(.fhirPath("1 = 1")), message: "No.", severity: .warning),
      Check("constraint-2", .holds(.fhirPath("1 = 1"))),
      Check("constraint-4", .holds(.fhirPath("2 = 2"))),
    ]
    #expect(form.row("q")?.fields[.checks] == .list(checks.map { .record($0.record) }))
  }

  private static func expression(
    _ name: String, _ text: String, _ language: String = "text/fhirpath"
  ) -> String {
    said(
      "sdc-questionnaire-\(name)",
      #""valueExpression":{"language":"\#(language)","expression":"\#(text)"}"#)
  }

  @Test func `are what gives an answer, at first and from then on`() throws {
    let form = try read(
      Self.expression("calculatedExpression", "1"), Self.expression("initialExpression", "2"),
      Self.expression("calculatedExpression", "3"))
    #expect(form.row("q")?.fields[.calculated] == .record([.fhirPath: "1"]))
    #expect(form.row("q")?.fields[.initialExpression] == .record([.fhirPath: "2"]))
    let foreign = try read(Self.expression("calculatedExpression", "1", "text/cql"))
    #expect(foreign.row("q")?.fields[.calculated] == nil)
  }

  @Test func `say when an item is enabled, alone and beside conditions`() throws {
    let condition = Formula.compares(Formula.Reference("n"), .equal, .value(1))
    let conditions = #","enableWhen":[{"question":"n","operator":"=","answerInteger":1}]"#
    let path = Self.expression("enableWhenExpression", "1 = 1")
    #expect(try read(path).row("q")?.fields[.visible] == .record(Formula.fhirPath("1 = 1").record))
    #expect(
      try read(path, conditions: conditions).row("q")?.fields[.visible]
        == .record(Formula.all([condition, .fhirPath("1 = 1")]).record))
    let foreign = try read(
      Self.expression("enableWhenExpression", "x", "text/cql"), conditions: conditions)
    #expect(
      foreign.row("q")?.fields[.visible] == .verbatim(#"{"language":"text/cql","expression":"x"}"#))
  }

  @Test func `are variables, what a launch hands over first, and each name once`() throws {
    func variable(_ name: String, _ text: String, _ language: String = "text/fhirpath") -> String {
      Self.said(
        "variable",
        #""valueExpression":{"name":"\#(name)","language":"\#(language)","expression":"\#(text)"}"#)
    }
    func launch(_ name: String) -> String {
      Self.said("sdc-questionnaire-launchContext", #""extension":[{"url":"name",\#(name)}]"#)
    }
    let form = try read(
      variable("a", "1"), variable("a", "2"), variable("resource", "3"), variable("ucum", "4"),
      variable("query", "Patient?x", "application/x-fhir-query"),
      launch(#""valueCoding":{"code":"patient"}"#), launch(#""valueId":"user""#),
      variable("user", "5"))
    #expect(
      form.row("q")?.fields[.variables]
        == .list([
          .record(["name": "patient"]), .record(["name": "user"]),
          .record(["name": "a", .fhirPath: "1"]), .record(["name": "query"]),
        ]))
  }
}
