internal import EkibenDocuments

/// Times as text: RFC 3339 in and out, UTC milliseconds inside.
///
/// Not Foundation's: that one reads 30 February as 2 March and stops reading where it has enough,
/// writes 123 milliseconds as 122, and uses the Julian calendar before 1582.
package enum Timestamp {
  /// What an option that takes a time is said to take.
  package static let kind = "a time such as 2026-11-21T10:00:00Z"

  /// Reads `2026-11-21T10:00:00Z`, with or without fractions of a second, with any offset.
  ///
  /// - Returns: UTC milliseconds since 1970, or nil when the text is no such time.
  package static func parse(_ text: String) -> Int64? {
    var scanner = DateScanner(text)
    guard let year = scanner.number(digits: 4), scanner.take("-"),
      let month = scanner.number(digits: 2), scanner.take("-"),
      let dayOfMonth = scanner.number(digits: 2),
      DateScanner.days(of: month, in: year).contains(dayOfMonth), scanner.take("T"),
      let time = scanner.milliseconds(), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    return UTCTime.day(year, month, dayOfMonth) * 86_400_000 + Int64(time - offset)
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

  /// `21 November 2026`, in UTC, as sentences have it.
  package static func day(_ time: Int64) -> String {
    let parts = text(time).prefix(10).split(separator: "-").compactMap { Int($0) }
    guard parts.count == 3, months.indices.contains(parts[1] - 1) else { return text(time) }
    return "\(parts[2]) \(months[parts[1] - 1]) \(parts[0])"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]
}

extension DateScanner {
  /// `10:00:00`, perhaps with a fraction, in milliseconds; what is finer is cut off.
  fileprivate mutating func milliseconds() -> Int? {
    guard let minutes = minutes(), take(":"), let second = number(digits: 2), second < 60 else {
      return nil
    }
    let whole = (minutes * 60 + second) * 1000
    guard take(".") else { return whole }
    guard let digits = digits() else { return nil }
    return whole + (0..<3).reduce(0) { $0 * 10 + ($1 < digits.count ? Int(digits[$1]) : 0) }
  }

  /// `Z`, or hours and minutes from UTC, in milliseconds.
  fileprivate mutating func offset() -> Int? {
    if take("Z") { return 0 }
    let isAhead = take("+")
    guard isAhead || take("-"), let minutes = minutes() else { return nil }
    return minutes * (isAhead ? 60_000 : -60_000)
  }
}
