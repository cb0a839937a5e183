public import EkibenDocuments
internal import EkibenSQLite

/// Ids of entries, and what stands for all that a store holds (rules H30 and P40).
///
/// Nothing of this is kept in the file, and no edit does any of it.
extension Store {
  /// The ids of all entries of a document: entry N is at index N − 1.
  ///
  /// - Throws: ``StoreError/damaged(path:detail:)`` for an entry that has none, and whatever reading
  ///   can meet.
  /// - Complexity: O(entries); 32 bytes each.
  public func entryIDs(of document: StoredDocument) throws(StoreError) -> [EntryID] {
    try asking(document) { (state, document) throws(StoreError) in
      try state.entryIDs(of: document).ids
    }
  }

  /// What belongs to the ids of a document's entries and does not stand in them.
  package func identityFacts(of document: StoredDocument) throws(StoreError) -> IdentityFacts {
    try asking(document) { (state, document) throws(StoreError) in
      try state.identityFacts(of: document)
    }
  }

  /// How every document stands, as of one moment: its ``EkibenDocuments/Certificate/fingerprint`` is
  /// that of the store.
  ///
  /// - Throws: ``StoreError`` when a document cannot be read.
  /// - Complexity: O(entries).
  public func certify() throws(StoreError) -> Certificate {
    try reading { (state) throws(StoreError) in try state.certify { _, _, _ in } }
  }
}

extension StoreState {
  /// How every document stands; each that is there is handed on with the ids of its entries.
  mutating func certify(
    _ body: (inout StoreState, StoredDocument, [EntryID]) throws(StoreError) -> Void
  ) throws(StoreError) -> Certificate {
    var documents = try destroyedDocuments()
    for name in try documentNames() {
      let document = try document(name)
      let ids = try entryIDs(of: document).ids
      guard let last = ids.last else { throw .history(.broken(entry: 1)) }
      documents.append(Certificate.Document(uid: document.uid, entries: ids.count, last: last))
      try body(&self, document, ids)
    }
    return Certificate(documents)
  }

  /// The ids of all entries of a document; each entry is handed on as well.
  mutating func entryIDs(
    of document: StoredDocument, _ body: (Entry) -> Void = { _ in }
  ) throws(StoreError) -> EntryIDs {
    let facts = try identityFacts(of: document)
    var ids = EntryIDs(document: facts.document)
    let path = path
    try eachEntry(of: document, 1..<document.count + 1) { entry throws(StoreError) in
      do throws(EntryEncodingProblem) {
        try ids.append(entry, facts.context(of: entry, in: document.history))
      } catch {
        throw .damaged(
          path: path, detail: "entry \(entry.number) of \(document.name) has no id: \(error)")
      }
      body(entry)
    }
    return ids
  }

  mutating func identityFacts(of document: StoredDocument) throws(StoreError) -> IdentityFacts {
    IdentityFacts(
      document: document.uid, revision: try revisionID(of: document),
      sources: try entrySources(of: document))
  }

  /// The stores that wrote a document's entries: what the file says, and behind that this one.
  private borrowing func entrySources(
    of document: StoredDocument
  ) throws(StoreError) -> [EntrySource] {
    var sources = try rows(
      """
      SELECT until, store FROM origin WHERE document = ? AND \(StoredTable.origin.intact())
      ORDER BY until
      """, [.integer(document.key)]
    ) { row throws(SQLiteError) in
      EntrySource(until: Int(clamping: try row.int64(0)), store: try row.blob(1))
    }
    if sources.last?.until ?? 0 < document.count {
      sources.append(EntrySource(until: document.count, store: try storeID() ?? []))
    }
    return sources
  }

  /// The 16 random bytes that tell the store from every other; a store of format 1 has none.
  borrowing func storeID() throws(StoreError) -> [UInt8]? {
    try rows(
      "SELECT value FROM setting WHERE name = 'store' AND \(StoredTable.setting.intact())"
    ) { row throws(SQLiteError) in try row.blob(0) }.first
  }

  private mutating func revisionID(
    of document: StoredDocument
  ) throws(StoreError) -> SHA256.Digest {
    let key = BaseKey(form: document.formKey, revision: document.revision)
    if let known = revisionIDs[key] { return known }
    let bytes = try encoding { () throws(CodingError) in try document.base.content.revisionID }
    guard let id = SHA256.Digest(bytes: bytes) else {
      throw .damaged(path: path, detail: "the form of \(document.name) has no identity")
    }
    revisionIDs[key] = id
    return id
  }

  /// The names of all documents, in the order in which they came.
  borrowing func documentNames() throws(StoreError) -> [DocumentName] {
    try rows(
      """
      SELECT name, \(StoredTable.document.intact()) FROM document WHERE kind = 'document'
      ORDER BY key
      """
    ) { row throws(SQLiteError) in DocumentName(unchecked: try row.text(0)) }
  }

  /// The documents that were destroyed, but for those that came in again.
  borrowing func destroyedDocuments() throws(StoreError) -> [Certificate.Document] {
    let found = try rows(
      """
      SELECT d.uid, d.entries, d.last, d.time, d.reason, a.name
      FROM destroyed d LEFT JOIN author a ON a.key = d.author
      WHERE \(StoredTable.destroyed.intact("d"))
        AND NOT EXISTS (SELECT 1 FROM document n WHERE n.uid = d.uid) ORDER BY d.uid
      """
    ) { row throws(SQLiteError) in
      (
        uid: try row.blob(0), entries: Int(clamping: try row.int64(1)), last: try row.blob(2),
        who: EditMetadata(
          author: row.isNull(5) ? "" : try row.text(5), time: try row.int64(3),
          reason: row.isNull(4) ? nil : try row.text(4))
      )
    }
    var documents: [Certificate.Document] = []
    for document in found {
      guard let last = EntryID(bytes: document.last) else {
        throw .damaged(path: path, detail: "the last id of a destroyed document is not of 32 bytes")
      }
      documents.append(
        Certificate.Document(
          uid: document.uid, entries: document.entries, last: last, destruction: document.who))
    }
    return documents
  }
}
