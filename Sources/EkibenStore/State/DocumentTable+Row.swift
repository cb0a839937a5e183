internal import EkibenDocuments
internal import EkibenSQLite

extension DocumentTable {
  /// A row of a document's form with its answer, found without reading the document.
  ///
  /// - Returns: nil where only the whole document says what the row is: one that has records of its own or
  ///   differs from its form in more than answers, one whose form has no such row, and for a secret.
  /// - Complexity: O(log n).
  func formRow(
    _ id: RowID, of name: DocumentName
  ) throws(StoreError) -> (row: Document.Row, state: FieldState)? {
    let found = try database.rows(
      """
      SELECT d.key, r.key, v.position, v.component, v.fields,
        \(StoredTable.document.intact("d")), \(StoredTable.document.intact("f")),
        \(StoredTable.record.intact("r")), \(StoredTable.row.intact("v"))
      FROM document d JOIN document f ON f.key = d.base
        JOIN record r ON r.document = f.key AND r.kind = 'row' AND r.id = ?2
        JOIN row v ON v.record = r.key AND v.since <= d.revision
          AND (v.until IS NULL OR v.until > d.revision)
      WHERE d.kind = 'document' AND d.name = ?1
        AND NOT EXISTS (SELECT 1 FROM record o WHERE o.document = d.key)
        AND NOT EXISTS (SELECT 1 FROM override o WHERE o.document = d.key)
      """, [.text(name.rawValue), .text(id.rawValue)]
    ) { row -> (row: Document.Row, state: FieldState)? in
      let component = try row.text(3)
      let fields = try database.fields(try row.blob(4), of: "row \(id)")
        .setting(.component, component.isEmpty ? nil : .text(component))
      if fields.isSecret { return nil }
      let answer = try answers.answers(of: try row.int64(0), record: try row.int64(1)).first
      return (
        Document.Row(id: id, order: OrderKey(bytes: try row.blob(2)), fields: fields),
        FieldState(
          value: answer.map(\.value) ?? fields[.value],
          origin: answer?.origin ?? Origins.Origin(entry: 0))
      )
    }
    return found.first ?? nil
  }
}
