public import EkibenDocuments

extension Store {
  /// The answer of a row of kind `secret`, of which the document itself holds a mask (rule H19).
  ///
  /// - Parameters:
  ///   - row: The row.
  ///   - document: The document; asked is what the file says now.
  /// - Returns: The answer; nil where there is none, or only its mask came from elsewhere.
  /// - Throws: ``StoreError/unknownRow(_:document:)`` for one that is no secret, and whatever reading can meet.
  /// - Complexity: O(log n).
  public func secret(_ row: RowID, of document: StoredDocument) throws(StoreError) -> Value? {
    try asking(document) { state, document throws(StoreError) in
      guard document.row(row)?.fields.isSecret == true else {
        throw .unknownRow(row, document: document.name)
      }
      guard let record = document.records.key(of: .row(row)) else { return nil }
      let value = try state.answers.answers(of: document.key).first { $0.record == record }?.value
      return value == .masked ? nil : value
    }
  }
}
