import Foundation

extension SlowEvaluator {
  func binary(
    _ name: String, _ left: [SlowItem], _ right: [SlowItem]
  ) throws -> [SlowItem] {
    switch name {
    case "and", "or", "xor", "implies":
      return logic(name, try truth(left), try truth(right)).map { [.bool($0)] } ?? []
    case "=", "!=":
      guard !left.isEmpty && !right.isEmpty else { return [] }
      guard let answer = try SlowRelation.equal(left, right) else { return [] }
      return [.bool(answer == (name == "="))]
    case "~", "!~": return [.bool(try SlowRelation.equivalent(left, right) == (name == "~"))]
    case "in": return try membership(of: left, in: right)
    case "contains": return try membership(of: right, in: left)
    case "|": return try SlowRelation.distinct(left + right)
    case "&": return [.text(try (text(left) ?? "") + (text(right) ?? ""))]
    default:
      guard let (a, b) = try both(left, right) else { return [] }
      return ["<", "<=", ">", ">="].contains(name)
        ? try ordered(name, a, b) : try arithmetic(name, a, b)
    }
  }

  /// The single items on both sides; nil when one is missing.
  func both(_ left: [SlowItem], _ right: [SlowItem]) throws -> (SlowItem, SlowItem)? {
    let (a, b) = (try one(left), try one(right))
    guard let a, let b else { return nil }
    return (a, b)
  }

  func logic(_ name: String, _ left: Bool?, _ right: Bool?) -> Bool? {
    switch name {
    case "and":
      if left == false || right == false { return false }
      return left == nil || right == nil ? nil : true
    case "or":
      if left == true || right == true { return true }
      return left == nil || right == nil ? nil : false
    case "xor":
      guard let left, let right else { return nil }
      return left != right
    default:
      return logic("or", left.map { !$0 }, right)
    }
  }

  func membership(of item: [SlowItem], in list: [SlowItem]) throws -> [SlowItem] {
    guard let item = try one(item) else { return [] }
    for other in list where try SlowRelation.equal(item, other) == true { return [.bool(true)] }
    return [.bool(false)]
  }

  func ordered(_ name: String, _ left: SlowItem, _ right: SlowItem) throws -> [SlowItem] {
    let order = try SlowRelation.order(left, right)
    guard order != .unknown else { return [] }
    switch name {
    case "<": return [.bool(order == .before)]
    case "<=": return [.bool(order != .after)]
    case ">": return [.bool(order == .after)]
    default: return [.bool(order != .before)]
    }
  }

  func arithmetic(
    _ name: String, _ left: SlowItem, _ right: SlowItem
  ) throws -> [SlowItem] {
    switch (left.plain, right.plain) {
    case (.integer(let a), .integer(let b)) where name != "/": return integers(name, a, b)
    case (.text(let a), .text(let b)) where name == "+": return [.text(a + b)]
    case (.date(let date), .quantity) where name == "+" || name == "-":
      guard let amount = right.amount else { return [] }
      return [try SlowDate.moved(date, by: amount, sign: name == "+" ? 1 : -1)]
    default:
      if let a = left.number, let b = right.number { return try decimals(name, a, b) }
      guard let a = left.amount, let b = right.amount else { throw SlowRefusal.refused }
      return try quantities(name, a, b, left.number != nil, right.number != nil)
    }
  }

  func integers(_ name: String, _ left: Int64, _ right: Int64) -> [SlowItem] {
    if (name == "div" || name == "mod") && right == 0 { return [] }
    if name == "mod" && right == -1 { return [.integer(0)] }
    let result: (partialValue: Int64, overflow: Bool)
    switch name {
    case "+": result = left.addingReportingOverflow(right)
    case "-": result = left.subtractingReportingOverflow(right)
    case "*": result = left.multipliedReportingOverflow(by: right)
    case "div": result = left.dividedReportingOverflow(by: right)
    default: result = left.remainderReportingOverflow(dividingBy: right)
    }
    return result.overflow ? [] : [.integer(result.partialValue)]
  }

  func decimals(_ name: String, _ left: Decimal, _ right: Decimal) throws -> [SlowItem] {
    switch name {
    case "+": return [.decimal(try SlowNumber.sum(left, right))]
    case "-": return [.decimal(try SlowNumber.sum(left, -right))]
    case "*": return [.decimal(try SlowNumber.product(left, right))]
    default:
      guard right != 0 else { return [] }
      if name == "/" { return [.decimal(try SlowNumber.quotient(left, right))] }
      let whole = SlowNumber.truncated(left / right)
      if name == "div" { return SlowNumber.integerItem(whole) }
      return [.decimal(left - (try SlowNumber.product(whole, right)))]
    }
  }

  func quantities(
    _ name: String, _ left: SlowAmount, _ right: SlowAmount,
    _ leftIsNumber: Bool, _ rightIsNumber: Bool
  ) throws -> [SlowItem] {
    var result = leftIsNumber ? right : left
    switch (name, leftIsNumber, rightIsNumber) {
    case ("+", false, false), ("-", false, false):
      guard let number = try SlowUnit.converted(right, to: left) else { return [] }
      result.number = try SlowNumber.sum(left.number, name == "+" ? number : -number)
    case ("*", true, false), ("*", false, true):
      result.number = try SlowNumber.product(left.number, right.number)
    case ("/", false, true):
      guard right.number != 0 else { return [] }
      result.number = try SlowNumber.quotient(left.number, right.number)
    default: throw SlowRefusal.outOfScope
    }
    return [result.item]
  }
}
