import EkibenDocuments

extension ExpressionEvaluation {
  mutating func apply(
    _ operation: ExpressionOperator, _ left: ExpressionItems, _ right: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems {
    switch operation {
    case .and, .or, .xor, .implies: return .boolean(try logic(operation, left, right))
    case .equal: return .boolean(try areEqual(left, right))
    case .unequal: return .boolean(try areEqual(left, right).map { !$0 })
    case .equivalent: return .boolean(try areEquivalent(left, right))
    case .notEquivalent: return .boolean(try !areEquivalent(left, right))
    case .less, .atMost, .greater, .atLeast: return .boolean(try order(operation, left, right))
    case .isIn: return .boolean(try has(right, left, operation))
    case .contains: return .boolean(try has(left, right, operation))
    case .union: return try distinct(left.list + right.list)
    // The one operator for which nothing is an empty text.
    case .concatenate:
      return .one(try make((try text(left, "&") ?? "") + (try text(right, "&") ?? "")))
    case .add, .subtract, .multiply, .divide, .wholeQuotient, .remainder:
      let name = operation.rawValue
      // Both are looked at: which side is empty makes no difference.
      let (first, second) = (try one(left, name), try one(right, name))
      guard let first, let second else { return .none }
      return ExpressionItems(try calculated(operation, first, second))
    }
  }

  // After Kleene: what is not known may be either.
  private func logic(
    _ operation: ExpressionOperator, _ left: ExpressionItems, _ right: ExpressionItems
  ) throws(ExpressionError) -> Bool? {
    let name = operation.rawValue
    let (first, second) = (try truth(left, name), try truth(right, name))
    switch operation {
    case .and: return Self.either(first.map { !$0 }, second.map { !$0 }).map { !$0 }
    case .or: return Self.either(first, second)
    case .implies: return Self.either(first.map { !$0 }, second)
    default:
      guard let first, let second else { return nil }
      return first != second
    }
  }

  private static func either(_ first: Bool?, _ second: Bool?) -> Bool? {
    if first == true || second == true { return true }
    return first == nil || second == nil ? nil : false
  }

  private mutating func has(
    _ items: ExpressionItems, _ item: ExpressionItems, _ operation: ExpressionOperator
  ) throws(ExpressionError) -> Bool? {
    switch item {
    case .none: return nil
    case .several: throw error(.several(operation.rawValue))
    case .one(let item):
      for other in items.list where try areEqual(item, other) == true { return true }
      return false
    }
  }

  private func order(
    _ operation: ExpressionOperator, _ left: ExpressionItems, _ right: ExpressionItems
  ) throws(ExpressionError) -> Bool? {
    let name = operation.rawValue
    let (one, other) = (try one(left, name), try one(right, name))
    guard one != nil, other != nil, let first = left.first, let second = right.first,
      let order = try compare(first, second, name)
    else { return nil }
    return switch operation {
    case .less: order == .before
    case .atMost: order != .after
    case .greater: order == .after
    default: order != .before
    }
  }
}

/// Arithmetic.
extension ExpressionEvaluation {
  /// The number with the other sign.
  func negative(of items: ExpressionItems) throws(ExpressionError) -> ExpressionItems {
    switch try one(items, "-") {
    case nil: return .none
    case .integer(let number)?:
      let (negated, overflow) = Int64(0).subtractingReportingOverflow(number)
      return overflow ? .none : .one(.integer(negated))
    case .decimal(let number)?: return .one(.decimal(try digits(try number.negated())))
    case .amount(let amount)?:
      return .one(.amount(amount.with(try digits(try amount.number.negated()))))
    case let item?: throw refuse("-", item)
    }
  }

