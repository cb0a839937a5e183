import EkibenTesting
import Testing

@testable import EkibenDocuments

/// Numbers as digits in an array, computed as on paper.
private struct Paper {
  /// The digits, the lowest first.
  var digits: [Int]
  var isNegative: Bool
  var scale: Int

  init(_ text: String) {
    isNegative = text.hasPrefix("-")
    let plain = text.filter { $0 != "-" }
    scale = plain.split(separator: ".").dropFirst().first?.count ?? 0
    digits = plain.compactMap(\.wholeNumberValue).reversed()
  }

  init(_ digits: [Int], _ isNegative: Bool, _ scale: Int) {
    (self.digits, self.isNegative, self.scale) = (digits, isNegative, scale)
  }

  static func add(_ left: [Int], _ right: [Int]) -> [Int] {
    var (sum, carry) = ([Int](), 0)
    for at in 0...max(left.count, right.count) {
      let total = (at < left.count ? left[at] : 0) + (at < right.count ? right[at] : 0) + carry
      sum.append(total % 10)
      carry = total / 10
    }
    return sum
  }

  /// Takes one from the other; nil where that is too much.
  static func take(_ right: [Int], from left: [Int]) -> [Int]? {
    var (rest, borrow) = ([Int](), 0)
    for at in 0..<max(left.count, right.count) {
      let digit = (at < left.count ? left[at] : 0) - (at < right.count ? right[at] : 0) - borrow
      borrow = digit < 0 ? 1 : 0
      rest.append(digit + 10 * borrow)
    }
    return borrow == 0 ? rest : nil
  }

  func aligned(to scale: Int) -> [Int] { Array(repeating: 0, count: scale - self.scale) + digits }

  static func + (left: Paper, right: Paper) -> Paper {
    let scale = max(left.scale, right.scale)
    let (one, other) = (left.aligned(to: scale), right.aligned(to: scale))
    if left.isNegative == right.isNegative { return Paper(add(one, other), left.isNegative, scale) }
    if let rest = take(other, from: one) { return Paper(rest, left.isNegative, scale) }
    return Paper(take(one, from: other) ?? [], right.isNegative, scale)
  }

  static func * (left: Paper, right: Paper) -> Paper {
    var product: [Int] = []
    for (at, digit) in right.digits.enumerated() {
      for _ in 0..<digit { product = add(product, Array(repeating: 0, count: at) + left.digits) }
    }
    return Paper(product, left.isNegative != right.isNegative, left.scale + right.scale)
  }

  /// Long division: how often, and what is left.
  static func divide(_ left: [Int], by right: [Int]) -> (quotient: [Int], rest: [Int]) {
    var (quotient, rest) = ([Int](), [Int]())
    for digit in left.reversed() {
      rest.insert(digit, at: 0)
      var count = 0
      while let less = take(right, from: rest) { (rest, count) = (less, count + 1) }
      quotient.insert(count, at: 0)
    }
    return (quotient, rest)
  }

  var text: String {
    var digits = digits
    while digits.count > scale + 1, digits.last == 0 { digits.removeLast() }
    while digits.count < scale + 1 { digits.append(0) }
    var text = digits.reversed().map(String.init).joined()
    if scale > 0 { text.insert(".", at: text.index(text.endIndex, offsetBy: -scale)) }
    return (isNegative && digits.contains { $0 != 0 } ? "-" : "") + text
  }
}

