import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

@Suite struct `A damaged store` {
  /// A closed store of some pages.
  private func makeStore(_ path: String) throws {
    let store = try Store(path, now: 0)
    var generator = DocumentGenerator(seed: 3, sections: 3...3, rows: 5...8)
    let form = try generator.document()
    _ = try store.publish("f", form, uid: uid(1), by: by())
    let rows = form.sections.flatMap { $0.rows.map(\.id) }
    for number in UInt8(2)...4 {
      var document = try store.create(nil, from: "f", uid: uid(number), by: by())
      for _ in 1...40 {
        try store.set(&document, (generator.random.pick(rows), generator.value()))
      }
      try store.perform(.undo(steps: 5), on: &document, by: by())
    }
    try store.close()
  }

  /// Does with a store what can be done; anything but a typed error fails the test.
  private func use(_ path: String, _ access: Store.Access) throws -> [String] {
    var problems: [String] = []
    func attempt(_ body: () throws -> Void) throws {
      do { try body() } catch let error as StoreError { problems.append("\(error)") }
    }
    try attempt {
      let store = try Store(path, access: access, now: 0)
      try attempt { problems += try store.verify().findings }
      try attempt { _ = try store.form("f") }
      for name in ["f", "f-2", "f-3"] as [DocumentName] {
        try attempt {
          var document = try store.document(name)
          for entry in document.journal.entries.suffix(3) {
            try attempt { _ = try document.content(at: entry.number) }
            _ = document.origins(at: entry.number)
          }
          guard access == .readWrite else { return }
          for edit in [Edit.undo(steps: 1), .redo(steps: 1), .undo(steps: 30)] {
            try attempt { try store.perform(edit, on: &document, by: by("Eve")) }
          }
          if let row = document.content.sections.first?.rows.first?.id {
            try attempt { try store.set(&document, (row, "new")) }
          }
        }
      }
      try attempt { try store.close() }
    }
    return problems
  }

  @Test func `is told or found, whatever byte is another one`() throws {
    try withStorePath { path in
      try makeStore(path)
      let whole = try fileBytes(at: URL(filePath: path))
      #expect(try use(path, .readOnly) == [])
      var random = SeededGenerator(seed: 42)
      var told = 0
      let flips = 400
      for flip in 0..<flips {
        var bytes = whole
        for _ in 0...random.number(in: 0...2) {
          let at = random.number(in: 0...(bytes.count - 1))
          bytes[at] ^= UInt8(1 << random.number(in: 0...7))
        }
        for ending in ["-wal", "-shm", "-journal"] {
          if FileManager.default.fileExists(atPath: path + ending) {
            try FileManager.default.removeItem(atPath: path + ending)
          }
        }
        try Data(bytes).write(to: URL(filePath: path))
        let problems = try use(path, flip.isMultiple(of: 2) ? .readOnly : .readWrite)
        if !problems.isEmpty { told += 1 }
      }
      print("\(flips) files with one to three flipped bits: \(told) noticed")
      #expect(told > flips / 8)
    }
  }

  @Test func `is told or found, wherever it ends`() throws {
    try withStorePath { path in
      try makeStore(path)
      let whole = try fileBytes(at: URL(filePath: path))
      for length in stride(from: 0, to: whole.count, by: 1019) {
        try Data(whole.prefix(length)).write(to: URL(filePath: path))
        #expect(try !use(path, .readOnly).isEmpty, "cut after \(length) bytes")
      }
    }
  }

