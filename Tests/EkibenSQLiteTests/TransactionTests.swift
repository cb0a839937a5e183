@testable import EkibenSQLite
import Testing

@Suite(.timeLimit(.minutes(20))) struct TransactionTests {
  @Test func `commits, and takes back`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.begin(.immediate)
      #expect(connection.inTransaction == true)
      try insert(2, into: connection)
      try connection.commit()
      #expect(connection.inTransaction == false)
      try connection.begin(.deferred)
      try insert(2, into: connection)
      try connection.rollback()
      #expect(connection.inTransaction == false)
      #expect(try count(connection) == 2)
    }
  }

  @Test func `takes back safely where nothing is open or SQLite has done it`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.rollback()
      try connection.begin(.immediate)
      try insert(1, into: connection)
      let error = try failure { () throws(SQLiteError) in
        try connection.execute("INSERT OR ROLLBACK INTO item(id) VALUES (1)")
      }
      #expect(error.isConstraint)
      #expect(connection.inTransaction == false)
      try connection.rollback()
      #expect(try count(connection) == 0)
    }
  }

  @Test func `stays whole when the space is used up`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.execute("PRAGMA max_page_count = 10")
      try connection.begin(.immediate)
      let error = try failure { () throws(SQLiteError) in
        try insert(100, bytes: 4000, into: connection)
      }
      #expect(error.isFull)
      try connection.rollback()
      #expect(try count(connection) == 0)
    }
  }

  @Test(arguments: [0, 60])
  func `turns a second writer away after its timeout`(milliseconds: Int) throws {
    try withFolder { folder in
      let one = try makeDatabase(folder + "/a.db")
      let other = try Connection(
        path: folder + "/a.db", access: .readWrite, busyTimeout: milliseconds)
      try one.begin(.immediate)
      let start = ContinuousClock.now
      let error = try failure { () throws(SQLiteError) in try other.begin(.immediate) }
      #expect(error.isBusy)
      #expect(ContinuousClock.now - start >= .milliseconds(milliseconds))
      #expect(other.inTransaction == false)
      try one.rollback()
      try other.begin(.immediate)
      try other.commit()
    }
  }

  @Test func `refuses to write on what an overtaken reader has read`() throws {
    try withFolder { folder in
      let one = try makeDatabase(folder + "/a.db")
      let other = try Connection(path: folder + "/a.db", access: .readWrite)
      try other.begin(.deferred)
      _ = try count(other)
      try insert(1, into: one)
      let error = try failure { () throws(SQLiteError) in try insert(1, into: other) }
      #expect(error.isBusy)
      #expect(error.extendedCode == 517)
      try other.rollback()
    }
  }

  // Where the schema went back, SQLite compiles every statement anew, and one that is short of memory
  // could not be: the next transaction would stay open.
  @Test func `can be taken back without compiling anything, after one that changed the schema`()
    throws
  {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.begin(.immediate)
      try connection.execute("CREATE TABLE more(id INTEGER PRIMARY KEY) STRICT")
      try connection.rollback()
      try connection.begin(.immediate)
      let rollback = try unsafe Statement(connection.cache.takeRollback(on: connection))
      _ = try rollback.step()
      #expect(rollback.recompilations == 0)
    }
  }

  @Test(arguments: [(Connection.TransactionKind.deferred, true), (.immediate, false)])
  func `takes the locks that its kind says`(
    kind: Connection.TransactionKind, othersWrite: Bool
  ) throws {
    try withFolder { folder in
      let one = try Connection(path: folder + "/a.db", access: .create)
      try one.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
      let other = try Connection(path: folder + "/a.db", access: .readWrite)
      try one.begin(kind)
      #expect(one.inTransaction == true)
      #expect(try count(other) == 0)
      var hasWritten = true
      do throws(SQLiteError) { try insert(1, into: other) } catch { hasWritten = !error.isBusy }
      #expect(hasWritten == othersWrite)
      try one.rollback()
    }
  }
}
