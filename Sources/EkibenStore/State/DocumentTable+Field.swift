package import EkibenDocuments
internal import EkibenSQLite

/// What a document answers to a row of its form.
package enum FieldAnswer: Sendable {
  /// An answer that counts, or that there is none.
  case answer(Value?)
  /// Only the whole document says that: what it has of its own, and what its rules hide.
  case document(StoredDocument)
}

extension Store {
  /// Hands on what the documents of a form answer to one of its rows, by name, as they stand at one moment;
  /// without those that are deleted.
  ///
  /// - Parameters:
  ///   - row: The row; one that the form does not have is asked of whole documents.
  ///   - form: The form's name.
  ///   - body: Takes a document's name and what it answers; false ends it.
  /// - Returns: Whether all that was handed on is of one moment.
  /// - Throws: ``StoreError/unknownForm(_:)``, and whatever reading can meet.
  /// - Complexity: O(log n) a document that differs from its form in answers alone and in which this one
  ///   counts; of others as ``document(_:)``.
  package func eachFieldAnswer(
    to row: RowID, in form: DocumentName,
    _ body: (_ document: DocumentName, _ found: FieldAnswer) -> Bool
  ) throws(StoreError) -> Bool {
    var definitions: FieldDefinitions = [:]
    var record: Int64?
    return try eachLine(
      of: [form],
      { (state, form, end) throws(StoreError) in
        record = try state.names.key(of: .row(row), ofForm: form)
        return try state.documents.fields(record, of: form, behind: end)
      },
      { (state, name, found) throws(StoreError) in
        try state.documents.answer(found, of: name, to: record, &definitions)
      }, body)
  }
}

/// What revisions of a form say of one row, as far as they were asked.
private typealias FieldDefinitions = [Int64: Fields?]

/// What the file has of a document and one row of its form.
private struct FoundField {
  let document: Int64
  let revision: Int64
  let isAnswered: Bool
  let answer: Result<Value?, CodingError>?
  /// Whether the answer counts; one of format 1 may not.
  let counts: Bool
  /// Whether the document differs from its form in answers alone.
  let isOfForm: Bool

  /// Whether that is all that the document answers to the row.
  ///
  /// Of a secret only its mask shows, of what repeats the instances answer, and what a form begins with may be
  /// hidden.
  func says(allOf definition: Fields) -> Bool {
    isOfForm && counts && !definition.isSecret && !definition.isTrue(.repeats)
      && (isAnswered || definition[.value] == nil)
  }
}

extension DocumentTable {
  /// What a document answers, by what a page says of it.
  fileprivate func answer(
    _ found: FoundField, of name: DocumentName, to record: Int64?,
    _ definitions: inout FieldDefinitions
  ) throws(StoreError) -> FieldAnswer {
    let definition = try definition(of: record, at: found.revision, &definitions)
    guard let definition, found.says(allOf: definition) else { return .document(try read(name)) }
    // An answer that is not there may have a key that is not its own: its neighbours tell.
    if !found.isAnswered {
      return .answer(try answers.answers(of: found.document, record: record).first?.value)
    }
    guard case .success(let value)? = found.answer else {
      throw database.damaged("an answer cannot be read")
    }
    return .answer(value)
  }

  fileprivate func fields(
    _ record: Int64?, of form: Int64, behind end: PageEnd
  ) throws(StoreError) -> DocumentPage<FoundField> {
    let answer = CheckedRow(StoredTable.answer.check)
    let lines = try database.rows(
      """
      SELECT \(StoredTable.answer.checkedColumns("a")), d.name, d.key, d.revision,
        d.base = ?3 AND d.status <> 'deleted', EXISTS (SELECT 1 FROM record o WHERE o.document = d.key)
          OR EXISTS (SELECT 1 FROM override o WHERE o.document = d.key),
        \(StoredTable.document.intact("d"))
      FROM document d LEFT JOIN answer a ON a.document = d.key AND a.record = ?2
      WHERE \(PageEnd.isBehind)
      """, [end.binding, record.map { .integer($0) } ?? .null, .integer(form)]
    ) { row throws(SQLiteError) in
      try answer.read(row)
      let isAnswered = !answer.isNull(2)
      return (
        name: DocumentName(unchecked: try row.text(9)), isAsked: row.holds(1, in: 12),
        line: FoundField(
          document: try row.int64(10), revision: try row.int64(11), isAnswered: isAnswered,
          answer: isAnswered ? try answer.answer(3) : .success(nil),
          counts: answer.isNull(7) ? !isAnswered : try answer.int64(7) == 0,
          isOfForm: try row.int64(13) == 0)
      )
    }
    return try DocumentPage(lines, behind: end, in: database)
  }

  private func definition(
    of record: Int64?, at revision: Int64, _ definitions: inout FieldDefinitions
  ) throws(StoreError) -> Fields? {
    if let known = definitions[revision] { return known }
    let found = try database.rows(
      """
      SELECT fields, \(StoredTable.row.intact()) FROM row
      WHERE record = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2)
      """, [record.map { .integer($0) } ?? .null, .integer(revision)]
    ) { row throws(SQLiteError) in try row.blob(0) }.first
    let fields = try found.map { bytes throws(StoreError) in
      try database.fields(bytes, of: "a row of a form")
    }
    definitions[revision] = .some(fields)
    return fields
  }
}
