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
    /// Of one that does, the rows that it reads.
    var rows: [ReadRow] = []
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

/// The expressions that the records of a document carry, read with the variables that each sees (rule E12).
///
/// A variable is seen by the record that defines it and by all that stands in that; the nearest wins.
struct RecordExpressions {
  private let structure: DocumentStructure
  private let registry: ComponentRegistry
  // Found when the first expression is read: most forms have none.
  private(set) var items: ExpressionRows?
  private var scopes: [RecordID: SeenVariables] = [:]
  // Written when the first expression asks for it: hardly any does.
  private var form: FormDefinition?
  private var count = 0
  /// The variables that read a row, by their numbers: of what repeats by the row of the form.
  private(set) var variableReaders: [RowID: [Int]] = [:]

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
      try CompiledExpression(fhirPath: text, variables: seen.names)
    }
    guard case .success(let expression) = compiled else {
      return RecordExpression(
        compiled: compiled, variables: [], reads: ExpressionReads(), rows: [], ownRows: [],
        definition: [:])
    }
    let variables = expression.variables(among: seen.list)
    let context = record.linkID(in: structure)
    let reads = seen.scope.reads(of: expression, at: context)
    let rows = items.definitions(readBy: reads)
    let own = VariableScope(linkIDs: items.linkIDs).reads(of: expression, at: context)
    return RecordExpression(
      compiled: compiled, variables: variables, reads: reads, rows: rows,
      ownRows: variables.isEmpty ? rows : items.definitions(readBy: own),
      definition: definition(readBy: expression, at: context))
  }

  private mutating func variables(
    seenBy record: RecordID, _ items: ExpressionRows
  ) -> SeenVariables {
    var seen = SeenVariables(items)
    for record in record.chain(in: structure).reversed() {
      if let known = scopes[record] {
        seen = known
        continue
      }
      let context = record.linkID(in: structure)
      for (name, text) in record.definition(in: structure)?.variables ?? [] {
        define(name, text, at: context, &seen, items)
      }
      scopes[record] = seen
    }
    return seen
  }

  // What does not compile defines nothing: who reads it is told that there is no such variable.
  private mutating func define(
    _ name: String, _ text: String?, at context: String?, _ seen: inout SeenVariables,
    _ items: ExpressionRows
  ) {
    count += 1
    guard let text else {
      seen.scope.define(handedOver: name)
      return seen.add(
        RecordExpression.Variable(
          number: count, name: name, defined: nil, definition: [:], isWhole: true))
    }
    let compiled = Result { () throws(ExpressionError) in
      try CompiledExpression(fhirPath: text, variables: seen.names)
    }
    guard case .success(let expression) = compiled else { return }
    let defined = DefinedVariable(name, expression, context: context)
    let reads = seen.scope.define(defined)
    let rows = reads.isWhole ? items.definitions(readBy: reads) : []
    for row in rows { variableReaders[row.row, default: []].append(count) }
    seen.add(
      RecordExpression.Variable(
        number: count, name: name, defined: defined,
        definition: definition(readBy: expression, at: context), isWhole: reads.isWhole, rows: rows)
    )
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

/// The variables that a record sees.
private struct SeenVariables {
  /// All of them, each behind those that it may read.
  private(set) var list: [RecordExpression.Variable] = []
  /// What may be said behind `%`.
  private(set) var names = CompiledExpression.environment
  /// What they read.
  var scope: VariableScope

  init(_ items: ExpressionRows) { scope = VariableScope(linkIDs: items.linkIDs) }

  mutating func add(_ variable: RecordExpression.Variable) {
    list.append(variable)
    names.insert(variable.name)
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
