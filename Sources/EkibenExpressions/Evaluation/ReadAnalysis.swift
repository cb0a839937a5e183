import EkibenDocuments

/// Follows the parts of an expression with what they may be in place of what they are.
struct ReadAnalysis {
  /// What items may be.
  indirect enum Shape: Hashable {
    /// The response.
    case response
    /// Parts of items with these link ids; nil is any, within the items of the other, or anywhere. What is
    /// inside an item is in no other instance of that.
    case part(Part, of: Set<TextKey>?, within: Set<TextKey>?, inside: TextKey?)
    /// Nothing that is not counted yet.
    case values
    /// Any of these, none of which is of this kind; each once, since paths would double them with every step.
    case several(Set<Shape>)

    /// The items themselves, answers of those, or everything below items or the response.
    enum Part { case items, answers, below }

    static func either(_ shapes: some Sequence<Shape>) -> Shape {
      var found: Set<Shape> = []
      for shape in shapes {
        switch shape {
        case .values: break
        case .several(let inner): found.formUnion(inner)
        default: found.insert(shape)
        }
      }
      return found.count > 1 ? .several(found) : found.first ?? .values
    }
  }

  let expression: CompiledExpression
  let context: TextKey?
  let scope: VariableScope
  private(set) var reads = ExpressionReads()

  /// What it begins at.
  var start: Shape { context.map { .part(.items, of: [$0], within: nil, inside: $0) } ?? .response }

  /// What is read, with what the expression gives.
  mutating func reads(giving shape: Shape) -> ExpressionReads {
    use(shape)
    reads.isWhole = shape == .values
    return reads
  }

  private mutating func use(_ shape: Shape, withAllInIt: Bool = false) {
    switch shape {
    case .response: reads.isAll = true
    case .values: break
    case .part(let part, let ids, let within, let item):
      // Below the response there is its status, too.
      if part == .below, ids == nil, within == nil { reads.status = true }
      read(ids ?? within, withAllInIt: withAllInIt || part != .answers || ids == nil, item)
    case .several(let shapes): for shape in shapes { use(shape, withAllInIt: withAllInIt) }
    }
  }

  private mutating func read(_ ids: Set<TextKey>?, withAllInIt: Bool, _ item: TextKey?) {
    guard let ids else { return reads.isAll = true }
    let found = ExpressionReads.Items(
      answers: withAllInIt ? [] : ids, subtrees: withAllInIt ? ids : [])
    if let item {
      reads.inside[item, default: .init()].formUnion(found)
    } else {
      reads.anywhere.formUnion(found)
    }
  }

  /// What a part may give, where `$this` is something.
  mutating func shape(of node: Int, focus: Shape) -> Shape {
    switch expression.nodes[node] {
    case .constant, .index: return .values
    case .this: return focus
    // What is aggregated may be anything that was seen.
    case .total: return .either([focus, .response])
    case .variable(let place): return shape(ofVariable: expression.variables[place])
    case .negative(let operand):
      use(shape(of: operand, focus: focus))
      return .values
    case .path(let first, let steps):
      var shape = shape(of: first, focus: focus)
      for step in steps { shape = self.shape(after: step, shape, focus: focus) }
      return shape
    case .chain(let first, let links):
      let shapes = ([first] + links.map(\.right)).map { shape(of: $0, focus: focus) }
      if links.allSatisfy({ $0.operation == .union }) { return .either(shapes) }
      // What both sides have is found by comparing all in them, but a union keeps what it is made of.
      for shape in shapes { use(shape, withAllInIt: true) }
      return .values
    }
  }

  private mutating func shape(ofVariable name: String) -> Shape {
    if let known = scope.nearest[name] {
      reads.formUnion(known.reads)
      return known.shape
    }
    switch name {
    case "resource", "rootResource": return .response
    case "context": return start
    // The definition, and what a host hands over, are not answered.
    default: return .values
    }
  }

  private mutating func shape(
    after step: ExpressionNode.Step, _ shape: Shape, focus: Shape
  ) -> Shape {
    switch step.kind {
    case .member(let name): return member(name, of: shape)
    case .at(let place):
      use(self.shape(of: place, focus: focus))
      return positioned(shape)
    case .type(.test, _):
      use(shape)
      return .values
    case .type: return positioned(shape)
    case .find(_, let steps):
      return steps.reduce(shape) { self.shape(after: $1, $0, focus: focus) }
    case .call(let function, let arguments):
      return called(function, arguments, on: shape, focus: focus)
    }
  }

