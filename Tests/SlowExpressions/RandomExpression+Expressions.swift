extension RandomExpression {
  /// A random expression on the resource.
  package mutating func expression() -> SlowExpression {
    let kind = pick(
      Kind.boolean, .boolean, .boolean, .number, .number, .text, .text, .date, .quantity, .items,
      .any, .any)
    return make(kind, 1 + below(5), Scope())
  }

  /// An operand: what was asked for, and now and then something else.
  mutating func operand(_ kind: Kind, _ depth: Int, _ scope: Scope) -> SlowExpression {
    guard below(1000) < illTyped else { return make(kind, depth, scope) }
    if chance(30) { return .empty }
    return make(
      pick(.boolean, .number, .text, .date, .quantity, .items, .any), min(depth, 1), scope)
  }

  mutating func make(_ kind: Kind, _ depth: Int, _ scope: Scope) -> SlowExpression {
    guard depth > 0 else { return leaf(kind, scope) }
    if chance(7) { return choice(kind, depth, scope) }
    if kind != .items && chance(12) { return one(of: list(kind, depth - 1, scope)) }
    switch kind {
    case .boolean: return boolean(depth, scope)
    case .number: return number(depth, scope)
    case .text: return text(depth, scope)
    case .date: return date(depth, scope)
    case .quantity: return quantity(depth, scope)
    case .items: return items(depth, scope)
    case .any:
      if chance(40) { return list(pick(.number, .text, .date, .any), depth, scope) }
      return make(pick(.boolean, .number, .text, .date, .quantity, .items), depth, scope)
    }
  }

  /// `iif` with and without a base.
  mutating func choice(_ kind: Kind, _ depth: Int, _ scope: Scope) -> SlowExpression {
    var base: SlowExpression?
    var inner = scope
    if chance(35) {
      let wanted = pick(Kind.boolean, .number, .text, .any)
      base = wanted == .any ? one(of: items(depth - 1, scope)) : make(wanted, depth - 1, scope)
      inner = Scope(focus: wanted == .any ? .item : focus(of: wanted), isInner: true)
    }
    var criterion =
      isShared
      ? make(.boolean, depth - 1, inner)
      : chance(2) ? leaf(.any, inner) : operand(.boolean, depth - 1, inner)
    if case .negate = criterion { criterion = .bool(true) }
    var arguments = [criterion, make(kind, depth - 1, inner)]
    if chance(75) { arguments.append(make(kind, depth - 1, inner)) }
    return .function(base, "iif", arguments)
  }

  func focus(of kind: Kind) -> Focus {
    switch kind {
    case .boolean: return .boolean
    case .number: return .number
    case .text: return .text
    case .date: return .date
    case .quantity: return .quantity
    case .items: return .item
    case .any: return .any
    }
  }

  mutating func one(of list: SlowExpression) -> SlowExpression {
    switch below(12) {
    case 0: return .function(list, "single", [])
    case 1...3: return .function(list, "last", [])
    case 4...5: return .indexer(list, .integer(Int64(below(3))))
    default: return .function(list, "first", [])
    }
  }
}
