internal import EkibenDocuments
internal import EkibenSQLite

/// The documents of a store: their lines in the file, and reading one as a whole.
struct DocumentTable {
  let database: Database
  let settings: SettingTable
  let names: NameKeys
  let forms: FormTable
  let answers: AnswerTable
  let journal: JournalTable

  /// Reads a document: its form's content, what it holds beyond that, and its undo tree.
  ///
  /// - Complexity: O(rows + answers), and a few nanoseconds for each entry.
  func read(_ name: DocumentName) throws(StoreError) -> StoredDocument {
    let line = try line(of: name)
    let base = try forms.base(line.formKey, revision: line.revision)
    var document = try document(
      line, base, records: try names.records(of: line.key, form: line.formKey))
    document.history = try journal.history(of: document)
    var holdings = try answers.readHeld(into: &document)
    if hold(&holdings, in: &document) { return document }
    let held = holdings.byTarget
    let whole = try forms.base(of: document, revision: line.revision, holding: held)
    guard document.become(whole, revision: line.revision, holding: held) else {
      throw database.damaged("\(document.name) has a row that stands in no section")
    }
    return document
  }

  func line(of name: DocumentName) throws(StoreError) -> DocumentLine {
    let found = try database.rows(
      """
      SELECT d.key, d.uid, f.key, f.name, d.revision, d.archived, d.revisions,
        \(StoredTable.document.intact("d")), \(StoredTable.document.intact("f"))
      FROM document d LEFT JOIN document f ON f.key = d.base
      WHERE d.kind = 'document' AND d.name = ?
      """, [.text(name.rawValue)]
    ) { row in
      DocumentLine(
        name: name, key: try row.int64(0), uid: try row.blob(1), formKey: try row.int64(2),
        form: DocumentName(unchecked: try row.text(3)), revision: try row.int(4),
        archived: try row.int(5),
        usedRevisions: row.isNull(6) ? nil : try row.text(6))
    }
    if let found = found.first { return found }
    try database.confirmAbsent("document", name)
    throw .unknownDocument(name)
  }

  /// A document that shows its form alone, and knows nothing of its journal yet.
  func document(
    _ line: DocumentLine, _ base: DocumentBase, records: DocumentRecords
  ) throws(StoreError) -> StoredDocument {
    let used = try usedRevisions(line.usedRevisions, of: line.name, on: line.revision)
    let version = try database.dataVersion()
    return StoredDocument(
      line, used, base, records, .init(connection: database.identity, dataVersion: version))
  }

  /// Gives a document that shows its form alone what it holds, where that is what
  /// ``StoredDocument/become(_:revision:holding:)`` comes to without making anything anew.
  ///
  /// - Returns: Whether that is so; the answers are taken out of what it holds then.
  /// - Complexity: O(held).
  func hold(_ held: inout StoredHoldings, in document: inout StoredDocument) -> Bool {
    guard held.isOfFormsRecords else { return false }
    let hasSecrets = !held.answers.isEmpty && document.base.hasSecrets
    var last: Document.Place?
    // By index, so that no answer is copied, and mostly in the order of the document.
    for at in held.answers.indices {
      let row = held.answers[at].row
      var shown = held.answers[at].value.take()
      if hasSecrets, shown != nil, shown != .masked, document.isSecret(row) { shown = .masked }
      if let place = last, document.content.set(&shown, of: row, behind: place) {
        last?.row += 1
        continue
      }
      let behind = last.flatMap { document.content.place(behind: $0, of: row) }
      guard let place = behind ?? document.index[row] else { continue }
      last = place
      document.content.set(shown, at: place)
    }
    for (target, value) in held.others {
      guard let field = target.field else { continue }
      switch target.record {
      case .document: document.content.setField(field, to: value)
      case .section: break
      case .row(let row):
        if let place = document.index[row] { document.content.set(value, of: field, at: place) }
      }
    }
    return true
  }

  // Without a list a document has been on its own revision only.
  private func usedRevisions(
    _ text: String?, of name: DocumentName, on revision: Int
  ) throws(StoreError) -> UsedRevisions {
    let used = text.map { UsedRevisions($0) } ?? UsedRevisions(revision)
    guard let used, used.numbers.contains(revision) else {
      throw database.damaged("the revisions that \(name) used are no list of numbers with its own")
    }
    return used
  }

  /// Says which revision a document is on, and which it was on before.
  func write(_ document: StoredDocument) throws(StoreError) {
    try database.run(
      StoredTable.document.update("revision", where: "key = ?2"),
      [.integer(Int64(document.revision)), .integer(document.key)])
    try database.run(
      StoredTable.document.update("revisions", where: "key = ?2"),
      [.text(document.usedRevisions.description), .integer(document.key)])
  }

  /// Makes the line of a document that is on a revision of a form, and reads the document.
  func insert(
    _ name: DocumentName, uid: [UInt8], form: Int64, revision: Int
  ) throws(StoreError) -> StoredDocument {
    try database.run(
      StoredTable.document.insertWithNextKey(),
      [
        .blob(uid), .text("document"), .text(name.rawValue), .integer(form),
        .integer(Int64(revision)), .text(DocumentStatus.draft.rawValue), .integer(0), .null,
      ])
    return try read(name)
  }

