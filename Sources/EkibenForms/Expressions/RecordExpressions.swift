import EkibenDocuments
import EkibenExpressions

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
    if reads.isWhole {
      for row in items.definitions(readBy: reads) {
        variableReaders[row.row, default: []].append(count)
      }
    }
    seen.add(
      RecordExpression.Variable(
        number: count, name: name, defined: defined,
        definition: definition(readBy: expression, at: context), isWhole: reads.isWhole))
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
