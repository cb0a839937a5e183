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
    return try eachPage(
      of: [form],
      { (state, key, last) throws(StoreError) in
        try state.documents.answers(to: row, of: key, after: last, &definitions)
      }, body)
  }
}

/// What revisions of a form say of one row, as far as they were asked.
private typealias FieldDefinitions = [Int64: Fields?]

/// What the file has of a document and one row of its form.
private struct FoundField {
  let document: DocumentName
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
  // So many documents are asked with one statement.
  private static let page = 256

  fileprivate func answers(
    to row: RowID, of form: Int64, after last: DocumentName?, _ definitions: inout FieldDefinitions
  ) throws(StoreError) -> [(DocumentName, FieldAnswer)] {
    let record = try names.key(of: .row(row), ofForm: form)
    var answers: [(DocumentName, FieldAnswer)] = []
    for found in try found(record, of: form, after: last) {
      let definition = try definition(of: record, at: found.revision, &definitions)
      let answer: FieldAnswer
      if let definition, found.says(allOf: definition) {
        guard case .success(let value)? = found.answer else {
          throw database.damaged("an answer cannot be read")
        }
        answer = .answer(value)
      } else {
        answer = .document(try read(found.document))
      }
      answers.append((found.document, answer))
    }
    return answers
  }

  private func found(
    _ record: Int64?, of form: Int64, after last: DocumentName?
  ) throws(StoreError) -> [FoundField] {
    let answer = CheckedRow(StoredTable.answer.check)
    return try database.rows(
      """
      SELECT \(StoredTable.answer.checkedColumns("a")), d.name, d.revision,
        EXISTS (SELECT 1 FROM record o WHERE o.document = d.key)
          OR EXISTS (SELECT 1 FROM override o WHERE o.document = d.key),
        \(StoredTable.document.intact("d"))
      FROM document d LEFT JOIN answer a ON a.document = d.key AND a.record = ?3
      WHERE d.kind = 'document' AND +d.base = ?1 AND d.name > ?2 AND d.status <> 'deleted'
      ORDER BY d.name LIMIT \(Self.page)
      """,
      [.integer(form), .text(last?.rawValue ?? ""), record.map { .integer($0) } ?? .null]
    ) { row throws(SQLiteError) in
      try answer.read(row)
      let isAnswered = !answer.isNull(2)
      return FoundField(
        document: DocumentName(unchecked: try row.text(9)), revision: try row.int64(10),
        isAnswered: isAnswered, answer: isAnswered ? try answer.answer(3) : .success(nil),
        counts: answer.isNull(7) ? !isAnswered : try answer.int64(7) == 0,
        isOfForm: try row.int64(11) == 0)
    }
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
