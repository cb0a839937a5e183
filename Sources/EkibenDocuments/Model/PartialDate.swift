/// A date, a date and time, or a time of day, as numbers to compute with, as far as it was written.
///
/// ``DateText`` keeps the text of an answer; this holds its numbers. Unlike a `DateText` it may end
/// after the hour, and a date and time may end anywhere after the year, as FHIRPath has them
/// (`@2015T`, `@T14`). Parts finer than a nanosecond are dropped.
public struct PartialDate: Hashable, Sendable {
  /// The finest part that was written; seconds and their fraction are one.
  public enum Precision: Int8, Hashable, Sendable, Comparable {
    /// The year.
    case year
    /// The month.
    case month
    /// The day.
    case day
    /// The hour.
    case hour
    /// The minute.
    case minute
    /// The second, with what is behind its point.
    case second

    /// Whether it is coarser than another one.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// A date, a date and time, or a time of day.
  public let kind: DateText.Kind
  /// The finest part that was written.
  public internal(set) var precision: Precision
  /// The year, 1 to 9999; 1970 of a time of day.
  var year: Int16 = 1970
  var month: Int8 = 1
  var day: Int8 = 1
  var hour: Int8 = 0
  var minute: Int8 = 0
  /// The second, 0 to 60.
  var second: Int8 = 0
  /// How many digits of the fraction were written, at most nine.
  var fractionDigits: Int8 = 0
  var nanosecond: Int32 = 0
  /// How far the time is ahead of UTC, in minutes, if it was said.
  public internal(set) var offset: Int16?

  /// Reads the numbers of a date text.
  ///
  /// - Complexity: O(n).
  public init(_ text: DateText) {
    let parts = text.parts
    kind = text.kind
    precision = Self.precision(of: parts)
    year = Int16(clamping: parts.year ?? 1970)
    month = Int8(clamping: parts.month ?? 1)
    day = Int8(clamping: parts.day ?? 1)
    hour = Int8(clamping: parts.hour ?? 0)
    minute = Int8(clamping: parts.minute ?? 0)
    second = Int8(clamping: parts.second ?? 0)
    offset = parts.offset.map { Int16(clamping: $0) }
    let digits = Array((parts.fraction ?? "").utf8.prefix(9))
    fractionDigits = Int8(clamping: digits.count)
    nanosecond = (0..<9).reduce(0) { $0 * 10 + ($1 < digits.count ? Int32(digits[$1]) - 0x30 : 0) }
  }

  /// A moment as local date and time, with its offset from UTC; nil outside of the years 1 to 9999.
  ///
  /// - Parameters:
  ///   - milliseconds: Since the first of 1970.
  ///   - offset: How far the clock is ahead of UTC, in minutes.
  public init?(milliseconds: Int64, offset: Int) {
    let local = UTCTime.local(milliseconds, offset: offset)
    let day = local.floored(by: 86_400_000)
    guard let date = PartialDate(day: day) else { return nil }
    self.init(date: date, time: local - day * 86_400_000)
    self.offset = Int16(clamping: offset)
  }

  /// The day that is this many days after 1970-01-01; nil outside of the years 1 to 9999.
  init?(day: Int64) {
    let (time, overflow) = day.multipliedReportingOverflow(by: 86_400_000)
    guard !overflow, UTCTime.writable.contains(time) else { return nil }
    let date = UTCTime.date(day)
    if date.year == 0 { return nil }
    (kind, precision) = (.date, .day)
    (year, month, self.day) = (Int16(date.year), Int8(date.month), Int8(date.day))
  }

  // A day and the milliseconds of its clock.
  private init(date: PartialDate, time: Int64) {
    (kind, precision) = (.dateTime, .second)
    (year, month, day) = (date.year, date.month, date.day)
    (hour, minute) = (Int8(time / 3_600_000), Int8(time / 60_000 % 60))
    (second, fractionDigits) = (Int8(time / 1000 % 60), 3)
    nanosecond = Int32(time % 1000) * 1_000_000
  }

  private init(_ kind: DateText.Kind, _ precision: Precision, from other: PartialDate) {
    (self.kind, self.precision) = (kind, precision)
    if kind != .time { (year, month, day) = (other.year, other.month, other.day) }
    guard kind != .date else { return }
    (hour, minute, second) = (other.hour, other.minute, other.second)
    (nanosecond, fractionDigits) = (other.nanosecond, other.fractionDigits)
    if kind == .dateTime { offset = other.offset }
  }

  private static func precision(of parts: DateText.Parts) -> Precision {
    if parts.second != nil { return .second }
    if parts.minute != nil { return .minute }
    if parts.day != nil { return .day }
    return parts.month == nil ? .year : .month
  }

  /// The same as another kind: the date of a date and time, its time of day, or a date as one that may have a
  /// time; nil where there is nothing of that kind in it.
  public func converted(to kind: DateText.Kind) -> PartialDate? {
    if kind == self.kind { return self }
    switch (self.kind, kind) {
    case (.date, .dateTime): return PartialDate(.dateTime, precision, from: self)
    case (.dateTime, .date): return PartialDate(.date, min(precision, .day), from: self)
    case (.dateTime, .time) where precision >= .hour:
      return PartialDate(.time, precision, from: self)
    default: return nil
    }
  }

  /// The same as far as a precision; unchanged where it is coarser.
  public func truncated(to precision: Precision) -> PartialDate {
    guard precision < self.precision, kind != .time || precision >= .hour else { return self }
    var shorter = PartialDate(kind, precision, from: self)
    if precision < .month { shorter.month = 1 }
    if precision < .day { shorter.day = 1 }
    if precision < .hour { (shorter.hour, shorter.offset) = (0, nil) }
    if precision < .minute { shorter.minute = 0 }
    (shorter.second, shorter.nanosecond, shorter.fractionDigits) = (0, 0, 0)
    return shorter
  }
}

extension Int64 {
  // Towards the smaller.
  package func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self < 0 && quotient * divisor != self ? quotient - 1 : quotient
  }
}
