internal import EkibenDocuments
internal import EkibenSQLite

extension DocumentTable {
  /// What a list says of the documents, by name.
  func summaries(deleted: Bool) throws(StoreError) -> [DocumentSummary] {
    try database.checkIndex(countingKinds: true)
    let isListed = "d.kind = 'document' AND (d.status = 'deleted') = ?"
    let found = try database.rows(
      """
      SELECT d.key, d.name, f.name, f.key, d.revision, d.status, e.key & 4294967295, e.time, e.kind,
        e.line, \(StoredTable.document.intact("f")), \(StoredTable.entry.intact("e"))
      FROM document d NOT INDEXED LEFT JOIN document f ON f.key = d.base
      LEFT JOIN entry e ON e.key =
        (SELECT max(key) FROM entry WHERE key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1)
      WHERE \(StoredTable.document.intact("d", and: isListed)) ORDER BY d.name
      """, [.integer(deleted ? 1 : 0)]
    ) { row throws(SQLiteError) in
      row.isNull(2) || row.isNull(6)
        ? nil
        : (
          key: try row.int64(0), name: try row.text(1), form: try row.text(2),
          revision: BaseKey(form: try row.int64(3), revision: Int(clamping: try row.int64(4))),
          status: try row.text(5), last: Int(clamping: try row.int64(6)), time: try row.int64(7),
          kind: try row.int64(8), record: try row.blob(9)
        )
    }
    var formTitles: [BaseKey: String?] = [:]
    let ownTitles = try ownTitles()
    var summaries: [DocumentSummary] = []
    for row in found {
      guard let row else { throw database.damaged("a document has no form, or no entries") }
      if formTitles[row.revision] == nil {
        formTitles.updateValue(try forms.title(of: row.revision), forKey: row.revision)
      }
      summaries.append(
        DocumentSummary(
          name: DocumentName(unchecked: row.name), form: DocumentName(unchecked: row.form),
          title: ownTitles[row.key] ?? formTitles[row.revision] ?? nil,
          status: DocumentStatus(rawValue: row.status) ?? .draft,
          head: try journal.outline(row.last, row.kind, row.record).head, entries: row.last,
          created: try created(row.key), modified: row.time))
    }
    return summaries
  }

  /// Titles that documents have of their own; nil where one took its form's away.
  private func ownTitles() throws(StoreError) -> [Int64: String?] {
    let found = try database.rows(
      """
      SELECT o.document, ifnull(o.value, x''), \(StoredTable.override.intact("o")),
        \(StoredTable.record.intact("r")), \(StoredTable.field.intact("n"))
      FROM override o
      JOIN record r ON r.key = o.record AND r.kind = 'document'
      JOIN field n ON n.key = o.field AND n.name = 'title'
      """
    ) { row throws(SQLiteError) in (document: try row.int64(0), value: try row.blob(1)) }
    var titles: [Int64: String?] = [:]
    for own in found {
      let value = own.value.isEmpty ? nil : try database.fields(own.value, of: "a title")[.value]
      titles.updateValue(value?.asText, forKey: own.document)
    }
    return titles
  }

  /// The time of entry 1, which may stand in a chunk.
  func created(_ document: Int64) throws(StoreError) -> Int64 {
    if let record = try journal.record(1, of: document) { return record.time }
    guard let record = try journal.archivedRecord(1, of: document) else {
      throw database.damaged("entry 1 of document \(document) is missing")
    }
    return record.time
  }
}
