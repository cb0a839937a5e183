import CEkibenSQLite

extension Connection {
  /// Takes away a database in which a query finds nothing, in a moment in which nobody else can use it.
  ///
  /// Whoever has the file open keeps it from going. Whoever opens it in the moment in which it goes is told with
  /// the first commit that it is no longer at its path (rule P32).
  ///
  /// - Returns: Whether it has gone.
  /// - Throws: `SQLiteError` where it cannot be opened or read, or somebody uses it.
  package static func discard(_ path: String, unless query: String) throws(SQLiteError) -> Bool {
    let connection = try Connection(path: path, access: .readWrite)
    // Only a connection that has the file alone leaves WAL, and takes the `-wal` along.
    try connection.execute("PRAGMA journal_mode = DELETE")
    try connection.execute("BEGIN EXCLUSIVE")
    // Somebody may have come in between, and kept a log again.
    let isAlone = try connection.pragmaText("journal_mode") == "delete"
    let isEmpty = try connection.withStatement(query) { statement throws(SQLiteError) in
      try !statement.step()
    }
    if isAlone, isEmpty { unsafe ekiben_remove_file(path) }
    try connection.execute("ROLLBACK")
    try connection.close()
    return isAlone && isEmpty
  }
}
