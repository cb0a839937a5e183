import EkibenSQLite
import Testing

@Suite(.timeLimit(.minutes(20))) struct StatementTests {
  private func stored<Value>(
    _ bind: (borrowing Statement) throws(SQLiteError) -> Void,
    _ read: (borrowing Statement) throws(SQLiteError) -> Value
  ) throws -> Value {
    var result: Value?
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      try connection.withStatement("INSERT INTO item(value) VALUES (?)") {
        row throws(SQLiteError) in
        try bind(row)
        try row.run()
      }
      result = try connection.withStatement("SELECT value FROM item") {
        row throws(SQLiteError) in
        _ = try row.step()
        return try read(row)
      }
    }
    return try #require(result)
  }

  @Test(arguments: [0, 1, -1, .min, .max, 1 << 53, Int64(Int32.min) - 1])
  func `keeps whole numbers to the extremes`(value: Int64) throws {
    let back = try stored { row throws(SQLiteError) in
      try row.bind(value, at: 1)
    } _: { row throws(SQLiteError) in
      try row.int64(0)
    }
    #expect(back == value)
  }

  @Test(arguments: [
    "", "a", "a\0b", "\0", "\u{e9}", "e\u{301}", "駅弁 👩‍👩‍👧‍👦", String(repeating: "x", count: 100_000),
  ])
  func `keeps texts byte for byte, NUL and normalization included`(value: String) throws {
    let back = try stored { row throws(SQLiteError) in
      try row.bind(value, at: 1)
    } _: { row throws(SQLiteError) in
      try row.text(0)
    }
    #expect(Array(back.utf8) == Array(value.utf8))
  }

  @Test(arguments: [[], [0], [1, 0, 2], [UInt8](0...255)])
  func `keeps bytes, and no bytes as an empty blob`(value: [UInt8]) throws {
    let (back, type) = try stored { row throws(SQLiteError) in
      try row.bind(value, at: 1)
    } _: { row throws(SQLiteError) in
      (try row.blob(0), row.type(0))
    }
    #expect(back == value)
    #expect(type == .blob)
  }

  @Test func `keeps NULL and an empty text apart`() throws {
    let isNull = try stored { row throws(SQLiteError) in
      try row.bindNull(at: 1)
    } _: { row throws(SQLiteError) in
      row.isNull(0)
    }
    let type = try stored { row throws(SQLiteError) in
      try row.bind("", at: 1)
    } _: { row throws(SQLiteError) in
      row.type(0)
    }
    #expect(isNull)
    #expect(type == .text)
  }

  @Test func `names columns and their types`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("SELECT 1 AS a, 1.5 AS b, 'x' AS c, x'00' AS d, NULL AS e")
      #expect(try row.step())
      let columns = (0..<row.columnCount).map { ($0, row.columnName($0), row.type($0)) }
      #expect(columns.map(\.1) == ["a", "b", "c", "d", "e"])
      #expect(columns.map(\.2) == [.integer, .real, .text, .blob, .null])
    }
  }

  @Test(arguments: ["'1'", "1.0", "NULL", "x'31'"])
  func `reads nothing as a number that is none`(value: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("SELECT \(value) AS answer")
      _ = try row.step()
      let error = try failure { () throws(SQLiteError) in _ = try row.int64(0) }
      #expect(error.code == 20)
      #expect(error.message.contains("column answer holds"))
    }
  }

  // The last is as long once it is repaired.
  @Test(arguments: ["ff", "c3", "eda080", "f5808080", "61c0", "f0908061"])
  func `refuses text that is not UTF-8 instead of repairing it`(hex: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("SELECT CAST(x'\(hex)' AS TEXT) AS answer")
      _ = try row.step()
      let error = try failure { () throws(SQLiteError) in _ = try row.text(0) }
      #expect(error.isCorrupt)
      #expect(error.message == "the text in column answer is not UTF-8")
    }
  }

  @Test(arguments: [Int32.min, -1, 0, 2, .max])
  func `refuses to bind what the statement does not have`(index: Int32) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("SELECT ?")
      let error = try failure { () throws(SQLiteError) in try row.bind(Int64(1), at: index) }
      #expect(error.code == 25)
      #expect(error.operation == .bind)
      #expect(error.sql == "SELECT ?")
    }
  }

  @Test func `keeps bindings over reset and runs again after an error`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("INSERT INTO item(id, value) VALUES (?, 'x')")
      try row.bind(Int64(1), at: 1)
      try row.run()
      let error = try failure { () throws(SQLiteError) in try row.run() }
      #expect(error.isConstraint)
      try row.bind(Int64(2), at: 1)
      try row.run()
      #expect(try count(connection) == 2)
      #expect(connection.changes == 1)
      #expect(connection.lastInsertRowID == 2)
    }
  }

  @Test(arguments: ["", "  ", "-- nothing", "SELECT 1; SELECT 2", "SELECT 1;; x"])
  func `prepares exactly one statement`(sql: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in _ = try connection.prepare(sql) }
      #expect(error.operation == .prepare)
    }
  }

  @Test(arguments: ["SELECT 7", "SELECT 7;", " SELECT 7 ; ;\n-- done", "/* a */ SELECT 7 /* b"])
  func `allows blanks and comments around a statement`(sql: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      #expect(try number(sql, connection) == 7)
    }
  }

  @Test func `refuses SQL with a NUL, at which SQLite would stop without a word`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let sql = "DELETE FROM item\0 WHERE id = 1"
      let error = try failure { () throws(SQLiteError) in try connection.execute(sql) }
      #expect(error.code == 21)
    }
  }

  @Test func `runs a script up to the statement that fails`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let script = "INSERT INTO item VALUES (1, 1); -- one\n\nINSERT INTO missing VALUES (1);x"
      let error = try failure { () throws(SQLiteError) in try connection.execute(script) }
      #expect(error.message == "no such table: missing")
      #expect(try count(connection) == 1)
    }
  }
}