private func number(_ text: String) throws -> DecimalNumber { try #require(DecimalNumber(text)) }

@Suite(.timeLimit(.minutes(20))) struct `Arithmetic with decimal numbers` {
  @Test(arguments: [
    ("0.1", "0.2", "0.3"), ("1.50", "1.5", "3.00"), ("1", "-1", "0"), ("0.5", "-0.50", "0.00"),
    ("-0", "0", "0"), ("99999999999999999999", "1", "100000000000000000000"), ("1e3", "1", "1001"),
    ("1e-3", "1", "1.001"), ("9223372036854775807", "1", "9223372036854775808"),
    ("170141183460469231731687303715884105727", "1", "170141183460469231731687303715884105728"),
    ("0e99999999999999999999", "1", "1"),
  ])
  func `adds and takes away`(left: String, right: String, sum: String) throws {
    #expect(try number(left).adding(number(right)).digits == sum)
    #expect(try number(right).adding(number(left)).digits == sum)
    #expect(try number(left).subtracting(number(right).negated()).digits == sum)
    #expect(try number(sum).subtracting(number(right)).isEqual(to: number(left)))
  }

  @Test(arguments: [
    ("1.50", "2.0", "3.000"), ("-3", "4", "-12"), ("0", "-7", "0"), ("1e2", "1e-2", "1.00"),
    ("99999999999999999999", "99999999999999999999", "9999999999999999999800000000000000000001"),
  ])
  func `multiplies`(left: String, right: String, product: String) throws {
    #expect(try number(left).multiplied(by: number(right)).digits == product)
  }

  @Test(arguments: [
    ("1", "2", "0.5"), ("4", "2", "2"), ("1", "3", "0.3333333333333333333333333333333333"),
    ("2", "3", "0.6666666666666666666666666666666667"),
    ("-2", "3", "-0.6666666666666666666666666666666667"),
    ("100", "0.25", "400"), ("0", "5", "0"), ("1e40", "1e39", "10"),
    ("1e40", "3", String(repeating: "3", count: 40)),
    ("1", "1e40", "0." + String(repeating: "0", count: 39) + "1"),
  ])
  func `divides`(left: String, right: String, quotient: String) throws {
    #expect(try number(left).divided(by: number(right))?.digits == quotient)
  }

  @Test(arguments: [
    ("5", "3", "1", "2"), ("-5", "3", "-1", "-2"), ("5", "-3", "-1", "2"), ("-5", "-3", "1", "-2"),
    ("2.5", "0.5", "5", "0.0"), ("1.0", "0.3", "3", "0.1"), ("3", "5", "0", "3"),
    ("1e40", "7", "1428571428571428571428571428571428571428", "4"),
  ])
  func `cuts quotients off towards zero`(
    left: String, right: String, quotient: String, rest: String
  ) throws {
    let found = try #require(try number(left).dividedWithRemainder(by: number(right)))
    #expect(found.quotient.digits == quotient && found.remainder.digits == rest)
  }

  @Test(arguments: [
    ("1.25", 1, "1.3"), ("-1.25", 1, "-1.3"), ("1.249", 1, "1.2"), ("0.5", 0, "1"), ("0.4", 0, "0"),
    ("9.99", 1, "10.0"), ("1.5", 3, "1.5"), ("-0.4", 0, "0"), ("12", -1, "12"),
    ("0.0005", 2, "0.00"),
  ])
  func `rounds halves away from zero`(text: String, places: Int, rounded: String) throws {
    #expect(try number(text).rounded(toPlaces: places).digits == rounded)
  }

  @Test func `has no quotient by nothing, and no result without end`() throws {
    #expect(try number("1").divided(by: number("0.0")) == nil)
    #expect(try number("1").dividedWithRemainder(by: number("-0")) == nil)
    let long = try number(String(repeating: "9", count: 4096))
    #expect(try long.adding(number("0")) == long)
    #expect(throws: DecimalTooLong.self) { try long.adding(number("1")) }
    #expect(throws: DecimalTooLong.self) { try long.multiplied(by: long) }
    for text in ["1e5000", "1e-5000", "1e99999999999999999999", "-1e-9223372036854775808"] {
      #expect(throws: DecimalTooLong.self) { try number(text).adding(number("1")) }
    }
    let tiny = try number("1e-4000")
    #expect(throws: DecimalTooLong.self) { try tiny.multiplied(by: tiny) }
    #expect(throws: DecimalTooLong.self) {
      try number(String(repeating: "1", count: 4097)).negated()
    }
    #expect(DecimalNumber(Int64.min).digits == "-9223372036854775808")
  }

  private func random(_ random: inout SeededGenerator) -> String {
    let lengths = [1, 2, 9, 10, 18, 19, 36, 40, 120]
    let digits = (0..<random.pick(lengths)).map { _ in
      String(random.pick([0, 0, 1, 5, 9, random.number(in: 0...9)]))
    }
    var text = digits.joined().drop { $0 == "0" }
    if text.isEmpty { text = "0" }
    let scale = random.once(in: 2) ? 0 : random.number(in: 0...12)
    let fraction = (0..<scale).map { _ in String(random.number(in: 0...9)) }.joined()
    return (random.once(in: 2) ? "-" : "") + text + (fraction.isEmpty ? "" : "." + fraction)
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `is that of numbers on paper`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<40 {
      let (left, right) = (random(&generator), random(&generator))
      let (one, other) = (Paper(left), Paper(right))
      let (mine, theirs) = (try number(left), try number(right))
      #expect(try mine.adding(theirs).digits == (one + other).text, "\(left) + \(right)")
      #expect(try mine.multiplied(by: theirs).digits == (one * other).text, "\(left) * \(right)")
      guard other.digits.contains(where: { $0 != 0 }) else { continue }
      let scale = max(one.scale, other.scale)
      let (quotient, rest) = Paper.divide(one.aligned(to: scale), by: other.aligned(to: scale))
      let found = try #require(try mine.dividedWithRemainder(by: theirs))
      let sign = one.isNegative != other.isNegative
      #expect(found.quotient.digits == Paper(quotient, sign, 0).text, "\(left) div \(right)")
      #expect(
        found.remainder.digits == Paper(rest, one.isNegative, scale).text, "\(left) mod \(right)")
      try expectQuotient(mine, theirs)
    }
  }

  @Test(arguments: [
    ("7", "2", "1", true), ("7", "2", "0", false), ("0.3", "0.1", "0", true),
    ("-5", "0.5", "0", true),
    ("1e40", "2", "0", true), ("1e40", "3", "0", false), ("1e40", "3", "1", true),
    ("0.00000000000000000000000000000000000000003", "0.3", "0", false), ("5", "0", "0", true),
  ]) func `a number is a whole number of steps from another, however long they are`(
    _ digits: String, _ step: String, _ first: String, _ isMultiple: Bool
  ) throws {
    let (value, size, start) = (try number(digits), try number(step), try number(first))
    #expect(value.isMultiple(of: size, from: start) == isMultiple)
  }

  /// A quotient of 34 digits is at most half a unit of its last one away.
  private func expectQuotient(_ left: DecimalNumber, _ right: DecimalNumber) throws {
    let quotient = try #require(try left.divided(by: right))
    let error = try quotient.multiplied(by: right).subtracting(left)
    let digits = quotient.digits.filter { $0 != "-" && $0 != "." }.drop { $0 == "0" }
    let places = quotient.fractionDigits + max(0, 34 - digits.count)
    let half = try number("0." + String(repeating: "0", count: places) + "5")
    let bound = try half.multiplied(by: right)
    let size = try error.digits.hasPrefix("-") ? error.negated() : error
    let most = try bound.digits.hasPrefix("-") ? bound.negated() : bound
    let isLong = digits.count > 34
    #expect(isLong || !most.isLess(than: size), "\(left) / \(right)")
  }
}
