import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Foundation
import Testing

/// What STU3 and R5 say otherwise than R4 (rules I31 and I37).
@Suite(.timeLimit(.minutes(20))) struct `A Questionnaire in another dialect` {
  private static func form(_ items: String...) -> String {
    #"{"resourceType":"Questionnaire","status":"draft","item":[\#(items.joined(separator: ","))]}"#
  }

  private static let coded = #"{"valueCoding":{"code":"f","display":"Female"}}"#
  private static let options: Value = [.record([.code: "f", .label: "Female"])]
  private static let filter = #"{"linkId":"n","type":"integer"},{"linkId":"b","type":"boolean"}"#

  @Test(
    arguments: [
      // STU3.
      (
        #""type":"choice","option":[\#(coded)]"#,
        ["component": "Choice", "options": options, "fhirOption": true]
      ),
      (
        #""type":"open-choice","options":{"reference":"http://x/set","display":"A set"}"#,
        ["component": "Choice", "other": true, "valueSet": "http://x/set", "fhirOption": true]
      ),
      (
        #""type":"integer","initialInteger":4"#,
        ["component": "TextInput", "kind": "integer", "initial": 4]
      ),
      (
        #""type":"choice","option":[\#(coded)],"initialCoding":{"code":"f"}"#,
        ["component": "Choice", "options": options, "fhirOption": true, "initial": "f"]
      ),
      // R4 says it: then that counts.
      (
        #""type":"choice","answerOption":[\#(coded)],"option":[]"#,
        ["component": "Choice", "options": options]
      ),
      // R5.
      (
        #""type":"coding","answerOption":[\#(coded)]"#, ["component": "Choice", "options": options]
      ),
      (
        #""type":"coding","answerOption":[\#(coded)],"answerConstraint":"optionsOrString""#,
        ["component": "Choice", "options": options, "other": true]
      ),
      (
        #""type":"coding","answerValueSet":"http://x/set","answerConstraint":"optionsOnly""#,
        ["component": "Choice", "valueSet": "http://x/set"]
      ),
      // A question that does not say of what type, with its members in any order.
      (
        #""type":"question","option":[\#(coded)],"enableBehavior":"any""#,
        [
          "component": "Choice", "options": options, "fhirOption": true, "enableBehavior": "any",
        ]
      ),
      (
        #""type":"question","answerOption":[\#(coded)]"#,
        ["component": "Choice", "options": options]
      ),
      (#""type":"question""#, ["component": "TextInput"]),
    ] as [(String, Fields)])
  func `is read, and comes out as it was`(members: String, expected: Fields) throws {
    let text = Self.form(#"{"linkId":"q",\#(members)}"#)
    let read = try readForm(text)
    var fields = try #require(read.row("q")).fields
    (fields["fhir"], fields["fhirOrder"]) = (nil, nil)
    #expect(fields == expected)
    #expect(read.warnings == [])
    #expect(try written(read.form) == (try JSON(parsing: Array(text.utf8))))
  }

  private func written(_ form: Form) throws -> JSON {
    try JSON(parsing: try FormFile.writeQuestionnaire(form).bytes)
  }

  @Test(
    arguments: [
      (#"{"question":"n","hasAnswer":true}"#, ["row": "n", "exists": true]),
      (#"{"question":"n","hasAnswer":false}"#, ["row": "n", "exists": false]),
      (#"{"question":"n","answerInteger":2}"#, ["row": "n", "is": 2]),
      // Without operators any of several is enough.
      (
        #"{"question":"n","answerInteger":2},{"question":"b","hasAnswer":true}"#,
        ["any": [.record(["row": "n", "is": 2]), .record(["row": "b", "exists": true])]]
      ),
    ] as [(String, Fields)])
  func `shows and hides`(conditions: String, expected: Fields) throws {
    let text = Self.form(
      Self.filter, #"{"linkId":"q","type":"string","enableWhen":[\#(conditions)]}"#)
    let read = try readForm(text)
    #expect(read.row("q")?.fields[.visible] == .record(expected))
    #expect(try written(read.form) == (try JSON(parsing: Array(text.utf8))))
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    let members: String
    let after: String
    let change: @Sendable (inout Fields) -> Void
    var testDescription: String { after }
  }

  static let edits = [
    Edit(
      members: #""type":"choice","option":[\#(coded)]"#,
      after: #""type":"choice","option":[{"valueCoding":{"code":"m"}}]"#
    ) { $0[.options] = [.record([.code: "m"])] },
    Edit(
      members: #""type":"choice","options":{"reference":"http://x/set","display":"A set"}"#,
      after: #""type":"choice","options":{"reference":"http://x/other","display":"A set"}"#
    ) { $0[.valueSet] = "http://x/other" },
    Edit(
      members: #""type":"integer","initialInteger":4"#,
      after: #""type":"integer","initialInteger":5"#
    ) { $0[.initial] = 5 },
    Edit(members: #""type":"integer","initialInteger":4"#, after: #""type":"integer""#) {
      $0[.initial] = nil
    },
    Edit(
      members: #""type":"coding","answerOption":[\#(coded)],"answerConstraint":"optionsOnly""#,
      after: #""type":"open-choice","answerOption":[\#(coded)]"#
    ) { $0[.other] = true },
    Edit(members: #""type":"question","text":"Old""#, after: #""type":"question","text":"New""#) {
      $0[.title] = "New"
    },
    Edit(members: #""type":"question","text":"Old""#, after: #""type":"integer","text":"Old""#) {
      $0[.kind] = "integer"
    },
  ]

  @Test(arguments: edits)
  func `comes out with what was edited, in its dialect where that can say it`(edit: Edit) throws {
    let read = try readForm(Self.form(#"{"linkId":"q",\#(edit.members)}"#)).form
    var sections = read.sections
    edit.change(&sections[0].rows[0].fields)
    let form = Form(
      read.name, fields: read.fields, sections: sections, components: read.components)
    let expected = Self.form(#"{"linkId":"q",\#(edit.after)}"#)
    #expect(try written(form) == (try JSON(parsing: Array(expected.utf8))))
    #expect(try FormFile.writeQuestionnaire(form).warnings == [])
  }
}
