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
}
