import EkibenSQLite
import Foundation
import Testing

/// Why a step of the tests ends a backup.
private let stop = SQLiteError(1, .backup, "enough")

private func permissions(_ path: String) throws -> Int {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  return try #require(attributes[.posixPermissions] as? Int)
}

private func files(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
}

@Suite(.timeLimit(.minutes(20))) struct BackupTests {
  @Test(arguments: [1, 7, 1000, 0])
  func `copies what lies in the file and in the -wal into one whole file`(pages: Int) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(50, bytes: 1000, into: connection)
      _ = try connection.checkpointFenced()
      try insertAtOnce(50, bytes: 1000, into: connection)
      let before = try Bytes(folder + "/a.db")
      try FileManager.default.createDirectory(
        atPath: folder + "/to", withIntermediateDirectories: true)
      let copied = try connection.backUp(to: folder + "/to/b.db", pagesPerStep: pages)
      #expect(try files(in: folder + "/to") == ["b.db"])
      #expect(try Bytes(folder + "/a.db") == before)
      let copy = try Connection(path: folder + "/to/b.db", access: .immutable)
      #expect(try copy.pragmaInteger("page_count") == Int64(copied))
      #expect(try copy.pragmaText("integrity_check") == "ok")
      #expect(try count(copy) == 100)
    }
  }

  @Test func `the copy can be written, in WAL mode as the original`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(5, into: connection)
      try connection.backUp(to: folder + "/b.db")
      let copy = try Connection(path: folder + "/b.db", access: .readWrite)
      #expect(try copy.pragmaText("journal_mode") == "wal")
      try insert(1, into: copy)
      #expect(try count(copy) == 6)
      #expect(try count(connection) == 5)
    }
  }

  @Test func `is one state of the database while another connection writes`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(200, bytes: 3000, into: connection)
      let other = try Connection(path: folder + "/a.db", access: .readWrite)
      var (steps, totals) = (0, Set<Int>())
      try connection.backUp(to: folder + "/b.db", pagesPerStep: 10) {
        step throws(SQLiteError) in
        steps += 1
        totals.insert(step.total)
        // Rows that have been copied and rows that have not: none of it may be in the copy.
        try other.execute("UPDATE item SET value = 'new' WHERE id % 7 = \(steps % 7)")
        try insert(1, bytes: 3000, into: other)
        _ = try other.checkpointFenced()
      }
      #expect(steps > 10)
      #expect(totals.count == 1)
      let copy = try Connection(path: folder + "/b.db", access: .readOnly)
      #expect(try copy.pragmaText("integrity_check") == "ok")
      #expect(try count(copy) == 200)
      #expect(try number("SELECT count(*) FROM item WHERE value = 'new'", copy) == 0)
      #expect(try count(connection) == Int64(200 + steps))
      #expect(try connection.checkpointFenced()?.isComplete == true)
    }
  }

  @Test func `nobody sees the copy before it is whole`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(50, bytes: 3000, into: connection)
      var sightings = 0
      try connection.backUp(to: folder + "/b.db", pagesPerStep: 10) { _ throws(SQLiteError) in
        if exists(folder + "/b.db") { sightings += 1 }
      }
      #expect(sightings == 0)
      #expect(exists(folder + "/b.db"))
    }
  }

  @Test func `leaves nothing when it fails on the way`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insertAtOnce(50, bytes: 3000, into: connection)
      let before = try files(in: folder)
      let error = try failure { () throws(SQLiteError) in
        try connection.backUp(to: folder + "/b.db", pagesPerStep: 10) { step throws(SQLiteError) in
          if step.remaining < 40 { throw stop }
        }
      }
      #expect(error == stop)
      #expect(try files(in: folder) == before)
      #expect(connection.inTransaction == false)
      try insert(1, into: connection)
      try connection.backUp(to: folder + "/b.db")
      #expect(try count(Connection(path: folder + "/b.db", access: .immutable)) == 51)
    }
  }

  @Test func `leaves nothing where there is no room, and names the copy`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try insert(5, into: connection)
      let before = try files(in: folder)
      let error = try failure { () throws(SQLiteError) in
        try connection.backUp(
          to: folder + "/b.db",
          finishing: { copy throws(SQLiteError) in
            try copy.execute("PRAGMA max_page_count = 1")
            try insert(1, bytes: 100_000, into: copy)
          })
      }
      #expect(error.isFull && error.path == folder + "/b.db")
      #expect(try files(in: folder) == before)
    }
  }

  @Test func `leaves nothing when its task is cancelled`() async throws {
    try await inTask {
      try withFolder { folder in
        let connection = try makeDatabase(folder + "/a.db")
        try insertAtOnce(50, bytes: 3000, into: connection)
        let before = try files(in: folder)
        let error = try failure { () throws(SQLiteError) in
          try connection.backUp(to: folder + "/b.db", pagesPerStep: 10) { _ throws(SQLiteError) in
            cancelThisTask()
          }
        }
        #expect(error.isInterrupted)
        #expect(try files(in: folder) == before)
      }
    }
  }

  @Test(arguments: ["/b.db", "/b.db-partial", "/folder", "/link"])
  func `writes over nothing`(taken: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try Data("mine".utf8).write(to: URL(filePath: folder + "/b.db-partial"))
      try FileManager.default.createDirectory(
        atPath: folder + "/folder", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: folder + "/link", withDestinationPath: folder + "/folder")
      if taken == "/b.db" { try shell("/bin/mv", folder + "/b.db-partial", folder + taken) }
      if taken.hasSuffix("-partial") {
        // As while it is being made.
        try Data().write(to: URL(filePath: folder + taken + "-journal"))
      }
      let before = try files(in: folder)
      let destination = taken == "/b.db-partial" ? "/b.db" : taken
      let error = try failure { () throws(SQLiteError) in
        try connection.backUp(to: folder + destination)
      }
      #expect(error.path == folder + taken)
      #expect(error.isExistingFile != taken.hasSuffix("-partial"))
      #expect(error.isLeftover == taken.hasSuffix("-partial"))
      #expect(try files(in: folder) == before)
    }
  }

  @Test func `writes over nothing that came while it ran`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in
        try connection.backUp(to: folder + "/b.db") { _ throws(SQLiteError) in
          _ = FileManager.default.createFile(atPath: folder + "/b.db", contents: Data("mine".utf8))
        }
      }
      #expect(error.message == "there is a file of this name already")
      #expect(try shell("/bin/cat", folder + "/b.db") == Data("mine".utf8))
      #expect(!exists(folder + "/b.db-partial"))
    }
  }

  @Test(arguments: ["", "a\0b", "/nowhere/at/all/b.db"])
  func `refuses a path that names no place for a file`(path: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      _ = try failure { () throws(SQLiteError) in try connection.backUp(to: path) }
      #expect(connection.inTransaction == false)
    }
  }

  // A file that may not be written can be copied, and nobody else may read the copy then.
  @Test func `gives the copy the permissions of the original, and its maker's`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      for (mode, expected) in [(0o600, 0o600), (0o640, 0o640), (0o400, 0o600), (0o444, 0o644)] {
        try FileManager.default.setAttributes(
          [.posixPermissions: mode], ofItemAtPath: folder + "/a.db")
        try connection.backUp(to: folder + "/\(mode).db")
        #expect(try permissions(folder + "/\(mode).db") == expected)
      }
    }
  }

  @Test func `does not run inside a transaction`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.begin(.immediate)
      try insert(1, into: connection)
      _ = try failure { () throws(SQLiteError) in try connection.backUp(to: folder + "/b.db") }
      #expect(connection.inTransaction == true)
      #expect(!exists(folder + "/b.db-partial"))
    }
  }

  // Rule P6.
  @Test(arguments: [false, true])
  func `copies a file that is open for reading only`(isClosed: Bool) throws {
    try withFolder { folder in
      let writer = try makeDatabase(folder + "/a.db")
      try insert(20, into: writer)
      if isClosed { try writer.closeCheckpointing() } else { try writer.close() }
      let before = try Bytes(folder + "/a.db")
      let reader = try Connection.openReadOnly(path: folder + "/a.db")
      let access = reader.access
      #expect(access == (isClosed ? .immutable : .readOnly))
      try reader.backUp(to: folder + "/b.db")
      #expect(try count(Connection(path: folder + "/b.db", access: .immutable)) == 20)
      #expect(try Bytes(folder + "/a.db") == before)
    }
  }

  @Test func `keeps no copy of a file that was written while nobody locked it`() throws {
    try withFolder { folder in
      try makeDatabase(folder + "/a.db").closeCheckpointing()
      let reader = try Connection.openReadOnly(path: folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in
        try reader.backUp(to: folder + "/b.db") { _ throws(SQLiteError) in
          let writer = try Connection(path: folder + "/a.db", access: .readWrite)
          try insert(1, into: writer)
        }
      }
      #expect(error.isBusy)
      #expect(error.message == "the file was written meanwhile")
      #expect(!exists(folder + "/b.db"))
      #expect(!exists(folder + "/b.db-partial"))
    }
  }
}
