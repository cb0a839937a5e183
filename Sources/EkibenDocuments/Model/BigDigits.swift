/// A whole number without a sign and of any size, in digits of nine decimal places, the lowest first.
///
/// Only ``DecimalNumber`` computes with it, where 128 bits do not hold a number.
struct BigDigits: Equatable {
  static let base: UInt64 = 1_000_000_000
  static let places = 9

  /// The digits, without zeros at the end; empty is 0.
  private(set) var limbs: [UInt32]

  init(_ value: UInt128) {
    var (rest, limbs) = (value, [UInt32]())
    while rest > 0 {
      limbs.append(UInt32(rest % UInt128(Self.base)))
      rest /= UInt128(Self.base)
    }
    self.limbs = limbs
  }

  private init(limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
  }

  /// Reads decimal digits, the highest first.
  init(digits: some BidirectionalCollection<UInt8>) {
    var limbs: [UInt32] = []
    var (limb, factor) = (UInt32(0), UInt32(1))
    for digit in digits.reversed() {
      limb += UInt32(digit) * factor
      factor *= 10
      if factor == UInt32(Self.base) {
        limbs.append(limb)
        (limb, factor) = (0, 1)
      }
    }
    limbs.append(limb)
    self.init(limbs: limbs)
  }

  var isZero: Bool { limbs.isEmpty }

  /// Its decimal digits, the highest first; none of 0.
  var digits: [UInt8] {
    var digits: [UInt8] = []
    for limb in limbs {
      var rest = limb
      for _ in 0..<Self.places {
        digits.append(UInt8(rest % 10))
        rest /= 10
      }
    }
    while digits.last == 0 { digits.removeLast() }
    return digits.reversed()
  }

  func isLess(than other: BigDigits) -> Bool {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count }
    return limbs.reversed().lexicographicallyPrecedes(other.limbs.reversed())
  }

  static func + (left: BigDigits, right: BigDigits) -> BigDigits {
    var (sum, carry) = ([UInt32](), UInt64(0))
    for at in 0..<max(left.limbs.count, right.limbs.count) {
      let total = left.limb(at) + right.limb(at) + carry
      sum.append(UInt32(total % base))
      carry = total / base
    }
    sum.append(UInt32(carry))
    return BigDigits(limbs: sum)
  }

  /// The difference; the right one must not be greater.
  static func - (left: BigDigits, right: BigDigits) -> BigDigits {
    var (difference, borrow) = ([UInt32](), UInt64(0))
    for at in left.limbs.indices {
      let taken = right.limb(at) + borrow
      borrow = left.limb(at) < taken ? 1 : 0
      difference.append(UInt32(left.limb(at) + borrow * base - taken))
    }
    return BigDigits(limbs: difference)
  }

  static func * (left: BigDigits, right: BigDigits) -> BigDigits {
    var product = [UInt32](repeating: 0, count: left.limbs.count + right.limbs.count)
    for (at, limb) in left.limbs.enumerated() {
      var carry: UInt64 = 0
      for (other, factor) in right.limbs.enumerated() {
        let total = UInt64(product[at + other]) + UInt64(limb) * UInt64(factor) + carry
        product[at + other] = UInt32(total % base)
        carry = total / base
      }
      product[at + right.limbs.count] += UInt32(carry)
    }
    return BigDigits(limbs: product)
  }

  /// The number with zeros behind it.
  ///
  /// - Complexity: O(n).
  func shifted(by zeros: Int) -> BigDigits {
    if isZero || zeros == 0 { return self }
    let factor = (0..<zeros % Self.places).reduce(UInt128(1)) { power, _ in power * 10 }
    let shifted = (self * BigDigits(factor)).limbs
    return BigDigits(limbs: Array(repeating: 0, count: zeros / Self.places) + shifted)
  }

  /// How often another number is in this one, and what is left; the other must not be 0.
  ///
  /// Knuth's algorithm D (The Art of Computer Programming 2, 4.3.1).
  ///
  /// - Complexity: O(n · m) in their digits.
  func divided(by divisor: BigDigits) -> (quotient: BigDigits, remainder: BigDigits) {
    if isLess(than: divisor) { return (BigDigits(0), self) }
    if divisor.limbs.count == 1 { return divided(byLimb: UInt64(divisor.limbs[0])) }
    // The highest digit of the divisor has to be at least half of the base, so that guesses are close.
    let scale = BigDigits(UInt128(Self.base / (UInt64(divisor.limbs[divisor.limbs.count - 1]) + 1)))
    let lower = (divisor * scale).limbs
    var rest = (self * scale).limbs + [0]
    var quotient = [UInt32](repeating: 0, count: rest.count - lower.count)
    for at in quotient.indices.reversed() {
      quotient[at] = Self.takeMultiple(of: lower, from: &rest, at: at)
    }
    let remainder = BigDigits(limbs: rest).divided(by: scale).quotient
    return (BigDigits(limbs: quotient), remainder)
  }

  private func divided(byLimb divisor: UInt64) -> (quotient: BigDigits, remainder: BigDigits) {
    var (quotient, rest) = ([UInt32](repeating: 0, count: limbs.count), UInt64(0))
    for at in limbs.indices.reversed() {
      let current = rest * Self.base + UInt64(limbs[at])
      quotient[at] = UInt32(current / divisor)
      rest = current % divisor
    }
    return (BigDigits(limbs: quotient), BigDigits(UInt128(rest)))
  }

  /// Takes away as often as it goes, and says how often.
  private static func takeMultiple(
    of divisor: [UInt32], from rest: inout [UInt32], at: Int
  ) -> UInt32 {
    let count = divisor.count
    let top = UInt64(rest[at + count]) * base + UInt64(rest[at + count - 1])
    var guess = min(top / UInt64(divisor[count - 1]), base - 1)
    while guess > 0, !subtract(divisor, times: guess, from: &rest, at: at) { guess -= 1 }
    return UInt32(guess)
  }

  /// Takes a multiple away, or leaves all as it is where that is too much.
  private static func subtract(
    _ divisor: [UInt32], times factor: UInt64, from rest: inout [UInt32], at: Int
  ) -> Bool {
    var result = rest[at...at + divisor.count]
    var (carry, borrow) = (UInt64(0), UInt64(0))
    for place in 0...divisor.count {
      let product = (place < divisor.count ? UInt64(divisor[place]) * factor : 0) + carry
      carry = product / base
      let taken = product % base + borrow
      let current = UInt64(result[at + place])
      borrow = current < taken ? 1 : 0
      result[at + place] = UInt32(current + borrow * base - taken)
    }
    if borrow > 0 { return false }
    rest.replaceSubrange(result.indices, with: result)
    return true
  }

  private func limb(_ at: Int) -> UInt64 { at < limbs.count ? UInt64(limbs[at]) : 0 }
}
