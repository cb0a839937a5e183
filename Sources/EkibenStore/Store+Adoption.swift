package import EkibenDocuments

extension Store {
  /// Takes in a document from elsewhere with its whole journal from entry 1: every entry as it was, numbers, times
  /// and authors too.
  ///
  /// The form is the one of the content's URL, else of its name. If it has no revision with this content *and* these
  /// order keys, it gets one (rule F22), and so with the others that entries go to. If the form is new here, the last
  /// one that an entry goes to first is the current one, else whichever was. The sources are the stores that wrote the
  /// entries, in order: ids cover them (rule H30), and what is behind the last of them counts as written by this store.
  /// All of it happens in one transaction, and each entry is checked against what stands before it.
  ///
  /// - Throws: ``StoreError/nameTaken(_:)`` when the name or the document is here already,
  ///   ``StoreError/differentForm(_:url:existing:)``, ``StoreError/otherKind(_:isOptionSet:)`` where a form is a
  ///   set of options, or its name or URL that of one, ``StoreError/history(_:)`` or
  ///   ``StoreError/conflict(_:)`` for an entry that does not fit, and whatever writing can meet.
  /// - Complexity: O(rows + entries).
  package func adopt(
    _ name: DocumentName, uid: [UInt8], form: DocumentName, content: Document,
    others: [Document] = [], entries: some Sequence<Entry>, sources: [EntrySource] = []
  ) throws(StoreError) -> StoredDocument {
    try creating { (state) throws(StoreError) in
      try state.documents.checkFree(name, uid: uid)
      var rest = entries.makeIterator()
      guard let first = rest.next(), first.kind == .create, first.number == 1 else {
        throw .history(.broken(entry: 1))
      }
      let metadata = EditMetadata(author: first.author, time: first.time)
      let base = try state.forms.revision(of: form, with: content, by: metadata)
      for other in others {
        let added = try state.forms.revision(of: form, with: other, by: metadata)
        guard added.form == base.form else { throw .history(.broken(entry: 1)) }
        if base.isNew { try state.forms.setCurrent(added.revision, of: base.form) }
      }
      var document = try state.documents.insert(
        name, uid: uid, form: base.form, revision: base.revision)
      var next: Entry? = first
      while let entry = next {
        let metadata = EditMetadata(author: entry.author, time: entry.time, reason: entry.reason)
        try state.perform(EditRequest(edit: Edit(.adopt(entry)), metadata: metadata), on: &document)
        next = rest.next()
      }
      try state.documents.insert(sources, of: document)
      return document
    }
  }
}
