package import EkibenDocuments
internal import EkibenSQLite

extension Store {
  /// Takes in a document from elsewhere with its whole journal: every entry as it was, numbers, times
  /// and authors too.
  ///
  /// The form is published if this content is new here. All of it happens in one transaction, and each
  /// entry is checked against what stands before it.
  ///
  /// - Parameters:
  ///   - name: The document's name here.
  ///   - uid: The 16 bytes that name it everywhere; a store holds it once.
  ///   - form: The form's name.
  ///   - content: The form's revision, with the places of its records.
  ///   - formUID: 16 random bytes, used if the form is new here.
  ///   - entries: The journal, from entry 1.
  /// - Returns: The document.
  /// - Throws: ``StoreError/nameTaken(_:)`` when the name or the document is here already,
  ///   ``StoreError/differentForm(_:url:existing:)``, ``StoreError/history(_:)`` or
  ///   ``StoreError/conflict(_:)`` for an entry that does not fit, and whatever writing can meet.
  /// - Complexity: O(rows + entries).
  package func adopt(
    _ name: DocumentName, uid: [UInt8], form: DocumentName, content: Document, formUID: [UInt8],
    entries: some Sequence<Entry>
  ) throws(StoreError) -> StoredDocument {
    try creating { (state) throws(StoreError) in
      try state.checkFree(name, uid: uid)
      var rest = entries.makeIterator()
      guard let first = rest.next(), first.kind == .create, first.number == 1 else {
        throw .history(.broken(entry: 1))
      }
      let metadata = EditMetadata(author: first.author, time: first.time)
      let base = try state.revision(of: form, with: content, uid: formUID, by: metadata)
      try state.run(
        "INSERT INTO document(uid, kind, name, base, revision) VALUES (?, 'document', ?, ?, ?)",
        [.blob(uid), .text(name.rawValue), .integer(base.form), .integer(Int64(base.revision))])
      var document = try state.document(name)
      try state.adopt(first, into: &document)
      while let entry = rest.next() { try state.adopt(entry, into: &document) }
      return document
    }
  }
}

extension StoreState {
  fileprivate borrowing func checkFree(
    _ name: DocumentName, uid: [UInt8]
  ) throws(StoreError) {
    if try exists(document: name) { throw .nameTaken(name) }
    let found = try rows("SELECT name FROM document WHERE uid = ?", [.blob(uid)]) {
      row throws(SQLiteError) in DocumentName(unchecked: try row.text(0))
    }
    if let known = found.first { throw .nameTaken(known) }
  }

  /// The revision of a form that has this content, which is published if there is none.
  fileprivate mutating func revision(
    of name: DocumentName, with content: Document, uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> (form: Int64, revision: Int) {
    let hash = try encoding { () throws(CodingError) in try content.contentHash }
    guard let form = try form(name) else {
      _ = try publishFirst(name, content, hash, uid, metadata, keepsPlaces: true)
      guard let form = try self.form(name) else { throw .unknownForm(name) }
      return (form.key, form.revision)
    }
    let same = try rows(
      "SELECT number FROM revision WHERE form = ? AND hash = ? ORDER BY number DESC",
      [.integer(form.key), .blob(hash)]
    ) { row throws(SQLiteError) in Int(clamping: try row.int64(0)) }
    if let number = same.first { return (form.key, number) }
    return (form.key, try publishNext(form, name, content, hash, by: metadata).revision)
  }

  fileprivate mutating func adopt(
    _ entry: Entry, into document: inout StoredDocument
  ) throws(StoreError) {
    let metadata = EditMetadata(author: entry.author, time: entry.time, reason: entry.reason)
    try perform(EditRequest(edit: Edit(.adopt(entry)), metadata: metadata), on: &document)
  }
}
