extension SlowEvaluator {
  func call(
    _ name: String, on base: [SlowItem], _ arguments: [SlowExpression], _ scope: SlowScope
  ) throws -> [SlowItem] {
    if let result = try callWithCriteria(name, base, arguments, scope) { return result }
    let values = try arguments.map { try evaluate($0, scope) }
    if let result = try callOnList(name, base, values) { return result }
    if let result = try callOnLists(name, base, values) { return result }
    if let result = try callOnNumbers(name, base, values) { return result }
    if let result = try callOnText(name, base, values) { return result }
    if let result = try callConversion(name, base, values) { return result }
    throw SlowRefusal.refused
  }

  func callWithCriteria(
    _ name: String, _ base: [SlowItem], _ arguments: [SlowExpression], _ scope: SlowScope
  ) throws -> [SlowItem]? {
    if name == "iif" { return try chosen(base, arguments, scope) }
    guard arguments.count == 1 else { return nil }
    switch name {
    case "where": return try kept(base, arguments[0])
    case "exists": return try [.bool(!kept(base, arguments[0]).isEmpty)]
    case "all":
      let holds = try kept(base, arguments[0])
      return [.bool(holds.count == base.count)]
    case "select":
      var result: [SlowItem] = []
      for (index, item) in base.enumerated() {
        result += try evaluate(arguments[0], SlowScope(focus: [item], index: index))
      }
      return result
    case "repeat":
      var found: [SlowItem] = []
      try repeated(base, arguments[0], &found)
      return found
    default: return nil
    }
  }

  /// The items for which the criterion is true.
  func kept(_ base: [SlowItem], _ criterion: SlowExpression) throws -> [SlowItem] {
    var result: [SlowItem] = []
    for (index, item) in base.enumerated() {
      let answer = try truth(evaluate(criterion, SlowScope(focus: [item], index: index)))
      if answer == true { result.append(item) }
    }
    return result
  }

  func chosen(
    _ base: [SlowItem], _ arguments: [SlowExpression], _ scope: SlowScope
  ) throws -> [SlowItem] {
    guard base.count < 2, arguments.count == 2 || arguments.count == 3 else {
      throw SlowRefusal.refused
    }
    let inner = SlowScope(focus: base, index: scope.index)
    if try truth(evaluate(arguments[0], inner)) == true {
      return try evaluate(arguments[1], inner)
    }
    return arguments.count == 3 ? try evaluate(arguments[2], inner) : []
  }

  /// Functions on a list without arguments.
  func callOnList(
    _ name: String, _ base: [SlowItem], _ values: [[SlowItem]]
  ) throws -> [SlowItem]? {
    guard values.isEmpty else { return nil }
    switch name {
    case "empty": return [.bool(base.isEmpty)]
    case "exists": return [.bool(!base.isEmpty)]
    case "count": return [.integer(Int64(base.count))]
    case "first": return Array(base.prefix(1))
    case "last": return Array(base.suffix(1))
    case "tail": return Array(base.dropFirst())
    case "single": return try one(base).map { [$0] } ?? []
    case "distinct": return try SlowRelation.distinct(base)
    case "isDistinct": return try [.bool(SlowRelation.distinct(base).count == base.count)]
    case "not": return try truth(base).map { [.bool(!$0)] } ?? []
    case "children": return base.flatMap { children(of: $0) }
    case "descendants": return base.flatMap { descendants(of: $0) }
    case "sum": return try sum(base)
    case "min": return try extreme(base, wanted: .before)
    case "max": return try extreme(base, wanted: .after)
    default: return nil
    }
  }

  /// Functions on a list with one argument that is a list or a number of items.
  func callOnLists(
    _ name: String, _ base: [SlowItem], _ values: [[SlowItem]]
  ) throws -> [SlowItem]? {
    guard values.count == 1 else { return nil }
    let other = values[0]
    switch name {
    case "union": return try SlowRelation.distinct(base + other)
    case "combine": return base + other
    case "intersect":
      return try SlowRelation.distinct(base).filter { try SlowRelation.has(other, $0) }
    case "exclude": return try base.filter { try !SlowRelation.has(other, $0) }
    case "skip", "take":
      guard !base.isEmpty, let count = try integer(other) else { return [] }
      let bound = Int(max(0, min(count, Int64(base.count))))
      return Array(name == "skip" ? base.dropFirst(bound) : base.prefix(bound))
    default: return nil
    }
  }

  func sum(_ base: [SlowItem]) throws -> [SlowItem] {
    guard base.allSatisfy({ $0.amount != nil }) else { throw SlowRefusal.refused }
    guard let first = base.first else { return [] }
    return try base.dropFirst().reduce([first.plain]) { try binary("+", $0, [$1]) }
  }

  /// The smallest or greatest item; empty when the order of some is not known.
  func extreme(_ base: [SlowItem], wanted: SlowOrder) throws -> [SlowItem] {
    guard var best = base.first else { return [] }
    var isKnown = try SlowRelation.order(best, best) == .same
    for item in base.dropFirst() {
      let order = try SlowRelation.order(item, best)
      if order == .unknown { isKnown = false }
      if order == wanted { best = item }
    }
    return isKnown ? [best.plain] : []
  }
}
