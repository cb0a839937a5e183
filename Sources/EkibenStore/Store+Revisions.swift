public import EkibenDocuments
internal import EkibenSQLite

/// A revision of a form: who published it, when and why.
public struct RevisionSummary: Sendable {
  /// Its number in this store, from 1.
  public let number: Int
  /// Who published it.
  public let author: String
  /// The time, in UTC milliseconds since 1970.
  public let published: Int64
  /// The reason, if one was given.
  public let reason: String?
  /// What it describes.
  public let content: Document
  /// Whether new documents are started from it.
  public let isCurrent: Bool
  /// How many documents are on it, but deleted ones.
  public let documents: Int
}

extension Store {
  /// The revisions of a form, the oldest first.
  ///
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  /// - Complexity: O(n log n) in the number of rows of all revisions.
  public func revisionHistory(of form: DocumentName) throws(StoreError) -> [RevisionSummary] {
    try reading { (state) throws(StoreError) in
      guard let form = try state.forms.form(form) else { throw .unknownForm(form) }
      return try state.database.rows(
        """
        SELECT v.number, v.author, v.published, v.reason,
          (SELECT count(*) FROM document d
           WHERE d.base = v.form AND d.revision = v.number AND d.status <> 'deleted'),
          \(StoredTable.revision.intact("v"))
        FROM revision v WHERE v.form = ? ORDER BY v.number
        """, [.integer(form.key)]
      ) { row in
        let number = try row.int(0)
        return RevisionSummary(
          number: number, author: try state.names.authorName(try row.int64(1)),
          published: try row.int64(2), reason: row.isNull(3) ? nil : try row.text(3),
          content: try state.forms.revisionContent(of: form.key, revision: number).document,
          isCurrent: number == form.revision, documents: try row.int(4))
      }
    }
  }

  /// The document as it would be after an edit, which is not made, once it is up to date with what others wrote.
  ///
  /// - Throws: As ``perform(_:on:by:expecting:)``.
  /// - Complexity: That of the edit, and O(rows of the sections that it changes).
  public func preview(
    _ edit: Edit, of document: StoredDocument, by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    try reading { (state) throws(StoreError) in
      var (preview, newEntries) = (try state.documents.whole(document), [JournalChange]())
      try state.documents.refresh(&preview, &newEntries)
      let request = EditRequest(edit: edit, metadata: metadata)
      if let effect = try state.preview(request, on: preview) {
        try preview.apply(effect, path: path)
      }
      return preview
    }
  }

  /// The revisions of its form that a document's entries go to, in their order, the one that it began on
  /// first.
  package func revisions(
    usedBy document: StoredDocument
  ) throws(StoreError) -> [(number: Int, content: Document, id: SHA256.Digest)] {
    try asking(document) { (state, document) throws(StoreError) in
      let forms = state.forms
      return try document.usedRevisions.numbers.map { number throws(StoreError) in
        let base = try forms.base(document.formKey, revision: number)
        return (number, base.content, try forms.revisionID(document.formKey, number))
      }
    }
  }

  /// Makes a form's current revision one of this content (rule F9).
  ///
  /// A revision that has this content already becomes the current one again, whichever it is. Else a
  /// new one is made by diff against the current one: rows that did not move keep their order keys.
  /// The 128 bits that name the form everywhere follow from its URL, or else from its name
  /// (rule F23).
  ///
  /// - Parameters:
  ///   - name: The form's name.
  ///   - document: What the form describes.
  ///   - metadata: Who publishes it, and when.
  /// - Returns: The revision of this content.
  /// - Throws: ``StoreError/secretInitial(_:)`` when a secret begins with an answer,
  ///   ``StoreError/differentForm(_:url:existing:)`` when a form of this name has another
  ///   URL, ``StoreError/sameForm(_:existing:)`` when a form of this URL has another name, and
  ///   whatever writing can meet.
  /// - Complexity: O(n log n) in the number of rows, and O(revisions).
  public func publish(
    _ name: DocumentName, _ document: Document, by metadata: EditMetadata
  ) throws(StoreError) -> Publication {
    let all = try publish([(name, document)], by: metadata)
    return all[0]
  }

  /// Publishes several forms or sets of options in one transaction: all of them, or none.
  ///
  /// - Throws: What publishing one of them can meet.
  public func publish(
    _ all: [(name: DocumentName, document: Document)], by metadata: EditMetadata
  ) throws(StoreError) -> [Publication] {
    for (_, document) in all {
      if let secret = document.secretWithAnswer { throw .secretInitial(secret) }
    }
    let publications = try withState { (state) throws(StoreError) in
      let hashes = try all.map { form throws(StoreError) in
        try state.database.encoding(try form.document.contentHash)
      }
      return try state.write { (state) throws(StoreError) in
        try zip(all, hashes).map { form, hash throws(StoreError) in
          try state.forms.publish(form.name, form.document, hash, by: metadata)
        }
      }
    }
    if all.contains(where: { $0.document.isOptionSet }) { tellCompanion(of: nil, count: 0) }
    return publications
  }
}

/// A row of one revision of a form that is another row in the next: its answers go along (rule D18).
public struct RowRename: Hashable, Sendable {
  /// The row's id until now.
  public let old: RowID
  /// Its id in the revision that a document goes to.
  public let new: RowID

  /// Names a row before and after.
  public init(_ old: RowID, to new: RowID) { (self.old, self.new) = (old, new) }
}

/// Why a row cannot have another one's answers.
public enum RenameProblem: Hashable, Sendable, CustomStringConvertible {
  /// No revision of the form has the old one.
  case unknown(RowID)
  /// The revision that the document goes to does not have the new one.
  case missing(RowID, revision: Int)
  /// The revision that the document goes to has the old one too, whose answer stays there.
  case stays(RowID, revision: Int)
  /// Two rows would become one, or one two.
  case repeated(RowID)
  /// What was given to a secret stands in no entry, and cannot go elsewhere.
  case secret(RowID)

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .unknown(let row): "the form never had a row \(row)"
    case .missing(let row, let revision): "revision \(revision) has no row \(row)"
    case .stays(let row, let revision): "revision \(revision) still has \(row)"
    case .repeated(let row): "\(row) is named twice"
    case .secret(let row): "\(row) is a secret"
    }
  }
}

/// What publishing a form did.
public struct Publication: Hashable, Sendable {
  /// The form.
  public let form: DocumentName
  /// Its revision of this content, which is its current one now.
  public let revision: Int
  /// Whether the revision was made now; the same content makes none.
  public let isNew: Bool
  /// The revision that was the current one before; nil where it still is, or there was none.
  public let replaced: Int?
}
