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
  /// - Returns: The new document, a draft: entry 1 makes it, the last one brings what it holds. Where some of that is
  ///   retired, it goes before that to the revisions that the other one used, in the same step (rule D19).
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
      var copy = try state.beginCopy(of: source, as: name, uid: uid, by: metadata)
      guard let (changes, madeRoom) = Original(source).difference(from: copy.document) else {
        throw state.database.damaged("\(source.name) has a row that stands in no section")
      }
      try state.perform(
        EditRequest(
          edit: Edit(.changes(.import, changes, madeRoom: madeRoom)), metadata: metadata),
        on: &copy.document, placing: CopiedMarks(origins: source.origins, step: copy.step))
      return copy.document
    }
  }
}

extension StoreState {
  /// Starts a document on the revision of another one; where that has something that is retired, over the revisions
  /// that it used, with nothing in it.
  fileprivate mutating func beginCopy(
    of source: StoredDocument, as name: DocumentName?, uid: [UInt8], by metadata: EditMetadata
  ) throws(StoreError) -> (document: StoredDocument, step: StepRecorder) {
    var step = StepRecorder()
    step.beginGroup()
    guard source.origins.haveMoved, source.formContent.hasRetired else {
      let copy = try begin(
        name, form: source.form, revision: source.revision, uid: uid, by: metadata)
      return (copy, step)
    }
    let used = source.usedRevisions
    let first = try forms.base(source.formKey, revision: used.first).content
    var copy = try begin(
      name, form: source.form, revision: used.first, as: first, uid: uid, by: metadata)
    for number in used.numbers.dropFirst() + [source.revision] {
      let request = EditRequest(edit: .migrate(to: number), metadata: metadata)
      if let entry = try perform(request, on: &copy, placing: step) { step.record(entry) }
    }
    return (copy, step)
  }
}

/// The document that a duplicate takes from.
private struct Original {
  private let document: StoredDocument

  init(_ document: StoredDocument) { self.document = document }

  /// What makes a document of the same revision hold what this one holds; nil where a row stands in no section.
  func difference(
    from copy: StoredDocument
  ) -> (changes: Changeset, madeRoom: Set<RecordID>)? {
    // With the records that are retired here, which the copy does not show as long as it holds nothing of them.
    let held = HeldState(copy.structure, copy.origins)
    guard let old = held.document(over: document.base.structure) else { return nil }
    var new = document.content
    for field in [FieldName.documentStatus, .formRevision] {
      new.setField(field, to: old.content.fields[field])
    }
    let (changes, madeRoom) = Changeset.difference(from: old.content, to: new)
    let fitting = changes.changes.map {
      Change($0.record, $0.field, before: copy.value(of: $0.target), after: $0.after)
    }
    let unseen = unseen(besides: Set(changes.changes.map(\.target)), in: copy).map {
      Change($0.record, $0.field, before: nil, after: old.value(of: $0))
    }
    // What differs of a record that the copy has to make is in what makes it.
    let made = unseen.filter { $0.field == nil }
    let records = Set(made.map(\.record))
    let own = Changeset.squash([Changeset(made + fitting.filter { records.contains($0.record) })])
    let others = fitting.filter { !records.contains($0.record) } + unseen.filter { $0.field != nil }
    return (Changeset(own.changes + others), madeRoom)
  }

  /// What a difference of contents does not have: what the document holds, just as its base has it, of records that
  /// its revision lacks (rule D19); and that people took answers away which formulas had given: a formula leaves
  /// those alone (rule E13).
  private func unseen(
    besides known: Set<Change.Target>, in copy: StoredDocument
  ) -> [Change.Target] {
    let origins = document.origins
    let targets = origins.targets.filter { target in
      if known.contains(target) || !document.structure.has(target.record) { return false }
      if !copy.structure.has(target.record),
        target.field == nil || origins[Change.Target(target.record, nil)].entry == 0
      {
        return true
      }
      guard target.isAnswer, !origins[target].isCalculated, case .row(let id) = target.record,
        let row = document.row(id)
      else { return false }
      return row.fields[.value] == nil && row.fields[.calculated] != nil
    }
    return targets.sorted()
  }
}

/// What was calculated stays so in a duplicate (rule H25), also where a formula gave no answer: the entry that brings
/// it says so of the same answers.
private struct CopiedMarks: EntryPlacing {
  let origins: Origins
  let step: StepRecorder

  func placing(_ entry: Entry, typed: Change?) -> Entry {
    step.placing(entry).flagging(.calculated) { at in
      let change = entry.changes.changes[at]
      return origins[Change.Target(change.record, .value)].isCalculated
        && (change.field == nil || change.target.isAnswer)
    }
  }

  mutating func record(_ entry: Entry, typed: Change?) {}
}
