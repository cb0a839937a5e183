/// A date, a date and time, or a time of day as it was written: precision and digits are kept.
///
/// ```text
/// 2024   2024-03   2024-03-09                    a date
/// 2024-03-09T10:00   2024-03-09T10:00:00.250Z    a date and time, perhaps with `Z` or an offset
/// 10:00   10:00:00.250                           a time of day
/// ```
///
/// Like a ``DecimalNumber`` it is its text, checked to name a day and a time that exist in the
/// Gregorian calendar; ``PartialDate`` computes with it. A leap second (`:60`) is accepted in any
/// minute, because which minutes had one is a table that changes. Hour 24 and the year 0 are
/// refused, as FHIR does.
public struct DateText: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
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
    /// Seconds, and this many digits after their decimal point.
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

  /// The year, month, day and so on, as numbers.
  ///
  /// - Complexity: O(n).
  public var parts: Parts { DateReading(text)?.parts ?? Parts() }

  /// The text as it was written.
  public var description: String { text }

  /// The numbers that a date or time is made of; what was not written is nil.
  public struct Parts: Hashable, Sendable {
    /// The year, 1 to 9999.
    public var year: Int?
    /// The month, 1 to 12.
    public var month: Int?
    /// The day of the month, from 1.
    public var day: Int?
    /// The hour, 0 to 23.
    public var hour: Int?
    /// The minute, 0 to 59.
    public var minute: Int?
    /// The second, 0 to 60.
    public var second: Int?
    /// The digits after the decimal point of the second.
    public var fraction: String?
    /// How far the time is ahead of UTC, in minutes; 0 also where `Z` was written.
    public var offset: Int?

    // The first or last microsecond since 1970 that they may mean; a time alone is one of its first day.
    fileprivate func microseconds(last: Bool, _ onTheWall: Bool) -> Int64 {
      let month = month ?? (last ? 12 : 1)
      let length = DateScanner.days(of: month, in: year ?? 1970).upperBound - 1
      let date = year.map { UTCTime.day($0, month, day ?? (last ? length : 1)) } ?? 0
      let minutes = (hour ?? (last ? 23 : 0)) * 60 + (minute ?? (last ? 59 : 0))
      let seconds = minutes * 60 + (second ?? (last ? 59 : 0)) - (onTheWall ? 0 : offset ?? 0) * 60
      let digits = Array((fraction ?? "").utf8).prefix(6)
      let micros = (0..<6).reduce(0) { sum, at in
        sum * 10 + (at < digits.count ? Int(digits[at]) - 0x30 : last ? 9 : 0)
      }
      return (date * 86_400 + Int64(seconds)) * 1_000_000 + Int64(micros)
    }
  }

  /// Whether a text has the form of a date or time but names one that does not exist, such as
  /// `2024-02-30`.
  ///
  /// - Complexity: O(n).
  public static func namesNoDate(_ text: String) -> Bool {
    guard DateText(text) == nil else { return false }
    var bytes = Array(text.utf8)
    let colon = bytes.count > 2 && bytes[2] == UInt8(ascii: ":")
    // With numbers that always exist in their place, what is left to be wrong is the form.
    for place in colon ? [0, 3, 6] : [5, 8, 11, 14, 17] where place + 2 <= bytes.count {
      let number = bytes[place...(place + 1)]
      guard number.allSatisfy(\.isDigit) else { continue }
      bytes.replaceSubrange(place..<(place + 2), with: "01".utf8)
    }
    return DateText(String(decoding: bytes, as: UTF8.self)) != nil
  }

  /// Declares a date in code.
  ///
  /// A literal that is no date is the programmer's mistake and traps.
  public init(stringLiteral text: String) {
    precondition(DateReading(text) != nil, "not a date: \(text)")
    self.text = text
  }

  /// Whether everything that this text may mean lies before all that another may mean.
  ///
  /// `2024` is before `2025-01`, and neither before nor after `2024-06`. Where only one of them says how
  /// far it is from UTC, clocks are compared as they stand on the wall; what is finer than a
  /// microsecond is left out.
  ///
  /// - Complexity: O(n).
  public func isBefore(_ other: DateText) -> Bool {
    guard (kind == .time) == (other.kind == .time) else { return false }
    let (mine, theirs) = (parts, other.parts)
    let onTheWall = mine.offset == nil || theirs.offset == nil
    return mine.microseconds(last: true, onTheWall) < theirs.microseconds(last: false, onTheWall)
  }

  /// The day that is some years, months, weeks or days after this one; where its month is shorter,
  /// the last day of that.
  ///
  /// - Returns: nil where this names no day, or the years 1 to 9999 end before.
  package func adding(_ count: Int, _ unit: PartialDate.Unit) -> DateText? {
    let day = PartialDate(self).converted(to: .date)
    return day?.precision == .day ? day?.adding(Int64(count), unit)?.dateText : nil
  }

  /// The day that is this many days after 1970-01-01; nil outside of the years 1 to 9999.
  package init?(day: Int64) {
    guard let date = PartialDate(day: day)?.dateText else { return nil }
    self = date
  }
}

private struct DateReading {
  private(set) var kind = DateText.Kind.date
  private(set) var precision = DateText.Precision.year
  private(set) var parts = DateText.Parts()
  private var scanner: DateScanner

  init?(_ text: String) {
    scanner = DateScanner(text)
    let isTime = text.utf8.dropFirst(2).first == UInt8(ascii: ":")
    guard isTime ? readTime() : readDate() else { return nil }
    if isTime { kind = .time }
    guard scanner.isAtEnd else { return nil }
  }

  private mutating func readDate() -> Bool {
    guard let year = scanner.number(digits: 4), year > 0 else { return false }
    parts.year = year
    guard scanner.take("-") else { return true }
    guard let month = scanner.number(digits: 2), (1...12).contains(month) else { return false }
    precision = .month
    parts.month = month
    guard scanner.take("-") else { return true }
    guard let day = scanner.number(digits: 2),
      DateScanner.days(of: month, in: year).contains(day)
    else { return false }
    precision = .day
    parts.day = day
    guard scanner.take("T") else { return true }
    kind = .dateTime
    return readTime() && readOffset()
  }

  private mutating func readTime() -> Bool {
    guard let minutes = scanner.minutes() else { return false }
    precision = .minute
    (parts.hour, parts.minute) = (minutes / 60, minutes % 60)
    guard scanner.take(":") else { return true }
    guard let second = scanner.number(digits: 2), second <= 60 else { return false }
    precision = .second
    parts.second = second
    guard scanner.take(".") else { return true }
    guard let digits = scanner.digits() else { return false }
    precision = .fraction(digits: digits.count)
    parts.fraction = digits.map { String($0) }.joined()
    return true
  }

  // Nothing, `Z`, or an offset of up to 14 hours: the farthest that anybody lives from Greenwich.
  private mutating func readOffset() -> Bool {
    if scanner.isAtEnd { return true }
    parts.offset = 0
    if scanner.take("Z") { return true }
    let isAhead = scanner.take("+")
    guard isAhead || scanner.take("-"), let minutes = scanner.minutes() else { return false }
    parts.offset = isAhead ? minutes : -minutes
    return minutes <= 14 * 60
  }
}
