public import EkibenDocuments
import EkibenExpressions

/// An expression that a section or row carries, with the variables and the rows of its form that it reads.
struct RecordExpression: Sendable {
  /// The expression, or why it is none.
  let compiled: Result<CompiledExpression, ExpressionError>
  /// The variables that it reads, itself or by others, each behind those that it reads.
  let variables: [DefinedVariable]
  /// The rows whose answers it may depend on, as the form has them; of what repeats all instances are meant.
  let rows: [RowID]

  /// Whether it, or a variable that it reads, asks for the time.
  var asksForTime: Bool {
    if case .success(let expression) = compiled, expression.asksForTime { return true }
    return variables.contains { $0.expression.asksForTime }
  }

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
  private var scopes: [RecordID: [DefinedVariable]] = [:]

  init(_ structure: DocumentStructure, _ registry: ComponentRegistry) {
    (self.structure, self.registry) = (structure, registry)
  }

  /// Reads an expression.
  ///
  /// - Complexity: O(n) in its length and the variables around it; the first of them, and one that reads whole
  ///   groups, in the number of rows.
  mutating func read(_ text: String, of record: RecordID) -> RecordExpression {
    let items = items ?? ExpressionRows(structure, registry)
    self.items = items
    let seen = variables(seenBy: record, items)
    let compiled = Result { () throws(ExpressionError) in
      try CompiledExpression(
        fhirPath: text, variables: CompiledExpression.ofResponse.union(seen.map(\.name)))
    }
    guard case .success(let expression) = compiled else {
      return RecordExpression(compiled: compiled, variables: [], rows: [])
    }
    let variables = expression.variables(among: seen)
    let reads = expression.reads(
      context: items.linkID(of: record), linkIDs: items.linkIDs, variables: variables)
    return RecordExpression(
      compiled: compiled, variables: variables, rows: items.definitions(readBy: reads))
  }

  private mutating func variables(
    seenBy record: RecordID, _ items: ExpressionRows
  ) -> [DefinedVariable] {
    var seen: [DefinedVariable] = []
    for record in record.chain(in: structure).reversed() {
      if let known = scopes[record] {
        seen = known
        continue
      }
      for (name, text) in record.definition(in: structure)?.variables ?? [] {
        let names = CompiledExpression.ofResponse.union(seen.map(\.name))
        // What does not compile defines nothing: who reads it is told that there is no such variable.
        guard
          case .success(let expression) = Result(catching: { () throws(ExpressionError) in
            try CompiledExpression(fhirPath: text, variables: names)
          })
        else { continue }
        seen.append(DefinedVariable(name, expression, context: items.linkID(of: record)))
      }
      scopes[record] = seen
    }
    return seen
  }
}

extension CompiledExpression {
  /// The variables that every expression of a record has.
  static let ofResponse: Set<String> = ["resource", "rootResource", "context"]

  /// Those of some variables that it reads, itself or by others.
  func variables(among seen: [DefinedVariable]) -> [DefinedVariable] {
    var wanted = Set(variables)
    if wanted.isEmpty { return [] }
    // The nearest of a name wins; what it reads of that name is the one before.
    var found: [DefinedVariable] = []
    for variable in seen.reversed() where wanted.contains(variable.name) {
      wanted.formUnion(variable.expression.variables)
      found.append(variable)
    }
    return found.reversed()
  }
}

extension Fields {
  /// The variables that a record defines, in order.
  var variables: [(name: String, text: String)] {
    self[.variables]?.asList?.compactMap { variable in
      guard let record = variable.asRecord, let name = record.text("name"),
        let text = record.text(.fhirPath)
      else { return nil }
      return (name, text)
    } ?? []
  }
}

extension Fields {
  func adding(variable name: String, _ fhirPath: String) -> Value {
    .list(
      (self[.variables]?.asList ?? []) + [
        .record(["name": .text(name), .fhirPath: .text(fhirPath)])
      ])
  }
}

extension FieldName {
  /// Of a form, a section or a row: the variables that expressions in it read, each with `name` and `fhirpath`.
  public static let variables: FieldName = "variables"
}
