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

  /// The document as it would be after an edit, which is not made.
  ///
  /// - Throws: As ``perform(_:on:by:expecting:)``.
  /// - Complexity: That of the edit.
  public func preview(
    _ edit: Edit, of document: StoredDocument, by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    try reading { (state) throws(StoreError) in
      var preview = try state.documents.read(document.name)
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
}
