import EkibenInterchange
import Foundation
import Testing

/// Times as text, in and out.
@Suite(.timeLimit(.minutes(20))) struct TimestampTests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("1969-12-31T23:59:59.999Z", -1),
    ("2000-02-29T00:00:00Z", 951_782_400_000), ("2026-11-21T10:00:00Z", 1_795_255_200_000),
    ("2026-11-21T12:30:00+02:30", 1_795_255_200_000), ("2026-11-21T10:00:00.5Z", 1_795_255_200_500),
    ("2026-11-21T10:00:00.123456789-00:00", 1_795_255_200_123),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59Z", 253_402_300_799_000),
  ])
  func `a time is read to the millisecond`(text: String, time: Int64) {
    #expect(Timestamp.parse(text) == time)
    #expect(Timestamp.parse(Timestamp.text(time)) == time)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T10:00:00", "2026-11-21 10:00:00Z", "2026-11-21T10:00Z",
    "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-13-01T00:00:00Z", "2026-01-32T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z",
    "2026-11-21T10:00:60Z", "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00+24:00",
    "2026-11-21T10:00:00Z ", "2026-11-21T10:00:00ZZ", "-2026-11-21T10:00:00Z",
    "２026-11-21T10:00:00Z",
  ])
  func `what is no time is not read as one`(text: String) {
    #expect(Timestamp.parse(text) == nil)
  }

  @Test func `days are counted as the calendar of Foundation counts them`() throws {
    // From 1600 on, since Foundation takes older dates for Caesar's.
    for time in stride(
      from: Int64(-11_676_096_000_000), to: 253_402_300_799_999, by: 863_999_000_000)
    {
      let text = Date(timeIntervalSince1970: Double(time / 1000)).formatted(.iso8601)
      #expect(Timestamp.text(time).prefix(19) == text.dropLast())
      #expect(Timestamp.parse(text) == time)
    }
  }

  @Test(arguments: [
    ("1970-01-01T00:00:00Z", "1 January 1970"), ("2026-02-28T23:59:59.999Z", "28 February 2026"),
    ("2026-03-01T00:00:00Z", "1 March 2026"), ("2026-04-30T00:00:00Z", "30 April 2026"),
    ("2026-05-03T00:00:00Z", "3 May 2026"), ("2026-06-10T00:00:00Z", "10 June 2026"),
    ("2026-07-31T00:00:00Z", "31 July 2026"), ("2026-08-08T00:00:00Z", "8 August 2026"),
    ("2026-09-09T00:00:00Z", "9 September 2026"), ("2026-10-20T00:00:00Z", "20 October 2026"),
    ("2026-11-21T00:00:00+01:00", "20 November 2026"),
    ("1999-12-31T23:00:00-01:00", "1 January 2000"), ("0987-12-24T00:00:00Z", "24 December 987"),
  ])
  func `a day is called as sentences have it`(text: String, day: String) throws {
    #expect(Timestamp.day(try #require(Timestamp.parse(text))) == day)
  }

  @Test func `any number can be shown as a time`() {
    #expect(Timestamp.text(.min) == "0000-01-01T00:00:00.000Z")
    #expect(Timestamp.text(.max) == "9999-12-31T23:59:59.999Z")
    for year in stride(from: 0, through: 9999, by: 7) {
      let text = String(repeating: "0", count: 4 - "\(year)".count) + "\(year)-03-01T00:00:00.123Z"
      #expect(Timestamp.parse(text).map(Timestamp.text) == text)
    }
  }
}
