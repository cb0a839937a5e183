extension Connection {
  /// Copies the database into the place of another one, which gets another name (see `backUp`).
  ///
  /// - Parameters:
  ///   - old: The database to replace, from which `lock` keeps writers away; it is to be closed without a
  ///     checkpoint.
  ///   - name: What the old file will be called, or with a number behind it.
  ///   - lock: Called once the copy is made: has the old file for itself, or begins an IMMEDIATE transaction
  ///     in which nothing is written.
  ///   - finish: Called with the copy, before it has its name.
  /// - Returns: The pages copied, and the old file's name.
  /// - Throws: `SQLiteError`; the old file is then where it was, unless the last renaming fails.
  package func replace(
    _ old: borrowing Connection, keptAs name: String,
    locking lock: (borrowing Connection) throws(SQLiteError) -> Void,
    finishing finish: (borrowing Connection) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> (pages: Int, kept: String) {
    var kept = name
    let pages = try backUp(
      to: old.filePath, finishing: finish, replacing: true,
      publishing: { file throws(SQLiteError) in
        try lock(old)
        kept = try PartialFile.freeName(name)
        try file.takePlace(of: old, kept: kept)
      })
    return (pages, kept)
  }
}
