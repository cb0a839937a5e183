extension DateText {
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

extension DateText.Parts {
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
