import EkibenDocuments
import EkibenExpressions
import Testing

/// Rules E1 and E2, row by row: what each operator says of the answers on its left.
///
/// The rows are written from the definitions: of several answers one has to fit, `isNot` says that none is
/// equal, and without an answer only `isNot` holds, and `exists: false`.
@Suite(.timeLimit(.minutes(20))) struct `The truth table of conditions` {
  struct Row: Sendable, CustomTestStringConvertible {
    let answers: [Value]
    let value: Value
    let holding: String
    var testDescription: String { "\(answers) and \(value): \(holding)" }
    init(_ answers: [Value], _ value: Value, _ holding: String) {
      (self.answers, self.value, self.holding) = (answers, value, holding)
    }
  }

  private static func decimal(_ digits: String) -> Value { .decimal(DecimalNumber(digits)!) }
  private static func date(_ text: String) -> Value { .date(DateText(text)!) }
  private static func option(_ code: String, _ system: String? = nil) -> Value {
    var record: Fields = ["code": .text(code)]
    record["system"] = system.map(Value.text)
    return .record(record)
  }
  private static func amount(_ digits: String, _ unit: String?) -> Value {
    var record: Fields = ["number": decimal(digits)]
    record["unit"] = unit.map(Value.text)
    return .record(record)
  }

  // What holds where the answer is less, equal, equal in order alone, greater, other, or cannot be told.
  static let less = "isNot lessThan atMost"
  static let equal = "is atMost atLeast contains"
  static let alike = "isNot atMost atLeast"
  static let greater = "isNot greaterThan atLeast"
  static let other = "isNot"

  static let rows: [Row] = [
    // No answer.
    Row([], 1, other), Row([], "", other), Row([], true, other), Row([], date("2024"), other),
    Row([], option("a"), other), Row([], amount("1", "mg"), other), Row([], decimal("0"), other),
    Row([], .null, other), Row([], [], other), Row([], .bytes([]), other),
    // Whether or not.
    Row([true], true, "is atMost atLeast contains"), Row([false], false, equal),
    Row([true], false, other), Row([false], true, other), Row([true], 1, other),
    Row([true], "true", other),
    // Whole numbers and decimals: by number, not by digits.
    Row([1], 2, less), Row([2], 2, equal), Row([3], 2, greater), Row([-1], 0, less),
    Row([.integer(.max)], .integer(.min), greater), Row([.integer(.min)], .integer(.min), equal),
    Row([1], decimal("1.0"), equal), Row([decimal("1.50")], decimal("1.5"), equal),
    Row([decimal("1.5")], 1, greater), Row([decimal("1.5")], 2, less),
    Row([decimal("0.1")], decimal("0.10000000000000000000001"), less),
    Row([decimal("-0.0")], 0, equal), Row([decimal("1e3")], 1000, equal),
    Row([decimal("1e-3")], decimal("0.001"), equal), Row([decimal("-2")], decimal("-1"), less),
    Row([.integer(9_007_199_254_740_993)], decimal("9007199254740992"), greater),
    Row([1], true, other),
    // Beside a text whose order is asked for, one that is a number or a date is compared as that.
    Row([1], "1", alike), Row([decimal("1.5")], "1.5", alike), Row([2], "10", less),
    Row(["10"], 9, greater), Row(["9"], decimal("9.0"), alike), Row(["nine"], 9, other),
    Row([""], 0, other), Row(["2024-05"], date("2024"), other),
    Row(["2025"], date("2024"), greater),
    Row(["10:00"], date("11:00"), less), Row(["soon"], date("2024"), other),
    // Texts: by bytes.
    Row(["a"], "b", less), Row(["b"], "b", equal), Row(["c"], "b", greater),
    Row(["a"], "A", greater),
    Row([""], "", equal), Row([""], "a", less), Row(["ab"], "a", greater + " contains"),
    Row(["ab"], "b", less + " contains"), Row(["ab"], "", greater + " contains"),
    Row(["é"], "e\u{301}", greater), Row(["e\u{301}"], "e", greater + " contains"),
    Row(["10"], "9", less), Row(["👩‍👩‍👧"], "👩", greater + " contains"),
    Row(["a\u{0}b"], "\u{0}", greater + " contains"),
    // Dates: as far as both say.
    Row([date("2024")], date("2025"), less), Row([date("2024")], date("2024"), equal),
    Row([date("2025")], date("2024"), greater), Row([date("2024")], date("2024-06"), other),
    Row([date("2024")], date("2025-01"), less), Row([date("2024-03")], date("2024-03"), equal),
    Row([date("2024-03-05")], date("2024-03"), other),
    Row([date("2024-03-05")], date("2024-03-06"), less),
    Row([date("2024-12-31")], date("2025"), less), Row([date("2024-12-31")], date("2024"), other),
    Row([date("2024-03-05T10:00")], date("2024-03-05"), other),
    Row([date("2024-03-05T10:00")], date("2024-03-06"), less),
    Row([date("2024-03-05T10:00")], date("2024-03-05T10:00"), equal),
    Row([date("2024-03-05T10:00Z")], date("2024-03-05T12:00+02:00"), equal),
    Row([date("2024-03-05T10:00Z")], date("2024-03-05T10:00+02:00"), greater),
    Row([date("2024-03-05T10:00:00")], date("2024-03-05T10:00:00.000"), equal),
    Row([date("2024-03-05T10:00:01")], date("2024-03-05T10:00:00.999"), greater),
    Row([date("2024-03-05T10:00:00Z")], date("2024-03-05T10:00:00.5Z"), less),
    Row([date("10:00:00.25")], date("10:00:00.250"), equal),
    Row([date("10:00")], date("11:00"), less), Row([date("10:00")], date("10:00"), equal),
    Row([date("11:00")], date("10:00:30"), greater), Row([date("10:00")], date("10:00:30"), other),
    Row([date("10:00")], date("2024"), other), Row([date("2024")], "2024", alike),
    Row([date("2024")], 2024, other),
    // Options: by code, and by system where both have one.
    Row([option("a")], option("a"), "is atMost atLeast contains"),
    Row([option("a")], option("b"), other), Row([option("a", "s")], option("a"), equal),
    Row([option("a", "s")], option("a", "s"), equal),
    Row([option("a", "s")], option("a", "t"), other),
    Row([option("a", "s")], "a", equal), Row(["a"], option("a", "s"), equal),
    Row([option("a")], "b", other),
    // Quantities: of one unit by number.
    Row([amount("5", "mg")], amount("6", "mg"), less),
    Row([amount("5.0", "mg")], amount("5", "mg"), equal),
    Row([amount("5000", "mg")], amount("5", "g"), other),
    Row([amount("5", nil)], amount("4", nil), greater),
    Row([amount("5", nil)], amount("5", "mg"), other),
    Row([amount("5", "mg")], 5, other),
    // Bytes, nothing, and what Ekiben does not know: equal or not.
    Row([.bytes([1])], .bytes([1]), equal), Row([.bytes([1])], .bytes([2]), other),
    Row([.verbatim("{}")], .verbatim("{}"), equal), Row([.verbatim("{}")], .verbatim("{ }"), other),
    Row([.record(["x": 1])], .record(["x": 1]), equal),
    Row([.record(["x": 1])], .record(["x": 2]), other),
    Row([.list([1])], .list([1]), equal), Row([.list([1])], 1, other),
    // Several answers: one has to fit.
    Row([1, 3], 2, "isNot lessThan greaterThan atMost atLeast"),
    Row([1, 2], 2, "is lessThan atMost atLeast contains"),
    Row([2, 3], 2, "is greaterThan atMost atLeast contains"), Row([3, 4], 2, greater),
    Row(["red", "blue"], "blue", "is greaterThan atMost atLeast contains"),
    Row(["red", "blue"], "e", "isNot lessThan greaterThan atMost atLeast contains"),
    Row([option("a"), option("b")], option("b"), equal),
    Row([option("a"), option("b")], "c", other),
    Row([date("2024"), date("2026")], date("2025"), "isNot lessThan greaterThan atMost atLeast"),
    Row([1, "1"], "1", equal), Row([true, false], true, equal),
  ]

  static let all = "is isNot lessThan atMost greaterThan atLeast contains"
  private static let row: Formula.Reference = .init("row")

  private func formula(_ name: String, _ value: Value) -> Formula {
    Formula.Comparison(rawValue: name).map { .compares(Self.row, $0, .value(value)) }
      ?? .contains(Self.row, value)
  }

  @Test func `has at least 400 rows`() {
    #expect(Self.rows.count * Self.all.split(separator: " ").count >= 400)
  }

  @Test(arguments: rows) func `holds`(row: Row) {
    let holding = Set(row.holding.split(separator: " "))
    let answers = Answers(instances: ["row": [row.answers], "other": [[row.value]]])
    for name in Self.all.split(separator: " ") {
      let formula = formula(String(name), row.value)
      #expect(formula.holds(in: answers) == holding.contains(name), "\(name)")
      #expect(Formula.not(formula).holds(in: answers) != holding.contains(name), "not \(name)")
      #expect(Formula(record: formula.record) == formula)
      // The same with the value as another row's answer.
      guard case .compares(let left, let comparison, _) = formula else { continue }
      let rows = Formula.compares(left, comparison, .row("other"))
      #expect(rows.holds(in: answers) == holding.contains(name), "\(name), rows")
      #expect(Formula(record: rows.record) == rows)
    }
  }

  @Test func `asks whether there is an answer, how many, and whether it is one of some`() {
    func holds(_ formula: Formula, _ answers: [Value]) -> Bool {
      formula.holds(in: Answers(instances: ["row": [answers]]))
    }
    for (answers, count) in [([], 0), ([1], 1), (["a", "b"], 2), ([""], 1)] as [([Value], Int64)] {
      #expect(holds(.exists(Self.row, true), answers) == (count > 0))
      #expect(holds(.exists(Self.row, false), answers) == (count == 0))
      #expect(holds(.count(Self.row, .equal, count), answers))
      #expect(!holds(.count(Self.row, .unequal, count), answers))
      #expect(holds(.count(Self.row, .less, count + 1), answers))
      #expect(holds(.count(Self.row, .atLeast, 1), answers) == (count >= 1))
    }
    #expect(holds(.anyOf(Self.row, ["a", "b"]), ["b"]))
    #expect(holds(.anyOf(Self.row, ["a", "b"]), ["x", "a"]))
    #expect(!holds(.anyOf(Self.row, ["a", "b"]), ["c"]))
    #expect(!holds(.anyOf(Self.row, ["a"]), []) && !holds(.anyOf(Self.row, []), ["a"]))
    #expect(holds(.all([]), []) && !holds(.any([]), []))
  }

  // Instances: none, one, two.
  @Test(
    arguments: [
      (.nearest, [], false, true), (.nearest, [[1]], true, false),
      (.nearest, [[2], [1]], false, true),
      (.any, [], false, true), (.any, [[2], [1]], true, true), (.any, [[1]], true, false),
      (.every, [], true, true), (.every, [[1], [2]], false, false),
      (.every, [[1], [1]], true, false),
      (.every, [[1], []], false, false),
    ] as [(Formula.Reach, [[Value]], Bool, Bool)])
  func `reaches over the instances of a row`(
    reach: Formula.Reach, instances: [[Value]], isOne: Bool, isNotOne: Bool
  ) {
    let answers = Answers(instances: ["row": instances])
    let reference = Formula.Reference("row", reach)
    #expect(Formula.compares(reference, .equal, .value(1)).holds(in: answers) == isOne)
    #expect(Formula.compares(reference, .unequal, .value(1)).holds(in: answers) == isNotOne)
  }

  // Rule E3.
  @Test func `leaves to the form what engines differ on`() {
    var policies = RulePolicies()
    policies.unequalHoldsWithoutAnswer = false
    let formula = Formula.compares(Self.row, .unequal, .value(1))
    #expect(formula.holds(in: Answers(instances: ["row": [[]]])))
    #expect(!formula.holds(in: Answers(instances: ["row": [[]]]), under: policies))
    #expect(formula.holds(in: Answers(instances: ["row": [[2]]]), under: policies))
    policies.hiddenAnswersCount = true
    policies.clearsOnHide = true
    #expect(RulePolicies(policies.record) == policies && RulePolicies().record == Fields())
  }

  @Test(
    arguments: [
      [:], ["row": 1], ["row": "a"], ["row": "a", "is": 1, "isNot": 2], ["row": "", "is": 1],
      ["row": "a", "equals": 1], ["all": 1], ["all": [1]], ["all": [], "any": []],
      ["not": .record([:])],
      ["row": "a", "exists": "yes"], ["row": "a", "anyOf": "a"], ["row": "a", "count": 2],
      ["row": "a", "count": .record(["is": "2"])], ["row": "a", "isRow": 1],
      ["row": "a", "reach": "far", "is": 1],
    ] as [Fields])
  func `is not made of a record that says anything else`(record: Fields) {
    #expect(Formula(record: record) == nil)
  }

  @Test func `is nested up to a bound`() {
    var formula = Formula.exists(Self.row, true)
    for _ in 1..<Formula.maximumDepth { formula = .not(formula) }
    #expect(Formula(record: formula.record) == formula)
    #expect(Formula(record: Formula.not(formula).record) == nil)
  }
}

/// Answers by row, one list an instance.
struct Answers: AnswerSource {
  let instances: [RowID: [[Value]]]
  func holds(fhirPath text: String) -> Bool? { ["true": true, "false": false][text] }
  func answers(of reference: Formula.Reference) -> [[Value]] {
    let all = instances[reference.row] ?? []
    return reference.reach == .nearest ? Array(all.prefix(1)) : all
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Several answers` {
  @Test(
    arguments: [
      ([1, 2], [2, 1], true), ([1, 1], [1, 2], false), ([1, 2], [1, 1], false),
      ([1], [1, 1], false), ([], [], true), ([], [1], false),
      (["a"], [.record(["code": "a"])], true),
    ] as [([Value], [Value], Bool)])
  func `are the same where each is one of the others, in whatever order`(
    left: [Value], right: [Value], areSame: Bool
  ) {
    #expect(AnswerKey.areSame(left, right) == areSame)
    #expect(AnswerKey.areSame(right, left) == areSame)
  }
}
