package import EkibenDocuments

/// How conditions compare answers (rule E2): numbers by what they are and not by their digits, texts by
/// bytes, dates as far as both say, quantities of one unit by their numbers if these are no bounds, options by
/// code, which in their order is a number beside a number, and a date beside a date.
///
/// What cannot be compared is neither equal nor less.
enum AnswerOrder {
  static func isEqual(_ left: Value, _ right: Value) -> Bool {
    if let (left, right) = numbers(left, right) {
      return !left.isLess(than: right) && !right.isLess(than: left)
    }
    switch (left, right) {
    case (.date(let left), .date(let right)): return isSame(left, right)
    case (.record(let left), .record(let right)):
      if let (left, right) = amounts(left, right) { return isEqual(left, right) }
      guard let code = left.text("code"), let other = right.text("code") else {
        return left == right
      }
      return ByteText.equal(code, other) && isSameSystem(left, right)
    case (.record(let option), .text(let text)), (.text(let text), .record(let option)):
      // By its code; an answer in one's own words is what was written.
      return (option.text("code") ?? option.text("other")).map { ByteText.equal($0, text) } ?? false
    default: return left == right
    }
  }

  static func isLess(_ left: Value, _ right: Value) -> Bool {
    if let (left, right) = numbers(left, right) { return left.isLess(than: right) }
    switch (left, right) {
    case (.text(let left), .text(let right)): return ByteText.precedes(left, right)
    case (.date(let left), .date(let right)): return exact(left).isBefore(exact(right))
    case (.record(let left), .record(let right)):
      guard let (left, right) = amounts(left, right) else { return false }
      return isLess(left, right)
    default: return false
    }
  }

  /// Two values whose order is asked for: a text beside a number or a date is what it is read as, if it is one.
  static func alike(_ left: Value, _ right: Value) -> (Value, Value) {
    (read(left, as: right), read(right, as: left))
  }

  private static func read(_ value: Value, as other: Value) -> Value {
    guard case .text(let text) = value else { return value }
    return switch other {
    case .integer, .decimal: DecimalNumber(text).map(Value.decimal) ?? value
    case .date: DateText(text).map(Value.date) ?? value
    default: value
    }
  }

  /// Whether a comparison of two values says something of what they mean: `2024` is neither before `2024-06`
  /// nor not, and milligrams are no grams; but two texts that differ are known not to be equal.
  static func areComparable(
    _ left: Value, _ right: Value, for comparison: Formula.Comparison
  ) -> Bool {
    let (left, right) = comparison.isOfEquality ? (left, right) : alike(left, right)
    let mayStillBeEqual =
      switch (left, right) {
      case (.date, .date): true
      case (.record(let left), .record(let right)): left["number"] != nil && right["number"] != nil
      default: false
      }
    if comparison.isOfEquality, !mayStillBeEqual { return true }
    return isEqual(left, right) || isLess(left, right) || isLess(right, left)
  }

  /// Whether an answer is a value, or is a text that has another one in it.
  static func has(_ answer: Value, _ value: Value) -> Bool {
    if isEqual(answer, value) { return true }
    guard case .text(let text) = answer, case .text(let part) = value else { return false }
    return Array(text.utf8).contains(Array(part.utf8))
  }

  private static func numbers(_ left: Value, _ right: Value) -> (DecimalNumber, DecimalNumber)? {
    guard let left = left.asNumber, let right = right.asNumber else { return nil }
    return (left, right)
  }

  private static func amounts(_ left: Fields, _ right: Fields) -> (Value, Value)? {
    guard let number = left["number"], let other = right["number"], left["unit"] == right["unit"],
      left["comparator"] == nil, right["comparator"] == nil
    else { return nil }
    return (number, other)
  }

  private static func isSameSystem(_ left: Fields, _ right: Fields) -> Bool {
    guard let system = left.text("system"), let other = right.text("system") else { return true }
    return ByteText.equal(system, other)
  }

  // Of one precision: `2024` is not the same as `2024-06`, nor known to be another.
  private static func isSame(_ left: DateText, _ right: DateText) -> Bool {
    func saysSeconds(_ date: DateText) -> Bool {
      if case .fraction = date.precision { true } else { false }
    }
    let (left, right) = (exact(left), exact(right))
    return left.kind == right.kind
      && (left.precision == right.precision || saysSeconds(left) && saysSeconds(right))
      && !left.isBefore(right) && !right.isBefore(left)
  }

  // Seconds and what is behind their point are one number, in which digits that are not there are zeros.
  private static func exact(_ date: DateText) -> DateText {
    let missing: String
    switch date.precision {
    case .second: missing = ".000000"
    case .fraction(let digits) where digits < 6: missing = String(repeating: "0", count: 6 - digits)
    default: return date
    }
    // The zone follows the digits of the time; before the time stands a `T`, or nothing.
    let time = date.text.firstIndex(of: "T") ?? date.text.startIndex
    let zone = date.text[time...].firstIndex { "Z+-".contains($0) } ?? date.text.endIndex
    return DateText(date.text[..<zone] + missing + date.text[zone...]) ?? date
  }
}

extension Value {
  /// A number, whole or not; nil of anything else.
  package var asNumber: DecimalNumber? {
    switch self {
    case .integer(let integer): DecimalNumber(integer)
    case .decimal(let decimal): decimal
    default: nil
    }
  }
}
