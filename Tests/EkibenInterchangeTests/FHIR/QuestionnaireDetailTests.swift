import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// What extensions and inner items say of a question (rules F24 to F31).
@Suite(.timeLimit(.minutes(20))) struct `Details of a question in a Questionnaire` {
  private static let core = "http://hl7.org/fhir/StructureDefinition/"
  private static let sdc = "http://hl7.org/fhir/uv/sdc/StructureDefinition/"

  private static func said(_ name: String, _ value: String) -> String {
    let base = name.hasPrefix("sdc-") ? sdc : core
    return #"{"url":"\#(base)\#(name)",\#(value)}"#
  }

  private func read(_ type: String, _ extensions: [String], _ more: String = "") throws
    -> ImportedForm
  {
    try readForm(
      #"{"resourceType":"Questionnaire","item":[{"linkId":"q","type":"\#(type)","extension":["#
        + extensions.joined(separator: ",") + "]\(more)}]}")
  }

  private static func today(_ expression: String, in member: String = "_valueDate") -> String {
    #""\#(member)":{"extension":[{"url":"x","valueExpression":{"expression":"\#(expression)"}}]}"#
  }

  struct Detail: Sendable {
    let type: String
    let said: String
    let field: FieldName
    let value: Value?

    init(_ type: String, _ said: String, _ field: FieldName, _ value: Value?) {
      (self.type, self.said, self.field, self.value) = (type, said, field, value)
    }
  }

  @Test(
    arguments: [
      Detail("string", said("minLength", #""valueInteger":3"#), .minLength, 3),
      Detail("string", said("minLength", #""valueInteger":0"#), .minLength, 0),
      Detail("string", said("minLength", #""valueInteger":-1"#), .minLength, nil),
      Detail("string", said("minLength", #""valueString":"3""#), .minLength, nil),
      Detail("decimal", said("maxDecimalPlaces", #""valueInteger":2"#), .decimals, 2),
      Detail(
        "decimal", said("minValue", #""valueDecimal":1.50"#), .least, .decimal(number("1.50"))),
      Detail("integer", said("minValue", #""valueInteger":9"#), .least, 9),
      Detail("integer", said("maxValue", #""valueInteger":9"#), .greatest, 9),
      Detail("date", said("minValue", #""valueDate":"2024-01""#), .least, "2024-01"),
      Detail(
        "quantity",
        said("sdc-questionnaire-minQuantity", #""valueQuantity":{"value":5,"unit":"mg"}"#),
        .least, "5 mg"
      ),
      Detail(
        "quantity",
        said(
          "sdc-questionnaire-maxQuantity", #""valueQuantity":{"value":5.0,"unit":"m","code":"g"}"#),
        .greatest, "5.0 g"
      ),
      Detail("integer", said("questionnaire-sliderStepValue", #""valueInteger":5"#), .step, 5),
      Detail("string", said("regex", #""valueString":"[a-z]+""#), .pattern, "[a-z]+"),
      Detail("string", said("regex", #""valueInteger":5"#), .pattern, nil),
      Detail("string", said("entryFormat", #""valueString":"ab""#), .example, "ab"),
      Detail(
        "string", said("questionnaire-choiceOrientation", #""valueCode":"vertical""#),
        .orientation, "vertical"
      ),
      Detail("string", said("questionnaire-choiceColumns", #""valuePositiveInt":2"#), .columns, 2),
      Detail(
        "integer",
        said(
          "questionnaire-itemControl",
          #""valueCodeableConcept":{"coding":[{"code":"slider"},{"code":"b"}]}"#), .control,
        "slider"
      ),
      Detail(
        "decimal", said("questionnaire-unit", #""valueCoding":{"code":"kg","display":"kilo"}"#),
        .unit,
        "kilo"
      ),
      Detail("decimal", said("questionnaire-unit", #""valueCoding":{"code":"kg"}"#), .unit, "kg"),
      Detail(
        "decimal", said("questionnaire-unitOption", #""valueCoding":{"code":"g"}"#), .unit, "g"),
      Detail("date", said("minValue", today("today()")), .least, "today"),
      Detail("date", said("minValue", today("today() - 18 years")), .least, "today-18y"),
      Detail("date", said("maxValue", today("today() + 1 month")), .greatest, "today+1m"),
      Detail("date", said("maxValue", today("today() + 3 'weeks'")), .greatest, "today+3w"),
      Detail(
        "dateTime", said("maxValue", today("today()-9 day", in: "_valueDateTime")), .greatest,
        "today-9d"
      ),
      Detail("date", said("maxValue", today("today() * 2 days")), .greatest, nil),
      Detail("date", said("maxValue", today("today() - days")), .greatest, nil),
      Detail("date", said("maxValue", today("today() - 2 hours")), .greatest, nil),
    ])
  func `are a field of it`(detail: Detail) throws {
    // Of several that say one thing the first counts.
    let other = detail.said.replacing(#""valueInteger":"#, with: #""valueInteger":1"#)
      .replacing(":1-", with: ":-")
    #expect(
      try read(detail.type, [detail.said, other]).row("q")?.fields[detail.field] == detail.value)
  }

  @Test func `are words for each limit that it has, and for no other`() throws {
    let limits = [
      ("minValue", #""valueInteger":1"#, FieldName.least),
      ("maxValue", #""valueInteger":5"#, .greatest),
      ("minLength", #""valueInteger":1"#, .minLength),
      ("maxDecimalPlaces", #""valueInteger":1"#, .decimals),
      ("questionnaire-sliderStepValue", #""valueInteger":1"#, .step),
      ("regex", #""valueString":"a""#, .pattern),
    ]
    let words = Self.said("questionnaire-validationtext", #""valueString":"No.""#)
    for (name, value, field) in limits {
      let fields = try read("decimal", [Self.said(name, value), words]).row("q")?.fields
      #expect(fields?[.messages] == .record([field: "No."]))
    }
    #expect(try read("decimal", [words]).row("q")?.fields[.messages] == nil)
    let both = try read(
      "string", [Self.said("minLength", #""valueInteger":1"#), words], #","maxLength":9"#)
    #expect(both.row("q")?.fields[.messages] == .record([.minLength: "No.", .maxLength: "No."]))
    let few = [("min", 1), ("max", 2)].map { name, count in
      Self.said("questionnaire-\(name)Occurs", #""valueInteger":\#(count)"#)
    }
    let choice = try read(
      "choice", few + [words], #","repeats":true,"answerValueSet":"v""#
    ).row("q")?.fields
    #expect(choice?[.multiple] == true && choice?[.repeats] == nil)
    #expect(choice?[.minCount] == 1 && choice?[.maxCount] == 2)
    #expect(choice?[.messages] == .record([.minCount: "No.", .maxCount: "No."]))
  }

  @Test(arguments: [
    ("min", "least", "%x + 1", ">= (%x + 1)"), ("max", "greatest", "%x + 1", "<= (%x + 1)"),
    ("max", "greatest", "%x // as said", "<= (%x // as said\n)"),
  ])
  func `are a check where an expression limits it`(
    name: String, id: String, expression: String, limit: String
  ) throws {
    let path = #"{"language":"text/fhirpath","expression":"\#(expression)"}"#
    let value = #""_valueInteger":{"extension":[{"url":"x","valueExpression":\#(path)}]}"#
    let form = try read("integer", [Self.said("\(name)Value", value)])
    let check = Check(id, .holds(.fhirPath("answer.value \(limit)")), at: "q")
    #expect(form.row("q")?.fields[.checks] == .list([.record(check.record)]))
    #expect(form.row("q")?.fields[.least] == nil && form.row("q")?.fields[.greatest] == nil)
    #expect(form.warnings.isEmpty)
  }

  private static func note(_ code: String, _ more: String = "", of kind: String = "itemControl")
    -> String
  {
    #"{"linkId":"n","type":"display","text":"Note","extension":[{"url":"\#(core)questionnaire-\#(kind)","valueCodeableConcept":{"coding":[{"code":"\#(code)"}]}}]\#(more)}"#
  }

  @Test(
    arguments: [
      ("help", .help), ("flyover", .flyover), ("unit", .unit), ("prompt", .hint), ("legal", .legal),
      ("instructions", .instructions), ("sublabel", .sublabel),
    ] as [(String, FieldName)])
  func `are items in it by what they are for`(code: String, field: FieldName) throws {
    for kind in ["itemControl", "displayCategory"] {
      let form = try read("decimal", [], #","item":[\#(Self.note(code, of: kind))]"#)
      #expect(form.rowCount == 1 && form.row("q")?.fields[field] == "Note")
    }
    // In a group, or where nobody says what for, it is a row of its own.
    #expect(try read("group", [], #","item":[\#(Self.note(code))]"#).row("n") != nil)
  }

  @Test(arguments: [
    note("inline"),
    note("help", #","enableWhen":[{"question":"q","operator":"exists","answerBoolean":true}]"#),
    note("help", #","item":[{"linkId":"o","type":"display"}]"#),
    note("help").replacing(#""display""#, with: #""string""#),
    note("help").replacing(#""text":"Note","#, with: #""text":"","#),
    note("help").replacing(#""text":"Note","#, with: ""),
    note(
      "help",
      #","_text":{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/cqf-expression","valueExpression":{"language":"text/fhirpath","expression":"'x'"}}]}"#
    ),
    note("help").replacing(
      #""extension":["#,
      with:
        #""extension":[\#(said("sdc-questionnaire-enableWhenExpression", #""valueExpression":{}"#)),"#
    ),
  ])
  func `are rows of their own where they are more than a note`(item: String) throws {
    let form = try read("decimal", [], #","item":[\#(item)]"#)
    #expect(form.row("n")?.fields.text(.parentRow) == "q" && form.row("q")?.fields[.help] == nil)
  }

  struct Initial: Sendable {
    let type: String
    let members: String
    let value: Value?
    let warning: String?

    init(_ type: String, _ members: String, _ value: Value?, _ warning: String?) {
      (self.type, self.members, self.value, self.warning) = (type, members, value, warning)
    }
  }

  @Test(
    arguments: [
      Initial(
        "integer", #""initial":[{"valueString":"x"}]"#, nil, "expected a whole number, found a list"
      ),
      Initial("integer", #""initial":5"#, nil, "expected a list, found 5"),
      Initial("string", #""initial":[{"valueString":"a"},{"valueString":"b"}]"#, "a", nil),
      Initial("string", #""initial":[]"#, nil, nil),
      Initial("display", #""initial":[{"valueString":"a"}]"#, nil, nil),
      Initial(
        "choice",
        #""answerOption":[{"valueString":"a"},{"valueString":"b","initialSelected":true}]"#, "b",
        nil
      ),
      Initial(
        "choice",
        #""answerOption":[{"valueString":"a","initialSelected":true},{"valueString":"b","initialSelected":false}],"initial":[{"valueString":"b"}]"#,
        "b",
        nil
      ),
      Initial(
        "choice",
        #""repeats":true,"answerOption":[{"valueString":"a","initialSelected":true},{"valueString":"b","initialSelected":true}]"#,
        ["a", "b"], nil
      ),
      Initial(
        "open-choice", #""answerOption":[{"valueString":"a"}],"initial":[{"valueString":"mine"}]"#,
        .record([.other: "mine"]), nil
      ),
      Initial(
        "open-choice", #""answerOption":[{"valueString":"a"}],"initial":[{"valueString":"a"}]"#,
        "a", nil
      ),
      Initial(
        "choice",
        #""answerOption":[{"valueInteger":3},{"valueInteger":4}],"initial":[{"valueInteger":4}]"#,
        "4", nil),
      Initial(
        "choice",
        #""repeats":true,"answerOption":[{"valueDate":"2024-03"},{"valueDate":"2024","initialSelected":true}]"#,
        .list(["2024"]), nil),
      Initial(
        "open-choice", #""answerOption":[{"valueTime":"08:00:00","initialSelected":true}]"#,
        "08:00:00", nil),
      Initial(
        "choice",
        #""answerOption":[{"valueReference":{"reference":"P/1"}}],"initial":[{"valueReference":{"reference":"P/1","display":"Ada"}}]"#,
        "P/1", nil),
      Initial(
        "open-choice", #""answerOption":[{"valueInteger":3}],"initial":[{"valueInteger":5}]"#, nil,
        "expected one of its options, found a list"),
      Initial(
        "choice", #""answerOption":[{"valueString":"a"}],"initial":[{"valueString":"z"}]"#, nil,
        "expected one of its options, found a list"
      ),
    ])
  func `are what it begins with`(initial: Initial) throws {
    let form = try read(initial.type, [], ",\(initial.members)")
    #expect(form.row("q")?.fields[.initial] == initial.value)
    let words = initial.warning.map { #""initial" is not used but kept: \#($0)"# }
    #expect(form.warnings.map(\.kind.description) == [words].compactMap(\.self))
  }

  @Test func `are units that the file has to have`() throws {
    let form = try read(
      "quantity", [Self.said("questionnaire-unitValueSet", #""valueCanonical":"http://x/units""#)])
    #expect(
      form.warnings.map(\.kind.description)
        == [
          #""unitValueSet" is not used but kept: expected a set of units in the file, found an object"#
        ])
    #expect(form.row("q")?.fields[.units] == nil)
  }
}
