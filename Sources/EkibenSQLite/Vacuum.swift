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

  /// Makes a database that has no table yet one whose free pages `incrementalVacuum` can give back.
  ///
  /// Each page then has an entry in a map, which costs a little on every page that is newly used.
  package func allowIncrementalVacuum() throws(SQLiteError) {
    try execute("PRAGMA main.auto_vacuum = INCREMENTAL")
    try confirmPragma("auto_vacuum", is: 2)
  }

  /// Moves up to `pages` pages from the end of the database into free ones, and says how many it
  /// gave back; the file becomes smaller with the next checkpoint.
  ///
  /// Throws where the database was not made with `allowIncrementalVacuum`.
  /// - Complexity: O(pages).
  package func incrementalVacuum(pages: Int) throws(SQLiteError) -> Int {
    try confirmPragma("auto_vacuum", is: 2)
    let before = try pragmaInteger("freelist_count")
    // Without a number, or with 0, SQLite takes them all.
    guard pages > 0, before > 0 else { return 0 }
    try execute("PRAGMA main.incremental_vacuum(\(pages))")
    return Int(clamping: before - (try pragmaInteger("freelist_count")))
  }
}