  private mutating func calculated(
    _ operation: ExpressionOperator, _ left: ExpressionItem, _ right: ExpressionItem
  ) throws(ExpressionError) -> ExpressionItem? {
    switch (left, right) {
    case (.integer(let left), .integer(let right)): return try whole(operation, left, right)
    case (.text(let left), .text(let right)) where operation == .add:
      return try make(left + right)
    case (.date(let date), .amount(let amount)) where operation == .add || operation == .subtract:
      return try moved(date, by: amount, isBack: operation == .subtract)
    case (.amount, let other), (let other, .amount):
      guard let (left, right) = Self.amounts(left, right) else {
        throw refuse(operation.rawValue, other)
      }
      return try amounts(operation, left, right)
    default: break
    }
    guard case .decimal(let first)? = left.number else { throw refuse(operation.rawValue, left) }
    guard case .decimal(let second)? = right.number else { throw refuse(operation.rawValue, right) }
    // A long product takes as long as many steps.
    let (long, other) = (first.digits.utf8.count, second.digits.utf8.count)
    try count(long * other / 16_384 + (long + other) / 64)
    guard let result = try digits(try Self.decimals(operation, first, second)) else { return nil }
    return operation == .wholeQuotient ? Self.whole(result) : .decimal(result)
  }

  // What does not fit 64 bits has no value.
  private func whole(
    _ operation: ExpressionOperator, _ left: Int64, _ right: Int64
  ) throws(ExpressionError) -> ExpressionItem? {
    let result: (partialValue: Int64, overflow: Bool)
    switch operation {
    case .add: result = left.addingReportingOverflow(right)
    case .subtract: result = left.subtractingReportingOverflow(right)
    case .multiply: result = left.multipliedReportingOverflow(by: right)
    case .wholeQuotient: result = left.dividedReportingOverflow(by: right)
    case .remainder:
      result = right == -1 ? (0, false) : left.remainderReportingOverflow(dividingBy: right)
    default:
      return try digits(try DecimalNumber(left).divided(by: DecimalNumber(right)))
        .map { .decimal($0) }
    }
    return result.overflow ? nil : .integer(result.partialValue)
  }

  private static func decimals(
    _ operation: ExpressionOperator, _ left: DecimalNumber, _ right: DecimalNumber
  ) throws(DecimalTooLong) -> DecimalNumber? {
    switch operation {
    case .add: try left.adding(right)
    case .subtract: try left.subtracting(right)
    case .multiply: try left.multiplied(by: right)
    case .wholeQuotient: try left.dividedWithRemainder(by: right)?.quotient
    case .remainder: try left.dividedWithRemainder(by: right)?.remainder
    default: try left.divided(by: right)
    }
  }

  /// A whole number, if 64 bits hold it.
  static func whole(_ number: DecimalNumber) -> ExpressionItem? {
    Int64(number.digits).map { .integer($0) }
  }

  private func amounts(
    _ operation: ExpressionOperator, _ left: Amount, _ right: Amount
  ) throws(ExpressionError) -> ExpressionItem? {
    let result: Amount?
    switch operation {
    case .add, .subtract:
      result = try digits(try left.adding(right, isNegative: operation == .subtract))
    case .multiply, .divide:
      result = try digits(try left.multiplied(by: right, isQuotient: operation == .divide))
    default: throw refuse(operation.rawValue, .amount(left))
    }
    return result.map { .amount($0) }
  }

  // Whole units only: what is behind the point is left out.
  private func moved(
    _ date: PartialDate, by amount: Amount, isBack: Bool
  ) throws(ExpressionError) -> ExpressionItem? {
    guard let unit = amount.calendarUnit,
      date.kind != .time || ![.year, .month, .week, .day].contains(unit)
    else { throw refuse(isBack ? "-" : "+", .amount(amount)) }
    let whole = try digits(try amount.number.dividedWithRemainder(by: DecimalNumber(1))?.quotient)
    guard let count = whole.flatMap({ Int64($0.digits) }) else { return nil }
    let (back, overflow) = Int64(0).subtractingReportingOverflow(count)
    if isBack, overflow { return nil }
    return date.adding(isBack ? back : count, unit).map { .date($0) }
  }
}
