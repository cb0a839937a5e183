extension PartialDate {
  /// How two dates or times compare.
  public enum Order: Hashable, Sendable {
    /// The first is earlier.
    case before
    /// Both are the same, and as precise.
    case same
    /// The first is later.
    case after
  }

  /// Compares part by part, from the year or the hour on, until one side has no more (FHIRPath 2.0, §6.2).
  ///
  /// With zones on both sides moments are compared. Where only one says its zone, they are compared if that
  /// makes no difference, wherever the other one was: more than 14 hours apart. A date has no zone.
  ///
  /// - Returns: nil where what was written does not decide, or a time of day is compared with a day.
  public func compared(to other: PartialDate) -> Order? {
    guard (kind == .time) == (other.kind == .time) else { return nil }
    let shared = min(precision, other.precision)
    var areMoments = false
    if shared >= .hour, kind != .time {
      if let mine = offset, let theirs = other.offset {
        areMoments = mine != theirs
        // An hour alone is one of another zone's half hours: only what both may mean decides.
        if areMoments, shared < .minute { return order(within: 0, other) }
      } else if offset != nil || other.offset != nil {
        return order(within: 14 * 3600, other)
      }
    }
    func key(_ date: PartialDate) -> Int128 {
      let date = date.truncated(to: shared)
      return areMoments ? date.moment : date.sortKey
    }
    let (mine, theirs) = (key(self), key(other))
    if mine != theirs { return mine < theirs ? .before : .after }
    return precision == other.precision ? .same : nil
  }

  // Whether one lies wholly before the other, and by more than so many seconds.
  private func order(within seconds: Int64, _ other: PartialDate) -> Order? {
    let slack = Int128(seconds) * 1_000_000_000
    if last + slack < other.moment { return .before }
    return other.last + slack < moment ? .after : nil
  }

  private var last: Int128 {
    let length: Int128 =
      switch precision {
      case .hour: 3600
      case .minute: 60
      default: 0
      }
    return moment + length * 1_000_000_000 - (length > 0 ? 1 : 0)
  }

  // What part by part is ordered as the parts are.
  private var sortKey: Int128 {
    let date = (Int128(year) * 16 + Int128(month)) * 32 + Int128(day)
    let time = (Int128(hour) * 64 + Int128(minute)) * 64 + Int128(second)
    return (date * 32 * 64 * 64 + time) * 1_000_000_000 + Int128(nanosecond)
  }

  /// Nanoseconds since 1970, of the zone that it says or as the clock shows them.
  private var moment: Int128 {
    let days = UTCTime.day(Int(year), Int(month), Int(day))
    let minutes = days * 1440 + Int64(hour) * 60 + Int64(minute) - Int64(offset ?? 0)
    return Int128(minutes * 60 + Int64(second)) * 1_000_000_000 + Int128(nanosecond)
  }
}
