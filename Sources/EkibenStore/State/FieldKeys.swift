internal import EkibenDocuments
internal import EkibenSQLite

/// The numbers of field names in the file.
struct FieldKeys {
  private(set) var keys: [FieldName: Int64] = [:]
  private(set) var names: [Int64: FieldName] = [:]

  mutating func insert(_ name: FieldName, key: Int64) {
    keys[name] = key
    names[key] = name
  }
}

extension StoreState {
  /// The number of a field, which is noted if new; nil is the whole record.
  mutating func key(of field: FieldName?) throws(StoreError) -> Int64 {
    guard let field else { return TargetKey.wholeRecord }
    if field == .value { return TargetKey.answer }
    if let key = fields.keys[field] { return key }
    try readFields()
    if let key = fields.keys[field] { return key }
    try run(StoredTable.field.insertWithNextKey(), [.text(field.rawValue)])
    fields.insert(field, key: connection.lastInsertRowID)
    return connection.lastInsertRowID
  }

  /// The field of a number; nil is the whole record.
  mutating func field(of key: Int64) throws(StoreError) -> FieldName? {
    switch key {
    case TargetKey.wholeRecord: return nil
    case TargetKey.answer: return .value
    default:
      if fields.names[key] == nil { try readFields() }
      guard let name = fields.names[key] else {
        throw .damaged(path: path, detail: "there is no field of number \(key)")
      }
      return name
    }
  }

  private mutating func readFields() throws(StoreError) {
    let found = try rows("SELECT key, name FROM field WHERE \(StoredTable.field.intact())") {
      row throws(SQLiteError) in
      (key: try row.int64(0), name: try row.text(1))
    }
    fields = FieldKeys()
    for field in found { fields.insert(FieldName(unchecked: field.name), key: field.key) }
  }

  /// The number of a target in the file, whose record is noted if new.
  mutating func key(
    of target: Change.Target, in document: inout StoredDocument
  ) throws(StoreError) -> TargetKey {
    TargetKey(
      record: try key(of: target.record, in: &document), field: try key(of: target.field))
  }

  /// The target of a number in the file.
  mutating func target(
    of key: TargetKey, in document: StoredDocument
  ) throws(StoreError) -> Change.Target {
    guard let record = document.records.ids[key.record] else {
      throw .damaged(path: path, detail: "\(document.name) has no record of number \(key.record)")
    }
    return Change.Target(record, try field(of: key.field))
  }
}
