package import EkibenDocuments

/// The answers that formulas give because of an edit, while its rules are asked (rule E13).
package struct Calculation {
  // Whether a formula may give a row its answer: nobody else gave the one that is there.
  private let mayBeCalculated: (RowID) -> Bool
  // Whether an answer says already that a formula gave it.
  private let isMarked: (RowID) -> Bool
  // The rows whose answers the edit gives itself.
  private let given: Set<RowID>
  /// The rows that it gives back to their formulas, whoever gave their answers.
  let givenBack: Set<RowID>
  private var answers: [RowID: CalculatedAnswer] = [:]
  /// Whether a formula asked what time it is.
  package private(set) var asksForTime = false

  /// Begins without any.
  ///
  /// - Parameters:
  ///   - given: The rows to which the edit gives answers itself.
  ///   - givenBack: The rows that it gives back to their formulas.
  ///   - isMarked: Whether a row's answer says already that a formula gave it.
  ///   - mayBeCalculated: Whether a formula may give a row its answer.
  package init(
    given: Set<RowID>, givenBack: Set<RowID> = [], marked isMarked: @escaping (RowID) -> Bool,
    mayBeCalculated: @escaping (RowID) -> Bool
  ) {
    (self.given, self.givenBack, self.isMarked) = (given, givenBack, isMarked)
    self.mayBeCalculated = mayBeCalculated
  }

  /// The answers that have changed.
  package var changed: [CalculatedAnswer] { Array(answers.values) }

  func acceptsFormula(_ row: RowID) -> Bool {
    givenBack.contains(row) || !given.contains(row) && mayBeCalculated(row)
  }

  /// Whether an answer goes where its row is hidden: not if the edit gives it.
  func mayClear(_ row: RowID) -> Bool { !given.contains(row) }

  /// Notes that a formula gives what is there already, which somebody else had given.
  mutating func noteSame(_ row: RowID, _ value: Value?) {
    guard answers[row] == nil, !isMarked(row), value != nil || !mayBeCalculated(row) else { return }
    answers[row] = CalculatedAnswer(row: row, before: value, after: value, isCalculated: true)
  }

  mutating func noteTime() { asksForTime = true }

  mutating func note(_ row: RowID, from before: Value?, to after: Value?, isCalculated: Bool) {
    let before = answers[row].map(\.before) ?? before
    answers[row] =
      before == after
      ? nil : CalculatedAnswer(row: row, before: before, after: after, isCalculated: isCalculated)
  }

  /// Takes back what was calculated for a row.
  ///
  /// - Returns: What was there before; the outer nil says that nothing was calculated.
  mutating func restore(_ row: RowID) -> Value?? {
    answers.removeValue(forKey: row).map(\.before)
  }
}
