internal import EkibenDocuments
internal import EkibenSQLite

/// The keys in the file of every record that a document can speak of: its form's and its own.
///
/// Where both have one of the same id, the document's own counts: it was there first for its journal.
struct DocumentRecords: Sendable {
  private(set) var keys: [RecordID: Int64] = [:]
  private(set) var ids: [Int64: RecordID] = [:]

  /// Those that a transaction gave keys to, which are in the file only when it is committed.
  private var given: [RecordID] = []

  mutating func insert(_ id: RecordID, key: Int64) {
    keys[id] = key
    ids[key] = id
  }

  mutating func give(_ id: RecordID, key: Int64) {
    insert(id, key: key)
    given.append(id)
  }

  /// Takes note that a transaction has begun, so that nothing was given out in it yet.
  mutating func begin() { given.removeAll() }

  /// Forgets what was given out since.
  mutating func abandon() {
    for id in given {
      if let key = keys.removeValue(forKey: id) { ids[key] = nil }
    }
    given.removeAll()
  }
}

extension StoreState {
  /// Reads the keys of a document's records.
  ///
  /// - Complexity: O(records).
  borrowing func records(of document: Int64, form: Int64) throws(StoreError) -> DocumentRecords {
    let found = try rows(
      """
      SELECT key, kind, id FROM record
      WHERE document IN (?1, ?2) AND \(StoredTable.record.intact()) ORDER BY document = ?1
      """,
      [.integer(document), .integer(form)]
    ) { row throws(SQLiteError) in
      (key: try row.int64(0), kind: try row.text(1), id: try row.text(2))
    }
    var records = DocumentRecords()
    for record in found {
      switch record.kind {
      case "section": records.insert(.section(SectionID(unchecked: record.id)), key: record.key)
      case "row": records.insert(.row(RowID(unchecked: record.id)), key: record.key)
      case "document": records.insert(.document, key: record.key)
      default: throw .damaged(path: path, detail: "a record is of an unknown kind")
      }
    }
    return records
  }

  /// The key of a record, which becomes one of the document's own if it is new.
  borrowing func key(
    of record: RecordID, in document: inout StoredDocument
  ) throws(StoreError) -> Int64 {
    if let key = document.records.keys[record] { return key }
    let (kind, id): (String, String) =
      switch record {
      case .document: ("document", "document")
      case .section(let id): ("section", id.rawValue)
      case .row(let id): ("row", id.rawValue)
      }
    try run(
      StoredTable.record.insertWithNextKey(),
      [.integer(document.key), .text(kind), .text(id)])
    document.records.give(record, key: connection.lastInsertRowID)
    return connection.lastInsertRowID
  }
}
