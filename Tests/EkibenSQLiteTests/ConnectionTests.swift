import EkibenSQLite
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConnectionTests {
  @Test(arguments: [
    "plain.db", "with space.db", "100%.db", "%41.db", "what?mode=memory", "a#b.db", "a&b=c.db",
    "駅弁.ekiben", "e\u{301}.db", ":memory:", "file:x.db", "'quoted\".db", "back\\slash", "-wal",
    "new\nline.db", "a//b.db",
  ])
  func `opens the very file that a path names`(name: String) throws {
    try withFolder { folder in
      try FileManager.default.createDirectory(
        atPath: folder + "/a", withIntermediateDirectories: true)
      let path = folder + "/" + name
      let connection = try makeDatabase(path)
      try insert(1, into: connection)
      try connection.closeCheckpointing()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(exists(path))
      #expect(name == "a//b.db" || names.contains { Array($0.utf8) == Array(name.utf8) })
      #expect(try count(Connection(path: path, access: .readOnly)) == 1)
    }
  }

  @Test(arguments: [":memory:", "plain.db", "./x.db", "file:x?mode=memory", "a b.db"])
  func `opens relative paths as files`(name: String) throws {
    try withFolder { folder in
      // The working directory belongs to the whole process, so the way there is spelled out.
      let up = String(
        repeating: "../",
        count: FileManager.default.currentDirectoryPath.split(separator: "/").count)
      let connection = try makeDatabase(up + folder.dropFirst() + "/" + name)
      try connection.closeCheckpointing()
      #expect(exists(folder + "/" + name))
    }
  }

  @Test func `opens no memory database for a relative path that is called like one`() throws {
    let error = try failure { () throws(SQLiteError) in
      _ = try Connection(path: ":memory:", access: .readWrite)
    }
    #expect(error.isCantOpen)
  }

  @Test(arguments: ["", "a\0b.db", "\0"])
  func `refuses paths that name nothing`(path: String) throws {
    let error = try failure { () throws(SQLiteError) in
      _ = try Connection(path: path, access: .create)
    }
    #expect(error.isCantOpen)
    #expect(error.operation == .open)
  }

  @Test(arguments: [Connection.Access.readWrite, .readOnly, .immutable])
  func `makes no file unless asked to`(access: Connection.Access) throws {
    try withFolder { folder in
      let path = folder + "/missing.db"
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path: path, access: access)
      }
      #expect(error.isCantOpen)
      #expect(error.path == path)
      #expect(
        error.description
          == "cannot open \(path): unable to open database file (SQLite 14, system error 2)")
      #expect(!exists(path))
    }
  }

  @Test func `says that a folder cannot be opened`() throws {
    try withFolder { folder in
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path: folder, access: .create)
      }
      #expect(error.isCantOpen)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everything"))
  func `refuses to write where it may only read, instead of opening for reading`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      try makeDatabase(path).closeCheckpointing()
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let error = try failure { () throws(SQLiteError) in
        _ = try Connection(path: path, access: .readWrite)
      }
      #expect(error.isReadOnly)
      try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
      let other = try failure { () throws(SQLiteError) in
        _ = try Connection.openReadOnly(path: path)
      }
      #expect(other.isPermission)
    }
  }

  @Test func `says that a file is no database with the first statement`() throws {
    try withFolder { folder in
      let path = folder + "/a.txt"
      try Data(String(repeating: "not a database ", count: 200).utf8)
        .write(to: URL(fileURLWithPath: path))
      let connection = try Connection(path: path, access: .readWrite)
      let error = try failure { () throws(SQLiteError) in
        _ = try connection.pragmaInteger("application_id")
      }
      #expect(error.isNotADatabase)
    }
  }

  @Test func `carries code, message and SQL of what was refused`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let sql = "INSERT INTO item(id) VALUES (1)"
      try connection.execute(sql)
      let error = try failure { () throws(SQLiteError) in try connection.execute(sql) }
      #expect(error.code == 19)
      #expect(error.extendedCode == 1555)
      #expect(error.message == "UNIQUE constraint failed: item.id")
      #expect(error.sql == sql)
      #expect(
        error.description
          == "cannot run a statement: UNIQUE constraint failed: item.id (SQLite 1555) in: \(sql)")
    }
  }

  @Test func `shortens long SQL in what it says`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let sql = "SELECT x" + String(repeating: "y", count: 1000)
      let error = try failure { () throws(SQLiteError) in try connection.execute(sql) }
      #expect(error.sql == sql)
      #expect(error.description.hasSuffix("yy …"))
    }
  }

  @Test(arguments: [
    ("UPDATE sqlite_master SET sql = ''", "may not be modified"),
    ("SELECT \"no such column\"", "no such column"),
    ("ATTACH 'x.db' AS x", "too many attached databases"),
  ])
  func `refuses what a store never needs`(sql: String, message: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in
        try connection.execute("PRAGMA writable_schema = ON")
        try connection.execute(sql)
      }
      #expect(error.message.contains(message))
    }
  }

  @Test(arguments: [("cell_size_check", 1), ("foreign_keys", 1), ("trusted_schema", 0)])
  func `sets its safeguards on every connection`(name: String, value: Int64) throws {
    try withFolder { folder in
      try makeDatabase(folder + "/a.db").closeCheckpointing()
      for access in [Connection.Access.readWrite, .create, .readOnly, .immutable] {
        let connection = try Connection(path: folder + "/a.db", access: access)
        #expect(try connection.pragmaInteger(name) == value)
      }
    }
  }

  @Test(arguments: [
    ("SELECT 1" + String(repeating: "+1", count: 200), "Expression tree is too large"),
    (
      "SELECT 1" + String(repeating: " UNION ALL SELECT 1", count: 60), "too many terms in compound"
    ),
    ("SELECT max(1" + String(repeating: ",1", count: 70) + ")", "too many arguments on function"),
    ("SELECT 'a' LIKE '" + String(repeating: "a", count: 1001) + "'", "pattern too complex"),
    ("SELECT '" + String(repeating: "a", count: 1_000_001) + "'", "statement too long"),
    ("SELECT ?10001", "variable number must be between ?1 and ?10000"),
    ("SELECT zeroblob(300000000)", "string or blob too big"),
    ("INSERT INTO item VALUES (1, 0)", "too many levels of trigger recursion"),
  ])
  func `refuses more than it needs`(sql: String, message: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      // A trigger that a file brings along, to run for ever.
      try connection.execute(
        """
        CREATE TRIGGER again AFTER INSERT ON item WHEN NEW.id < 100
        BEGIN INSERT INTO item VALUES (NEW.id + 1, 0); END;
        PRAGMA recursive_triggers = ON
        """)
      let error = try failure { () throws(SQLiteError) in try connection.execute(sql) }
      #expect(error.message.contains(message))
      #expect(try count(connection) == 0)
    }
  }

  @Test(arguments: ["", "a;b", "user_version=1", "x(1)", "A"])
  func `reads no pragma but by its name`(name: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      _ = try failure { () throws(SQLiteError) in _ = try connection.pragmaInteger(name) }
      #expect(try connection.pragmaInteger("user_version") == 0)
    }
  }

  @Test func `closes the file even though a statement is left, once that is gone`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let connection = try makeDatabase(path)
      do {
        let statement = try connection.prepare("INSERT INTO item(value) VALUES (1)")
        do throws(SQLiteError) {
          try connection.close()
          Issue.record("the statement was not noticed")
        } catch {
          #expect(error.isBusy)
        }
        try statement.run()
      }
      #expect(try Connection(path: path, access: .readWrite).closeCheckpointing())
    }
  }

  @Test func `notices what other connections change`() throws {
    try withFolder { folder in
      let one = try makeDatabase(folder + "/a.db")
      let other = try Connection(path: folder + "/a.db", access: .readWrite)
      _ = try count(one)
      let before = try one.dataVersion()
      _ = try count(one)
      #expect(try one.dataVersion() == before)
      try insert(1, into: other)
      _ = try count(one)
      #expect(try one.dataVersion() != before)
    }
  }
}
