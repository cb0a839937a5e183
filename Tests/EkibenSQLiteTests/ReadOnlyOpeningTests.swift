import EkibenSQLite
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReadOnlyOpeningTests {
  /// A closed store with `rows` rows.
  private func makeClosed(_ path: String, rows: Int) throws {
    let connection = try makeDatabase(path)
    try insert(rows, into: connection)
    try connection.closeCheckpointing()
  }

  @Test func `changes nothing around a closed store`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeClosed(path, rows: 10)
      let before = try Bytes(path)
      do {
        let reader = try Connection.openReadOnly(path: path)
        #expect(reader.access == .immutable)
        #expect(try count(reader) == 10)
        #expect(try reader.stillUnchanged())
        let error = try failure { () throws(SQLiteError) in try insert(1, into: reader) }
        #expect(error.isReadOnly)
        try reader.close()
      }
      #expect(try Bytes(path) == before)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.db"])
    }
  }

  @Test func `changes nothing beside a live writer, and sees what it commits`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let writer = try makeDatabase(path)
      try insert(10, into: writer)
      let before = try Bytes(path)
      let reader = try Connection.openReadOnly(path: path)
      #expect(reader.access == .readOnly)
      #expect(try count(reader) == 10)
      #expect(try Bytes(path) == before)
      try insert(1, into: writer)
      #expect(try count(reader) == 11)
      #expect(try reader.stillUnchanged())
      let after = try Bytes(path)
      try reader.close()
      #expect(try Bytes(path) == after)
    }
  }

  @Test func `changes nothing of what a killed writer has left`() throws {
    try withFolder { folder in
      let (path, left) = (folder + "/a.db", folder + "/left.db")
      let writer = try makeDatabase(path)
      try insert(10, into: writer)
      try shell("/bin/cp", path, left)
      try shell("/bin/cp", path + "-wal", left + "-wal")
      let before = try Bytes(left)
      do {
        let reader = try Connection.openReadOnly(path: left)
        #expect(reader.access == .readOnly)
        #expect(try count(reader) == 10)
        try reader.close()
      }
      #expect(try Bytes(left) == before)
      #expect(try Connection.openReadOnly(path: left).pragmaInteger("page_count") > 1)
      #expect(try Bytes(left) == before)
    }
  }

  @Test func `takes an empty -wal for none, and notices when it fills`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeClosed(path, rows: 10)
      let writer = try Connection(path: path, access: .readWrite)
      #expect(try count(writer) == 10)
      #expect(try size(path + "-wal") == 0)
      let reader = try Connection.openReadOnly(path: path)
      #expect(reader.access == .immutable)
      #expect(try reader.stillUnchanged())
      try insert(1, into: writer)
      #expect(try !reader.stillUnchanged())
      #expect(try Connection.openReadOnly(path: path).stillUnchanged())
    }
  }

  @Test(arguments: [true, false])
  func `notices that the file was written or replaced meanwhile`(isReplaced: Bool) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeClosed(path, rows: 10)
      let reader = try Connection.openReadOnly(path: path)
      #expect(try reader.stillUnchanged())
      if isReplaced {
        try makeClosed(folder + "/b.db", rows: 10)
        try shell("/bin/mv", folder + "/b.db", path)
      } else {
        let writer = try Connection(path: path, access: .readWrite)
        try insert(1, into: writer)
        try writer.closeCheckpointing()
      }
      #expect(!exists(path + "-wal"))
      #expect(try !reader.stillUnchanged())
    }
  }

  @Test func `finds the -wal behind a symbolic link`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let writer = try makeDatabase(path)
      try insert(10, into: writer)
      try shell("/bin/ln", "-s", path, folder + "/link.db")
      let reader = try Connection.openReadOnly(path: folder + "/link.db")
      #expect(reader.access == .readOnly)
      #expect(try count(reader) == 10)
    }
  }

  @Test func `says clearly that the -shm cannot be made`() throws {
    try withFolder { folder in
      let (path, left) = (folder + "/a.db", folder + "/left.db")
      let writer = try makeDatabase(path)
      try insert(10, into: writer)
      try shell("/bin/cp", path, left)
      try shell("/bin/cp", path + "-wal", left + "-wal")
      // Stands in for a folder that may not be written, which does not stop root.
      try shell("/bin/ln", "-s", folder + "/nowhere", left + "-shm")
      let before = try Bytes(left)
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection.openReadOnly(path: left)
      }
      #expect(error.isCantOpen)
      // What is absent is not the file that was asked for.
      #expect(!error.isMissingFile)
      #expect(error.operation == .openReadOnly)
      #expect(error.path == left)
      #expect(
        error.message.hasPrefix(
          "changes lie in a file beside it (-wal or -journal) and cannot be read without writing "
            + "there, such as the -shm file: "))
      #expect(try Bytes(left) == before)
    }
  }

  @Test func `leaves a rollback journal that waits to be played back`() throws {
    try withFolder { folder in
      let (path, left) = (folder + "/a.db", folder + "/left.db")
      let writer = try Connection(path: path, access: .create)
      try writer.execute("CREATE TABLE item(value)")
      // Pages spill into the file before the commit, so the journal is needed to take them back.
      try writer.execute("PRAGMA cache_size = 5; PRAGMA synchronous = FULL")
      try writer.begin(.immediate)
      try insert(200, bytes: 4000, into: writer)
      try shell("/bin/cp", path, left)
      try shell("/bin/cp", path + "-journal", left + "-journal")
      let (database, journal) = (
        try shell("/bin/cat", left), try shell("/bin/cat", left + "-journal")
      )
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection.openReadOnly(path: left)
      }
      #expect(error.isReadOnly)
      #expect(try shell("/bin/cat", left) == database)
      #expect(try shell("/bin/cat", left + "-journal") == journal)
    }
  }

  @Test(arguments: [0, 1, 2, 99, 4096])
  func `says of a file that is no database that it is none`(length: Int) throws {
    try withFolder { folder in
      let path = folder + "/a.txt"
      try Data(repeating: 0x41, count: length).write(to: URL(fileURLWithPath: path))
      guard length > 1 else {
        // To SQLite an empty file is an empty database, and one of a single byte is too.
        #expect(try Connection.openReadOnly(path: path).pragmaInteger("user_version") == 0)
        return
      }
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection.openReadOnly(path: path)
      }
      #expect(error.isNotADatabase)
      #expect(try size(path) == length)
    }
  }

  @Test(arguments: [false, true])
  func `takes part in the locking where somebody is known to write`(besideWriters: Bool) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeClosed(path, rows: 10)
      let reader = try Connection.openReadOnly(path: path, besideWriters: besideWriters)
      let access = reader.access
      #expect(access == (besideWriters ? .readOnly : .immutable))
      let writer = try Connection(path: path, access: .readWrite)
      try insert(1, into: writer)
      #expect(try reader.stillUnchanged() == besideWriters)
      if besideWriters { #expect(try count(reader) == 11) }
    }
  }
}
