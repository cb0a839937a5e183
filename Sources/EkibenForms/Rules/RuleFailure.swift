package import EkibenDocuments
package import EkibenExpressions

/// Why a rule could not be asked, or what it gave is no answer of its row (rules E12, E13 and E15).
package enum RuleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The expression cannot be evaluated.
  case expression(ExpressionError)
  /// The row takes one answer, and these are several.
  case several(Int)
  /// It is nothing that the row takes.
  case notTaken(InputProblem)
  /// It is a quantity in a unit that none of the row's can be converted to.
  case unit(String)
  /// It is of a kind that the row does not take.
  case kind(String, takes: String)
  /// These records decide about each other, and do not come to an end.
  case unsettled([RecordID])

  /// Whether it needs what nobody has handed over.
  package var needsHost: Bool {
    if case .expression(let error) = self, case .missing = error.problem { true } else { false }
  }

  /// A sentence without its subject, for whoever wrote the form.
  package var description: String {
    switch self {
    case .expression(let error): "\(error)"
    case .several(let count): "it gives \(count) answers, and one is taken"
    case .notTaken(let problem): InputError(row: RowID(unchecked: "the row"), problem).description
    case .unit(let unit):
      "it gives a quantity in \(unit), which none of the units is converted from"
    case .kind(let kind, let takes): "it gives \(kind), and \(takes) is taken"
    case .unsettled(let records):
      "\(records.map(\.text).joined(separator: " → ")) decide about each other without an end"
    }
  }
}
