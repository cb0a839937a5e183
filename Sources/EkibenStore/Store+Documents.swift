public import EkibenDocuments
internal import EkibenSQLite

/// A form in a store's list.
public struct FormSummary: Hashable, Sendable {
  /// The form's name.
  public let name: DocumentName
  /// Its current revision: the one that was published last.
  public let revision: Int
  /// How many documents are filled in from it.
  public let documents: Int
}

/// A document in a store's list.
public struct DocumentSummary: Hashable, Sendable {
  /// The document's name.
  public let name: DocumentName
  /// Its form.
  public let form: DocumentName
  /// Its title, which is its form's unless it has one of its own; nil where neither has.
  public let title: String?
  /// What may be done to it.
  public let status: DocumentStatus
  /// The node whose state it shows.
  public let head: Int
  /// How many entries its journal has.
  public let entries: Int
  /// The time of its first entry, in UTC milliseconds since 1970.
  public let created: Int64
  /// The time of its last entry, in UTC milliseconds since 1970.
  public let modified: Int64
}

extension Store {
  /// Lists the forms by name, without the sets of options.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  public func forms() throws(StoreError) -> [FormSummary] {
    try reading { (state) throws(StoreError) in
      try state.database.checkIndex(countingKinds: true)
      let isListed = "f.kind = 'form' AND f.key NOT IN (SELECT form FROM option_set)"
      return try state.database.rows(
        """
        WITH filled(base) AS
          (SELECT \(StoredTable.document.intact(and: "base")) FROM document NOT INDEXED)
        SELECT f.name, f.revision, ifnull(d.count, 0) FROM document f NOT INDEXED
        LEFT JOIN (SELECT base, count(*) AS count FROM filled GROUP BY base) d ON d.base = f.key
        WHERE \(StoredTable.document.intact("f", and: isListed)) ORDER BY f.name
        """
      ) { row in
        FormSummary(
          name: DocumentName(unchecked: try row.text(0)), revision: try row.int(1),
          documents: try row.int(2))
      }
    }
  }

  /// Lists the documents by name, without those that are deleted.
  ///
  /// - Parameter deleted: Whether to list the deleted ones instead.
  /// - Returns: A line a document.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(documents).
  public func documents(deleted: Bool = false) throws(StoreError) -> [DocumentSummary] {
    try reading { (state) throws(StoreError) in try state.documents.summaries(deleted: deleted) }
  }

  /// The current revision of a form, and its content.
  ///
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  /// - Complexity: O(n log n) in the number of rows.
  public func form(_ name: DocumentName) throws(StoreError) -> (revision: Int, content: Document) {
    try reading { (state) throws(StoreError) in
      guard let form = try state.forms.form(name) else { throw .unknownForm(name) }
      return (
        form.revision,
        try state.forms.revisionContent(of: form.key, revision: form.revision).document
      )
    }
  }

  /// Starts a document from the current revision of a form: entry 1 of its journal.
  ///
  /// - Parameters:
  ///   - name: The document's name; nil takes the form's name, then `-2`, `-3` and so on.
  ///   - form: The form's name.
  ///   - uid: 16 random bytes that name the document outside this store, as they do no other one.
  ///   - metadata: Who starts it, and when.
  /// - Returns: The new document.
  /// - Throws: ``StoreError/unknownForm(_:)`` or ``StoreError/nameTaken(_:)``, and whatever writing
  ///   can meet.
  public func create(
    _ name: DocumentName?, from form: DocumentName, uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    try create(name, from: form, revision: nil, uid: uid, by: metadata)
  }

  /// Starts a document as ``create(_:from:uid:by:)`` does, from any revision of its form, nil being the current one,
  /// and in entry 1 also where it is filled in already with answers and instances.
  package func create(
    _ name: DocumentName?, from form: DocumentName, revision: Int?, as filled: Document? = nil,
    uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    try creating { (state) throws(StoreError) in
      try state.begin(name, form: form, revision: revision, as: filled, uid: uid, by: metadata)
    }
  }

  /// Makes a document in one transaction, and tells observers.
  func creating(
    _ body: (inout StoreState) throws(StoreError) -> StoredDocument
  ) throws(StoreError) -> StoredDocument {
    defer { hub.deliver() }
    return try withState { (state) throws(StoreError) in
      var created = try state.write(body)
      try state.noteOwnCommit(&created)
      if hub.isObserved(created.name) {
        // What cannot be told now is told the next time.
        do { hub.put(try state.documents.unseen(of: created, hub)) } catch {}
      }
      return created
    }
  }

  /// Reads a document: what it holds and its undo tree.
  ///
  /// - Throws: ``StoreError/unknownDocument(_:)``, and whatever reading can meet.
  /// - Complexity: O(rows + answers), and a few nanoseconds for each entry.
  public func document(_ name: DocumentName) throws(StoreError) -> StoredDocument {
    try reading { (state) throws(StoreError) in try state.documents.read(name) }
  }

  /// Reads a document with some of its rows, if those of its form do not depend on each other (decision
  /// 0061); else as ``document(_:)``.
  ///
  /// Edits bring in what they name. Whoever reads asks ``widen(_:to:)`` for other rows first: until then
  /// they are not there.
  ///
  /// - Throws: ``StoreError/unknownDocument(_:)``, and whatever reading can meet.
  /// - Complexity: O(rows asked for · log n), and a few nanoseconds for each entry.
  package func document(
    _ name: DocumentName, holding rows: Set<RowID>
  ) throws(StoreError) -> StoredDocument {
    try reading { (state) throws(StoreError) in try state.documents.read(name, holding: rows) }
  }

  /// Brings rows, with nil all, into a document that was read in part; all also where a part will not do.
  ///
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(rows · log n); O(1) where it has them.
  package func widen(
    _ document: inout StoredDocument, to rows: Set<RowID>?
  ) throws(StoreError) {
    let isThere = rows?.allSatisfy { document.index[$0] != nil } ?? false
    guard document.reading.isPart, !isThere else { return }
    var wider = document
    try reading { (state) throws(StoreError) in
      if let rows {
        try state.documents.widen(&wider, to: rows)
      } else {
        wider = try state.documents.whole(wider)
      }
    }
    document = wider
  }

  /// Starts documents from the current revision of a form, each with an edit, all in one transaction.
  ///
  /// The edit of a document is asked for by its place among the names; it must not use the store, and nil refuses: then
  /// there is none of all. The rest is as in ``create(_:from:uid:by:)``.
  ///
  /// - Returns: Their names; nil where one was refused.
  /// - Throws: As ``create(_:from:uid:by:)``; then there is none of all.
  /// - Complexity: O(rows and answers) a document, of which one is in memory at a time.
  package func create(
    _ names: [DocumentName?], from form: DocumentName, uid: () -> [UInt8],
    by metadata: EditMetadata, filling: (_ place: Int, _ document: StoredDocument) -> Edit?
  ) throws(StoreError) -> [DocumentName]? {
    defer { hub.deliver() }
    return try withState { (state) throws(StoreError) in
      var (last, observed) = (nil as StoredDocument?, [StoredDocument]())
      let created = try state.write(unless: { $0 == nil }) { (state) throws(StoreError) in
        guard let base = try state.forms.form(form) else { throw .unknownForm(form) }
        var created: [DocumentName] = []
        for (place, name) in names.enumerated() {
          var document = try state.begin(
            name, form: form, revision: base.revision, uid: uid(), by: metadata)
          guard let edit = filling(place, document) else { return [DocumentName]?.none }
          try state.perform(EditRequest(edit: edit, metadata: metadata), on: &document)
          created.append(document.name)
          if hub.isObserved(document.name) { observed.append(document) }
          last = document
        }
        return created
      }
      guard created != nil else { return nil }
      if var last { try state.noteOwnCommit(&last) }
      for document in observed {
        // What cannot be told now is told the next time.
        do { hub.put(try state.documents.unseen(of: document, hub)) } catch {}
      }
      return created
    }
  }
}

extension StoreState {
  /// Starts a document from a revision of a form: entry 1 of its journal.
  mutating func begin(
    _ name: DocumentName?, form: DocumentName, revision: Int?, as filled: Document? = nil,
    uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    guard let base = try forms.form(form) else { throw .unknownForm(form) }
    try forms.check(base, isOptionSet: false)
    let (name, revision) = (try documents.freeName(name, form: form), revision ?? base.revision)
    var document = try documents.insert(name, uid: uid, form: base.key, revision: revision)
    try forms.independence.note(
      BaseKey(form: document.formKey, revision: revision), document.formContent)
    try perform(EditRequest(edit: Edit(.create(as: filled)), metadata: metadata), on: &document)
    return document
  }
}
