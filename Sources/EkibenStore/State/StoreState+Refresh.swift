internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Brings a document up to date with what others wrote; inside a transaction.
  ///
  /// Free when nobody wrote: SQLite counts commits, each connection for itself.
  mutating func refresh(
    _ document: inout StoredDocument, _ newEntries: inout [JournalChange]
  ) throws(StoreError) {
    guard document.connection === identity else {
      return try readAgain(&document, &newEntries)
    }
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    guard version != document.dataVersion else { return }
    let known = document.moved
    document.moved = try moved(of: document)
    let last = try lastNumber(of: document)
    if known != document.moved || last > document.history.count {
      document.records = try records(of: document.key, form: document.formKey)
    }
    while document.history.count < last {
      let entry = try storedEntry(document.history.count + 1, of: document)
      let effect = try effect(of: entry, on: document)
      try document.apply(effect, path: path)
      newEntries.append(effect.change)
    }
    document.dataVersion = version
  }

  // Its keys and counts are those of another connection, perhaps to another file.
  private mutating func readAgain(
    _ document: inout StoredDocument, _ newEntries: inout [JournalChange]
  ) throws(StoreError) {
    let read = try self.document(document.name)
    guard read.uid == document.uid, read.count >= document.count else {
      throw .unknownDocument(document.name)
    }
    for number in document.count + 1..<read.count + 1 {
      let entry = try entry(number, of: read)
      let changes = try read.history.changes(of: entry) { number throws(StoreError) in
        try self.entry(number, of: read)
      }
      newEntries.append(
        JournalChange(document: read.name, entry: entry, changes: changes))
    }
    document = read
  }

  borrowing func moved(of document: StoredDocument) throws(StoreError) -> Int {
    let found = try rows(
      "SELECT archived FROM document WHERE key = ? AND \(StoredTable.document.intact())",
      [.integer(document.key)]
    ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }
    guard let moved = found.first else { throw .unknownDocument(document.name) }
    return moved
  }

  /// The number of the last entry, which never moves to a chunk.
  borrowing func lastNumber(of document: StoredDocument) throws(StoreError) -> Int {
    let found = try rows(
      "SELECT key & 4294967295 FROM entry WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
      EntryKey.range(1, Int.max, in: document.key)
    ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }
    return found.first ?? document.moved
  }
}
