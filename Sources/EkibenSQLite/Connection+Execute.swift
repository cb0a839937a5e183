import CEkibenSQLite

extension Connection {
  /// Runs every statement of a script in turn and stops at the first that fails.
  ///
  /// It opens no transaction of its own.
  package func execute(_ sql: String) throws(SQLiteError) {
    let script = try SQLScript(sql)
    var start = 0
    while start < script.bytes.count {
      let (statement, end) = unsafe try compile(script, from: start, persistent: false)
      start = end
      guard let statement = unsafe statement else { continue }
      unsafe try Statement(statement).run()
    }
  }

  /// Compiles exactly one statement.
  ///
  /// `persistent` tells SQLite that it will be kept and used many times. The statement may outlive
  /// the connection: the file then stays open until the statement is gone.
  package func prepare(_ sql: String, persistent: Bool = true) throws(SQLiteError) -> Statement {
    unsafe try Statement(prepareHandle(sql, persistent: persistent))
  }

  func prepareHandle(_ sql: String, persistent: Bool) throws(SQLiteError) -> OpaquePointer {
    let script = try SQLScript(sql)
    let (first, end) = unsafe try compile(script, from: 0, persistent: persistent)
    guard let first = unsafe first else {
      throw SQLiteError(SQLITE_MISUSE, .prepare, "there is no statement", sql: sql)
    }
    guard try isBlank(script, from: end) else {
      unsafe sqlite3_finalize(first)
      throw SQLiteError(SQLITE_MISUSE, .prepare, "there is more than one statement", sql: sql)
    }
    return unsafe first
  }

  /// The whole path of the file, without links on the way; empty for a database in memory.
  package var filePath: String {
    guard let name = unsafe sqlite3_db_filename(handle, "main") else { return "" }
    return unsafe String(cString: name)
  }

  /// The rowid of the last row that this connection inserted.
  package var lastInsertRowID: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement inserted, updated or deleted, without those of triggers.
  package var changes: Int { Int(unsafe sqlite3_changes64(handle)) }

  /// How many rows this connection has inserted, updated and deleted since it was opened.
  package var totalChanges: Int64 { unsafe sqlite3_total_changes64(handle) }

  /// A number that differs once anybody, this connection included, has changed the database.
  ///
  /// It is as new as the last transaction of this connection: SQLite looks when one starts.
  package func dataVersion() throws(SQLiteError) -> UInt32 {
    var version: UInt32 = 0
    try check(
      unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_DATA_VERSION, &version), .read)
    return version
  }

  /// Says whether nothing but blanks and comments follows; a lone `;` counts as nothing.
  private func isBlank(_ script: SQLScript, from start: Int) throws(SQLiteError) -> Bool {
    var start = start
    while start < script.bytes.count {
      guard !script.isSpace(from: start) else { return true }
      var statement: OpaquePointer?
      unsafe (statement, start) = try compile(script, from: start, persistent: false)
      guard let statement = unsafe statement else { continue }
      unsafe sqlite3_finalize(statement)
      return false
    }
    return true
  }

  /// Compiles the first statement at or after `start` and says where it ends; none is nil.
  private func compile(
    _ script: SQLScript, from start: Int, persistent: Bool
  ) throws(SQLiteError) -> (OpaquePointer?, Int) {
    precondition(!cache.isClosed, "the connection is closed")
    let flags = persistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
    var statement: OpaquePointer?
    var end = script.bytes.count
    let code = unsafe script.bytes.withUnsafeBytes { buffer in
      let all = unsafe buffer.bindMemory(to: CChar.self)
      guard let base = all.baseAddress else { return SQLITE_OK }
      var tail: UnsafePointer<CChar>?
      let code = unsafe sqlite3_prepare_v3(
        handle, base + start, Int32(clamping: all.count - start), flags, &statement, &tail)
      if let tail = unsafe tail { unsafe end = tail - base }
      return code
    }
    guard code == SQLITE_OK else {
      throw unsafe SQLiteError(code, .prepare, database: handle, sql: script.text(from: start))
    }
    // A tail that stands still would loop forever; SQLite always moves, and this makes it certain.
    return unsafe (statement, max(end, start + 1))
  }

  /// Writes the whole database anew without free pages, in the order of its tables.
  ///
  /// With WAL the new content goes through the `-wal`, so that readers keep their state; the file becomes smaller
  /// with the next checkpoint. It needs twice the file's size for a while. Throws where a transaction is open or
  /// somebody else writes, and `isInterrupted` when the current task is cancelled; the database is then what it was.
  /// - Complexity: O(file).
  package func vacuum() throws(SQLiteError) {
    // SQLite attaches the new file to this connection, which `configure` allows to nobody else.
    let attached = unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer {
      unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, attached)
      cache.dropRollback()
    }
    try stoppingWhenCancelled { () throws(SQLiteError) in try execute("VACUUM") }
  }
}

/// The bytes of one or more statements, without the NUL at which SQLite would silently stop.
private struct SQLScript {
  let bytes: [UInt8]

  init(_ sql: String) throws(SQLiteError) {
    bytes = Array(sql.utf8)
    guard !bytes.contains(0) else {
      throw SQLiteError(SQLITE_MISUSE, .prepare, "the SQL contains a NUL character", sql: sql)
    }
  }

  func text(from start: Int) -> String { String(decoding: bytes[start...], as: UTF8.self) }

  func isSpace(from start: Int) -> Bool {
    bytes[start...].allSatisfy { $0 == 0x20 || (0x09...0x0d).contains($0) }
  }
}
