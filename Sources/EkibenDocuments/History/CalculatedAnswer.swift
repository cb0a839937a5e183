/// An answer that an edit changes besides what was asked for (rule E13).
package struct CalculatedAnswer: Equatable, Sendable {
  package let row: RowID
  package let before: Value?
  package let after: Value?
  /// Whether a formula gave it; else it was taken away because its row was hidden (rule F39).
  package let isCalculated: Bool

  package init(row: RowID, before: Value?, after: Value?, isCalculated: Bool) {
    (self.row, self.before, self.after) = (row, before, after)
    self.isCalculated = isCalculated
  }
}

/// Which formulas an edit asks, beside those that depend on what comes of them.
package enum CalculationExtent: Sendable {
  /// Those that read what has changed.
  case affected
  /// All.
  case all
  /// All, and those that new documents begin with.
  case beginning
}
