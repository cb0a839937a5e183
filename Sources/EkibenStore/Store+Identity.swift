public import EkibenDocuments

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
      try state.documents.entryIDs(of: document).ids
    }
  }

  /// What belongs to the ids of a document's entries and does not stand in them.
  package func identityFacts(of document: StoredDocument) throws(StoreError) -> IdentityFacts {
    try asking(document) { (state, document) throws(StoreError) in
      try state.documents.identityFacts(of: document)
    }
  }

  /// Makes a certificate of the store, as of one moment; its
  /// ``EkibenDocuments/Certificate/fingerprint`` stands for all that the store holds.
  ///
  /// - Throws: ``StoreError`` when a document cannot be read.
  /// - Complexity: O(entries).
  public func certify() throws(StoreError) -> Certificate {
    try reading { (state) throws(StoreError) in try state.documents.certify { _, _ in } }
  }
}

extension DocumentTable {
  /// How every document stands; each that is there is handed on with the ids of its entries.
  func certify(
    _ body: (StoredDocument, [EntryID]) throws(StoreError) -> Void
  ) throws(StoreError) -> Certificate {
    var documents = try destroyedDocuments()
    for name in try allNames() {
      let document = try read(name)
      let ids = try entryIDs(of: document).ids
      guard let last = ids.last else { throw .history(.broken(entry: 1)) }
      documents.append(Certificate.Document(uid: document.uid, entries: ids.count, last: last))
      try body(document, ids)
    }
    return Certificate(documents)
  }

  /// The ids of all entries of a document; each entry is handed on as well.
  func entryIDs(
    of document: StoredDocument, _ body: (Entry) -> Void = { _ in }
  ) throws(StoreError) -> EntryIDs {
    let facts = try identityFacts(of: document)
    var ids = EntryIDs(document: facts.document)
    try journal.eachEntry(of: document, 1..<document.count + 1) { entry throws(StoreError) in
      do throws(EntryEncodingProblem) {
        try ids.append(entry, facts.context(of: entry, in: document.history))
      } catch {
        throw database.damaged("entry \(entry.number) of \(document.name) has no id: \(error)")
      }
      body(entry)
    }
    return ids
  }

  func identityFacts(of document: StoredDocument) throws(StoreError) -> IdentityFacts {
    IdentityFacts(
      document: document.uid,
      revision: try forms.revisionID(document.formKey, document.usedRevisions.first),
      sources: try entrySources(of: document))
  }
}
