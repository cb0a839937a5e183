extension RandomExpression {
  mutating func binary(
    _ name: String, _ kind: Kind, _ depth: Int, _ scope: Scope
  ) -> SlowExpression {
    .binary(name, operand(kind, depth - 1, scope), operand(kind, depth - 1, scope))
  }

  mutating func comparedKind() -> Kind { pick(.number, .number, .text, .date, .quantity) }

  mutating func boolean(_ depth: Int, _ scope: Scope) -> SlowExpression {
    switch below(30) {
    case 0...6: return binary(pick("and", "or", "xor", "implies"), .boolean, depth, scope)
    case 7...10:
      let name = pick("=", "=", "!=", "~", "!~")
      let kind = comparedKind()
      if chance(25) {
        return .binary(name, list(kind, depth - 1, scope), list(kind, depth - 1, scope))
      }
      return binary(name, chance(10) ? .boolean : kind, depth, scope)
    case 11...15: return binary(pick("<", "<=", ">", ">="), comparedKind(), depth, scope)
    case 16, 17:
      let kind = comparedKind()
      let (item, all) = (operand(kind, depth - 1, scope), list(kind, depth - 1, scope))
      return chance(50) ? .binary("in", item, all) : .binary("contains", all, item)
    case 18: return .function(operand(.boolean, depth - 1, scope), "not", [])
    case 19, 20: return .function(list(.any, depth - 1, scope), pick("empty", "exists"), [])
    case 21...23: return test(depth, scope)
    case 24...26:
      let name = pick("startsWith", "endsWith", "contains")
      let argument = operand(.text, depth - 1, scope)
      return .function(operand(.text, depth - 1, scope), name, [argument])
    case 27: return .function(list(.any, depth - 1, scope), "isDistinct", [])
    case 28: return typeTest(scope)
    default:
      let kind = pick(Kind.boolean, .number, .text)
      return .function(operand(kind, depth - 1, scope), "toBoolean", [])
    }
  }

  /// `exists` or `all` with a criterion.
  mutating func test(_ depth: Int, _ scope: Scope) -> SlowExpression {
    let (all, inner) = listAndScope(depth - 1, scope)
    return .function(all, pick("exists", "all"), [operand(.boolean, depth - 1, inner)])
  }

  mutating func typeTest(_ scope: Scope) -> SlowExpression {
    let form = pick(SlowTypeForm.infix, .function)
    let kind = pick(Kind.number, .text, .boolean, .quantity, .date)
    if chance(30) {
      let name = pick("Integer", "String", "Boolean", "Quantity", "integer", "string")
      return .isType(constant(kind), name, form)
    }
    let name = pick("integer", "string", "boolean", "decimal", "date", "Coding", "Quantity")
    return .isType(one(of: answerValues(kind, scope)), name, form)
  }

  mutating func answerValues(_ kind: Kind, _ scope: Scope) -> SlowExpression {
    .member(.member(questions(link(kind), scope), "answer"), "value")
  }

  mutating func number(_ depth: Int, _ scope: Scope) -> SlowExpression {
    switch below(26) {
    case 0...4: return binary(pick("+", "-"), .number, depth, scope)
    case 5...6: return .binary("*", operand(.number, depth - 1, scope), leafNumber(scope))
    case 7...8:
      let divisor = Int64(pick(1, 2, 4, 5, 8, 10, 0))
      return .binary("/", operand(.number, depth - 1, scope), .integer(divisor))
    case 9...10:
      let divisor = pick(
        SlowExpression.integer(3), .integer(2), .integer(7), .negate(.integer(4)), .integer(0),
        .decimal("0.5"), .decimal("2.5"))
      return .binary(pick("div", "mod"), operand(.number, depth - 1, scope), divisor)
    case 11: return .negate(operand(.number, depth - 1, scope))
    case 12...14: return .function(list(.any, depth - 1, scope), "count", [])
    case 15, 16:
      return .function(summed(.number, depth, scope), pick("sum", "min", "max"), [])
    case 17, 18:
      let name = pick("abs", "ceiling", "floor", "truncate")
      return .function(operand(.number, depth - 1, scope), name, [])
    case 19, 20:
      let places = SlowExpression.integer(Int64(below(3)))
      return .function(operand(.number, depth - 1, scope), "round", [places])
    case 21, 22: return .function(operand(.text, depth - 1, scope), "length", [])
    case 23, 24:
      let kind = pick(Kind.text, .number, .boolean)
      let name = pick("toInteger", "toDecimal")
      return .function(operand(kind, depth - 1, scope), name, [])
    default:
      let form = pick(SlowTypeForm.infix, .function)
      return .asType(one(of: answerValues(.number, scope)), pick("integer", "decimal"), form)
    }
  }

  /// What `sum`, `min` and `max` go over.
  mutating func summed(_ kind: Kind, _ depth: Int, _ scope: Scope) -> SlowExpression {
    guard isShared else { return list(kind, depth - 1, scope) }
    return .binary("|", constant(kind), .binary("|", constant(kind), constant(kind)))
  }

  mutating func leafNumber(_ scope: Scope) -> SlowExpression {
    chance(60) ? .integer(Int64(below(12)) + 1) : leaf(.number, scope)
  }

  mutating func text(_ depth: Int, _ scope: Scope) -> SlowExpression {
    switch below(20) {
    case 0...2: return binary("+", .text, depth, scope)
    case 3...5: return binary("&", .text, depth, scope)
    case 6, 7:
      let separator = SlowExpression.string(pick(",", "", " "))
      return .function(list(.text, depth - 1, scope), "join", [separator])
    case 8...10:
      var arguments = [SlowExpression.integer(Int64(below(4)))]
      if chance(50) { arguments.append(.integer(Int64(below(4)))) }
      if chance(10) { arguments[0] = operand(.number, depth - 1, scope) }
      return .function(operand(.text, depth - 1, scope), "substring", arguments)
    case 11, 12:
      return .function(operand(.text, depth - 1, scope), pick("upper", "lower"), [])
    case 13...15:
      let parts = [part(depth, scope), part(depth, scope)]
      return .function(operand(.text, depth - 1, scope), "replace", parts)
    case 16: return .function(summed(.text, depth, scope), pick("min", "max"), [])
    case 17: return .asType(one(of: answerValues(.text, scope)), "string", .function)
    default:
      let kind = pick(Kind.number, .text, .boolean, .date)
      var base = constant(kind)
      if case .decimal = base { base = .integer(Int64(below(100))) }
      if chance(40) { base = one(of: answerValues(kind, scope)) }
      return .function(base, "toString", [])
    }
  }

  mutating func part(_ depth: Int, _ scope: Scope) -> SlowExpression {
    chance(75) ? .string(pick("a", "b", "", "e", " ", "red")) : operand(.text, depth - 1, scope)
  }

  mutating func date(_ depth: Int, _ scope: Scope) -> SlowExpression {
    guard isShared || chance(75) else {
      return .function(list(.date, depth - 1, scope), pick("min", "max"), [])
    }
    let unit = pick("year", "month", "month", "week", "day", "day", "d", "wk", "day")
    let digits = chance(85) ? String(below(40)) : pick("1.5", "0.5", "2.9")
    let isOther = !isShared && chance(5)
    let amount = isOther ? operand(.quantity, depth - 1, scope) : .quantity(digits, unit)
    return .binary(pick("+", "-"), operand(.date, depth - 1, scope), amount)
  }

  mutating func quantity(_ depth: Int, _ scope: Scope) -> SlowExpression {
    if isShared { return leaf(.quantity, scope) }
    switch below(10) {
    case 0...3: return binary(pick("+", "-"), .quantity, depth, scope)
    case 4, 5:
      let (amount, factor) = (operand(.quantity, depth - 1, scope), leafNumber(scope))
      return chance(60) ? .binary("*", amount, factor) : .binary("*", factor, amount)
    case 6:
      let divisor = Int64(pick(1, 2, 4, 5, 8, 10, 0))
      return .binary("/", operand(.quantity, depth - 1, scope), .integer(divisor))
    case 7: return .negate(operand(.quantity, depth - 1, scope))
    default: return .function(list(.quantity, depth - 1, scope), pick("sum", "min", "max"), [])
    }
  }
}
