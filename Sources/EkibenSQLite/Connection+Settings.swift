import CEkibenSQLite

extension Connection {
  /// Sets what holds on every connection; none of it reads or changes the file.
  func configure(busyTimeout: Int) throws(SQLiteError) {
    try check(unsafe sqlite3_busy_timeout(handle, Int32(clamping: busyTimeout)))
    try setSwitches()
    setLimits()
    try check(unsafe ekiben_add_checksums(handle, Checksums.tables))
    // Without a map of the file in memory, a file that shrinks under us is an error and no signal.
    try execute("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0")
    try confirmPragma("cell_size_check", is: 1)
    if access != .readOnly, access != .immutable {
      // What is deleted or written over becomes zeroes, so that a purge finds little left (decision 0022).
      try execute("PRAGMA main.secure_delete = ON")
      try confirmPragma("secure_delete", is: 1)
    }
    try check(unsafe sqlite3_wal_autocheckpoint(handle, 0))
    // After the line above, which is itself a hook and would replace this one.
    unsafe sqlite3_wal_hook(
      handle,
      { context, _, _, frames in
        unsafe context?.assumingMemoryBound(to: Int32.self).pointee = frames
        return SQLITE_OK
      }, walFrameCount)
  }

  /// The number of frames in the `-wal` after this connection's last commit, 0 before the first.
  package var walFrames: Int { Int(unsafe walFrameCount.pointee) }

  private func setSwitches() throws(SQLiteError) {
    try set(.defensive, to: true)
    try set(.trustedSchema, to: false)
    // A file from elsewhere brings its own; what this package runs needs none.
    try set(.triggers, to: false)
    try set(.views, to: false)
    try set(.loadExtension, to: false)
    try set(.doubleQuotedStringsInDML, to: false)
    try set(.doubleQuotedStringsInDDL, to: false)
    try set(.foreignKeys, to: true)
    // Or else a parameter compared with the column of a partial index's condition makes SQLite compile
    // the statement anew each time it is bound: five times the cost of the look-up itself.
    try set(.stablePlans, to: true)
    // SQLite's own checkpoint can lose commits ("WAL reset" race); see Checkpoint.swift.
    try set(.noCheckpointOnClose, to: true)
  }

  /// Runs a body without foreign keys, outside a transaction: a table that others refer to can then be
  /// made anew, and whoever does so checks all keys before it commits.
  package func withoutForeignKeys(_ body: () throws -> Void) throws {
    try set(.foreignKeys, to: false)
    do { try body() } catch {
      // The first error is what the caller needs.
      do { try set(.foreignKeys, to: true) } catch {}
      throw error
    }
    try set(.foreignKeys, to: true)
  }

  /// Enforces foreign keys or does not, outside a transaction.
  ///
  /// Deleting a row for which no index of another table's key exists would read that whole table;
  /// whoever switches them off sees to it that nothing refers to what goes.
  package func enforceForeignKeys(_ isOn: Bool) throws(SQLiteError) {
    try set(.foreignKeys, to: isOn)
    // All statements are compiled anew, and this one must need no memory when it is needed.
    cache.dropRollback()
  }

  enum Switch {
    case defensive, trustedSchema, doubleQuotedStringsInDML, doubleQuotedStringsInDDL
    case foreignKeys, noCheckpointOnClose, stablePlans, triggers, views, loadExtension

    fileprivate var code: Int32 {
      switch self {
      case .defensive: SQLITE_DBCONFIG_DEFENSIVE
      case .trustedSchema: SQLITE_DBCONFIG_TRUSTED_SCHEMA
      case .doubleQuotedStringsInDML: SQLITE_DBCONFIG_DQS_DML
      case .doubleQuotedStringsInDDL: SQLITE_DBCONFIG_DQS_DDL
      case .foreignKeys: SQLITE_DBCONFIG_ENABLE_FKEY
      case .noCheckpointOnClose: SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE
      case .stablePlans: SQLITE_DBCONFIG_ENABLE_QPSG
      case .triggers: SQLITE_DBCONFIG_ENABLE_TRIGGER
      case .views: SQLITE_DBCONFIG_ENABLE_VIEW
      case .loadExtension: SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION
      }
    }
  }

  /// Turns one switch and makes sure that it has turned.
  func set(_ setting: Switch, to isOn: Bool) throws(SQLiteError) {
    let value: Int32 = isOn ? 1 : 0
    var now: Int32 = -1
    try check(unsafe ekiben_config(handle, setting.code, value, &now))
    guard now != value else { return }
    throw SQLiteError(SQLITE_ERROR, .configure, "\(setting) could not be set", path: path)
  }

  /// Lowers SQLite's limits to what this package's own statements need with much to spare, so that
  /// a file made to do harm (its schema holds SQL) meets them early.
  private func setLimits() {
    let limits: [(Int32, Int32)] = [
      (SQLITE_LIMIT_LENGTH, 256 << 20),
      (SQLITE_LIMIT_SQL_LENGTH, 1_000_000),
      (SQLITE_LIMIT_EXPR_DEPTH, 100),
      (SQLITE_LIMIT_COMPOUND_SELECT, 50),
      (SQLITE_LIMIT_VDBE_OP, 100_000),
      (SQLITE_LIMIT_FUNCTION_ARG, 64),
      (SQLITE_LIMIT_ATTACHED, 0),
      (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 1000),
      (SQLITE_LIMIT_VARIABLE_NUMBER, 10_000),
      (SQLITE_LIMIT_TRIGGER_DEPTH, 10),
      (SQLITE_LIMIT_WORKER_THREADS, 0),
    ]
    for (limit, value) in limits { unsafe sqlite3_limit(handle, limit, value) }
  }

  func check(_ code: Int32, _ operation: SQLiteError.Operation = .configure) throws(SQLiteError) {
    guard code != SQLITE_OK else { return }
    throw unsafe SQLiteError(code, operation, database: handle, path: path)
  }
}
