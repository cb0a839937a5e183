public import EkibenDocuments
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
    /// The rows that it reads, where what it gives is the same for whoever reads it; nil where it is a part of the
    /// response, of which each sees what it reads.
    let rows: [RowID]?
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

/// The expressions that the records of a document carry, read with the variables that each sees (rule E12).
///
/// A variable is seen by the record that defines it and by all that stands in that; the nearest wins.
struct RecordExpressions {
  private let structure: DocumentStructure
  private let registry: ComponentRegistry
  // Found when the first expression is read: most forms have none.
  private var items: ExpressionRows?
  private var scopes: [RecordID: [RecordExpression.Variable]] = [:]
  // Written when the first expression asks for it: hardly any does.
  private var form: FormDefinition?
  private var count = 0

  init(_ structure: DocumentStructure, _ registry: ComponentRegistry) {
    (self.structure, self.registry) = (structure, registry)
  }

  /// Reads an expression.
  ///
  /// - Complexity: O(n) in its length and the variables around it; the first of them, and one that reads whole
  ///   groups or the definition, in the number of rows.
  mutating func read(_ text: String, of record: RecordID) -> RecordExpression {
    let items = items ?? ExpressionRows(structure, registry)
    self.items = items
    let seen = variables(seenBy: record, items)
    let compiled = Result { () throws(ExpressionError) in
      try CompiledExpression(
        fhirPath: text, variables: CompiledExpression.environment.union(seen.map(\.name)))
    }
    guard case .success(let expression) = compiled else {
      return RecordExpression(
        compiled: compiled, variables: [], rows: [], ownRows: [], definition: [:])
    }
    let variables = expression.variables(among: seen)
    let context = items.linkID(of: record)
    let rows = items.rows(readBy: expression, at: context, variables).rows
    return RecordExpression(
      compiled: compiled, variables: variables, rows: rows,
      ownRows: variables.isEmpty ? rows : items.rows(readBy: expression, at: context, []).rows,
      definition: definition(readBy: expression, at: context))
  }

  private mutating func variables(
    seenBy record: RecordID, _ items: ExpressionRows
  ) -> [RecordExpression.Variable] {
    var seen: [RecordExpression.Variable] = []
    for record in record.chain(in: structure).reversed() {
      if let known = scopes[record] {
        seen = known
        continue
      }
      let context = items.linkID(of: record)
      for (name, text) in record.definition(in: structure)?.variables ?? [] {
        if let found = variable(name, text, at: context, seen, items) { seen.append(found) }
      }
      scopes[record] = seen
    }
    return seen
  }

  // What does not compile defines nothing: who reads it is told that there is no such variable.
  private mutating func variable(
    _ name: String, _ text: String?, at context: String?, _ seen: [RecordExpression.Variable],
    _ items: ExpressionRows
  ) -> RecordExpression.Variable? {
    count += 1
    guard let text else {
      return RecordExpression.Variable(
        number: count, name: name, defined: nil, definition: [:], rows: [])
    }
    let compiled = Result { () throws(ExpressionError) in
      try CompiledExpression(
        fhirPath: text, variables: CompiledExpression.environment.union(seen.map(\.name)))
    }
    guard case .success(let expression) = compiled else { return nil }
    let read = items.rows(readBy: expression, at: context, expression.variables(among: seen))
    return RecordExpression.Variable(
      number: count, name: name, defined: DefinedVariable(name, expression, context: context),
      definition: definition(readBy: expression, at: context), rows: read.isWhole ? read.rows : nil)
  }

  private mutating func definition(
    readBy expression: CompiledExpression, at linkID: String?
  ) -> [String: ExpressionItems] {
    guard expression.variables.contains(where: FormDefinition.names.contains) else { return [:] }
    let form = form ?? FormDefinition(registry.questionnaire?(structure.content))
    self.form = form
    return form.variables(at: linkID)
  }
}

extension ExpressionRows {
  /// The rows that an expression reads, as the form has them, and whether what it gives is no part of the response.
  fileprivate func rows(
    readBy expression: CompiledExpression, at context: String?,
    _ variables: [RecordExpression.Variable]
  ) -> (rows: [RowID], isWhole: Bool) {
    let reads = expression.reads(
      context: context, linkIDs: linkIDs, variables: variables.compactMap(\.defined))
    return (definitions(readBy: reads), reads.isWhole)
  }
}

extension CompiledExpression {
  /// The variables that every expression of a record has.
  package static let environment: Set<String> = FormDefinition.names.union(
    ["resource", "rootResource", "context"])

  /// Those of some variables that it reads, itself or by others.
  func variables(among seen: [RecordExpression.Variable]) -> [RecordExpression.Variable] {
    var wanted = Set(variables)
    if wanted.isEmpty { return [] }
    // The nearest of a name wins; what it reads of that name is the one before.
    var found: [RecordExpression.Variable] = []
    for variable in seen.reversed() where wanted.contains(variable.name) {
      wanted.formUnion(variable.defined?.expression.variables ?? [])
      found.append(variable)
    }
    return found.reversed()
  }
}

extension ExpressionEnvironment {
  /// What a host hands over, and a time if there is one.
  package init(_ launchContext: LaunchContext, now: PartialDate?) {
    self.init(
      variables: launchContext.read as? [String: ExpressionItems] ?? [:], now: now)
  }
}

extension Fields {
  /// The variables that a record names, in order; without a text those that a host hands over.
  var variables: [(name: String, text: String?)] {
    self[.variables]?.asList?.compactMap { variable in
      guard let record = variable.asRecord, let name = record.text("name") else { return nil }
      return (name, record.text(.fhirPath))
    } ?? []
  }
}

extension Fields {
  /// The names of what a host hands over for a form.
  package var handedOver: [String] { variables.filter { $0.text == nil }.map(\.name) }

  func adding(variable name: String, _ fhirPath: String?) -> Value {
    var variable: Fields = ["name": .text(name)]
    variable[.fhirPath] = fhirPath.map { .text($0) }
    return .list((self[.variables]?.asList ?? []) + [.record(variable)])
  }
}

extension FieldName {
  /// Of a form, a section or a row: the variables that expressions in it read, each with `name` and
  /// `fhirpath`; without that a host hands it over.
  public static let variables: FieldName = "variables"
}
