import CEkibenSQLite
import Testing

@testable import EkibenSQLite

/// Something that this module refuses by itself, and its words for that.
private struct Refusal: Sendable, CustomTestStringConvertible {
  let words: String
  let operation: SQLiteError.Operation
  let run: @Sendable (borrowing Connection, _ folder: String) throws(SQLiteError) -> Void

  var testDescription: String { words }

  init(
    _ words: String, _ operation: SQLiteError.Operation,
    _ run: @escaping @Sendable (borrowing Connection, String) throws(SQLiteError) -> Void
  ) {
    (self.words, self.operation, self.run) = (words, operation, run)
  }

  static let all = [
    Refusal("there is no statement", .prepare) { connection, _ throws(SQLiteError) in
      _ = try connection.prepare(" -- nothing")
    },
    Refusal("there is more than one statement", .prepare) { connection, _ throws(SQLiteError) in
      _ = try connection.prepare("SELECT 1; SELECT 2")
    },
    Refusal("the SQL contains a NUL character", .prepare) { connection, _ throws(SQLiteError) in
      try connection.execute("SELECT 1;\0")
    },
    Refusal("this is no name of a pragma", .prepare) { connection, _ throws(SQLiteError) in
      _ = try connection.pragmaInteger("user-version")
    },
    Refusal("the pragma has no value", .read) { connection, _ throws(SQLiteError) in
      _ = try connection.pragmaText("no_such_pragma")
    },
    Refusal("user_version stayed 0, 7 is needed", .configure) {
      connection, _ throws(SQLiteError) in try connection.confirmPragma("user_version", is: 7)
    },
    Refusal("journal_mode stayed memory, WAL is needed", .configure) {
      _, _ throws(SQLiteError) in try Connection(path: "model", access: .memory).setWAL()
    },
    Refusal("no transaction is open", .backup) { connection, folder throws(SQLiteError) in
      try connection.copyFile(to: folder + "/b.db", busyTimeout: 0)
    },
    Refusal("a transaction is open", .backup) { connection, folder throws(SQLiteError) in
      try connection.begin(.deferred)
      try connection.backUp(to: folder + "/b.db")
    },
    Refusal("the path is empty", .open) { _, _ throws(SQLiteError) in
      _ = try Connection(path: "", access: .create)
    },
    Refusal("the path contains a NUL character", .open) { _, _ throws(SQLiteError) in
      _ = try Connection(path: "a\0b", access: .create)
    },
    Refusal("there is a file of this name already", .backup) {
      connection, folder throws(SQLiteError) in try connection.backUp(to: folder + "/a.db")
    },
    Refusal("the file cannot be made", .backup) { connection, folder throws(SQLiteError) in
      try connection.backUp(to: folder + "/nowhere/b.db")
    },
  ]
}

@Suite(.timeLimit(.minutes(20))) struct `What is refused before SQLite is asked` {
  @Test(arguments: Refusal.all)
  fileprivate func `is named in words of our own`(refusal: Refusal) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let error = try failure { () throws(SQLiteError) in try refusal.run(connection, folder) }
      #expect(error.message == refusal.words)
      #expect(error.operation == refusal.operation)
      #expect(!exists(folder + "/b.db") && !exists(folder + "/b.db-partial"))
    }
  }

  // A value of another type is nothing that is converted.
  @Test(arguments: [
    ("1.5", "real"), ("'x'", "text"), ("x'00'", "blob"), ("NULL", "null"), ("7", "integer"),
  ])
  func `is a value of another type, with both types`(value: String, found: String) throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let row = try connection.prepare("SELECT \(value) AS answer")
      _ = try row.step()
      func message(_ read: () throws(SQLiteError) -> Void) -> String? {
        do throws(SQLiteError) { try read() } catch { return error.message }
        return nil
      }
      let messages = [
        ("integer", message { () throws(SQLiteError) in _ = try row.int64(0) }),
        ("real", message { () throws(SQLiteError) in _ = try row.double(0) }),
        ("text", message { () throws(SQLiteError) in _ = try row.text(0) }),
        ("blob", message { () throws(SQLiteError) in _ = try row.blob(0) }),
      ]
      for (wanted, message) in messages {
        #expect(
          message
            == (wanted == found
              ? nil : "column answer holds \(found), \(wanted) was expected"))
      }
    }
  }

  // https://www.sqlite.org/limits.html
  @Test func `is what goes beyond the limits of a connection`() throws {
    try withFolder { folder in
      let connection = try makeDatabase(folder + "/a.db")
      let limits = try unsafe connection.withRawHandle { handle throws(SQLiteError) in
        (0...11).map { unsafe sqlite3_limit(handle, $0, -1) }
      }
      // In the order of SQLite's numbers: length, SQL, columns, depth, terms, steps, arguments, files,
      // pattern, parameters, triggers, threads. That of columns is SQLite's own.
      #expect(limits[0...1] == [268_435_456, 1_000_000])
      #expect(
        limits[3...] == [100, 50, 100_000, 64, 0, 1000, 10_000, 10, 0])
    }
  }
}
