import Foundation

/// A date, a date with time, or a time, taken apart into the components that are written.
struct SlowDate {
  /// Year, month, day, hour, minute, second; for a time: hour, minute, second.
  var components: [Decimal]
  var isTime: Bool
  /// Minutes east of UTC, when a zone is written.
  var zone: Int?

  /// Whether the text is a time alone: it starts with two digits, not four.
  static func isTime(_ value: String) -> Bool { value.prefix { $0.isNumber }.count == 2 }

  init(_ value: String) {
    isTime = SlowDate.isTime(value)
    let halves = value.split(separator: "T").map(String.init)
    let datePart = isTime ? "" : halves.first ?? ""
    var timePart = isTime ? value : (halves.count > 1 ? halves[1] : "")
    if timePart.hasSuffix("Z") {
      zone = 0
      timePart.removeLast()
    } else if let sign = timePart.lastIndex(where: { $0 == "+" || $0 == "-" }) {
      let numbers = timePart[sign...].dropFirst().split(separator: ":").map { Int($0) ?? 0 }
      let minutes = (numbers.first ?? 0) * 60 + (numbers.last ?? 0)
      zone = timePart[sign] == "-" ? -minutes : minutes
      timePart = String(timePart[..<sign])
    }
    let words = datePart.split(separator: "-") + timePart.split(separator: ":")
    components = words.compactMap { SlowNumber.parse(String($0)) }
  }

  /// Whether a date comes with a time.
  var hasTime: Bool { !isTime && components.count > 3 }

  /// The number of days from 1970-01-01, counted year by year and month by month.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int {
    var days = 0
    var y = 1970
    while y < year {
      days += isLeap(y) ? 366 : 365
      y += 1
    }
    while y > year {
      y -= 1
      days -= isLeap(y) ? 366 : 365
    }
    for m in 1..<max(month, 1) { days += length(year: year, month: m) }
    return days + day - 1
  }

  static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }

  static func length(year: Int, month: Int) -> Int {
    switch month {
    case 2: return isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  private func whole(_ position: Int, otherwise: Int) -> Int {
    guard position < components.count else { return otherwise }
    return Int(SlowNumber.truncated(components[position]).description) ?? otherwise
  }

  /// The first and the last second this date with time can mean, counted as if it were in UTC
  /// and then moved by its zone if it has one.
  private var span: (first: Decimal, last: Decimal) {
    let day = SlowDate.dayNumber(
      year: whole(0, otherwise: 1), month: whole(1, otherwise: 1), day: whole(2, otherwise: 1))
    let minutes = Decimal(day * 24 * 60 + whole(3, otherwise: 0) * 60 - (zone ?? 0))
    let second = components.count > 5 ? components[5] : 0
    let first = (minutes + Decimal(whole(4, otherwise: 0))) * 60 + second
    switch components.count {
    case 4: return (first, first + 3599)
    case 5: return (first, first + 59)
    default: return (first, first)
    }
  }

  /// The components moved to UTC, with the same precision.
  private var universal: [Decimal] {
    let minutes =
      SlowDate.dayNumber(
        year: whole(0, otherwise: 1), month: whole(1, otherwise: 1), day: whole(2, otherwise: 1))
      * 1440 + whole(3, otherwise: 0) * 60 + whole(4, otherwise: 0) - (zone ?? 0)
    let days = Int((Double(minutes) / 1440).rounded(.down))
    let rest = minutes - days * 1440
    var result = [Decimal(days), Decimal(rest / 60), Decimal(rest % 60)]
    if components.count > 5 { result.append(components[5]) }
    return Array(result.prefix(components.count - 2))
  }

  /// The order of two dates or of two times.
  static func order(_ left: SlowDate, _ right: SlowDate) -> SlowOrder {
    guard left.hasTime && right.hasTime else {
      return order(left.components, right.components)
    }
    switch (left.zone, right.zone) {
    case (nil, nil):
      return order(left.components, right.components)
    case (.some, .some):
      return order(left.universal, right.universal)
    default:
      let limit: Decimal = 14 * 3600
      if left.span.last + limit < right.span.first { return .before }
      return right.span.last + limit < left.span.first ? .after : .unknown
    }
  }

  /// Component by component until one of the two has no more.
  private static func order(_ left: [Decimal], _ right: [Decimal]) -> SlowOrder {
    for (a, b) in zip(left, right) where a != b { return a < b ? .before : .after }
    return left.count == right.count ? .same : .unknown
  }

  /// The date text moved by a quantity of calendar time.
  static func moved(_ value: String, by amount: SlowAmount, sign: Int) throws -> SlowItem {
    let isDay = amount.unit == "d" || amount.unit == "wk"
    guard amount.isCalendar || isDay else { throw SlowRefusal.refused }
    let date = SlowDate(value)
    guard !date.isTime, let count = Int(SlowNumber.truncated(amount.number).description),
      Swift.abs(count) < 100_000
    else { throw SlowRefusal.outOfScope }
    let steps = count * sign
    let precision = date.components.count
    var (months, days) = (0, 0)
    switch amount.unit {
    case "year": months = steps * 12
    case "month": months = precision == 1 ? steps / 12 * 12 : steps
    default: days = amount.unit == "week" || amount.unit == "wk" ? steps * 7 : steps
    }
    if precision == 1 { (months, days) = (months + days / 365 * 12, 0) }
    if precision == 2 { (months, days) = (months + days / 30, 0) }
    return .date(try date.written(like: value, months: months, days: days))
  }

  private func written(like value: String, months: Int, days: Int) throws -> String {
    var (year, month) = (whole(0, otherwise: 1), whole(1, otherwise: 1) + months)
    var day = whole(2, otherwise: 1)
    while month > 12 { (year, month) = (year + 1, month - 12) }
    while month < 1 { (year, month) = (year - 1, month + 12) }
    day = min(day, SlowDate.length(year: year, month: month)) + days
    while day < 1 {
      (year, month) = month == 1 ? (year - 1, 12) : (year, month - 1)
      day += SlowDate.length(year: year, month: month)
    }
    while day > SlowDate.length(year: year, month: month) {
      day -= SlowDate.length(year: year, month: month)
      (year, month) = month == 12 ? (year + 1, 1) : (year, month + 1)
    }
    guard year >= 1 && year <= 9999 else { throw SlowRefusal.outOfScope }
    let words = [padded(year, 4), padded(month, 2), padded(day, 2)]
    let time = value.drop { $0 != "T" }
    return words.prefix(min(components.count, 3)).joined(separator: "-") + time
  }

  private func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
