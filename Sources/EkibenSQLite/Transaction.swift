import CEkibenSQLite

extension Connection {
  /// When a transaction takes its locks.
  package enum TransactionKind: Sendable {
    /// With the first statement that needs one; a later write can meet another writer's.
    case deferred
    /// The writer's lock at once, so that what is read cannot be overtaken before the write.
    case immediate
  }

  /// Says whether a transaction is open, whoever ended the last one.
  package var inTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  package func begin(_ kind: TransactionKind) throws(SQLiteError) {
    try cache.prepareRollback(on: self)
    switch kind {
    case .deferred: try runCached("BEGIN DEFERRED")
    case .immediate: try runCached("BEGIN IMMEDIATE")
    }
  }

  /// Makes the transaction's changes permanent.
  ///
  /// If it throws, the transaction may be open still: call `rollback`, which is safe in either case.
  package func commit() throws(SQLiteError) { try runCached("COMMIT") }

  /// Rolls the transaction back.
  ///
  /// Does nothing where SQLite has done so by itself, as it does on a full disk, a failed write and
  /// the like. It needs no memory after `begin`.
  package func rollback() throws(SQLiteError) {
    guard inTransaction else { return cache.dropRollback() }
    try unsafe Statement(cache.takeRollback(on: self)).runWhole()
  }

  private func runCached(_ sql: StaticString) throws(SQLiteError) {
    try withStatement(fixed: sql) { statement throws(SQLiteError) in try statement.runWhole() }
  }
}

extension Statement {
  /// Runs in a way that `stoppingWhenCancelled` never stops: a kept statement counts its steps on from
  /// use to use, and would at some time reach the number at which SQLite looks, when a commit is done.
  fileprivate func runWhole() throws(SQLiteError) {
    unsafe _ = sqlite3_stmt_status(handle, SQLITE_STMTSTATUS_VM_STEP, 1)
    try run()
  }
}
