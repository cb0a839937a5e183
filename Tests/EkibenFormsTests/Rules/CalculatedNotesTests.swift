import EkibenDocuments
import EkibenExpressions
@testable import EkibenForms
import Testing

// Rules E13, E16 and F39.
@Suite(.timeLimit(.minutes(20))) struct `The notes of a calculation` {
  /// `given` is given by the edit, `back` given back; `person` is a person's answer, `marked` a formula's already.
  private func calculation() -> Calculation {
    Calculation(
      given: ["given", "both"], givenBack: ["back", "both"], marked: { $0 == "marked" },
      mayBeCalculated: { $0 != "person" })
  }

  private func answer(
    _ row: RowID, _ before: Value?, _ after: Value?, _ isCalculated: Bool = true
  ) -> CalculatedAnswer {
    CalculatedAnswer(row: row, before: before, after: after, isCalculated: isCalculated)
  }

  @Test(
    arguments: [
      ("given", false, false), ("both", true, false), ("back", true, true), ("person", false, true),
      ("other", true, true),
    ] as [(RowID, Bool, Bool)])
  func `say whose answers a formula may give and take`(row: RowID, accepts: Bool, clears: Bool) {
    #expect(calculation().acceptsFormula(row) == accepts)
    #expect(calculation().mayClear(row) == clears)
  }

  @Test func `keep what was there before the edit, and what is there after it`() {
    var calculation = calculation()
    calculation.note("a", from: 1, to: 2, isCalculated: true)
    calculation.note("a", from: 2, to: 3, isCalculated: true)
    #expect(calculation.changed == [answer("a", 1, 3)])
    calculation.note("a", from: 3, to: nil, isCalculated: false)
    #expect(calculation.changed == [answer("a", 1, nil, false)])
    calculation.note("a", from: nil, to: 1, isCalculated: true)
    #expect(calculation.changed == [])
  }

  @Test func `are taken back`() {
    var calculation = calculation()
    calculation.note("a", from: 1, to: 2, isCalculated: true)
    calculation.note("b", from: nil, to: 2, isCalculated: true)
    #expect(calculation.restore("a") == .some(1))
    #expect(calculation.restore("b") == .some(nil))
    #expect(calculation.restore("c") == .none && calculation.restore("a") == .none)
    #expect(calculation.changed == [])
  }

  @Test func `say that an answer is a formula's now, which stays as it is`() {
    var calculation = calculation()
    calculation.noteSame("marked", 1)
    calculation.noteSame("empty", nil)
    #expect(calculation.changed == [])
    calculation.noteSame("a", 1)
    #expect(calculation.changed == [answer("a", 1, 1)])
    calculation.note("b", from: 1, to: 2, isCalculated: true)
    calculation.noteSame("b", 2)
    #expect(calculation.changed.first { $0.row == "b" } == answer("b", 1, 2))
    // An answer that a person took away is the formula's again.
    calculation.noteSame("person", nil)
    #expect(calculation.changed.contains(answer("person", nil, nil)))
  }

  @Test func `say whether a formula asked for the time`() {
    var calculation = calculation()
    #expect(!calculation.asksForTime)
    calculation.noteTime()
    #expect(calculation.asksForTime)
  }

  private static func decimal(_ digits: String) -> Value { .decimal(DecimalNumber(digits)!) }
  private static func amount(_ digits: String, _ unit: String?) -> Value {
    Quantity.Amount(DecimalNumber(digits)!, unit).documentValue
  }

  @Test(
    arguments: [
      (nil, nil, true), (nil, 1, false), (1, nil, false), (1, 1, true), (1, 2, false),
      (decimal("1.50"), decimal("1.5"), true), (decimal("1.5"), decimal("1.6"), false),
      ("a", "a", true), ("a", "b", false), (amount("1.0", "g"), amount("1", "g"), true),
      (amount("1", "g"), amount("1", "kg"), false), (amount("1", nil), amount("1.0", nil), true),
      (amount("1", nil), amount("1", "g"), false), (amount("1", "g"), amount("2", "g"), false),
      (.record(["code": "a"]), .record(["code": "b"]), false), ([1, 2], [1, 2], true),
      ([1, 2], [1], false), ([1], [1, 2], false), ([1, 2], [2, 1], false),
      ([decimal("1.0")], [decimal("1")], true),
    ] as [(Value?, Value?, Bool)])
  func `compare numbers by what they are`(left: Value?, right: Value?, isSame: Bool) {
    #expect(left.isSame(as: right) == isSame)
  }
}
