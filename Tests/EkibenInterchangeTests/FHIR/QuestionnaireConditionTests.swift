import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// When an item of a Questionnaire is enabled, as a formula (rules E1, F12 and F33).
@Suite(.timeLimit(.minutes(20))) struct `Conditions of a Questionnaire` {
  private func read(_ conditions: String, _ behavior: String = "") throws -> ImportedForm {
    try readForm(
      #"""
      {"resourceType": "Questionnaire", "id": "q", "item": [
        {"linkId": "a/b", "type": "boolean"}, {"linkId": "n", "type": "integer"},
        {"linkId": "many", "type": "string", "repeats": true, "item": [
          {"linkId": "under", "type": "string", "enableWhen": [
            {"question": "many", "operator": "=", "answerString": "x"}]}]},
        {"linkId": "e", "type": "string", "enableWhen": [\#(conditions)]\#(behavior)}]}
      """#)
  }

  @Test(arguments: ["attachment", "reference", "something"])
  func `hides an item that is kept as it is, too`(type: String) throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [{"linkId": "a", "type": "boolean"},
        {"linkId": "kept", "type": "\#(type)", "enableWhen": [
          {"question": "a", "operator": "=", "answerBoolean": true}]}]}
      """#)
    let formula = Formula.compares(Formula.Reference("a"), .equal, .value(true))
    #expect(form.row("kept")?.fields[.visible] == .record(formula.record))
  }

  @Test func `of what stands anywhere under a question that repeats ask its own answer`() throws {
    let condition = #"[{"question": "many", "operator": "=", "answerString": "x"}]"#
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [
        {"linkId": "many", "type": "string", "repeats": true, "item": [
          {"linkId": "near", "type": "string", "enableWhen": \#(condition), "item": [
            {"linkId": "far", "type": "string", "enableWhen": \#(condition), "item": [
              {"linkId": "farther", "type": "string", "enableWhen": \#(condition)}]}]}]}]}
      """#)
    let formula = Formula.compares(Formula.Reference("many"), .equal, .value("x"))
    for row in ["near", "far", "farther"] as [RowID] {
      #expect(form.row(row)?.fields[.visible] == .record(formula.record), "\(row)")
    }
  }

  @Test(
    arguments: [
      (
        #"{"question": "a/b", "operator": "=", "answerBoolean": true}"#,
        ["row": "a~1b", "is": true]
      ),
      (#"{"question": "n", "operator": "!=", "answerInteger": 2}"#, ["row": "n", "isNot": 2]),
      (#"{"question": "n", "operator": ">=", "answerInteger": 2}"#, ["row": "n", "atLeast": 2]),
      (#"{"question": "n", "operator": "<", "answerInteger": 2}"#, ["row": "n", "lessThan": 2]),
      (
        #"{"question": "n", "operator": "exists", "answerBoolean": false}"#,
        ["row": "n", "exists": false]
      ),
      (
        #"{"question": "n", "operator": "=", "answerCoding": {"code": "c", "system": "s"}}"#,
        ["row": "n", "is": .record(["code": "c", "system": "s"])]
      ),
      (
        #"{"question": "n", "operator": "=", "answerDate": "2024-03"}"#,
        ["row": "n", "is": .date("2024-03")]
      ),
      (
        #"{"question": "many", "operator": "=", "answerString": "x"}"#,
        ["row": "many", "is": "x", "reach": "any"]
      ),
      (
        #"{"question": "many", "operator": "!=", "answerString": "x"}"#,
        ["row": "many", "isNot": "x", "reach": "every"]
      ),
      (
        #"{"question": "many", "operator": "exists", "answerBoolean": false}"#,
        ["row": "many", "exists": false, "reach": "every"]
      ),
    ] as [(String, Fields)])
  func `are formulas where they can be said`(condition: String, record: Fields) throws {
    let form = try read(condition)
    #expect(form.row("e")?.fields[.visible] == .record(record))
    #expect(form.row("under")?.fields[.visible] == .record(["row": "many", "is": "x"]))
    #expect(form.warnings == [])
    let again = try FormFile.read(FormFile.write(form.form), named: "file")
    #expect(again.row("e")?.fields == form.row("e")?.fields)
  }

  @Test(arguments: [
    (#""operator": "=", "answerInteger": 1"#, false),
    (#""operator": "!=", "answerInteger": 1"#, true),
    (#""operator": ">", "answerInteger": 1"#, false),
    (#""operator": "exists", "answerBoolean": true"#, false),
    (#""operator": "exists", "answerBoolean": false"#, true),
  ])
  func `on a question that is not there hold as if it had no answer`(
    condition: String, holds: Bool
  ) throws {
    let form = try read(#"{"question": "gone", \#(condition)}"#)
    let formula = holds ? Formula.all([]) : .any([])
    #expect(form.row("e")?.fields[.visible] == .record(formula.record))
  }

  @Test func `toggle the options that they name, by system and code or by the code alone`() throws {
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [{"linkId": "q", "type": "choice", "answerOption": [
        {"valueCoding": {"system": "s", "code": "a"}},
        {"valueCoding": {"system": "s", "code": "b"}},
        {"valueCoding": {"system": "t", "code": "b"}}, {"valueCoding": {"code": "c"}}],
       "extension": [{
        "url": "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-answerOptionsToggleExpression",
        "extension": [
         {"url": "option", "valueCoding": {"code": "a"}},
         {"url": "option", "valueCoding": {"system": "t", "code": "b"}},
         {"url": "expression",
          "valueExpression": {"language": "text/fhirpath", "expression": "1 = 2"}}]}]}]}
      """#)
    let options = try #require(form.row("q")?.fields[.options]?.asList)
    let formulas = options.map { $0.asRecord?[.offered] }
    let toggled = Value.record(Formula.fhirPath("1 = 2").record)
    #expect(formulas == [toggled, nil, toggled, nil])
  }

  @Test func `compare an option that is a resource by its reference`() throws {
    let condition =
      #"{"question": "who", "operator": "=", "answerReference": {"reference": "Patient/2"}}"#
    let form = try readForm(
      #"""
      {"resourceType": "Questionnaire", "item": [
        {"linkId": "who", "type": "choice", "answerOption": [
          {"valueReference": {"reference": "Patient/2", "display": "Bob"}}]},
        {"linkId": "e", "type": "string", "enableWhen": [\#(condition)]}]}
      """#)
    let formula = Formula.compares(Formula.Reference("who"), .equal, .value("Patient/2"))
    #expect(form.row("e")?.fields[.visible] == .record(formula.record))
    #expect(form.warnings.isEmpty)
  }

  @Test(arguments: ["all", "any"])
  func `of several say how they belong together`(behavior: String) throws {
    let one = #"{"question": "n", "operator": "=", "answerInteger": 1}"#
    let form = try read("\(one), \(one)", #", "enableBehavior": "\#(behavior)""#)
    let record = Value.record(["row": "n", "is": 1])
    let name: FieldName = behavior == "all" ? "all" : "any"
    #expect(form.row("e")?.fields[.visible] == .record([name: .list([record, record])]))
    #expect(try read("\(one), \(one)").row("e")?.fields[.visible] == nil)
  }

  @Test(
    arguments: [
      (
        #"{"question": "n", "operator": "like", "answerInteger": 1}"#,
        "e has a condition that is kept but not acted on; it is shown"
      ),
      (
        #"{"question": "n", "operator": "=", "answerReference": {"reference": "x"}}"#,
        "e has a condition that is kept but not acted on; it is shown"
      ),
      (
        #"{"question": "gone", "operator": "=", "answerInteger": 1}"#,
        #"the condition of e names the question "gone", which is not there"#
      ),
      (
        #"{"question": "e", "operator": "=", "answerInteger": 1}"#,
        "e decides about itself; what is hidden among them counts all the same"
      ),
    ])
  func `that cannot be said, or read nothing, are named`(condition: String, words: String) throws {
    let form = try read(condition)
    #expect(form.warnings.map { $0.kind.description } == [words])
    #expect(form.row("e")?.fields[.enableWhen] == .verbatim("[\(condition)]"))
  }
}
