internal import EkibenDocuments
internal import EkibenSQLite

extension FormTable {
  /// A form's content at a revision, and the keys of all its records of that revision.
  ///
  /// - Complexity: O(n log n) in the number of rows.
  func revisionContent(
    of form: Int64, revision: Int
  ) throws(StoreError) -> (document: Document, records: RecordKeys) {
    let bindings: [Binding] = [.integer(form), .integer(Int64(revision))]
    let fields = try database.rows(
      """
      SELECT fields FROM revision WHERE form = ? AND number = ? AND \(StoredTable.revision.intact())
      """, bindings
    ) { row throws(SQLiteError) in try row.blob(0) }.first
    guard let fields else {
      throw .damaged(path: database.path, detail: "revision \(revision) of a form is missing")
    }
    let header = try database.decoding("a form's fields") { () throws(CodingError) in
      try ValueCoding.decodeFields(fields)
    }
    var records = RecordKeys()
    var sections = try sections(of: form, revision: revision, &records)
    try addRows(to: &sections, of: form, revision: revision, &records)
    do {
      return (try Document(fields: header, stored: Array(sections.values)), records)
    } catch {
      throw .damaged(path: database.path, detail: "\(error.description)")
    }
  }

  private static var valid: String { "v.since <= ?2 AND (v.until IS NULL OR v.until > ?2)" }

  private func sections(
    of form: Int64, revision: Int, _ records: inout RecordKeys
  ) throws(StoreError) -> [Int64: Document.Section] {
    let found = try database.rows(
      """
      SELECT r.key, r.id, v.position, v.fields, \(StoredTable.record.intact("r")),
        \(StoredTable.section.intact("v"))
      FROM record r JOIN section v ON v.record = r.key
      WHERE r.document = ?1 AND r.kind = 'section' AND \(Self.valid)
      """, [.integer(form), .integer(Int64(revision))]
    ) { row throws(SQLiteError) in
      (key: try row.int64(0), id: try row.text(1), order: try row.blob(2), fields: try row.blob(3))
    }
    var sections: [Int64: Document.Section] = [:]
    for section in found {
      let id = SectionID(unchecked: section.id)
      let fields = try database.decoding("section \(section.id)") { () throws(CodingError) in
        try ValueCoding.decodeFields(section.fields)
      }
      records.sections[id] = section.key
      sections[section.key] = Document.Section(
        id: id, order: OrderKey(bytes: section.order), fields: fields, rows: [])
    }
    return sections
  }

  private func addRows(
    to sections: inout [Int64: Document.Section], of form: Int64, revision: Int,
    _ records: inout RecordKeys
  ) throws(StoreError) {
    let found = try database.rows(
      """
      SELECT r.key, r.id, v.section, v.position, v.component, v.fields,
        \(StoredTable.record.intact("r")), \(StoredTable.row.intact("v"))
      FROM record r JOIN row v ON v.record = r.key
      WHERE r.document = ?1 AND r.kind = 'row' AND \(Self.valid)
      """, [.integer(form), .integer(Int64(revision))]
    ) { row throws(SQLiteError) in
      (
        key: try row.int64(0), id: try row.text(1), section: try row.int64(2),
        order: try row.blob(3), component: try row.text(4), fields: try row.blob(5)
      )
    }
    for row in found {
      let id = RowID(unchecked: row.id)
      var fields = try database.decoding("row \(row.id)") { () throws(CodingError) in
        try ValueCoding.decodeFields(row.fields)
      }
      if !row.component.isEmpty { fields[.component] = .text(row.component) }
      records.rows[id] = row.key
      guard sections[row.section] != nil else {
        throw .damaged(path: database.path, detail: "row \(row.id) stands in no section")
      }
      sections[row.section]?.rows.append(
        Document.Row(id: id, order: OrderKey(bytes: row.order), fields: fields))
    }
  }
}
