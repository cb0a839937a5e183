package import EkibenDocuments
package import EkibenExpressions

/// A document as a question about all of it sees its answers (rule E4).
package struct WholeDocument {
  private let structure: DocumentStructure
  private let registry: ComponentRegistry
  private let policies: RulePolicies
  private let countsRetired: Bool
  private let counts: (RowID) -> Bool

  /// Looks at a document; without rules hidden and retired answers count, too.
  package init(_ structure: DocumentStructure, _ registry: ComponentRegistry, _ rules: RuleState?) {
    let policies = RulePolicies(structure.content.fields[.policies]?.asRecord ?? [:])
    (self.structure, self.registry, self.policies) = (structure, registry, policies)
    countsRetired = rules == nil
    counts = { row in
      policies.hiddenAnswersCount || rules?.isActive(.row(row), in: structure) ?? true
    }
  }

  /// Whether a condition holds; no instance of what repeats is near to a whole document, so any will do.
  ///
  /// - Complexity: O(what it reads), and O(rows) in a document in which something repeats.
  package func meets(_ condition: Formula) -> Bool {
    let condition = condition.replacing({ $0.reach == .nearest ? .init($0.row, .any) : $0 })
    var reader = RecordExpressions(structure, registry)
    var expressions: [String: RecordExpression] = [:]
    for text in condition.expressions { expressions[text] = reader.read(text, of: .document) }
    let read = condition.references.map(\.row) + expressions.values.flatMap { $0.rows.map(\.row) }
    return condition.holds(in: answers(to: read, expressions), under: policies)
  }

  /// The answers to some rows as they were given: of what repeats those of all instances, in their order.
  ///
  /// - Complexity: As ``meets(_:)``.
  package func values(of rows: [RowID]) -> [[Value]] {
    let repeated = instances(of: rows)
    return rows.map { row in
      let read = ReadRow(Formula.Reference(row, .any))
      return repeated.rows(meant: read, from: .document, in: structure).flatMap { row in
        counts(row) ? structure.row(row)?.fields[.value]?.given ?? [] : []
      }
    }
  }

  private func instances(of rows: [RowID]) -> CheckedRows {
    CheckedRows(of: Set(rows), in: structure, countsRetired: countsRetired)
  }

  private func answers(
    to rows: [RowID], _ expressions: [String: RecordExpression]
  ) -> CheckedAnswers {
    let repeated = instances(of: rows)
    let evaluator = ExpressionEvaluator(
      structure: structure, registry: registry, counts: counts,
      meant: { [structure] in repeated.rows(meant: $0, from: .document, in: structure) },
      given: .none, values: VariableValues())
    return CheckedAnswers(of: .document, repeated, expressions, by: evaluator)
  }
}
