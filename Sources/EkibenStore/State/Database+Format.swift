internal import EkibenSQLite

extension Database {
  /// Notices that a newer program has upgraded the file since it was opened (rules P7 and P8).
  ///
  /// Inside a transaction; free while nobody else commits. What this program can still read it reads,
  /// and it writes nothing more.
  func confirmFormat(for access: Store.Access) throws(StoreError) {
    let version = try sqlite(try connection.dataVersion())
    if version != formatVersion {
      if try number("PRAGMA user_version") != format { try noteNewFormat() }
      formatVersion = version
    }
    guard access == .readOnly || format == opening.schema.format else {
      throw .newerFormat(path: path, format: format)
    }
  }

  /// Remembers that the last commit was this connection's own and upgraded nothing.
  func noteOwnCommit() {
    versionBefore = formatVersion
    // What is not known is asked the next time; what was committed is not called in question.
    do { formatVersion = try connection.dataVersion() } catch { formatVersion = nil }
  }

  private func noteNewFormat() throws(StoreError) {
    let found: Int?
    do { found = try opening.format(of: connection, for: .readOnly) } catch {
      throw StoreError(any: error, path: path)
    }
    guard let found else { throw .notAStore(path: path, why: "it is empty") }
    try sqlite { connection throws(SQLiteError) in
      try OlderFormats.hide(format, on: connection)
      try OlderFormats.show(found, on: connection)
    }
    format = found
  }

  /// Where the schema is not the one that this format has.
  func schemaDifferences() throws(StoreError) -> [SchemaDifference] {
    try sqlite { connection throws(SQLiteError) in
      try opening.schema.differences(connection, format: format)
    }
  }
}