  /// A small store with names that can be predicted.
  private func withTampered(
    _ sql: String..., then body: (Store) throws -> Void
  ) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), uid: uid(1), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      for (row, value) in [("name", "A"), ("age", 1), ("name", "B"), ("age", 2)] as [(RowID, Value)]
      {
        try store.set(&document, (row, value))
      }
      try store.perform(.undo(steps: 1), on: &document, by: by())
      try store.close()
      for statement in sql { try tamper(path, "PRAGMA foreign_keys = OFF; " + statement) }
      let again = try Store(path, now: 0)
      try body(again)
      try again.close()
    }
  }

  private static func key(_ number: Int) -> String {
    "(SELECT key << 40 | \(number) FROM document WHERE kind = 'document')"
  }

  static let tampering: [(sql: String, finding: String)] = [
    ("UPDATE answer SET value = 'Eve' WHERE value = 'B'", "name is \"Eve\", entry 4 says \"B\""),
    ("UPDATE answer SET entry = 2 WHERE value = 'B'", "names entry 2 as its writer"),
    ("DELETE FROM answer WHERE value = 'B'", "name is –, entry 4 says \"B\""),
    ("UPDATE answer SET type = 99", "an answer cannot be read"),
    ("UPDATE answer SET type = 2", "column value holds text"),
    ("UPDATE answer SET type = 3 WHERE value = 'B'", "an answer cannot be read"),
    ("UPDATE answer SET type = 8", "column value holds"),
    ("UPDATE answer SET record = 1 WHERE value = 'B'", "answers a row that it does not have"),
    ("DELETE FROM entry WHERE key = \(key(3))", "the journal is damaged at entry 4"),
    ("UPDATE entry SET changes = NULL WHERE key = \(key(2))", "entry 4"),
    ("UPDATE entry SET changes = x'00' WHERE key = \(key(2))", "entry 2"),
    ("UPDATE entry SET changes = x'0700' WHERE key = \(key(2))", "entry 2"),
    ("UPDATE entry SET kind = 77 WHERE key = \(key(2))", "entry 2 is of an unknown kind"),
    ("UPDATE entry SET kind = -1 WHERE key = \(key(2))", "entry 2 is of an unknown kind"),
    ("UPDATE entry SET kind = 0 WHERE key = \(key(2))", "the journal is damaged at entry 2"),
    ("UPDATE entry SET head = 1 WHERE key = \(key(3))", "the journal is damaged at entry 3"),
    ("UPDATE entry SET parent = 1 WHERE key = \(key(4))", "the journal is damaged at entry 4"),
    (
      "UPDATE entry SET parent = -9223372036854775808 WHERE key = \(key(4))",
      "the journal is damaged at entry 4"
    ),
    (
      "UPDATE entry SET head = 9223372036854775807 WHERE key = \(key(6))",
      "the journal is damaged at entry 6"
    ),
    ("UPDATE entry SET head = 6 WHERE key = \(key(6))", "the journal is damaged at entry 6"),
    ("UPDATE entry SET author = 99 WHERE key = \(key(2))", "missing line of author"),
    ("UPDATE document SET revision = 2 WHERE kind = 'document'", "revision 2 of a form is missing"),
    ("DELETE FROM record WHERE id = 'note'", "missing line of record"),
    ("DELETE FROM section", "stands in no section"),
    ("UPDATE revision SET fields = x'00'", "a form's fields"),
    ("UPDATE row SET fields = x'0001'", "row "),
    ("UPDATE revision SET hash = zeroblob(32)", "revision 1 of visit is not what was published"),
    ("UPDATE row SET position = x''", "revision 1 of visit is not what was published"),
  ]

  @Test(arguments: tampering.indices)
  func `is found by verify, with its place`(at: Int) throws {
    let (sql, finding) = Self.tampering[at]
    try withTampered(sql) { store in
      let findings = try store.verify().findings
      #expect(findings.contains { $0.contains(finding) }, "\(sql): \(findings)")
    }
  }

  @Test func `does not undo what the journal does not say`() throws {
    try withTampered("UPDATE answer SET value = 'Eve' WHERE value = 'B'") { store in
      var document = try store.document("visit")
      let before = try dump(store.path)
      let error = try storeError {
        try store.perform(.undo(steps: 1), on: &document, by: by("New"))
      }
      guard case .damaged = error else { throw error }
      #expect(error.description.contains("name"))
      #expect(try dump(store.path) == before)
      #expect(
        try storeError { _ = try document.content(at: 2) } == .history(.broken(entry: 4)))
      // What is not touched by the damage goes on.
      try store.set(&document, ("note", "x"))
      #expect(document.journal.entries.count == 7)
    }
  }

  @Test func `with keys at the end of the numbers is no trap`() throws {
    try withTampered(
      "UPDATE document SET key = 9223372036854775807 WHERE kind = 'document'",
      "UPDATE answer SET document = 9223372036854775807"
    ) { store in
      #expect(try !store.verify().findings.isEmpty)
      _ = try store.documents()
      _ = try store.document("visit")
    }
  }

  @Test func `with a journal that takes rows away is no trap`() throws {
    let row = try #require(try visitForm().row("name"))
    let gone = try ChangesetCoding.encode(
      Changeset([Change(.row("name"), nil, before: .record(row.record(in: "person")), after: nil)]),
      origins: [0])
    let bytes = gone.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    try withTampered("UPDATE entry SET changes = x'\(bytes)' WHERE key = \(Self.key(3))") { store in
      let findings = try store.verify().findings
      #expect(findings.contains { $0.contains("entry 3 changes more than answers") }, "\(findings)")
    }
  }
}
