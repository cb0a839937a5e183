import EkibenDocuments
import EkibenExpressions

/// Evaluates the expressions of records on the answers of a document: on those that each reads, and no others,
/// so that what an edit costs does not grow with the form (rule E12).
struct ExpressionEvaluator {
  let structure: DocumentStructure
  let registry: ComponentRegistry
  let counts: (RowID) -> Bool
  /// The rows that a row of the form means: of what repeats the instances that are read.
  let meant: (ReadRow) -> [RowID]
  /// What a host hands over, and what `now()` gives; without that an expression that asks for the time fails.
  let given: ExpressionEnvironment
  /// What variables give.
  let values: VariableValues
  /// The response that expressions see, where that is more than what they read.
  var whole: ResponseElements?

  /// The items that an expression gives to the section or row that carries it, or one that follows that, in order;
  /// the steps are what the edit has spent on expressions so far.
  ///
  /// - Throws: ``ExpressionError`` where there are none, or it gives up.
  /// - Complexity: O(rows that it reads · depth), and what the expression takes; of variables that are known
  ///   what they read is not looked at.
  func items(
    of expression: RecordExpression, for record: RecordID, spending steps: inout Int
  ) throws(ExpressionError) -> ExpressionItems {
    let compiled = try expression.compiled.get()
    let variables = variables(of: expression, for: record)
    // Of the response each sees what it reads, unless a variable hands on a part of that.
    let isApart = variables.allSatisfy { $0.known != nil || $0.variable.isWhole }
    let hasStatus = expression.reads.status
    let response = self.response(
      of: VariableValues.Part(
        rows: isApart ? expression.ownRows : expression.rows, hasStatus: hasStatus))
    var environment = given
    for (variable, owner, known) in variables {
      guard let defined = variable.defined else {
        environment.variables[variable.name] = given.variables[variable.name]
        continue
      }
      let value =
        known
        ?? Result { () throws(ExpressionError) in
          let own = VariableValues.Part(rows: variable.rows, hasStatus: hasStatus)
          let seen = isApart ? self.response(of: own) : response
          environment.look(at: owner, in: seen, variable.definition)
          return try environment.value(of: defined.expression, spending: &steps)
        }
      if known == nil { values.note(value, of: variable, owner) }
      environment.variables[variable.name] = try value.get()
    }
    environment.look(at: record, in: response, expression.definition)
    return try environment.value(of: compiled, spending: &steps)
  }

  private func response(of part: VariableValues.Part) -> ResponseElements {
    whole
      ?? values.response(of: part) {
        ResponseElements(
          of: part.rows.flatMap(meant).compactMap { structure.index[$0] }.sorted(),
          in: structure, registry, withStatus: part.hasStatus, where: counts)
      }
  }

  /// The variables that count, each with the record that defines it there, and what it gives if that is known.
  private func variables(of expression: RecordExpression, for record: RecordID) -> [(
    variable: RecordExpression.Variable, owner: RecordID?, known: VariableValues.Value?
  )] {
    if expression.variables.isEmpty { return [] }
    let chain = record.chain(in: structure)
    return expression.variables.map { variable in
      let owner = chain.first { $0.linkID(in: structure) == variable.defined?.context }
      return (variable, owner, values.value(of: variable, owner))
    }
  }
}

extension ExpressionEnvironment {
  // Puts an expression where it stands.
  fileprivate mutating func look(
    at record: RecordID?, in response: ResponseElements, _ definition: [String: ExpressionItems]
  ) {
    let resource = ExpressionItems.one(response.tree.root)
    variables["resource"] = resource
    variables["rootResource"] = resource
    let item = record.flatMap { response.item(of: $0) }
    variables["context"] = record == .document ? resource : ExpressionItems(item)
    if !definition.isEmpty { variables.merge(definition) { $1 } }
  }

  fileprivate func value(
    of expression: CompiledExpression, spending steps: inout Int
  ) throws(ExpressionError) -> ExpressionItems {
    try expression.value(of: variables["context"] ?? .none, in: self, spending: &steps)
  }
}

extension RecordExpression {
  /// Whether it gives true for the section or row whose condition it is: the truth of one item, and true of one
  /// that is neither true nor false; nil where it gives nothing.
  func truth(
    by evaluator: ExpressionEvaluator, for record: RecordID, spending steps: inout Int
  ) throws(ExpressionError) -> Bool? {
    let items = try evaluator.items(of: self, for: record, spending: &steps)
    return try compiled.get().truth(of: items)
  }
}
