public import EkibenDocuments
internal import EkibenSQLite

/// What to do to a document, decided while nobody else can write.
public enum Edit: Sendable {
  /// Give and take answers; nil takes the answer away.
  case answers([(row: RowID, value: Value?)])
  /// Undo a number of steps.
  case undo(steps: Int)
  /// Redo a number of steps.
  case redo(steps: Int)
  /// Redo until the head is a certain node.
  case redoTo(Int)
}

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
  /// - Returns: The entry, or nil when every answer is there already or no step was asked for.
  /// - Throws: ``StoreError/history(_:)``, ``StoreError/conflict(_:)``,
  ///   ``StoreError/unknownRow(_:document:)``, and whatever writing can meet.
  /// - Complexity: O(changes), apart from what others wrote.
  @discardableResult
  public func perform(
    _ edit: Edit, on document: inout StoredDocument, by stamp: Stamp,
    expecting: [RowID: Value?] = [:]
  ) throws(StoreError) -> Entry? {
    try withState { (state) throws(StoreError) in
      let entry = try state.write { (state) throws(StoreError) -> Entry? in
        try state.refresh(&document)
        try document.check(expecting)
        guard let entry = try document.entry(for: edit, by: stamp) else { return nil }
        let author = try state.author(stamp.author)
        try state.write(entry, of: document)
        try state.insert(entry, document: document.key, author: author)
        return entry
      }
      if let entry { try document.follow(entry) }
      document.dataVersion = try state.sqlite { connection throws(SQLiteError) in
        try connection.dataVersion()
      }
      state.checkpointIfLong()
      return entry
    }
  }

  /// Brings a document up to date with what others wrote.
  ///
  /// - Returns: Whether anything was new.
  /// - Throws: ``StoreError`` when reading fails.
  /// - Complexity: O(new entries).
  @discardableResult
  public func refresh(_ document: inout StoredDocument) throws(StoreError) -> Bool {
    try withState { (state) throws(StoreError) in
      let known = document.journal.entries.count
      try state.read { (state) throws(StoreError) in try state.refresh(&document) }
      return document.journal.entries.count != known
    }
  }
}

extension StoreState {
  // Free when nobody wrote: SQLite counts commits, each connection for itself.
  fileprivate borrowing func refresh(_ document: inout StoredDocument) throws(StoreError) {
    guard document.connection === identity else {
      // Its keys and counts are those of another connection, perhaps to another file.
      let read = try self.document(document.name)
      guard read.uid == document.uid else { throw .unknownDocument(document.name) }
      document = read
      return
    }
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    guard version != document.dataVersion else { return }
    for entry in try entries(of: document.key, after: document.journal.entries.count) {
      try document.follow(entry)
    }
    document.dataVersion = version
  }

  // Nothing in memory changes before the commit: what follows it cannot fail.
  fileprivate borrowing func write(
    _ entry: Entry, of document: StoredDocument
  ) throws(StoreError) {
    let changes = document.journal.changes(of: entry)
    do { try document.content.check(changes, at: document.index) } catch {
      // An edit was made from the content, so it is an undo or redo that does not fit (H-04).
      throw .damaged(path: path, detail: "\(document.name) is not what its journal says: \(error)")
    }
    let after = Dictionary(
      changes.changes.map { ($0.target, $0.after) }, uniquingKeysWith: { $1 })
    // An answer that steps bring back to what it is may have another writer: not all are in `after`.
    let origins = document.origins.changes(by: entry, in: document.journal)
    for (target, origin) in origins.sorted(by: { $0.key < $1.key }) {
      guard case .row(let row) = target.record, let record = document.recordKeys[row] else {
        throw .damaged(path: path, detail: "\(document.name) has no record for a change")
      }
      if origin.entry > 0 {
        let value = after[target] ?? document.row(row)?.fields[.value]
        try write(value, of: record, document, origin: origin)
      } else {
        // Back to where nobody had answered.
        try run(
          "DELETE FROM answer WHERE document = ? AND record = ?",
          [.integer(document.key), .integer(record)])
      }
    }
  }

  private borrowing func write(
    _ value: Value?, of record: Int64, _ document: StoredDocument, origin: Origins.Origin
  ) throws(StoreError) {
    let answer: Binding
    do throws(CodingError) { answer = try Binding(answer: value) } catch {
      throw .tooDeep(limit: ValueCoding.maximumDepth - 1)
    }
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        """
        INSERT INTO answer(document, record, value, type, entry, via) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (document, record) DO UPDATE
        SET value = excluded.value, type = excluded.type, entry = excluded.entry, via = excluded.via
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(document.key, at: 1)
        try statement.bind(record, at: 2)
        try statement.bind(answer, at: 3)
        try statement.bind(AnswerType(value).rawValue, at: 4)
        try statement.bind(Int64(origin.entry), at: 5)
        if let via = origin.via { try statement.bind(Int64(via), at: 6) }
        try statement.run()
      }
    }
  }
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

  fileprivate func entry(for edit: Edit, by stamp: Stamp) throws(StoreError) -> Entry? {
    do {
      switch edit {
      case .answers(let answers): return try self.edit(answers, by: stamp)
      case .undo(let steps) where steps < 1, .redo(let steps) where steps < 1: return nil
      case .undo(let steps): return entry(for: try journal.history.undo(steps: steps), by: stamp)
      case .redo(let steps): return entry(for: try journal.history.redo(steps: steps), by: stamp)
      case .redoTo(let node): return entry(for: try journal.history.redo(to: node), by: stamp)
      }
    } catch let error as HistoryError {
      throw .history(error)
    } catch let error as StoreError {
      throw error
    } catch {
      throw .sqlite(path: "", detail: "\(error)")
    }
  }

  private func edit(
    _ answers: [(row: RowID, value: Value?)], by stamp: Stamp
  ) throws(StoreError) -> Entry? {
    var wanted: [Document.Place: Value?] = [:]
    for answer in answers {
      guard let place = index.rows[answer.row] else {
        throw .unknownRow(answer.row, document: name)
      }
      wanted.updateValue(answer.value, forKey: place)
    }
    // In the document's order, as a diff would have it.
    let changes = wanted.sorted { $0.key < $1.key }.compactMap { place, value -> Change? in
      let row = content[place]
      let before = row.fields[.value]
      return before == value ? nil : Change(.row(row.id), .value, before: before, after: value)
    }
    if changes.isEmpty { return nil }
    let changeset = Changeset(changes)
    let number = journal.entries.count + 1
    return Entry(
      number: number, kind: .edit, parent: journal.head, head: number, author: stamp.author,
      time: stamp.time, reason: stamp.reason, changes: changeset,
      origins: origins.before(changeset))
  }

  private func entry(for travel: Travel, by stamp: Stamp) -> Entry {
    Entry(
      number: journal.entries.count + 1, kind: travel.kind, parent: journal.head,
      head: travel.head, author: stamp.author, time: stamp.time, reason: stamp.reason)
  }

  mutating func set(_ value: Value?, of row: RowID) {
    if let place = index.rows[row] { content.set(value, at: place) }
  }
}
