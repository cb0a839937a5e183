import Ekiben
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let guest = Field("guest")
}

/// A form that notes the day on which somebody was named, and asks for more in the new year.
private let book = Form("book", title: "Guest book") {
  Section("entry") {
    TextInput(.guest, title: "Guest")
    DateInput(Field<DateText>("day"), title: "Day")
      .calculated("iif(%guest.exists(), today(), {})")
    DateInput(Field<DateText>("moment"), title: "Moment", kind: .dateTime)
      .calculated("iif(%guest.exists(), now(), {})")
    TextInput(Field<String>("more"), title: "More")
      .visible(when: .fhirPath("%guest.exists() and today() >= @2026-01-01"))
  }
}
.variable("guest", "descendants().where(linkId = 'guest').answer.value")

/// One second before midnight, an hour ahead of UTC.
private let lastSecond: Int64 = 1_767_225_600_000 - 3_600_000 - 1_000

// Rules E13 and H25: what was calculated stays, whatever time it is later.
@Suite(.timeLimit(.minutes(20))) struct `The time that formulas see` {
  private func exported(_ name: DocumentName, _ store: Store) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try store.exportHistory(of: try store.document(name)) { bytes += try $0.encoded() }
    return bytes
  }

  private func environment(at time: Int64, offset: Int) -> SessionEnvironment {
    var environment = SessionEnvironment.fixed(start: time, step: 0)
    environment.offset = offset
    return environment
  }

  @Test func `is that of the entry, with the offset that it keeps`() throws {
    try withTemporaryStore { store in
      let editor = try store.editor(
        "v", from: book, in: environment(at: lastSecond, offset: 60))
      let entry = try #require(try editor.set(.guest, to: "Ada"))
      #expect(entry.utcOffset == 60)
      #expect(editor["day"] == .date("2025-12-31"))
      #expect(
        editor["moment"] == .date("2025-12-31T23:59:59.000+01:00"))
      #expect(!editor.rules.isActive(.row("more"), in: editor.document.structure))
      // Who asks no clock keeps no offset.
      #expect(try editor.set([("more", "x")])?.utcOffset == nil)
      #expect(try store.verify().findings == [])
    }
  }

  // Such as of a host that counts in microseconds, or in seconds.
  @Test(arguments: [
    (Int64.max, 3_600, 253_402_300_799_999, 1439),
    (.min, .min, -62_167_219_200_000, -1439),
    (1_767_225_600_000_000, .max, 253_402_300_799_999, 1439),
  ])
  func `is the nearest that an entry keeps`(
    time: Int64, offset: Int, kept: Int64, keptOffset: Int
  ) throws {
    try withTemporaryStore { store in
      let editor = try store.editor("v", from: book, in: environment(at: time, offset: offset))
      let entry = try #require(try editor.set(.guest, to: "Ada"))
      #expect(entry.time == kept && entry.utcOffset == keptOffset)
      #expect(try store.entryIDs(of: editor.document).count == 2)
      #expect(try store.verify().findings == [])
      let history = try exported("v", store)
      _ = try store.purge("v", by: editor.environment.metadata())
      try withTemporaryStore { _ = try $0.importHistory(history) }
    }
  }

  @Test func `makes no difference to undo, replay and verify a year later elsewhere`() throws {
    try withTemporaryStore { store in
      let first = try store.editor("v", from: book, in: environment(at: lastSecond, offset: 60))
      try first.set(.guest, to: "Ada")
      let (content, history) = (first.document.content, try exported("v", store))
      let later = environment(at: lastSecond + 365 * 86_400_000, offset: -480)
      let second = try store.editor("v", in: later)
      try second.undo()
      #expect(second["day"] == nil && second["moment"] == nil)
      try second.redo()
      #expect(second.document.content == content)
      #expect(try store.verify().findings == [])
      // Played back, no formula is asked: the bytes are those of then.
      try withTemporaryStore { other in
        let copy = try other.importHistory(history)
        #expect(copy.content == content)
        #expect(copy.origins[Change.Target(.row("day"), .value)].isCalculated)
        #expect(try exported("v", other) == history)
        #expect(try other.verify().findings == [])
      }
    }
  }

  @Test func `shows and hides in the present`() throws {
    try withTemporaryStore { store in
      let first = try store.editor("v", from: book, in: environment(at: lastSecond, offset: 60))
      try first.set(.guest, to: "Ada")
      let later = try store.editor("v", in: environment(at: lastSecond + 1_000, offset: 60))
      #expect(later.rules.isActive(.row("more"), in: later.document.structure))
      #expect(later["day"] == .date("2025-12-31"))
    }
  }
}
