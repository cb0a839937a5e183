import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import SessionRecorder
import TestSupport
import Testing

private func text(_ text: String) -> RecordedValue { .text(Array(text.utf8)) }

/// Runs SQL on a table `item(id, name, age)` with two rows while a recorder watches.
private func recorded(_ sql: String...) throws -> [RecordedChange] {
  try withTemporaryFolder { folder in
    let connection = try Connection(path: folder.path + "/a.db", access: .create)
    try connection.setWAL()
    try connection.execute(
      """
      CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, age ANY) STRICT;
      CREATE TABLE part(item INTEGER REFERENCES item ON DELETE CASCADE, no INTEGER, note TEXT,
        PRIMARY KEY (no, item)) STRICT, WITHOUT ROWID;
      CREATE TABLE loose(value ANY) STRICT;
      INSERT INTO item VALUES (1, NULL, 30), (2, 'Bo', NULL);
      """)
    return try SessionRecorder.record(on: connection) { recorder in
      for sql in sql { try connection.execute(sql) }
      return try recorder.changes()
    }
  }
}

#if os(Linux)
  @Suite(.timeLimit(.minutes(20))) struct SessionRecorderTests {
    // The transitions that a recorder which compares with `<>` loses.
    @Test(arguments: [
      ("name = 'Ann' WHERE id = 1", 1, RecordedValue.null, text("Ann")),
      ("age = NULL WHERE id = 1", 2, .integer(30), .null),
      ("age = 31 WHERE id = 2", 2, .null, .integer(31)),
      ("name = '' WHERE id = 1", 1, .null, text("")),
      ("name = NULL WHERE id = 2", 1, text("Bo"), .null),
      ("age = x'' WHERE id = 2", 2, .null, .blob([])),
      ("age = '30' WHERE id = 1", 2, .integer(30), text("30")),
      ("age = 30.5 WHERE id = 1", 2, .integer(30), .real(30.5)),
      ("name = 'Bo' || char(0) || 'é' WHERE id = 2", 1, text("Bo"), text("Bo\0é")),
    ])
    func `sees a value change, from and to NULL as well`(
      assignment: String, column: Int, before: RecordedValue, after: RecordedValue
    ) throws {
      let changes = try recorded("UPDATE item SET \(assignment)")
      let change = try #require(changes.first)
      #expect(changes.count == 1)
      #expect(change.table == "item")
      #expect(change.operation == .update)
      #expect(change.before[column] == before)
      #expect(change.after[column] == after)
      // Of the other columns only the key is told, as it was.
      #expect(change.before[0] == .integer(assignment.hasSuffix("1") ? 1 : 2))
      #expect(change.before[3 - column] == .absent)
      #expect(change.after[0] == .absent)
      #expect(change.after[3 - column] == .absent)
      #expect(change.key == [change.before[0]])
    }

    @Test func `sees rows come and go, whole`() throws {
      let changes = try recorded(
        "INSERT INTO item VALUES (3, NULL, x'00ff')", "DELETE FROM item WHERE id = 2")
      let absent = [RecordedValue](repeating: .absent, count: 3)
      let inserted = try #require(changes.first { $0.operation == .insert })
      #expect(inserted.after == [.integer(3), .null, .blob([0, 255])])
      #expect(inserted.before == absent)
      #expect(inserted.key == [.integer(3)])
      let deleted = try #require(changes.first { $0.operation == .delete })
      #expect(deleted.before == [.integer(2), text("Bo"), .null])
      #expect(deleted.after == absent)
      #expect(changes.count == 2)
    }

    @Test func `compares with the beginning, so what came and went is nothing`() throws {
      #expect(
        try recorded(
          "UPDATE item SET age = 1",
          "UPDATE item SET age = 30 WHERE id = 1;"
            + "UPDATE item SET age = NULL WHERE id = 2") == [])
      #expect(
        try recorded("INSERT INTO item(id) VALUES (9)", "DELETE FROM item WHERE id = 9") == [])
      #expect(try recorded("UPDATE item SET age = age, name = name") == [])
      #expect(try recorded("BEGIN; DELETE FROM item; ROLLBACK") == [])
    }

    @Test func `tells a key of several columns, and what a foreign key did`() throws {
      let changes = try recorded(
        "INSERT INTO part VALUES (1, 7, 'a')", "UPDATE part SET note = NULL",
        "INSERT INTO item(id) VALUES (4)", "INSERT INTO part VALUES (4, 1, 'b')")
      let parts = changes.filter { $0.table == "part" }
      #expect(parts.map(\.keyColumns) == [[0, 1], [0, 1]])
      #expect(Set(parts.map(\.key)) == [[.integer(1), .integer(7)], [.integer(4), .integer(1)]])
      #expect(parts.allSatisfy { !$0.isIndirect })
    }

    @Test func `sees no table without a primary key`() throws {
      #expect(try recorded("INSERT INTO loose VALUES (1)") == [])
    }

    @Test func `records neither what another connection does nor what is done while it pauses`()
      throws
    {
      try withTemporaryFolder { folder in
        let path = folder.path + "/a.db"
        let connection = try Connection(path: path, access: .create)
        try connection.setWAL()
        try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY) STRICT")
        let other = try Connection(path: path, access: .readWrite)
        try SessionRecorder.record(on: connection) { recorder in
          try other.execute("INSERT INTO item VALUES (1)")
          try recorder.pausing { try connection.execute("INSERT INTO item VALUES (2)") }
          #expect(try recorder.changes() == [])
          try connection.execute("INSERT INTO item VALUES (3)")
          #expect(try recorder.changes().map(\.key) == [[.integer(3)]])
        }
        // Its recording is over, and the connection can close.
        try connection.closeCheckpointing()
      }
    }

    @Test func `watches the connection of a store`() throws {
      try withTemporaryStore { store in
        let metadata = EditMetadata(author: "Ada", time: 1)
        let form = try Document(sketch: "person: name")
        _ = try store.publish("visit", form, by: metadata)
        var visit = try store.create(
          nil, from: "visit", uid: [UInt8](repeating: 2, count: 16), by: metadata)
        let recorder = try store.withConnection { connection throws(SQLiteError) in
          try SessionRecorder(on: connection)
        }
        defer { recorder.end() }
        let edit = Edit.answers([(row: "name", value: .text("Mina"))])
        #expect(throws: StoreError.self) {
          try store.perform(edit, on: &visit, by: metadata, expecting: ["name": .text("Bo")])
        }
        #expect(try recorder.changes() == [])
        try store.perform(edit, on: &visit, by: metadata)
        let values = try recorder.changes().flatMap(\.after)
        #expect(values.contains(text("Mina")))
      }
    }

    @Test func `what it saw leads from one state to the other, over random changes`() throws {
      try withTemporaryFolder { folder in
        let connection = try Connection(path: folder.path + "/a.db", access: .create)
        try connection.setWAL()
        try connection.setSynchronous(.normal)
        try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
        var random = SeededGenerator(seed: 11)
        for _ in 0..<200 {
          let before = try rows(connection)
          let replayed = try SessionRecorder.record(on: connection) { recorder in
            for _ in 0..<Int.random(in: 0..<20, using: &random) {
              try connection.execute(randomChange(using: &random))
            }
            return try recorder.changes().reduce(into: before) { apply($1, to: &$0) }
          }
          #expect(try replayed == rows(connection))
        }
      }
    }
  }
