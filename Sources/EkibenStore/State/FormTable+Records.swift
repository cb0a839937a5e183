internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// Ends the records that change, places included, and begins their new versions; the others are not
  /// touched.
  func store(
    _ document: Document, over old: Document, form: Int64, revision: Int, records: RecordKeys
  ) throws(StoreError) {
    var records = records
    let (before, after) = (old.placedRecords, document.placedRecords)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    for record in changed { try end(record, form: form, revision: revision, records) }
    for section in document.sections where changed.contains(.section(section.id)) {
      let key = try key(of: .section(section.id), known: records.sections[section.id], form: form)
      records.sections[section.id] = key
      let content = try database.encoding { () throws(CodingError) in
        try ValueCoding.encode(section.fields)
      }
      try database.run(
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

  private func insert(
    _ row: Document.Row, key: Int64, in section: Int64, revision: Int
  ) throws(StoreError) {
    let component = row.fields.text(.component) ?? ""
    // An empty text stands for what is no plain name and stays among the fields.
    let fields = component.isEmpty ? row.fields : row.fields.setting(.component, nil)
    let content = try database.encoding { () throws(CodingError) in try ValueCoding.encode(fields) }
    try database.run(
      StoredTable.row.insert(),
      [
        .integer(key), .integer(Int64(revision)), .null, .integer(section), .blob(row.order.bytes),
        .text(component),
        .blob(content),
      ])
  }

  private func end(
    _ record: RecordID, form: Int64, revision: Int, _ records: RecordKeys
  ) throws(StoreError) {
    let until = Binding.integer(Int64(revision))
    switch record {
    case .document: return
    case .section(let id):
      guard let key = records.sections[id] else { return }
      try database.run(
        StoredTable.section.update("until", where: "record = ?2 AND until IS NULL"),
        [until, .integer(key)])
    case .row(let id):
      guard let key = records.rows[id] else { return }
      try database.run(
        StoredTable.row.update("until", where: "record = ?2 AND until IS NULL"),
        [until, .integer(key)])
    }
  }

  // A record that comes back after a revision without it is the same record.
  private func key(of record: RecordID, known: Int64?, form: Int64) throws(StoreError) -> Int64 {
    if let known { return known }
    let (kind, id): (String, String) =
      switch record {
      case .document: ("", "")
      case .section(let id): ("section", id.rawValue)
      case .row(let id): ("row", id.rawValue)
      }
    let bindings: [Binding] = [.integer(form), .text(kind), .text(id)]
    let earlier = try database.rows(
      """
      SELECT key FROM record
      WHERE document = ? AND kind = ? AND id = ? AND \(StoredTable.record.intact())
      """, bindings
    ) { row throws(SQLiteError) in try row.int64(0) }
    if let key = earlier.first { return key }
    try database.run(StoredTable.record.insertWithNextKey(), bindings)
    return database.connection.lastInsertRowID
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
