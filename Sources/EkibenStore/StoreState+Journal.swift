internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Reads a document whole: content of its form, answers, and every entry.
  borrowing func document(_ name: DocumentName) throws(StoreError) -> StoredDocument {
    let found = try rows(
      """
      SELECT d.key, d.uid, f.key, f.name, d.revision, d.status
      FROM document d JOIN document f ON f.key = d.base WHERE d.kind = 'document' AND d.name = ?
      """, [.text(name.rawValue)]
    ) { row throws(SQLiteError) in
      (
        key: try row.int64(0), uid: try row.blob(1), formKey: try row.int64(2),
        form: try row.text(3), revision: Int(clamping: try row.int64(4)), status: try row.text(5)
      )
    }
    guard let found = found.first else { throw .unknownDocument(name) }
    let form = try formContent(found.formKey, revision: found.revision)
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    var document = StoredDocument(
      name: name, uid: found.uid, form: DocumentName(unchecked: found.form),
      revision: found.revision, status: found.status, content: form.document,
      index: Document.Index(form.document), origins: Origins(), journal: Journal(), key: found.key,
      recordKeys: form.records.rows, connection: identity, dataVersion: version)
    try readJournal(into: &document)
    try readAnswers(into: &document)
    return document
  }

  // The state table is what a document holds; the journal only says how it came to that.
  private borrowing func readAnswers(into document: inout StoredDocument) throws(StoreError) {
    let rows = Dictionary(
      document.recordKeys.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    for answer in try answers(of: document.key) {
      guard let row = rows[answer.record] else {
        throw .damaged(path: path, detail: "\(document.name) answers a row that it does not have")
      }
      document.set(answer.value, of: row)
      document.origins[Change.Target(.row(row), .value)] = answer.origin
    }
  }

  /// The answers of a document as the file has them.
  borrowing func answers(of document: Int64) throws(StoreError) -> [StoredAnswer] {
    let found = try rows(
      "SELECT record, value, type, entry, via FROM answer WHERE document = ?",
      [.integer(document)]
    ) { row throws(SQLiteError) in
      let origin = Origins.Origin(
        entry: Int(clamping: try row.int64(3)),
        via: row.isNull(4) ? nil : Int(clamping: try row.int64(4)))
      return (record: try row.int64(0), value: try row.answer(1), origin: origin)
    }
    var answers: [StoredAnswer] = []
    for answer in found {
      guard case .success(let value)? = answer.value else {
        throw .damaged(path: path, detail: "an answer cannot be read")
      }
      answers.append(StoredAnswer(record: answer.record, value: value, origin: answer.origin))
    }
    return answers
  }

  private borrowing func readJournal(into document: inout StoredDocument) throws(StoreError) {
    for entry in try entries(of: document.key, after: 0) {
      do { try document.journal.append(entry) } catch { throw .history(error) }
    }
  }

  /// The entries of a document from one number on.
  borrowing func entries(of document: Int64, after number: Int) throws(StoreError) -> [Entry] {
    let found = try rows(
      """
      SELECT e.key & 1099511627775, e.kind, e.time, a.name, e.parent, e.head, e.step, e.reason,
        e.changes
      FROM entry e JOIN author a ON a.key = e.author
      WHERE e.key > ?1 AND e.key < ?2 ORDER BY e.key
      """, [.integer(document << 40 | Int64(number)), .integer((document &+ 1) << 40)]
    ) { row throws(SQLiteError) in try EntryRow(row) }
    var entries: [Entry] = []
    entries.reserveCapacity(found.count)
    for row in found {
      let changes = try decoding("entry \(row.number)") { () throws(CodingError) in
        try row.changes.map { bytes throws(CodingError) in try ChangesetCoding.decode(bytes) }
      }
      guard let entry = row.entry(changes: changes?.changes, origins: changes?.origins) else {
        throw .damaged(path: path, detail: "entry \(row.number) is of an unknown kind")
      }
      // The places of records come from the form; a journal that moves them would mislead the index.
      guard entry.changes.isContentOnly else {
        throw .damaged(path: path, detail: "entry \(row.number) changes more than answers")
      }
      entries.append(entry)
    }
    return entries
  }

  /// Adds a line to the journal.
  borrowing func insert(
    _ entry: Entry, document: Int64, author: Int64
  ) throws(StoreError) {
    precondition(entry.mark == nil, "format 0 has no place for the name of a mark")
    let changes = try encoding { () throws(CodingError) in
      try ChangesetCoding.encode(entry.changes, origins: entry.origins)
    }
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(
        """
        INSERT INTO entry(key, kind, time, author, parent, head, step, reason, changes)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
      ) { statement throws(SQLiteError) in
        try statement.bind(document << 40 | Int64(entry.number), at: 1)
        try statement.bind(entry.kind.code, at: 2)
        try statement.bind(entry.time, at: 3)
        try statement.bind(author, at: 4)
        // Left NULL where the default says it: that keeps lines short. A cached statement's
        // parameters are NULL to begin with.
        if let parent = entry.parent, parent != entry.number - 1 {
          try statement.bind(Int64(parent), at: 5)
        }
        if entry.head != entry.number { try statement.bind(Int64(entry.head), at: 6) }
        if entry.step != entry.number { try statement.bind(Int64(entry.step), at: 7) }
        if let reason = entry.reason { try statement.bind(reason, at: 8) }
        if entry.kind.isNode { try statement.bind(changes, at: 9) }
        try statement.run()
      }
    }
  }
}

/// An answer as the file has it.
struct StoredAnswer {
  let record: Int64
  let value: Value?
  let origin: Origins.Origin
}

/// A line of the journal as the file has it.
private struct EntryRow {
  let number: Int
  let kind: Int64
  let time: Int64
  let author: String
  let parent: Int?
  let head: Int?
  let step: Int?
  let reason: String?
  let changes: [UInt8]?

  init(_ row: borrowing Statement) throws(SQLiteError) {
    number = Int(clamping: try row.int64(0))
    kind = try row.int64(1)
    time = try row.int64(2)
    author = try row.text(3)
    parent = row.isNull(4) ? nil : Int(clamping: try row.int64(4))
    head = row.isNull(5) ? nil : Int(clamping: try row.int64(5))
    step = row.isNull(6) ? nil : Int(clamping: try row.int64(6))
    reason = row.isNull(7) ? nil : try row.text(7)
    changes = row.isNull(8) ? nil : try row.blob(8)
  }

  func entry(changes: Changeset?, origins: [Int]?) -> Entry? {
    guard let kind = Entry.Kind(code: kind) else { return nil }
    return Entry(
      number: number, kind: kind, parent: parent ?? (number > 1 ? number - 1 : nil),
      head: head ?? number, step: step, author: author, time: time, reason: reason,
      changes: changes ?? Changeset(), origins: origins ?? [])
  }
}

extension Entry.Kind {
  // The numbers stand in files, so the order of this list never changes; new kinds go to its end.
  private static let codes: [Entry.Kind] = [
    .create, .edit, .apply, .revert, .move, .import, .submit, .reopen, .undo, .redo, .checkout,
    .mark,
  ]

  fileprivate var code: Int64 { Int64(Self.codes.firstIndex(of: self) ?? 0) }

  fileprivate init?(code: Int64) {
    guard let index = Int(exactly: code), Self.codes.indices.contains(index) else { return nil }
    self = Self.codes[index]
  }
}
