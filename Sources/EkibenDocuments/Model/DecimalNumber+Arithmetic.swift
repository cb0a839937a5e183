/// Why a number cannot be computed: it would have more than ``limit`` digits.
public struct DecimalTooLong: Error, Hashable, Sendable, CustomStringConvertible {
  /// The greatest number of digits of a result.
  public static let limit = 4096

  /// One sentence for a person.
  public var description: String { "the number has more than \(Self.limit) digits" }
}

/// Exact decimal arithmetic, with the same results on every machine.
///
/// Sums, differences and products keep the decimal places that their operands give them, as on
/// paper: `1.50 + 1.5` is `3.00`, `1.50 * 2.0` is `3.000`. Numbers that fit into 128 bits are
/// computed in those.
extension DecimalNumber {
  /// The number of digits of a quotient that does not come out even.
  public static let quotientDigits = 34

  /// Makes a whole number.
  public init(_ number: Int64) { self.init(Unscaled(Int128(number), scale: 0)) }

  /// The sum of the number and another one.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func adding(_ other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try Unscaled.sum(try unscaled(), try other.unscaled()))
  }

  /// The difference: the number minus another one.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func subtracting(_ other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try Unscaled.sum(try unscaled(), try other.unscaled().negated))
  }

  /// The product of the number and another one.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n · m).
  public func multiplied(by other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber {
    let (left, right) = (try unscaled(), try other.unscaled())
    let scale = left.scale + right.scale
    if let small = left.small, let factor = right.small {
      let (product, overflow) = small.multipliedReportingOverflow(by: factor)
      if !overflow { return DecimalNumber(try Unscaled(product, scale: scale).checked()) }
    }
    return DecimalNumber(
      try Unscaled(left.big * right.big, left.isNegative != right.isNegative, scale).checked())
  }

  /// The quotient: the number divided by another one; nil for a division by 0.
  ///
  /// It has ``quotientDigits`` digits, or is a whole number of more, where it does not come out
  /// even. Halves are rounded away from zero, and zeros at the end of the fraction are dropped.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n · m).
  public func divided(by other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber? {
    let (left, right) = (try unscaled(), try other.unscaled())
    if right.isZero { return nil }
    // As many zeros as make the quotient as long as it is to be, and a digit more to round by.
    let (dividend, divisor) = (left.big, right.big)
    let zeros = max(0, Self.quotientDigits + 1 + divisor.digits.count - dividend.digits.count)
    let (quotient, rest) = dividend.shifted(by: zeros).divided(by: divisor)
    let scale = left.scale - right.scale + zeros
    let cut = Unscaled(quotient, left.isNegative != right.isNegative, scale)
    let digits = max(Self.quotientDigits, quotient.digits.count - scale)
    let rounded = rest.isZero ? cut : cut.rounded(dropping: quotient.digits.count - digits)
    return DecimalNumber(try rounded.withoutTrailingZeros().checked())
  }

  /// The quotient as a whole number, rounded towards zero, and the remainder; nil for a division by
  /// 0.
  ///
  /// The remainder has the sign of this number.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n · m).
  public func dividedWithRemainder(
    by other: DecimalNumber
  ) throws(DecimalTooLong) -> (quotient: DecimalNumber, remainder: DecimalNumber)? {
    let (left, right) = try Unscaled.aligned(try unscaled(), try other.unscaled())
    if right.isZero { return nil }
    if let number = left.small, let divisor = right.small, number != .min {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
      return (
        DecimalNumber(Unscaled(quotient, scale: 0)),
        DecimalNumber(Unscaled(rest, scale: left.scale))
      )
    }
    let (quotient, rest) = left.big.divided(by: right.big)
    return (
      DecimalNumber(Unscaled(quotient, left.isNegative != right.isNegative, 0)),
      DecimalNumber(Unscaled(rest, left.isNegative, left.scale))
    )
  }

  /// The number rounded to so many decimal places, halves away from zero; one with fewer places
  /// keeps those.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func rounded(toPlaces places: Int) throws(DecimalTooLong) -> DecimalNumber {
    let number = try unscaled()
    return DecimalNumber(number.rounded(dropping: number.scale - max(0, places)))
  }

  /// The number with the opposite sign; 0 stays 0.
  ///
  /// - Throws: ``DecimalTooLong`` where an exponent stands for too many digits.
  public func negated() throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try unscaled().negated)
  }

  /// Whether both are numerically equal, as `1.5` and `1.50` are.
  ///
  /// - Complexity: O(n).
  public func isEqual(to other: DecimalNumber) -> Bool {
    !isLess(than: other) && !other.isLess(than: self)
  }

  private init(_ number: Unscaled) { self.init(written: number.text) }

  private func unscaled() throws(DecimalTooLong) -> Unscaled { try Unscaled(digits) }
}
