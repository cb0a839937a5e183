package import EkibenDocuments

extension Store {
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
