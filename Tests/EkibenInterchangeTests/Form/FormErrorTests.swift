import EkibenDocuments
import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `What is no form` {
  @Test(arguments: [
    (
      #"{"resourceType": "Patient"}"#,
      "line 1, column 1: this is a FHIR Patient; a form is a FHIR Questionnaire"
    ),
    (
      #"{"resourceType": "Pat\u001bient"}"#,
      #"line 1, column 1: this is a FHIR Pat\u001bient; a form is a FHIR Questionnaire"#
    ),
    (
      "{}",
      #"line 1, column 1: this is not a form; recognised are a FHIR R4 Questionnaire "#
        + #"("resourceType": "Questionnaire") and our own form JSON ("ekiben-form": 1)"#
    ),
    (
      "\n [1]",
      #"line 2, column 2: this is not a form; recognised are a FHIR R4 Questionnaire "#
        + #"("resourceType": "Questionnaire") and our own form JSON ("ekiben-form": 1)"#
    ),
    ("{\n  \"a\": }", "line 2, column 8, at a: expected a value, found \"}\""),
    ("", "line 1, column 1: expected a value, found the end of the text"),
    (
      #"{"ekiben-form": 2, "sections": []}"#,
      #"line 1, column 17, at ["ekiben-form"]: version 2 of our form JSON is not known; this "#
        + #"program reads "ekiben-form": 1"#
    ),
    (
      #"{"ekiben-form": "1", "sections": []}"#,
      #"line 1, column 17, at ["ekiben-form"]: version "1" of our form JSON is not known; this "#
        + #"program reads "ekiben-form": 1"#
    ),
    (#"{"ekiben-form": 1}"#, #"line 1, column 1: the member "sections" is missing"#),
    (
      #"{"ekiben-form": 1, "sections": {}}"#,
      "line 1, column 32, at sections: expected a list, found an object"
    ),
    (
      #"{"ekiben-form": 1, "sections": [{"rows": []}]}"#,
      #"line 1, column 33, at sections[0]: the member "id" is missing"#
    ),
    (
      #"{"ekiben-form": 1, "form": "", "sections": []}"#,
      "line 1, column 28, at form: the form's name is not a legal one: an id cannot be empty"
    ),
    (
      #"{"ekiben-form": 1, "form": 1, "sections": []}"#,
      "line 1, column 28, at form: expected text, found a number"
    ),
  ])
  func `is refused with the place and the reason`(text: String, message: String) {
    #expect(formRefusal(text) == message)
  }

  @Test(arguments: [
    (#"{"component": "Toggle"}"#, #"[0]: the member "id" is missing"#),
    (#"{"id": "r"}"#, #"[0]: the member "component" is missing"#),
    (#"{"id": 7, "component": "Toggle"}"#, "[0].id: expected text, found a number"),
    (#"{"id": "", "component": "Toggle"}"#, "[0].id: an id cannot be empty"),
    (
      #"{"id": "r", "component": "Toggle", "required": "yes"}"#,
      "[0].required: expected true, false or a condition, found text"
    ),
    (
      #"{"id": "r", "component": "Toggle", "title": 1}"#,
      "[0].title: expected text, found a number"
    ),
    (
      #"{"id": "r", "component": "TextInput", "maxLength": 1.5}"#,
      "[0].maxLength: expected a whole number, found 1.5"
    ),
    (
      #"{"id": "r", "component": "TextInput", "kind": "integer", "value": "x"}"#,
      "[0].value: expected a whole number, found text"
    ),
    (
      #"{"id": "r", "component": "TextInput", "kind": "integer", "value": 9223372036854775808}"#,
      "[0].value: expected a whole number, found 9223372036854775808"
    ),
    (
      #"{"id": "r", "component": "Toggle", "value": 1}"#,
      "[0].value: expected true or false, found a number"
    ),
    (
      #"{"id": "r", "component": "Description", "value": "x"}"#,
      "[0].value: a Description has no answer"
    ),
    (
      #"{"id": "r", "component": "Choice", "options": [{"label": "A"}]}"#,
      #"[0].options[0]: the member "code" is missing"#
    ),
    (
      #"{"id": "r", "component": "Toggle", "visible": 1}"#,
      "[0].visible: expected true, false or a condition, found a number"
    ),
    (
      #"{"id": "r", "component": "Toggle", "": 1}"#,
      #"[0][""]: no member can be called so: an id cannot be empty"#
    ),
    // Rule F42.
    (
      #"{"id": "r", "component": "Toggle", "repeats": true, "minOccurs": 3, "maxOccurs": 1}"#,
      "[0].maxOccurs: at most 1 is less than at least 3"
    ),
    // Rule F30.
    (
      #"{"id": "r", "component": "Choice", "options": [{"code": "a"}], "initial": "zz"}"#,
      #"[0].initial: r has no option "zz"; it has a"#
    ),
    (
      #"{"id": "r", "component": "Choice", "multiple": true, "options": [{"code": "a"}], "initial": ["a", "a"]}"#,
      #"[0].initial: r: the option "a" is named twice"#
    ),
    (
      #"{"id": "r", "component": "DateInput", "initial": "2024-02-30"}"#,
      "[0].initial: there is no date or time 2024-02-30"
    ),
    (
      #"{"id": "r", "component": "TextInput", "kind": "integer", "initial": "x"}"#,
      "[0].initial: expected a whole number, found text"
    ),
    (
      #"{"id": "r", "component": "Toggle", "initial": "yes"}"#,
      "[0].initial: expected true or false, found text"
    ),
    (
      #"{"id": "r", "component": "Quantity", "units": [{"code": "mg"}], "initial": {"number": 5, "unit": "kg"}}"#,
      #"[0].initial: r has no unit "kg"; it has mg"#
    ),
    (
      #"{"id": "r", "component": "Quantity", "initial": "7 mg"}"#,
      "[0].initial: expected an object, found text"
    ),
    (
      #"{"id": "r", "component": "Description", "initial": "x"}"#,
      "[0].initial: a Description has no answer"
    ),
    (
      #"{"id": "r", "component": "TextInput", "repeats": true, "initial": ["a", 7]}"#,
      "[0].initial[1]: expected text, found a number"
    ),
    (
      #"{"id": "r", "component": "TextInput", "repeats": true, "maxOccurs": 1, "initial": ["a", "b"]}"#,
      #"[0].initial: r takes at most 1 initial values, not "2""#
    ),
  ])
  func `has a row that is refused`(row: String, message: String) throws {
    let refusal = try #require(formRefusal(formText(rows: row)))
    #expect(refusal.hasPrefix("line 1, column "))
    #expect(refusal.hasSuffix(", at sections[0].rows\(message)"), "\(refusal)")
  }

  @Test func `names every duplicate id at once, each with its places`() {
    let text = """
      {"ekiben-form": 1, "sections": [
        {"id": "s", "rows": [{"id": "a", "component": "Toggle"}, {"id": "b", "component": "Toggle"}]},
        {"id": "t", "rows": [{"id": "b", "component": "Toggle"}]},
        {"id": "s", "rows": [{"id": "a", "component": "X"}, {"id": "a", "component": "X"},
          {"id": "caf\u{E9}", "component": "X"}, {"id": "cafe\u{301}", "component": "X"}]}]}
      """
    let message =
      "line 4, column 10, at sections[2].id: these ids occur more than once: section:s (line 2, "
      + "column 10 and line 4, column 10); a (line 2, column 31 and line 4, column 31 and line 4, "
      + "column 62); b (line 2, column 67 and line 3, column 31)"
    #expect(formRefusal(text) == message)
  }

  @Test func `is refused for its name`() {
    let form = #"{"ekiben-form": 1, "form": "f", "sections": []}"#
    #expect(
      formRefusal(form, as: "a\u{1B}b")
        == "the form's name is not a legal one: an id cannot hold the control character U+1B")
    let long = String(repeating: "x", count: 256)
    #expect(
      formRefusal(#"{"resourceType": "Questionnaire", "id": "\#(long)"}"#)?
        .hasPrefix("line 1, column 41, at id: the form's name is not a legal one: ") == true)
  }

  @Test func `is refused when another format was asked for`() {
    let own = #"{"ekiben-form": 1, "form": "f", "sections": []}"#
    let foreign = #"{"resourceType": "Questionnaire"}"#
    #expect(
      formRefusal(own, format: .fhir) == "line 1, column 1: this is not a FHIR Questionnaire")
    #expect(
      formRefusal(foreign, format: .ekiben)
        == #"line 1, column 1: this is not our own form JSON ("ekiben-form": 1)"#)
    #expect(formRefusal(own, format: .ekiben) == nil && formRefusal(foreign, format: .fhir) == nil)
  }

  @Test func `holds a record with too many members`() {
    let members = (0..<1_001).map { "\"m\($0)\": 1" }.joined(separator: ", ")
    let refusal = formRefusal(formText(rows: #"{"id": "r", "component": "X", \#(members)}"#))
    #expect(refusal?.hasSuffix(": a record has at most 1000 members") == true)
  }
}
