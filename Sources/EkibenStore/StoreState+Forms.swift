internal import EkibenDocuments
internal import EkibenSQLite

/// A form's row in the file.
struct FormRow {
  let key: Int64
  let name: DocumentName
  /// The current revision: what new documents are started from, and not always the newest.
  let revision: Int
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
    try run(StoredTable.author.insertWithNextKey("ON CONFLICT (name) DO NOTHING"), [.text(name)])
    let keys = try rows(
      "SELECT key FROM author WHERE name = ? AND \(StoredTable.author.intact())", [.text(name)]
    ) { row throws(SQLiteError) in try row.int64(0)
    }
    guard let key = keys.first else { throw .damaged(path: path, detail: "an author vanished") }
    authors[AuthorName(text: name)] = key
    return key
  }

  /// The form of a name.
  borrowing func form(_ name: DocumentName) throws(StoreError) -> FormRow? {
    try form("name = ?", .text(name.rawValue))
  }

  /// The form that a uid names everywhere.
  borrowing func form(uid: [UInt8]) throws(StoreError) -> FormRow? {
    try form("uid = ?", .blob(uid))
  }

  private borrowing func form(
    _ condition: StaticString, _ binding: Binding
  ) throws(StoreError) -> FormRow? {
    try rows(
      """
      SELECT key, name, revision, \(StoredTable.document.intact()) FROM document
      WHERE kind = 'form' AND \(condition)
      """, [binding]
    ) { row throws(SQLiteError) in
      FormRow(
        key: try row.int64(0), name: DocumentName(unchecked: try row.text(1)),
        revision: Int(clamping: try row.int64(2)))
    }.first
  }

  borrowing func insertRevision(
    _ form: Int64, _ number: Int, _ hash: [UInt8], _ fields: Fields, _ author: Int64, _ time: Int64
  ) throws(StoreError) {
    let content = try encoding { () throws(CodingError) in try ValueCoding.encode(fields) }
    try run(
      StoredTable.revision.insert(),
      [
        .integer(form), .integer(Int64(number)), .blob(hash), .integer(time), .integer(author),
        .blob(content),
      ])
  }

  /// Ends the records that change, places included, and begins their new versions; the others are not
  /// touched.
  borrowing func store(
    _ document: Document, over old: Document, form: Int64, revision: Int, records: RecordKeys
  ) throws(StoreError) {
    var records = records
    let (before, after) = (old.placedRecords, document.placedRecords)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    for record in changed { try end(record, form: form, revision: revision, records) }
    for section in document.sections where changed.contains(.section(section.id)) {
      let key = try key(of: .section(section.id), known: records.sections[section.id], form: form)
      records.sections[section.id] = key
      let content = try encoding { () throws(CodingError) in
        try ValueCoding.encode(section.fields)
      }
      try run(
        StoredTable.section.insert(),
        [
          .integer(key), .integer(Int64(revision)), .null, .blob(section.order.bytes),
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
      StoredTable.row.insert(),
      [
        .integer(key), .integer(Int64(revision)), .null, .integer(section), .blob(row.order.bytes),
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
        StoredTable.section.update("until", where: "record = ?2 AND until IS NULL"),
        [until, .integer(key)])
    case .row(let id):
      guard let key = records.rows[id] else { return }
      try run(
        StoredTable.row.update("until", where: "record = ?2 AND until IS NULL"),
        [until, .integer(key)])
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
      """
      SELECT key FROM record
      WHERE document = ? AND kind = ? AND id = ? AND \(StoredTable.record.intact())
      """, bindings
    ) { row throws(SQLiteError) in try row.int64(0) }
    if let key = earlier.first { return key }
    try run(StoredTable.record.insertWithNextKey(), bindings)
    return connection.lastInsertRowID
  }
}

/// A record and where it stands.
private struct PlacedRecord: Equatable {
  let section: SectionID?
  let order: OrderKey
  let fields: Fields
}

extension Document {
  fileprivate var placedRecords: [RecordID: PlacedRecord] {
    var records: [RecordID: PlacedRecord] = [:]
    for section in sections {
      records[.section(section.id)] = PlacedRecord(
        section: nil, order: section.order, fields: section.fields)
      for row in section.rows {
        records[.row(row.id)] = PlacedRecord(
          section: section.id, order: row.order, fields: row.fields)
      }
    }
    return records
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
