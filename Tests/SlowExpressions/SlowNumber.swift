import Foundation

/// Decimal numbers, each operation guarded against losing digits.
enum SlowNumber {
  /// Reads digits with an optional sign and fraction.
  static func parse(_ digits: String) -> Decimal? {
    Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// The digits before and after the point, without idle zeros after it.
  static func digits(_ value: Decimal) -> (whole: Int, fraction: Int) {
    let parts = value.description.split(separator: ".", omittingEmptySubsequences: false)
    let whole = parts.first.map { $0.filter(\.isNumber).count } ?? 0
    guard parts.count == 2 else { return (whole, 0) }
    var fraction = Array(parts[1])
    while fraction.last == "0" { fraction.removeLast() }
    return (whole, fraction.count)
  }

  static func sum(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    let (a, b) = (digits(left), digits(right))
    guard max(a.whole, b.whole) + max(a.fraction, b.fraction) < 36 else {
      throw SlowRefusal.outOfScope
    }
    return left + right
  }

  static func product(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    let (a, b) = (digits(left), digits(right))
    guard a.whole + a.fraction + b.whole + b.fraction < 36 else { throw SlowRefusal.outOfScope }
    return left * right
  }

  /// The exact quotient; one that does not come out even is out of scope.
  static func quotient(_ left: Decimal, _ right: Decimal) throws -> Decimal {
    let result = left / right
    let size = digits(result)
    guard size.whole + size.fraction < 34, try product(result, right) == left else {
      throw SlowRefusal.outOfScope
    }
    return result
  }

  /// Half away from zero at that many decimal places.
  static func rounded(_ value: Decimal, places: Int) -> Decimal {
    var (source, result) = (abs(value), Decimal())
    unsafe NSDecimalRound(&result, &source, places, .plain)
    return value < 0 ? -result : result
  }

  /// The whole part, towards zero.
  static func truncated(_ value: Decimal) -> Decimal {
    var (source, result) = (abs(value), Decimal())
    unsafe NSDecimalRound(&result, &source, 0, .down)
    return value < 0 ? -result : result
  }

  /// A whole number as an integer item; empty when it does not fit.
  static func integerItem(_ value: Decimal) -> [SlowItem] {
    Int64(truncated(value).description).map { [.integer($0)] } ?? []
  }

  /// Equal after rounding both to the smaller number of decimal places.
  static func alike(_ left: Decimal, _ right: Decimal) -> Bool {
    let places = min(digits(left).fraction, digits(right).fraction)
    return rounded(left, places: places) == rounded(right, places: places)
  }
}
