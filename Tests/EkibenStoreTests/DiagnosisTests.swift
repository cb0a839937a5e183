import EkibenDocuments
import EkibenMigrations
import EkibenSQLite
import EkibenTesting
import Foundation
import Testing

@testable import EkibenStore

/// What a diagnosis says, a line a check; the versions of SQLite and what follows from them left out.
private func lines(_ store: Store, _ names: Set<String>? = nil) throws -> [String] {
  try store.diagnosis().checks.filter { check in
    names?.contains(check.name) ?? !["library", "fence"].contains(check.name)
  }.map { check in
    "\(check.name) \(check.verdict): \(check.finding)" + (check.advice.map { " → \($0)" } ?? "")
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The diagnosis of a store` {
  @Test func `says how a store stands that is written`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let size = try store.statistics()
      let pages = try query(store.path, "PRAGMA page_count").joined()
      #expect(size.walBytes > 0)
      #expect(
        try lines(store) == [
          "format fine: format 3, made by 3 migrations", "schema fine: as Ekiben makes it",
          "durability fine: a commit survives the death of the process; the last ones may go with the "
            + "power",
          "wal advice: \(size.walBytes) bytes lie beside the file in its -wal: somebody has it open, or "
            + "whoever wrote it last could not close it → keep both together, or copy with backup; "
            + "whoever writes next and closes it last, such as compact, makes it whole",
          "names fine: the file has one name",
          "room fine: \(size.freePages) of \(pages) pages are free",
          "journal fine: 2 entries have not moved to blocks",
        ])
      _ = try store.compact()
      #expect(
        try lines(store, ["journal"]) == ["journal fine: 1 entry has not moved to blocks"])
    }
  }

  @Test func `says how a store stands that is read`() throws {
    try withStorePath { path in
      try makeStore(path)
      for (durability, words) in [
        (nil, "not set to any: whoever writes it chooses"), (.powerLoss, "set to power-loss"),
        (.processCrash, "set to process-crash"),
      ] as [(Durability?, String)] {
        let writer = try Store(path, now: 0)
        try writer.setStoredDurability(durability)
        try writer.close()
        let reader = try Store(path, access: .readOnly, now: 0)
        #expect(
          try lines(reader, ["durability", "wal"]) == [
            "durability fine: the store is \(words)",
            "wal fine: the file is whole, without a -wal",
          ])
        try reader.close()
      }
    }
  }

  @Test func `says which SQLite runs, and what to keep away from it`() throws {
    try withTemporaryStore { store in
      let race =
        "fence advice: this SQLite can lose commits in a checkpoint that races with a writer; "
        + "Ekiben's own checkpoints keep writers away → let no other program write this file while "
        + "Ekiben does"
      #expect(
        try lines(store, ["library", "fence"]) == [
          "library fine: SQLite \(SQLiteLibrary.version)",
          SQLiteLibrary.canLoseCommitsOnWALReset
            ? race : "fence fine: this SQLite does not have the WAL-reset race",
        ])
      try store.setStoredDurability(.powerLoss)
      #expect(
        try lines(store, ["durability"])
          == ["durability fine: a commit survives the loss of power, if the disk obeys"])
    }
  }

  @Test func `says of a newer format who writes it`() throws {
    try withStorePath { path in
      let later = Migration(
        number: 4, name: "0004_later", reader: 3, isNeededForReading: false,
        sql: Array("PRAGMA user_version = 4; CREATE TABLE later(a ANY) STRICT".utf8))
      try Store(path, now: 0, schema: StoreSchema(Migration.all + [later])).close()
      let reader = try Store(path, access: .readOnly, now: 0)
      #expect(
        try lines(reader, ["format", "schema"]) == [
          "format advice: format 4, made by 4 migrations → write it with a newer Ekiben; "
            + "this one can only read it", "schema fine: as Ekiben makes it",
        ])
      try reader.close()
    }
  }

  @Test func `says what is wrong with a schema and with names`() throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(path, "CREATE INDEX mine ON answer(value)")
      try FileManager.default.linkItem(atPath: path, toPath: path + "-second")
      let reader = try Store(path, access: .readOnly, now: 0)
      #expect(
        try lines(reader, ["schema", "names"]) == [
          "schema wrong: the index mine on answer is not Ekiben's, so that this store is read and not "
            + "written → any SQL tool removes it: DROP INDEX \"mine\"",
          "names wrong: the file has 2 names (hard links), each of which would have a log of its own, "
            + "so that it is read and not written → remove all names but one, and make copies with: "
            + "ekiben backup",
        ])
      try reader.close()
    }
  }

  // More than a quarter of the pages has to be free, and more than 16 pages.
  @Test func `advises to compact a store with much free room`() throws {
    try withStorePath { path in
      try makeStore(path)
      try tamper(
        path,
        "CREATE TABLE more(a); INSERT INTO more VALUES (zeroblob(400000)); DROP TABLE more")
      let store = try Store(path, now: 0)
      let (free, all) = (
        try query(path, "PRAGMA freelist_count").joined(),
        try query(path, "PRAGMA page_count").joined()
      )
      #expect(
        try lines(store, ["room"])
          == ["room advice: \(free) of \(all) pages are free → compact gives them back"])
      try store.close()
    }
  }

  @Test func `advises to compact a store with more than a hundred thousand entries`() throws {
    try withStorePath { path in
      try Store(path, now: 0).close()
      func add(_ numbers: ClosedRange<Int>) throws {
        try tamper(
          path,
          """
          PRAGMA foreign_keys = OFF;
          WITH RECURSIVE n(i) AS (
            SELECT \(numbers.lowerBound) UNION ALL SELECT i + 1 FROM n WHERE i < \(numbers.upperBound))
          INSERT INTO entry(key, kind, time, author, line) SELECT i, 1, 1, 1, x'' FROM n
          """, leavingChecksums: true)
      }
      func check() throws -> [String] {
        let store = try Store(path, access: .readOnly, now: 0)
        defer { do { try store.close() } catch { Issue.record(error) } }
        return try lines(store, ["journal"])
      }
      try add(1...100_000)
      #expect(try check() == ["journal fine: 100000 entries have not moved to blocks"])
      try add(100_001...100_001)
      #expect(
        try check() == [
          "journal advice: 100001 entries have not moved to blocks → compact moves them, "
            + "which makes the file smaller"
        ])
    }
  }
}
