internal import EkibenDocuments

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
    var reader = TimeReader(rest: Array(text.utf8)[...])
    guard let year = reader.number(4), reader.take("-"), let month = reader.number(2),
      reader.take("-"), let dayOfMonth = reader.number(2), let day = day(year, month, dayOfMonth),
      reader.take("T"), let time = reader.timeOfDay(), let offset = reader.offset(),
      reader.rest.isEmpty
    else { return nil }
    return day * 86_400_000 + time - offset
  }

  /// Days since 1970 in the calendar that is used everywhere; nil for a date that never was.
  private static func day(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64? {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...12).contains(month), (1...lengths[Int(month) - 1]).contains(day) else { return nil }
    return UTCTime.day(Int(year), Int(month), Int(day))
  }

  /// `2026-11-21T10:00:00.000Z`, as data has it.
  ///
  /// A time from damaged data may be any; outside of the years 0 to 9999 the nearest is shown.
  package static func text(_ time: Int64) -> String {
    let nearest = min(max(time, UTCTime.writable.lowerBound), UTCTime.writable.upperBound)
    var text: [UInt8] = []
    UTCTime.write(nearest, to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// `2026-11-21 10:00:00`, in UTC, as people read it.
  package static func shown(_ time: Int64) -> String {
    String(text(time).prefix(19).map { $0 == "T" ? " " : $0 })
  }
}

/// Takes the text of a time apart, from the left; a regular expression takes a hundred times as long.
private struct TimeReader {
  var rest: ArraySlice<UInt8>

  /// `10:00:00`, perhaps with a fraction, in milliseconds.
  mutating func timeOfDay() -> Int64? {
    guard let hour = number(2), hour < 24, take(":"), let minute = number(2), minute < 60,
      take(":"), let second = number(2), second < 60, let milliseconds = milliseconds()
    else { return nil }
    return ((hour * 60 + minute) * 60 + second) * 1000 + milliseconds
  }

  /// `Z`, or hours and minutes from UTC, in milliseconds.
  mutating func offset() -> Int64? {
    if take("Z") { return 0 }
    let isBehind = rest.first == UInt8(ascii: "-")
    guard take("+") || take("-"), let hour = number(2), hour < 24, take(":"),
      let minute = number(2), minute < 60
    else { return nil }
    return (hour * 60 + minute) * (isBehind ? -60_000 : 60_000)
  }

  // What is finer than a millisecond is cut off.
  private mutating func milliseconds() -> Int64? {
    guard take(".") else { return 0 }
    let digits = rest.prefix(while: Self.isDigit)
    guard !digits.isEmpty else { return nil }
    rest = rest[digits.endIndex...]
    return (0..<3).reduce(0) { sum, at in
      sum * 10 + (at < digits.count ? Int64(digits[digits.startIndex + at]) - 0x30 : 0)
    }
  }

  mutating func number(_ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(Self.isDigit) else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int64($1) - 0x30 }
  }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
