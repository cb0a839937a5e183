package import EkibenDocuments
package import EkibenExpressions

/// An expression that a section or row carries, with the variables and the rows of its form that it reads.
struct RecordExpression: Sendable {
  /// A variable as it is seen.
  struct Variable: Sendable {
    /// Its number among those of its document.
    let number: Int
    let name: String
    /// What it is; nil of what a host hands over.
    let defined: DefinedVariable?
    /// The definition that it reads, by the names of variables.
    let definition: [String: ExpressionItems]
    /// Whether what it gives is the same for whoever reads it, and no part of the response, of which each sees what
    /// it reads.
    let isWhole: Bool
  }

  /// The expression, or why it is none.
  let compiled: Result<CompiledExpression, ExpressionError>
  /// The variables that it reads, itself or by others, each behind those that it reads.
  let variables: [Variable]
  /// The rows whose answers it may depend on, as the form has them; of what repeats all instances are meant.
  let rows: [RowID]
  /// Those of them that it reads itself, and not by a variable.
  let ownRows: [RowID]
  /// The definition that it reads, by the names of variables.
  let definition: [String: ExpressionItems]

  /// Whether it, or a variable that it reads, asks for the time.
  var asksForTime: Bool {
    if case .success(let expression) = compiled, expression.asksForTime { return true }
    return variables.contains { $0.defined?.expression.asksForTime ?? false }
  }

  /// Whether it, or a variable that it reads, needs what a host hands over.
  var asksHost: Bool { variables.contains { $0.defined == nil } }

  /// What it reads, as a condition says it.
  var references: [Formula.Reference] { rows.map { Formula.Reference($0, .any) } }
}

extension ExpressionEnvironment {
  /// What a host hands over, and a time if there is one.
  package init(_ launchContext: LaunchContext, now: PartialDate?) {
    self.init(variables: launchContext.read as? [String: ExpressionItems] ?? [:], now: now)
  }
}
