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
  ///   - stamp: Who does it, when and why.
  ///   - expecting: The value that the caller saw, by row; a different one is a conflict.
  /// - Returns: The entry, or nil when there is nothing to do.
  /// - Throws: ``StoreError/history(_:)``, ``StoreError/conflict(_:)``,
  ///   ``StoreError/unknownRow(_:document:)``, ``StoreError/deleted(_:)``,
  ///   ``StoreError/reasonMissing``, and whatever writing can meet.
  /// - Complexity: O(changes), apart from what others wrote; O(n log n) when records come, go or move.
  @discardableResult
  public func perform(
    _ edit: Edit, on document: inout StoredDocument, by stamp: Stamp,
    expecting: [RowID: Value?] = [:]
  ) throws(StoreError) -> Entry? {
    var placing = NoPlacing()
    var news: [JournalChange] = []
    defer { tellObservers() }
    return try perform(
      edit, on: &document, by: stamp, expecting: expecting, placing: &placing, news: &news)
  }

  /// Does several things to a document in one transaction, an entry each: all of them or none.
  ///
  /// - Returns: The entries, nil for each edit with nothing to do.
  /// - Throws: as ``perform(_:on:by:expecting:)``; the document and the file are then as they were.
  /// - Complexity: O(changes), and one commit.
  public func perform(
    _ edits: [Edit], on document: inout StoredDocument, by stamp: Stamp
  ) throws(StoreError) -> [Entry?] {
    var news: [JournalChange] = []
    return try tellingObservers(of: &document, &news) {
      (state, document, news) throws(StoreError) in
      var draft = document
      var entries: [Entry?] = []
      try state.write { (state) throws(StoreError) in
        try state.refresh(&draft, &news)
        for edit in edits {
          let decision = try state.decide(edit, on: draft, by: stamp)
          if let decision { try state.commit(decision, to: &draft) }
          entries.append(decision?.entry)
        }
      }
      document = draft
      try state.noteOwnCommit(&document)
      return entries
    }
  }

  /// Does something to a document whose entry is placed in a step by somebody who keeps track, and
  /// says everything that is new to the document, also when it throws.
  ///
  /// Observers wait until ``tellObservers()``: whoever keeps a document can put it in place first, so
  /// that a callback finds it as it is now, and may edit it.
  package func perform(
    _ edit: Edit, on document: inout StoredDocument, by stamp: Stamp,
    expecting: [RowID: Value?] = [:], placing: inout some EntryPlacing,
    news: inout [JournalChange]
  ) throws(StoreError) -> Entry? {
    try tellingObservers(of: &document, &news, atOnce: false) {
      (state, document, news) throws(StoreError) in
      var known = (document.records, document.longTexts)
      let decision: Decision?
      do throws(StoreError) {
        decision = try state.write { (state) throws(StoreError) -> Decision? in
          try state.refresh(&document, &news)
          known = (document.records, document.longTexts)
          try document.check(expecting)
          guard var decision = try state.decide(edit, on: document, by: stamp) else { return nil }
          decision.entry = placing.placing(decision.entry)
          try state.write(decision, of: &document)
          return decision
        }
      } catch {
        // Numbers that the transaction gave out are not in the file; those that others made are.
        (document.records, document.longTexts) = known
        throw error
      }
      if let decision {
        try document.follow(decision, path: path)
        placing.follow(decision.entry)
        news.append(JournalChange(entry: decision.entry, changes: decision.changes))
      }
      try state.noteOwnCommit(&document)
      return decision?.entry
    }
  }

  /// Brings a document up to date with what others wrote.
  ///
  /// - Returns: Whether anything was new.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(new entries).
  @discardableResult
  public func refresh(_ document: inout StoredDocument) throws(StoreError) -> Bool {
    try !news(for: &document).isEmpty
  }

  /// Brings a document up to date with what others wrote, and says what is new.
  ///
  /// - Returns: The new entries in order, each with what it changed.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(new entries).
  public func news(for document: inout StoredDocument) throws(StoreError) -> [JournalChange] {
    defer { tellObservers() }
    return try newsToTell(for: &document)
  }

  /// As ``news(for:)``, but observers wait until ``tellObservers()``.
  package func newsToTell(
    for document: inout StoredDocument
  ) throws(StoreError) -> [JournalChange] {
    var news: [JournalChange] = []
    try tellingObservers(of: &document, &news, atOnce: false) {
      (state, document, news) throws(StoreError) in
      try state.read { (state) throws(StoreError) in try state.refresh(&document, &news) }
    }
    return news
  }

  /// Tells observers what they have not been told yet, unless somebody is at it.
  package func tellObservers() { hub.handOut() }
}

/// An entry together with what it changed, which for one that travels is not in the entry itself.
public struct JournalChange: Hashable, Sendable {
  /// The entry.
  public let entry: Entry
  /// What it changed in the document.
  public let changes: Changeset

  package init(entry: Entry, changes: Changeset) {
    self.entry = entry
    self.changes = changes
  }
}

/// Says which step an entry belongs to before it is committed, and is told afterwards.
package protocol EntryPlacing {
  func placing(_ entry: Entry) -> Entry
  mutating func follow(_ entry: Entry)
}

/// Every entry is a step of its own.
private struct NoPlacing: EntryPlacing {
  func placing(_ entry: Entry) -> Entry { entry }
  mutating func follow(_ entry: Entry) {}
}

extension StoredDocument {
  fileprivate func check(_ expecting: [RowID: Value?]) throws(StoreError) {
    for (row, expected) in expecting {
      let found = self.row(row)?.fields[.value]
      guard found != expected else { continue }
      let change = Change(.row(row), .value, before: expected, after: nil)
      throw .conflict(StaleChange(change: change, found: found))
    }
  }

  /// Becomes what an entry makes of it.
  ///
  /// The changes were checked before they were committed.
  mutating func follow(_ decision: Decision, path: String) throws(StoreError) {
    do { try history.append(decision.entry) } catch { throw .history(error) }
    do { try content.apply(decision.changes, at: index) } catch {
      throw .damaged(path: path, detail: "\(name) is not what its journal says: \(error)")
    }
    if !decision.changes.isContentOnly { index = Document.Index(content) }
    origins.follow(decision.origins)
    if !decision.entry.kind.isNode { longTexts.forget(decision.changes) }
  }
}
