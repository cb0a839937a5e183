import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

private func exact(_ digits: String) -> DecimalNumber {
  guard let number = DecimalNumber(digits) else { preconditionFailure("no number: \(digits)") }
  return number
}

/// What becomes of the members of an item, and of the Questionnaire itself.
@Suite(.timeLimit(.minutes(20))) struct `Members of a Questionnaire` {
  @Test(
    arguments: [
      (#""type": "string""#, ["component": "TextInput"]),
      (#""type": "text""#, ["component": "TextInput", "kind": "multiline"]),
      (#""type": "integer""#, ["component": "TextInput", "kind": "integer"]),
      (#""type": "decimal""#, ["component": "TextInput", "kind": "decimal"]),
      (#""type": "boolean""#, ["component": "Toggle"]),
      (#""type": "display", "text": "T""#, ["component": "Description", "text": "T"]),
      (#""type": "display""#, ["component": "Description"]),
      (
        #""type": "string", "text": "", "prefix": "1.""#,
        ["component": "TextInput", "title": "", "prefix": "1."]
      ),
      (
        #""type": "string", "required": true, "readOnly": false, "maxLength": 12"#,
        ["component": "TextInput", "required": true, "readOnly": false, "maxLength": 12]
      ),
      (
        #""type": "string", "maxLength": 2, "extension": [{"url": "http://x/validationtext", "valueString": "V"}]"#,
        [
          "component": "TextInput", "maxLength": 2, "messages": .record(["maxLength": "V"]),
          "fhir": .verbatim(
            #"{"extension": [{"url": "http://x/validationtext", "valueString": "V"}]}"#),
        ]
      ),
      (
        #""type": "decimal", "initial": [ {"valueDecimal": 1.50} ]"#,
        [
          "component": "TextInput", "kind": "decimal",
          "initial": .decimal(exact("1.50")),
          "fhir": .verbatim(#"{"initial": [ {"valueDecimal": 1.50} ]}"#),
        ]
      ),
      (
        #""type": "string", "enableWhen": [{"question":"p"}], "enableBehavior": "any""#,
        [
          "component": "TextInput", "enableWhen": .verbatim(#"[{"question":"p"}]"#),
          "enableBehavior": "any",
        ]
      ),
      (
        #""definition": "http://d", "type": "string", "repeats":false,  "_text" : {"id": "x"}"#,
        [
          "component": "TextInput",
          "fhir": .verbatim(#"{"definition": "http://d", "repeats":false, "_text" : {"id": "x"}}"#),
        ]
      ),
      (
        #""type": "date", "initial": [{"valueDate": "2024-03"}]"#,
        [
          "component": "DateInput", "initial": .date("2024-03"),
          "fhir": .verbatim(#"{"initial": [{"valueDate": "2024-03"}]}"#),
        ]
      ),
      (
        #""type": "string", "repeats": true, "initial": [{"valueString": "a"}, {"valueString": "b"}]"#,
        [
          "component": "TextInput", "repeats": true, "initial": .list(["a", "b"]),
          "fhir": .verbatim(#"{"initial": [{"valueString": "a"}, {"valueString": "b"}]}"#),
        ]
      ),
      (#""type": "dateTime""#, ["component": "DateInput", "kind": "dateTime"]),
      (#""type": "time""#, ["component": "DateInput", "kind": "time"]),
      (#""type": "url""#, ["component": "TextInput", "kind": "url"]),
      (#""type": "quantity""#, ["component": "Quantity"]),
      (
        #""type": "open-choice", "answerValueSet": "v""#,
        ["component": "Choice", "other": true, "valueSet": "v"]
      ),
      (
        ##""type": "choice", "answerValueSet": "#yes""##,
        ["component": "Choice", "valueSet": "#yes"]
      ),
      (
        #""type": "choice", "answerOption": [{"valueCoding": {"code": "a"}}, {"valueString": "b"}]"#,
        [
          "component": "Choice",
          "options": .list([
            .record(["code": "a"]),
            .record(["code": "b", "source": .verbatim(#"{"valueString": "b"}"#)]),
          ]),
        ]
      ),
    ] as [(String, Fields)])
  func `become fields`(members: String, expected: Fields) throws {
    let form = try readForm(
      #"{"resourceType": "Questionnaire", "item": [{"linkId": "q", \#(members)}]}"#)
    #expect(form.row("q")?.fields.setting("fhirOrder", nil) == expected)
  }

  @Test func `say units, messages and images where FHIR does`() throws {
    let core = "http://hl7.org/fhir/StructureDefinition/"
    let form = try readForm(
      #"""
      {"resourceType":"Questionnaire","contained":[{"resourceType":"ValueSet","id":"u","compose":{"include":[
        {"system":"m","concept":[{"code":"mg"},{"code":"g","display":"gram"}]}]}}],
       "title":"Form","_title":{"extension":[{"url":"\#(core)translation","extension":[
        {"url":"lang","valueCode":"de"},{"url":"content","valueString":"Formular"}]}]},
       "item":[
        {"linkId":"q","type":"quantity","extension":[
          {"url":"\#(core)questionnaire-unitValueSet","valueCanonical":"#u"},
          {"url":"\#(core)questionnaire-validationtext","valueString":"No."},
          {"url":"\#(core)maxDecimalPlaces","valueInteger":1}]},
        {"linkId":"c","type":"choice","answerOption":[{"valueCoding":{"code":"a"},"extension":[
          {"url":"http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-itemAnswerMedia",
           "valueAttachment":{"url":"a.png"}}]}]},
        {"linkId":"o","type":"open-choice","repeats":true,"answerOption":[{"valueString":"red"}],
         "initial":[{"valueString":"red"},{"valueString":"mine"}]}]}
      """#)
    #expect(form.warnings == [])
    let quantity = try #require(form.row("q")?.fields)
    let units = quantity[.units]?.asList?.compactMap { $0.asRecord?.text(.code) }
    #expect(units == ["mg", "g"] && quantity[.messages]?.asRecord == [.decimals: "No."])
    let option = form.row("c")?.fields[.options]?.asList?.first?.asRecord
    #expect(option?.text(.image) == "a.png")
    let initial: Value = .list(["red", .record([.other: "mine"])])
    #expect(form.row("o")?.fields[.initial] == initial)
    let title = form.form.fields.shown { InputContext(languages: ["de"]) }.text(.title)
    #expect(title == "Formular")
  }

  // Rule F31.
  @Test func `say texts and prefixes in other languages, too`() throws {
    func translated(_ text: String) -> String {
      #"{"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/translation","extension":["#
        + #"{"url":"lang","valueCode":"de"},{"url":"content","valueString":"\#(text)"}]}]}"#
    }
    let form = try readForm(
      #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"q","type":"string",
        "prefix":"First","_prefix":\#(translated("Erstens")),
        "text":"Name","_text":\#(translated("Vorname"))}]}
      """#)
    let shown = form.row("q")?.fields.shown { InputContext(languages: ["de"]) }
    #expect(shown?.text(.prefix) == "Erstens" && shown?.text(.title) == "Vorname")
  }

  @Test(arguments: [
    (
      #""_valueDate":{"extension":[{"valueExpression":{"expression":"now() - 3 days"}}]}"#,
      "maxValue"
    ),
    (#""valueAttachment":{}"#, "maxValue"),
  ])
  func `a limit that is not understood is told of`(value: String, name: String) throws {
    let form = try readForm(
      #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"d","type":"date","extension":[
        {"url":"http://hl7.org/fhir/StructureDefinition/\#(name)",\#(value)}]}]}
      """#)
    #expect(form.row("d")?.fields[.greatest] == nil)
    #expect(form.warnings.first?.description.contains("\"\(name)\" is not used but kept") == true)
  }

  // Rule F2.
  @Test func `an opaque row keeps its item byte for byte, and what is shown beside it`() throws {
    let item =
      #"{ "linkId":"q", "type":"reference",  "text":"When\u00e9","prefix":"1", "required":true }"#
    let form = try readForm(#"{"resourceType": "Questionnaire", "item": [\#(item)]}"#)
    let expected: Fields = [
      "component": "Opaque", "title": "Whené", "prefix": "1", "required": true,
      "source": .verbatim(item),
    ]
    #expect(form.row("q")?.fields.setting("fhirOrder", nil) == expected)
  }

  @Test func `a hidden item says so, and keeps the extension`() throws {
    let form = try FormFile.read(fixture("every-type"), named: "file")
    #expect(form.row("t-hidden")?.fields.isTrue(.hidden) == true)
    #expect(form.row("t-not-hidden")?.fields[.hidden] == nil)
    #expect(form.section("hidden-group")?.fields.isTrue(.hidden) == true)
    for id in ["t-hidden", "t-not-hidden"] {
      let kept = form.row(RowID(unchecked: id))?.fields["fhir"]
      #expect(kept.map { Notation.text(of: $0).contains("questionnaire-hidden") } == true)
    }
  }

  @Test(
    arguments: [
      (#""text": "T", "prefix": "1.""#, ["text": "1. T", "prefix": "1.", "title": "T"]),
      (#""text": "T""#, ["text": "T"]), (#""prefix": "1.""#, ["text": "1.", "prefix": "1."]),
      (#""text": """#, ["text": ""]),
    ] as [(String, Fields)])
  func `a group's prefix and text are its header`(members: String, expected: Fields) throws {
    let form = try readForm(
      #"{"resourceType": "Questionnaire", "item": [{"linkId": "g", "type": "group", \#(members)}]}"#
    )
    let header = expected.setting("component", "Description")
    #expect(form.section("g")?.fields.setting("fhirOrder", nil) == ["header": .record(header)])
  }

  @Test func `options of one code are told apart by their code system`() throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "choice", "answerOption": [
      {"valueCoding": {"system": "s", "code": "a"}},
      {"valueCoding": {"system": "t", "code": "a"}}, {"valueCoding": {"display": "D"}},
      {"valueCoding": {"system": "u"}}, {"other": 1}]}]}
      """#)
    #expect(form.outline[1] == #"  q: Choice a|a|D|{"system":"u"}|{"other":1}"#)
    #expect(form.warnings.isEmpty)
    let row = try #require(form.row("q"))
    #expect(try RowInput().read("t|a", for: row) == .record(["code": "a", "system": "t"]))
    #expect(throws: InputError.self) { try RowInput().read("a", for: row) }
  }

  @Test func `several helps of one question are its help, a line each`() throws {
    func help(_ id: String, _ text: String) -> String {
      #"""
      {"linkId": "\#(id)", "type": "display", "text": "\#(text)", "extension": [{
        "url": "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl",
        "valueCodeableConcept": {"coding": [{
          "system": "http://hl7.org/fhir/questionnaire-item-control", "code": "help"}]}}]}
      """#
    }
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "string",
        "item": [\#(help("h", "One.")), \#(help("i", "Two."))]},
      {"linkId": "m", "type": "string", "item": [\#(help("j", "<p>One.</p>")),
        \#(help("k", "Two &amp; <b>more</b>.")), \#(help("l", "Three."))]}]}
      """#)
    #expect(form.row("q")?.fields[.help] == "One.\nTwo.")
    #expect(form.row("q")?.fields[.markup] == nil)
    // The text with its markup is that of all of them.
    let marked = form.row("m")?.fields
    #expect(marked?[.help] == "One.\nTwo & more.\nThree.")
    #expect(
      marked?[.markup]
        == .record([.help: "<p>One.</p>\nTwo &amp; <b>more</b>.\nThree."]))
  }

  @Test func `what repeats may have to be there as often as it may`() throws {
    func occurs(_ name: String, _ count: Int) -> String {
      #"{"url": "http://hl7.org/fhir/StructureDefinition/questionnaire-\#(name)", "#
        + #""valueInteger": \#(count)}"#
    }
    for (least, greatest) in [(2, 2), (1, 1), (1, 2)] {
      let form = try readForm(
        #"""
        {"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "string", "repeats": true,
          "extension": [\#(occurs("minOccurs", least)), \#(occurs("maxOccurs", greatest))]}]}
        """#)
      let fields = try #require(form.row("q")?.fields)
      #expect(fields.occurs.least == least && fields.occurs.greatest == greatest)
      #expect(form.warnings.isEmpty)
    }
  }

  @Test func `an option that is listed twice is told of`() throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "choice", "answerOption": [
      {"valueCoding": {"system": "s", "code": "a"}}, {"valueCoding": {"system": "s", "code": "a"}}]}]}
      """#)
    let warning = #"line 2, column 48, at item[0].answerOption[1]: q has the option "s|a" twice"#
    #expect(form.warnings.map(\.description) == [warning])
  }

  @Test func `the Questionnaire's own members are the form's`() throws {
    let form = try readForm(
      #"""
      {"resourceType":"Questionnaire", "id":"i", "item":[], "title":"T", "url":"http://x/u",
       "version":"2", "status" : "draft", "description": "D", "contained":[ {"a":1.0} ]}
      """#)
    let rest = #"{"resourceType":"Questionnaire", "id":"i", "item":[], "status" : "draft", "#
    let expected: Fields = [
      "title": "T", "url": "http://x/u", "version": "2", "description": "D",
      "fhir": .verbatim(rest + #""contained":[ {"a":1.0} ]}"#),
    ]
    #expect(form.form.fields.setting("fhirOrder", nil) == expected)
    #expect(form.form.name == "i")
    #expect(form.warnings.map(\.description) == ["line 1, column 1: the form has no items"])
  }

  @Test(arguments: [
    (
      #""item": 5"#,
      #"line 1, column 43, at item: "item" is not used but kept: expected a list, "#
        + "found 5"
    ),
    (#""item": [5]"#, "line 1, column 44, at item[0]: an item without linkId is now ~2"),
    (
      #""item": [{"linkId": 5, "type": "string"}]"#,
      "line 1, column 44, at item[0]: an item without linkId is now ~2"
    ),
    (
      #""item": [{"linkId": "q"}]"#,
      "line 1, column 44, at item[0]: q has no type; it is kept as it is"
    ),
    (
      #""item": [{"linkId": "q", "type": "string", "text": null}]"#,
      #"line 1, column 86, at item[0].text: "text" is not used but kept: expected text, found null"#
    ),
    (
      #""item": [{"linkId": "q", "type": "string", "maxLength": -1}]"#,
      #"line 1, column 91, at item[0].maxLength: "maxLength" is not used but kept: expected a "#
        + "whole number, found -1"
    ),
    (
      #""item": [{"linkId": "q", "type": "group", "item": {}}]"#,
      #"line 1, column 85, at item[0].item: "item" is not used but kept: expected a list, found "#
        + "an object"
    ),
    (
      #""item": [{"linkId": "q", "type": "choice", "answerValueSet": "v", "answerOption": [1]}]"#,
      #"line 1, column 117, at item[0].answerOption: "answerOption" is not used but kept: "#
        + "expected a list of options, found a list"
    ),
    (
      #""item": [{"linkId": "q", "type": "string", "repeats": true, "extension": ["#
        + #"{"url": "http://hl7.org/fhir/StructureDefinition/questionnaire-minOccurs", "valueInteger": 3},"#
        + #"{"url": "http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs", "valueInteger": 1}]}]"#,
      "line 1, column 294, at item[0].extension[1].valueInteger: \"maxOccurs\" is not used but kept: "
        + "expected 3 or more, found 1"
    ),
    (
      #""item": [{"linkId": "\u001B[2J", "type": "string"}]"#,
      #"line 1, column 55, at item[0].linkId: the linkId "\u001b[2J" cannot be an id, since it "#
        + "holds the control character U+001B; it is now \"[2J~391899524420886551\""
    ),
  ])
  func `what breaks FHIR's rules is kept with a warning`(members: String, warning: String) throws {
    let text = #"{"resourceType": "Questionnaire", \#(members)}"#
    let form = try readForm(text)
    let first = try #require(form.warnings.first)
    #expect(first.description.hasPrefix(warning), "\(first)")
    // Nothing is lost: each scalar of the input is somewhere in the form that is written.
    let written = String(decoding: FormFile.write(form.form), as: UTF8.self)
    for word in ["5", "null", "-1", "[1]", "u001B"] where members.contains(word) {
      #expect(written.contains(word), "\(written)")
    }
  }
}
