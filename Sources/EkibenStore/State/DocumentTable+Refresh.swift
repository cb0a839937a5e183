internal import EkibenDocuments

extension DocumentTable {
  /// Brings a document up to date with what others wrote; inside a transaction.
  ///
  /// Free when nobody wrote: SQLite counts commits, each connection for itself.
  func refresh(
    _ document: inout StoredDocument, _ newEntries: inout [JournalChange]
  ) throws(StoreError) {
    guard document.reading.connection === database.identity else {
      return try readAgain(&document, &newEntries)
    }
    let version = try database.dataVersion()
    guard version != document.reading.dataVersion else { return }
    if document.reading.isPart { return try readAgain(&document, &newEntries) }
    let known = document.archived
    document.archived = try archived(of: document)
    let last = try lastNumber(of: document)
    if known != document.archived || last > document.history.count {
      document.records = try names.records(of: document.key, form: document.formKey)
    }
    // What others hid or showed stands in the file. It is read first: once a document knows their entries, nothing
    // tells it that this is missing.
    let isBehind = document.history.count < last
    let inactive =
      isBehind && database.activity != nil
      ? try answers.inactiveRows(of: document) : document.activity.inactive
    while document.history.count < last {
      let entry = try journal.storedEntry(document.history.count + 1, of: document)
      let effect = try journal.effect(of: entry, on: document)
      // What is known is of the document as it is before the entry.
      if let known = document.activity.known,
        known.rules.hidesByLaunchContext
          || !known.ignores(effect.changes, in: document.structure)
      {
        document.activity.known = nil
      }
      try document.apply(effect, path: database.path)
      newEntries.append(effect.change)
    }
    document.activity.inactive = inactive
    document.reading.dataVersion = version
  }

  // Its keys and counts are those of another connection, perhaps to another file; or it was read in part, and
  // others may have written what that does not have.
  private func readAgain(
    _ document: inout StoredDocument, _ newEntries: inout [JournalChange]
  ) throws(StoreError) {
    let read = try readAgain(document)
    // All of it or nothing: what was handed on would come again.
    let found = try (document.count + 1..<read.count + 1).map { number throws(StoreError) in
      let entry = try journal.entry(number, of: read)
      let changes = try journal.changes(of: entry, in: read)
      return JournalChange(document: read.name, entry: entry, changes: changes)
    }
    newEntries += found
    document = read
  }

  private func readAgain(_ document: StoredDocument) throws(StoreError) -> StoredDocument {
    let read =
      document.reading.isPart
      ? try read(document.name, holding: document.index.rows) : try read(document.name)
    guard read.uid == document.uid, read.count >= document.count else {
      throw .unknownDocument(document.name)
    }
    return read
  }

  /// The same document with what is known now of what is archived; nil where that is what it knows, so that whoever
  /// asks one question of it need not copy it.
  func renewed(_ document: StoredDocument) throws(StoreError) -> StoredDocument? {
    guard document.reading.connection === database.identity else {
      var read = try readAgain(document)
      // Only as far as the value knows the journal.
      read.content = document.content
      read.index = document.index
      read.origins = document.origins
      read.history = document.history
      return read
    }
    let version = try database.dataVersion()
    if version == document.reading.dataVersion { return nil }
    var renewed = document
    renewed.archived = min(try archived(of: document), document.count)
    return renewed
  }
}
