import EkibenDocuments
import EkibenExpressions

/// What the variables of a form give, each worked out once for as long as nothing changes that it reads, however
/// many expressions read it (rule E20).
///
/// It is an object: whoever asks the rules of one edit shares one.
final class VariableValues {
  private typealias Value = Result<ExpressionItems, ExpressionError>

  // By the number of the variable, and by the section, row or instance that defines it there.
  private var known: [Int: [RecordID?: Value]] = [:]
  private let readers: [RowID: [Int]]
  /// How many were worked out so far.
  private(set) var evaluations = 0

  /// Begins with none, and with the variables that read a row, by the rows of the form.
  init(_ readers: [RowID: [Int]] = [:]) { self.readers = readers }

  /// What a variable gives, if that is known.
  func value(
    of variable: RecordExpression.Variable, _ owner: RecordID?
  ) -> Result<ExpressionItems, ExpressionError>? {
    variable.isWhole ? known[variable.number]?[owner] : nil
  }

  /// Takes note of what a variable has given.
  func note(
    _ value: Result<ExpressionItems, ExpressionError>, of variable: RecordExpression.Variable,
    _ owner: RecordID?
  ) {
    evaluations += 1
    if variable.isWhole { known[variable.number, default: [:]][owner] = value }
  }

  /// Forgets what reads a row, by the row of the form.
  ///
  /// - Complexity: O(variables that read it).
  func forget(reading row: RowID) {
    if known.isEmpty { return }
    for variable in readers[row] ?? [] { known[variable] = nil }
  }

  /// Forgets all, since rows are hidden or shown.
  func forget() { if !known.isEmpty { known = [:] } }
}
