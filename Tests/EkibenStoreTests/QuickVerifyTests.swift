import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// What is verified of a store, and how far that has come. Rule H15.
@Suite(.timeLimit(.minutes(20))) struct QuickVerifyTests {
  /// A fault in a file, and whether opening relies on what it is in.
  struct Fault: Sendable, CustomTestStringConvertible {
    let sql: String
    let isPresent: Bool
    var testDescription: String { sql }
  }

  /// A store with an archived document, some entries after it, and a second document.
  private func withArchived(_ body: (_ path: String) throws -> Void) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      for number in 1...400 { try store.set(&document, ("age", .integer(Int64(number)))) }
      _ = try store.compact()
      for number in 1...3 { try store.set(&document, ("name", .text("name \(number)"))) }
      _ = try store.create("other", from: "visit", uid: uid(3), by: by())
      try store.close()
      try body(path)
    }
  }

  private static let faults = [
    Fault(sql: "UPDATE answer SET value = 'Eve' WHERE value = 'name 3'", isPresent: true),
    Fault(sql: "UPDATE chunk SET tree = zeroblob(length(tree)) WHERE first = 1", isPresent: true),
    Fault(sql: "UPDATE entry SET time = time + 1 WHERE key & 255 = 146", isPresent: true),
    Fault(sql: "UPDATE row SET position = zeroblob(3) WHERE section = 1", isPresent: true),
    Fault(sql: "UPDATE document SET status = 'final' WHERE kind = 'document'", isPresent: true),
    Fault(sql: "CREATE TRIGGER t AFTER INSERT ON mark BEGIN SELECT 1; END", isPresent: true),
    Fault(sql: "UPDATE block SET touches = zeroblob(length(touches))", isPresent: false),
  ]

  @Test(arguments: faults)
  func `a quick one finds what is wrong with what opening relies on, and only that`(
    fault: Fault
  ) throws {
    try withArchived { path in
      try tamper(path, "PRAGMA foreign_keys = OFF; " + fault.sql, leavingChecksums: true)
      let damaged = try Store(path, access: .readOnly, now: 0)
      #expect(try !damaged.verify().findings.isEmpty)
      let quick = try damaged.verify(.quick)
      #expect(quick.findings.isEmpty != fault.isPresent, "\(quick.findings)")
      try damaged.close()
    }
  }

  @Test func `both count documents and entries`() throws {
    try withArchived { path in
      let store = try Store(path, access: .readOnly, now: 0)
      let (whole, quick) = (try store.verify(), try store.verify(.quick))
      #expect(whole == quick)
      #expect([whole.documents, whole.entries, whole.unchecked] == [2, 405, 0])
      #expect(whole.findings == [])
      try store.close()
    }
  }

  @Test(arguments: Verification.Extent.allCases)
  func `says how far it has come, and that it is done`(extent: Verification.Extent) throws {
    try withArchived { path in
      let store = try Store(path, access: .readOnly, now: 0)
      var said: [Verification.Progress] = []
      _ = try store.verify(extent) { said.append($0) }
      // Pages of 256 entries, and at the end of each document; `other` comes first.
      let expected = extent == .quick ? [1, 405] : [1, 1, 257, 405, 405]
      #expect(said == expected.map { Verification.Progress(entries: $0, total: 405) })
      try store.close()
    }
  }

  @Test func `a copy says how far it has come, up to all of its bytes`() throws {
    try withArchived { path in
      let store = try Store(path, access: .readOnly, now: 0)
      var said: [[Int]] = []
      let bytes = try store.backUp(to: path + "-copy") { said.append([$0, $1]) }
      #expect(said.last == [bytes, bytes])
      #expect(said.allSatisfy { $0[0] > 0 && $0[0] <= $0[1] })
      try store.close()
    }
  }
}
