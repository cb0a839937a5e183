internal import EkibenDocuments
internal import EkibenSQLite

extension StoreState {
  /// Reads a document: its form's content, what it holds beyond that, and its undo tree.
  ///
  /// - Complexity: O(rows + answers), and a few nanoseconds for each entry.
  mutating func document(_ name: DocumentName) throws(StoreError) -> StoredDocument {
    let found = try rows(
      """
      SELECT d.key, d.uid, f.key, f.name, d.revision, d.archived,
        \(StoredTable.document.intact("d")), \(StoredTable.document.intact("f"))
      FROM document d JOIN document f ON f.key = d.base WHERE d.kind = 'document' AND d.name = ?
      """, [.text(name.rawValue)]
    ) { row throws(SQLiteError) in
      (
        key: try row.int64(0), uid: try row.blob(1), formKey: try row.int64(2),
        form: try row.text(3), revision: Int(clamping: try row.int64(4)),
        moved: Int(clamping: try row.int64(5))
      )
    }
    guard let found = found.first else { throw .unknownDocument(name) }
    let base = try base(found.formKey, revision: found.revision)
    let version = try sqlite { connection throws(SQLiteError) in try connection.dataVersion() }
    var document = StoredDocument(
      name: name, uid: found.uid, form: DocumentName(unchecked: found.form),
      revision: found.revision, base: base, key: found.key, formKey: found.formKey,
      records: try records(of: found.key, form: found.formKey), connection: identity,
      dataVersion: version, moved: found.moved)
    document.history = try history(of: document)
    try readOverrides(into: &document)
    try readAnswers(into: &document)
    return document
  }

  /// The content of a form's revision, which never changes, so the last ones are kept.
  private mutating func base(
    _ form: Int64, revision: Int
  ) throws(StoreError) -> StoredDocument.Base {
    let key = BaseKey(form: form, revision: revision)
    if let base = bases[key] { return base }
    let content = try formContent(form, revision: revision).document
    let base = StoredDocument.Base(content: content, index: Document.Index(content))
    if bases.count >= 4 { bases.removeAll() }
    bases[key] = base
    return base
  }

  // The state tables are what a document holds; the journal only says how it came to that.
  private borrowing func readAnswers(into document: inout StoredDocument) throws(StoreError) {
    for answer in try answers(of: document.key) {
      guard case .row(let row)? = document.records.ids[answer.record] else {
        throw .damaged(path: path, detail: "\(document.name) answers a row that it does not have")
      }
      document.set(answer.value, of: row)
      document.origins[Change.Target(.row(row), .value)] = answer.origin
    }
  }

  private mutating func readOverrides(into document: inout StoredDocument) throws(StoreError) {
    let found = try overrides(of: document.key)
    if found.isEmpty { return }
    var overrides: [RecordID: Document.Override] = [:]
    for line in found {
      let target = try target(of: line.target, in: document)
      document.origins[target] = line.origin
      if let field = target.field {
        overrides[target.record, default: .init()].fields.updateValue(line.value, forKey: field)
      } else {
        overrides[target.record, default: .init()].isMade = line.value != nil
      }
    }
    guard let content = document.base.content.overridden(by: overrides) else {
      throw .damaged(path: path, detail: "\(document.name) has a row that stands in no section")
    }
    document.content = content
    document.index = Document.Index(content)
  }

  /// The answers of a document as the file has them.
  borrowing func answers(of document: Int64) throws(StoreError) -> [StoredAnswer] {
    let found = try rows(
      """
      SELECT record, value, type, entry, via FROM answer
      WHERE document = ? AND \(StoredTable.answer.intact())
      """,
      [.integer(document)]
    ) { row throws(SQLiteError) in
      (record: try row.int64(0), value: try row.answer(1), origin: try row.origin(3))
    }
    var answers: [StoredAnswer] = []
    answers.reserveCapacity(found.count)
    for answer in found {
      guard case .success(let value)? = answer.value else {
        throw .damaged(path: path, detail: "an answer cannot be read")
      }
      answers.append(StoredAnswer(record: answer.record, value: value, origin: answer.origin))
    }
    return answers
  }

  /// What a document holds beyond its form, but for the answers, as the file has it.
  borrowing func overrides(of document: Int64) throws(StoreError) -> [StoredOverride] {
    let found = try rows(
      """
      SELECT record, field, value, entry, via FROM override
      WHERE document = ? AND \(StoredTable.override.intact())
      """,
      [.integer(document)]
    ) { row throws(SQLiteError) in
      (
        target: TargetKey(record: try row.int64(0), field: try row.int64(1)),
        value: row.isNull(2) ? nil : try row.blob(2), origin: try row.origin(3)
      )
    }
    var overrides: [StoredOverride] = []
    for line in found {
      let value = try decoding("an override") { () throws(CodingError) -> Value? in
        guard let bytes = line.value else { return nil }
        if line.target.field == TargetKey.wholeRecord { return .bool(true) }
        return try ValueCoding.decodeFields(bytes)[.value]
      }
      overrides.append(StoredOverride(target: line.target, value: value, origin: line.origin))
    }
    return overrides
  }
}

/// An answer as the file has it.
struct StoredAnswer {
  let record: Int64
  let value: Value?
  let origin: Origins.Origin
}

/// An override as the file has it; of a whole record, any value says that it was made.
struct StoredOverride {
  let target: TargetKey
  let value: Value?
  let origin: Origins.Origin
}

/// A revision of a form.
struct BaseKey: Hashable {
  let form: Int64
  let revision: Int
}

extension Statement {
  /// Reads an origin from the columns `entry` and `via`.
  func origin(_ column: Int32) throws(SQLiteError) -> Origins.Origin {
    Origins.Origin(
      entry: Int(clamping: try int64(column)),
      via: isNull(column + 1) ? nil : Int(clamping: try int64(column + 1)))
  }
}
