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

  @Test func `comes out as it was, and with what was changed, whatever it answers`() throws {
    var (taken, changed) = (0, 0)
    for number in Self.seeds {
      var form = RandomQuestionnaire(seed: number)
      var response = RandomResponse(seed: number)
      let asked = form.json()
      let (questionnaire, json) = (asked.encoded(), response.json(to: asked))
      var document = try begun(json.encoded(), of: questionnaire).document
      let same = try written(document)
      let isEqual = same == json
      try #require(isEqual, "seed \(number): \(questionnaire) \(json.encoded()) \(same.encoded())")
      let answers = Self.answers(of: document)
      taken += answers.count
      // What is written without the response is read as it is.
      var fresh = document
      fresh.setField(.fhirResponse, to: nil)
      let text = try written(fresh).encoded()
      let again = try begun(text, of: questionnaire)
      try #require(again.warnings == [], "seed \(number): \(questionnaire) \(text)")
      try #require(try written(again.document).encoded() == text, "seed \(number)")
      var change = OneAnswerChanged(seed: number)
      let other = change.changed(json)
      let after = try begun(other.encoded(), of: questionnaire).document
      // What nobody takes, before or after, is no edit.
      guard Self.answers(of: after) != answers,
        Set(Self.answers(of: after).keys) == Set(answers.keys)
      else { continue }
      // A string as the answer to a choice that says no options is a code from then on.
      let rows = document.sections.lazy.flatMap(\.rows)
      let isCode = rows.contains { row in
        row.fields[.component] == "Choice" && (row.fields[.options]?.asList ?? []).isEmpty
          && Self.answers(of: after)[row.id] != row.fields[.value]
      }
      if isCode { continue }
      changed += 1
      let index = Document.Index(document)
      for (row, value) in Self.answers(of: after) {
        document.set(value, at: try #require(index[row]))
      }
      let now = try written(document)
      let isEdit =
        Self.spelled(now["item"]) == Self.spelled(other["item"])
        && now["subject"] == other["subject"]
      try #require(isEdit, "seed \(number): \(questionnaire) \(other.encoded()) \(now.encoded())")
    }
    #expect(taken > Self.seeds.count / 2 && changed > Self.seeds.count / 20, "\(taken), \(changed)")
  }

  // An address that came as a string is written as the address that it is once it is changed.
  private static func spelled(_ items: JSON?) -> String? {
    items?.encoded().replacingOccurrences(of: "valueUri", with: "valueString")
  }

  private static func answers(of document: Document) -> [RowID: Value] {
    var answers: [RowID: Value] = [:]
    for section in document.sections {
      for row in section.rows { answers[row.id] = row.fields[.value] }
    }
    return answers
  }
}
