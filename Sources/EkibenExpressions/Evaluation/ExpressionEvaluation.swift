import EkibenDocuments

/// One evaluation of an expression: what it has used up, and where it is.
struct ExpressionEvaluation {
  static let mostSteps = 100_000
  static let mostItems = 10_000
  static let mostText = 1_048_576

  /// What the parts of an expression see.
  struct Frame {
    /// What paths begin at, and `$this`.
    var focus: ExpressionItems
    var index = 0
    var total = ExpressionItems.none
  }

  let expression: CompiledExpression
  let environment: ExpressionEnvironment
  private(set) var steps = 0
  private var text = 0
  /// The pattern that was read last.
  var lastPattern: (text: String, pattern: Pattern)?
  /// Where the part that is evaluated stands in the text, in bytes.
  var offset = 0

  init(_ expression: CompiledExpression, _ environment: ExpressionEnvironment) {
    (self.expression, self.environment) = (expression, environment)
  }

  mutating func items(of node: Int, in frame: Frame) throws(ExpressionError) -> ExpressionItems {
    try count(1)
    switch expression.nodes[node] {
    case .constant(let items): return items
    case .this: return frame.focus
    case .index: return .integer(frame.index)
    case .total: return frame.total
    case .variable(let place):
      let name = expression.variables[place]
      guard let items = environment.variables[name] else { throw error(.missing(name)) }
      return items
    case .negative(let operand): return try negative(of: items(of: operand, in: frame))
    case .path(let start, let steps): return try path(from: start, steps, frame)
    case .chain(let first, let links) where links.first?.operation == .union:
      return try union(of: first, links, in: frame)
    case .chain(let first, let links):
      var left = try items(of: first, in: frame)
      for link in links {
        let right = try items(of: link.right, in: frame)
        offset = link.offset
        left = try apply(link.operation, left, right)
      }
      return left
    }
  }

  // Of all of them at once: with what is there by then each would be gone through again.
  private mutating func union(
    of first: Int, _ links: [ExpressionNode.Link], in frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    var found = ItemSet()
    for item in try items(of: first, in: frame).list { try found.insert(item, &self) }
    for link in links {
      let right = try items(of: link.right, in: frame).list
      offset = link.offset
      for item in right { try found.insert(item, &self) }
      if found.items.count > Self.mostItems { throw error(.limit(.items)) }
    }
    return ExpressionItems(found.items)
  }

  private mutating func path(
    from start: Int, _ steps: [ExpressionNode.Step], _ frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    var items = try items(of: start, in: frame)
    for (place, step) in steps.enumerated() {
      try count(1)
      // `Patient.name`: a path may begin with the type of what it begins at.
      if place == 0, case .this = expression.nodes[start], case .member(let name) = step.kind,
        case .element(let element)? = items.first, name.first?.isUppercase ?? false,
        element.type == name
      {
        continue
      }
      items = try take(step, from: items, in: frame)
    }
    return items
  }

  private mutating func take(
    _ step: ExpressionNode.Step, from items: ExpressionItems, in frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    offset = step.offset
    switch step.kind {
    case .member(let name): return try members(name, of: items)
    case .at(let node): return try item(of: items, at: self.items(of: node, in: frame))
    case .type(let operation, let type): return try typed(items, operation, type)
    case .call(let function, let arguments):
      return try call(function, arguments, on: items, in: frame)
    case .find(let search, let steps):
      // Of several elements one may be in another.
      guard case .one(.element(let element)) = items else {
        var items = items
        for step in steps { items = try take(step, from: items, in: frame) }
        return items
      }
      return try limited(search.found(below: element, &self))
    }
  }
}

/// What an evaluation may use.
extension ExpressionEvaluation {
  mutating func count(_ more: Int) throws(ExpressionError) {
    steps += more
    if steps > Self.mostSteps { throw error(.limit(.steps)) }
  }

  /// Counts a text that was made, or gone through.
  mutating func make(_ made: String) throws(ExpressionError) -> ExpressionItem {
    text += made.utf8.count
    if text > Self.mostText { throw error(.limit(.text)) }
    try count(made.utf8.count / 64)
    return .text(made)
  }

  /// Takes a list as items, if it is not too long.
  func collected(_ items: [ExpressionItem]) throws(ExpressionError) -> ExpressionItems {
    try limited(ExpressionItems(items))
  }

  /// The same items, if they are not too many.
  func limited(_ items: ExpressionItems) throws(ExpressionError) -> ExpressionItems {
    if items.count > Self.mostItems { throw error(.limit(.items)) }
    return items
  }

  /// Works out a number.
  func digits<Result>(
    _ body: @autoclosure () throws(DecimalTooLong) -> Result
  ) throws(ExpressionError) -> Result {
    do throws(DecimalTooLong) { return try body() } catch { throw self.error(.limit(.digits)) }
  }

  /// What went wrong, where the evaluation is.
  func error(_ problem: ExpressionError.Problem) -> ExpressionError {
    ExpressionError(problem, at: offset, in: expression.text)
  }
}

/// What is asked of an operand.
extension ExpressionEvaluation {
  /// The one item, as it is in a calculation; nil of none.
  func one(_ items: ExpressionItems, _ operation: String) throws(ExpressionError) -> ExpressionItem?
  {
    switch items {
    case .none: return nil
    case .one(let item): return item.plain
    case .several: throw error(.several(operation))
    }
  }

  /// The truth of one item; one that is neither true nor false counts as true.
  func truth(_ items: ExpressionItems, _ operation: String) throws(ExpressionError) -> Bool? {
    switch try one(items, operation) {
    case nil: nil
    case .boolean(let bool)?: bool
    case .some: true
    }
  }

  /// The one text, which somebody goes through then.
  mutating func text(_ items: ExpressionItems, _ operation: String) throws(ExpressionError)
    -> String?
  {
    guard let item = try one(items, operation) else { return nil }
    guard case .text(let text) = item else { throw refuse(operation, item) }
    try count(text.utf8.count / 256)
    return text
  }

  func integer(_ items: ExpressionItems, _ operation: String) throws(ExpressionError) -> Int64? {
    guard let item = try one(items, operation) else { return nil }
    guard case .integer(let number) = item else { throw refuse(operation, item) }
    return number
  }

  func decimal(
    _ items: ExpressionItems, _ operation: String
  ) throws(ExpressionError) -> DecimalNumber? {
    guard let item = try one(items, operation) else { return nil }
    guard case .decimal(let number)? = item.number else { throw refuse(operation, item) }
    return number
  }

  /// Something that the operation cannot be done with.
  func refuse(_ operation: String, _ item: ExpressionItem) -> ExpressionError {
    error(.operand(operation, kind: item.kindName))
  }
}
