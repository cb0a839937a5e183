import EkibenDocuments
import EkibenExpressions
import EkibenTesting
import Foundation
import Testing

/// Rule E1: random formulas on random answers beside an evaluator that was written anew, on the records
/// themselves and without a type of ours.
///
/// `EKIBEN_FORMULAS=N` sets the number of pairs.
@Suite(.timeLimit(.minutes(20))) struct `Formulas on random answers` {
  @Test(arguments: 1...4) func `hold when a slow evaluator says so`(seed: UInt64) {
    let all = ProcessInfo.processInfo.environment["EKIBEN_FORMULAS"].flatMap { Int($0) } ?? 20_000
    var random = SeededGenerator(seed: seed)
    var (held, verdicts) = (0, [Bool?: Int]())
    for _ in 0..<all / 4 {
      let formula = randomFormula(&random, depth: 3)
      let answers = randomAnswers(&random)
      let holds = formula.holds(in: Answers(instances: answers))
      if holds { held += 1 }
      let slow = SlowFormula(answers: answers).holds(formula.record)
      let verdict = formula.verdict(in: Answers(instances: answers))
      let slowVerdict = SlowFormula(answers: answers).verdict(formula.record)
      verdicts[verdict, default: 0] += 1
      if verdict != slowVerdict {
        Issue.record("\(formula) on \(answers): \(verdict as Any), slowly \(slowVerdict as Any)")
        return
      }
      if holds != slow {
        Issue.record("\(formula) on \(answers): \(holds), \(slow) by the slow one (seed \(seed))")
        return
      }
      if Formula(record: formula.record) != formula { Issue.record("\(formula.record)") }
    }
    // Neither always nor never, or nothing is tried.
    #expect(verdicts.count == 3 && verdicts.values.allSatisfy { $0 > all / 4 / 10 }, "\(verdicts)")
    #expect(held > all / 4 / 5 && held < all / 4 * 4 / 5, "\(held) of \(all / 4)")
  }

  private let rows: [RowID] = ["a", "b", "c"]
  private let values: [Value] = [
    1, 2, .decimal(DecimalNumber("1.0")!), .decimal(DecimalNumber("1.5")!), "", "x", "xy", true,
    false, .date("2024"),
    .date("2024-05"),
    .date("2025"), .record(["code": "x"]), .record(["code": "x", "system": "s"]),
    .record(["code": "x", "system": "t"]), .record(["number": 1, "unit": "mg"] as Fields),
    .record(["number": .decimal(DecimalNumber("1.50")!), "unit": "mg"]),
    .record(["number": 1, "unit": "g"]),
  ]

  private func randomAnswers(_ random: inout SeededGenerator) -> [RowID: [[Value]]] {
    var answers: [RowID: [[Value]]] = [:]
    for row in rows {
      answers[row] = (0..<Int.random(in: 0...2, using: &random)).map { _ in
        (0..<Int.random(in: 0...2, using: &random)).map { _ in values.randomElement(using: &random)!
        }
      }
    }
    return answers
  }

  private func randomFormula(_ random: inout SeededGenerator, depth: Int) -> Formula {
    let reference = Formula.Reference(
      rows.randomElement(using: &random)!, Formula.Reach.allCases.randomElement(using: &random)!)
    let comparison = Formula.Comparison.allCases.randomElement(using: &random)!
    let value = values.randomElement(using: &random)!
    func parts() -> [Formula] {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        randomFormula(&random, depth: depth - 1)
      }
    }
    switch Int.random(in: 0..<(depth == 0 ? 6 : 9), using: &random) {
    case 0: return .exists(reference, Bool.random(using: &random))
    case 1: return .contains(reference, value)
    case 2: return .anyOf(reference, [value, values.randomElement(using: &random)!])
    case 3: return .count(reference, comparison, Int64.random(in: 0...2, using: &random))
    case 4: return .compares(reference, comparison, .row(rows.randomElement(using: &random)!))
    case 5: return .compares(reference, comparison, .value(value))
    case 6: return .all(parts())
    case 7: return .any(parts())
    default: return .not(randomFormula(&random, depth: depth - 1))
    }
  }
}

/// Reads a record of a condition by hand.
private struct SlowFormula {
  let answers: [RowID: [[Value]]]

  func holds(_ record: Fields) -> Bool {
    if let parts = record["all"] { return records(parts).filter { !holds($0) }.isEmpty }
    if let parts = record["any"] { return !records(parts).filter { holds($0) }.isEmpty }
    if case .record(let part)? = record["not"] { return !holds(part) }
    let reach = record["reach"]?.asText ?? "nearest"
    let instances = instances(record["row"]!.asText!)
    switch reach {
    case "nearest": return fits(record, instances.isEmpty ? [] : instances[0])
    case "any":
      for one in instances.isEmpty ? [[]] : instances where fits(record, one) { return true }
      return false
    default:
      for one in instances where !fits(record, one) { return false }
      return true
    }
  }

