/// Why a number cannot be worked out: it would have more digits than anybody writes.
public struct DecimalTooLong: Error, Hashable, Sendable, CustomStringConvertible {
  /// The most digits that a result has, before and behind its point.
  public static let limit = 4096

  /// One sentence for a person.
  public var description: String { "the number has more than \(Self.limit) digits" }
}

/// Arithmetic by digits: exact, and the same on every machine.
///
/// Sums, differences and products keep the places behind the point that their operands give them, as on
/// paper: `1.50 + 1.5` is `3.00`, `1.50 * 2.0` is `3.000`. What 128 bits hold is worked out in them.
extension DecimalNumber {
  /// How many digits a quotient has that does not come out even.
  public static let quotientDigits = 34

  /// A whole number.
  public init(_ number: Int64) { self.init(Unscaled(Int128(number), scale: 0)) }

  /// The number and another one, together.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func adding(_ other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try Unscaled.sum(try unscaled(), try other.unscaled()))
  }

  /// The number without another one.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func subtracting(_ other: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try Unscaled.sum(try unscaled(), try other.unscaled().negated))
  }

  /// The number as often as another one says.
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

  /// The number divided by another one.
  ///
  /// To ``quotientDigits`` digits, or to a whole number of more, where it does not come out even; halves are
  /// rounded away from zero, and zeros at the end of the fraction go. Nil for a division by 0.
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

  /// How often another number is in this one, cut off towards zero, and what is left.
  ///
  /// What is left has the sign of this one. Nil for a division by 0.
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

  /// The number with so many places behind its point, or fewer where it has fewer; halves are rounded away
  /// from zero.
  ///
  /// - Throws: ``DecimalTooLong``.
  /// - Complexity: O(n).
  public func rounded(toPlaces places: Int) throws(DecimalTooLong) -> DecimalNumber {
    let number = try unscaled()
    return DecimalNumber(number.rounded(dropping: number.scale - max(0, places)))
  }

  /// The number with the other sign; 0 has none.
  ///
  /// - Throws: ``DecimalTooLong`` where an exponent stands for more digits than there may be.
  public func negated() throws(DecimalTooLong) -> DecimalNumber {
    DecimalNumber(try unscaled().negated)
  }

  /// Whether both are the same number, in whatever digits.
  ///
  /// - Complexity: O(n).
  public func isEqual(to other: DecimalNumber) -> Bool {
    !isLess(than: other) && !other.isLess(than: self)
  }

  private init(_ number: Unscaled) { self.init(written: number.text) }

  private func unscaled() throws(DecimalTooLong) -> Unscaled { try Unscaled(digits) }
}
