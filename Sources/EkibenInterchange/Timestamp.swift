/// Times as text: RFC 3339 in and out, UTC milliseconds inside.
///
/// Not Foundation's: that one reads 30 February as 2 March and stops reading where it has enough,
/// writes 123 milliseconds as 122, and counts by Caesar's calendar before 1582.
package enum Timestamp {
  /// What an option that takes a time is said to take.
  package static let kind = "a time such as 2026-11-21T10:00:00Z"

  /// Reads `2026-11-21T10:00:00Z`, with or without fractions of a second, with any offset.
  ///
  /// - Returns: UTC milliseconds since 1970, or nil when the text is no such time.
  package static func parse(_ text: String) -> Int64? {
    let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))/
    guard let parts = text.wholeMatch(of: form.asciiOnlyDigits()) else { return nil }
    let day = day(number(parts.1), number(parts.2), number(parts.3))
    let (hour, minute, second) = (number(parts.4), number(parts.5), number(parts.6))
    let (offsetHour, offsetMinute) = (number(parts.9), number(parts.10))
    guard let day, hour < 24, minute < 60, second < 60, offsetHour < 24, offsetMinute < 60 else {
      return nil
    }
    let offset = (offsetHour * 60 + offsetMinute) * (parts.8 == "-" ? -1 : 1)
    let seconds = ((day * 24 + hour) * 60 + minute - offset) * 60 + second
    return seconds * 1000 + milliseconds(parts.7)
  }

  private static func milliseconds(_ fraction: Substring?) -> Int64 {
    let digits = fraction?.prefix(3) ?? ""
    return number(digits + String(repeating: "0", count: 3 - digits.count))
  }

  private static func number(_ digits: Substring?) -> Int64 { digits.flatMap { Int64($0) } ?? 0 }

  /// Days since 1970 in the calendar that is used everywhere; nil for a date that never was.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day) else { return nil }
    // Day 0 of the year 0 is 719,528 days before 1970.
    let leapDays = (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
    return year * 365 + leapDays + lengths.prefix(Int(month) - 1).reduce(0, +) + day - 1 - 719_528
  }

  /// `2026-11-21T10:00:00.000Z`, as data has it.
  ///
  /// A time from damaged data may be any; outside of the years 0 to 9999 the nearest is shown.
  package static func text(_ time: Int64) -> String {
    let time = min(max(time, -62_167_219_200_000), 253_402_300_799_999)
    let (day, rest) = floored(time, 86_400_000)
    let (year, month, dayOfMonth) = date(day)
    let parts = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { digits($0, 2) }
    return "\(digits(year, 4))-\(digits(month, 2))-\(digits(dayOfMonth, 2))"
      + "T\(parts.joined(separator: ":")).\(digits(rest % 1000, 3))Z"
  }

  /// `2026-11-21 10:00:00`, in UTC, as people read it.
  package static func shown(_ time: Int64) -> String {
    String(text(time).prefix(19).map { $0 == "T" ? " " : $0 })
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }

  private static func floored(_ number: Int64, _ by: Int64) -> (quotient: Int64, rest: Int64) {
    let (quotient, rest) = number.quotientAndRemainder(dividingBy: by)
    return rest < 0 ? (quotient - 1, rest + by) : (quotient, rest)
  }

  // The inverse of `day`: a guess that is at most seven years too late, put right.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    var year = floored(day + 719_528, 365).quotient
    while let first = self.day(year, 1, 1), first > day { year -= 1 }
    var month: Int64 = 12
    while let first = self.day(year, month, 1), first > day { month -= 1 }
    return (year, month, day - (self.day(year, month, 1) ?? day) + 1)
  }
}
