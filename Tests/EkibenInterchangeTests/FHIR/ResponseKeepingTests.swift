import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Rule I33: what comes beside the answers that are taken.
@Suite(.timeLimit(.minutes(20)))
struct `What a QuestionnaireResponse has beside its answers`:
  ReadResponses
{
  @Test func `has what is under a question with several answers in the first`() throws {
    var document = try readForm(
      #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"drug","type":"choice","repeats":true,
        "answerOption":[{"valueCoding":{"code":"a"}},{"valueCoding":{"code":"b"}}],
        "item":[{"linkId":"more","type":"group","item":[{"linkId":"dose","type":"integer"}]}]}]}
      """#
    ).form.document()
    let index = Document.Index(document)
    document.set(.list(["b", "a"]), at: try #require(index[RowID(unchecked: "drug")]))
    document.set(2, at: try #require(index[RowID(unchecked: "dose")]))
    let answers = try #require(try written(document)["item"]?.array?.first?["answer"]?.array)
    #expect(answers.map { $0["valueCoding"]?["code"]?.string } == ["b", "a"])
    #expect(answers.map { $0["item"]?.array?.first?["linkId"]?.string } == ["more", nil])
  }

  @Test func `keeps what stands under each option that was chosen`() throws {
    let form = #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"drug","type":"choice","repeats":true,
        "answerOption":[{"valueCoding":{"code":"a"}},{"valueCoding":{"code":"b"}}],
        "item":[{"linkId":"dose","type":"integer"}]}]}
      """#
    func answer(_ code: String, _ dose: Int) -> JSON {
      [
        "valueCoding": ["code": .string(code)],
        "item": [["linkId": "dose", "answer": [["valueInteger": .integer(dose)]]]],
      ]
    }
    let response: JSON = [
      "resourceType": "QuestionnaireResponse",
      "item": [["linkId": "drug", "answer": [answer("b", 2), answer("a", 1)]]],
    ]
    let reader = try begun(response.encoded(), of: form)
    #expect(reader.warnings == [])
    var document = reader.document
    let rows = document.sections.flatMap(\.rows).filter { $0.fields[.value] != nil }
    #expect(rows.map { $0.fields[.value] } == ["b", 2, "a", 1])
    document.set(3, at: try #require(Document.Index(document)[rows[1].id]))
    let changed: JSON = [["linkId": "drug", "answer": [answer("b", 3), answer("a", 1)]]]
    #expect(try written(document)["item"] == changed)
  }

  // Of each answer more is kept than would be written.
  @Test func `has what stands under an instance whose answer was taken away`() throws {
    let form = #"""
      {"resourceType":"Questionnaire","item":[{"linkId":"sign","type":"choice","repeats":true,
        "answerOption":[{"valueCoding":{"code":"fever","display":"Fever"}},
          {"valueCoding":{"code":"cough","display":"Cough"}}],
        "item":[{"linkId":"since","type":"date"}]}]}
      """#
    let since: JSON = ["linkId": "since", "answer": [["valueDate": "2026-01-02"]]]
    let (fever, cough): (JSON, JSON) = (
      ["id": "f", "valueCoding": ["code": "fever"], "item": [since]],
      ["id": "c", "valueCoding": ["code": "cough"]]
    )
    let response: JSON = [
      "resourceType": "QuestionnaireResponse",
      "item": [["linkId": "sign", "answer": [fever, cough]]],
    ]
    for (cleared, answers) in [
      ([], [fever, cough]), ([0], [["item": [since]], cough]), ([1], [fever]),
      ([0, 1], [["item": [since]]]),
    ] as [([Int], [JSON])] {
      var document = try begun(response.encoded(), of: form).document
      let index = Document.Index(document)
      let instances = DocumentStructure(document, index).instances(of: "sign" as RowID)
      for place in cleared { document.set(nil, at: try #require(index[instances[place]])) }
      #expect(
        try written(document)["item"] == [["linkId": "sign", "answer": .array(answers)]],
        "\(cleared)")
    }
  }

  // FHIR has none, and files do.
  @Test func `comes out with the empty texts that it came with, until there is another`() throws {
    let response = #"""
      {"resourceType":"QuestionnaireResponse","status":"in-progress","item":[
        {"linkId":"name","answer":[{"valueString":""}]},
        {"linkId":"child","item":[{"linkId":"toy","answer":[{"valueString":""},{"valueString":"car"}]}]}]}
      """#
    var document = try begun(response, of: Self.form).document
    #expect(try written(document) == JSON(parsing: Array(response.utf8)))
    document.set("Ada", at: try #require(Document.Index(document)["name"]))
    let changed = response.replacing(
      #""name","answer":[{"valueString":"""#, with: #""name","answer":[{"valueString":"Ada""#)
    #expect(try written(document)["item"] == JSON(parsing: Array(changed.utf8))["item"])
  }

  @Test func `gives what came beside an answer to no other one`() throws {
    func response(_ answers: String) -> String {
      #"{"resourceType":"QuestionnaireResponse","status":"in-progress","item":["#
        + #"{"linkId":"likes","answer":[\#(answers)]}]}"#
    }
    func answers(_ codes: [Value]?, to text: String) throws -> JSON? {
      var document = try begun(response(text), of: Self.form).document
      if let codes {
        let place = try #require(Document.Index(document)[RowID(unchecked: "likes")])
        document.set(.list(codes), at: place)
      }
      return try written(document)["item"]?.array?.first?["answer"]
    }
    func json(_ text: String) throws -> JSON { try JSON(parsing: Array("[\(text)]".utf8)) }
    let (a, b) = (
      #"{"id":"x","valueCoding":{"code":"a"}}"#, #"{"id":"y","valueCoding":{"code":"b"}}"#
    )
    let other = #"{"id":"z"}"#
    for text in [a, "\(a),\(b)", "\(other),\(a)", "\(a),\(other),\(b)", other] {
      #expect(try answers(nil, to: text) == json(text))
    }
    // Of one answer that is another now, it is known what came beside it; of one of two it is not.
    #expect(try answers(["b"], to: a) == json(#"{"id":"x","valueCoding":{"code":"b"}}"#))
    #expect(try answers(["c"], to: "\(a),\(b)") == json(#"{"valueCoding":{"code":"c"}}"#))
    #expect(try answers(["b"], to: "\(a),\(b)") == json(b))
  }

  @Test(
    arguments: [
      (#"{"valueCoding":{"code":"a"}},{"valueCoding":{"code":"z"}}"#, ["a"], [1]),
      (#"{"valueString":""},{"valueCoding":{"code":"b"}},{"valueInteger":1}"#, ["b"], [0, 2]),
      (
        #"{"valueCoding":{"code":"b"}},{"valueCoding":{"code":"a"}},{"valueCoding":{"code":"b"}}"#,
        ["b", "a"], [2]
      ),
      (#"{"id":"x"},{"valueCoding":{"code":"z"}},{"valueInteger":1}"#, [], [1, 2]),
    ] as [(String, [String], [Int])])
  func `takes of several answers each that fits, once, and comes out with the others`(
    answers: String, codes: [String], others: [Int]
  ) throws {
    let response =
      #"{"resourceType":"QuestionnaireResponse","status":"in-progress","item":["#
      + #"{"linkId":"likes","answer":[\#(answers)]}]}"#
    let reader = try begun(response, of: Self.form)
    var document = reader.document
    let taken = Value.list(codes.map(Value.text))
    #expect(document.row("likes")?.fields[.value] == (codes.isEmpty ? nil : taken))
    #expect(reader.warnings.count == others.count)
    for (warning, place) in zip(reader.warnings, others) {
      #expect(warning.description.contains("at item[0].answer[\(place)]:"))
    }
    #expect(try written(document) == JSON(parsing: Array(response.utf8)))
    if codes.isEmpty { return }
    // What was not taken stays when another is added.
    let place = try #require(Document.Index(document)[RowID(unchecked: "likes")])
    document.set(.list(codes.map(Value.text) + ["c"]), at: place)
    let all = try JSON(parsing: Array(#"[\#(answers),{"valueCoding":{"code":"c"}}]"#.utf8))
    #expect(try written(document)["item"]?.array?.first?["answer"] == all)
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
    var document = reader.document
    #expect(try written(document) == JSON(parsing: Array(response.utf8)))
    // It stays when something else is answered, but for an answer in the place of the one not taken.
    document.set("Ada", at: try #require(Document.Index(document)["name"]))
    let changed = response.replacingOccurrences(
      of: #"{"linkId":"name","answer":[{"valueInteger":3}]},"#,
      with: #"{"linkId":"name","answer":[{"valueString":"Ada"}]},"#)
    #expect(try written(document)["item"] == JSON(parsing: Array(changed.utf8))["item"])
  }

  // Of answers that name options each that is one: what is not is named at its place, and stays.
  @Test(
    arguments: [
      (["b", "x"], ["b"], [1: "x"], (["b", "x", "a"], ["b", "x"])),
      (["x", "b", "y"], ["b"], [0: "x", 2: "y"], (["x", "b", "y", "a"], ["b", "x", "y"])),
      (["x", "y"], nil, [0: "x", 1: "y"], (["a"], ["x"])),
    ] as [([String], [Value]?, [Int: String], ([String], [String]))])
  func `takes of several answers each that fits, and gives back all of them`(
    codes: [String], taken: [Value]?, unknown: [Int: String], withMore: ([String], [String])
  ) throws {
    func item(_ codes: [String]) -> JSON {
      let answers = codes.map { JSON.object([("valueCoding", ["code": .string($0)])]) }
      return [["linkId": "likes", "answer": .array(answers)]]
    }
    let response: JSON = ["resourceType": "QuestionnaireResponse", "item": item(codes)]
    let reader = try begun(response.encoded(), of: Self.form)
    #expect(reader.document.row("likes")?.fields[.value] == taken.map(Value.list))
    #expect(
      reader.warnings.map { "\($0.place.path): \($0.kind)" }
        == unknown.sorted { $0.key < $1.key }.map { place, code in
          "item[0].answer[\(place)]: likes: an answer is kept and not used: "
            + "it takes a list of its options, not \"\(code)\""
        })
    var document = reader.document
    #expect(try written(document) == response)
    let place = try #require(Document.Index(document)["likes" as RowID])
    document.set(.list((taken ?? []) + ["a"]), at: place)
    #expect(try written(document)["item"] == item(withMore.0))
    // One that is answered since, as an option of another revision, is written once.
    document.set(.list((taken ?? []) + ["x"]), at: place)
    #expect(try written(document)["item"] == item(withMore.1))
    document.set(.list(["x"]), at: place)
    #expect(try written(document)["item"] == item(withMore.1.filter { $0 != "b" }))
  }
}
