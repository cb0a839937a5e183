import CEkibenSQLite

/// What SQLite refused, with the facts that it gave: codes, message, statement and file.
///
/// Values that were bound never appear in it.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// What was being done when the error came up.
  ///
  /// The raw value says so after "cannot".
  package enum Operation: String, Sendable {
    case open, checkpoint, close
    case openReadOnly = "open for reading"
    case identify = "take up"
    case configure = "set up"
    case prepare = "prepare a statement"
    case bind = "bind a value"
    case step = "run a statement"
    case read = "read a column"
    case backup = "back up"
  }

  /// The primary result code, such as `SQLITE_BUSY`.
  package let code: Int32

  /// The result code with its detail in the upper bits, such as `SQLITE_BUSY_SNAPSHOT`.
  package let extendedCode: Int32

  /// SQLite's own words, or ours where the refusal is ours.
  package let message: String

  /// The text of the statement concerned, without the values bound to it.
  package let sql: String?

  /// The file concerned, as the caller spelled it.
  package let path: String?

  package let operation: Operation

  /// The `errno` behind a failed open or a failed read or write, 0 if there is none.
  package let systemError: Int32

  package init(
    _ code: Int32, _ operation: Operation, _ message: String, sql: String? = nil,
    path: String? = nil, systemError: Int32 = 0
  ) {
    (self.code, extendedCode, self.operation) = (code & 0xff, code, operation)
    (self.message, self.sql, self.path, self.systemError) = (message, sql, path, systemError)
  }

  /// Another connection holds the lock that was needed; trying again later can succeed.
  package var isBusy: Bool { code == SQLITE_BUSY || code == SQLITE_LOCKED }

  package var isNotADatabase: Bool { code == SQLITE_NOTADB }

  /// The database contradicts itself.
  package var isCorrupt: Bool { code == SQLITE_CORRUPT }

  /// The row of which the checksum does not fit; nil for every other error.
  ///
  /// It is its table, and its columns as far as they are whole numbers, 0 for the others.
  package var unfitRow: (table: String, numbers: [Int64])? {
    guard extendedCode == ekiben_unfit_row() else { return nil }
    let words = message.split(separator: " ")
    guard let table = words.first else { return nil }
    return (String(table), words.dropFirst().map { Int64($0) ?? 0 })
  }

  /// The file, or one of the files beside it, could not be opened.
  package var isCantOpen: Bool { code == SQLITE_CANTOPEN }

  /// There is no such file, or no such folder; once the file is open, what is missing is one beside it.
  package var isMissingFile: Bool {
    isCantOpen && operation == .open && ekiben_means_absent(systemError) != 0
  }

  /// A new file was to be made where there is one.
  package var isExistingFile: Bool { isCantOpen && ekiben_means_existing(systemError) != 0 }

  /// The file at `path` was left by another file of the same name, or by a copy that was broken off.
  package var isLeftover: Bool { extendedCode == ekiben_dirty_log() }

  /// The file has another name than it was opened by, or none.
  package var isMoved: Bool { extendedCode == ekiben_moved() }

  package var isLinked: Bool { extendedCode == ekiben_linked() }

  /// A write was asked of something that can only be read.
  package var isReadOnly: Bool { code == SQLITE_READONLY }

  /// The disk, or the size that was set for the database, is used up.
  package var isFull: Bool { code == SQLITE_FULL || ekiben_means_full(systemError) != 0 }

  /// The operating system failed to read, write, lock or sync.
  package var isIOError: Bool { code == SQLITE_IOERR }

  /// It was stopped, as its task was cancelled.
  package var isInterrupted: Bool { code == SQLITE_INTERRUPT }

  package var isOutOfMemory: Bool { code == SQLITE_NOMEM || extendedCode == ekiben_ioerr_nomem() }

  /// The operating system does not allow it to this user.
  package var isPermission: Bool {
    code == SQLITE_PERM || code == SQLITE_AUTH || ekiben_means_forbidden(systemError) != 0
  }

  /// A key, check or other promise of the schema would be broken.
  package var isConstraint: Bool { code == SQLITE_CONSTRAINT }

  /// Something is in the way that another file left, or a copy that was broken off.
  static func leftover(_ file: String) -> SQLiteError {
    SQLiteError(ekiben_dirty_log(), .identify, "it was left by another file", path: file)
  }

  /// It took more steps than were allowed, or a value was too long.
  package var isOutOfBounds: Bool { code == SQLITE_INTERRUPT || code == SQLITE_TOOBIG }

  /// The same, of another file.
  func naming(_ path: String) -> SQLiteError {
    SQLiteError(
      extendedCode, operation, message, sql: sql, path: path, systemError: systemError)
  }

  /// Takes the words for `code` from the connection where they belong to that very code.
  init(
    _ code: Int32, _ operation: Operation, database: OpaquePointer?, sql: String? = nil,
    path: String? = nil
  ) {
    let isLatest = unsafe database != nil && sqlite3_extended_errcode(database) == code
    let words = unsafe isLatest ? sqlite3_errmsg(database) : sqlite3_errstr(code)
    let message = unsafe words.map { unsafe String(cString: $0) } ?? "unknown error"
    let primary = code & 0xff
    // SQLite keeps the errno of an old failure; it only means something for these two.
    let hasErrno = primary == SQLITE_CANTOPEN || primary == SQLITE_IOERR
    let errno = unsafe hasErrno && database != nil ? sqlite3_system_errno(database) : 0
    self.init(code, operation, message, sql: sql, path: path, systemError: errno)
  }

  /// Takes words and SQL from the statement that failed.
  init(_ code: Int32, _ operation: Operation, statement: OpaquePointer) {
    let sql = unsafe sqlite3_sql(statement).map { unsafe String(cString: $0) }
    let database = unsafe sqlite3_db_handle(statement)
    unsafe self.init(code, operation, database: database, sql: sql)
  }

  package var description: String {
    var text = "cannot \(operation.rawValue)" + (path.map { " " + $0 } ?? "")
    text += ": \(message) (SQLite \(extendedCode)"
    text += systemError == 0 ? ")" : ", system error \(systemError))"
    guard let sql else { return text }
    // A migration script can be long, and its beginning says which it is.
    let excerpt = sql.prefix(200)
    return text + " in: \(excerpt)" + (excerpt.endIndex == sql.endIndex ? "" : " …")
  }
}
