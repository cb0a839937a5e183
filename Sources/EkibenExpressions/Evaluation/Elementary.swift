import EkibenDocuments

/// Exponential function and logarithm in binary floating point, by operations that IEEE 754 says the last bit
/// of: so all machines agree, which those of C libraries do not.
///
/// What they give is rounded to 15 significant digits, of which the last is at most one off.
enum Elementary {
  /// e to a power; nil where it is too large.
  static func exp(_ x: Double) -> Double? {
    guard x.isFinite, x < 709 else { return nil }
    if x < -745 { return 0 }
    // x = k · ln 2 + r: the power of 2 is exact, and the series of the rest short.
    let k = (x / ln2).rounded()
    let r = (x - k * ln2High) - k * ln2Low
    var sum = 1.0
    for n in stride(from: 22.0, to: 0, by: -1) { sum = 1 + sum * r / n }
    return Double(sign: .plus, exponent: Int(k), significand: sum)
  }

  /// The natural logarithm; nil of what is not greater than 0.
  static func ln(_ x: Double) -> Double? {
    guard x.isFinite, x > 0 else { return nil }
    // x = m · 2^k with m near 1, and ln m = 2 · artanh((m - 1) / (m + 1)).
    var (m, k) = (x.significand, Double(x.exponent))
    if m > 1.4142135623730951 { (m, k) = (m / 2, k + 1) }
    let s = (m - 1) / (m + 1)
    var (sum, power) = (0.0, s)
    for n in stride(from: 1, through: 41, by: 2) {
      sum += power / Double(n)
      power *= s * s
    }
    return k * ln2High + (k * ln2Low + 2 * sum)
  }

  /// The logarithm to a base; nil where there is none.
  static func log(_ x: Double, base: Double) -> Double? {
    guard let above = ln(x), let below = ln(base), below != 0 else { return nil }
    return above / below
  }

  /// A power with an exponent that is not whole; nil of a negative base.
  static func power(_ x: Double, _ y: Double) -> Double? {
    if x == 0 { return y > 0 ? 0 : nil }
    return ln(x).flatMap { exp($0 * y) }
  }

  /// The number at 15 significant digits.
  static func decimal(_ x: Double) throws(DecimalTooLong) -> DecimalNumber? {
    guard x.isFinite, let exact = DecimalNumber(x.description) else { return nil }
    var (size, places) = (Swift.abs(x), 14)
    while size >= 10, places > 0 { (size, places) = (size / 10, places - 1) }
    while size < 1, size > 0 { (size, places) = (size * 10, places + 1) }
    // Digits that are 0 at the end say nothing here.
    return try exact.rounded(toPlaces: places).divided(by: DecimalNumber(1))
  }

  private static let ln2 = 0.6931471805599453
  // The first has zeros at its end, so that a whole number of times it is exact.
  private static let ln2High = 0.6931471803691238
  private static let ln2Low = 1.9082149292705877e-10
}
