import Foundation
import Testing

@testable import EkibenSQLite

@Suite(.timeLimit(.minutes(20))) struct `An error of SQLite` {
  // 14 is the code of what cannot be opened, 10 of what cannot be read or written, and 5 that of a lock, which
  // the number of a failure before it has nothing to do with.
  @Test(arguments: [(14, true), (10, true), (5, false)] as [(Int32, Bool)])
  func `has the number of the system where that belongs to it`(code: Int32, has: Bool) throws {
    try withFolder { folder in
      let connection = try Connection(path: folder + "/a.db", access: .create)
      // Where the journal of a change would stand.
      try FileManager.default.createDirectory(
        atPath: folder + "/a.db-journal", withIntermediateDirectories: false)
      let refusal = try failure { () throws(SQLiteError) in
        try connection.execute("CREATE TABLE item(value)")
      }
      #expect(refusal.isCantOpen)
      let error = try unsafe connection.withRawHandle { handle throws(SQLiteError) in
        unsafe SQLiteError(code, .read, database: handle)
      }
      #expect((error.systemError != 0) == has)
    }
  }

  // Result codes of https://www.sqlite.org/rescode.html, with what the system said where that tells more.
  static let meanings: [(code: Int32, systemError: Int32, words: [String])] = [
    (1, 0, []), (1, ENOENT, []), (5, 0, ["busy"]), (6, 0, ["busy"]), (517, 0, ["busy"]),
    (26, 0, ["no database"]), (11, 0, ["corrupt"]), (11 | 3 << 8, 0, ["corrupt"]),
    (14, 0, ["cannot open"]), (14, ENOENT, ["cannot open", "missing"]),
    (14, ENOTDIR, ["cannot open", "missing"]), (14, EEXIST, ["cannot open", "existing"]),
    (10, 0, ["failed"]), (10, ENOENT, ["failed"]), (10, EEXIST, ["failed"]),
    (14, EACCES, ["cannot open", "forbidden"]), (14, EPERM, ["cannot open", "forbidden"]),
    (10, EROFS, ["failed", "forbidden"]), (3, 0, ["forbidden"]), (23, 0, ["forbidden"]),
    (14 | 5 << 8, 0, ["cannot open", "leftover"]), (14 | 6 << 8, 0, ["cannot open", "linked"]),
    (8, 0, ["read only"]), (8 | 4 << 8, 0, ["moved", "read only"]), (13, 0, ["full"]),
    (10 | 19 << 8, ENOSPC, ["full", "failed"]), (14, EDQUOT, ["cannot open", "full"]),
    (9, 0, ["interrupted", "out of bounds"]), (18, 0, ["out of bounds"]),
    (7, 0, ["out of memory"]), (10 | 12 << 8, 0, ["failed", "out of memory"]),
    (19, 0, ["constraint"]), (1555, 0, ["constraint"]),
  ]

  @Test(arguments: meanings.indices)
  func `means what its code and the number of the system say, and nothing else`(at: Int) {
    let (code, systemError, words) = Self.meanings[at]
    let error = SQLiteError(code, .open, "the words", systemError: systemError)
    #expect(error.words == words, "\(code), \(systemError)")
    // Of a file that is open it is one beside it that is missing.
    let later = SQLiteError(code, .step, "the words", systemError: systemError)
    #expect(later.words == words.filter { $0 != "missing" }, "\(code), \(systemError)")
    #expect((error.code, error.extendedCode) == (code & 255, code))
  }

  static let phrases: [(SQLiteError.Operation, String)] = [
    (.open, "open"), (.openReadOnly, "open for reading"), (.identify, "take up"),
    (.configure, "set up"), (.prepare, "prepare a statement"), (.bind, "bind a value"),
    (.step, "run a statement"), (.read, "read a column"), (.checkpoint, "checkpoint"),
    (.backup, "back up"), (.close, "close"),
  ]

  @Test(arguments: phrases)
  func `says what was being done, to which file and in which statement`(
    operation: SQLiteError.Operation, phrase: String
  ) {
    let bare = SQLiteError(1, operation, "the words")
    #expect(bare.description == "cannot \(phrase): the words (SQLite 1)")
    let full = SQLiteError(
      266, operation, "the words", sql: "SELECT 1", path: "a.db", systemError: 5)
    #expect(
      full.description
        == "cannot \(phrase) a.db: the words (SQLite 266, system error 5) in: SELECT 1")
  }

  @Test(arguments: [(199, ""), (200, ""), (201, " …")])
  func `shows the first two hundred characters of a statement`(count: Int, end: String) {
    let sql = String(repeating: "x", count: count)
    let error = SQLiteError(1, .step, "the words", sql: sql)
    #expect(
      error.description
        == "cannot run a statement: the words (SQLite 1) in: \(sql.prefix(200))\(end)")
  }

  @Test(
    arguments: [
      ("answer 1 2 x -3", "answer", [1, 2, 0, -3]), ("setting", "setting", []),
    ] as [(String, String, [Int64])])
  func `names the row whose checksum does not fit`(
    message: String, table: String, numbers: [Int64]
  ) throws {
    let row = try #require(SQLiteError(11 | 100 << 8, .step, message).unfitRow)
    #expect((row.table, row.numbers) == (table, numbers))
    #expect(SQLiteError(11, .step, message).unfitRow == nil)
    #expect(SQLiteError(11 | 100 << 8, .step, "").unfitRow == nil)
  }
}

extension SQLiteError {
  /// All that it is, in words.
  fileprivate var words: [String] {
    [
      ("busy", isBusy), ("no database", isNotADatabase), ("corrupt", isCorrupt),
      ("cannot open", isCantOpen), ("missing", isMissingFile), ("existing", isExistingFile),
      ("leftover", isLeftover), ("moved", isMoved), ("linked", isLinked),
      ("read only", isReadOnly), ("full", isFull), ("failed", isIOError),
      ("interrupted", isInterrupted), ("out of bounds", isOutOfBounds),
      ("out of memory", isOutOfMemory), ("forbidden", isPermission), ("constraint", isConstraint),
    ].filter { $0.1 }.map { $0.0 }
  }
}
