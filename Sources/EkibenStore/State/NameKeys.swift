internal import EkibenDocuments
internal import EkibenSQLite

/// The numbers by which the file knows authors, fields and the records of documents.
final class NameKeys {
  private let database: Database
  // Names are texts of values, which are equal by their bytes as they are in SQL.
  private var authors: [Value: Int64] = [:]
  /// Of the last entry: most edits are by the same.
  private var lastAuthor: (name: Value, key: Int64)?
  private var authorNames: [Int64: String] = [:]
  private var fields: [FieldName: Int64] = [:]
  private var fieldNames: [Int64: FieldName] = [:]
  private var formRecords: [Int64: (revision: Int64, records: FormRecords)] = [:]
  /// Records that were asked for one by one, by their forms.
  private var singleRecords: [Int64: [Int64: RecordID]] = [:]

  init(_ database: Database) { self.database = database }

  /// Forgets numbers that a transaction gave out which is not in the file.
  func forget() {
    authors.removeAll()
    lastAuthor = nil
    authorNames.removeAll()
    fields.removeAll()
    fieldNames.removeAll()
    formRecords.removeAll()
    singleRecords.removeAll()
  }

  /// The key of an author, who is noted if new.
  func author(_ name: String) throws(StoreError) -> Int64 {
    let author = Value.text(name)
    if let lastAuthor, lastAuthor.name == author { return lastAuthor.key }
    if let key = authors[author] {
      lastAuthor = (author, key)
      return key
    }
    try database.run(
      StoredTable.author.insertWithNextKey("ON CONFLICT (name) DO NOTHING"), [.text(name)])
    let known = try database.integer(
      "SELECT key FROM author WHERE name = ? AND \(StoredTable.author.intact())", [.text(name)])
    guard let key = known else { throw database.damaged("an author vanished") }
    authors[author] = key
    return key
  }

  func authorName(_ key: Int64) throws(StoreError) -> String {
    if let name = authorNames[key] { return name }
    let names = try database.rows(
      "SELECT name FROM author WHERE key = ? AND \(StoredTable.author.intact())", [.integer(key)]
    ) { row in try row.text(0) }
    guard let name = names.first else {
      throw database.damaged("there is no author of number \(key)")
    }
    authorNames[key] = name
    return name
  }

  /// The number of a field, if the file has one; nil is the whole record.
  ///
  /// Whoever reads asks for this one: what has none was never written.
  func knownKey(of field: FieldName?) throws(StoreError) -> Int64? {
    guard let field else { return TargetKey.wholeRecord }
    if field == .value { return TargetKey.answer }
    if let key = fields[field] { return key }
    try readFields()
    return fields[field]
  }

  /// The number of a field, which is noted if new; nil is the whole record.
  func key(of field: FieldName?) throws(StoreError) -> Int64 {
    if let key = try knownKey(of: field) { return key }
    guard let field else { return TargetKey.wholeRecord }
    try database.run(StoredTable.field.insertWithNextKey(), [.text(field.rawValue)])
    note(field, key: database.connection.lastInsertRowID)
    return database.connection.lastInsertRowID
  }

  /// The field of a number; nil is the whole record.
  func field(of key: Int64) throws(StoreError) -> FieldName? {
    switch key {
    case TargetKey.wholeRecord: return nil
    case TargetKey.answer: return .value
    default:
      if fieldNames[key] == nil { try readFields() }
      guard let name = fieldNames[key] else {
        throw database.damaged("there is no field of number \(key)")
      }
      return name
    }
  }

  private func readFields() throws(StoreError) {
    fields.removeAll()
    fieldNames.removeAll()
    let sql = "SELECT key, name FROM field WHERE \(StoredTable.field.intact())"
    try database.each(sql, []) { row in
      note(FieldName(unchecked: try row.text(1)), key: try row.int64(0))
    }
  }

  private func note(_ field: FieldName, key: Int64) {
    fields[field] = key
    fieldNames[key] = field
  }

  /// The number of a target in the file, whose record is noted if new.
  func key(
    of target: Change.Target, in document: inout StoredDocument
  ) throws(StoreError) -> TargetKey {
    TargetKey(record: try key(of: target.record, in: &document), field: try key(of: target.field))
  }

  /// The target of a number in the file.
  func target(of key: TargetKey, in document: StoredDocument) throws(StoreError) -> Change.Target {
    guard let record = try record(of: key.record, in: document) else {
      throw database.damaged("\(document.name) has no record of number \(key.record)")
    }
    return Change.Target(record, try field(of: key.field))
  }

  /// Reads the keys of a document's records; those of its form are read once.
  ///
  /// - Complexity: O(records of its own), and of the form's where they are not known.
  func records(of document: Int64, form: Int64) throws(StoreError) -> DocumentRecords {
    DocumentRecords(form: try records(ofForm: form), own: try recordKeys(of: document))
  }

