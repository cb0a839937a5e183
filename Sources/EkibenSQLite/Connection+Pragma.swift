import CEkibenSQLite

extension Connection {
  /// How much of a commit has reached the disk when it returns.
  package enum Synchronous: Int64, Sendable {
    /// With WAL: nothing is lost when the process dies; the last commits may go with the power.
    case normal = 1
    /// Nothing is lost with the power either, if the disk obeys.
    case full = 2
  }

  /// Reads a setting whose value is a whole number, such as `user_version`.
  package func pragmaInteger(_ name: String) throws(SQLiteError) -> Int64 {
    try readPragma(name) { statement throws(SQLiteError) in try statement.int64(0) }
  }

  /// Reads a setting whose value is a word, such as `journal_mode`.
  package func pragmaText(_ name: String) throws(SQLiteError) -> String {
    try readPragma(name) { statement throws(SQLiteError) in try statement.text(0) }
  }

  /// Refuses a log that can be read only.
  ///
  /// Where SQLite cannot open the `-shm` for writing, be it for a moment, it opens it for reading, and says
  /// so with the first write. While somebody else writes there is no lock to be had, and this is seen before.
  package func confirmLogWritable(busyTimeout: Int) throws(SQLiteError) {
    unsafe sqlite3_busy_timeout(handle, 0)
    defer { unsafe sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout)) }
    do { try begin(.immediate) } catch {
      if error.isBusy { return }
      throw error
    }
    try rollback()
  }

  /// Puts the file into WAL mode and makes sure that it is.
  ///
  /// Of several that make a file at once each is in the way of the others, and SQLite does not let them
  /// wait: it is tried again for `busyTimeout` milliseconds.
  package func setWAL(busyTimeout: Int = 0) throws(SQLiteError) {
    guard busyTimeout > 0 else { return try trySettingWAL() }
    let pause = 10
    var rounds = max(0, busyTimeout) / pause
    unsafe sqlite3_busy_timeout(handle, 0)
    defer { unsafe sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout)) }
    while true {
      do { return try trySettingWAL() } catch {
        guard error.isBusy, rounds > 0 else { throw error }
      }
      rounds -= 1
      Self.pause(milliseconds: pause)
    }
  }

  private func trySettingWAL() throws(SQLiteError) {
    try execute("PRAGMA main.journal_mode = WAL")
    let mode = try pragmaText("journal_mode")
    guard mode != "wal" else { return }
    throw SQLiteError(
      SQLITE_ERROR, .configure, "journal_mode stayed \(mode), WAL is needed", path: path)
  }

  /// Keeps two megabytes of pages at most, which is SQLite's default, whatever the file's header says.
  package func limitCache() throws(SQLiteError) {
    try execute("PRAGMA main.cache_size = -2000")
    try confirmPragma("cache_size", is: -2000)
  }

  /// Sets what a commit waits for and makes sure that it took.
  ///
  /// On Apple's platforms only `F_FULLFSYNC` reaches the disk, which `full` therefore includes;
  /// elsewhere those two settings mean nothing.
  package func setSynchronous(_ level: Synchronous) throws(SQLiteError) {
    try execute("PRAGMA main.synchronous = \(level.rawValue)")
    try confirmPragma("synchronous", is: level.rawValue)
    guard level == .full else { return }
    for name in ["fullfsync", "checkpoint_fullfsync"] {
      try execute("PRAGMA \(name) = ON")
      try confirmPragma(name, is: 1)
    }
  }

  func confirmPragma(_ name: String, is expected: Int64) throws(SQLiteError) {
    let value = try pragmaInteger(name)
    guard value != expected else { return }
    throw SQLiteError(
      SQLITE_ERROR, .configure, "\(name) stayed \(value), \(expected) is needed", path: path)
  }

  private func readPragma<Value>(
    _ name: String, _ read: (borrowing Statement) throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    let sql = "PRAGMA \(name)"
    // A pragma's name cannot be bound, so nothing but a name may come in here.
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard name.utf8.allSatisfy({ letters.contains($0) || $0 == UInt8(ascii: "_") }) else {
      throw SQLiteError(SQLITE_MISUSE, .prepare, "this is no name of a pragma", sql: sql)
    }
    let statement = try prepare(sql, persistent: false)
    guard try statement.step() else {
      throw SQLiteError(SQLITE_ERROR, .read, "the pragma has no value", sql: sql)
    }
    return try read(statement)
  }
}
