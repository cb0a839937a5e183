import EkibenDocuments
import EkibenTesting
import Testing

/// Slow and obvious references: days are counted one by one, and what a text may mean is written out.
private enum Calendar {
  static func length(_ year: Int, _ month: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  static func next(_ day: (Int, Int, Int)) -> (Int, Int, Int) {
    if day.2 < length(day.0, day.1) { return (day.0, day.1, day.2 + 1) }
    return day.1 < 12 ? (day.0, day.1 + 1, 1) : (day.0 + 1, 1, 1)
  }

  static func text(_ day: (Int, Int, Int)) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(day.0)-\(two(day.1))-\(two(day.2))"
  }
}

private func date(_ text: String) throws -> PartialDate { try #require(PartialDate(text)) }

@Suite(.timeLimit(.minutes(20)))
struct `A partial date` {
  @Test(arguments: [
    "2015", "2015-02", "2015-02-04", "2015-02-04T14", "2015-02-04T14:34", "2015-02-04T14:34:28",
    "2015-02-04T14:34:28.120", "2015-02-04T14:34:28Z", "2015-02-04T14:34-05:30", "14", "14:34",
    "14:34:28.000000001", "2015-02-04T14+10:00",
  ])
  func `is written as it was read`(text: String) throws {
    #expect(try date(text).description == text)
  }

  @Test(arguments: [
    "2015-02-30", "2015-13", "24", "14:60", "T14", "2015-02T", "2015-02-04T", "x", "",
  ])
  func `is none of other texts`(text: String) {
    let isMoment = text.hasSuffix("T")
    #expect((PartialDate(text) != nil) == isMoment)
    if isMoment { #expect(PartialDate(text)?.kind == .dateTime) }
  }

  @Test func `goes on day by day as the calendar does`() throws {
    var day = (1896, 2, 25)
    let start = try date("1896-02-25")
    for count in 0..<80_000 {
      let later = try #require(start.adding(Int64(count), .day))
      #expect(later.description == Calendar.text(day))
      if count % 97 == 0 { #expect(later.adding(-Int64(count), .day) == start) }
      day = Calendar.next(day)
    }
  }

  @Test func `goes on by months to the same day, or the last`() throws {
    for start in ["2023-01-31", "2024-02-29", "2023-12-15", "2024-08-30"] {
      let parts = start.split(separator: "-").compactMap { Int($0) }
      for count in -60...60 {
        let month = parts[0] * 12 + parts[1] - 1 + count
        let (year, place) = (month / 12, month % 12 + 1)
        let expected = (year, place, min(parts[2], Calendar.length(year, place)))
        let found = try date(start).adding(Int64(count), .month)
        #expect(found?.description == Calendar.text(expected))
      }
    }
  }

  @Test(
    arguments: [
      ("2024-02-29T23:59:59", 1, .second, "2024-03-01T00:00:00"),
      ("2024-03-01T00:00:00.5", -1, .second, "2024-02-29T23:59:59.5"),
      ("2024-03-01T00:00:00.9", 250, .millisecond, "2024-03-01T00:00:01.150"),
      ("2024-03-01T00:00", 90, .second, "2024-03-01T00:01"),
      ("2024-03-01T00", -1, .minute, "2024-03-01T00"),
      ("2024-03-01T00", -60, .minute, "2024-02-29T23"),
      ("2024", 23, .month, "2025"), ("2024", -11, .month, "2024"), ("2024-01", 30, .day, "2024-02"),
      ("00:00", -1, .minute, "23:59"), ("23:59:60", 1, .second, "00:00:01"),
      ("2024-02-29", -1, .year, "2023-02-28"), ("2024-01-01", 1, .week, "2024-01-08"),
      ("2024-06-30T23:59:60", 1, .second, "2024-07-01T00:00:01"),
    ] as [(String, Int64, PartialDate.Unit, String)])
  func `goes on`(start: String, count: Int64, unit: PartialDate.Unit, end: String) throws {
    #expect(try date(start).adding(count, unit)?.description == end)
  }

  @Test func `ends where the years end`() throws {
    for count in [Int64.max, .min, 10_000, -10_000] {
      #expect(try date("2024-02-29").adding(count, .year) == nil)
    }
    for unit in PartialDate.Unit.allCases {
      #expect(try date("2024-02-29T10:00:00").adding(.max, unit) == nil)
      #expect(try date("2024-02-29T10:00:00").adding(.min, unit) == nil)
    }
    #expect(try date("0001-01-01").adding(-1, .day) == nil)
    #expect(try date("9999-12-31T23:59:59").adding(1, .second) == nil)
    #expect(try date("10:00").adding(1, .day) == nil)
  }

  @Test(
    arguments: [
      ("2024", "2025-01", .before), ("2024", "2024-06", nil), ("2024-06", "2024-06", .same),
      ("2024-06-01", "2024-06-01T10:00", nil), ("2024-06-01", "2024-06-02T10:00Z", .before),
      ("2024-06-01T10:00", "2024-06-01T10:00:00", nil), ("10:00", "2024", nil),
      ("2024-06-01T10:00:00", "2024-06-01T10:00:00.000", .same), ("10:00:01", "10:00:00.9", .after),
      ("2024-06-01T10:00Z", "2024-06-01T12:00+02:00", .same),
      ("2024-12-31T23:30-01:00", "2025-01-01T00:30Z", .same),
      ("2024-06-01T10:00Z", "2024-06-01T10:00", nil),
      ("2024-06-01T10:00Z", "2024-06-02T10:01", .before),
      ("2024-06-01T10Z", "2024-06-01T11:00:00Z", .before),
      ("2024-06-01T10Z", "2024-06-01T10:30:00Z", nil),
      ("2024-06-01T10Z", "2024-06-01T15:45+05:30", nil),
      // A moment without an offset may be up to 14 hours off.
      ("2024-06-01T10:00Z", "2024-06-01T23:59", nil),
      ("2024-06-01T10:00Z", "2024-06-02T00:00", nil),
      ("2024-06-01T10:00Z", "2024-06-02T00:01", .before),
      ("2024-06-01T10:00:00Z", "2024-06-02T00:00:00", nil),
      ("2024-06-01T10:00:00Z", "2024-06-02T00:00:00.001", .before),
      // An hour ends right before the next one begins.
      ("2024-06-01T10Z", "2024-06-01T12+01:00", .before),
      ("2024-06-01T10Z", "2024-06-01T11+01:00", nil),
    ] as [(String, String, PartialDate.Order?)])
  func `is compared as far as both say`(
    left: String, right: String, expected: PartialDate.Order?
  ) throws {
    let (left, right) = (try date(left), try date(right))
    #expect(left.compared(to: right) == expected)
    let turned: PartialDate.Order? = expected.map {
      $0 == .same ? .same : $0 == .before ? .after : .before
    }
    #expect(right.compared(to: left) == turned)
  }

  @Test func `is cut off, and taken as another kind`() throws {
    let whole = try date("2024-03-09T10:20:30.5+01:00")
    let texts = ["2024", "2024-03", "2024-03-09", "2024-03-09T10", "2024-03-09T10:20"]
    for (place, text) in texts.enumerated() {
      let precision = try #require(PartialDate.Precision(rawValue: Int8(place)))
      #expect(whole.truncated(to: precision).description.hasPrefix(text))
      #expect(whole.truncated(to: precision).precision == precision)
      // A day has no zone.
      #expect(whole.truncated(to: precision).offset == (precision < .hour ? nil : 60))
    }
    #expect(whole.converted(to: .date)?.description == "2024-03-09")
    #expect(whole.converted(to: .time)?.description == "10:20:30.5")
    #expect(try date("2024-03").converted(to: .dateTime)?.kind == .dateTime)
    #expect(try date("2024-03").converted(to: .time) == nil)
  }

  @Test func `of a moment is what the clock there shows`() {
    let moment = PartialDate(milliseconds: -1, offset: -90)
    #expect(moment?.description == "1969-12-31T22:29:59.999-01:30")
    for (time, offset) in [(Int64.max, 0), (.max, 90), (.min, -90), (0, .max), (0, .min)] {
      #expect(PartialDate(milliseconds: time, offset: offset) == nil)
    }
    #expect(PartialDate(milliseconds: 0, offset: 0)?.description == "1970-01-01T00:00:00.000Z")
    let years = (first: -62_135_596_800_000 as Int64, last: 253_402_300_799_999 as Int64)
    #expect(
      PartialDate(milliseconds: years.first, offset: 0)?.description == "0001-01-01T00:00:00.000Z")
    #expect(PartialDate(milliseconds: years.first - 1, offset: 0) == nil)
    #expect(
      PartialDate(milliseconds: years.last, offset: 0)?.description == "9999-12-31T23:59:59.999Z")
    #expect(PartialDate(milliseconds: years.last + 1, offset: 0) == nil)
  }
}
