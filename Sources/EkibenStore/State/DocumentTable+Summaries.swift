internal import EkibenDocuments
internal import EkibenSQLite

extension DocumentTable {
  /// What a list says of the documents, by name.
  func summaries(deleted: Bool) throws(StoreError) -> [DocumentSummary] {
    try database.checkIndex(countingKinds: true)
    let isListed = "d.kind = 'document' AND (d.status = 'deleted') = ?"
    let ownTitles = try ownTitles()
    var formTitles: [BaseKey: String?] = [:]
    return try database.rows(
      """
      SELECT d.key, d.name, f.name, f.key, d.revision, d.status, e.key & 4294967295, e.time, e.kind,
        e.line, \(StoredTable.document.intact("f")), \(StoredTable.entry.intact("e"))
      FROM document d NOT INDEXED LEFT JOIN document f ON f.key = d.base
      LEFT JOIN entry e ON e.key =
        (SELECT max(key) FROM entry WHERE key BETWEEN d.key << 32 AND (d.key + 1 << 32) - 1)
      WHERE \(StoredTable.document.intact("d", and: isListed)) ORDER BY d.name
      """, [.integer(deleted ? 1 : 0)]
    ) { row in
      if row.isNull(2) || row.isNull(6) {
        throw database.damaged("a document has no form, or no entries")
      }
      let (key, last) = (try row.int64(0), try row.int(6))
      let form = BaseKey(form: try row.int64(3), revision: try row.int(4))
      if formTitles[form] == nil {
        let header = try forms.header(of: form.form, revision: form.revision)
        formTitles.updateValue(header?.text(.title), forKey: form)
      }
      return DocumentSummary(
        name: DocumentName(unchecked: try row.text(1)),
        form: DocumentName(unchecked: try row.text(2)),
        title: ownTitles[key] ?? formTitles[form] ?? nil,
        status: DocumentStatus(rawValue: try row.text(5)) ?? .draft,
        head: try journal.outline(last, try row.int64(8), try row.blob(9)).head, entries: last,
        created: try created(key), modified: try row.int64(7))
    }
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
    ) { row in
      let bytes = try row.blob(1)
      let value = bytes.isEmpty ? nil : try database.fields(bytes, of: "a title")[.value]
      return (try row.int64(0), value?.asText)
    }
    return Dictionary(found, uniquingKeysWith: { $1 })
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
