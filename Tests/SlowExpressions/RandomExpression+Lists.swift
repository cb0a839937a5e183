extension RandomExpression {
  /// A list of values of one kind.
  mutating func list(_ kind: Kind, _ depth: Int, _ scope: Scope) -> SlowExpression {
    if kind == .items { return items(depth, scope) }
    guard depth > 0 else {
      if chance(65) { return values(kind, scope) }
      return .binary("|", constant(kind), .binary("|", constant(kind), constant(kind)))
    }
    switch below(16) {
    case 0...2: return .binary("|", list(kind, depth - 1, scope), make(kind, depth - 1, scope))
    case 3...4:
      let name = pick("union", "combine", "intersect", "exclude")
      let other = list(kind, depth - 1, scope)
      return .function(list(kind, depth - 1, scope), name, [other])
    case 5: return .function(list(kind, depth - 1, scope), pick("distinct", "tail"), [])
    case 6:
      let count = SlowExpression.integer(Int64(below(3)))
      return .function(list(kind, depth - 1, scope), pick("skip", "take"), [count])
    case 7...9:
      let inner = Scope(focus: focus(of: kind), isInner: true, isNumbered: true)
      let criterion = operand(.boolean, depth - 1, inner)
      return .function(list(kind, depth - 1, scope), "where", [criterion])
    case 10...12:
      let (all, inner) = listAndScope(depth - 1, scope)
      return .function(all, "select", [make(kind, depth - 1, inner)])
    case 13 where kind == .any: return items(depth, scope)
    default: return values(kind, scope)
    }
  }

  /// A list to go through, and what its criterion or projection can name.
  mutating func listAndScope(
    _ depth: Int, _ scope: Scope
  ) -> (SlowExpression, Scope) {
    if chance(25) {
      let answers = SlowExpression.member(questions(link(.any), scope), "answer")
      return (answers, Scope(focus: .answer, isInner: true, isNumbered: true))
    }
    let kind = pick(Kind.items, .items, .number, .text, .date, .quantity)
    let inner = Scope(focus: focus(of: kind), isInner: true, isNumbered: true)
    return (list(kind, depth, scope), inner)
  }

  /// A list of items of the response.
  mutating func items(_ depth: Int, _ scope: Scope) -> SlowExpression {
    let hasItems = [Focus.resource, .item, .answer].contains(scope.focus)
    guard depth > 0 && !chance(25) else {
      if scope.focus == .item && chance(25) { return .this }
      if hasItems && chance(50) { return .member(nil, "item") }
      return chance(50) ? .member(.resource, "item") : questions(link(.any), scope)
    }
    let base = items(depth - 1, scope)
    switch below(14) {
    case 0...3:
      let inner = Scope(focus: .item, isInner: true, isNumbered: true)
      return .function(base, "where", [operand(.boolean, depth - 1, inner)])
    case 4: return .function(base, "repeat", [.member(nil, "item")])
    case 5:
      return .function(
        base, "repeat", [.binary("|", .member(nil, "item"), .member(nil, "answer"))])
    case 6: return .member(base, "item")
    case 7: return .function(base, pick("children", "descendants"), [])
    case 8: return .function(base, pick("distinct", "tail", "first", "last"), [])
    case 9: return .binary("|", base, items(depth - 1, scope))
    case 10:
      let name = pick("union", "combine", "intersect", "exclude")
      return .function(base, name, [items(depth - 1, scope)])
    case 11:
      let count = SlowExpression.integer(Int64(below(3)))
      return .function(base, pick("skip", "take"), [count])
    case 12: return .indexer(base, .integer(Int64(below(3))))
    default: return questions(link(.any), scope)
    }
  }
}
