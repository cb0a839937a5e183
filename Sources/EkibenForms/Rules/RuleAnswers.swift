package import EkibenDocuments
import EkibenExpressions

/// The answers that rules see, one rule after the other.
///
/// It is an object: copies of what a document's rules have in common would cost more than most rules.
final class RuleAnswers: AnswerSource {
  /// The rule that is asked.
  private(set) var rule = 0
  /// Why an expression of it could not be evaluated.
  private(set) var failure: RuleFailure?
  /// What variables give.
  let variables: VariableValues
  // What expressions have taken so far.
  private var steps = 0
  /// The records that their own rules hide.
  var hiding: [Bool]
  /// Whether there are any: mostly nothing is hidden, and no row has to be looked around.
  var isAnyHidden: Bool
  private let index: RuleIndex
  private let environment: ExpressionEnvironment
  private(set) var structure: DocumentStructure

  init(_ state: RuleState, _ structure: DocumentStructure) {
    (hiding, index, self.structure) = (state.hiding, state.index, structure)
    (isAnyHidden, environment) = (state.isAnyHidden, state.environment)
    variables = VariableValues(state.index.variableReaders)
  }

  /// Gives a row another answer.
  ///
  /// - Complexity: O(log n).
  func set(_ value: Value?, at place: Document.Place) {
    var content = structure.content
    content.set(value, at: place)
    structure = DocumentStructure(content, structure.index)
    let row = content[place]
    variables.forget(reading: row.fields.definition(of: row.id))
  }

  func begin(_ rule: Int) { (self.rule, failure) = (rule, nil) }

  /// Counts the steps of what comes anew.
  func beginSteps() { steps = 0 }

  func holds(fhirPath text: String) -> Bool? {
    do throws(ExpressionError) {
      guard let expression = index.rules[rule].expressions[text] else { return nil }
      return try expression.compiled.get().truth(of: try items(of: expression))
    } catch {
      failure = failure ?? .expression(error)
      return nil
    }
  }

  /// The value of one of the rule's expressions.
  func items(of text: String) throws(RuleFailure) -> ExpressionItems {
    guard let expression = index.rules[rule].expressions[text] else { return .none }
    do throws(ExpressionError) { return try items(of: expression) } catch {
      throw .expression(error)
    }
  }

  private func items(of expression: RecordExpression) throws(ExpressionError) -> ExpressionItems {
    let evaluator = ExpressionEvaluator(
      structure: structure, registry: index.registry,
      counts: { [self] row in
        structure.index[row].map { answers(of: index.records.number(at: $0), at: $0) != nil }
          ?? false
      },
      meant: { [self] read in
        index.rows(meant: read, from: index.rules[rule].number, structure.index)?
          .map { structure.content[index.records.place(of: $0)].id } ?? []
      }, given: environment,
      // What a circle sees of hidden answers is nothing for others.
      values: index.isInCircle(rule) ? VariableValues() : variables)
    return try evaluator.items(of: expression, for: index.rules[rule].key.record, spending: &steps)
  }

  func answers(of reference: Formula.Reference) -> [[Value]] {
    guard let place = structure.index[reference.row] else { return [[]] }
    let row = index.records.number(at: place)
    if !index.repeated.repeats(row) { return answers(of: row, at: place).map { [$0] } ?? [] }
    let rows = index.repeated.rows(
      meant: row, reference.reach, from: index.rules[rule].number, in: index.records)
    return rows.compactMap { answers(of: $0, at: index.records.place(of: $0)) }
  }

  // Nil where they do not count.
  private func answers(of row: Int, at place: Document.Place) -> [Value]? {
    let isHidden = isAnyHidden && index.records.isAny(around: row) { hiding[$0] }
    if isHidden, index.respectsHiding(of: row, index.rules[rule]) { return nil }
    let row = structure.content[place]
    guard let value = row.fields[.value] else { return [] }
    if row.fields[.template] != nil { return value.answers(of: structure.definition(of: row)) }
    return value.answers(of: row.fields)
  }
}

extension Value {
  /// The answers that stand in a row, for whoever works something out from them: of a secret that there is one,
  /// and no more, since what comes of it would tell (rule H19).
  func answers(of definition: Fields) -> [Value] {
    definition.isSecret ? answers.map { _ in .masked } : answers
  }

  /// The answers that stand in a row; an empty text is none, also in a list, as it is where one is asked for.
  var answers: [Value] {
    let given = given
    return given.contains("") ? given.filter { $0 != "" } : given
  }

  /// The answers that stand in a row as they were given, for whoever reads them out: an empty text is one.
  package var given: [Value] { self == .null ? [] : asList ?? [self] }

  /// What an answer to a choice names, one or several.
  var picked: [Choice.Picked] { (asList ?? [self]).compactMap { Choice.Picked(documentValue: $0) } }
}