  func archived(of document: StoredDocument) throws(StoreError) -> Int {
    let archived = try database.integer(
      "SELECT archived FROM document WHERE key = ? AND \(StoredTable.document.intact())",
      [.integer(document.key)])
    guard let archived else { throw .unknownDocument(document.name) }
    guard 0...Int64(History.maximumCount) ~= archived else {
      throw database.damaged("\(document.name) has more archived entries than there can be")
    }
    return Int(archived)
  }

  /// The number of the last entry, which is never archived.
  func lastNumber(of document: StoredDocument) throws(StoreError) -> Int {
    let last = try database.integer(
      "SELECT key & 4294967295 FROM entry WHERE key BETWEEN ? AND ? ORDER BY key DESC LIMIT 1",
      EntryKey.range(1, Int.max, in: document.key))
    return last.map { Int(clamping: $0) } ?? document.archived
  }

  func exists(document name: DocumentName) throws(StoreError) -> Bool {
    let found = try database.integer(
      "SELECT 1 FROM document WHERE kind = 'document' AND name = ?", [.text(name.rawValue)])
    if found == nil { try database.confirmAbsent("document", name) }
    return found != nil
  }

  func freeName(_ name: DocumentName?, form: DocumentName) throws(StoreError) -> DocumentName {
    if let name {
      if try exists(document: name) { throw .nameTaken(name) }
      return name
    }
    // By doubling and halving: one after the other, each document would ask for all that are there.
    var (taken, free) = (0, 1)
    while try exists(document: form.numbered(free)) { (taken, free) = (free, free * 2) }
    while free - taken > 1 {
      let middle = (taken + free) / 2
      if try exists(document: form.numbered(middle)) { taken = middle } else { free = middle }
    }
    return try form.numbered(free)
  }

  func checkFree(_ name: DocumentName, uid: [UInt8]) throws(StoreError) {
    if try exists(document: name) { throw .nameTaken(name) }
    let found = try database.rows(
      "SELECT name FROM document WHERE uid = ? AND \(StoredTable.document.intact())", [.blob(uid)]
    ) { row in DocumentName(unchecked: try row.text(0)) }
    if let known = found.first { throw .nameTaken(known) }
  }

  /// The documents that were destroyed, but for those that came in again.
  func destroyedDocuments() throws(StoreError) -> [Certificate.Document] {
    try database.rows(
      """
      SELECT d.uid, d.entries, d.last, d.time, d.reason, a.name
      FROM destroyed d LEFT JOIN author a ON a.key = d.author
      WHERE \(StoredTable.destroyed.intact("d"))
        AND NOT EXISTS (SELECT 1 FROM document n WHERE n.uid = d.uid) ORDER BY d.uid
      """
    ) { row in
      guard let last = EntryID(bytes: try row.blob(2)) else {
        throw database.damaged("the last id of a destroyed document is not of 32 bytes")
      }
      return Certificate.Document(
        uid: try row.blob(0), entries: try row.int(1), last: last,
        destruction: EditMetadata(
          author: row.isNull(5) ? "" : try row.text(5), time: try row.int64(3),
          reason: row.isNull(4) ? nil : try row.text(4)))
    }
  }

  /// How many entries documents have, in the order of their names: all of them, or the one of a name.
  ///
  /// - Complexity: O(log n) for one.
  func counts(
    of name: DocumentName?
  ) throws(StoreError) -> [(name: DocumentName, key: Int64, count: Int)] {
    try database.rows(
      Self.counting(ofOne: name != nil), name.map { [.text($0.rawValue)] } ?? []
    ) { row in
      (
        name: DocumentName(unchecked: try row.text(0)), key: try row.int64(2),
        count: row.isNull(1) ? 0 : min(try row.int(1), History.maximumCount)
      )
    }
  }

  // A condition that holds for no name as well would keep SQLite from the index.
  static func counting(ofOne: Bool) -> String {
    """
    SELECT d.name, ifnull(
      (SELECT max(e.key) & 4294967295 FROM entry e
       WHERE e.key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1), d.archived), d.key
    FROM document d WHERE d.kind = 'document' \(ofOne ? "AND d.name = ?1" : "") ORDER BY d.name
    """
  }

  func insert(_ sources: [EntrySource], of document: StoredDocument) throws(StoreError) {
    for source in sources {
      try database.run(
        StoredTable.origin.insert,
        [.integer(document.key), .integer(Int64(source.until)), .blob(source.store)])
    }
  }

  /// The stores that wrote a document's entries: what the file says, and behind that this one.
  func entrySources(of document: StoredDocument) throws(StoreError) -> [EntrySource] {
    var sources = try database.rows(
      """
      SELECT until, store FROM origin WHERE document = ? AND \(StoredTable.origin.intact())
      ORDER BY until
      """, [.integer(document.key)]
    ) { row in EntrySource(until: try row.int(0), store: try row.blob(1)) }
    if sources.last?.until ?? 0 < document.count {
      sources.append(EntrySource(until: document.count, store: try settings.storeID() ?? []))
    }
    return sources
  }
}

/// What the file says of a document itself.
struct DocumentLine {
  let name: DocumentName
  let key: Int64
  let uid: [UInt8]
  let formKey: Int64
  let form: DocumentName
  let revision: Int
  let archived: Int
  /// The revisions that it used, by their first; nil is only this one.
  let usedRevisions: String?
}

extension DocumentName {
  /// The name itself, then `-2`, `-3` and so on.
  fileprivate func numbered(_ number: Int) throws(StoreError) -> DocumentName {
    if number == 1 { return self }
    do { return try DocumentName("\(self)-\(number)") } catch { throw .nameTaken(self) }
  }
}
