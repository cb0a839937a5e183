import Ekiben
import EkibenTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Dates for a screen` {
  @Test func `are those of a document's first and last entry, and of each entry`() throws {
    try withTemporaryStore { store in
      let start = try Date("2026-01-01T00:00:00Z", strategy: .iso8601)
      _ = try store.editor(
        "visit", from: clinicForm(), in: .fixed(start: 1_767_225_600_125, step: 0))
      try store.set(.name, to: "Ada", in: "visit", as: .fixed(start: 1_767_225_601_250, step: 0))
      let visit = try #require(try store.documents().first)
      #expect(visit.createdDate == start + 0.125)
      #expect(visit.modifiedDate == start + 1.25)
      let document = try store.document("visit")
      #expect(try store.entry(1, of: document).date == start + 0.125)
      #expect(try store.entry(2, of: document).date == start + 1.25)
    }
  }

  @Test(
    arguments: [
      (DateComponents(year: 2024), .date("2024")),
      (DateComponents(year: 33, month: 4), .date("0033-04")),
      (DateComponents(year: 2024, month: 3, day: 5), .date("2024-03-05")),
      (DateComponents(year: 2024, month: 3, day: 5, hour: 7, minute: 0), .date("2024-03-05T07:00")),
      (DateComponents(hour: 7, minute: 5, second: 9), .date("07:05:09")), (DateComponents(), .null),
    ] as [(DateComponents, Value)])
  func `are numbers as long as they say a date`(components: DateComponents, value: Value) throws {
    #expect(components.documentValue == value)
    #expect(value == .null || DateComponents(documentValue: value) == components)
  }

  @Test(arguments: [
    DateComponents(year: 2024, day: 5), DateComponents(year: 12024), DateComponents(year: -1),
    DateComponents(month: 3), DateComponents(year: 2024, month: 3, day: 5, hour: 7),
    DateComponents(year: 2024, month: 3, hour: 7, minute: 0), DateComponents(minute: 5),
    DateComponents(timeZone: .gmt, year: 2024, month: 3, day: 5),
    DateComponents(year: 2024, nanosecond: 1),
  ])
  func `are refused and not shortened where no date says them`(components: DateComponents) throws {
    try withTemporaryStore { store in
      let form = Form("f") {
        Section("s") { DateInput(Field<DateComponents>("d"), kind: .dateTime) }
      }
      _ = try store.editor("d", from: form, in: .fixed(start: 0, step: 0))
      #expect(throws: SessionError.self) {
        try store.set(
          Field<DateComponents>("d"), to: components, in: "d", as: .fixed(start: 1, step: 0))
      }
      #expect(try store.document("d").content.row("d")?.fields[.value] == nil)
    }
  }
}
