public import EkibenDocuments

/// The answers that formulas read.
public protocol AnswerSource {
  /// The answers of each instance that a reference means, seen from the row or section whose rule it is: one
  /// list for a row that does not repeat, and none where there is no instance.
  ///
  /// An answer that does not count, such as a hidden one, is not in it.
  func answers(of reference: Formula.Reference) -> [[Value]]
  /// Whether an expression gives true; nil where it gives nothing, or cannot be evaluated.
  func holds(fhirPath text: String) -> Bool?
}

extension Formula {
  /// Whether it holds.
  ///
  /// - Complexity: O(n) in its size and the answers that it reads.
  public func holds(
    in source: some AnswerSource, under policies: RulePolicies = RulePolicies()
  ) -> Bool {
    FormulaEvaluation(source: source, policies: policies, undecided: false).verdict(of: self)
      ?? false
  }

  /// Whether it holds, or nil where the answers do not say: an answer that is missing, or that cannot be
  /// compared, is compared with nothing (rule F47).
  ///
  /// `not` of what is undecided is undecided; `all` and `any` are decided where the parts that are decide.
  ///
  /// - Complexity: O(n) in its size and the answers that it reads.
  package func verdict(
    in source: some AnswerSource, under policies: RulePolicies = RulePolicies()
  ) -> Bool? {
    FormulaEvaluation(source: source, policies: policies, undecided: nil).verdict(of: self)
  }
}

private struct FormulaEvaluation<Source: AnswerSource> {
  let source: Source
  let policies: RulePolicies
  /// The result of a comparison that the answers leave undecided: false, or nil.
  let undecided: Bool?

  func verdict(of formula: Formula) -> Bool? {
    switch formula {
    case .compares(let reference, let comparison, let operand):
      let others = values(of: operand, reference.reach)
      return verdict(on: reference) { compare(comparison, $0, others) }
    case .exists(let reference, let expected):
      return verdict(on: reference) { $0.isEmpty != expected }
    case .contains(let reference, let value):
      return verdict(on: reference) { answers in
        answers.isEmpty ? undecided : answers.contains { AnswerOrder.has($0, value) }
      }
    case .anyOf(let reference, let values):
      return verdict(on: reference) { answers in
        values.isEmpty ? false : compare(.equal, answers, values)
      }
    case .count(let reference, let comparison, let number):
      return verdict(on: reference) { answers in
        compare(comparison, [.integer(Int64(answers.count))], [.integer(number)])
      }
    case .all(let parts): return all(parts) { verdict(of: $0) }
    case .any(let parts): return any(parts) { verdict(of: $0) }
    case .not(let part): return verdict(of: part).map { !$0 }
    case .fhirPath(let text): return source.holds(fhirPath: text) ?? undecided
    }
  }

  // Where no instance is meant, there is no answer; of instances that all have to fit none is in the way.
  private func verdict(on reference: Formula.Reference, _ fits: ([Value]) -> Bool?) -> Bool? {
    let instances = source.answers(of: reference)
    switch reference.reach {
    case .nearest: return fits(instances.first ?? [])
    case .any: return instances.isEmpty ? fits([]) : any(instances, fits)
    case .every: return all(instances, fits)
    }
  }

  private func values(of operand: Formula.Operand, _ reach: Formula.Reach) -> [Value] {
    switch operand {
    case .value(let value): [value]
    case .row(let row): source.answers(of: Formula.Reference(row, reach)).flatMap { $0 }
    }
  }

  // One of the answers compares with one of the others as stated; `isNot` says that none is equal.
  private func compare(
    _ comparison: Formula.Comparison, _ answers: [Value], _ others: [Value]
  ) -> Bool? {
    if answers.isEmpty || others.isEmpty {
      let holds = comparison == .unequal && policies.unequalHoldsWithoutAnswer
      return holds ? true : undecided
    }
    if comparison == .unequal { return compare(.equal, answers, others).map { !$0 } }
    return any(answers) { answer in
      any(others) { other in
        if comparison.holds(answer, other) { return true }
        let isDecided =
          undecided != nil || AnswerOrder.areComparable(answer, other, for: comparison)
        return isDecided ? false : undecided
      }
    }
  }

  private func any<Part>(_ parts: [Part], _ verdict: (Part) -> Bool?) -> Bool? {
    var found: Bool? = false
    for part in parts {
      let part = verdict(part)
      if part == true { return true }
      if part == nil { found = nil }
    }
    return found
  }

  private func all<Part>(_ parts: [Part], _ verdict: (Part) -> Bool?) -> Bool? {
    any(parts) { verdict($0).map { !$0 } }.map { !$0 }
  }
}

extension Formula.Comparison {
  fileprivate func holds(_ left: Value, _ right: Value) -> Bool {
    let (left, right) = isOfEquality ? (left, right) : AnswerOrder.alike(left, right)
    return switch self {
    case .equal: AnswerOrder.isEqual(left, right)
    case .unequal: !AnswerOrder.isEqual(left, right)
    case .less: AnswerOrder.isLess(left, right)
    case .greater: AnswerOrder.isLess(right, left)
    case .atMost: AnswerOrder.isLess(left, right) || AnswerOrder.isEqual(left, right)
    case .atLeast: AnswerOrder.isLess(right, left) || AnswerOrder.isEqual(left, right)
    }
  }
}