  // A form's records only become more, and only together with a revision.
  func records(ofForm form: Int64) throws(StoreError) -> FormRecords {
    let newest = try database.integer(
      """
      SELECT number, \(StoredTable.revision.intact()) FROM revision
      WHERE form = ? ORDER BY number DESC LIMIT 1
      """, [.integer(form)])
    if let known = formRecords[form], known.revision == newest { return known.records }
    let records = FormRecords(try self.records(of: form))
    if let revision = newest {
      if formRecords.count >= 16 { formRecords.removeAll() }
      formRecords[form] = (revision, records)
    }
    return records
  }

  /// Reads the keys of the records that a document has itself.
  ///
  /// - Complexity: O(records).
  func recordKeys(of document: Int64) throws(StoreError) -> DocumentRecords.Keys {
    let records = try records(of: document)
    var keys = DocumentRecords.Keys(capacity: records.count)
    for record in records { keys.insert(record.id, key: record.key) }
    return keys
  }

  /// The records that a form or a document has itself.
  func records(of document: Int64) throws(StoreError) -> [FormRecords.Record] {
    let record = CheckedRow(StoredTable.record.check)
    var records: [FormRecords.Record] = []
    var last = (kind: "", id: "")
    try database.each(
      """
      SELECT \(StoredTable.record.checkedColumns("r")) FROM record r
      WHERE document = ? ORDER BY kind, id
      """,
      [.integer(document)]
    ) { row in
      try record.read(row)
      let (kind, id) = (try record.text(3), try record.text(4))
      // So no id occurs twice, which whoever looks a row up by its id relies on.
      let isNext = kind == last.kind ? ByteText.precedes(last.id, id) : last.kind < kind
      guard isNext else { throw database.damaged("records are not in their order") }
      last = (kind, id)
      records.append((try self.record(id, kind: kind), try record.int64(1)))
    }
    return records
  }

  private func record(_ id: String, kind: String) throws(StoreError) -> RecordID {
    switch kind {
    case "section": return .section(SectionID(unchecked: id))
    case "row": return .row(RowID(unchecked: id))
    case "document":
      guard id == RecordID.document.stored.id else {
        throw database.damaged("a record that stands for its document has an id of its own")
      }
      return .document
    default: throw database.damaged("a record is of an unknown kind")
    }
  }

  /// The record of a key, if it is one that a document can speak of.
  ///
  /// - Complexity: O(1); O(log n) for a document that was read in part.
  func record(of key: Int64, in document: StoredDocument) throws(StoreError) -> RecordID? {
    if let id = document.records.id(of: key) { return id }
    guard document.reading.isPart else { return nil }
    if let id = singleRecords[document.formKey]?[key] { return id }
    let found = try database.rows(
      """
      SELECT kind, id FROM record WHERE key = ? AND document = ? AND \(StoredTable.record.intact())
      """, [.integer(key), .integer(document.formKey)]
    ) { row in try self.record(try row.text(1), kind: try row.text(0)) }
    guard let record = found.first else { return nil }
    singleRecords[document.formKey, default: [:]][key] = record
    return record
  }

  /// The key of a record, if the file has one for a document.
  ///
  /// - Complexity: O(1); O(log n) for a document that was read in part.
  func knownKey(of record: RecordID, in document: StoredDocument) throws(StoreError) -> Int64? {
    if let key = document.records.key(of: record) { return key }
    guard document.reading.isPart, record != .document else { return nil }
    return try key(of: record, ofForm: document.formKey)
  }

  /// The key of a record of a form, if the form has one on any revision.
  ///
  /// - Complexity: O(log n).
  func key(of record: RecordID, ofForm form: Int64) throws(StoreError) -> Int64? {
    let (kind, id) = record.stored
    return try database.integer(
      """
      SELECT key, \(StoredTable.record.intact()) FROM record
      WHERE document = ? AND kind = ? AND id = ?
      """, [.integer(form), .text(kind), .text(id)])
  }

  /// The key of a record, which becomes one of the document's own if it is new.
  func key(of record: RecordID, in document: inout StoredDocument) throws(StoreError) -> Int64 {
    if let last = document.records.last, last.id == record { return last.key }
    if let key = try knownKey(of: record, in: document) {
      document.records.last = (record, key)
      return key
    }
    let key = try insert(record, of: document.key)
    document.records.give(record, key: key)
    return key
  }

  /// Gives a record of a document or a form its key.
  func insert(_ record: RecordID, of document: Int64) throws(StoreError) -> Int64 {
    let (kind, id) = record.stored
    try database.run(
      StoredTable.record.insertWithNextKey(), [.integer(document), .text(kind), .text(id)])
    return database.connection.lastInsertRowID
  }
}

extension RecordID {
  /// What the file calls it.
  var stored: (kind: String, id: String) {
    switch self {
    case .document: ("document", "document")
    case .section(let id): ("section", id.rawValue)
    case .row(let id): ("row", id.rawValue)
    }
  }
}
