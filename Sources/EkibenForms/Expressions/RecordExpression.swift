package import EkibenDocuments
package import EkibenExpressions

/// A row that rules read, as the form has it, and which of its instances.
package struct ReadRow: Hashable, Sendable {
  package let row: RowID
  /// Which instances a condition means.
  let reach: Formula.Reach
  /// The section or row of the form in whose nearest instance it stands; nil reads all instances.
  let item: RecordID?

  init(_ row: RowID, _ reach: Formula.Reach = .any, inside item: RecordID? = nil) {
    (self.row, self.reach, self.item) = (row, reach, item)
  }

  init(_ reference: Formula.Reference) { self.init(reference.row, reference.reach) }
}

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
    /// Whether it gives the same to whoever reads it: of the response each sees what it reads.
    let isWhole: Bool
  }

  /// The expression, or why it is none.
  let compiled: Result<CompiledExpression, ExpressionError>
  /// The variables that it reads, itself or by others, each behind those that it reads.
  let variables: [Variable]
  /// The items that it may read, also by its variables.
  let reads: ExpressionReads
  /// The rows whose answers it may depend on.
  let rows: [ReadRow]
  /// Those of them that it reads itself, and not by a variable.
  let ownRows: [ReadRow]
  /// The definition that it reads, by the names of variables.
  let definition: [String: ExpressionItems]

  /// Whether it, or a variable that it reads, asks for the time.
  var asksForTime: Bool {
    if case .success(let expression) = compiled, expression.asksForTime { return true }
    return variables.contains { $0.defined?.expression.asksForTime ?? false }
  }

  /// Whether it, or a variable that it reads, needs what a host hands over.
  var asksHost: Bool { variables.contains { $0.defined == nil } }
}

extension ExpressionEnvironment {
  /// What a host hands over, and a time if there is one.
  package init(_ launchContext: LaunchContext, now: PartialDate?) {
    self.init(variables: launchContext.read as? [String: ExpressionItems] ?? [:], now: now)
  }
}
