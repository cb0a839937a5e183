import EkibenSQLite
import Testing

@Suite(.timeLimit(.minutes(20))) struct VacuumTests {
  @Test func `gives free pages back, and its leave to attach with them`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insertAtOnce(300, bytes: 3000, into: connection)
      try connection.execute("DELETE FROM item WHERE id % 10 <> 0")
      #expect(try connection.facts().freePages > 200)
      try connection.vacuum()
      _ = try connection.checkpointFenced()
      #expect(try connection.facts().freePages == 0)
      #expect(try size(path) < 60 * 4096)
      #expect(try count(connection) == 30)
      let error = try failure { () throws(SQLiteError) in
        try connection.execute("ATTACH '\(folder)/b.db' AS other")
      }
      #expect(error.message.contains("too many attached databases"))
    }
  }

  @Test func `does not run inside a transaction, and not beside a writer`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(3, into: connection)
      try connection.begin(.immediate)
      _ = try failure { () throws(SQLiteError) in try connection.vacuum() }
      try connection.rollback()
      let other = try Connection(path: folder + "/a.db", access: .readWrite)
      try other.begin(.immediate)
      #expect(try failure { () throws(SQLiteError) in try connection.vacuum() }.isBusy)
      try other.rollback()
      try connection.vacuum()
      #expect(try count(connection) == 3)
    }
  }

  @Test func `a reader keeps its state meanwhile`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(100, bytes: 3000, into: connection)
      let reader = try Connection(path: folder + "/a.db", access: .readOnly)
      try reader.begin(.deferred)
      #expect(try count(reader) == 100)
      try connection.execute("DELETE FROM item WHERE id > 5")
      try connection.vacuum()
      #expect(try count(reader) == 100)
      try reader.rollback()
      #expect(try count(reader) == 5)
    }
  }

  @Test func `stops when its task is cancelled, and has changed nothing`() async throws {
    try await inTask {
      try withFolder { folder in
        let path = folder + "/a.db"
        let connection = try makeDatabase(path)
        try insertAtOnce(2000, bytes: 100, into: connection)
        _ = try connection.checkpointFenced()
        let facts = try connection.facts()
        cancelThisTask()
        let error = try failure { () throws(SQLiteError) in try connection.vacuum() }
        #expect(error.isInterrupted)
        #expect(connection.inTransaction == false)
        #expect(try connection.facts() == facts)
      }
    }
  }
}

@Suite(.timeLimit(.minutes(20))) struct FactsTests {
  @Test func `tells pages, free pages and the frames of the -wal`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insertAtOnce(40, bytes: 4000, into: connection)
      try connection.execute("DELETE FROM item WHERE id > 20")
      let facts = try connection.facts()
      #expect(facts.pageSize == 4096)
      #expect(facts.freePages == 20)
      #expect(facts.pages == Int(try number("PRAGMA page_count", connection)))
      #expect(facts.fileBytes == (try size(path)))
      #expect(facts.walBytes == (try size(path + "-wal")))
      #expect(facts.walFrames == connection.walFrames)
      _ = try connection.checkpointFenced()
      let moved = try connection.facts()
      #expect(moved.fileBytes == moved.pages * 4096)
      #expect(moved.walFrames == facts.walFrames)
      try connection.closeCheckpointing()
      let alone = try Connection(path: path, access: .immutable).facts()
      #expect(alone.walBytes == 0)
      #expect(alone.walFrames == 0)
      #expect(alone.pages == moved.pages)
    }
  }

  @Test func `tells which SQLite runs`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let version = try connection.prepare("SELECT sqlite_version()")
      _ = try version.step()
      #expect(try version.text(0) == SQLiteLibrary.version)
    }
  }

  @Test(arguments: [
    (3_006_023, false), (3_007_000, true), (3_040_001, true), (3_044_005, true), (3_044_006, false),
    (3_044_999, false), (3_045_000, true), (3_050_006, true), (3_050_007, false), (3_051_000, true),
    (3_051_002, true), (3_051_003, false), (3_052_000, false),
  ])
  func `knows which versions have the race of the -wal`(version: Int, isConcerned: Bool) {
    #expect(SQLiteLibrary.hasWALResetRace(versionNumber: version) == isConcerned)
  }
}
