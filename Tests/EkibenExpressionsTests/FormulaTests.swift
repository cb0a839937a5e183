import EkibenDocuments
import EkibenExpressions
import Testing

extension Field<Int> {
  fileprivate static let age = Field("age")
  fileprivate static let limit = Field("limit")
}
extension Field<String> { fileprivate static let name = Field("name") }

private let age = Formula.Reference("age")

// Rule E1.
@Suite(.timeLimit(.minutes(20)))
struct `A formula as data` {
  static let records: [(Fields, Formula)] = [
    (["row": "age", "is": 1], .compares(age, .equal, .value(1))),
    (["row": "age", "isNot": 1], .compares(age, .unequal, .value(1))),
    (["row": "age", "lessThan": 1], .compares(age, .less, .value(1))),
    (["row": "age", "atMost": 1], .compares(age, .atMost, .value(1))),
    (["row": "age", "greaterThan": 1], .compares(age, .greater, .value(1))),
    (["row": "age", "atLeast": 1], .compares(age, .atLeast, .value(1))),
    (["row": "age", "atLeastRow": "b"], .compares(age, .atLeast, .row("b"))),
    (["row": "age", "isNotRow": "b"], .compares(age, .unequal, .row("b"))),
    (["row": "age", "exists": true], .exists(age, true)),
    (["row": "age", "exists": false], .exists(age, false)),
    (["row": "age", "contains": "a"], .contains(age, "a")),
    (["row": "age", "anyOf": [1, 2]], .anyOf(age, [1, 2])),
    (["row": "age", "count": .record(["atLeast": 2])], .count(age, .atLeast, 2)),
    (["row": "age", "is": 1, "reach": "any"], .compares(.init("age", .any), .equal, .value(1))),
    (
      ["row": "age", "is": 1, "reach": "every"], .compares(.init("age", .every), .equal, .value(1))
    ),
    (["all": [.record(["row": "age", "is": 1])]], .all([.compares(age, .equal, .value(1))])),
    (["any": [.record(["row": "age", "is": 1])]], .any([.compares(age, .equal, .value(1))])),
    (["all": []], .all([])), (["any": []], .any([])),
    (["not": .record(["row": "age", "exists": true])], .not(.exists(age, true))),
    (["fhirpath": "1 = 1"], .fhirPath("1 = 1")),
  ]

  @Test(arguments: records) func `is read from a record and written as one`(
    record: Fields, formula: Formula
  ) {
    #expect(Formula(record: record) == formula)
    #expect(formula.record == record)
  }

