internal import EkibenDocuments
internal import EkibenSQLite

/// A form's row in the file.
struct FormRow {
  let key: Int64
  let revision: Int
  let hash: [UInt8]
}

/// The keys of a form's records in the file.
struct RecordKeys {
  var sections: [SectionID: Int64] = [:]
  var rows: [RowID: Int64] = [:]
}

/// What is bound to the parameters of a statement off the edit path.
enum Binding {
  case integer(Int64), text(String), blob([UInt8]), null
}

extension StoreState {
  /// Runs a statement that gives no rows.
  borrowing func run(_ sql: String, _ bindings: [Binding]) throws(StoreError) {
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(sql) { statement throws(SQLiteError) in
        try statement.bind(bindings)
        try statement.run()
      }
    }
  }

  /// Reads every row that a statement gives.
  borrowing func rows<Row>(
    _ sql: String, _ bindings: [Binding] = [],
    _ read: (borrowing Statement) throws(SQLiteError) -> Row
  ) throws(StoreError) -> [Row] {
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(sql) { statement throws(SQLiteError) in
        try statement.bind(bindings)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
      }
    }
  }

  /// Hands on every row that a statement gives, one at a time.
  borrowing func each<Row>(
    _ sql: String, _ bindings: [Binding],
    _ read: (borrowing Statement) throws(SQLiteError) -> Row,
    _ body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    var failure: StoreError?
    try sqlite { connection throws(SQLiteError) in
      try connection.withStatement(sql) { statement throws(SQLiteError) in
        try statement.bind(bindings)
        while failure == nil, try statement.step() {
          let row = try read(statement)
          do throws(StoreError) { try body(row) } catch { failure = error }
        }
      }
    }
    if let failure { throw failure }
  }

  /// The key of an author, who is noted if new.
  mutating func author(_ name: String) throws(StoreError) -> Int64 {
    if let key = authors[AuthorName(text: name)] { return key }
    try run("INSERT INTO author(name) VALUES (?) ON CONFLICT (name) DO NOTHING", [.text(name)])
    let keys = try rows("SELECT key FROM author WHERE name = ?", [.text(name)]) {
      row throws(SQLiteError) in try row.int64(0)
    }
    guard let key = keys.first else { throw .damaged(path: path, detail: "an author vanished") }
    authors[AuthorName(text: name)] = key
    return key
  }

  /// The newest revision of a form, if there is one of this name.
  borrowing func form(_ name: DocumentName) throws(StoreError) -> FormRow? {
    try rows(
      """
      SELECT d.key, d.revision, r.hash FROM document d
      JOIN revision r ON r.form = d.key AND r.number = d.revision
      WHERE d.kind = 'form' AND d.name = ?
      """, [.text(name.rawValue)]
    ) { row throws(SQLiteError) in
      FormRow(
        key: try row.int64(0), revision: Int(clamping: try row.int64(1)), hash: try row.blob(2))
    }.first
  }

  mutating func publishFirst(
    _ name: DocumentName, _ document: Document, _ hash: [UInt8], _ uid: [UInt8],
    _ metadata: EditMetadata,
    keepsPlaces: Bool = false
  ) throws(StoreError) -> Publication {
    try run(
      "INSERT INTO document(uid, kind, name, revision) VALUES (?, 'form', ?, 1)",
      [.blob(uid), .text(name.rawValue)])
    let form = connection.lastInsertRowID
    let author = try author(metadata.author)
    try insertRevision(form, 1, hash, document.fields, author, metadata.time)
    try store(
      Changeset(from: Document(), to: document),
      of: keepsPlaces ? document : document.aligned(to: Document()), form: form, revision: 1,
      records: RecordKeys())
    return Publication(form: name, revision: 1, isNew: true)
  }

  borrowing func insertRevision(
    _ form: Int64, _ number: Int, _ hash: [UInt8], _ fields: Fields, _ author: Int64, _ time: Int64
  ) throws(StoreError) {
    let content = try encoding { () throws(CodingError) in try ValueCoding.encode(fields) }
    try run(
      """
      INSERT INTO revision(form, number, hash, published, author, fields)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(form), .integer(Int64(number)), .blob(hash), .integer(time), .integer(author),
        .blob(content),
      ])
  }

  /// Ends the records that change and begins their new versions; the others are not touched.
  borrowing func store(
    _ changes: Changeset, of document: Document, form: Int64, revision: Int, records: RecordKeys
  ) throws(StoreError) {
    var records = records
    let changed = Set(changes.changes.map(\.record))
    for record in changed { try end(record, form: form, revision: revision, records) }
    for section in document.sections where changed.contains(.section(section.id)) {
      let key = try key(of: .section(section.id), known: records.sections[section.id], form: form)
      records.sections[section.id] = key
      let content = try encoding { () throws(CodingError) in
        try ValueCoding.encode(section.fields)
      }
      try run(
        "INSERT INTO section(record, since, position, fields) VALUES (?, ?, ?, ?)",
        [
          .integer(key), .integer(Int64(revision)), .blob(section.order.bytes),
          .blob(content),
        ])
    }
    for section in document.sections {
      for row in section.rows where changed.contains(.row(row.id)) {
        let key = try key(of: .row(row.id), known: records.rows[row.id], form: form)
        try insert(row, key: key, in: records.sections[section.id] ?? 0, revision: revision)
      }
    }
  }

  private borrowing func insert(
    _ row: Document.Row, key: Int64, in section: Int64, revision: Int
  ) throws(StoreError) {
    let component = row.fields.text(.component) ?? ""
    // An empty text stands for what is no plain name and stays among the fields.
    let fields = component.isEmpty ? row.fields : row.fields.setting(.component, nil)
    let content = try encoding { () throws(CodingError) in try ValueCoding.encode(fields) }
    try run(
      """
      INSERT INTO row(record, since, section, position, component, fields)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(key), .integer(Int64(revision)), .integer(section), .blob(row.order.bytes),
        .text(component),
        .blob(content),
      ])
  }

  private borrowing func end(
    _ record: RecordID, form: Int64, revision: Int, _ records: RecordKeys
  ) throws(StoreError) {
    let until = Binding.integer(Int64(revision))
    switch record {
    case .document: return
    case .section(let id):
      guard let key = records.sections[id] else { return }
      try run(
        "UPDATE section SET until = ? WHERE record = ? AND until IS NULL", [until, .integer(key)])
    case .row(let id):
      guard let key = records.rows[id] else { return }
      try run(
        "UPDATE row SET until = ? WHERE record = ? AND until IS NULL", [until, .integer(key)])
    }
  }

  // A record that comes back after a revision without it is the same record.
  private borrowing func key(
    of record: RecordID, known: Int64?, form: Int64
  ) throws(StoreError) -> Int64 {
    if let known { return known }
    let (kind, id): (String, String) =
      switch record {
      case .document: ("", "")
      case .section(let id): ("section", id.rawValue)
      case .row(let id): ("row", id.rawValue)
      }
    let bindings: [Binding] = [.integer(form), .text(kind), .text(id)]
    let earlier = try rows(
      "SELECT key FROM record WHERE document = ? AND kind = ? AND id = ?", bindings
    ) { row throws(SQLiteError) in try row.int64(0) }
    if let key = earlier.first { return key }
    try run("INSERT INTO record(document, kind, id) VALUES (?, ?, ?)", bindings)
    return connection.lastInsertRowID
  }
}

extension Statement {
  func bind(_ bindings: [Binding]) throws(SQLiteError) {
    for (index, binding) in bindings.enumerated() {
      try bind(binding, at: Int32(clamping: index + 1))
    }
  }

  func bind(_ binding: Binding, at index: Int32) throws(SQLiteError) {
    switch binding {
    case .integer(let integer): try bind(integer, at: index)
    case .text(let text): try bind(text, at: index)
    case .blob(let bytes): try bind(bytes, at: index)
    case .null: try bindNull(at: index)
    }
  }
}
