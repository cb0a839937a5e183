import EkibenDocuments
import Testing

@Suite(.timeLimit(.minutes(20))) struct DateTextTests {
  @Test(
    arguments: [
      ("0001", .date, .year), ("2024", .date, .year), ("9999", .date, .year),
      ("2024-01", .date, .month), ("2024-12", .date, .month), ("2024-01-31", .date, .day),
      ("2024-02-29", .date, .day), ("2023-02-28", .date, .day), ("2000-02-29", .date, .day),
      ("2024-04-30", .date, .day), ("2024-03-09T00:00", .dateTime, .minute),
      ("2024-03-09T23:59Z", .dateTime, .minute), ("2024-03-09T10:00:00", .dateTime, .second),
      ("2024-03-09T23:59:60Z", .dateTime, .second),
      ("2024-03-09T10:00:00+01:00", .dateTime, .second),
      ("2024-03-09T10:00:00-00:00", .dateTime, .second),
      ("2024-03-09T10:00:00.5+14:00", .dateTime, .fraction(digits: 1)),
      ("2024-03-09T10:00:00.250-13:59", .dateTime, .fraction(digits: 3)),
      ("00:00", .time, .minute), ("23:59:59", .time, .second), ("23:59:60", .time, .second),
      ("10:00:00.5", .time, .fraction(digits: 1)),
      ("10:00:00.000000000000000000001", .time, .fraction(digits: 21)),
    ] as [(String, DateText.Kind, DateText.Precision)])
  func `what was written is kept, and how much of it`(
    text: String, kind: DateText.Kind, precision: DateText.Precision
  ) throws {
    let date = try #require(DateText(text))
    #expect(date.text == text)
    #expect(date.description == text)
    #expect(date.kind == kind)
    #expect(date.precision == precision)
  }

  @Test(arguments: [
    "", "0", "202", "0000", "20245", "-2024", "+2024", "24-03", "2024-", "2024-3", "2024-00",
    "2024-13", "2024/03", "2024-03-", "2024-03-00", "2024-03-32", "2024-04-31", "2024-02-30",
    "2023-02-29", "1900-02-29", "2100-02-29", "20240309", "2024-W10", "2024-070", "2024-03-9",
    "2024-03-09T", "2024-03-09 10:00", "2024-03-09t10:00", "2024-03-09T10", "2024-03-09T24:00",
    "2024-03-09T10:60", "2024-03-09T10:00:61", "2024-03-09T10:00:", "2024-03-09T10:00:00.",
    "2024-03-09T10:00:00,5", "2024-03-09T10:00:00z", "2024-03-09T10:00:00ZZ",
    "2024-03-09T10:00:00+1:00", "2024-03-09T10:00:00+0100", "2024-03-09T10:00:00+01",
    "2024-03-09T10:00:00+14:01", "2024-03-09T10:00:00+01:60", "2024-03-09T10:00:00+24:00",
    "2024-03-09Z", "2024Z", "24:00", "10:60", "1:00", "10:0", "10:00:00Z", "10:00+01:00", "10:",
    " 2024", "2024 ", "2024\n", "2024\u{0}", "٢٠٢٤", "2024-03-09T10:00:00.５", "today",
    "2024-03-0\u{301}9",
  ])
  func `what names no day and no time is refused`(text: String) {
    #expect(DateText(text) == nil)
  }

  @Test func `every day of a year is a date, and no other`() {
    let years = [1, 1582, 1600, 1700, 1800, 1900, 1996, 2000, 2023, 2024, 9999]
    let days = years.flatMap { year in
      (0...13).flatMap { month in
        (0...32).filter { day in
          DateText("\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))") != nil
        }
      }
    }
    // Of these years 1600, 1996, 2000 and 2024 are leap years.
    #expect(days.count == years.count * 365 + 4)
  }

  private func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: count - text.count) + text
  }
}
