public import EkibenDocuments

/// The answers that formulas read.
public protocol AnswerSource {
  /// The answers of each instance that a reference means, seen from the row or section whose rule it is: one
  /// list for a row that does not repeat, and none where there is no instance.
  ///
  /// An answer that does not count, such as a hidden one, is not in it.
  func answers(of reference: Formula.Reference) -> [[Value]]
}

extension Formula {
  /// Whether it holds.
  ///
  /// - Complexity: O(n) in its size and the answers that it reads.
  public func holds(
    in source: some AnswerSource, under policies: RulePolicies = RulePolicies()
  ) -> Bool {
    switch self {
    case .compares(let reference, let comparison, let operand):
      let others = operand.values(in: source, reference.reach)
      return reference.holds(in: source) { answers in
        comparison.holds(between: answers, and: others, under: policies)
      }
    case .exists(let reference, let expected):
      return reference.holds(in: source) { $0.isEmpty != expected }
    case .contains(let reference, let value):
      return reference.holds(in: source) { $0.contains { AnswerOrder.has($0, value) } }
    case .anyOf(let reference, let values):
      return reference.holds(in: source) { answers in
        answers.contains { answer in values.contains { AnswerOrder.isEqual(answer, $0) } }
      }
    case .count(let reference, let comparison, let number):
      return reference.holds(in: source) { answers in
        comparison.holds(
          between: [.integer(Int64(answers.count))], and: [.integer(number)], under: policies)
      }
    case .all(let parts): return parts.allSatisfy { $0.holds(in: source, under: policies) }
    case .any(let parts): return parts.contains { $0.holds(in: source, under: policies) }
    case .not(let part): return !part.holds(in: source, under: policies)
    }
  }
}

extension Formula.Reference {
  // Where no instance is meant, there is no answer; of instances that all have to fit none is in the way.
  fileprivate func holds(in source: some AnswerSource, _ fits: ([Value]) -> Bool) -> Bool {
    let instances = source.answers(of: self)
    switch reach {
    case .nearest: return fits(instances.first ?? [])
    case .any: return instances.isEmpty ? fits([]) : instances.contains(where: fits)
    case .every: return instances.allSatisfy(fits)
    }
  }
}

extension Formula.Operand {
  fileprivate func values(
    in source: some AnswerSource, _ reach: Formula.Reach
  ) -> [Value] {
    switch self {
    case .value(let value): [value]
    case .row(let row): source.answers(of: Formula.Reference(row, reach)).flatMap { $0 }
    }
  }
}

extension Formula.Comparison {
  /// Whether one of the answers compares with one of the others as stated; `isNot`, whether none is equal.
  fileprivate func holds(
    between answers: [Value], and others: [Value], under policies: RulePolicies
  ) -> Bool {
    if self == .unequal {
      if answers.isEmpty || others.isEmpty { return policies.unequalHoldsWithoutAnswer }
      return !answers.contains { answer in others.contains { AnswerOrder.isEqual(answer, $0) } }
    }
    return answers.contains { answer in others.contains { holds(answer, $0) } }
  }

  private func holds(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: AnswerOrder.isEqual(left, right)
    case .unequal: !AnswerOrder.isEqual(left, right)
    case .less: AnswerOrder.isLess(left, right)
    case .greater: AnswerOrder.isLess(right, left)
    case .atMost: AnswerOrder.isLess(left, right) || AnswerOrder.isEqual(left, right)
    case .atLeast: AnswerOrder.isLess(right, left) || AnswerOrder.isEqual(left, right)
    }
  }
}
