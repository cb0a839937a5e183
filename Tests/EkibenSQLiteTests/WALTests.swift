import EkibenSQLite
import Testing

@Suite(.timeLimit(.minutes(20))) struct WALTests {
  // Rule P10.
  @Test func `reads back that WAL and the synchronous level took`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      #expect(try connection.pragmaText("journal_mode") == "wal")
      try connection.setSynchronous(.normal)
      #expect(try connection.pragmaInteger("synchronous") == 1)
      try connection.setSynchronous(.full)
      #expect(try connection.pragmaInteger("synchronous") == 2)
      #expect(try connection.pragmaInteger("fullfsync") == 1)
    }
  }

  @Test func `throws when a setting does not take`() throws {
    try withFolder { folder in
      try Connection(path: folder + "/a.db", access: .create).execute("CREATE TABLE t(x)")
      let connection = try Connection(path: folder + "/a.db", access: .readOnly)
      let error = try failure { () throws(SQLiteError) in try connection.setWAL() }
      #expect(error.isReadOnly || error.message.contains("journal_mode stayed"))
      let writer = try makeDatabase(folder + "/b.db")
      try writer.begin(.immediate)
      _ = try failure { () throws(SQLiteError) in try writer.setSynchronous(.normal) }
      try writer.rollback()
    }
  }

  // Rule P3.
  @Test func `never checkpoints by itself, neither on commit nor on close`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      let before = try size(path)
      try insert(1500, bytes: 4000, into: connection)
      #expect(connection.walFrames > 2000)
      #expect(try connection.facts().walFrames == connection.walFrames)
      #expect(try size(path) == before)
      try connection.close()
      #expect(try size(path) == before)
      #expect(try size(path + "-wal") > 1500 * 4096)
      let again = try Connection(path: path, access: .readWrite)
      #expect(try count(again) == 1500)
    }
  }

  @Test func `moves everything into the file behind the fence`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(20, into: connection)
      let frames = connection.walFrames
      let checkpoint = try #require(try connection.checkpointFenced())
      #expect(checkpoint.logFrames == frames)
      #expect(checkpoint.checkpointedFrames == frames)
      #expect(checkpoint.isComplete)
      // The fence is gone, and the next commit starts the -wal over.
      try insert(1, into: connection)
      #expect(connection.walFrames < frames)
      #expect(try count(connection) == 21)
    }
  }

  // Rule P4.
  @Test func `runs nothing while another writer holds the lock`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(20, into: connection)
      let other = try Connection(path: path, access: .readWrite)
      try other.begin(.immediate)
      let before = try Bytes(path)
      #expect(try connection.checkpointFenced() == nil)
      #expect(try connection.checkpointFenced(busyTimeout: 20) == nil)
      #expect(try Bytes(path) == before)
      try other.rollback()
      #expect(try connection.checkpointFenced()?.isComplete == true)
    }
  }

  @Test func `moves only what no reader still needs`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      let reader = try Connection(path: path, access: .readOnly)
      try reader.begin(.deferred)
      #expect(try count(reader) == 0)
      try insert(5, into: connection)
      let checkpoint = try #require(try connection.checkpointFenced())
      #expect(!checkpoint.isComplete)
      #expect(try count(reader) == 0)
      try reader.rollback()
      #expect(try connection.checkpointFenced()?.isComplete == true)
      #expect(try count(reader) == 5)
    }
  }

  @Test func `runs no checkpoint inside a transaction of its own`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(1, into: connection)
      try connection.begin(.immediate)
      #expect(try connection.checkpointFenced() == nil)
      try connection.rollback()
      try connection.begin(.deferred)
      _ = try count(connection)
      let error = try failure { () throws(SQLiteError) in _ = try connection.checkpointFenced() }
      #expect(error.isBusy)
      #expect(error.operation == .checkpoint)
      try connection.rollback()
      #expect(try connection.checkpointFenced()?.isComplete == true)
    }
  }

  @Test func `puts no fence around a file that has been replaced`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try makeDatabase(folder + "/b.db").closeCheckpointing()
      try shell("/bin/mv", folder + "/b.db", path)
      let error = try failure { () throws(SQLiteError) in _ = try connection.checkpointFenced() }
      #expect(error.isMoved)
    }
  }

  @Test func `leaves one whole file when the last connection closes`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(300, into: connection)
      #expect(try connection.closeCheckpointing() == .whole)
      #expect(!exists(path + "-wal"))
      #expect(!exists(path + "-shm"))
      try shell("/bin/cp", path, folder + "/alone.db")
      let alone = try Connection(path: folder + "/alone.db", access: .immutable)
      #expect(try count(alone) == 300)
    }
  }

  @Test(arguments: [false, true])
  func `also by a connection that has read nothing, and after a killed writer`(
    isReopened: Bool
  ) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try insert(30, into: connection)
      try shell("/bin/cp", path, folder + "/b.db")
      try shell("/bin/cp", path + "-wal", folder + "/b.db-wal")
      try connection.close()
      let last = try Connection(
        path: isReopened ? path : folder + "/b.db", access: .readWrite)
      #expect(try last.closeCheckpointing() == .whole)
      let name = isReopened ? path : folder + "/b.db"
      #expect(!exists(name + "-wal"))
      #expect(try count(Connection(path: name, access: .immutable)) == 30)
    }
  }

  @Test func `keeps the -wal on close while another connection is open`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      let other = try Connection(path: path, access: .readWrite)
      try insert(30, into: connection)
      #expect(try count(other) == 30)
      let before = try Bytes(path)
      #expect(try connection.closeCheckpointing() == .logStays)
      #expect(try Bytes(path) == before)
      #expect(try count(other) == 30)
      try insert(1, into: other)
      #expect(try other.closeCheckpointing() == .whole)
      #expect(try count(Connection(path: path, access: .readOnly)) == 31)
    }
  }
}