  // A reach may be said that is meant anyway.
  @Test func `of the nearest instance may say so`() {
    #expect(
      Formula(record: ["row": "age", "exists": true, "reach": "nearest"]) == .exists(age, true))
  }

  @Test(
    arguments: [
      ["fhirpath": 1], ["fhirpath": "1", "row": "a"], ["fhirpath": "1", "all": []],
      ["not": .record(["row": "a", "exists": true]), "all": []], ["not": 1],
      ["any": [.record(["row": "a"])]], ["all": [.record(["row": "a", "is": 1]), 2]],
      ["row": "a", "count": .record(["is": 2, "isNot": 3])],
      ["row": "a", "count": .record([:])], ["row": "a", "count": .record(["near": 2])],
      ["row": "a", "reach": 1, "is": 1], ["row": "a\u{0}", "is": 1], ["row": "a", "isRow": ""],
      ["row": "a", "nearRow": "b"], ["row": "a", "existsRow": "b"], ["row": "a", "reach": "any"],
    ] as [Fields])
  func `is none where the record says something else`(record: Fields) {
    #expect(Formula(record: record) == nil)
  }

  static let written: [(Formula, Formula)] = [
    (Field<Int>.age == 3, .compares(age, .equal, .value(3))),
    (Field<Int>.age != 3, .compares(age, .unequal, .value(3))),
    (Field<Int>.age < 3, .compares(age, .less, .value(3))),
    (Field<Int>.age <= 3, .compares(age, .atMost, .value(3))),
    (Field<Int>.age > 3, .compares(age, .greater, .value(3))),
    (Field<Int>.age >= 3, .compares(age, .atLeast, .value(3))),
    (Field<Int>.age < .limit, .compares(age, .less, .row("limit"))),
    (Field<Int>.age <= .limit, .compares(age, .atMost, .row("limit"))),
    (Field<Int>.age > .limit, .compares(age, .greater, .row("limit"))),
    (Field<Int>.age >= .limit, .compares(age, .atLeast, .row("limit"))),
    (Field<Int>.age.compares(.unequal, to: .limit), .compares(age, .unequal, .row("limit"))),
    (Field<Int>.age.isAnswered, .exists(age, true)),
    (Field<String>.name.contains("x"), .contains(.init("name"), "x")),
    (Field<Int>.age.isOne(of: [1, 2]), .anyOf(age, [1, 2])),
    (Field<Int>.age.count(.atMost, 2), .count(age, .atMost, 2)),
    (!Field<Int>.age.isAnswered, .not(.exists(age, true))),
    (
      Field<Int>.age.isAnswered && Field<Int>.age > 3 && Field<Int>.age < 9,
      .all([
        .exists(age, true), .compares(age, .greater, .value(3)), .compares(age, .less, .value(9)),
      ])
    ),
    (
      Field<Int>.age.isAnswered || Field<Int>.age > 3 || Field<Int>.age < 9,
      .any([
        .exists(age, true), .compares(age, .greater, .value(3)), .compares(age, .less, .value(9)),
      ])
    ),
    (
      (Field<Int>.age.isAnswered || Field<Int>.age > 3) && Field<Int>.age < 9,
      .all([
        .any([.exists(age, true), .compares(age, .greater, .value(3))]),
        .compares(age, .less, .value(9)),
      ])
    ),
  ]

  @Test(arguments: written) func `is written with operators`(found: Formula, formula: Formula) {
    #expect(found == formula)
  }

  // One of each kind, on the row and the reach that are said.
  private static func all(_ reference: Formula.Reference) -> [Formula] {
    [
      .compares(reference, .less, .value(1)), .compares(reference, .less, .row("other")),
      .exists(reference, false), .contains(reference, "a"), .anyOf(reference, [1]),
      .count(reference, .less, 1), .all([.exists(reference, true)]),
      .any([.exists(reference, true)]),
      .not(.exists(reference, true)), .fhirPath("1"),
    ]
  }

  @Test func `is moved to other instances and other rows`() {
    let far = Formula.Reference("age", .every)
    #expect(Self.all(age).map { $0.of(.every) } == Self.all(far))
    let other = Formula.Reference("b", .any)
    #expect(Self.all(age).map { $0.replacing({ _ in other }) } == Self.all(other))
    let values = Formula.all([
      .compares(age, .equal, .value(1)), .contains(age, 1), .anyOf(age, [1, 1]),
      .count(age, .equal, 1),
    ])
    let replaced = values.replacing(
      { $0 }, { row, _, value in row == "age" && value == 1 ? 2 : value })
    #expect(
      replaced
        == .all([
          .compares(age, .equal, .value(2)), .contains(age, 2), .anyOf(age, [2, 2]),
          .count(age, .equal, 1),
        ]))
  }

  @Test func `says which rows and expressions it reads`() {
    let far = Formula.Reference("age", .every)
    let both = [far, Formula.Reference("other", .every)]
    let references = Self.all(far).map(\.references)
    #expect(references == [[far], both, [far], [far], [far], [far], [far], [far], [far], []])
    #expect(Formula.all(Self.all(far)).dependencies == ["age", "other"])
    let nested = Formula.all([
      .fhirPath("1"), .any([.fhirPath("2"), .not(.fhirPath("3"))]), .exists(age, true),
    ])
    #expect(nested.expressions == ["1", "2", "3"])
  }

  // Rule E12: what cannot be evaluated, or gives nothing, does not hold.
  @Test(
    arguments: [
      ("true", true, true), ("false", false, false), ("nothing", false, nil),
    ] as [(String, Bool, Bool?)])
  func `of an expression holds where that is true`(text: String, holds: Bool, verdict: Bool?) {
    let answers = Answers(instances: [:])
    #expect(Formula.fhirPath(text).holds(in: answers) == holds)
    #expect(Formula.fhirPath(text).verdict(in: answers) == verdict)
    #expect(Formula.not(.fhirPath(text)).verdict(in: answers) == verdict.map { !$0 })
    #expect(Formula.not(.fhirPath(text)).holds(in: answers) == !holds)
  }
}

