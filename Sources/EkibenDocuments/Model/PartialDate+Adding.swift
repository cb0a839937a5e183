extension PartialDate {
  /// What can be added to a date or a time.
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    /// Years of the calendar.
    case year
    /// Months of the calendar.
    case month
    /// Weeks.
    case week
    /// Days.
    case day
    /// Hours.
    case hour
    /// Minutes.
    case minute
    /// Seconds.
    case second
    /// Thousandths of a second.
    case millisecond
  }

  /// The date or time so many units later, or earlier (FHIRPath 2.0, §6.7).
  ///
  /// Years and months lead to the same day, or to the month's last. Units that are finer than what was
  /// written count as whole ones of its precision: 24 hours are a day, 30 days a month, 12 months a
  /// year. A time of day goes round.
  ///
  /// - Returns: nil outside of the years 1 to 9999, or where days are added to a time of day.
  public func adding(_ count: Int64, _ unit: Unit) -> PartialDate? {
    // Far outside of all years, and so that nothing below can overflow.
    guard abs(Int128(count)) < 1 << 60 else { return nil }
    switch unit {
    case .year: return addingMonths(Int128(count) * 12)
    case .month: return addingMonths(Int128(count))
    case .week: return addingDays(Int128(count) * 7)
    case .day: return addingDays(Int128(count))
    case .hour: return addingMilliseconds(Int128(count) * 3_600_000)
    case .minute: return addingMilliseconds(Int128(count) * 60_000)
    case .second: return addingMilliseconds(Int128(count) * 1000)
    case .millisecond: return addingMilliseconds(Int128(count))
    }
  }

  private func addingMonths(_ months: Int128) -> PartialDate? {
    guard kind != .time, abs(months) < 1_000_000 else { return nil }
    let count = Int64(precision == .year ? months / 12 * 12 : months)
    let total = Int64(year) * 12 + Int64(month) - 1 + count
    let (newYear, newMonth) = (total.floored(by: 12), total - total.floored(by: 12) * 12 + 1)
    guard (1...9999).contains(newYear) else { return nil }
    var later = self
    (later.year, later.month) = (Int16(newYear), Int8(newMonth))
    let length = DateScanner.days(of: Int(newMonth), in: Int(newYear)).upperBound - 1
    later.day = min(day, Int8(length))
    return later
  }

  private func addingDays(_ days: Int128) -> PartialDate? {
    guard kind != .time, abs(days) < 4_000_000 else { return nil }
    switch precision {
    case .year: return addingMonths(days / 365 * 12)
    case .month: return addingMonths(days / 30)
    default: break
    }
    let start = UTCTime.day(Int(year), Int(month), Int(day)) + Int64(days)
    guard let date = PartialDate(day: start) else { return nil }
    var later = self
    (later.year, later.month, later.day) = (date.year, date.month, date.day)
    return later
  }

  private func addingMilliseconds(_ milliseconds: Int128) -> PartialDate? {
    let unit: Int128 =
      switch precision {
      case .year, .month, .day: 86_400_000
      case .hour: 3_600_000
      case .minute: 60_000
      case .second: 1
      }
    let whole = milliseconds / unit
    guard precision >= .hour else { return addingDays(whole) }
    let minutes = Int128(hour) * 60 + Int128(minute)
    let clock = (minutes * 60 + Int128(second)) * 1_000_000_000 + Int128(nanosecond)
    let (total, aDay) = (clock + whole * unit * 1_000_000, Int128(86_400_000_000_000))
    let days = (total >= 0 ? total : total - aDay + 1) / aDay
    var later = self
    later.setClock(total - days * aDay)
    if milliseconds % 1000 != 0 { later.fractionDigits = max(fractionDigits, 3) }
    return kind == .time ? later : later.addingDays(days)
  }

  private mutating func setClock(_ time: Int128) {
    let seconds = Int(time / 1_000_000_000)
    (hour, minute) = (Int8(seconds / 3600), Int8(seconds / 60 % 60))
    (second, nanosecond) = (Int8(seconds % 60), Int32(time % 1_000_000_000))
  }
}
