import CEkibenSQLite

extension Connection {
  /// Writes the whole database anew without free pages, in the order of its tables.
  package func vacuum() throws(SQLiteError) {
    // SQLite attaches the new file to this connection, which `configure` allows to nobody else.
    let attached = unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 1)
    defer { unsafe sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, attached) }
    try execute("VACUUM")
  }
}
