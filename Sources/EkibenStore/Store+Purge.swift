public import EkibenDocuments
internal import EkibenSQLite

/// What purging documents did.
public struct Purge: Hashable, Sendable {
  /// A document that was destroyed.
  public struct Document: Hashable, Sendable {
    /// What it was called; the store keeps no trace of that.
    public let name: DocumentName
    /// What the store keeps of it, for certificates.
    public let trace: Certificate.Document
  }

  /// The documents, in the order in which they came to be; none where nothing was old enough.
  public let documents: [Document]
  /// How many pieces of their texts, of six bytes each, were found in the file and its log afterwards that
  /// nothing else holds: 0, else the call throws.
  public let found: Int
}

extension Store {
  /// Destroys a document with all of its history.
  ///
  /// No byte of its texts is left in the file, its log or temporary files (rule P18). It cannot be taken back.
  /// The store keeps the document's uid, how many entries it had, the id of the last, and who destroyed it,
  /// when and why, so that certificates know of it. Names of authors and of fields stay, and so do forms and
  /// whatever copies of the file there are. Whoever has the document open is told with the next edit that it
  /// is unknown.
  ///
  /// - Throws: ``StoreError/unknownDocument(_:)``, ``StoreError/reasonMissing``, ``StoreError/busy(path:detail:)``
  ///   where others read older states for longer than the store waits; then nothing is done.
  ///   ``StoreError/remains(path:detail:)`` where the document is gone but its bytes may not be, and whatever
  ///   writing can meet.
  /// - Complexity: O(document) to destroy; the file is read once, and is written anew where SQLite left
  ///   copies of its cells in other pages.
  public func purge(
    _ document: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Purge {
    try purge(by: metadata) { state throws(StoreError) in
      guard try state.documents.exists(document: document) else { throw .unknownDocument(document) }
      return [document]
    }
  }

  /// Destroys all documents whose last entry is older than a time, deleted ones among them, all or none.
  ///
  /// - Parameters:
  ///   - time: In UTC milliseconds since 1970.
  ///   - metadata: Who does it, when and why.
  /// - Returns: What was destroyed.
  /// - Throws: As for one document.
  public func purge(before time: Int64, by metadata: EditMetadata) throws(StoreError) -> Purge {
    try purge(by: metadata) { state throws(StoreError) in
      let all =
        try state.documents.summaries(deleted: false) + state.documents.summaries(deleted: true)
      let old = Set(all.filter { $0.modified < time }.map(\.name))
      return try state.documents.allNames().filter { old.contains($0) }
    }
  }

  private func purge(
    by metadata: EditMetadata,
    _ choose: (inout StoreState) throws(StoreError) -> [DocumentName]
  ) throws(StoreError) -> Purge {
    try withState { state throws(StoreError) in
      if state.database.isReadOnly { throw .openedReadOnly(path: path) }
      guard try !state.read(choose).isEmpty else { return Purge(documents: [], found: 0) }
      try state.settings.checkReason(metadata)
      // Whoever reads an older state keeps it in the log.
      guard try state.beginLogAnew() else {
        throw .busy(path: path, detail: "others read an older state")
      }
      var bytes = DestroyedBytes()
      let documents = try state.writeWithoutForeignKeys { state throws(StoreError) in
        try choose(&state).map { name throws(StoreError) in
          try state.destroy(name, by: metadata, &bytes)
        }
      }
      state.journal.pages = JournalPages()
      state.database.noteOwnCommit()
      try state.erase(bytes)
      return Purge(documents: documents, found: 0)
    }
  }
}

extension StoreState {
  /// Takes out all rows of a document and notes that; its texts are added to what is to be gone.
  fileprivate func destroy(
    _ name: DocumentName, by metadata: EditMetadata, _ bytes: inout DestroyedBytes
  ) throws(StoreError) -> Purge.Document {
    let document = try documents.read(name)
    bytes.insert(Array(name.rawValue.utf8))
    let ids = try documents.entryIDs(of: document) { bytes.insert($0) }.ids
    guard let last = ids.last else { throw .history(.broken(entry: 1)) }
    // Secrets stand in no entry.
    for answer in try answers.answers(of: document.key) { answer.value.map { bytes.insert($0) } }
    try database.run(
      StoredTable.destroyed.upsert,
      [
        .blob(document.uid), .integer(Int64(ids.count)), .blob(last.bytes),
        .integer(metadata.time), .integer(try names.author(metadata.author)),
        metadata.reason.map { .text($0) } ?? .null,
      ])
    try deleteRows(of: document.key)
    let purged = try database.number("SELECT \(StoredTable.lastPurgedKey)")
    try database.run(
      StoredTable.setting.upsert, [.text("purged"), .integer(max(Int64(purged), document.key))])
    return Purge.Document(
      name: name,
      trace: Certificate.Document(
        uid: document.uid, entries: ids.count, last: last, destruction: metadata))
  }

  /// Takes out the rows of a document from all tables; whatever refers to one of them is among them.
  ///
  /// Each statement finds its rows by the table's key.
  private func deleteRows(of document: Int64) throws(StoreError) {
    for table: StoredTable in [
      .answer, .override, .chunk, .block, .visited, .mark, .origin, .record,
    ] {
      try database.run("DELETE FROM \(table.rawValue) WHERE document = ?", [.integer(document)])
    }
    try database.run(
      "DELETE FROM entry WHERE key BETWEEN ? AND ?", EntryKey.range(1, Int.max, in: document))
    try database.run(
      "DELETE FROM document WHERE key = ? AND kind = 'document'", [.integer(document)])
    guard database.connection.changes == 1 else {
      throw database.damaged("a document could not be taken out")
    }
  }
}

extension DestroyedBytes {
  fileprivate mutating func insert(_ entry: Entry) {
    for text in [entry.reason, entry.mark] { insert(Array((text ?? "").utf8)) }
    for change in entry.changes.changes { change.after.map { insert($0) } }
  }

  fileprivate mutating func insert(_ value: Value) {
    switch value {
    case .text(let text), .verbatim(let text): insert(Array(text.utf8))
    case .decimal(let number): insert(Array(number.description.utf8))
    case .date(let date): insert(Array(date.description.utf8))
    case .bytes(let bytes): insert(bytes)
    case .list(let values): for value in values { insert(value) }
    case .record(let fields): for field in fields { insert(field.value) }
    case .null, .bool, .integer: break
    }
  }
}
