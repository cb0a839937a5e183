import EkibenDocuments
import EkibenSQLite
@testable import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A damaged store` {
  /// A closed store of some pages.
  private func makeStore(_ path: String) throws {
    let store = try Store(path, now: 0)
    var generator = DocumentGenerator(seed: 3, sections: 3...3, rows: 5...8)
    let form = try generator.document()
    _ = try store.publish("f", form, by: by())
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
          for entry in (try store.entries(of: document, 1...Int.max)).suffix(3) {
            try attempt { _ = try store.content(of: document, at: entry.number) }
            try attempt { _ = try store.changes(of: entry, in: document) }
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

  @Test func `is reported or found, whichever byte is changed`() throws {
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

  @Test func `is reported or found, wherever it is cut off`() throws {
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
    _ sql: String..., line: LineTampering? = nil, then body: (Store) throws -> Void
  ) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      for (row, value) in [("name", "A"), ("age", 1), ("name", "B"), ("age", 2)] as [(RowID, Value)]
      {
        try store.set(&document, (row, value))
      }
      try store.perform(.undo(steps: 1), on: &document, by: by())
      try store.close()
      for statement in sql { try tamper(path, "PRAGMA foreign_keys = OFF; " + statement) }
      if let line { try line.run(path) }
      let again = try Store(path, now: 0)
      try body(again)
      try again.close()
    }
  }

  private static func key(_ number: Int) -> String {
    "(SELECT key << 32 | \(number) FROM document WHERE kind = 'document')"
  }

  static let tampering: [(sql: String, finding: String)] = [
    ("UPDATE answer SET value = 'Eve' WHERE value = 'B'", "name is \"Eve\", entry 4 says \"B\""),
    ("UPDATE answer SET entry = 2 WHERE value = 'B'", "names entry 2 as its writer"),
    ("DELETE FROM answer WHERE value = 'B'", "name is –, entry 4 says \"B\""),
    ("UPDATE answer SET type = 99", "an answer cannot be read"),
    ("UPDATE answer SET type = 2", "column value holds text"),
    ("UPDATE answer SET type = 3 WHERE value = 'B'", "an answer cannot be read"),
    ("UPDATE answer SET type = 8 WHERE typeof(value) = 'integer'", "column value holds"),
    ("UPDATE answer SET type = 8 WHERE typeof(value) = 'text'", "an answer cannot be read"),
    ("UPDATE answer SET record = 1 WHERE value = 'B'", "answers a row that it does not have"),
    ("DELETE FROM entry WHERE key = \(key(3))", "the journal is damaged at entry 4"),
    ("UPDATE entry SET line = x'' WHERE key = \(key(2))", "entry 2"),
    ("UPDATE entry SET line = x'00' WHERE key = \(key(2))", "entry 4"),
    ("UPDATE entry SET line = x'c0' WHERE key = \(key(2))", "entry 2"),
    ("UPDATE entry SET line = x'4001' WHERE key = \(key(2))", "entry 2"),
    ("UPDATE entry SET kind = 77 WHERE key = \(key(2))", "entry 2 is of an unknown kind"),
    ("UPDATE entry SET kind = -1 WHERE key = \(key(2))", "entry 2 is of an unknown kind"),
    ("UPDATE entry SET kind = 0 WHERE key = \(key(2))", "the journal is damaged at entry 2"),
    ("UPDATE entry SET author = 99 WHERE key = \(key(2))", "missing line of author"),
    ("UPDATE document SET revision = 2 WHERE kind = 'document'", "revision 2 of a form is missing"),
    ("DELETE FROM record WHERE id = 'note'", "missing line of record"),
    ("DELETE FROM section", "stands in no section"),
    (
      """
      INSERT INTO section(record, since, position, fields)
      SELECT record, 0, position, fields FROM section LIMIT 1
      """, "is there twice on one revision"
    ),
    (
      """
      INSERT INTO row(record, since, section, position, component, fields)
      SELECT record, 0, section, position, component, fields FROM row LIMIT 1
      """, "is there twice on one revision"
    ),
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

  // What stands in the index itself has no checksum, and two records in each other's place would pass.
  @Test func `is an error where the index of records is out of order`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      _ = try store.create("visit", from: "visit", uid: uid(2), by: by())
      try store.close()
      var bytes = try fileBytes(at: URL(filePath: path))
      // A leaf of an index begins with 10, and where its cells stand follows from the eighth byte on.
      let page = try #require(
        stride(from: 0, to: bytes.count, by: 4096).first { at in
          bytes[at] == 10 && bytes[at..<at + 4096].firstRange(of: Array("rowage".utf8)) != nil
        })
      for byte in 8...9 { bytes.swapAt(page + byte, page + byte + 2) }
      try Data(bytes).write(to: URL(filePath: path))
      let damaged = try Store(path, access: .readOnly, now: 0)
      let error = try #require(throws: StoreError.self) { try damaged.document("visit") }
      #expect("\(error)".contains("records are not in their order"))
      try damaged.close()
    }
  }

  static let tamperedLines: [(line: LineTampering, finding: String)] = [
    (LineTampering(3) { $0.header.head = 1 }, "the journal is damaged at entry 3"),
    (LineTampering(4) { $0.header.parent = 1 }, "the journal is damaged at entry 4"),
    (LineTampering(4) { $0.header.parent = 0 }, "the journal is damaged at entry 4"),
    (LineTampering(6) { $0.header.head = 0 }, "the journal is damaged at entry 6"),
    (LineTampering(6) { $0.header.head = 6 }, "the journal is damaged at entry 6"),
    (LineTampering(4) { $0.header.step = 2 }, "the journal is damaged at entry 4"),
    (LineTampering(4) { $0.header.mark = "M" }, "the journal is damaged at entry 4"),
    (
      LineTampering(3) { line in
        let target = line.changes[0].target
        line.changes[0] = EntryRecordChange(
          target: TargetKey(record: target.record, field: 0),
          content: .values(before: .record(["value": 1]), after: nil), origin: 0)
      }, "entry 3"
    ),
    (
      LineTampering(3) { line in
        line.changes[0] = EntryRecordChange(
          target: TargetKey(record: 99, field: 1), content: .values(before: nil, after: 1),
          origin: 0)
      }, "has no record of number 99"
    ),
    (
      LineTampering(3) { line in
        line.changes[0] = EntryRecordChange(
          target: TargetKey(record: line.changes[0].target.record, field: 99),
          content: .values(before: nil, after: 1), origin: 0)
      }, "there is no field of number 99"
    ),
    (
      LineTampering(4) { line in
        line.changes[0] = EntryRecordChange(
          target: line.changes[0].target,
          content: .edit(ByteEdit(offset: 5, removed: [1], inserted: [2])), origin: 2)
      }, "entry 4"
    ),
  ]

  @Test(arguments: tamperedLines.indices)
  func `is found by verify in a line of the journal`(at: Int) throws {
    let (line, finding) = Self.tamperedLines[at]
    try withTampered(line: line) { store in
      let findings = try store.verify().findings
      #expect(findings.contains { $0.contains(finding) }, "\(findings)")
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
      guard case .damaged = try storeError({ _ = try store.content(of: document, at: 2) }) else {
        return #expect(Bool(false), "the damage was not met")
      }
      // What is not touched by the damage goes on.
      try store.set(&document, ("note", "x"))
      #expect(document.count == 7)
    }
  }

  @Test func `with a revision at the end of the numbers takes no other`() throws {
    try withTampered(
      """
      INSERT INTO revision(form, number, hash, published, author, fields)
      SELECT form, 9223372036854775807, hash, published, author, fields FROM revision
      """
    ) { store in
      let error = try storeError {
        _ = try store.publish("visit", try Document(sketch: "person: other"), by: by())
      }
      #expect(
        error == .damaged(path: store.path, detail: "no number is left for a revision"))
    }
  }

  // To know the revision of a time, what the document's record was then is looked up, and so on.
  @Test(arguments: [
    "UPDATE record SET kind = 'document' WHERE id = 'own'",
    """
    UPDATE record SET kind = 'row', id = 'was' WHERE document = 2 AND kind = 'document';
    UPDATE record SET kind = 'document', id = 'document' WHERE id = 'own'
    """,
  ])
  func `whose row stands for its document is found, and looked up once`(sql: String) throws {
    try withVisit { store, document in
      var sections = Array(document.content.sections)
      let own = Document.Row(id: "own", fields: [.component: "TextInput"])
      sections[0] = Document.Section(
        id: sections[0].id, fields: sections[0].fields, rows: Array(sections[0].rows) + [own])
      let description = try Document(fields: document.content.fields, sections: sections)
      try store.perform(.apply(description), on: &document, by: by())
      try store.perform(.undo(steps: 1), on: &document, by: by())
      _ = try store.publish("visit", try Document(sketch: "person: name"), by: by())
      try store.perform(.migrate(to: 2), on: &document, by: by())
      for name in ["Ada", "Bob"] { try store.set(&document, ("name", .text(name))) }
      while try store.archiveOldEntries(of: &document) {}
      try store.close()
      try tamper(store.path, "PRAGMA foreign_keys = OFF; " + sql)
      let damaged = try store.again(.readOnly)
      #expect(try !damaged.verify().findings.isEmpty)
      try damaged.close()
    }
  }

  @Test func `with keys at the end of the numbers is no trap`() throws {
    try withTampered(
      "UPDATE document SET key = 9223372036854775807 WHERE kind = 'document'",
      "UPDATE answer SET document = 9223372036854775807"
    ) { store in
      #expect(try !store.verify().findings.isEmpty)
      guard case .damaged = try storeError({ _ = try store.documents() }) else {
        return #expect(Bool(false), "a document without entries was listed, or left out")
      }
      _ = try store.document("visit")
    }
  }
}

/// A line of the journal that somebody wrote anew.
struct LineTampering: Sendable {
  private let number: Int
  private let change: @Sendable (inout EntryRecord) -> Void

  init(_ number: Int, _ change: @escaping @Sendable (inout EntryRecord) -> Void) {
    self.number = number
    self.change = change
  }

  func run(_ path: String) throws {
    let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1000)
    let read = try connection.prepare("SELECT line FROM entry WHERE key & 4294967295 = \(number)")
    _ = try read.step()
    var line = try EntryRecordCoding.decode(try read.blob(0), number: number)
    try read.reset()
    change(&line)
    let write = try connection.prepare(
      "UPDATE entry SET line = ? WHERE key & 4294967295 = \(number)")
    try write.bind(try EntryRecordCoding.encode(line, number: number), at: 1)
    try write.run()
    _ = consume read
    _ = consume write
    try reseal(connection)
    try connection.closeCheckpointing()
  }
}
