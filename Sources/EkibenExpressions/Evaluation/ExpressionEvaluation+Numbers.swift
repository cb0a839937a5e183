import EkibenDocuments

/// Functions on numbers (FHIRPath 2.0, §5.7, and `sum` and its like of §5.3 and of SDC).
extension ExpressionEvaluation {
  /// What a function on a number gives; nil of all other functions.
  mutating func callOnNumber(
    _ function: ExpressionFunction, _ values: [ExpressionItems], on input: ExpressionItems
  ) throws(ExpressionError) -> ExpressionItems? {
    let name = function.rawValue + "()"
    switch function {
    case .sum, .avg: return try summed(input, function)
    case .min, .max: return try extreme(input, function)
    case .abs: return try absolute(input)
    case .ceiling, .floor, .truncate:
      guard let item = try one(input, name) else { return .some(.none) }
      if case .integer = item { return .one(item) }
      guard let number = try decimal(input, name) else { return .some(.none) }
      return ExpressionItems(try whole(number, function))
    case .round:
      guard let number = try decimal(input, name) else { return .some(.none) }
      let places = values.isEmpty ? 0 : try integer(values[0], name) ?? 0
      if places < 0 { throw refuse(name, .integer(places)) }
      return .one(.decimal(try digits(try number.rounded(toPlaces: Int(clamping: places)))))
    case .power:
      guard let base = try decimal(input, name), let exponent = try decimal(values[0], name) else {
        return .some(.none)
      }
      return ExpressionItems(try power(base, exponent, isWhole: try isWhole(input, values[0])))
    case .exp, .ln, .sqrt, .log:
      guard let number = try decimal(input, name) else { return .some(.none) }
      let base = values.isEmpty ? nil : try decimal(values[0], name)
      if function == .log, base == nil { return .some(.none) }
      return ExpressionItems(try elementary(function, number, base))
    default: return nil
    }
  }

  private func isWhole(
    _ base: ExpressionItems, _ exponent: ExpressionItems
  ) throws(ExpressionError) -> Bool {
    guard case .integer = try one(base, "power()"),
      case .integer(let power) = try one(exponent, "power()")
    else { return false }
    return power >= 0
  }

  private mutating func summed(
    _ input: ExpressionItems, _ function: ExpressionFunction
  ) throws(ExpressionError) -> ExpressionItems {
    let list = input.list
    for item in list {
      switch item.plain {
      case .integer, .decimal, .amount: continue
      default: throw refuse(function.rawValue + "()", item)
      }
    }
    guard var sum = list.first?.plain else { return .none }
    for item in list.dropFirst() {
      try count(1)
      let next = item.plain
      if case .integer(let left) = sum, case .integer(let right) = next {
        let (total, overflow) = left.addingReportingOverflow(right)
        if overflow { return .none }
        sum = .integer(total)
        continue
      }
      guard case .one(let next) = try apply(.add, .one(sum), .one(next)) else { return .none }
      sum = next
    }
    return function == .sum ? .one(sum) : try apply(.divide, .one(sum), .integer(list.count))
  }

  private mutating func extreme(
    _ input: ExpressionItems, _ function: ExpressionFunction
  ) throws(ExpressionError) -> ExpressionItems {
    guard var found = input.first else { return .none }
    var isDecided = true
    // Beginning with the first itself, which has to be of a kind that has an order, too.
    for item in input.list {
      try count(1)
      let order = try compare(item, found, function.rawValue + "()")
      if order == nil { isDecided = false }
      if order == (function == .min ? .before : .after) { found = item }
    }
    return isDecided ? .one(found) : .none
  }

  private func absolute(_ input: ExpressionItems) throws(ExpressionError) -> ExpressionItems {
    switch try one(input, "abs()") {
    case nil: return .none
    case .integer(let number)?:
      return number >= 0 ? .one(.integer(number)) : try negative(of: input)
    case .decimal(let number)?:
      return number.digits.hasPrefix("-") ? try negative(of: input) : .one(.decimal(number))
    case .amount(let amount)?:
      return amount.number.digits.hasPrefix("-") ? try negative(of: input) : .one(.amount(amount))
    case let item?: throw refuse("abs()", item)
    }
  }

  private func whole(
    _ number: DecimalNumber, _ function: ExpressionFunction
  ) throws(ExpressionError) -> ExpressionItem? {
    let one = DecimalNumber(1)
    guard let (quotient, rest) = try digits(try number.dividedWithRemainder(by: one)) else {
      return nil
    }
    let isExact = rest.isEqual(to: DecimalNumber(0))
    let isNegative = number.digits.hasPrefix("-")
    switch function {
    case .ceiling where !isExact && !isNegative:
      return Self.whole(try digits(try quotient.adding(one)))
    case .floor where !isExact && isNegative:
      return Self.whole(try digits(try quotient.subtracting(one)))
    default: return Self.whole(quotient)
    }
  }

  // Exact for whole exponents; of whole numbers a whole one, which has no value where 64 bits do not hold it.
  private mutating func power(
    _ base: DecimalNumber, _ exponent: DecimalNumber, isWhole: Bool
  ) throws(ExpressionError) -> ExpressionItem? {
    guard let count = Int64(exponent.digits) else { return try elementary(.power, base, exponent) }
    if isWhole, let base = Int64(base.digits) {
      return Self.power(base, count).map { .integer($0) }
    }
    var result = DecimalNumber(1)
    var (square, rest) = (base, count.magnitude)
    while rest > 0 {
      // A long product costs time.
      try self.count(1 + square.digits.utf8.count / 16)
      if rest & 1 == 1 { result = try digits(try result.multiplied(by: square)) }
      rest >>= 1
      if rest > 0 { square = try digits(try square.multiplied(by: square)) }
    }
    if count >= 0 { return .decimal(result) }
    return try digits(try DecimalNumber(1).divided(by: result)).map { .decimal($0) }
  }

  private static func power(_ base: Int64, _ exponent: Int64) -> Int64? {
    var (result, square, rest) = (Int64(1), base, exponent)
    while rest > 0 {
      if rest & 1 == 1 {
        let (product, overflow) = result.multipliedReportingOverflow(by: square)
        if overflow { return nil }
        result = product
      }
      rest >>= 1
      if rest > 0 {
        let (product, overflow) = square.multipliedReportingOverflow(by: square)
        if overflow { return nil }
        square = product
      }
    }
    return result
  }

  private func elementary(
    _ function: ExpressionFunction, _ number: DecimalNumber, _ other: DecimalNumber?
  ) throws(ExpressionError) -> ExpressionItem? {
    guard let x = Double(number.digits) else { return nil }
    let y = other.flatMap { Double($0.digits) } ?? 0
    let result: Double? =
      switch function {
      case .exp: Elementary.exp(x)
      case .ln: Elementary.ln(x)
      case .sqrt: x < 0 ? nil : x.squareRoot()
      case .log: Elementary.log(x, base: y)
      default: Elementary.power(x, y)
      }
    guard let result else { return nil }
    return try digits(try Elementary.decimal(result)).map { .decimal($0) }
  }
}
