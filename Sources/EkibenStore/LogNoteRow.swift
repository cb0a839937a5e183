internal import EkibenSQLite

extension Connection {
  /// Changes the row by which the log that the next commit begins is told from another file's
  /// (decision 0019), and makes the log's name last; inside a transaction.
  borrowing func renewLogNote() throws(SQLiteError) {
    try makeNamesLast()
    let last = try withStatement("SELECT value FROM setting WHERE name = 'log'") {
      statement throws(SQLiteError) -> [UInt8]? in
      guard try statement.step(), statement.type(0) == .blob else { return nil }
      return try statement.blob(0)
    }
    // A copy is put in the place of a store of any format.
    let hasChecksums = try pragmaInteger("user_version") >= Int64(OlderFormats.checksums)
    try withStatement(
      hasChecksums
        ? StoredTable.setting.upsert
        : """
        INSERT INTO setting(name, value) VALUES (?, ?)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value
        """
    ) { statement throws(SQLiteError) in
      try statement.bind("log", at: 1)
      try statement.bind(try nextLogNote(after: last), at: 2)
      try statement.run()
    }
  }

  /// Makes a copy a file of its own, so that a log of the original is not taken for the copy's.
  ///
  /// A store that no version with notes has written has none, and neither has a log of it. One whose row
  /// cannot be read or written, being damaged, is copied as it is.
  borrowing func renewLogNoteOfCopy() throws(SQLiteError) {
    do throws(SQLiteError) {
      let isNoted = try withStatement("SELECT 1 FROM setting WHERE name = 'log'") {
        statement throws(SQLiteError) in try statement.step()
      }
      guard isNoted else { return }
      try begin(.immediate)
      try renewLogNote()
      try commit()
    } catch {
      guard error.isCorrupt || error.operation == .prepare || error.operation == .read else {
        throw error
      }
      try rollback()
    }
  }
}