#endif

private func randomChange(using random: inout SeededGenerator) -> String {
  let id = Int.random(in: 1...8, using: &random)
  let values = ["NULL", "0", "1", "''", "'a'", "x''", "x'00'", "2.5"]
  let value = values.randomElement(using: &random) ?? "NULL"
  return switch Int.random(in: 0..<4, using: &random) {
  case 0: "DELETE FROM item WHERE id = \(id)"
  case 1: "UPDATE item SET value = \(value) WHERE id = \(id)"
  default: "INSERT OR REPLACE INTO item VALUES (\(id), \(value))"
  }
}

private func rows(_ connection: borrowing Connection) throws -> [RecordedValue: RecordedValue] {
  let statement = try connection.prepare("SELECT id, value FROM item")
  var rows: [RecordedValue: RecordedValue] = [:]
  while try statement.step() {
    let value: RecordedValue =
      switch statement.type(1) {
      case .null: .null
      case .integer: .integer(try statement.int64(1))
      case .real: .real(try statement.double(1))
      case .text: .text(Array(try statement.text(1).utf8))
      case .blob: .blob(try statement.blob(1))
      }
    rows[.integer(try statement.int64(0))] = value
  }
  return rows
}

private func apply(_ change: RecordedChange, to rows: inout [RecordedValue: RecordedValue]) {
  switch change.operation {
  case .insert: rows[change.after[0]] = change.after[1]
  case .delete: rows[change.before[0]] = nil
  case .update: rows[change.before[0]] = change.after[1]
  }
}