  private mutating func member(_ name: String, of shape: Shape) -> Shape {
    if case .several(let shapes) = shape { return .either(shapes.map { member(name, of: $0) }) }
    switch (shape, name) {
    case (.values, _): return .values
    case (.response, "item"): return .part(.items, of: nil, within: nil, inside: nil)
    // The other members of a response say nothing about answers.
    case (.response, "status"), (.response, "questionnaire"):
      reads.status = true
      return .values
    case (.response, "answer"), (.response, "value"), (.response, "linkId"): return .values
    case (.response, "QuestionnaireResponse"): return .response
    case (.part(_, let ids, let within, let item), "item"):
      return .part(.items, of: nil, within: ids ?? within, inside: item)
    case (.part(let part, let ids, let within, let item), "answer") where part != .answers:
      return .part(.answers, of: ids, within: within, inside: item)
    default:
      use(shape)
      return .values
    }
  }

  // Which of them it is depends on which there are; a response there always is.
  @discardableResult private mutating func positioned(_ shape: Shape) -> Shape {
    if shape != .response { use(shape) }
    return shape
  }

  private mutating func called(
    _ function: ExpressionFunction, _ arguments: [Int], on shape: Shape, focus: Shape
  ) -> Shape {
    switch function {
    case .where: return filtered(shape, by: arguments[0])
    case .select:
      if !staysEmpty(arguments[0]) || asksForIndex(arguments[0]) { positioned(shape) }
      return self.shape(of: arguments[0], focus: shape)
    case .repeat where arguments.allSatisfy(goesDown): return below(shape, isItems: true)
    case .children, .descendants: return below(shape, isItems: false)
    case .first, .last, .tail, .single, .skip, .take, .trace, .distinct, .intersect, .exclude:
      for argument in arguments where function != .trace {
        use(self.shape(of: argument, focus: focus))
      }
      return positioned(shape)
    case .iif:
      // Several are an error.
      if shape != focus { positioned(shape) }
      use(self.shape(of: arguments[0], focus: shape))
      return .either(arguments.dropFirst().map { self.shape(of: $0, focus: shape) })
    case .exists, .all, .repeat:
      use(shape)
      for argument in arguments { use(self.shape(of: argument, focus: shape)) }
      return function == .repeat ? .either([shape, .response]) : .values
    case .aggregate:
      let first = arguments.dropFirst().map { self.shape(of: $0, focus: focus) }
      let seen = Shape.either(first + [self.shape(of: arguments[0], focus: shape)])
      use(.either([shape, seen]))
      return seen
    case .union, .combine:
      return .either([shape, self.shape(of: arguments[0], focus: focus)])
    default:
      use(shape)
      for argument in arguments { use(self.shape(of: argument, focus: focus)) }
      return .values
    }
  }

  private func below(_ shape: Shape, isItems: Bool) -> Shape {
    let (within, item): (Set<TextKey>?, TextKey?)
    switch shape {
    case .response: (within, item) = (nil, nil)
    case .part(_, let ids, let around, let inside): (within, item) = (ids ?? around, inside)
    case .values: return .values
    case .several(let shapes): return .either(shapes.map { below($0, isItems: isItems) })
    }
    let parts: [Shape.Part] = isItems ? [.items, .answers] : [.below]
    return .either(parts.map { .part($0, of: nil, within: within, inside: item) })
  }

  // `item`, `answer`, `item | answer`, `item | answer.item`: down the tree, and nothing else.
  private func goesDown(_ node: Int) -> Bool {
    switch expression.nodes[node] {
    case .path(let first, let steps):
      guard case .this = expression.nodes[first] else { return false }
      return steps.allSatisfy { $0.kind == .member("item") || $0.kind == .member("answer") }
    case .chain(let first, let links):
      return goesDown(first) && links.allSatisfy { $0.operation == .union && goesDown($0.right) }
    default: return false
    }
  }

  private mutating func filtered(_ shape: Shape, by criterion: Int) -> Shape {
    if asksForIndex(criterion) { positioned(shape) }
    guard shape != .response, shape != .values, let (ids, others) = linkIDs(in: criterion) else {
      use(self.shape(of: criterion, focus: shape))
      return shape
    }
    let narrowed = narrowed(shape, to: ids)
    for other in others { use(self.shape(of: other, focus: narrowed)) }
    return narrowed
  }

  // Answers have no link id.
  private func narrowed(_ shape: Shape, to ids: Set<TextKey>) -> Shape {
    switch shape {
    case .part(let part, let known, _, let item) where part != .answers:
      .part(.items, of: known.map { $0.intersection(ids) } ?? ids, within: nil, inside: item)
    case .several(let shapes): .either(shapes.map { narrowed($0, to: ids) })
    default: .values
    }
  }
}
