public import EkibenDocuments
internal import EkibenSQLite

extension Store {
  /// Does something to a document: state, journal and head in one transaction (rule P1).
  ///
  /// The document is first brought up to date with what others wrote; the edit is decided on that.
  /// When the call throws, it may be up to date with others, but nothing of the edit has happened.
  /// `expecting` lets a caller insist that the answers it replaces are still those that it saw.
  ///
  /// - Parameters:
  ///   - edit: What to do.
  ///   - document: The document; it changes with the edit only once that is committed.
  ///   - metadata: Who does it, when and why.
  ///   - expecting: The value that the caller saw, by row; a different one is a conflict.
  /// - Returns: The entry, or nil when there is nothing to do.
  /// - Throws: ``StoreError/history(_:)``, ``StoreError/conflict(_:)``,
  ///   ``StoreError/unknownRow(_:document:)``, ``StoreError/deleted(_:)``,
  ///   ``StoreError/reasonMissing``, and whatever writing can meet.
  /// - Complexity: O(changes), apart from what others wrote; O(n log n) when records come, go or move.
  @discardableResult
  public func perform(
    _ edit: Edit, on document: inout StoredDocument, by metadata: EditMetadata,
    expecting: [RowID: Value?] = [:]
  ) throws(StoreError) -> Entry? {
    var placing = NoPlacing()
    var newEntries: [JournalChange] = []
    defer { notifyObservers() }
    return try perform(
      edit, on: &document, by: metadata, expecting: expecting.map { ($0, $1) }, placing: &placing,
      newEntries: &newEntries)
  }

  /// Does something to a document by its name, for whoever keeps neither the document nor a session.
  ///
  /// What the edit needs of the document is read first: the rows that it names where the form's rows do not
  /// depend on each other, else all of it. Whoever edits one document many times keeps it and calls
  /// ``Store/perform(_:on:by:expecting:)``, which reads nothing again.
  ///
  /// - Parameters:
  ///   - edit: What to do.
  ///   - name: The document's name.
  ///   - metadata: Who does it, when and why.
  /// - Returns: The entry, or nil when there is nothing to do.
  /// - Throws: ``StoreError/unknownDocument(_:)``, and as ``perform(_:on:by:expecting:)``.
  /// - Complexity: O(changes · log n), and a few nanoseconds for each entry, where the edit gives answers or
  ///   goes through the undo tree and no row of the form depends on another; else also O(rows + answers).
  @discardableResult
  public func perform(
    _ edit: Edit, on name: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    var document = try document(name, holding: [])
    return try perform(edit, on: &document, by: metadata)
  }

  /// Does several things to a document in one transaction, an entry each: all of them or none.
  ///
  /// - Returns: The entries, nil for each edit with nothing to do.
  /// - Throws: as ``perform(_:on:by:expecting:)``; the document and the file are then as they were.
  /// - Complexity: O(changes), and one commit.
  public func perform(
    _ edits: [Edit], on document: inout StoredDocument, by metadata: EditMetadata
  ) throws(StoreError) -> [Entry?] {
    try perform(on: &document, by: metadata) { _ throws(StoreError) in edits }
  }

  /// Does to a document what a body decides on it as it stands while nobody else can write: reading,
  /// deciding and writing are one transaction, so that nobody can have changed anything in between.
  ///
  /// The body must not use the store.
  package func perform(
    on document: inout StoredDocument, by metadata: EditMetadata,
    deciding decide: (StoredDocument) throws(StoreError) -> [Edit]
  ) throws(StoreError) -> [Entry?] {
    var newEntries: [JournalChange] = []
    return try notifyingObservers(of: &document, &newEntries) {
      (state, document, newEntries) throws(StoreError) in
      var draft = document
      let entries = try state.write { (state) throws(StoreError) in
        try state.documents.refresh(&draft, &newEntries)
        return try decide(draft).map { edit throws(StoreError) in
          try state.perform(EditRequest(edit: edit, metadata: metadata), on: &draft)
        }
      }
      document = draft
      try state.noteOwnCommit(&document)
      return entries
    }
  }

