/// A decimal number as a whole one and where its point stands: `1.50` is 150 with a scale of 2.
struct Unscaled {
  private enum Magnitude {
    case small(Int128)
    case big(BigDigits, isNegative: Bool)
  }

  private let magnitude: Magnitude
  /// How many places stand behind the point.
  let scale: Int

  init(_ number: Int128, scale: Int) { (magnitude, self.scale) = (.small(number), scale) }

  init(_ number: BigDigits, _ isNegative: Bool, _ scale: Int) {
    (magnitude, self.scale) = (.big(number, isNegative: isNegative && !number.isZero), scale)
  }

  /// Reads what a ``DecimalNumber`` holds, its exponent worked in.
  ///
  /// - Throws: ``DecimalTooLong``.
  init(_ text: String) throws(DecimalTooLong) {
    var (small, count, scale) = (Int128(0), 0, 0)
    var (isNegative, isBehindPoint, power) = (false, false, 0)
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "-"): isNegative = true
      case UInt8(ascii: "."): isBehindPoint = true
      case UInt8(ascii: "e"), UInt8(ascii: "E"):
        // What fits in no number is beyond every limit.
        power = Int(Substring(rest)) ?? .max
        rest = rest.suffix(0)
      default:
        if isBehindPoint { scale += 1 }
        count += 1
        small = count <= 36 ? small * 10 + Int128(byte - 0x30) : 0
      }
    }
    if small == 0, count <= 36 { power = 0 }
    guard (-DecimalTooLong.limit...DecimalTooLong.limit).contains(power) else {
      throw DecimalTooLong()
    }
    scale -= power
    guard count <= DecimalTooLong.limit else { throw DecimalTooLong() }
    if count <= 36 {
      self = try Unscaled(isNegative ? -small : small, scale: scale).withoutNegativeScale()
    } else {
      let digits = text.utf8.lazy.filter(\.isDigit).map { $0 - 0x30 }
      let all = BigDigits(digits: Array(digits.prefix(count)))
      self = try Unscaled(all, isNegative, scale).withoutNegativeScale()
    }
  }

  /// The whole number, where 128 bits hold it.
  var small: Int128? {
    if case .small(let number) = magnitude { number } else { nil }
  }

  /// The whole number without its sign.
  var big: BigDigits {
    switch magnitude {
    case .small(let number): BigDigits(number.magnitude)
    case .big(let number, _): number
    }
  }

  var isNegative: Bool {
    switch magnitude {
    case .small(let number): number < 0
    case .big(_, let isNegative): isNegative
    }
  }

  var isZero: Bool {
    switch magnitude {
    case .small(let number): number == 0
    case .big(let number, _): number.isZero
    }
  }

  var negated: Unscaled {
    switch magnitude {
    case .small(let number) where number != .min: Unscaled(-number, scale: scale)
    default: Unscaled(big, !isNegative, scale)
    }
  }

  /// Both with as many places behind the point.
  static func aligned(
    _ left: Unscaled, _ right: Unscaled
  ) throws(DecimalTooLong) -> (Unscaled, Unscaled) {
    let scale = max(left.scale, right.scale)
    return (try left.scaled(to: scale), try right.scaled(to: scale))
  }

  static func sum(_ left: Unscaled, _ right: Unscaled) throws(DecimalTooLong) -> Unscaled {
    let (left, right) = try aligned(left, right)
    if let one = left.small, let other = right.small {
      let (sum, overflow) = one.addingReportingOverflow(other)
      if !overflow { return try Unscaled(sum, scale: left.scale).checked() }
    }
    let (one, other) = (left.big, right.big)
    if left.isNegative == right.isNegative {
      return try Unscaled(one + other, left.isNegative, left.scale).checked()
    }
    return one.isLess(than: other)
      ? Unscaled(other - one, right.isNegative, left.scale)
      : Unscaled(one - other, left.isNegative, left.scale)
  }

  /// The number, unless it is too long.
  func checked() throws(DecimalTooLong) -> Unscaled {
    if scale > DecimalTooLong.limit { throw DecimalTooLong() }
    guard case .big(let number, _) = magnitude else { return self }
    if number.digits.count > DecimalTooLong.limit { throw DecimalTooLong() }
    return self
  }

  private func scaled(to scale: Int) throws(DecimalTooLong) -> Unscaled {
    let zeros = scale - self.scale
    if zeros == 0 { return self }
    if scale > DecimalTooLong.limit { throw DecimalTooLong() }
    if let small {
      let (number, overflow) =
        zeros > 36 ? (0, true) : small.multipliedReportingOverflow(by: Self.power(zeros))
      if !overflow { return Unscaled(number, scale: scale) }
    }
    return try Unscaled(big.shifted(by: zeros), isNegative, scale).checked()
  }

  private func withoutNegativeScale() throws(DecimalTooLong) -> Unscaled {
    if scale > DecimalTooLong.limit { throw DecimalTooLong() }
    return scale < 0 ? try scaled(to: 0) : self
  }

  /// The number without zeros at the end of its fraction.
  func withoutTrailingZeros() -> Unscaled {
    if isZero { return Unscaled(0, scale: 0) }
    let zeros = big.digits.reversed().prefix { $0 == 0 }.count
    return rounded(dropping: min(zeros, scale))
  }

  /// Takes digits away from the end, halves away from zero; none where the number is not positive.
  func rounded(dropping count: Int) -> Unscaled {
    if count <= 0 { return self }
    let digits = big.digits
    let kept = BigDigits(digits: digits.dropLast(count))
    let first = count > digits.count ? 0 : digits[digits.count - count]
    let number = first >= 5 ? kept + BigDigits(1) : kept
    return Unscaled(number, isNegative, scale - count)
  }

  private static func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }

  /// The number as JSON writes it, without an exponent.
  var text: String {
    let digits =
      small.map { Array("\($0.magnitude)".utf8) }
      ?? (isZero ? [0x30] : big.digits.map { $0 + 0x30 })
    var text = isNegative ? [UInt8(ascii: "-")] : []
    let whole = digits.count - scale
    if scale <= 0 {
      text += digits
      text += Array(repeating: 0x30, count: isZero ? 0 : -scale)
    } else {
      text += whole > 0 ? digits.prefix(whole) : [0x30]
      text.append(UInt8(ascii: "."))
      text += Array(repeating: 0x30, count: max(0, -whole))
      text += digits.suffix(scale)
    }
    return String(decoding: text, as: UTF8.self)
  }
}
