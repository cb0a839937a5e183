import CEkibenSQLite

extension Connection {
  /// Writes the whole database anew without free pages, in the order of its tables.
  ///
  /// With WAL the new content goes through the `-wal`, so that readers keep their state; the file
  /// becomes smaller with the next checkpoint. It needs twice the file's size for a while. Throws
  /// where a transaction is open or somebody else writes, and `isInterrupted` when the current task
  /// is cancelled; the database is then what it was.
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
