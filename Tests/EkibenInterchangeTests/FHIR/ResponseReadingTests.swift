import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

private let seed = Array("0123456789abcdef".utf8)

private func begun(_ response: String, of questionnaire: String) throws -> ResponseReader {
  try ResponseReader(
    ImportFile(Array(response.utf8)).root, of: readForm(questionnaire).form.document(),
    registry: .standard, seed: seed)
}

private func written(_ document: Document, _ status: DocumentStatus = .draft) throws -> JSON {
  let answers = DocumentAnswers(of: document, at: Document.Index(document)) { _ in true }
  let response = ResponseDocument(
    document, answers, status: status, authored: "2026-01-01T00:00:00Z")
  return try response.written(registry: .standard).json
}

/// Rule I33.
@Suite(.timeLimit(.minutes(20))) struct `A QuestionnaireResponse that is read` {
  private static let form = #"""
    {"resourceType":"Questionnaire","status":"active","item":[
      {"linkId":"name","type":"string","initial":[{"valueString":"N. N."}]},
      {"linkId":"child","type":"group","repeats":true,"item":[
        {"linkId":"age","type":"integer"},
        {"linkId":"toy","type":"string","repeats":true,"item":[{"linkId":"old","type":"boolean"}]},
        {"linkId":"visit","type":"group","repeats":true,"item":[{"linkId":"at","type":"date"}]}]},
      {"linkId":"likes","type":"choice","repeats":true,"answerOption":[
        {"valueCoding":{"code":"a"}},{"valueCoding":{"code":"b"}}]}]}
    """#

  private static let response = #"""
    {"resourceType":"QuestionnaireResponse","x":1.50,"status":"completed","item":[
      {"linkId":"child","item":[
        {"linkId":"age","answer":[{"valueInteger":3}]},
        {"linkId":"toy","answer":[
          {"valueString":"bear","item":[{"linkId":"old","answer":[{"valueBoolean":true}]}]},
          {"valueString":"car"}]},
        {"linkId":"visit","item":[{"linkId":"at","answer":[{"valueDate":"2024-03"}]}]},
        {"linkId":"visit","item":[{"linkId":"at","answer":[{"valueDate":"2024"}]}]}]},
      {"linkId":"child","item":[{"linkId":"age","answer":[{"valueInteger":5}]}]},
      {"linkId":"likes","answer":[{"valueCoding":{"code":"b"}},{"valueCoding":{"code":"a"}}]}]}
    """#

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

  @Test func `says what it does not use, keeps it, and gives it back`() throws {
    let response = #"""
      {"resourceType":"QuestionnaireResponse","item":[
        {"linkId":"name","answer":[{"valueInteger":3}]},
        {"linkId":"age","answer":[{"valueInteger":3}]},
        {"linkId":"name","answer":[{"valueString":"again"}]},
        {"text":"nothing"},
        {"linkId":"child","item":[{"linkId":"age","answer":[{"valueInteger":1},{"valueInteger":2}]}]}]}
      """#
    let reader = try begun(response, of: Self.form)
    #expect(
      reader.warnings.map(\.kind.description) == [
        "name: an answer is kept and not used: it takes text",
        #"the form asks nothing called "age" here; it is kept and not used"#,
        #"the form asks nothing called "name" here; it is kept and not used"#,
        "an item has no linkId; it is kept and not used",
      ] + [reader.warnings.last?.kind.description ?? ""])
    // An instance is called by chance.
    let last = try #require(reader.warnings.last?.kind.description)
    #expect(last.hasSuffix("/age: an answer is kept and not used: it takes a whole number"))
    #expect(try written(reader.document) == JSON(parsing: Array(response.utf8)))
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

  /// `EKIBEN_RESPONSES=1...20000` for a long run.
  private static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_RESPONSES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...300
  }()

  @Test func `comes out as it was, whatever it answers`() throws {
    var taken = 0
    for number in Self.seeds {
      var form = RandomQuestionnaire(seed: number)
      var response = RandomResponse(seed: number)
      let questionnaire = form.json()
      let json = response.json(to: questionnaire)
      let reader = try begun(json.encoded(), of: questionnaire.encoded())
      let isEqual = try written(reader.document) == json
      try #require(isEqual, "seed \(number): \(json.encoded())")
      let answers = DocumentAnswers(
        of: reader.document, at: Document.Index(reader.document)
      ) { _ in true }
      taken += answers.instances.reduce(0) { $0 + $1.answers.count }
    }
    #expect(taken > Self.seeds.count)
  }
}