  /// Performs an edit whose entry the caller places in a step, and collects everything that is new
  /// to the document, also when it throws.
  ///
  /// Observers wait until ``notifyObservers()``: whoever keeps a document can put it in place first, so
  /// that a callback finds it as it is now, and may edit it.
  package func perform(
    _ edit: consuming Edit, on document: inout StoredDocument, by metadata: consuming EditMetadata,
    expecting: [RowAnswer] = [], placing: inout some EntryPlacing,
    newEntries: inout [JournalChange]
  ) throws(StoreError) -> Entry? {
    let request = EditRequest(edit: edit, metadata: metadata, expecting: expecting)
    return try notifyingObservers(of: &document, &newEntries, atOnce: false) {
      (state, document, newEntries) throws(StoreError) in
      guard
        let prepared = try state.write(
          request, to: &document, placing: placing, newEntries: &newEntries)
      else {
        try state.noteOwnCommit(&document)
        return nil
      }
      try document.apply(prepared.effect, path: path)
      placing.record(prepared.entry, typed: prepared.typed)
      newEntries.append(prepared.effect.change)
      try state.noteOwnCommit(&document)
      return prepared.entry
    }
  }

  /// Decides an edit as ``perform(_:on:by:expecting:)`` does, and writes nothing.
  ///
  /// - Returns: The entry that it would be, nil where there is nothing to do.
  /// - Throws: What performing it would throw before anything is written.
  /// - Complexity: As performing it.
  package func preview(
    _ edit: Edit, on document: StoredDocument, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    let request = EditRequest(edit: edit, metadata: metadata)
    return try reading { (state) throws(StoreError) in
      try state.preview(request, on: document)?.entry
    }
  }

  /// Brings a document up to date with what others wrote.
  ///
  /// - Returns: Whether anything was new.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(new entries).
  @discardableResult
  public func refresh(_ document: inout StoredDocument) throws(StoreError) -> Bool {
    try !newEntries(for: &document).isEmpty
  }

  /// Brings a document up to date with what others wrote, and says what is new.
  ///
  /// - Returns: The new entries in order, each with what it changed.
  /// - Throws: ``StoreError`` when reading fails; the document then shows the entries before, which no call returns.
  /// - Complexity: O(new entries).
  public func newEntries(for document: inout StoredDocument) throws(StoreError) -> [JournalChange] {
    defer { notifyObservers() }
    var newEntries: [JournalChange] = []
    try collectNewEntries(for: &document, &newEntries)
    return newEntries
  }

  /// As ``newEntries(for:)``, but observers wait until ``notifyObservers()``, and what was read is collected also
  /// when the call throws: the document shows it.
  package func collectNewEntries(
    for document: inout StoredDocument, _ newEntries: inout [JournalChange]
  ) throws(StoreError) {
    try notifyingObservers(of: &document, &newEntries, atOnce: false) {
      (state, document, newEntries) throws(StoreError) in
      try state.database.sqlite(try state.database.connection.confirmUnmoved())
      try state.read { (state) throws(StoreError) in
        try state.documents.refresh(&document, &newEntries)
      }
    }
  }

  /// Notifies observers of what they have not been told yet, unless another call is doing so.
  package func notifyObservers() { hub.deliver() }
}

/// Says which step an entry belongs to before it is committed, and is told afterwards.
package protocol EntryPlacing {
  /// The entry with its step; of a keystroke also what it did to what its row shows.
  func placing(_ entry: Entry, typed: Change?) -> Entry
  mutating func record(_ entry: Entry, typed: Change?)
}

extension StepRecorder: EntryPlacing {}

/// Every entry is a step of its own.
struct NoPlacing: EntryPlacing {
  func placing(_ entry: Entry, typed: Change?) -> Entry { entry }
  mutating func record(_ entry: Entry, typed: Change?) {}
}
