import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Rule I33.
@Suite(.timeLimit(.minutes(20))) struct `A QuestionnaireResponse that is read`: ReadResponses {
  @Test func `answers thousands of items of one linkId in seconds`() throws {
    let question = #"{"linkId":"a","type":"string"}"#
    let item = #"{"linkId":"a","answer":[{"valueString":"x"}]}"#
    func resource(_ type: String, _ item: String) -> String {
      let items = repeatElement(item, count: 20_000).joined(separator: ",")
      return #"{"resourceType":"\#(type)","item":[\#(items)]}"#
    }
    let (form, response) = (
      resource("Questionnaire", question), resource("QuestionnaireResponse", item)
    )
    var document = Document()
    let time = try ContinuousClock().measure { document = try begun(response, of: form).document }
    let rows = document.sections.flatMap { Array($0.rows) }
    #expect(rows.count == 20_000 && rows.allSatisfy { $0.fields[.value] == "x" })
    // Going through all rows for each took minutes.
    #expect(time < .seconds(60), "\(time)")
  }

  @Test func `gives answers to rows, and instances as many as there are`() throws {
    let reader = try begun(Self.response, of: Self.form)
    #expect(reader.warnings == [])
    let found = DocumentAnswers(of: reader.document, at: Document.Index(reader.document)) { _ in
      true
    }
    let lines = found.instances.map { instance in
      "\(instance.parent): "
        + instance.answers.map { "\($0.row)=\(Notation.text(of: $0.value))" }.joined(separator: " ")
    }
    #expect(
      lines == [
        #"0: likes=["b", "a"]"#, "0: age=3", #"1: toy="bear" old=true"#, #"1: toy="car""#,
        "1: at=date(2024-03)",
        "1: at=date(2024)", "0: age=5",
      ])
    // What the form suggests was not answered.
    #expect(reader.document.row("name")?.fields[.value] == nil)
  }

  @Test func `comes out as it was, and with what was changed once it was`() throws {
    var document = try begun(Self.response, of: Self.form).document
    let text = try JSON(parsing: Array(Self.response.utf8))
    #expect(try written(document) == text)
    let index = Document.Index(document)
    let place = try #require(index[RowID(unchecked: "name")])
    document.set("Ada", at: place)
    let changed = try written(document)
    #expect(changed["x"]?.number == "1.50" && changed["status"]?.string == "in-progress")
    #expect(changed["authored"]?.string == "2026-01-01T00:00:00Z")
    let items = try #require(changed["item"]?.array)
    #expect(items.first == ["linkId": "name", "answer": [["valueString": "Ada"]]])
    #expect(Array(items.dropFirst()) == text["item"]?.array)
    document.set(nil, at: place)
    #expect(try written(document) == text)
    #expect(try written(document, .final)["status"]?.string == "completed")
  }

  @Test func `has what is answered later behind what the form has before it`() throws {
    let response = #"""
      {"resourceType":"QuestionnaireResponse","item":[
        {"linkId":"name","answer":[{"valueString":"Ada"}]},{"linkId":"odd"}]}
      """#
    var document = try begun(response, of: Self.form).document
    let index = Document.Index(document)
    document.set(.list(["a"]), at: try #require(index[RowID(unchecked: "likes")]))
    let items = try #require(try written(document)["item"]?.array)
    #expect(items.map { $0["linkId"]?.string } == ["name", "likes", "odd"])
  }

  @Test func `has no instance that only the form suggests`() throws {
    let form = #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"name","type":"string","repeats":true,
        "initial":[{"valueString":"a"},{"valueString":"b"}]}]}
      """#
    let response = #"""
      {"resourceType":"QuestionnaireResponse","item":[{"linkId":"name","answer":[{"valueString":"c"}]}]}
      """#
    let document = try begun(response, of: form).document
    #expect(
      DocumentStructure(document, Document.Index(document)).instances(of: "name" as RowID).count
        == 1)
  }

  @Test(
    arguments: [
      (#"{"valueInteger":3},{"valueInteger":14}"#, ["3", "14"]),
      (#"{"valueDate":"2024-03-01"},{"valueDate":"2024"}"#, ["2024-03-01", "2024"]),
      (#"{"valueTime":"08:00:00"},{"valueTime":"12:30:00"}"#, ["08:00:00", "12:30:00"]),
      (#"{"valueString":"3"},{"valueInteger":4}"#, ["3", "4"]),
      (
        #"{"valueReference":{"reference":"Patient/1","display":"Ada"}},"#
          + #"{"valueReference":{"reference":"Patient/2"}},{"valueReference":{"display":"Bob"}}"#,
        ["Patient/1", "Patient/2", "Bob"]
      ),
    ], ["choice", "open-choice"])
  func `picks options that are numbers, dates, times or resources, as a written one has them`(
    options: (json: String, codes: [String]), type: String
  ) throws {
    let form = #"""
      {"resourceType":"Questionnaire","item":[
        {"linkId":"q","type":"\#(type)","repeats":true,"answerOption":[\#(options.json)]}]}
      """#
    var document = try readForm(form).form.document()
    let place = try #require(Document.Index(document)[RowID(unchecked: "q")])
    document.set(.list(options.codes.map(Value.text)), at: place)
    let response = try written(document)
    let answers = try JSON(parsing: Array("[\(options.json)]".utf8))
    #expect(response["item"]?.array?.first?["answer"] == answers)
    let reader = try begun(response.encoded(), of: form)
    #expect(reader.warnings == [])
    #expect(reader.document.row("q")?.fields[.value] == document.row("q")?.fields[.value])
  }

  @Test func `has as many instances as the form takes, and keeps the others`() throws {
    let most =
      #""extension":[{"url":"http://hl7.org/fhir/StructureDefinition/questionnaire-maxOccurs","#
      + #""valueInteger":2}]"#
    let form = #"""
      {"resourceType":"Questionnaire","item":[
        {"linkId":"name","type":"string","repeats":true,\#(most)},
        {"linkId":"child","type":"group","repeats":true,\#(most),"item":[
          {"linkId":"age","type":"integer"}]}]}
      """#
    let ages = (1...4).map { age in
      #"{"linkId":"child","item":[{"linkId":"age","answer":[{"valueInteger":\#(age)}]}]}"#
    }
    let response = #"""
      {"resourceType":"QuestionnaireResponse","status":"in-progress","item":[
        {"linkId":"name","answer":[{"valueString":"a"},{"valueString":"b"},{"valueString":"c"}]},
        \#(ages.joined(separator: ","))]}
      """#
    let reader = try begun(response, of: form)
    let values = reader.document.sections.flatMap(\.rows).compactMap { $0.fields[.value] }
    #expect(values == ["a", "b", 1, 2])
    #expect(reader.warnings.count == 3)
    #expect(try written(reader.document) == JSON(parsing: Array(response.utf8)))
  }

  @Test func `gives several answers to the one of two questions that takes them one by one`() throws
  {
    let form = #"""
      {"resourceType":"Questionnaire","item":[
        {"linkId":"q","type":"string"},{"linkId":"q","type":"integer","repeats":true}]}
      """#
    let response = #"""
      {"resourceType":"QuestionnaireResponse","status":"in-progress","item":[
        {"linkId":"q","answer":[{"valueInteger":1},{"valueInteger":2}]}]}
      """#
    let reader = try begun(response, of: form)
    let values = reader.document.sections.flatMap(\.rows).compactMap { $0.fields[.value] }
    #expect(values == [1, 2] && reader.warnings == [])
  }

  @Test func `says of items that stand beside the answers of what repeats`() throws {
    let response = #"""
      {"resourceType":"QuestionnaireResponse","status":"in-progress","item":[
        {"linkId":"child","item":[{"linkId":"toy","answer":[{"valueString":"bear"}],
          "item":[{"linkId":"old","answer":[{"valueBoolean":true}]}]}]}]}
      """#
    let reader = try begun(response, of: Self.form)
    #expect(
      reader.warnings.map(\.kind.description) == [
        #"the form asks nothing called "old" here; it is kept and not used"#
      ])
    #expect(try written(reader.document) == JSON(parsing: Array(response.utf8)))
  }

  @Test func `says what an option is called, of two with one code that of its system`() throws {
    let form = #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"c","type":"choice","answerOption":[
        {"valueCoding":{"system":"s","code":"1","display":"One"}},
        {"valueCoding":{"system":"t","code":"1","display":"Eins"}}]}]}
      """#
    let response = #"{"resourceType":"QuestionnaireResponse","status":"in-progress"}"#
    var document = try begun(response, of: form).document
    for (system, label) in [("s", "One"), ("t", "Eins")] {
      let picked = Choice.Picked.option(code: "1", system: system).documentValue
      document.set(picked, at: try #require(Document.Index(document)["c"]))
      let coding: JSON = [
        "system": .string(system), "code": "1", "display": .string(label),
      ]
      #expect(
        try written(document)["item"] == [["linkId": "c", "answer": [["valueCoding": coding]]]])
    }
  }

  @Test(arguments: [
    ("{}", "line 1, column 1: this is not a FHIR QuestionnaireResponse"),
    (
      #"{"resourceType":"Questionnaire"}"#,
      "line 1, column 1: this is not a FHIR QuestionnaireResponse"
    ),
    ("[", "line 1, column 2, at [0]: expected a value, found the end of the text"),
  ])
  func `is refused where it is none`(text: String, words: String) throws {
    do {
      _ = try begun(text, of: Self.form)
      Issue.record("accepted")
    } catch let error as ImportError {
      #expect(error.description == words)
    }
  }

  @Test(
    .enabled(if: !RealForms.files.isEmpty),
    // The response of the second is one to another revision of its form.
    arguments: [("covid-19-assessment", 0), ("new-patient-registration", 6), ("sepsis-risk", 0)])
  func `of real forms comes out as it was`(name: String, unknown: Int) throws {
    let folder = RealForms.folder.appending(path: "fhir")
    let form = try Data(contentsOf: folder.appending(path: "\(name).json"))
    let response = try Data(contentsOf: folder.appending(path: "\(name).response.json"))
    let text = String(decoding: response, as: UTF8.self)
    let reader = try begun(text, of: String(decoding: form, as: UTF8.self))
    #expect(try written(reader.document) == JSON(parsing: Array(response)))
    #expect(reader.warnings.count == unknown)
  }
}
