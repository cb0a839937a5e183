import EkibenDocuments
import EkibenMigrations
import EkibenSQLite
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `Upgrading a store` {
  // Rules P8 and H20: the steps are those of the test schema, and the store is the one of format 1.
  @Test(arguments: [[5], [3, 5], [4, 5]])
  func `keeps all that it says, one step after the other or both at once`(formats: [Int]) throws {
    try withFormatOne { path in
      for format in formats {
        let schema = StoreSchema.test(format: format)
        try Store(path, access: .readWrite, now: Int64(format), schema: schema).close()
      }
      let store = try openTest(path, .readOnly)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.expectSound()
      try store.close()
      #expect(try query(path, "PRAGMA user_version") == ["5"])
      let steps = try query(path, "SELECT number, name, reader, applied FROM migration").dropFirst()
      let times = (2...5).map { step in formats.first { $0 >= step } ?? 0 }
      #expect(
        steps == [
          "2|0002_checksums|2|\(times[0])", "3|0003_calculated|3|\(times[1])",
          "4|0004_rebuild|4|\(times[2])", "5|0005_tags|4|\(times[3])",
        ])
      let counts = try query(
        path,
        """
        SELECT (SELECT count(*) FROM record WHERE label = upper(id)) = (SELECT count(*) FROM record),
          (SELECT count(*) FROM tag) = (SELECT count(*) FROM document)
        """)
      #expect(counts == ["1|1"])
    }
  }

  @Test func `makes the same file in one go and in two, and as a new store has it`() throws {
    let made = try [[5], [4, 5]].map { formats in
      try withFormatOne { path in
        for format in formats { try openTest(path, format: format).close() }
        return try dump(path) + (try query(path, "SELECT * FROM tag")) + (try schema(of: path))
      }
    }
    #expect(made[0] == made[1])
    try withStorePath { path in
      let new = try openTest(path, .create)
      try new.expectSound()
      try new.close()
      #expect(try schema(of: path).allSatisfy(made[0].contains))
    }
  }

  @Test func `leaves a store that is edited, undone and compacted as before`() throws {
    try withFormatOne { path in
      let store = try openTest(path)
      var visit = try store.document("visit")
      let known = Everything(visit)
      try store.set(&visit, ("name", .text("new")))
      try store.perform(.undo(steps: 1), on: &visit, by: by("Eve"))
      #expect(visit.content == known.content)
      let steps = visit.history.undoableSteps
      try store.perform(.undo(steps: steps), on: &visit, by: by())
      #expect(visit.content == visit.formContent)
      try store.perform(.redo(steps: steps), on: &visit, by: by())
      #expect(visit.content == known.content)
      _ = try store.compact()
      try store.expectSound()
      // Rule P9: a table was made anew without foreign keys, and they are enforced again.
      let error = try storeError {
        try store.withConnection { connection throws(SQLiteError) in
          try connection.execute(
            "UPDATE record SET document = 999 WHERE kind = 'row' AND id = 'name'")
        }
      }
      #expect("\(error)".contains("FOREIGN KEY"))
      try store.close()
    }
  }

  static let failing: [(sql: String, words: String)] = [
    ("PRAGMA user_version = 5; CREATE TABLE tag(", "incomplete input"),
    ("PRAGMA user_version = 5; UPDATE revision SET author = 999", "without its parent"),
    ("PRAGMA user_version = 5; DELETE FROM author", "without its parent"),
    ("CREATE TABLE tag(a)", "does not set its format"),
    ("PRAGMA user_version = 5; VACUUM", "VACUUM"),
  ]

  @Test(arguments: failing.indices)
  func `stops at a step that fails, with the store as the step before left it`(at: Int) throws {
    try withFormatOne { path in
      let failing = Self.failing[at]
      let schema = StoreSchema(
        StoreSchema.test(format: 4).migrations + [
          Migration(
            number: 5, name: "0005_fails", reader: 4, isNeededForReading: false,
            sql: Array(failing.sql.utf8))
        ])
      let error = try storeError { try Store(path, now: 0, schema: schema).close() }
      #expect("\(error)".contains(failing.words), "\(error)")
      let store = try openTest(path, format: 4)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.expectSound()
      try store.close()
      #expect(try query(path, "PRAGMA user_version") == ["4"])
    }
  }

  @Test(arguments: [
    "UPDATE migration SET checksum = zeroblob(32)", "UPDATE migration SET name = '0001_other'",
    "INSERT INTO migration VALUES (2, '0002_rebuild', zeroblob(32), 1, 0)",
  ])
  func `refuses one whose steps so far are other ones, and changes nothing`(sql: String) throws {
    try withFormatOne { path in
      try tamper(path, sql)
      let before = try files(of: path)
      for keeping in [false, true] {
        let error = try storeError { _ = try upgrade(path, keepingCopy: keeping) }
        guard case .notAStore = error else { throw error }
      }
      let error = try storeError { try openTest(path).close() }
      guard case .notAStore = error else { throw error }
      #expect(try files(of: path) == before)
    }
  }

  @Test func `of a store that is up to date changes no byte and makes no copy`() throws {
    try withStorePath { path in
      try makeStore(path)
      let before = try files(of: path)
      let done = try Store.upgrade(path, keepingCopy: true, now: 0)
      #expect(done == StoreUpgrade(from: 3, to: 3, copy: nil))
      #expect(try files(of: path) == before)
    }
  }

  @Test func `refuses what is no store, and what is newer`() throws {
    try withStorePath { path in
      #expect(try storeError { _ = try upgrade(path) } == .noSuchFile(path: path))
      try Data().write(to: URL(filePath: path))
      #expect(
        try storeError { _ = try upgrade(path) } == .notAStore(path: path, why: "it is empty"))
      try openTest(path, .create).close()
      let before = try files(of: path)
      let newer = StoreError.newerFormat(path: path, format: 5)
      #expect(try storeError { _ = try Store.upgrade(path, now: 0) } == newer)
      for access in [Store.Access.readOnly, .readWrite, .create] {
        #expect(try storeError { try Store(path, access: access, now: 0).close() } == newer)
      }
      #expect(try files(of: path) == before)
    }
  }

  /// The schema's objects, in an order of their own.
  private func schema(of path: String) throws -> [String] {
    try query(path, "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY 1, 2")
  }
}

/// Runs a body with a copy of the store of format 1.
func withFormatOne<Result>(_ body: (String) throws -> Result) throws -> Result {
  try withFixture(of: 1, body)
}

/// Runs a body with a copy of the store that a format has left.
func withFixture<Result>(of format: Int, _ body: (String) throws -> Result) throws -> Result {
  let fixture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Fixtures").appending(path: "format-\(format).ekiben")
  return try withStorePath { path in
    try FileManager.default.copyItem(atPath: fixture.path, toPath: path)
    return try body(path)
  }
}

/// Opens a store with the schema of the tests.
func openTest(
  _ path: String, _ access: Store.Access = .readWrite, format: Int = 5, timeout: Int = 5000,
  neededForReading: Set<Int> = []
) throws(StoreError) -> Store {
  try Store(
    path, access: access, timeout: timeout, now: 0, id: uid(9),
    schema: .test(format: format, neededForReading: neededForReading))
}

/// Upgrades a store to the schema of the tests.
func upgrade(
  _ path: String, keepingCopy: Bool = false, timeout: Int = 5000
) throws(StoreError) -> StoreUpgrade {
  try Store.upgrade(
    path, keepingCopy: keepingCopy, timeout: timeout, now: 0, id: uid(9), schema: .test())
}