  /// Rule F47: a comparison that has nothing to compare, or cannot tell, says nothing; nil is that.
  func verdict(_ record: Fields) -> Bool? {
    func worst(_ verdicts: [Bool?], _ deciding: Bool) -> Bool? {
      verdicts.contains(deciding) ? deciding : verdicts.contains(nil) ? nil : !deciding
    }
    if let parts = record["all"] { return worst(records(parts).map(verdict), false) }
    if let parts = record["any"] { return worst(records(parts).map(verdict), true) }
    if case .record(let part)? = record["not"] { return verdict(part).map { !$0 } }
    let instances = instances(record["row"]!.asText!)
    switch record["reach"]?.asText ?? "nearest" {
    case "nearest": return says(record, instances.first ?? [])
    case "any": return worst((instances.isEmpty ? [[]] : instances).map { says(record, $0) }, true)
    default: return worst(instances.map { says(record, $0) }, false)
    }
  }

  private func says(_ record: Fields, _ answers: [Value]) -> Bool? {
    let condition = record.first { $0.name != "row" && $0.name != "reach" }!
    var name = condition.name.rawValue
    if ["exists", "count"].contains(name) { return fits(record, answers) }
    var others = [condition.value]
    if name == "anyOf" { (name, others) = ("is", condition.value.asList!) }
    if name.hasSuffix("Row") {
      name = String(name.dropLast(3))
      let all = instances(condition.value.asText!)
      others = (record["reach"] == nil ? Array(all.prefix(1)) : all).flatMap { $0 }
    }
    if answers.isEmpty || others.isEmpty { return name == "isNot" ? true : nil }
    if name == "contains" { return fits(record, answers) }
    let isSo = compares(name, answers, others)
    let pairs = answers.flatMap { answer in others.map { (answer, $0) } }
    let isOpen = pairs.contains { !tells(name, $0, $1) }
    if name == "isNot" { return isSo ? (isOpen ? nil : true) : false }
    return isSo ? true : isOpen ? nil : false
  }

  // Whether it is known how two values stand to each other, as far as an operator asks.
  private func tells(_ name: String, _ a: Value, _ b: Value) -> Bool {
    if same(a, b) || less(a, b) || less(b, a) { return true }
    guard name == "is" || name == "isNot" else { return false }
    if case .date = a, case .date = b { return false }
    return a.asRecord?["number"] == nil || b.asRecord?["number"] == nil
  }

  private func records(_ list: Value) -> [Fields] { list.asList!.map { $0.asRecord! } }
  private func instances(_ row: String) -> [[Value]] { answers[RowID(unchecked: row)] ?? [] }

  private func fits(_ record: Fields, _ answers: [Value]) -> Bool {
    let condition = record.first { $0.name != "row" && $0.name != "reach" }!
    switch condition.name.rawValue {
    case "exists": return condition.value == .bool(answers.count > 0)
    case "anyOf":
      for answer in answers {
        for value in condition.value.asList! where same(answer, value) { return true }
      }
      return false
    case "contains":
      for answer in answers {
        if same(answer, condition.value) { return true }
        if let text = answer.asText, let part = condition.value.asText,
          part.isEmpty || text.contains(part)
        {
          return true
        }
      }
      return false
    case "count":
      let other = condition.value.asRecord!.first { _ in true }!
      return compares(other.name.rawValue, [.integer(Int64(answers.count))], [other.value])
    case let name where name.hasSuffix("Row"):
      let others = instances(condition.value.asText!)
      let values = (record["reach"] == nil ? Array(others.prefix(1)) : others).flatMap { $0 }
      return compares(String(name.dropLast(3)), answers, values)
    case let name: return compares(name, answers, [condition.value])
    }
  }

  private func compares(_ name: String, _ left: [Value], _ right: [Value]) -> Bool {
    var found = false
    for a in left {
      for b in right {
        switch name {
        case "is", "isNot": if same(a, b) { found = true }
        case "lessThan": if less(a, b) { found = true }
        case "greaterThan": if less(b, a) { found = true }
        case "atMost": if less(a, b) || same(a, b) { found = true }
        default: if less(b, a) || same(a, b) { found = true }
        }
      }
    }
    return name == "isNot" ? !found : found
  }

  private func number(_ value: Value) -> Double? {
    switch value {
    case .integer(let number): Double(number)
    case .decimal(let number): Double(number.digits)
    default: nil
    }
  }

  private func same(_ a: Value, _ b: Value) -> Bool {
    if let x = number(a), let y = number(b) { return x == y }
    if let x = code(a), let y = code(b), a.asRecord != nil || b.asRecord != nil {
      let systems = Set([a, b].compactMap { $0.asRecord?["system"]?.asText })
      return x == y && systems.count < 2
    }
    if let x = a.asRecord, let y = b.asRecord, let left = x["number"], let right = y["number"] {
      return x["unit"] == y["unit"] && same(left, right)
    }
    return a == b
  }

  private func code(_ value: Value) -> String? { value.asText ?? value.asRecord?["code"]?.asText }

  private func less(_ a: Value, _ b: Value) -> Bool {
    if let x = number(a), let y = number(b) { return x < y }
    if let x = a.asText, let y = b.asText {
      return Array(x.utf8).lexicographicallyPrecedes(Array(y.utf8))
    }
    if case .date(let x) = a, case .date(let y) = b {
      // All dates of the test differ in the year, or one says more than the other.
      return x.text.prefix(4) < y.text.prefix(4)
    }
    if let x = a.asRecord, let y = b.asRecord, let left = x["number"], let right = y["number"] {
      return x["unit"] == y["unit"] && less(left, right)
    }
    return false
  }
}
