@testable import EkibenSQLite
import Testing

@Suite(.timeLimit(.minutes(20))) struct StatementCacheTests {
  private func withConnection(_ body: (borrowing Connection) throws -> Void) throws {
    try withFolder { folder in try body(makeDatabase(folder + "/a.db")) }
  }

  private func read(_ sql: String, _ connection: borrowing Connection) throws -> Int64 {
    try connection.withStatement(sql) { row throws(SQLiteError) in
      _ = try row.step()
      return try row.int64(0)
    }
  }

  private func nested(
    _ level: Int, _ connection: borrowing Connection
  ) throws(SQLiteError) -> Int64 {
    guard level > 0 else { return 0 }
    return try connection.withStatement("SELECT \(level)") { row throws(SQLiteError) in
      _ = try row.step()
      return try row.int64(0) + nested(level - 1, connection)
    }
  }

  @Test func `keeps a bounded number of statements, the latest used`() throws {
    try withConnection { connection in
      let before = connection.cache.count
      _ = try read("SELECT -1", connection)
      #expect(connection.cache.count == before + 1)
      for number in 0..<200 {
        #expect(try read("SELECT \(number)", connection) == Int64(number))
        #expect(try read("SELECT -1", connection) == -1)
        #expect(connection.cache.count <= StatementCache.capacity)
      }
      #expect(connection.cache.count == StatementCache.capacity)
      #expect(connection.cache.keeps("SELECT -1"))
      #expect(connection.cache.keeps("SELECT 199"))
      #expect(!connection.cache.keeps("SELECT 0"))
    }
  }

  @Test func `lends a statement of its own to a use inside a use`() throws {
    try withConnection { connection in
      try insert(3, into: connection)
      let sql = "SELECT id FROM item ORDER BY id"
      let pairs = try connection.withStatement(sql) { outer throws(SQLiteError) in
        var pairs: [[Int64]] = []
        while try outer.step() {
          try connection.withStatement(sql) { inner throws(SQLiteError) in
            while try inner.step() { pairs.append([try outer.int64(0), try inner.int64(0)]) }
          }
        }
        return pairs
      }
      #expect(pairs == (1...3).flatMap { one in (1...3).map { [one, $0] } })
    }
  }

  @Test(arguments: [1, 63, 64, 65, 130])
  func `goes on when every kept statement is in use`(depth: Int) throws {
    try withConnection { connection in
      let sum = try nested(depth, connection)
      #expect(sum == Int64(depth * (depth + 1) / 2))
      #expect(connection.cache.count <= StatementCache.capacity)
      let again = try nested(depth, connection)
      #expect(again == Int64(depth * (depth + 1) / 2))
    }
  }

  @Test func `takes a statement back reset and without bindings, also after an error`() throws {
    try withConnection { connection in
      let sql = "INSERT INTO item(id, value) VALUES (1, ?) RETURNING id"
      for round in 0..<3 {
        let error = try failure { () throws(SQLiteError) in
          try connection.withStatement(sql) { row throws(SQLiteError) in
            try row.bind("x", at: 1)
            _ = try row.step()
            throw SQLiteError(1, .read, "round \(round)")
          }
        }
        // The row goes in with the first round; the others find its key taken.
        #expect(error.message == (round == 0 ? "round 0" : "UNIQUE constraint failed: item.id"))
      }
      // Nothing is left half run: a transaction can be opened and closed.
      try connection.begin(.immediate)
      try connection.commit()
      let isNull = try connection.withStatement("SELECT ? IS NULL") { row throws(SQLiteError) in
        try row.bind("x", at: 1)
        _ = try row.step()
        return try row.int64(0)
      }
      #expect(isNull == 0)
      #expect(try read("SELECT ? IS NULL", connection) == 1)
    }
  }

  @Test func `takes SQL as different whose bytes differ`() throws {
    try withConnection { connection in
      for (text, length) in [("\u{e9}", 2), ("e\u{301}", 3)] {
        let bytes = try read("SELECT length(CAST('\(text)' AS BLOB))", connection)
        #expect(bytes == Int64(length))
      }
    }
  }

  @Test func `throws the failure of a commit that happens on giving back`() throws {
    try withConnection { connection in
      try connection.execute(
        "CREATE TABLE child(item INTEGER REFERENCES item(id) DEFERRABLE INITIALLY DEFERRED)")
      let error = try failure { () throws(SQLiteError) in
        try connection.withStatement("INSERT INTO child VALUES (9) RETURNING item") {
          row throws(SQLiteError) in
          _ = try row.step()
        }
      }
      #expect(error.isConstraint)
      #expect(try read("SELECT count(*) FROM child", connection) == 0)
    }
  }

  @Test func `compiles nothing anew because a value is bound beside a partial index`() throws {
    try withConnection { connection in
      try insert(3, into: connection)
      try connection.execute("CREATE INDEX seventh ON item(value) WHERE id = 7")
      let sql = "SELECT value FROM item WHERE id = ?"
      for id in 1...3 {
        try connection.withStatement(sql) { row throws(SQLiteError) in
          try row.bind(Int64(id), at: 1)
          #expect(try row.step())
          #expect(row.recompilations == 0)
        }
      }
    }
  }
}
