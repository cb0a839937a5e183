public import EkibenDocuments

/// A number with a unit, as FHIRPath's `System.Quantity`: `1.80 'm'`, `4 days`.
///
/// Units are codes of UCUM, or words of the calendar. Years and months of the calendar are no `'a'` and
/// `'mo'`, which are so many seconds, but equivalent to them.
public struct Amount: Hashable, Sendable, CustomStringConvertible {
  /// The unit of a number that has none.
  package static let one = "1"

  /// The number.
  public let number: DecimalNumber
  /// The code of the unit; of a word of the calendar the word, for one of them.
  public let unit: String
  /// Whether the unit is a word of the calendar.
  public let isCalendar: Bool

  /// A number with a unit of UCUM.
  public init(_ number: DecimalNumber, unit: String) {
    // Real forms write `4 'weeks'` as well.
    let word = Self.calendarWord(unit)
    (self.number, self.unit, isCalendar) = (number, word?.rawValue ?? unit, word != nil)
  }

  /// A number of a unit of the calendar.
  init(_ number: DecimalNumber, _ unit: PartialDate.Unit) {
    (self.number, self.unit, isCalendar) = (number, unit.rawValue, true)
  }

  private init(_ number: DecimalNumber, _ unit: String, isCalendar: Bool) {
    (self.number, self.unit, self.isCalendar) = (number, unit, isCalendar)
  }

  func with(_ number: DecimalNumber) -> Amount { Amount(number, unit, isCalendar: isCalendar) }

  /// `week` and `weeks`, and so on; nil where it is none.
  static func calendarWord(_ word: String) -> PartialDate.Unit? {
    PartialDate.Unit(rawValue: word)
      ?? (word.utf8.last == UInt8(ascii: "s")
        ? PartialDate.Unit(rawValue: String(word.dropLast())) : nil)
  }

  /// What it adds to a date: of UCUM's units those that are so many seconds everywhere.
  var calendarUnit: PartialDate.Unit? {
    let word = isCalendar ? unit : Unit.calendarCodes.first { $0.value == unit }?.key
    return word.flatMap { PartialDate.Unit(rawValue: $0) }
  }

  /// The same as so many seconds: of a year and a month of the calendar the `'a'` and the `'mo'`.
  var definite: Amount {
    guard isCalendar, let code = ["year": "a", "month": "mo"][unit] else { return self }
    return Amount(number, code, isCalendar: false)
  }

  /// As FHIRPath writes it: `1.80 'm'`, `4 days`, `1 week`.
  public var description: String {
    if !isCalendar { return "\(number) '\(unit)'" }
    return "\(number) \(unit)\(number.digits == "1" ? "" : "s")"
  }
}

/// Comparing, adding, converting and multiplying amounts.
extension Amount {
  /// Both numbers in one unit; nil where the units have nothing in common.
  ///
  /// - Throws: ``DecimalTooLong``.
  func aligned(
    with other: Amount
  ) throws(DecimalTooLong) -> (left: DecimalNumber, right: DecimalNumber)? {
    if unit == other.unit, isCalendar == other.isCalendar { return (number, other.number) }
    guard let mine = try Unit(self), let theirs = try Unit(other),
      mine.dimensions == theirs.dimensions
    else { return nil }
    // Multiplied crosswise, so that no quotient is rounded.
    let left = try number.adding(mine.offset).multiplied(by: mine.numerator)
    let right = try other.number.adding(theirs.offset).multiplied(by: theirs.numerator)
    return (try left.multiplied(by: theirs.denominator), try right.multiplied(by: mine.denominator))
  }

  /// The sum, or the difference, in the unit of the left one; nil where the units have nothing in common.
  ///
  /// - Throws: ``DecimalTooLong``.
  func adding(_ other: Amount, isNegative: Bool) throws(DecimalTooLong) -> Amount? {
    guard let addend = try other.converted(like: self) else { return nil }
    return with(try isNegative ? number.subtracting(addend) : number.adding(addend))
  }

  /// The number that it is in the unit of another one; nil where the units have nothing in common, and of
  /// temperatures, which have no common zero.
  ///
  /// - Throws: ``DecimalTooLong``.
  package func converted(like other: Amount) throws(DecimalTooLong) -> DecimalNumber? {
    if unit == other.unit, isCalendar == other.isCalendar { return number }
    guard let mine = try Unit(self), let theirs = try Unit(other),
      mine.dimensions == theirs.dimensions, !mine.hasOffset, !theirs.hasOffset
    else { return nil }
    let base = try number.multiplied(by: mine.numerator).multiplied(by: theirs.denominator)
    return try base.divided(by: mine.denominator.multiplied(by: theirs.numerator))
  }

  /// The number that it is without a unit; nil where it has a dimension, or too many digits.
  var plainNumber: DecimalNumber? {
    if unit == Self.one { return number }
    do throws(DecimalTooLong) {
      return try converted(like: Amount(DecimalNumber(1), unit: Self.one))
    } catch {
      // It is compared one by one, which then says so.
      return nil
    }
  }

  /// The product or the quotient of both; nil of unknown units, and of a division by 0.
  ///
  /// - Throws: ``DecimalTooLong``.
  func multiplied(by other: Amount, isQuotient: Bool) throws(DecimalTooLong) -> Amount? {
    if other.unit == Self.one {
      if isQuotient { return try number.divided(by: other.number).map(with) }
      return with(try number.multiplied(by: other.number))
    }
    if !isQuotient, unit == Self.one { return other.with(try number.multiplied(by: other.number)) }
    guard let mine = try Unit(self), let theirs = try Unit(other), !mine.hasOffset,
      !theirs.hasOffset, let left = try mine.base(number), let right = try theirs.base(other.number)
    else { return nil }
    let product = try isQuotient ? left.divided(by: right) : left.multiplied(by: right)
    let unit = mine.dimensions.times(theirs.dimensions, isQuotient: isQuotient).code
    return product.map { Amount($0, unit, isCalendar: false) }
  }
}

extension Unit {
  fileprivate init?(_ amount: Amount) throws(DecimalTooLong) {
    if amount.isCalendar { self.init(calendar: amount.unit) } else { try self.init(amount.unit) }
  }

  fileprivate func base(_ number: DecimalNumber) throws(DecimalTooLong) -> DecimalNumber? {
    try number.multiplied(by: numerator).divided(by: denominator)
  }
}
