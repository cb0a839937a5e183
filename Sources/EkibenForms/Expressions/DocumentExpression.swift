public import EkibenDocuments
public import EkibenExpressions

/// An expression that is asked of a document, as a rule of the document or of one of its rows would.
public struct DocumentExpression {
  /// The rows whose answers it may depend on, in order (rule E11).
  public let reads: [RowID]
  /// The link ids that it names although no item has them: most often typing errors.
  public let unknownLinkIDs: [String]
  private let record: RecordID
  private let expression: RecordExpression
  private let evaluator: ExpressionEvaluator

  /// Reads an expression in FHIRPath, release 2.0, for a row or the document.
  ///
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column.
  /// - Complexity: O(n) in the number of rows.
  package init(
    _ text: String, of record: RecordID, in structure: DocumentStructure,
    _ registry: ComponentRegistry, given environment: ExpressionEnvironment
  ) throws(ExpressionError) {
    var reader = RecordExpressions(structure, registry)
    let expression = reader.read(text, of: record)
    _ = try expression.compiled.get()
    let repeated = CheckedRows(of: Set(expression.rows.map(\.row)), in: structure)
    let rules = RuleState(structure.content, structure.index, [], registry, in: environment)
    let counts = { (row: RowID) in rules.isActive(.row(row), in: structure) }
    evaluator = ExpressionEvaluator(
      structure: structure, registry: registry, counts: counts,
      meant: { repeated.rows(meant: $0, from: record, in: structure) }, given: environment,
      values: VariableValues(),
      whole: ResponseElements(
        of: structure.content, at: structure.index, registry, where: counts))
    (self.record, self.expression) = (record, expression)
    let items = reader.items
    reads = Set(expression.rows.flatMap(evaluator.meant)).sorted(by: structure.index.precedes)
      .filter { id in structure.row(id).map { items?.takesAnswer($0) ?? false } ?? false }
    unknownLinkIDs = expression.reads.answers.union(expression.reads.subtrees)
      .subtracting(items?.linkIDs ?? []).sorted().map(\.text)
  }

  /// The items that it gives, in order; none is no answer.
  ///
  /// - Throws: ``EkibenExpressions/ExpressionError`` with line and column.
  public func value() throws(ExpressionError) -> ExpressionItems {
    var steps = 0
    return try evaluator.items(of: expression, for: record, spending: &steps)
  }
}
