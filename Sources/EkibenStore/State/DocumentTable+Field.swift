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
  /// A body that returns false ends it.
  ///
  /// - Returns: Whether all that was handed on is of one moment.
  /// - Throws: ``StoreError/unknownForm(_:)``, ``StoreError/unknownRow(_:document:)`` where no revision of the form
  ///   has the row, and whatever reading can meet.
  /// - Complexity: O(log n) a document that differs from its form in answers alone and in which this one
  ///   counts; of others as ``document(_:)``.
  package func eachFieldAnswer(
    to row: RowID, in form: DocumentName,
    _ body: (_ document: DocumentName, _ found: FieldAnswer) -> Bool
  ) throws(StoreError) -> Bool {
    var definitions: FieldDefinitions = [:]
    return try eachLine(
      of: [form],
      { (state, key, end) throws(StoreError) in
        guard let record = try state.names.key(of: .row(row), ofForm: key)
        else { throw .unknownRow(row, document: form) }
        return try state.documents.answers(to: record, of: key, behind: end, &definitions)
      },
      { (state, name, answer) throws(StoreError) in
        if let answer { return answer }
        return .document(try state.documents.read(name))
      }, body)
  }
}

/// What revisions of a form say of one row, as far as they were asked.
private typealias FieldDefinitions = [Int64: Fields?]

extension DocumentTable {
  /// What the documents of a page answer; nil of those that only the whole document says it of.
  fileprivate func answers(
    to record: Int64, of form: Int64, behind end: PageEnd, _ definitions: inout FieldDefinitions
  ) throws(StoreError) -> DocumentPage<FieldAnswer?> {
    let answer = CheckedRow(StoredTable.answer.check)
    let lines = try database.rows(
      """
      SELECT \(StoredTable.answer.checkedColumns("a")), d.name, d.key, d.revision,
        d.base = ?3 AND d.status <> 'deleted', EXISTS (SELECT 1 FROM record o WHERE o.document = d.key)
          OR EXISTS (SELECT 1 FROM override o WHERE o.document = d.key),
        \(StoredTable.document.intact("d"))
      FROM document d LEFT JOIN answer a ON a.document = d.key AND a.record = ?2
      WHERE \(PageEnd.isBehind)
      """, [end.binding, .integer(record), .integer(form)]
    ) { row -> DocumentPage<FieldAnswer?>.Element in
      try answer.read(row)
      let (name, isAsked) = (DocumentName(unchecked: try row.text(9)), row.holds(1, in: 12))
      let isAnswered = !answer.isNull(2)
      // One of format 1 may not count.
      let counts = answer.isNull(7) ? !isAnswered : try answer.int64(7) == 0
      // Of a secret only its mask shows, of what repeats the instances answer, and what a form begins with may be
      // hidden.
      guard isAsked, counts, try row.int64(13) == 0,
        let definition = try self.definition(of: record, at: try row.int64(11), &definitions),
        !definition.isSecret, !definition.isTrue(.repeats), isAnswered || definition[.value] == nil
      else { return (name, isAsked, nil) }
      // An answer that is not there may have a key that is not its own: its neighbours tell.
      if !isAnswered {
        let found = try answers.answers(of: try row.int64(10), record: record)
        return (name, true, .answer(found.first?.value))
      }
      guard case .success(let value)? = try answer.answer(3) else {
        throw database.damaged("an answer cannot be read")
      }
      return (name, true, .answer(value))
    }
    return try DocumentPage(lines, behind: end, in: database)
  }

  private func definition(
    of record: Int64, at revision: Int64, _ definitions: inout FieldDefinitions
  ) throws(StoreError) -> Fields? {
    if let known = definitions[revision] { return known }
    let fields = try database.rows(
      """
      SELECT fields, \(StoredTable.row.intact()) FROM row
      WHERE record = ?1 AND since <= ?2 AND (until IS NULL OR until > ?2)
      """, [.integer(record), .integer(revision)]
    ) { row in try database.fields(try row.blob(0), of: "a row of a form") }.first
    definitions[revision] = .some(fields)
    return fields
  }
}
