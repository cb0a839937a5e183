import EkibenDocuments
import EkibenInterchange

/// Times as people read and write them: in the system's time zone.
///
/// JSON has them in UTC (``Timestamp``).
enum LocalTime {
  /// What an option that takes a time is said to take.
  static let kind =
    "a time such as 2026-11-21T10:00:00Z, \"2026-11-21 10:00\", 2026-11-21, 10:00, yesterday or "
    + "\"2 hours ago\""

  /// `2026-11-21 10:00:00+01:00`; ``parse(_:now:)`` reads it.
  static func text(_ time: Int64) -> String {
    let time = min(max(time, UTCTime.writable.lowerBound), UTCTime.writable.upperBound)
    let offset = StandardStreams.localOffset(at: time)
    let clock = Timestamp.text(time + Int64(offset) * 60_000).prefix(19)
    return clock.map { $0 == "T" ? " " : String($0) }.joined() + zone(offset)
  }

  private static func zone(_ offset: Int) -> String {
    if offset == 0 { return "Z" }
    let (hours, minutes) = abs(offset).quotientAndRemainder(dividingBy: 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(offset < 0 ? "-" : "+")\(two(hours)):\(two(minutes))"
  }

  /// Reads a time as it is printed, or as a person says it: with an offset or in local time, a day (its
  /// beginning), a time of today, `now`, `today`, `yesterday`, `3 days ago`.
  ///
  /// - Returns: UTC milliseconds since 1970, or nil when the text is no such time.
  static func parse(_ text: String, now: Int64) -> Int64? {
    if let time = Timestamp.parse(withT(text)) { return time }
    if let words = said(text, now: now) { return words }
    let today = self.text(now).prefix(10)
    // The seconds may be missing, and the day or the time.
    let day = "\(today) \(text)"
    for whole in [text, "\(text):00", "\(text) 00:00:00", day, "\(day):00"] {
      if let local = Timestamp.parse(withT(whole) + "Z") {
        return utc(of: local, isFirst: isDay(text))
      }
    }
    return nil
  }

  /// The last moment that a text means: a time that names a second, as it is printed, is all of that second.
  static func end(of text: String, now: Int64) -> Int64? {
    let clock = withT(text).split(separator: "T").last?.prefix { !"Z+-".contains($0) } ?? ""
    let isSecond = clock.split(separator: ":").count == 3 && !clock.contains(".")
    return parse(text, now: now).map { isSecond ? $0 + 999 : $0 }
  }

  /// The last second of a day that is said without a time, as it is printed; nil of any other text.
  static func lastSecond(of text: String, now: Int64) -> String? {
    guard ["today", "yesterday"].contains(text) || isDay(text) else { return nil }
    let next = parse(text, now: now).flatMap { beginning(of: $0, daysBefore: -1) }
    return next.map { self.text($0 - 1000) }
  }

  private static func isDay(_ text: String) -> Bool { DateText(text)?.precision == .day }

  private static func withT(_ text: String) -> String {
    let (day, time) = (text.prefix(10), text.dropFirst(10))
    return time.first == " " ? "\(day)T\(time.dropFirst())" : text
  }

  // Clocks may be set in between: back, so that a time comes twice, or on, so that it does not come at all
  // and is read as by the clock of before.
  private static func utc(of local: Int64, isFirst: Bool) -> Int64 {
    func offset(at time: Int64) -> Int64 { Int64(StandardStreams.localOffset(at: time)) * 60_000 }
    let day: Int64 = 86_400_000
    let before = local - offset(at: local - day)
    let times = [before, local - offset(at: local + day)].filter { $0 + offset(at: $0) == local }
    return (isFirst ? times.min() : times.max()) ?? before
  }

  private static func said(_ text: String, now: Int64) -> Int64? {
    let words = text.split(separator: " ")
    switch words {
    case ["now"]: return now
    case ["today"]: return beginning(of: now, daysBefore: 0)
    case ["yesterday"]: return beginning(of: now, daysBefore: 1)
    default: break
    }
    guard words.count == 3, words[2] == "ago", let count = Int64(words[0]), count >= 0 else {
      return nil
    }
    let name = words[1].hasSuffix("s") ? words[1].dropLast() : words[1]
    guard let unit = PartialDate.Unit(rawValue: String(name)) else { return nil }
    let date = PartialDate(milliseconds: now, offset: StandardStreams.localOffset(at: now))
    return date?.adding(-count, unit).flatMap { Timestamp.parse($0.description) }
  }

  private static func beginning(of time: Int64, daysBefore days: Int64) -> Int64? {
    let day = text(time).prefix(10)
    return Timestamp.parse("\(day)T00:00:00Z").map {
      utc(of: $0 - days * 86_400_000, isFirst: true)
    }
  }
}
