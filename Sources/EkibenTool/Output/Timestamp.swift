#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Times as text: RFC 3339 in and out, UTC milliseconds inside.
enum Timestamp {
  /// What an option that takes a time is said to take.
  static let kind = "a time such as 2026-11-21T10:00:00Z"

  /// Reads `2026-11-21T10:00:00Z`, with or without fractions of a second, with any offset.
  ///
  /// - Returns: UTC milliseconds since 1970, or nil when the text is no such time.
  static func parse(_ text: String) -> Int64? {
    guard isWellFormed(text) else { return nil }
    for fractions in [false, true] {
      let style = Date.ISO8601FormatStyle(includingFractionalSeconds: fractions)
      do {
        let milliseconds = (try style.parse(text).timeIntervalSince1970 * 1000).rounded()
        return Int64(exactly: milliseconds)
      } catch { continue }
    }
    return nil
  }

  // Foundation stops reading where it has enough, and takes 30 February for 2 March.
  private static func isWellFormed(_ text: String) -> Bool {
    guard
      let match = text.wholeMatch(
        of: /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)/
          .asciiOnlyDigits()),
      let year = Int(match.1), let month = Int(match.2), let day = Int(match.3),
      let hour = Int(match.4), (1...12).contains(month), hour < 24
    else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...days[month - 1]).contains(day)
  }

  /// `2026-11-21T10:00:00.000Z`, as data has it.
  static func text(_ time: Int64) -> String {
    date(time).formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }

  /// `2026-11-21 10:00:00`, in UTC, as people read it.
  static func shown(_ time: Int64) -> String {
    let text = date(time).formatted(Date.ISO8601FormatStyle())
    return String(text.dropLast().map { $0 == "T" ? " " : $0 })
  }

  private static func date(_ time: Int64) -> Date {
    Date(timeIntervalSince1970: Double(time) / 1000)
  }
}
