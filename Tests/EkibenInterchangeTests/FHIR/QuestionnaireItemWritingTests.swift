import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// What a form that was made here says as items of a Questionnaire, member by member (rule I31).
@Suite(.timeLimit(.minutes(20))) struct `A form that is written as a Questionnaire` {
  private static let q = #""linkId":"q","type":"string""#
  private static let a: Value = .list([.record([.code: "a"])])
  private static let offered = #""answerOption":[{"valueCoding":{"code":"a"}}]"#
  private static func path(_ text: String) -> Value { .record([.fhirPath: .text(text)]) }
  struct Row: Sendable {
    let fields: Fields
    let members: String

    init(_ fields: Fields, _ members: String) {
      (self.fields, self.members) = (fields, members)
    }
  }

  @Test(
    arguments: [
      Row(["component": "TextInput"], q),
      Row(["component": "TextInput", "kind": "multiline"], #""linkId":"q","type":"text""#),
      Row(["component": "TextInput", "kind": "decimal"], #""linkId":"q","type":"decimal""#),
      Row(["component": "TextInput", "kind": "url"], #""linkId":"q","type":"url""#),
      Row(["component": "Toggle"], #""linkId":"q","type":"boolean""#),
      Row(["component": "DateInput"], #""linkId":"q","type":"date""#),
      Row(["component": "DateInput", "kind": "dateTime"], #""linkId":"q","type":"dateTime""#),
      Row(["component": "DateInput", "kind": "time"], #""linkId":"q","type":"time""#),
      Row(["component": "Quantity"], #""linkId":"q","type":"quantity""#),
      Row(["component": "Description", "text": "T"], #""linkId":"q","text":"T","type":"display""#),
      Row(["component": "Choice", "options": a], #""linkId":"q","type":"choice",\#(offered)"#),
      Row(
        ["component": "Choice", "options": a, "other": true],
        #""linkId":"q","type":"open-choice",\#(offered)"#
      ),
      Row(
        ["component": "Choice", "valueSet": "http://x/set"],
        #""linkId":"q","type":"choice","answerValueSet":"http://x/set""#
      ),
      Row(
        [
          "component": "TextInput", "prefix": "1.", "title": "T", "required": true,
          "readOnly": false,
          "maxLength": 9, "linkId": "a/b",
        ],
        #""linkId":"a/b","prefix":"1.","text":"T","type":"string","required":true,"readOnly":false,"maxLength":9"#
      ),
      Row(
        ["component": "TextInput", "repeats": true, "minOccurs": 1, "maxOccurs": 3],
        #""extension":[{"url":"COREquestionnaire-minOccurs","valueInteger":1},{"url":"COREquestionnaire-maxOccurs","valueInteger":3}],"linkId":"q","type":"string","repeats":true"#
      ),
      Row(
        ["component": "Choice", "options": a, "multiple": true, "minCount": 1, "maxCount": 2],
        #""extension":[{"url":"COREquestionnaire-minOccurs","valueInteger":1},{"url":"COREquestionnaire-maxOccurs","valueInteger":2}],"linkId":"q","type":"choice","repeats":true,\#(offered)"#
      ),
      Row(["component": "TextInput", "initial": "x"], #"\#(q),"initial":[{"valueString":"x"}]"#),
      Row(
        ["component": "Choice", "options": a, "multiple": true, "initial": ["a"]],
        #""linkId":"q","type":"choice","repeats":true,\#(offered),"initial":[{"valueCoding":{"code":"a"}}]"#
      ),
      Row(
        [
          "component": "TextInput", "title": "Age",
          "translations": .record(["de": .record(["title": "Alter"])]),
        ],
        #""linkId":"q","text":"Age","_text":{"extension":[{"url":"COREtranslation","extension":[{"url":"lang","valueCode":"de"},{"url":"content","valueString":"Alter"}]}]},"type":"string""#
      ),
      Row(
        ["component": "TextInput", "title": "T", "textExpression": path("'x'")],
        #""linkId":"q","text":"T","_text":{"extension":[{"url":"COREcqf-expression",\#(writtenExpression("'x'"))}]},"type":"string""#
      ),
    ])
  func `says in members what FHIR has members for`(row: Row) throws {
    try expectItem(row.fields, row.members)
  }

  private static let decimal: Fields = ["component": "TextInput", "kind": "decimal"]
  private static let dose: Fields = [
    "component": "Quantity",
    "units": .list([.record([.code: "mg", .label: "milligram", .system: "u"])]),
  ]
  private static let unit =
    #"{"url":"COREquestionnaire-unitOption","valueCoding":{"system":"u","code":"mg","display":"milligram"}}"#

  struct Said: Sendable {
    let fields: Fields
    let field: FieldName
    let value: Value?
    let extensions: String

    init(_ fields: Fields, _ field: FieldName, _ value: Value?, _ extensions: String) {
      (self.fields, self.field, self.value, self.extensions) = (fields, field, value, extensions)
    }
  }

  @Test(
    arguments: [
      Said(
        ["component": "TextInput"], .hidden, true,
        #"{"url":"COREquestionnaire-hidden","valueBoolean":true}"#
      ),
      Said(["component": "TextInput"], .minLength, 3, #"{"url":"COREminLength","valueInteger":3}"#),
      Said(
        ["component": "TextInput"], .pattern, "[a-z]", #"{"url":"COREregex","valueString":"[a-z]"}"#
      ),
      Said(
        ["component": "TextInput"], .example, "ab", #"{"url":"COREentryFormat","valueString":"ab"}"#
      ),
      Said(
        ["component": "TextInput"], .control, "slider",
        #"{"url":"COREquestionnaire-itemControl","valueCodeableConcept":{"coding":[{"system":"http://hl7.org/fhir/questionnaire-item-control","code":"slider"}]}}"#
      ),
      Said(
        ["component": "TextInput"], .orientation, "vertical",
        #"{"url":"COREquestionnaire-choiceOrientation","valueCode":"vertical"}"#
      ),
      Said(
        ["component": "TextInput"], .columns, 2,
        #"{"url":"SDCquestionnaire-choiceColumns","valueInteger":2}"#
      ),
      Said(decimal, .decimals, 2, #"{"url":"COREmaxDecimalPlaces","valueInteger":2}"#),
      Said(decimal, .step, 5, #"{"url":"COREquestionnaire-sliderStepValue","valueInteger":5}"#),
      Said(decimal, .least, 18, #"{"url":"COREminValue","valueInteger":18}"#),
      Said(
        decimal, .greatest, .decimal(number("1.50")),
        #"{"url":"COREmaxValue","valueDecimal":1.50}"#
      ),
      Said(
        decimal, .unit, "kg",
        #"{"url":"COREquestionnaire-unit","valueCoding":{"code":"kg","display":"kg"}}"#
      ),
      Said(
        decimal, .calculated, path("1 + 1"),
        #"{"url":"SDCsdc-questionnaire-calculatedExpression",\#(writtenExpression("1 + 1"))}"#
      ),
      Said(
        decimal, .initialExpression, path("2"),
        #"{"url":"SDCsdc-questionnaire-initialExpression",\#(writtenExpression("2"))}"#
      ),
      Said(
        decimal, .variables, .list([.record(["name": "v", .fhirPath: "3"])]),
        #"{"url":"COREvariable","valueExpression":{"name":"v","language":"text/fhirpath","expression":"3"}}"#
      ),
      Said(
        ["component": "DateInput"], .least, "2024-01-02",
        #"{"url":"COREminValue","valueDate":"2024-01-02"}"#
      ),
      Said(
        ["component": "DateInput"], .greatest, "today-18y",
        #"{"url":"COREmaxValue","_valueDate":{"extension":[{"url":"COREcqf-expression",\#(writtenExpression("today() - 18 years"))}]}}"#
      ),
      Said(
        ["component": "DateInput"], .greatest, "today",
        #"{"url":"COREmaxValue","_valueDate":{"extension":[{"url":"COREcqf-expression",\#(writtenExpression("today()"))}]}}"#
      ),
      Said(dose, .units, dose[.units], unit),
      Said(
        dose, .least, "5.0 mg",
        #"{"url":"SDCsdc-questionnaire-minQuantity","valueQuantity":{"value":5.0,"unit":"milligram","system":"u","code":"mg"}},\#(unit)"#
      ),
      Said(
        dose, .greatest, "5 mg",
        #"{"url":"SDCsdc-questionnaire-maxQuantity","valueQuantity":{"value":5,"unit":"milligram","system":"u","code":"mg"}},\#(unit)"#
      ),
    ])
  func `says in extensions what it has no members for`(said: Said) throws {
    let type = try writtenItem(said.fields).json["type"]?.string ?? ""
    try expectItem(
      said.fields.setting(said.field, said.value),
      #""extension":[\#(said.extensions)],"linkId":"q","type":"\#(type)""#)
  }

  @Test(
    arguments: [
      (.help, "help"), (.flyover, "flyover"), (.hint, "prompt"), (.legal, "legal"),
      (.instructions, "instructions"), (.sublabel, "sublabel"),
    ] as [(FieldName, String)])
  func `says a note as an item in it`(field: FieldName, code: String) throws {
    try expectItem(
      ["component": "TextInput", field: "Note"],
      Self.q
        + #","item":[{"extension":[{"url":"COREquestionnaire-itemControl","valueCodeableConcept":{"coding":[{"system":"http://hl7.org/fhir/questionnaire-item-control","code":"\#(code)"}]}}],"linkId":"q-\#(code)","text":"Note","type":"display"}]"#
    )
  }

  @Test func `says one text for its limits, and loses others`() throws {
    let one: Fields = [
      "component": "TextInput", "minLength": 3, "maxLength": 9,
      "messages": .record(["minLength": "No.", "maxLength": "No."]),
    ]
    try expectItem(
      one,
      #""extension":[{"url":"COREminLength","valueInteger":3},{"url":"COREquestionnaire-validationtext","valueString":"No."}],"linkId":"q","type":"string","maxLength":9"#
    )
    let two = one.setting("messages", .record(["minLength": "No.", "maxLength": "Never."]))
    #expect(
      try writtenItem(two).warnings == [
        #"q: "messages" is left out, since a Questionnaire cannot say it"#
      ])
  }

  @Test func `says all of an option that FHIR can say`() throws {
    let option: Fields = [
      .code: "a", .label: "A", .system: "s", .prefix: "a)", .score: .decimal(number("2.0")),
      .exclusive: true, .help: "H", .image: "a.png",
    ]
    try expectItem(
      ["component": "Choice", "options": .list([.record(option)])],
      #""linkId":"q","type":"choice","answerOption":[{"valueCoding":{"system":"s","code":"a","display":"A"},"extension":[{"url":"COREquestionnaire-optionPrefix","valueString":"a)"},{"url":"COREordinalValue","valueDecimal":2.0},{"url":"COREquestionnaire-optionExclusive","valueBoolean":true},{"url":"COREquestionnaire-optionHelp","valueString":"H"},{"url":"SDCsdc-questionnaire-itemAnswerMedia","valueAttachment":{"url":"a.png"}}]}]"#
    )
  }
}
