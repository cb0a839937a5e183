import EkibenDocuments
import EkibenExpressions

/// Evaluates the expressions of records on the answers of a document: on those that each reads, and no others,
/// so that what an edit costs does not grow with the form (rule E12).
struct ExpressionEvaluator {
  let structure: DocumentStructure
  let registry: ComponentRegistry
  /// Whether the answer of a row counts.
  let counts: (RowID) -> Bool
  /// What `now()` gives; without it an expression that asks for the time fails.
  var now: PartialDate?

  /// The value of an expression.
  ///
  /// - Parameters:
  ///   - expression: The expression.
  ///   - record: The section or row that carries it, or one that follows that.
  ///   - rows: The rows that it reads, those of instances among them.
  ///   - steps: What the edit has spent on expressions so far.
  /// - Returns: The items, in order.
  /// - Throws: ``ExpressionError`` where there are none, or it gives up.
  /// - Complexity: O(rows · depth), and what the expression takes.
  func items(
    of expression: RecordExpression, for record: RecordID, reading rows: [RowID],
    spending steps: inout Int
  ) throws(ExpressionError) -> ExpressionItems {
    let compiled = try expression.compiled.get()
    let response = ResponseElements(
      of: rows.compactMap { structure.index[$0] }.sorted(), in: structure, registry, where: counts)
    let resource = ExpressionItems.one(response.tree.root)
    let chain = record.chain(in: structure)
    func context(_ record: RecordID?) -> ExpressionItems {
      record == .document ? resource : ExpressionItems(record.flatMap { response.item(of: $0) })
    }
    var environment = ExpressionEnvironment(
      variables: ["resource": resource, "rootResource": resource], milliseconds: 0)
    environment.now = now
    func value(
      _ expression: CompiledExpression, _ context: ExpressionItems
    ) throws(ExpressionError) -> ExpressionItems {
      environment.variables["context"] = context
      return try expression.value(of: context, in: environment, spending: &steps)
    }
    for variable in expression.variables {
      let owner = chain.first { $0.linkID(in: structure) == variable.context }
      environment.variables[variable.name] = try value(variable.expression, context(owner))
    }
    return try value(compiled, context(record))
  }
}

extension RecordExpression {
  /// Whether it gives true; nil where it gives nothing.
  ///
  /// - Parameters:
  ///   - evaluator: The document.
  ///   - record: The section or row whose condition it is.
  ///   - rows: The rows that it reads, those of instances among them.
  ///   - steps: What the edit has spent on expressions so far.
  /// - Returns: The truth of one item; of one that is neither true nor false, true.
  /// - Throws: ``ExpressionError``.
  func truth(
    by evaluator: ExpressionEvaluator, for record: RecordID, reading rows: [RowID],
    spending steps: inout Int
  ) throws(ExpressionError) -> Bool? {
    let items = try evaluator.items(of: self, for: record, reading: rows, spending: &steps)
    return try compiled.get().truth(of: items)
  }
}
