internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Works an edit out; nil when there is nothing to do.
  mutating func prepare(
    _ edit: Edit, on document: StoredDocument, by metadata: EditMetadata
  ) throws(StoreError) -> PreparedEdit? {
    if try needsReason(), metadata.reason?.isEmpty ?? true { throw .reasonMissing }
    let history = document.history
    do {
      switch edit {
      case .answers(let answers):
        return try prepare(.edit, try document.changes(for: answers), document, metadata)
      case .changes(let changes): return try prepare(.edit, changes, document, metadata)
      case .apply(let description):
        return try prepare(.apply, document.changes(toMatch: description), document, metadata)
      case .delete:
        if document.status == .deleted { return nil }
        return try prepare(.edit, document.deletion, document, metadata)
      case .revert(let number):
        let changes = try history.revert(
          number, in: document.content, origins: document.origins
        ) { number throws(StoreError) in try entry(number, of: document) }.get()
        return try prepare(.revert, changes, document, metadata, reverted: number)
      case .undo(let steps) where steps < 1, .redo(let steps) where steps < 1: return nil
      case .undo(let steps): return try prepare(try history.undo(steps: steps), document, metadata)
      case .redo(let steps): return try prepare(try history.redo(steps: steps), document, metadata)
      case .redoTo(let node): return try prepare(try history.redo(to: node), document, metadata)
      case .checkout(let node): return try prepare(try history.checkout(node), document, metadata)
      case .mark(let name, let moving):
        guard let marking = try history.mark(name, moving: moving) else { return nil }
        return prepare(marking, document, metadata)
      }
    } catch let error as HistoryError {
      throw .history(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .sqlite(path: path, detail: "\(error)")
    }
  }

  borrowing func prepare(
    _ kind: Entry.Kind, _ changes: Changeset, _ document: StoredDocument, _ metadata: EditMetadata,
    reverted: Int? = nil
  ) throws(StoreError) -> PreparedEdit? {
    if changes.isEmpty { return nil }
    if document.status == .deleted { throw .deleted(document.name) }
    do { try document.content.check(changes, at: document.index) } catch { throw .conflict(error) }
    let number = document.history.count + 1
    let entry = Entry(
      number: number, kind: kind, parent: document.head, head: number, author: metadata.author,
      time: metadata.time, reason: metadata.reason, changes: changes,
      origins: document.origins.before(changes), reverted: reverted)
    // A node fetches nothing.
    let origins = document.origins.changes(by: entry, in: document.history) { _ in entry }
    return PreparedEdit(entry: entry, changes: changes, origins: origins)
  }

  private mutating func prepare(
    _ travel: Travel?, _ document: StoredDocument, _ metadata: EditMetadata
  ) throws(StoreError) -> PreparedEdit? {
    guard let travel else { return nil }
    let entry = Entry(
      number: document.history.count + 1, kind: travel.kind, parent: document.head,
      head: travel.head, author: metadata.author, time: metadata.time, reason: metadata.reason)
    return try prepare(entry, of: document)
  }

  private borrowing func prepare(
    _ marking: History.Marking, _ document: StoredDocument, _ metadata: EditMetadata
  ) -> PreparedEdit {
    let entry = Entry(
      number: document.history.count + 1, kind: .mark, parent: document.head, head: document.head,
      author: metadata.author, time: metadata.time, reason: metadata.reason,
      mark: marking.name.rawValue)
    return PreparedEdit(entry: entry, changes: Changeset(), origins: [])
  }

  /// Works out what an entry that is in the journal, or travels, does to a document.
  mutating func prepare(_ entry: Entry, of document: StoredDocument) throws(StoreError)
    -> PreparedEdit
  {
    var fetched: [Int: Entry] = [:]
    func known(_ number: Int) throws(StoreError) -> Entry {
      if let entry = fetched[number] { return entry }
      let entry = try self.entry(number, of: document)
      fetched[number] = entry
      return entry
    }
    let changes = try document.history.changes(of: entry, known)
    let origins = try document.origins.changes(by: entry, in: document.history, known)
    do { try document.content.check(changes, at: document.index) } catch {
      // The journal made the content, so an undo or redo that does not fit is damage (rule H12).
      throw .damaged(path: path, detail: "\(document.name) is not what its journal says: \(error)")
    }
    return PreparedEdit(entry: entry, changes: changes, origins: origins)
  }

  /// Commits what was decided as part of a transaction, and lets the document follow.
  mutating func commit(
    _ prepared: PreparedEdit, to document: inout StoredDocument
  ) throws(StoreError) {
    try write(prepared, of: &document)
    try document.follow(prepared, path: path)
  }

  /// After a commit: what it made of the file is known already.
  mutating func noteOwnCommit(_ document: inout StoredDocument) throws(StoreError) {
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    document.dataVersion = version
    reasons?.version = version
    if document.count - document.moved > Self.longTail { longTails.insert(document.name) }
    checkpointIfLong()
  }
}
