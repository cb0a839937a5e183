public import EkibenDocuments

/// An expression that can be evaluated any number of times.
///
/// It is data: it can be compared, and asked what it reads. Evaluation touches no disk, clock or randomness;
/// the time comes with the ``ExpressionEnvironment``.
public struct CompiledExpression: Hashable, Sendable {
  /// The text of the expression, as it was written.
  public let text: String
  /// The names of the variables that it reads, without `%`, in the order in which they come.
  public let variables: [String]
  /// Whether it asks for the time, so that another moment may give another value.
  public let asksForTime: Bool
  let nodes: [ExpressionNode]
  let root: Int

  /// Reads FHIRPath, release 2.0.
  ///
  /// - Parameters:
  ///   - text: The expression.
  ///   - names: Of the variables that there are, without `%`; `%ucum`, `%loinc`, `%sct` and those of FHIR's
  ///     own addresses there always are.
  /// - Throws: ``ExpressionError`` with line and column.
  /// - Complexity: O(n).
  public init(fhirPath text: String, variables names: Set<String> = []) throws(ExpressionError) {
    var parser = try FHIRPathParser(text, variables: names)
    root = try parser.parse()
    self.text = text
    nodes = parser.nodes.searching
    asksForTime = nodes.contains(where: \.asksForTime)
    variables = parser.variables
  }

  /// Evaluates the expression.
  ///
  /// - Parameters:
  ///   - focus: What paths begin at.
  ///   - environment: The variables and the time.
  /// - Returns: The items, in order; none where there is no answer.
  /// - Throws: ``ExpressionError`` where it has no value, or gives up.
  public func value(
    of focus: ExpressionItems, in environment: ExpressionEnvironment
  ) throws(ExpressionError) -> ExpressionItems {
    var steps = 0
    return try value(of: focus, in: environment, spending: &steps)
  }

  /// Evaluates the expression as one of several, to whose steps it adds its own: 10,000,000 are the most.
  package func value(
    of focus: ExpressionItems, in environment: ExpressionEnvironment, spending steps: inout Int
  ) throws(ExpressionError) -> ExpressionItems {
    guard steps < Self.mostStepsOfEdit else {
      throw ExpressionError(.limit(.edit), at: 0, in: text)
    }
    var evaluation = ExpressionEvaluation(self, environment)
    defer { steps += evaluation.steps }
    return try evaluation.items(of: root, in: ExpressionEvaluation.Frame(focus: focus))
  }

  /// Whether items that it gave are true, as a condition asks: one that is neither true nor false is; nil where
  /// there is none.
  ///
  /// - Throws: ``ExpressionError`` where there are several.
  package func truth(of items: ExpressionItems) throws(ExpressionError) -> Bool? {
    let evaluation = ExpressionEvaluation(self, ExpressionEnvironment(milliseconds: 0))
    return try evaluation.truth(items, "a condition")
  }

  private static let mostStepsOfEdit = 10_000_000
}

/// What an expression is evaluated with, beside what it begins at.
public struct ExpressionEnvironment: Sendable {
  /// The variables, by their names without `%`.
  public var variables: [String: ExpressionItems]
  /// What `now()` gives: the same for as long as an edit and all that it causes takes.
  public var now: PartialDate?

  /// Takes variables and a time.
  ///
  /// - Parameters:
  ///   - variables: By their names without `%`.
  ///   - milliseconds: Since the first of 1970.
  ///   - offset: How far the clock is ahead of UTC, in minutes.
  public init(variables: [String: ExpressionItems] = [:], milliseconds: Int64, offset: Int = 0) {
    self.variables = variables
    now = PartialDate(milliseconds: milliseconds, offset: offset)
  }

  /// Takes variables, and a time if there is one.
  package init(variables: [String: ExpressionItems] = [:], now: PartialDate?) {
    (self.variables, self.now) = (variables, now)
  }

  /// No variables, and no time: `now()`, `today()` and `timeOfDay()` give nothing.
  package static let none = ExpressionEnvironment(now: nil)
}
