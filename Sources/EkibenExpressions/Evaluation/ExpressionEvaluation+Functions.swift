import EkibenDocuments

/// Functions: where their arguments are evaluated, and which file does the rest.
extension ExpressionEvaluation {
  mutating func call(
    _ function: ExpressionFunction, _ arguments: [Int], on input: ExpressionItems, in frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    switch function {
    case .where: return ExpressionItems(try filtered(input, by: arguments[0], "where()", frame))
    case .select: return try selected(arguments[0], of: input, frame)
    case .repeat: return try repeated(arguments[0], on: input, in: frame)
    case .aggregate: return try aggregated(arguments, of: input, frame)
    case .iif: return try chosen(arguments, on: input, frame)
    case .all:
      let fits = try filtered(input, by: arguments[0], "all()", frame)
      return .boolean(fits.count == input.count)
    case .exists:
      if arguments.isEmpty { return .boolean(!input.isEmpty) }
      return .boolean(try !filtered(input, by: arguments[0], "exists()", frame).isEmpty)
    default: break
    }
    var values: [ExpressionItems] = []
    let place = offset
    // The name that `trace` writes under is nowhere shown.
    for argument in function == .trace ? [] : arguments {
      values.append(try items(of: argument, in: frame))
    }
    offset = place
    if let found = try callOnList(function, values, on: input) { return found }
    if let found = try callOnText(function, values, on: input) { return found }
    if let found = try callOnNumber(function, values, on: input) { return found }
    return try convert(function, values, input)
  }

  private mutating func filtered(
    _ input: ExpressionItems, by criterion: Int, _ name: String, _ frame: Frame
  ) throws(ExpressionError) -> [ExpressionItem] {
    var found: [ExpressionItem] = []
    for (index, item) in input.list.enumerated() {
      let inner = Frame(focus: .one(item), index: index, total: frame.total)
      let verdict = try items(of: criterion, in: inner)
      if try truth(verdict, name) == true { found.append(item) }
    }
    return found
  }

  private mutating func selected(
    _ projection: Int, of input: ExpressionItems, _ frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    var found: [ExpressionItem] = []
    for (index, item) in input.list.enumerated() {
      let inner = Frame(focus: .one(item), index: index, total: frame.total)
      found += try items(of: projection, in: inner).list
      if found.count > Self.mostItems { throw error(.limit(.items)) }
    }
    return ExpressionItems(found)
  }

  private mutating func aggregated(
    _ arguments: [Int], of input: ExpressionItems, _ frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    var total = arguments.count > 1 ? try items(of: arguments[1], in: frame) : .none
    for (index, item) in input.list.enumerated() {
      let inner = Frame(focus: .one(item), index: index, total: total)
      total = try items(of: arguments[0], in: inner)
    }
    return total
  }

  // Only the branch that is taken is evaluated.
  private mutating func chosen(
    _ arguments: [Int], on input: ExpressionItems, _ frame: Frame
  ) throws(ExpressionError) -> ExpressionItems {
    if case .several = input { throw error(.several("iif()")) }
    let inner = Frame(focus: input, index: frame.index, total: frame.total)
    let place = offset
    let criterion = try items(of: arguments[0], in: inner)
    offset = place
    if try truth(criterion, "iif()") == true { return try items(of: arguments[1], in: inner) }
    return arguments.count > 2 ? try items(of: arguments[2], in: inner) : .none
  }
}
