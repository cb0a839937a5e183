package import EkibenDocuments
package import EkibenExpressions

/// Which rows of a document its rules hide, kept up change by change: their answers do not count (rule F14).
package struct RowActivity: Sendable {
  private var rules: RuleState

  /// Begins with what holds of a document.
  package init(_ rules: RuleState) { self.rules = rules }

  /// What `now()` gives, and what a host hands over.
  package var environment: ExpressionEnvironment {
    get { rules.environment }
    set { rules.environment = newValue }
  }

  /// Whether another time or another launch context may hide or show a row.
  package func dependsOnEnvironment(_ row: RowID, in structure: DocumentStructure) -> Bool {
    rules.index.dependsOnEnvironment(.row(row), in: structure)
  }

  /// Whether the launch context may decide of any row whether it is hidden.
  package var hidesByLaunchContext: Bool { rules.index.hidesByLaunchContext }

  /// Whether changes of a document can neither hide nor show anything, and no formula reads what they change:
  /// there are no rules, and none come; or they are answers that count and that none reads.
  ///
  /// - Complexity: O(changes · depth).
  package func ignores(_ changes: Changeset, in structure: DocumentStructure) -> Bool {
    rules.isEmpty
      ? !changes.changes.contains(where: \.bringsRules)
      : changes.changes.allSatisfy { rules.ignores($0, in: structure) }
  }

  /// Applies changes.
  ///
  /// - Returns: The rows of which something else may hold.
  package mutating func update(
    by changes: Changeset, to content: Document, at index: Document.Index
  ) -> [RowID] { rules.update(by: changes, to: content, at: index).compactMap(\.row) }

  /// Whether no rule hides a row, nor what it stands in; what the form never shows counts (rule F35).
  package func isActive(_ row: RowID, in structure: DocumentStructure) -> Bool {
    rules.isActive(.row(row), in: structure)
  }
}

// What formulas give (rule E13).
extension RowActivity {
  /// Whether formulas give answers, or will after changes.
  package func calculates(after changes: Changeset) -> Bool {
    rules.index.calculates || changes.changes.contains { $0.brings(.calculated) }
  }

  /// Applies changes, and asks formulas beside those that depend on what comes of them, as far as the extent goes,
  /// for the rows that they may give answers to.
  ///
  /// - Returns: The answers, and the rows of which something else may hold then.
  /// - Complexity: O(rules asked and records affected), and O(log n) a row; where records come, go or move, or
  ///   a definition changes, O(n).
  package mutating func calculate(
    _ changes: Changeset, to after: DocumentStructure, _ extent: CalculationExtent,
    _ calculation: Calculation
  ) -> (calculation: Calculation, affected: [RowID]) {
    let (result, affected) = rules.calculate(changes, to: after, extent, calculation)
    return (result, affected.compactMap(\.row))
  }

  /// The rows whose answers are what their formulas give.
  ///
  /// - Complexity: O(rules).
  package mutating func calculatedRows(in structure: DocumentStructure) -> [RowID] {
    rules = RuleState(
      structure.content, structure.index, rules.index.custom, rules.index.registry, in: environment)
    return rules.calculations(in: structure).filter { $0.value != nil && $0.isKept }.map(\.row)
  }
}
