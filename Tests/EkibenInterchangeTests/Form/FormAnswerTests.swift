import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

/// Answers and conditions that stand in our own JSON by themselves.
@Suite(.timeLimit(.minutes(20))) struct `A part of our own form JSON` {
  private func answer(_ json: String, _ fields: Fields) throws(ImportError) -> Value {
    try FormFile.answer(json, of: Document.Row(id: "r", fields: fields))
  }

  struct Given: Sendable {
    let fields: Fields
    let json: String
    let value: Value

    init(_ fields: Fields, _ json: String, _ value: Value) {
      (self.fields, self.json, self.value) = (fields, json, value)
    }
  }

  @Test(
    arguments: [
      Given(["component": "TextInput"], #""a""#, "a"),
      Given(["component": "TextInput"], "null", .null),
      Given(["component": "TextInput", "kind": "integer"], "-7", -7),
      Given(["component": "TextInput", "kind": "decimal"], "1.50", .decimal(number("1.50"))),
      Given(["component": "TextInput", "kind": "decimal"], "7", .decimal(number("7"))),
      Given(["component": "Toggle"], "false", false),
      Given(["component": "DateInput"], #""2024-03""#, .date("2024-03")),
      Given(["component": "Choice"], #""a""#, "a"),
      Given(
        ["component": "Choice"], #"{"code":"a","system":"s"}"#,
        .record(["code": "a", "system": "s"])
      ),
      Given(
        ["component": "Choice", "multiple": true], #"["a",{"other":"b"}]"#,
        .list(["a", .record(["other": "b"])])
      ),
      Given(
        ["component": "Quantity"], #"{"number":5,"unit":"mg"}"#,
        .record(["number": .decimal(number("5")), "unit": "mg"])
      ),
      Given(["component": "Slider"], #"{"a": 1.0}"#, .verbatim(#"{"a": 1.0}"#)),
      Given(["component": "Slider"], "12", 12),
      Given(["component": "Toggle"], #"{"ekiben:text":"kept"}"#, "kept"),
    ])
  func `is the answer that its row takes`(given: Given) throws {
    #expect(try answer(given.json, given.fields) == given.value)
  }

  @Test(
    arguments: [
      (["component": "TextInput"], "7", "line 1, column 1: expected text, found a number"),
      (
        ["component": "TextInput", "kind": "integer"], "1.5",
        "line 1, column 1: expected a whole number, found 1.5"
      ),
      (
        ["component": "DateInput"], #""soon""#,
        #"line 1, column 1: a date or time was expected, found "soon""#
      ),
      (
        ["component": "DateInput"], #""2024-02-30""#,
        "line 1, column 1: there is no date or time 2024-02-30"
      ),
      (["component": "Choice"], "7", "line 1, column 1: expected text, found a number"),
      (
        ["component": "Choice", "multiple": true], #"["a",7]"#,
        "line 1, column 6, at [1]: expected text, found a number"
      ),
      (
        ["component": "Choice", "multiple": true], #""a""#,
        "line 1, column 1: expected a list, found text"
      ),
      (
        ["component": "Quantity"], #"{"number":"5"}"#,
        "line 1, column 11, at number: expected a number, found text"
      ),
      (
        ["component": "Quantity"], #"{"":1}"#,
        "line 1, column 1: an id cannot be empty"
      ),
      (
        ["component": "Toggle"], "1 2",
        #"line 1, column 3: expected the end of the text after the value, found "2""#
      ),
    ] as [(Fields, String, String)])
  func `is refused where its row takes none such`(
    fields: Fields, json: String, words: String
  ) throws {
    let error = #expect(throws: ImportError.self) { try answer(json, fields) }
    #expect(error?.description == words)
  }

  private static func nested(_ depth: Int) -> String {
    String(repeating: #"{"not":"#, count: depth - 1) + #"{"row":"a","exists":true}"#
      + String(repeating: "}", count: depth - 1)
  }

  // Rule E1.
  @Test(
    arguments: [
      (#"{"row":"a","exists":true}"#, .exists(Formula.Reference("a"), true)),
      (#"{"not":{"row":"a","contains":"x"}}"#, .not(.contains(Formula.Reference("a"), "x"))),
      (#"{"fhirpath":"1 = 1"}"#, .fhirPath("1 = 1")),
      (
        #"{"row":"a","is":1,"reach":"any"}"#,
        .compares(Formula.Reference("a", .any), .equal, .value(1))
      ),
      ("[]", nil), ("true", nil), ("{}", nil), (#"{"row":"a","is":1,"reach":"any","more":2}"#, nil),
      (#"{"row":"a","":1}"#, nil), (#"{"all":[{"row":"a","exists":true},7]}"#, nil),
      (#"{"row":1,"exists":true}"#, nil), (#"{"not":[]}"#, nil), (#"{"any":{}}"#, nil),
      (nested(Formula.maximumDepth + 1), nil),
    ] as [(String, Formula?)])
  func `is a formula, or none`(text: String, formula: Formula?) throws {
    #expect(try Formula.read(text) == formula)
  }

  @Test func `is a formula up to the depth that one may have`() throws {
    #expect(try Formula.read(Self.nested(Formula.maximumDepth)) != nil)
  }

  @Test(arguments: [
    (#"{"row":"","exists":true}"#, "line 1, column 8, at row: an id cannot be empty"),
    ("{", #"line 1, column 2: expected a member name or "}", found the end of the text"#),
  ])
  func `is refused where it names no row, or is no JSON`(text: String, words: String) {
    let error = #expect(throws: JSONError.self) { try Formula.read(text) }
    #expect(error?.description == words)
  }
}
