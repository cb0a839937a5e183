extension RandomExpression {
  mutating func leaf(_ kind: Kind, _ scope: Scope) -> SlowExpression {
    if kind == .items { return items(0, scope) }
    if scope.isInner && chance(35) {
      if focus(of: kind) == scope.focus { return .this }
      if kind == .number && scope.isNumbered && chance(50) { return .index }
    }
    if chance(45) {
      let path = values(kind, scope)
      return chance(70) ? one(of: path) : path
    }
    return constant(kind)
  }

  mutating func constant(_ kind: Kind) -> SlowExpression {
    switch kind {
    case .boolean: return .bool(chance(50))
    case .number:
      switch isShared ? 2 + below(38) : below(40) {
      case 0: return .integer(Int64.max)
      case 1: return .binary("-", .negate(.integer(Int64.max)), .integer(1))
      case 2...5: return .negate(.integer(Int64(below(20))))
      case 6...14: return .decimal(decimalDigits())
      case 15: return .integer(Int64(below(1000)))
      default: return .integer(Int64(below(12)))
      }
    case .text: return .string(word())
    case .date:
      return .date(
        pick(
          day(), day(), day(), yearMonth(), "2024", moment("Z"), moment("+01:00"), moment(""),
          day() + "T10:30", chance(40) ? clock() : day()))
    case .quantity:
      let unit = pick("mg", "mg", "g", "kg", "cm", "m", "1", "day", "month", "week", "d")
      return .quantity(chance(70) ? String(below(15)) : pick("0.5", "1.5", "2.25"), unit)
    case .items: return .empty
    case .any:
      return chance(8) ? .empty : constant(pick(.boolean, .number, .text, .date, .quantity))
    }
  }

  /// A short path to answers that usually have values of that kind.
  mutating func values(_ kind: Kind, _ scope: Scope) -> SlowExpression {
    if kind == .text && chance(30) { return textMembers(scope) }
    if scope.focus == .answer && chance(60) { return .member(nil, "value") }
    if scope.focus == .item && chance(50) {
      return .member(.member(nil, "answer"), "value")
    }
    let value = SlowExpression.member(.member(questions(link(kind), scope), "answer"), "value")
    switch kind {
    case .number where chance(15): return .ofType(value, pick("integer", "decimal"))
    case .text where chance(15): return .ofType(value, "string")
    case .boolean where chance(25): return .ofType(value, "boolean")
    case .date where chance(15): return .ofType(value, "date")
    case .quantity where chance(15): return .ofType(value, "Quantity")
    case .quantity where chance(8): return .member(value, "value")
    default: return value
    }
  }

  mutating func textMembers(_ scope: Scope) -> SlowExpression {
    if scope.focus == .item && chance(70) { return .member(nil, pick("linkId", "text")) }
    let value = SlowExpression.member(.member(questions("g-2", scope), "answer"), "value")
    switch below(6) {
    case 0: return .member(value, pick("code", "display", "system"))
    case 1:
      let coding = SlowExpression.ofType(value, "Coding")
      return .member(coding, pick("code", "display"))
    case 2: return .member(.member(.member(questions("g-1", scope), "answer"), "value"), "unit")
    default: return .member(questions(pick("a", "b", "g"), scope), pick("linkId", "text"))
    }
  }

  mutating func link(_ kind: Kind) -> String {
    switch kind {
    case .number: return "a"
    case .text: return "b"
    case .date: return "c"
    case .quantity: return "g-1"
    case .boolean: return "g-2"
    case .items, .any: return pick("a", "b", "c", "g-1", "g-2", "r")
    }
  }

  /// The questions of one link id, found in one of the usual ways.
  mutating func questions(_ link: String, _ scope: Scope) -> SlowExpression {
    let name = SlowExpression.binary("=", .member(nil, "linkId"), .string(link))
    let start: SlowExpression? = scope.focus == .resource && chance(50) ? nil : .resource
    switch below(8) {
    case 0...3:
      let projection = SlowExpression.member(nil, "item")
      let all = SlowExpression.binary("|", projection, .member(nil, "answer"))
      let step = chance(75) ? projection : all
      return .function(.function(start, "repeat", [step]), "where", [name])
    case 4: return .function(.function(start, "descendants", []), "where", [name])
    case 5, 6:
      let outer = link.hasPrefix("g") ? "g" : pick("g", "r")
      let isGroup = SlowExpression.binary("=", .member(nil, "linkId"), .string(outer))
      let group = SlowExpression.function(.member(start, "item"), "where", [isGroup])
      return .function(.member(group, "item"), "where", [name])
    default: return .function(.member(start, "item"), "where", [name])
    }
  }
}
