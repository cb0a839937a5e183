import EkibenDocuments
import EkibenExpressions

/// What the variables of a form give, each worked out once for as long as nothing changes that it reads, however
/// many expressions read it (rule E20).
///
/// It is an object: whoever asks the rules of one edit shares one.
final class VariableValues {
  private struct Key: Hashable {
    let variable: Int
    /// The section, row or instance that defines it.
    let owner: RecordID?
  }

  private struct Known {
    let value: Result<ExpressionItems, ExpressionError>
    let rows: [RowID]
  }

  private var known: [Key: Known] = [:]
  /// How many were worked out so far.
  private(set) var evaluations = 0

  /// What a variable gives, if that is known.
  func value(
    of variable: RecordExpression.Variable, _ owner: RecordID?
  ) -> Result<ExpressionItems, ExpressionError>? {
    variable.rows == nil ? nil : known[Key(variable: variable.number, owner: owner)]?.value
  }

  /// Takes note of what a variable has given.
  func note(
    _ value: Result<ExpressionItems, ExpressionError>, of variable: RecordExpression.Variable,
    _ owner: RecordID?
  ) {
    evaluations += 1
    guard let rows = variable.rows else { return }
    known[Key(variable: variable.number, owner: owner)] = Known(value: value, rows: rows)
  }

  /// Forgets what reads a row, by the row of the form.
  ///
  /// - Complexity: O(variables known and what they read).
  func forget(reading row: RowID) {
    if known.isEmpty { return }
    known = known.filter { !$0.value.rows.contains(row) }
  }

  /// Forgets all, since rows are hidden or shown.
  func forget() { if !known.isEmpty { known = [:] } }
}
