/// A change of an answer that follows from an edit, besides what was asked for (rule E13).
package struct CalculatedAnswer: Equatable, Sendable {
  package let row: RowID
  package let before: Value?
  package let after: Value?
  /// Whether a formula gave the answer; otherwise it was cleared because its row was hidden (rule
  /// F39).
  package let isCalculated: Bool

  package init(row: RowID, before: Value?, after: Value?, isCalculated: Bool) {
    (self.row, self.before, self.after) = (row, before, after)
    self.isCalculated = isCalculated
  }
}

/// Which formulas an edit evaluates; those that depend on their results follow in any case.
package enum CalculationExtent: Sendable {
  /// Those that read what has changed.
  case affected
  /// All.
  case all
  /// All, and those that give a new document its initial answers.
  case beginning
}
