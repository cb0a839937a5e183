package import EkibenDocuments

/// What of a response an expression reads, as far as the expression alone says it (rule E11).
///
/// Items are named by their link ids. What is read of an item includes whether it counts. Of what repeats all
/// instances are read, unless the expression goes down from the item that carries it.
package struct ExpressionReads: Hashable, Sendable {
  package struct Items: Hashable, Sendable {
    /// Those whose own answers are read.
    package internal(set) var answers: Set<TextKey> = []
    /// Those of which all that is in them is read, as well.
    package internal(set) var subtrees: Set<TextKey> = []

    mutating func formUnion(_ other: Items) {
      answers.formUnion(other.answers)
      subtrees.formUnion(other.subtrees)
    }
  }

  /// Whether it may read any item.
  package internal(set) var isAll = false
  /// Whether it may read what the response says of itself: its status, and the form that it answers.
  package internal(set) var status = false
  /// What it reads wherever that stands.
  package internal(set) var anywhere = Items()
  /// What it reads in the item that carries it, or a variable that it reads, and in no other instance of that:
  /// by the link id of that item.
  package internal(set) var inside: [TextKey: Items] = [:]
  /// Whether what it gives is no part of the response, so that nobody reads more of that in what it gave.
  package internal(set) var isWhole = false

  package init() {}

  /// The items whose own answers it reads.
  package var answers: Set<TextKey> {
    inside.values.reduce(anywhere.answers) { $0.union($1.answers) }
  }
  /// The items of which it reads all that is in them, as well.
  package var subtrees: Set<TextKey> {
    inside.values.reduce(anywhere.subtrees) { $0.union($1.subtrees) }
  }

  mutating func formUnion(_ other: ExpressionReads) {
    (isAll, status) = (isAll || other.isAll, status || other.status)
    anywhere.formUnion(other.anywhere)
    for (item, more) in other.inside { inside[item, default: Items()].formUnion(more) }
  }
}

/// A variable as it is defined: an expression, and the item that carries it.
package struct DefinedVariable: Hashable, Sendable {
  /// Its name, without `%`.
  package let name: String
  package let expression: CompiledExpression
  /// The link id of the item that defines it; nil is the form.
  package let context: String?

  package init(_ name: String, _ expression: CompiledExpression, context: String?) {
    (self.name, self.expression, self.context) = (name, expression, context)
  }
}

/// The variables that expressions see at some place of a form, each with what it reads: the nearest of each name.
///
/// What a variable reads is worked out once, when it is defined, from what those before it read.
package struct VariableScope: Sendable {
  let linkIDs: Set<TextKey>
  /// What each variable may give, and what it reads for that.
  private(set) var nearest: [String: (shape: ReadAnalysis.Shape, reads: ExpressionReads)] = [:]

  /// Begins with some variables, each behind those that it reads itself.
  package init(linkIDs: Set<TextKey>, _ variables: [DefinedVariable] = []) {
    self.linkIDs = linkIDs
    for variable in variables { define(variable) }
  }

  /// Sees one more variable.
  ///
  /// - Returns: What it reads.
  /// - Complexity: As of ``reads(of:at:)``.
  @discardableResult package mutating func define(_ variable: DefinedVariable) -> ExpressionReads {
    var (analysis, shape) = analyze(variable.expression, at: variable.context)
    nearest[variable.name] = (shape, analysis.reads)
    return analysis.reads(giving: shape)
  }

  /// Sees one more name that a host hands over, of which nothing is answered.
  package mutating func define(handedOver name: String) {
    nearest[name] = (.values, ExpressionReads())
  }

  /// What an expression reads of the response, also by the variables that it reads; never less than it does.
  ///
  /// Paths are followed as sets of items: `item`, `repeat(item)` and `descendants()` widen them, a filter
  /// that asks nothing but `linkId` narrows them. Whatever else is asked of items reads them, and so does what
  /// goes by their number or their places.
  ///
  /// The context is the link id of the item that carries it; nil is the response itself.
  ///
  /// - Complexity: O(n) in its size and in what the variables read that it names; of filters that do more than
  ///   compare, times the link ids.
  package func reads(of expression: CompiledExpression, at context: String?) -> ExpressionReads {
    var (analysis, shape) = analyze(expression, at: context)
    return analysis.reads(giving: shape)
  }

  private func analyze(
    _ expression: CompiledExpression, at context: String?
  ) -> (ReadAnalysis, ReadAnalysis.Shape) {
    var analysis = ReadAnalysis(
      expression: expression, context: context.map { TextKey($0) }, scope: self)
    let shape = analysis.shape(of: expression.root, focus: analysis.start)
    return (analysis, shape)
  }
}
