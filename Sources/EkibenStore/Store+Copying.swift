public import EkibenDocuments
internal import EkibenSQLite

extension Store {
  /// Copies the whole store into a new file while others read and write it.
  ///
  /// The copy is one state of the store, whole and closed: it appears under its name only when all of
  /// it is on disk. A read transaction holds that state, so that writers neither wait nor are waited for; other calls
  /// of this same store wait, so that an app copies through a store of its own for that.
  ///
  /// - Parameters:
  ///   - path: Where the copy goes.
  ///   - settingAside: Whether a file that is there, and what others left beside it, gets another name
  ///     first: `PATH-before-backup`. Else it is an error.
  ///   - progress: Called now and then with the bytes that are copied, and those that there are; it must not use
  ///     the store.
  /// - Returns: The size of the copy in bytes.
  /// - Throws: ``StoreError`` when something is in the way or cannot be written; then there is no copy.
  /// - Complexity: O(file).
  @discardableResult
  public func backUp(
    to path: String, settingAside: Bool = false,
    progress: (_ copied: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(StoreError) -> Int {
    try withState { (state) throws(StoreError) in
      if settingAside {
        try state.database.sqlite { connection throws(SQLiteError) in
          if try !connection.isFile(at: path) { _ = try PartialFile.setAside(path, for: "backup") }
        }
      }
      var copied: Int?
      return try state.repeatingUntilOneState { (state) throws(StoreError) in
        // What is copied is of one state, whatever was written after that.
        if let copied { return copied }
        do throws(SQLiteError) {
          let pageSize = Int(clamping: try state.database.connection.pragmaInteger("page_size"))
          let pages = try state.database.connection.backUp(
            to: path,
            progress: { pages throws(SQLiteError) in
              progress((pages.total - pages.remaining) * pageSize, pages.total * pageSize)
            }, finishing: { copy throws(SQLiteError) in try copy.renewLogNoteOfCopy() })
          copied = pages * pageSize
          return pages * pageSize
        } catch {
          // Two files can be at fault, and the copy more likely.
          throw StoreError(error, path: error.path ?? state.database.path)
        }
      }
    }
  }

  /// Starts a document that holds what another one holds in this moment, without its history.
  ///
  /// - Parameters:
  ///   - document: The document to take from.
  ///   - name: The name of the new one; nil takes the form's name, then `-2`, `-3` and so on.
  ///   - uid: 16 random bytes that name the new one outside this store.
  ///   - metadata: Who does it, and when.
  /// - Returns: The new document, a draft: entry 1 makes it, entry 2 brings what it holds.
  /// - Throws: ``StoreError/nameTaken(_:)``, ``StoreError/deleted(_:)``, and whatever writing can meet.
  /// - Complexity: O(what it holds).
  public func duplicate(
    _ document: StoredDocument, as name: DocumentName?, uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> StoredDocument {
    try creating { (state) throws(StoreError) in
      var source = document
      var newEntries: [JournalChange] = []
      try state.documents.refresh(&source, &newEntries)
      if source.status == .deleted { throw .deleted(source.name) }
      var copy = try state.begin(
        name, form: source.form, revision: source.revision, uid: uid, by: metadata)
      var content = source.content
      content.setField(.documentStatus, to: nil)
      content.setField(.formRevision, to: nil)
      let (changes, madeRoom) = Changeset.difference(from: copy.content, to: content)
      try state.perform(
        EditRequest(
          edit: Edit(.changes(.import, changes, madeRoom: madeRoom)), metadata: metadata),
        on: &copy, placing: CopiedMarks(origins: source.origins))
      return copy
    }
  }
}

/// What was calculated stays so in a duplicate (rule H25), also where a formula gave no answer: the entry that brings
/// it says so of the same answers.
private struct CopiedMarks: EntryPlacing {
  let origins: Origins

  func placing(_ entry: Entry, typed: Change?) -> Entry {
    entry.flagging(.calculated) { at in
      let change = entry.changes.changes[at]
      return origins[Change.Target(change.record, .value)].isCalculated
        && (change.field == nil || change.target.isAnswer)
    }
  }

  mutating func record(_ entry: Entry, typed: Change?) {}
}
