import Foundation

/// The few units known here.
enum SlowUnit {
  /// Whether the unit is one of the words of the calendar.
  static func isWord(_ unit: String) -> Bool { ["year", "month", "week", "day"].contains(unit) }

  /// The kind of thing the unit measures and its size in the smallest unit of that kind.
  static func scale(_ amount: SlowAmount) -> (kind: String, size: Decimal)? {
    switch (amount.unit, amount.isCalendar) {
    case ("mg", false): return ("mass", 1)
    case ("g", false): return ("mass", 1000)
    case ("kg", false): return ("mass", 1_000_000)
    case ("cm", false): return ("length", 1)
    case ("m", false): return ("length", 100)
    case ("d", false), ("day", true): return ("days", 1)
    case ("wk", false), ("week", true): return ("days", 7)
    case ("month", true): return ("months", 1)
    case ("year", true): return ("months", 12)
    default: return nil
    }
  }

  /// The two numbers in one unit; nil when the units do not convert.
  static func common(_ left: SlowAmount, _ right: SlowAmount) throws -> (Decimal, Decimal)? {
    if SlowText.same(left.unit, right.unit) && left.isCalendar == right.isCalendar {
      return (left.number, right.number)
    }
    guard let a = scale(left), let b = scale(right), a.kind == b.kind else { return nil }
    return (
      try SlowNumber.product(left.number, a.size), try SlowNumber.product(right.number, b.size)
    )
  }

  /// The number of the right quantity in the unit of the left one; nil when not convertible.
  static func converted(_ right: SlowAmount, to left: SlowAmount) throws -> Decimal? {
    guard let (_, number) = try common(left, right) else { return nil }
    if SlowText.same(left.unit, right.unit) && left.isCalendar == right.isCalendar {
      return number
    }
    guard let size = scale(left)?.size else { return nil }
    return try SlowNumber.quotient(number, size)
  }
}
