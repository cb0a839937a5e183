import Foundation
import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `The names of a file` {
  // https://www.sqlite.org/uri.html
  @Test(arguments: [
    ("/a/b.db", "file:///a/b.db"), ("a.db", "file:./a.db"), (":memory:", "file:./%3Amemory%3A"),
    ("//host/x", "file:////host/x"), ("/a b%#?&=.db", "file:///a%20b%25%23%3F%26%3D.db"),
    ("/azAZ09-_~.", "file:///azAZ09-_~."), ("/é\n\u{7f}", "file:///%C3%A9%0A%7F"),
    ("/@[`{", "file:///%40%5B%60%7B"), ("/:'\"", "file:///%3A%27%22"),
  ])
  func `stand in a URI that means this very file`(path: String, text: String) throws {
    #expect(try DatabaseURI(path: path, isImmutable: false).text == text)
    #expect(try DatabaseURI(path: path, isImmutable: true).text == text + "?immutable=1")
  }

  @Test(arguments: [
    ([], "kept"), (["kept"], "kept-2"), (["kept", "kept-2"], "kept-3"), (["kept-2"], "kept"),
    (["kept-wal"], "kept-2"), (["kept-shm"], "kept-2"), (["kept-journal"], "kept-2"),
    (["kept-partial"], "kept-2"), (["kept", "kept-2-wal", "kept-3-partial"], "kept-4"),
  ])
  func `are free where nothing lies, beside them neither`(taken: [String], free: String) throws {
    try withFolder { folder in
      for name in taken { try makeFile(folder + "/" + name) }
      #expect(try PartialFile.freeName(folder + "/kept") == folder + "/" + free)
    }
  }

  @Test func `are others for all that lies at a path that is set aside`() throws {
    try withFolder { folder in
      let endings = ["", "-wal", "-shm", "-journal"]
      let left = endings + endings.map { "-partial" + $0 }
      for ending in left + ["-other"] { try makeFile(folder + "/a.db" + ending) }
      try makeFile(folder + "/a.db-before-test")
      let kept = try PartialFile.setAside(folder + "/a.db", for: "test")
      #expect(kept == folder + "/a.db-before-test-2")
      let found = try FileManager.default.contentsOfDirectory(atPath: folder)
      let expected =
        ["a.db-other", "a.db-before-test"] + left.map { "a.db-before-test-2" + $0 }
      #expect(Set(found) == Set(expected) && found.count == expected.count)
      for ending in left {
        #expect(try shell("/bin/cat", kept + ending) == Data("a.db\(ending)".utf8))
      }
    }
  }

  @Test func `lead to a file over links, and are counted`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      try shell("/bin/ln", "-s", path, folder + "/link.db")
      let linked = try Connection(path: folder + "/link.db", access: .readWrite)
      // The folder of temporary files may itself be behind a link.
      #expect(linked.filePath == connection.filePath)
      #expect(connection.filePath.hasSuffix("/a.db"))
      #expect(try connection.isFile(at: folder + "/link.db"))
      #expect(try !connection.isFile(at: folder + "/none.db"))
      try makeDatabase(folder + "/b.db").closeCheckpointing()
      #expect(try !connection.isFile(at: folder + "/b.db"))
      #expect(try connection.countOfNames() == 1)
      try connection.confirmPlace()
      try shell("/bin/ln", path, folder + "/second.db")
      #expect(try connection.countOfNames() == 2)
      let error = try failure { () throws(SQLiteError) in try connection.confirmPlace() }
      #expect(error.isLinked && error.message == "it has 2 names" && error.path == path)
      try shell("/bin/rm", folder + "/second.db")
      try connection.confirmPlace()
    }
  }

  @Test(arguments: [true, false])
  func `are no more those of a file that was moved or replaced`(isReplaced: Bool) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      if isReplaced { try makeDatabase(folder + "/b.db").closeCheckpointing() }
      try shell("/bin/mv", path, folder + "/moved.db")
      if isReplaced { try shell("/bin/mv", folder + "/b.db", path) }
      for confirm in [true, false] {
        let error = try failure { () throws(SQLiteError) in
          if confirm { try connection.confirmPlace() } else { try connection.confirmUnmoved() }
        }
        #expect(error.isMoved && error.message == "it was moved, replaced or deleted")
        #expect(error.operation == .identify && error.path == path)
      }
    }
  }

  @Test func `are none of a database in memory`() throws {
    try withFolder { folder in
      let connection = try Connection(path: folder + "/model", access: .memory)
      try connection.execute("CREATE TABLE item(id INTEGER PRIMARY KEY, value ANY) STRICT")
      try insert(2, into: connection)
      #expect(try count(connection) == 2)
      #expect(connection.filePath == "")
      try connection.confirmPlace()
      #expect(try connection.countOfNames() == 1)
      #expect(try !connection.isFile(at: folder))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
  }

  // https://www.sqlite.org/src/file/src/os_unix.c: 512 bytes, of which `-journal` takes the last.
  @Test(arguments: [(504, true), (505, false), (512, false), (5_000, false)])
  func `are as long as SQLite takes with what lies beside them, and no longer`(
    bytes: Int, isTaken: Bool
  ) throws {
    try withFolder { folder in
      var path = try makeDatabase(folder + "/a.db").filePath.dropLast("/a.db".count)
      while path.utf8.count < 400 { path += "/" + String(repeating: "x", count: 50) }
      try FileManager.default.createDirectory(
        atPath: String(path), withIntermediateDirectories: true)
      let name = String(path) + "/" + String(repeating: "y", count: bytes - path.utf8.count - 1)
      // What counts is where a link leads, which the system limits itself.
      let link = folder + "/link"
      if bytes < 4_000 { try shell("/bin/ln", "-s", name, link) }
      for name in bytes < 4_000 ? [name, link] : [name] {
        if isTaken {
          try Connection(path: name, access: .create).closeCheckpointing()
        } else {
          for access in [Connection.Access.create, .readWrite, .readOnly, .immutable] {
            let error = try failure { () throws(SQLiteError) in
              _ = try Connection(path: name, access: access)
            }
            #expect(
              error == SQLiteError(14, .open, "the path is too long", path: name), "\(access)")
          }
        }
      }
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: String(path)).isEmpty == !isTaken)
    }
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `are not given to a new file where another one has left something`(ending: String) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeFile(path + ending)
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path: path, access: .create)
      }
      #expect(error.isLeftover && error.path == path + ending)
      #expect(error.message == "it was left by another file" && error.operation == .identify)
      #expect(try FilePlace.leftovers(of: path) == [path + ending])
      #expect(!exists(path))
    }
  }

  // Rule P31.
  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `are not given to a new file where SQLite keeps what belongs to another`(
    ending: String
  ) throws {
    try withFolder { folder in
      let (path, other) = (folder + "/a.db", folder + "/a.db" + ending)
      let connection = try makeDatabase(path)
      let before = try FileManager.default.contentsOfDirectory(atPath: folder)
      let errors = [
        try failure { () throws(SQLiteError) in _ = try connection.backUp(to: other) },
        try failure { () throws(SQLiteError) in _ = try PartialFile.setAside(other, for: "test") },
      ]
      for error in errors {
        #expect(error.isPermission && error.path == other)
        #expect(error.message == "SQLite keeps there what belongs to \(path)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
      try connection.closeCheckpointing()
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path: other, access: .create)
      }
      #expect(error == errors[0] && !exists(other))
      // A folder has nothing beside it, and what is there may be opened.
      try makeDatabase(folder + "/" + ending).closeCheckpointing()
      try shell("/bin/mv", path, other)
      try makeFile(path)
      try Connection(path: other, access: .create).closeCheckpointing()
    }
  }

  @Test(arguments: ["-wal", "-journal"])
  func `of a log make no log of a database`(ending: String) throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeDatabase(path).closeCheckpointing()
      try shell("/bin/cp", path, path + ending)
      for access in [Connection.Access.readWrite, .readOnly] {
        let error = try failure { () throws(SQLiteError) in
          _ = try Connection(path: path, access: access)
        }
        #expect(error.isLeftover && error.path == path + ending)
      }
      #expect(try shell("/bin/cat", path + ending) == shell("/bin/cat", path))
    }
  }

  @Test func `of what is no ordinary file tell its kind`() throws {
    try withFolder { folder in
      try makeFile(folder + "/file")
      try shell("/usr/bin/mkfifo", folder + "/pipe")
      let names = ["": "a folder", "/pipe": "a pipe", "/file": nil, "/none": nil, "/a\0b": nil]
      for (name, kind) in names { #expect(FilePlace.unusualKind(of: folder + name) == kind) }
      #expect(FilePlace.unusualKind(of: "/dev/null") == "a device")
    }
  }

  /// A file that holds its own name.
  private func makeFile(_ path: String) throws {
    try Data((path.split(separator: "/").last ?? "").utf8).write(to: URL(filePath: path))
  }
}
