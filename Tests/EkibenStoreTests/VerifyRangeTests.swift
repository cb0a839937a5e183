import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Testing

@testable import EkibenStore

// Rule H15.
@Suite(.timeLimit(.minutes(20))) struct `Verifying what stands where nobody looks` {
  private func findings(
    after sql: String, leavingChecksums: Bool = false
  ) throws -> [String] {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      for number in 1...130 { try store.set(&document, ("age", .integer(Int64(number)))) }
      try store.close()
      try tamper(path, "PRAGMA foreign_keys = OFF; " + sql, leavingChecksums: leavingChecksums)
      let damaged = try Store(path, access: .readOnly, now: 0)
      let findings = try damaged.verify().findings
      try damaged.close()
      return findings
    }
  }

  @Test(arguments: [Int64.max, .min, 253_402_300_800_000, -62_167_219_200_001])
  func `a time that no calendar has is found`(time: Int64) throws {
    let found = try findings(after: "UPDATE entry SET time = \(time) WHERE key & 255 = 7")
    #expect(found == ["visit, entry 7: its time is not of the years 0 to 9999"])
  }

  @Test(arguments: [77, 3, 2_147_483_647, -5])
  func `entries of a document that is nowhere are found`(key: Int) throws {
    let found = try findings(
      after: """
        INSERT INTO entry(key, kind, time, author, line)
        SELECT (\(key) << 32) + 1, kind, time, author, line FROM entry LIMIT 1
        """)
    #expect(found == ["there are entries of document \(key), which is nowhere"])
  }

  @Test func `more archived entries than there can be are found, and add up`() throws {
    try withVisit { store, document in
      _ = try store.create("second", from: "visit", uid: uid(3), by: by())
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      try connection.execute(
        "UPDATE document SET archived = 9223372036854775807 WHERE kind = 'document'")
      try reseal(connection)
      let said = "the journal is damaged at entry 9223372036854775807"
      #expect(try store.verify().findings == ["second: \(said)", "visit: \(said)"])
      #expect(try store.statistics().archivedEntries == 2 * History.maximumCount)
      let recorder = EventRecorder()
      let observation = try store.observe(.store) { recorder.note($0) }
      #expect(
        try storeError { try store.set(&document, ("age", 1)) }
          == .damaged(
            path: store.path, detail: "visit has more archived entries than there can be"))
      #expect(recorder.take() == [])
      observation.cancel()
    }
  }

  @Test func `of very many damaged rows it says how many more there are`() throws {
    let found = try findings(after: "UPDATE entry SET time = 5", leavingChecksums: true)
    #expect(found.contains("and 31 more lines of entry are not"))
  }

  @Test(arguments: [99, 100, 101])
  func `of a hundred damaged rows and fewer it names each`(count: Int) throws {
    let found = try findings(
      after: "UPDATE entry SET time = 5 WHERE key & 255 <= \(count)", leavingChecksums: true)
    let named = found.filter { $0.hasPrefix("entry ") && $0.hasSuffix("is not what was written") }
    #expect(named == (1...min(count, 100)).map { "entry \($0) of visit is not what was written" })
    #expect(
      found.filter { $0.hasPrefix("and ") }
        == (count > 100 ? ["and 1 more lines of entry are not"] : []))
  }
}
