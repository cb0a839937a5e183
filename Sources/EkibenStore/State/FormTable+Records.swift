internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// Ends the records that change, places included, and begins their new versions; the others are not
  /// touched.
  func store(
    _ document: Document, over old: Document, form: Int64, revision: Int,
    records: FormRecords
  ) throws(StoreError) {
    let (before, after) = (old.placedRecords, document.placedRecords)
    let changed = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    for record in changed { try end(record, revision: revision, records) }
    var sections: [SectionID: Int64] = [:]
    for section in document.sections {
      let key = try key(of: .section(section.id), records, form: form)
      sections[section.id] = key
      guard changed.contains(.section(section.id)) else { continue }
      let content = try database.encoding(try ValueCoding.encode(section.fields))
      try database.run(
        StoredTable.section.insert,
        [
          .integer(key), .integer(Int64(revision)), .null, .blob(section.order.bytes),
          .blob(content),
        ])
    }
    for section in document.sections {
      for row in section.rows where changed.contains(.row(row.id)) {
        let key = try key(of: .row(row.id), records, form: form)
        try insert(row, key: key, in: sections[section.id] ?? 0, revision: revision)
      }
    }
  }

  private func insert(
    _ row: Document.Row, key: Int64, in section: Int64, revision: Int
  ) throws(StoreError) {
    let component = row.fields.text(.component) ?? ""
    // An empty text stands for what is no plain name and stays among the fields.
    let fields = component.isEmpty ? row.fields : row.fields.setting(.component, nil)
    let content = try database.encoding(try ValueCoding.encode(fields))
    try database.run(
      StoredTable.row.insert,
      [
        .integer(key), .integer(Int64(revision)), .null, .integer(section), .blob(row.order.bytes),
        .text(component), .blob(content),
      ])
  }

  private func end(
    _ record: RecordID, revision: Int, _ records: FormRecords
  ) throws(StoreError) {
    guard let key = records.key(of: record) else { return }
    let table: StoredTable = if case .row = record { .row } else { .section }
    try database.run(
      table.update("until", where: "record = ?2 AND until IS NULL"),
      [.integer(Int64(revision)), .integer(key)])
  }

  // A record that comes back after a revision without it is the same record.
  private func key(
    of record: RecordID, _ records: FormRecords, form: Int64
  ) throws(StoreError) -> Int64 {
    if let known = records.key(of: record) { return known }
    return try names.insert(record, of: form)
  }
}

extension Document {
  /// Every section and row, with its place among its fields.
  fileprivate var placedRecords: [RecordID: Fields] {
    var records: [RecordID: Fields] = [:]
    for section in sections {
      records[.section(section.id)] = section.record
      for row in section.rows { records[.row(row.id)] = row.record(in: section.id) }
    }
    return records
  }
}
