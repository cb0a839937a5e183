import EkibenSQLite
import Foundation
import Testing

/// Why a test ends a copy.
private let stop = SQLiteError(1, .backup, "enough")

@Suite(.timeLimit(.minutes(20))) struct `A copy of a file` {
  @Test func `equals the file byte for byte, with what lay in the log`() throws {
    try withFolder { folder in
      let (path, copy) = (folder + "/a.db", folder + "/b.db")
      let connection = try makeDatabase(path)
      // More than is read at once.
      try insertAtOnce(30, bytes: 4000, into: connection)
      try connection.begin(.immediate)
      try connection.copyFile(to: copy, busyTimeout: 0)
      #expect(connection.inTransaction == true)
      #expect(try shell("/bin/cat", copy) == shell("/bin/cat", path))
      #expect(try size(copy) > 1 << 16)
      #expect(!exists(copy + "-partial") && !exists(copy + "-wal"))
      let taken = try failure { () throws(SQLiteError) in
        try connection.copyFile(to: copy, busyTimeout: 0)
      }
      #expect(taken.isExistingFile && taken.path == copy)
      try connection.rollback()
      #expect(try count(Connection(path: copy, access: .immutable)) == 30)
    }
  }

  @Test func `is not made while others read an older state`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let reader = try Connection(path: folder + "/a.db", access: .readOnly)
      try reader.begin(.deferred)
      #expect(try count(reader) == 0)
      try insert(3, into: connection)
      try connection.begin(.immediate)
      let error = try failure { () throws(SQLiteError) in
        try connection.copyFile(to: folder + "/b.db", busyTimeout: 15)
      }
      #expect(error.isBusy && error.message == "others read an older state")
      #expect(!exists(folder + "/b.db") && !exists(folder + "/b.db-partial"))
      try reader.rollback()
      try connection.copyFile(to: folder + "/b.db", busyTimeout: 0)
      try connection.rollback()
      #expect(try count(Connection(path: folder + "/b.db", access: .immutable)) == 3)
    }
  }

  @Test func `is finished before it has its name`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(3, into: connection)
      var isNamed = true
      try connection.backUp(
        to: folder + "/b.db",
        finishing: { copy throws(SQLiteError) in
          isNamed = exists(folder + "/b.db")
          try copy.execute("UPDATE item SET value = 'finished'")
        })
      #expect(!isNamed)
      let finished = "SELECT count(*) FROM item WHERE value = 'finished'"
      #expect(try number(finished, Connection(path: folder + "/b.db", access: .immutable)) == 3)
      #expect(try number(finished, connection) == 0)
      let error = try failure { () throws(SQLiteError) in
        try connection.backUp(
          to: folder + "/c.db", finishing: { _ throws(SQLiteError) in throw stop })
      }
      #expect(error == stop)
      #expect(!exists(folder + "/c.db") && !exists(folder + "/c.db-partial"))
    }
  }

  @Test func `tells how far it has come`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(40, bytes: 3000, into: connection)
      var steps: [BackupProgress] = []
      let pages = try connection.backUp(to: folder + "/b.db", pagesPerStep: 10) {
        step throws(SQLiteError) in steps.append(step)
      }
      #expect(steps.allSatisfy { $0.total == pages })
      let expected = stride(from: 10, to: pages + 10, by: 10).map { max(0, pages - $0) }
      #expect(steps.map(\.remaining) == expected)
    }
  }

  @Test func `takes the place of another file, which is kept under the next free name`() throws {
    try withFolder { folder in
      let (path, kept) = (folder + "/a.db", folder + "/a.db-kept")
      let source = try makeDatabase(folder + "/b.db")
      try insert(5, into: source)
      try makeDatabase(kept).closeCheckpointing()
      let old = try makeDatabase(path)
      try insert(2, into: old)
      let done = try source.replace(
        old, keptAs: kept,
        locking: { old throws(SQLiteError) in try old.begin(.immediate) },
        finishing: { copy throws(SQLiteError) in
          try copy.execute("DELETE FROM item WHERE id = 1")
        })
      #expect(done.kept == kept + "-2")
      #expect(try Int64(done.pages) == source.pragmaInteger("page_count"))
      try old.rollback()
      #expect(try failure { () throws(SQLiteError) in try old.confirmPlace() }.isMoved)
      try old.close()
      #expect(exists(kept + "-2-wal") && !exists(path + "-wal") && !exists(path + "-partial"))
      #expect(try count(Connection(path: path, access: .readWrite)) == 4)
      #expect(try count(Connection(path: kept + "-2", access: .readWrite)) == 2)
    }
  }
}
