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
    ("CREATE INDEX more ON item(\"no such column\")", "no such column"),
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

  @Test(arguments: [
    ("cell_size_check", 1), ("foreign_keys", 1), ("trusted_schema", 0), ("mmap_size", 0),
  ])
  func `sets its safeguards on every connection`(name: String, value: Int64) throws {
    try withFolder { folder in
      try makeDatabase(folder + "/a.db").closeCheckpointing()
      for access in [Connection.Access.readWrite, .create, .readOnly, .immutable] {
        let connection = try Connection(path: folder + "/a.db", access: access)
        #expect(try connection.pragmaInteger(name) == value)
      }
    }
  }

  @Test(arguments: [Connection.Access.readWrite, .create])
  func `writes zeroes over what it deletes`(access: Connection.Access) throws {
    try withFolder { folder in
      try makeDatabase(folder + "/a.db").closeCheckpointing()
      let connection = try Connection(path: folder + "/a.db", access: access)
      #expect(try connection.pragmaInteger("secure_delete") == 1)
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
  ])
  func `refuses more than it needs`(sql: String, message: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in try connection.execute(sql) }
      #expect(error.message.contains(message))
      #expect(try count(connection) == 0)
    }
  }

  @Test func `runs no trigger and no view that a file brings along`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.execute(
        """
        CREATE TRIGGER again AFTER INSERT ON item BEGIN DELETE FROM item; END;
        CREATE VIEW items AS SELECT * FROM item
        """)
      try insert(2, into: connection)
      #expect(try count(connection) == 2)
      let error = try failure { () throws(SQLiteError) in
        _ = try number("SELECT count(*) FROM items", connection)
      }
      #expect(error.message == "access to view \"items\" prohibited")
    }
  }

  @Test(arguments: [
    "WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "SELECT length(zeroblob(8193))", "SELECT instr(zeroblob(1 << 27), zeroblob(1 << 26) || x'01')",
  ])
  func `ends what takes more steps or bytes than are allowed`(sql: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = #expect(throws: SQLiteError.self) {
        try connection.bounded(steps: 20_000, bytes: 8192) { _ = try number(sql, connection) }
      }
      #expect(error?.isOutOfBounds == true)
      #expect(try number("SELECT length(zeroblob(8193))", connection) == 8193)
      #expect(
        try number(
          """
          WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT max(i) FROM n
          """, connection) == 20_000)
    }
  }

  @Test func `keeps two megabytes of pages at most, whatever the file says`() throws {
    try withFolder { folder in
      let path = folder + "/a.db"
      let made = try makeDatabase(path)
      try made.execute("PRAGMA default_cache_size = 1000000")
      try made.closeCheckpointing()
      let connection = try Connection(path: path, access: .readWrite)
      #expect(try connection.pragmaInteger("cache_size") == 1_000_000)
      try connection.limitCache()
      #expect(try connection.pragmaInteger("cache_size") == -2000)
      #expect(try count(connection) == 0)
      #expect(try connection.pragmaInteger("cache_size") == -2000)
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
      #expect(try Connection(path: path, access: .readWrite).closeCheckpointing() == .whole)
    }
  }

  @Test(arguments: [false, true])
  func `enforces foreign keys again behind what runs without them`(fails: Bool) throws {
    struct Refusal: Error {}
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      do {
        try connection.withoutForeignKeys {
          #expect(try connection.pragmaInteger("foreign_keys") == 0)
          if fails { throw Refusal() }
        }
        #expect(!fails)
      } catch is Refusal {}
      #expect(try connection.pragmaInteger("foreign_keys") == 1)
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
