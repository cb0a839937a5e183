@testable import EkibenSQLite
import EkibenDocuments
import EkibenMigrations
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenStore

/// One call of a function that would take minutes on values as long as SQLite allows.
private func slow(_ bytes: Int) -> String {
  "instr(zeroblob(\(bytes)), zeroblob(\(bytes / 2)) || x'01')"
}

/// Opens a store in every way, each of which has to be refused at once.
private func refusals(_ path: String) throws -> [StoreError] {
  let before = try files(of: path)
  let clock = ContinuousClock()
  let start = clock.now
  var errors = try [Store.Access.readOnly, .readWrite, .create].map { access in
    try storeError { try Store(path, access: access, now: 0).close() }
  }
  errors.append(try storeError { _ = try Store.upgrade(path, keepingCopy: true, now: 0) })
  #expect(clock.now - start < .seconds(60))
  #expect(try files(of: path) == before)
  return errors
}

// Rule P25; https://www.sqlite.org/security.html.
@Suite(.timeLimit(.minutes(20))) struct `A schema made to do harm` {
  @Test(arguments: ownTables)
  func `is refused in time when an endless view stands in a table's place`(table: String) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamperFreely(path, endlessView(table))
      for error in try refusals(path) {
        guard case .foreignSchema(_, let differences, false) = error else { throw error }
        let words = differences.map { "\($0)" }
        #expect(words.contains("the table \(table) is missing"))
        #expect(words.contains("the view \(table) is not Ekiben's"))
      }
    }
  }

  @Test(arguments: ["entry", "answer", "migration", "document"])
  func `is not read where a column is calculated`(table: String) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamperSchema(
        path, of: table, replacing: "INTEGER",
        with: "INTEGER, trap ANY AS (\(slow(100_000_000))), more INTEGER")
      for error in try refusals(path) {
        guard case .foreignSchema(_, let differences, false) = error else { throw error }
        #expect(differences.map(\.name) == [table])
      }
    }
  }

  @Test func `is not read where a virtual table stands in a table's place`() throws {
    try withStorePath { path in
      try makeStore(path)
      let sql = "DROP TABLE mark; CREATE VIRTUAL TABLE mark USING fts5(document, name)"
      try tamperFreely(path, sql)
      for error in try refusals(path) {
        guard case .foreignSchema(_, let differences, false) = error else { throw error }
        #expect(differences.contains { $0.name == "mark" && $0.problem == .changed })
      }
    }
  }

  // SQLite works this column out while it reads the schema, before anybody can look at that; what it
  // then refuses to do it passes over.
  @Test(arguments: [8000, 100_000, 200_000_000])
  func `is read in time when SQLite itself runs it`(bytes: Int) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, "ANALYZE")
      try tamperSchema(
        path, of: "sqlite_stat1", replacing: "idx,stat", with: "idx,stat AS (\(slow(bytes)))")
      let clock = ContinuousClock()
      let start = clock.now
      let error = try storeError { try Store(path, now: 0).close() }
      guard case .foreignSchema(_, let differences, true) = error else { throw error }
      #expect(differences.map(\.name) == ["sqlite_stat1"])
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(try store.document("visit").answer("name") == "Ada")
      #expect(try store.verify().findings.count == 2)
      try store.close()
      #expect(clock.now - start < .seconds(60))
    }
  }

  @Test func `is refused in time when it is huge, and named when it is only large`() throws {
    try withStorePath { path in
      try makeStore(path)
      let tables = { (numbers: ClosedRange<Int>) in
        "BEGIN;" + numbers.map { "CREATE TABLE more_\($0)(a);" }.joined() + "COMMIT"
      }
      try tamper(path, tables(1...500))
      let error = try storeError { try Store(path, now: 0).close() }
      #expect("\(error)".contains(" and 497 more; any SQL tool removes it: DROP TABLE"))
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(try store.diagnosis().checks.filter { $0.name == "schema" }.count == 500)
      try store.close()
      try tamper(path, tables(501...5000))
      for error in try refusals(path) {
        guard case .notAStore(_, let why) = error else { throw error }
        #expect(why.contains("far larger than Ekiben's"))
      }
    }
  }

  @Test func `is refused when its texts are in another encoding`() throws {
    try withStorePath { path in
      let connection = try Connection(path: path, access: .create)
      try connection.execute("PRAGMA encoding = 'UTF-16le'")
      try connection.execute(String(decoding: Migration.all[0].sql, as: UTF8.self))
      try connection.closeCheckpointing()
      for error in try refusals(path) {
        #expect(error == .notAStore(path: path, why: "its texts are in UTF-16le"))
      }
    }
  }

  @Test(arguments: [
    "UPDATE sqlite_schema SET sql = 'CREATE TABLE answer(' WHERE name = 'answer'",
    "UPDATE sqlite_schema SET sql = NULL WHERE name = 'answer'",
    "UPDATE sqlite_schema SET sql = 'DROP TABLE answer' WHERE name = 'answer'",
    "UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'answer'",
    "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'answer'",
    "INSERT INTO sqlite_schema VALUES ('index', 'sqlite_autoindex_answer_9', 'answer', 3, NULL)",
    "DELETE FROM sqlite_schema WHERE name = 'answer'",
    "DELETE FROM sqlite_schema",
  ])
  func `is refused when it contradicts itself`(sql: String) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamperFreely(path, sql + "; PRAGMA schema_version = 999")
      for error in try refusals(path) {
        switch error {
        case .damaged, .foreignSchema(_, _, isReadable: false): break
        default: throw error
        }
      }
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A schema that is ours` {
  // SQLite keeps these for itself; the last can never be dropped again.
  @Test(arguments: [
    "ANALYZE", "CREATE TABLE t(a INTEGER PRIMARY KEY AUTOINCREMENT); DROP TABLE t",
  ])
  func `stays so whatever SQLite adds for itself`(sql: String) throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, sql)
      let connection = try Connection(path: path, access: .readWrite)
      try connection.vacuum()
      try connection.closeCheckpointing()
      let store = try Store(path, access: .readWrite, now: 0)
      try store.expectSound()
      try store.close()
    }
  }

  // Rules P8 and P25: what is noted beside each released step is what SQLite makes of it.
  @Test(arguments: [StoreSchema.current, .test()])
  func `is the one whose hash is noted, in every format`(_ schema: StoreSchema) throws {
    for migration in schema.migrations {
      let hashes = try #require(migration.hashes, "\(migration.name) has no hashes")
      let objects = SchemaObject.hash(try schema.objects(of: migration.number))
      #expect(hex(hashes.checksum) == hex(SHA256.hash(migration.sql)), "\(migration.name)")
      #expect(hex(hashes.schema) == hex(objects), "\(migration.name)")
    }
  }

  // The slow, obvious way to compare: without the hash that is noted.
  @Test func `is found to be so with and without that hash`() throws {
    try withFormatOne { path in
      let steps = Migration.all.map { step in
        Migration(
          number: step.number, name: step.name, reader: step.reader,
          isNeededForReading: step.isNeededForReading, sql: step.sql)
      }
      for access in [Store.Access.readOnly, .readWrite] {
        try Store(path, access: access, now: 0, schema: StoreSchema(steps)).close()
        try Store(path, access: access, now: 0).close()
      }
      try tamper(path, "CREATE INDEX mine ON answer(value)")
      for schema in [StoreSchema(steps), .current] {
        let error = try storeError { try Store(path, now: 0, schema: schema).close() }
        guard case .foreignSchema(_, let differences, true) = error else { throw error }
        #expect(differences.map(\.name) == ["mine"])
      }
    }
  }

  @Test func `is asked for before an older store is upgraded`() throws {
    try withFormatOne { path in
      try tamper(path, "CREATE INDEX mine ON record(id)")
      let before = try files(of: path)
      let openings = [
        { _ = try openTest(path).close() }, { _ = try upgrade(path, keepingCopy: true) },
      ]
      for open in openings {
        let error = try storeError(open)
        guard case .foreignSchema(_, let differences, true) = error else { throw error }
        #expect(differences.map(\.name) == ["mine"])
      }
      #expect(try files(of: path) == before)
      try tamper(path, "DROP INDEX mine")
      try openTest(path).close()
      let store = try openTest(path, .readOnly)
      try store.expectSound()
      try store.close()
    }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
  }
}
