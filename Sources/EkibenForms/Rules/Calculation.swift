package import EkibenDocuments

/// The answers that formulas give because of an edit, while its rules are asked (rule E13).
package struct Calculation {
  private let mayBeCalculated: (RowID) -> Bool
  private let isMarked: (RowID) -> Bool
  private let given: Set<RowID>
  /// The rows that it gives back to their formulas, whoever gave their answers.
  let givenBack: Set<RowID>
  private var answers: [RowID: CalculatedAnswer] = [:]
  /// Whether a formula asked what time it is.
  package private(set) var asksForTime = false

  /// Begins without any, with the rows to which the edit gives answers itself, and those that it gives back to their
  /// formulas; which answers say already that a formula gave them, and which a formula may give, since nobody else
  /// gave the one that is there.
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
  mutating func restore(_ row: RowID) -> Value?? { answers.removeValue(forKey: row).map(\.before) }
}
