/// UTC milliseconds since 1970 as text, `2026-11-21T10:00:00.000Z`.
///
/// Days are those of the Gregorian calendar, also before it was introduced.
package enum UTCTime {
  /// The times of the years 0 to 9999, which alone have a text.
  package static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// How far clocks are ahead of UTC, in minutes.
  package static let offsets = -1439...1439

  /// A time as a clock shows it that is so many minutes ahead of UTC; what no clock shows is cut off.
  package static func local(_ time: Int64, offset: Int) -> Int64 {
    Int64(clamping: Int128(time) + Int128(offset) * 60_000)
  }

  /// Appends a time to a text; it has to be one of ``writable``.
  package static func write(_ time: Int64, to text: inout [UInt8]) {
    let day = (time - (time % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    let rest = time - day * 86_400_000
    let date = date(day)
    write(date.year, 4, to: &text)
    write(date.month, 2, after: "-", to: &text)
    write(date.day, 2, after: "-", to: &text)
    write(rest / 3_600_000, 2, after: "T", to: &text)
    write(rest / 60_000 % 60, 2, after: ":", to: &text)
    write(rest / 1000 % 60, 2, after: ":", to: &text)
    write(rest % 1000, 3, after: ".", to: &text)
    text.append(UInt8(ascii: "Z"))
  }

  /// The days from 1970-01-01 to a day, which is not checked; the year must not be negative.
  package static func day(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    // Years begin in March here; see below.
    let early = month <= 2
    let year = year - (early ? 1 : 0)
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (early ? 9 : -3)) + 2) / 5 + day - 1
    return Int64(
      era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
  }

  private static func write(
    _ number: Int64, _ digits: Int, after separator: Unicode.Scalar? = nil, to text: inout [UInt8]
  ) {
    if let separator { text.append(UInt8(ascii: separator)) }
    var power: Int64 = 1
    for _ in 1..<digits { power *= 10 }
    while power > 0 {
      text.append(UInt8(ascii: "0") + UInt8(clamping: number / power % 10))
      power /= 10
    }
  }

  /// The date that is so many days after 1970-01-01; it has to be one of ``writable``.
  // Years begin in March here, so that the day that leap years have more is the last; 400 of them are
  // an era of 146,097 days.
  static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let year = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNewYear = month >= 10
    return (
      year + era * 400 + (isNewYear ? 1 : 0), isNewYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
