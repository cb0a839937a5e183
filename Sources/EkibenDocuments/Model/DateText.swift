/// A date, a date and time, or a time of day as it was written: precision and digits are kept.
///
/// ```text
/// 2024   2024-03   2024-03-09                    a date
/// 2024-03-09T10:00   2024-03-09T10:00:00.250Z    a date and time, perhaps with `Z` or an offset
/// 10:00   10:00:00.250                           a time of day
/// ```
///
/// As with ``DecimalNumber`` nothing is computed with it: it is its text, checked to name a day and
/// a time that exist in the Gregorian calendar. A leap second (`:60`) is taken at its word, because
/// which minutes had one is a table that changes. Hour 24 and the year 0 are refused, as FHIR does.
public struct DateText: Hashable, Sendable, CustomStringConvertible {
  /// What a text names: a day or longer, a moment of a day, or a time of any day.
  public enum Kind: Hashable, Sendable {
    /// A year, a month or a day.
    case date
    /// A day and a time, with or without an offset from UTC.
    case dateTime
    /// A time without a day.
    case time
  }

  /// How much of a date or time was written.
  public enum Precision: Hashable, Sendable {
    /// The year.
    case year
    /// The month.
    case month
    /// The day.
    case day
    /// Hours and minutes.
    case minute
    /// Seconds.
    case second
    /// Seconds and this many digits behind their point.
    case fraction(digits: Int)
  }

  /// The text as it was written; it is plain ASCII, so that equal texts are equal bytes.
  public let text: String

  /// Reads one of the forms above.
  ///
  /// - Returns: nil when the text has none of them, or names no day or time that there is.
  /// - Complexity: O(n).
  public init?(_ text: String) {
    guard DateReading(text) != nil else { return nil }
    self.text = text
  }

  /// What the text names.
  ///
  /// - Complexity: O(n).
  public var kind: Kind { DateReading(text)?.kind ?? .date }

  /// How much of it was written.
  ///
  /// - Complexity: O(n).
  public var precision: Precision { DateReading(text)?.precision ?? .year }

  /// The text as it was written.
  public var description: String { text }
}

extension DateText: ExpressibleByStringLiteral {
  /// Declares a date in code.
  ///
  /// A literal that is no date is the programmer's mistake and traps.
  public init(stringLiteral text: String) {
    precondition(DateReading(text) != nil, "not a date: \(text)")
    self.text = text
  }
}

/// Takes the text of a date apart, from the left.
private struct DateReading {
  private(set) var kind = DateText.Kind.date
  private(set) var precision = DateText.Precision.year
  private var rest: Substring.UTF8View

  init?(_ text: String) {
    rest = text[...].utf8
    let isTime = rest.dropFirst(2).first == UInt8(ascii: ":")
    guard isTime ? readTime() : readDate() else { return nil }
    if isTime { kind = .time }
    guard rest.isEmpty else { return nil }
  }

  private mutating func readDate() -> Bool {
    guard let year = number(digits: 4), year > 0 else { return false }
    guard take("-") else { return true }
    guard let month = number(digits: 2), (1...12).contains(month) else { return false }
    precision = .month
    guard take("-") else { return true }
    guard let day = number(digits: 2), day > 0, day <= Self.days(of: month, in: year) else {
      return false
    }
    precision = .day
    guard take("T") else { return true }
    kind = .dateTime
    return readTime() && readOffset()
  }

  private mutating func readTime() -> Bool {
    guard let hour = number(digits: 2), hour < 24, take(":"),
      let minute = number(digits: 2), minute < 60
    else { return false }
    precision = .minute
    guard take(":") else { return true }
    guard let second = number(digits: 2), second <= 60 else { return false }
    precision = .second
    guard take(".") else { return true }
    let digits = rest.prefix(while: Self.isDigit).count
    guard digits > 0 else { return false }
    rest = rest.dropFirst(digits)
    precision = .fraction(digits: digits)
    return true
  }

  // Nothing, `Z`, or an offset of up to 14 hours: the farthest that anybody lives from Greenwich.
  private mutating func readOffset() -> Bool {
    if rest.isEmpty || take("Z") { return true }
    guard take("+") || take("-"), let hour = number(digits: 2), take(":"),
      let minute = number(digits: 2), minute < 60
    else { return false }
    return hour * 60 + minute <= 14 * 60
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func number(digits: Int) -> Int? {
    let found = rest.prefix(digits)
    guard found.count == digits, found.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return found.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func days(of month: Int, in year: Int) -> Int {
    switch month {
    case 2:
      year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