// Rule E3.
@Suite(.timeLimit(.minutes(20)))
struct `The policies of a form` {
  @Test func `are what it says, and else the defaults`() {
    let standard = RulePolicies([:])
    #expect(standard == RulePolicies())
    #expect(standard.unequalHoldsWithoutAnswer)
    #expect(!standard.hiddenAnswersCount && !standard.clearsOnHide)
    #expect(RulePolicies(["clearOnHide": "yes", "hiddenAnswersCount": 1]) == standard)
    #expect(!RulePolicies(["unequalHoldsWithoutAnswer": false]).unequalHoldsWithoutAnswer)
    #expect(RulePolicies(["hiddenAnswersCount": true]).hiddenAnswersCount)
    #expect(RulePolicies(["clearOnHide": true]).clearsOnHide)
  }

  @Test(
    arguments: [
      ["unequalHoldsWithoutAnswer": false], ["hiddenAnswersCount": true], ["clearOnHide": true],
      [:],
    ] as [Fields])
  func `are kept where they are no defaults`(record: Fields) {
    #expect(RulePolicies(record).record == record)
  }
}

private func decimal(_ digits: String) -> Value { .decimal(DecimalNumber(digits)!) }

private enum Colour: String, FieldValue { case red, blue }

// Rule F10.
@Suite(.timeLimit(.minutes(20)))
struct `A Swift value as an answer` {
  private func read<Answer: FieldValue>(_ value: Value, as: Answer.Type) -> Answer? {
    Answer(documentValue: value)
  }

  @Test func `is written as the document keeps it`() throws {
    let decimal = try #require(DecimalNumber("1.50"))
    let values: [(any FieldValue, Value)] = [
      ("a", "a"), (true, true), (7, 7), (decimal, .decimal(decimal)),
      ("2024-03" as DateText, .date("2024-03")), (["a", "b"] as [String], ["a", "b"]),
      (Colour.red, "red"),
      (Value.null, .null),
    ]
    for (value, expected) in values { #expect(value.documentValue == expected) }
  }

  @Test func `is read from that, and from nothing else`() throws {
    let decimal = try #require(DecimalNumber("1.50"))
    #expect(read("a", as: String.self) == "a")
    #expect(read(.record(["code": "a", "system": "s"]), as: String.self) == "a")
    #expect(read(.record(["system": "s"]), as: String.self) == nil)
    #expect(read(1, as: String.self) == nil)
    #expect(read(false, as: Bool.self) == false && read("true", as: Bool.self) == nil)
    #expect(read(7, as: Int.self) == 7 && read("7", as: Int.self) == nil)
    #expect(read(.decimal(decimal), as: DecimalNumber.self)?.digits == "1.50")
    #expect(read(1, as: DecimalNumber.self)?.digits == "1")
    #expect(read("1", as: DecimalNumber.self) == nil)
    #expect(read(.date("2024"), as: DateText.self)?.text == "2024")
    #expect(read("2024", as: DateText.self) == nil)
    #expect(read(["a", "b"], as: [String].self) == ["a", "b"])
    #expect(read(["a", 1], as: [String].self) == nil && read("a", as: [String].self) == nil)
    #expect(read([], as: [String].self) == [])
    #expect(read("blue", as: Colour.self) == .blue && read("green", as: Colour.self) == nil)
    #expect(read(.record(["code": "red"]), as: Colour.self) == .red)
    #expect(read(.null, as: Value.self) == .null)
  }
}

// Rule E2.
@Suite(.timeLimit(.minutes(20)))
struct `The key of an answer` {
  @Test(
    arguments: [
      (1, decimal("1.00")), ("a", .record(["code": "a"])),
      (.record(["code": "a", "system": "s"]), .record(["code": "a"])),
      (.date("2024"), .date("2024")),
      (.date("2024-03-05T10:00Z"), .date("2024-03-05T12:00+02:00")),
      (.record(["number": 1, "unit": "g"]), .record(["number": decimal("1.0"), "unit": "g"])),
      (true, true),
    ] as [(Value, Value)])
  func `is one of equal answers`(left: Value, right: Value) {
    #expect(AnswerKey(left) == AnswerKey(right))
    #expect(AnswerKey.areSame([left], [right]))
  }

  @Test(
    arguments: [
      (1, 2), ("a", "b"), (.date("2024"), .date("2025")), (true, false), (1, "1"),
      (.record(["code": "a"]), .record(["code": "b"])), (.record(["x": 1]), .record(["x": 2])),
      (.date("2024-03-05"), .date("2024-03-05T10:00")),
    ] as [(Value, Value)])
  func `tells most others apart`(left: Value, right: Value) {
    #expect(AnswerKey(left) != AnswerKey(right))
    #expect(!AnswerKey.areSame([left], [right]))
  }
}
