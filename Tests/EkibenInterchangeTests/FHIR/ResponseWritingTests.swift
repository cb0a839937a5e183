import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// What of a document is said about its answers as a whole (rules I32 and I33).
@Suite(.timeLimit(.minutes(20))) struct `A QuestionnaireResponse that is written` {
  private func written(
    _ document: Document, _ status: DocumentStatus
  ) throws -> (json: JSON, warnings: [ExportWarning]) {
    let answers = DocumentAnswers(of: document, at: Document.Index(document)) { _ in true }
    return try ResponseDocument(
      document, answers, status: status, authored: "2026-01-01T00:00:00Z"
    ).written(registry: .standard)
  }

  private func form(_ rows: [(RowID, Fields)], _ fields: Fields = [:]) throws -> Document {
    try Document(
      fields: fields,
      sections: [.init(id: "root", rows: rows.map { Document.Row(id: $0.0, fields: $0.1) })])
  }

  @Test(
    arguments: [
      (.draft, "in-progress"), (.final, "completed"), (.deleted, "entered-in-error"),
    ] as [(DocumentStatus, String)])
  func `says what may be done to the document, and when it was written`(
    status: DocumentStatus, word: String
  ) throws {
    let document = try form(
      [("a", [.component: "TextInput", .title: "A", .value: "x"])],
      [.url: "http://x/f", "version": "3"])
    let found = try written(document, status)
    let expected = #"""
      {"resourceType":"QuestionnaireResponse","questionnaire":"http://x/f|3","status":"\#(word)",
       "authored":"2026-01-01T00:00:00Z",
       "item":[{"linkId":"a","text":"A","answer":[{"valueString":"x"}]}]}
      """#
    #expect(try found.json == JSON(parsing: Array(expected.utf8)))
    #expect(status.responseStatus == word && found.warnings.isEmpty)
  }

  @Test func `names its form without a version where that has none, and not without an address`()
    throws
  {
    let row: (RowID, Fields) = ("a", [.component: "TextInput"])
    let named = try written(form([row], [.url: "http://x/f"]), .draft).json
    #expect(named["questionnaire"] == "http://x/f" && named["item"] == nil)
    #expect(try written(form([row], ["version": "3"]), .draft).json["questionnaire"] == nil)
  }

  // What a response says of its form stays, but for the version of that very form.
  @Test(arguments: [
    (#""questionnaire":"http://x/f|1","#, "http://x/f|3"),
    (#""questionnaire":"http://x/f","#, "http://x/f"),
    (#""questionnaire":"http://x/fg|1","#, "http://x/fg|1"), ("", nil),
  ])
  func `names the form that it came with`(member: String, questionnaire: String?) throws {
    let text = #"{"resourceType":"QuestionnaireResponse",\#(member)"status":"completed","item":[]}"#
    let document = try form(
      [("a", [.component: "TextInput"])], [.url: "http://x/f", "version": "3"])
    let reader = try ResponseReader(
      ImportFile(Array(text.utf8)).root, of: document, registry: .standard, seed: [1, 2, 3])
    #expect(try written(reader.document, .draft).json == JSON(parsing: Array(text.utf8)))
    let json = try written(reader.document, .final).json
    #expect(json["questionnaire"]?.string == questionnaire && json["status"] == "completed")
    #expect(json["item"] == [])
  }

  struct Answered: Sendable {
    let fields: Fields
    let answer: String?

    init(_ fields: Fields, _ answer: String?) {
      (self.fields, self.answer) = (fields, answer)
    }
  }

  @Test(
    arguments: [
      Answered([.component: "Toggle", .value: true], #"{"valueBoolean":true}"#),
      Answered([.component: "TextInput", .kind: "integer", .value: -5], #"{"valueInteger":-5}"#),
      Answered([.component: "TextInput", .kind: "url", .value: "u"], #"{"valueUri":"u"}"#),
      Answered([.component: "DateInput", .value: .date("2024-03")], #"{"valueDate":"2024-03"}"#),
      Answered(
        [.component: "DateInput", .kind: "dateTime", .value: .date("2024-03")],
        #"{"valueDateTime":"2024-03"}"#
      ),
      Answered(
        [.component: "DateInput", .kind: "time", .value: .date("10:00:00")],
        #"{"valueTime":"10:00:00"}"#
      ),
      Answered(
        [.component: "Quantity", .value: .record([.number: .decimal(number("5.0"))])],
        #"{"valueQuantity":{"value":5.0}}"#
      ),
      Answered(
        [
          .component: "Quantity", .value: .record([.number: .decimal(number("5.0")), .unit: "mg"]),
        ],
        #"{"valueQuantity":{"value":5.0,"unit":"mg"}}"#
      ),
      Answered(
        [.component: "Quantity", .value: .record([.number: 5, .unit: "g", .comparator: ">"])],
        #"{"valueQuantity":{"value":5,"comparator":">","unit":"g"}}"#
      ),
      Answered(
        [
          .component: "Choice", .value: "a",
          .options: .list([.record([.code: "a", .label: "A", .system: "s"])]),
        ], #"{"valueCoding":{"system":"s","code":"a","display":"A"}}"#
      ),
      Answered([.component: "Choice", .value: "gone"], #"{"valueCoding":{"code":"gone"}}"#),
      Answered(
        [.component: "Choice", .other: true, .value: .record([.other: "mine"])],
        #"{"valueString":"mine"}"#
      ),
      Answered([.component: "TextInput", .value: .null], nil),
      Answered([.component: "TextInput", .value: ""], nil),
      Answered([.component: "TextInput"], nil),
    ])
  func `says an answer in the type that its row has`(row: Answered) throws {
    let found = try written(form([("q", row.fields)]), .draft)
    let answers = try row.answer.map { try JSON(parsing: Array("[\($0)]".utf8)) }
    #expect(found.json["item"]?.array?.first?["answer"] == answers)
    #expect(found.warnings.isEmpty)
  }

  @Test func `says of many answers to one question what it says of each`() throws {
    let options = (0..<12).map { number in
      Value.record([
        .code: .text("\(number % 6)"), .system: .text(number < 6 ? "s" : "t"),
        .label: .text("Label \(number)"),
      ])
    }
    let picked = (0..<12).flatMap { number in
      [nil, "t", "s", "u"].map { Choice.Picked.option(code: "\(number % 8)", system: $0) }
    }
    func answers(_ value: Value) throws -> [JSON] {
      let row: Fields = [
        .component: "Choice", .multiple: true, .options: .list(options + ["x"]), .value: value,
      ]
      return try written(form([("q", row)]), .draft).json["item"]?.array?[0]["answer"]?.array ?? []
    }
    let values = picked.map(\.documentValue)
    let together = try answers(.list(values))
    #expect(try together == values.flatMap { try answers(.list([$0])) })
    #expect(Set(together.compactMap { $0["valueCoding"]?["display"]?.string }).count == 12)
  }

  // Rule F24: none of them is made more precise than it was given.
  @Test(
    arguments: [
      ("time", ["10:00"], "a time has seconds"), ("time", ["10:00:00", "10:00:00.5"], nil),
      (
        "dateTime", ["2024-03-05T10:00", "2024-03-05T10:00Z", "2024-03-05T10:00:00"],
        "a date with a time has seconds and an offset, as in 10:00:00Z"
      ),
      ("dateTime", ["2024", "2024-03-05", "2024-03-05T10:00:00+02:00"], nil),
      ("integer", ["2147483648", "-2147483649"], "a whole number has 32 bits"),
      ("integer", ["2147483647", "-2147483648"], nil),
    ] as [(String, [String], String?)])
  func `says which answers FHIR has otherwise`(
    kind: String, answers: [String], reason: String?
  ) throws {
    for answer in answers {
      let isNumber = kind == "integer"
      let value = isNumber ? Int64(answer).map(Value.integer) : DateText(answer).map(Value.date)
      let found = try written(
        form([
          (
            "q",
            [
              .component: isNumber ? "TextInput" : "DateInput", .kind: .text(kind),
              .value: try #require(value),
            ]
          )
        ]), .draft)
      #expect(
        found.warnings.map(\.description)
          == (reason.map {
            ["q: the answer leaves as it is, and a server may refuse it: in FHIR \($0)"]
          } ?? []))
      let json: JSON = isNumber ? try JSON(parsing: Array(answer.utf8)) : .string(answer)
      #expect(
        found.json["item"]?.array?.first?["answer"]?.array?.first?.object?.map(\.value) == [json])
    }
  }

  @Test func `says which answers FHIR has no type for`() throws {
    let found = try written(
      form([
        ("a", [.component: "Slider", .value: .bytes([1])]),
        ("b", [.component: "Slider", .value: .list([.bytes([2]), "x"])]),
      ]), .draft)
    #expect(found.warnings.map(\.record) == [.row("a"), .row("b")])
    #expect(
      found.warnings.first?.description
        == "a: the answer is left out, since a QuestionnaireResponse cannot say it")
    #expect(
      try found.json["item"]
        == JSON(parsing: Array(#"[{"linkId":"b","answer":[{"valueString":"x"}]}]"#.utf8)))
  }
}
