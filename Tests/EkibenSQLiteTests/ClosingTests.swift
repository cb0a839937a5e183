import EkibenSQLite
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Being the last at a file` {
  private func expectError(
    _ body: () throws(SQLiteError) -> Void, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let error = try failure(of: body, sourceLocation: sourceLocation)
    #expect(error.isBusy, sourceLocation: sourceLocation)
  }

  @Test func `leaves what is to be done to another one who writes`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(3, into: connection)
      let other = try Connection(path: path, access: .readWrite)
      try other.begin(.immediate)
      #expect(try connection.closeCheckpointing() == .leftToAnother)
      #expect(exists(path + "-wal"))
      try other.rollback()
      #expect(try other.closeCheckpointing() == .whole)
      #expect(!exists(path + "-wal"))
    }
  }

  @Test func `lets a log stay that a reader holds, also after waiting`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(3, into: connection)
      let reader = try Connection(path: path, access: .readOnly)
      try reader.begin(.deferred)
      #expect(try count(reader) == 3)
      #expect(try connection.closeCheckpointing(waiting: 5) == .logStays)
      #expect(try size(path + "-wal") > 0)
      try reader.rollback()
    }
  }

  @Test func `is nothing where there is no log, or the file has gone from it`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let plain = try Connection(path: path, access: .create)
      try plain.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
      #expect(try !plain.takeForItself())
      #expect(try plain.closeCheckpointing() == .whole)
      let moved = try makeDatabase(folder + "/b.db")
      try shell("/bin/mv", folder + "/b.db", folder + "/c.db")
      #expect(try moved.closeCheckpointing() == .logStays)
      #expect(exists(folder + "/b.db-wal"))
    }
  }

  @Test func `has the file for itself, its log empty, while nobody else has it open`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(3, into: connection)
      let other = try Connection(path: path, access: .readWrite)
      #expect(try count(other) == 3)
      #expect(try !connection.takeForItself())
      #expect(try size(path + "-wal") > 0)
      try other.close()
      #expect(try connection.takeForItself())
      #expect(try size(path + "-wal") == 0)
      let late = try Connection(path: path, access: .readWrite)
      try expectError { () throws(SQLiteError) in _ = try count(late) }
      try connection.close()
      #expect(try count(late) == 3)
    }
  }

  @Test(arguments: [0, 1])
  func `takes away a database that holds nothing`(rows: Int) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(rows, into: connection)
      try expectError { () throws(SQLiteError) in
        _ = try Connection.discard(path, unless: "SELECT 1 FROM item")
      }
      #expect(try count(connection) == Int64(rows))
      try connection.close()
      #expect(exists(path + "-wal"))
      let isGone = try Connection.discard(path, unless: "SELECT 1 FROM item")
      #expect(isGone == (rows == 0) && exists(path) == !isGone && !exists(path + "-wal"))
    }
  }

  @Test(arguments: [false, true])
  func `takes away a database that was not made whole`(hasLog: Bool) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try Connection(path: path, access: .create)
      if hasLog { try connection.setWAL() }
      try connection.close()
      #expect(exists(path))
      #expect(try Connection.discard(path, unless: "SELECT 1 FROM item"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  @Test func `begins no log anew while somebody reads the old one aside`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(5, into: connection)
      let frames = connection.walFrames
      let reader = try connection.beginReadingAside()
      #expect(try count(reader) == 5)
      #expect(try connection.checkpointFenced()?.isComplete == true)
      try insert(1, into: connection)
      #expect(connection.walFrames > frames)
      #expect(try count(reader) == 5)
      try reader.close()
      #expect(try connection.checkpointFenced()?.isComplete == true)
      try insert(1, into: connection)
      #expect(connection.walFrames < frames)
    }
  }

  @Test func `waits for locks as long as it was told to, also after setting up`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeDatabase(path).closeCheckpointing()
      let connection = try Connection(path: path, access: .readWrite, busyTimeout: 1234)
      #expect(try connection.pragmaInteger("busy_timeout") == 1234)
      try connection.setWAL(busyTimeout: 1234)
      #expect(try connection.pragmaInteger("busy_timeout") == 1234)
      try connection.confirmLogWritable(busyTimeout: 1234)
      #expect(try connection.pragmaInteger("busy_timeout") == 1234)
      #expect(connection.inTransaction == false)
      let other = try Connection(path: path, access: .readWrite)
      try other.begin(.immediate)
      // Where somebody writes, the log is one that can be written.
      try connection.confirmLogWritable(busyTimeout: 0)
      try other.rollback()
    }
  }
}
