public import EkibenDocuments

/// Edits of a document by its name, for whoever keeps neither the document nor a session.
///
/// Each reads first what it needs of the document: the rows that it names where the form's rows do not
/// depend on each other, else all of it. Whoever edits one document many times keeps it and calls
/// ``Store/perform(_:on:by:expecting:)``, which reads nothing again.
extension Store {
  /// Does something to a document: state, journal and head in one transaction (rule P1).
  ///
  /// - Parameters:
  ///   - edit: What to do.
  ///   - name: The document's name.
  ///   - metadata: Who does it, when and why.
  /// - Returns: The entry, or nil when there is nothing to do.
  /// - Throws: ``StoreError/unknownDocument(_:)``, and as ``perform(_:on:by:expecting:)``.
  /// - Complexity: O(changes · log n), and a few nanoseconds for each entry, where the edit gives answers or
  ///   goes through the undo tree and no row of the form depends on another; else also O(rows + answers).
  @discardableResult
  public func perform(
    _ edit: Edit, on name: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    var document = try document(name, holding: [])
    return try perform(edit, on: &document, by: metadata)
  }

  /// Gives and takes answers as one step; nil takes the answer away.
  ///
  /// What a row's component says of an answer is not asked here.
  ///
  /// - Returns: The entry, or nil if every answer is there already.
  /// - Throws: ``StoreError/unknownRow(_:document:)``, and as `perform(_:on:by:)`.
  @discardableResult
  public func set(
    _ answers: [(row: RowID, value: Value?)], in name: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    try perform(.answers(answers), on: name, by: metadata)
  }

  /// Undoes steps, as one entry.
  ///
  /// - Returns: The entry.
  /// - Throws: ``StoreError/history(_:)`` when there are fewer steps, and as `perform(_:on:by:)`.
  @discardableResult
  public func undo(
    steps: Int = 1, in name: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    try perform(.undo(steps: steps), on: name, by: metadata)
  }

  /// Redoes steps, as one entry; where the history forks, on the branch last visited.
  ///
  /// - Returns: The entry.
  /// - Throws: ``StoreError/history(_:)`` when there are fewer steps, and as `perform(_:on:by:)`.
  @discardableResult
  public func redo(
    steps: Int = 1, in name: DocumentName, by metadata: EditMetadata
  ) throws(StoreError) -> Entry? {
    try perform(.redo(steps: steps), on: name, by: metadata)
  }
}
