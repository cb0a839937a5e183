import TestSupport
import Testing

@testable import EkibenTool

/// Times as people read and write them: in the time zone of the system, and as they are printed.
@Suite(.timeLimit(.minutes(20))) struct LocalTimeTests {
  // In Vienna, two entries at 00:30 and at 10:00 of 21 November; it is noon of the day after.
  private func withVisit(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      var folder = folder
      folder.environment["TZ"] = "CET-1CEST,M3.5.0,M10.5.0/3"
      try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
      folder.environment["EKIBEN_NOW"] = "2026-11-20T23:30:00Z"
      try folder.succeed("import STORE visit-form.json")
      try folder.succeed("new STORE intake --as visit")
      folder.environment["EKIBEN_NOW"] = "2026-11-21T09:00:00Z"
      try folder.succeed("set STORE visit name Ada")
      folder.environment["EKIBEN_NOW"] = "2026-11-22T11:00:00Z"
      try body(folder)
    }
  }

  /// A visit in Vienna, or elsewhere, at the time when it is begun.
  private func withVisit(
    begun now: String, in zone: String = "CET-1CEST,M3.5.0,M10.5.0/3",
    _ body: (ToolFolder) throws -> Void
  ) throws {
    try ToolFolder.with { folder in
      var folder = folder
      folder.environment["TZ"] = zone
      folder.environment["EKIBEN_NOW"] = now
      try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
      try folder.succeed("import STORE visit-form.json")
      try folder.succeed("new STORE intake --as visit")
      try body(folder)
    }
  }

  @Test func `times are printed in local time with its offset, and taken back so`() throws {
    try withVisit { folder in
      let log = try folder.succeed("log STORE visit")
      #expect(log.contains("(Ada, 2026-11-21 10:00:00+01:00)"), "\(log)")
      #expect(log.contains("(Ada, 2026-11-21 00:30:00+01:00)"), "\(log)")
      #expect(try folder.succeed("list STORE").contains("2026-11-21 10:00:00+01:00"))
      let found = try folder.succeed([
        "log", "STORE", "visit", "--since", "2026-11-21 10:00:00+01:00",
      ])
      #expect(found.split(separator: "\n").count == 1)
      let summer = try folder.succeed(["get", "STORE", "visit", "name", "--at", "2027-07-01"])
      #expect(summer == "Ada\n")
    }
  }

  @Test func `why names days as they are where the reader is`() throws {
    try withVisit { folder in
      var folder = folder
      let form = """
        { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
          { "id": "a", "component": "Toggle", "title": "Agreed" },
          { "id": "b", "component": "TextInput", "visible": { "row": "a", "is": true } } ] } ] }
        """
      try folder.write(form, to: "f.json")
      folder.environment["EKIBEN_NOW"] = "2026-11-20T23:30:00Z"
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      try folder.succeed("set STORE v a true --author Ada")
      try folder.succeed("submit STORE v --author Ada")
      let why = try folder.succeed("why STORE v b")
      #expect(why.contains("submitted by Ada on 21 November 2026, entry 3"), "\(why)")
      #expect(why.contains("answered by Ada on 21 November 2026, entry 2"), "\(why)")
    }
  }

  @Test(arguments: [
    // Nothing was there yet.
    ("2026-11-21 00:29", 0), ("2026-11-21", 0), ("yesterday", 0), ("1 month ago", 0),
    ("2 weeks ago", 0),
    ("2026-11-21 00:30", 1), ("2026-11-21 09:59:59", 1), ("2026-11-20T23:30:00Z", 1),
    ("2026-11-21 00:30:00+01:00", 1), ("27 hours ago", 1), ("1621 minutes ago", 1),
    ("2026-11-21 10:00", 2), ("2026-11-21T09:00:00.000Z", 2), ("26 hours ago", 2),
    ("1 day ago", 2), ("today", 2), ("now", 2), ("00:00", 2), ("11:59:59", 2), ("2026-11-22", 2),
    ("1 year ago", 0), ("127801 seconds ago", 0), ("127800 seconds ago", 1), ("36 hours ago", 0),
    ("93601 seconds ago", 1), ("93600 seconds ago", 2), ("26 hour ago", 2), ("0 days ago", 2),
  ])
  func `a time is what a person says`(text: String, entry: Int) throws {
    try withVisit { folder in
      let result = try folder.run(["get", "STORE", "visit", "name", "--at", text])
      #expect(result.status == (entry == 0 ? 1 : 0), "\(result.stderr)")
      #expect(result.stdout == ["", "\n", "Ada\n"][entry].drop(while: { $0 == "\n" }))
    }
  }

  // Rule C19.
  @Test(arguments: [
    ("2026-11-21 10:00:00+01:00", true), ("2026-11-21 10:00:00", true),
    ("2026-11-21T09:00:00Z", true), ("2026-11-21 04:00:00-05:00", true),
    ("2026-11-21T09:00:00.500Z", true), ("2026-11-21 09:59:59", false),
    ("2026-11-21T09:00:00.499Z", false), ("2026-11-21 10:00", false),
  ])
  func `a time in whole seconds is all of its second, whatever is asked`(
    text: String, isAnswered: Bool
  ) throws {
    try withVisit { folder in
      var folder = folder
      folder.environment["EKIBEN_NOW"] = "2026-11-21T09:00:00.500Z"
      try folder.succeed("new STORE intake --as other")
      try folder.succeed("set STORE other name Eve")
      folder.environment["EKIBEN_NOW"] = "2026-11-22T11:00:00Z"
      let query = try folder.succeed(["query", "STORE", "name", "--at", text])
      #expect(query.contains("other  name: \"Eve\"\n") == isAnswered, "\(query)")
      let get = try folder.run(["get", "STORE", "other", "name", "--at", text])
      #expect(get.status == (isAnswered ? 0 : 1) && get.stdout == (isAnswered ? "Eve\n" : ""))
    }
  }

  @Test(arguments: [
    // Rule C19.
    ("2026-11-22", "2026-11-22 23:59:59+01:00"), ("today", "2026-11-22 23:59:59+01:00"),
    ("2027-03-28", "2027-03-28 23:59:59+02:00"), ("now", nil), ("2026-11-22 00:00", nil),
    ("2", nil),
  ])
  func `a date is its first moment, which is said with its last`(
    text: String, last: String?
  ) throws {
    try withVisit { folder in
      var folder = folder
      let note = last.map {
        "note: --at \(text) is the first moment of that day; the last is --at '\($0)'\n"
      }
      for words in [["get", "STORE", "visit", "name"], ["show", "STORE", "visit"]] {
        let result = try folder.run(words + ["--at", text])
        #expect(result.status == 0 && result.stderr == note ?? "", "\(result.stderr)")
      }
      let query = try folder.run(["query", "STORE", "name", "--at", text])
      #expect(query.stderr == note ?? "" || text == "2")
      guard let last else { return }
      folder.environment["EKIBEN_NOW"] = "2027-03-28T21:59:59.500Z"
      try folder.succeed("set STORE visit name Eve")
      let then = try folder.succeed(["get", "STORE", "visit", "name", "--at", last])
      #expect(then == (text == "2027-03-28" ? "Eve\n" : "Ada\n"))
    }
  }

  @Test func `help says that a date is its first moment`() throws {
    try ToolFolder.with { folder in
      for (command, count) in [
        ("show", 1), ("get", 1), ("blame", 1), ("eval", 1), ("query", 1), ("log", 2), ("purge", 1),
      ] {
        let help = try folder.succeed("help \(command)")
        #expect(help.matches(of: /; a date is its first moment/).count == count, "\(command)")
      }
    }
  }

  // At 01:00 UTC clocks are set on, and half a year later back.
  @Test(arguments: [
    ("2026-03-29T00:30:00Z", "2026-03-29 01:30", "2026-03-29 01:29"),
    ("2026-10-24T23:30:00Z", "2026-10-25 01:30", "2026-10-25 01:29"),
  ])
  func `a time shortly before clocks are set has the offset of then`(
    now: String, text: String, earlier: String
  ) throws {
    try withVisit(begun: now) { folder in
      for (time, status) in [(text, 0), (earlier, 1)] as [(String, Int32)] {
        let result = try folder.run(["get", "STORE", "visit", "name", "--at", time])
        #expect(result.status == status, "\(time)")
      }
    }
  }

  @Test(arguments: [
    "noon", "2026-02-30", "25:00", "2026-11-21 10", "ago", "-1 hours ago", "2 parsecs ago",
    "99999999999999999999 hours ago", "9223372036854775807 years ago", "2026-11-21  10:00", "",
    "1 hour since", "two hours ago", "1.5 hours ago", "1 hour", "in 1 hour ago", "tomorrow",
    "yesterday 10:00",
  ])
  func `what is no time is refused with those that are`(text: String) throws {
    try withVisit { folder in
      let result = try folder.run(["log", "STORE", "visit", "--since", text])
      #expect(result.status == 64)
      #expect(result.stderr.contains("yesterday or \"2 hours ago\""), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("UTC0", "2026-11-21 10:00:00Z"), ("EST5", "2026-11-21 05:00:00-05:00"),
    ("NST3:30", "2026-11-21 06:30:00-03:30"), ("IST-5:30", "2026-11-21 15:30:00+05:30"),
    ("ABC-0:05", "2026-11-21 10:05:00+00:05"), ("ABC0:05", "2026-11-21 09:55:00-00:05"),
    ("XYZ-14", "2026-11-22 00:00:00+14:00"), ("XYZ11", "2026-11-20 23:00:00-11:00"),
  ])
  func `a time has the offset of where its reader is, and is taken back with it and without`(
    zone: String, text: String
  ) throws {
    try ToolFolder.withVisit { folder in
      var folder = folder
      folder.environment["TZ"] = zone
      let line = "1 create  (Ada, \(text))\n"
      let log = try folder.succeed("log STORE visit")
      #expect(log == line)
      for since in [text, String(text.prefix(19)), String(text.prefix(10))] {
        #expect(try folder.succeed(["log", "STORE", "visit", "--since", since]) == line)
      }
      let later = text.prefix(18) + "1"
      #expect(try folder.succeed(["log", "STORE", "visit", "--since", String(later)]) == "")
    }
  }

  @Test func `a time that was twice is the later one, unless its offset says which`() throws {
    try withVisit(begun: "2026-10-25T01:00:00Z") { folder in
      for (text, status) in [
        ("2026-10-25 02:00", 0), ("2026-10-25 02:00:00+01:00", 0),
        ("2026-10-25 02:59:59+02:00", 1), ("2026-10-25 01:59:59", 1), ("02:00", 0),
      ] as [(String, Int32)] {
        let result = try folder.run(["get", "STORE", "visit", "name", "--at", text])
        #expect(result.status == status, "\(text)")
      }
    }
  }

  private static let santiago = "<-04>4<-03>,M9.1.6/24,M4.1.6/24"
  private static let havana = "CST5CDT,M3.2.0/0,M11.1.0/1"
  private static let newYork = "EST5EDT,M3.2.0,M11.1.0"

  // Rule C19: in Santiago and in Havana clocks go on at midnight, in Havana they go back to it.
  @Test(arguments: [
    (santiago, "2026-09-06", "04:00"), (santiago, "2026-09-06 00:30", "04:30"),
    (santiago, "2026-09-05", "04:00"), (santiago, "2026-04-05", "04:00"),
    (santiago, "2026-04-04 23:30", "03:30"), (havana, "2027-03-14", "05:00"),
    (havana, "2026-11-01", "04:00"), (havana, "2026-11-01 00:00", "05:00"),
    (newYork, "2026-11-01 01:30", "06:30"), (newYork, "2026-11-01 00:59", "04:59"),
    (newYork, "2026-11-01 02:00", "07:00"), (newYork, "2026-03-08 02:30", "07:30"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "2026-03-29 02:30", "01:30"),
  ])
  func `a day begins when its first clock time does, and a time that was twice is the later one`(
    zone: String, text: String, utc: String
  ) throws {
    // All are of the same day in UTC, but for an hour of the day before in Santiago.
    let day = text == "2026-04-04 23:30" ? "2026-04-05" : String(text.prefix(10))
    for (second, status) in [("00", 0), ("01", 1)] as [(String, Int32)] {
      try withVisit(begun: "\(day)T\(utc):\(second)Z", in: zone) { folder in
        let result = try folder.run(["get", "STORE", "visit", "name", "--at", text])
        #expect(result.status == status, "\(result.stderr)")
      }
    }
  }

  @Test(arguments: [
    ("2026-09-05", "2026-09-05 23:59:59-04:00"), ("2026-09-06", "2026-09-06 23:59:59-03:00"),
    ("today", "2026-09-05 23:59:59-04:00"), ("2026-04-04", "2026-04-04 23:59:59-04:00"),
  ])
  func `the last second of a day is before the next begins`(text: String, last: String) throws {
    try withVisit(begun: "2026-04-04T00:00:00Z", in: Self.santiago) { folder in
      var folder = folder
      folder.environment["EKIBEN_NOW"] = "2026-09-06T03:30:00Z"
      let result = try folder.run(["get", "STORE", "visit", "name", "--at", text])
      #expect(
        result.stderr
          == "note: --at \(text) is the first moment of that day; the last is --at '\(last)'\n")
    }
  }

  // Of a damaged journal.
  @Test func `a time that no calendar has is the nearest one`() {
    #expect(LocalTime.text(.max).hasPrefix("9999-12-31 "))
    #expect(LocalTime.text(.min).hasPrefix("0000-01-01 "))
  }
}
