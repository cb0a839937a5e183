internal import EkibenDocuments

// A document of a form whose rows do not depend on each other can be read in part: with the rows that an
// edit or a question names, at a cost that does not grow with the document (decision 0061). Its undo tree
// and what it holds beside answers are always there.
extension DocumentTable {
  /// More rows than that are read with all others, so that a part is small.
  private static var mostRows: Int { 512 }

  /// Reads a document with some of its rows; those that it does not have are left out.
  ///
  /// - Returns: The document, as a whole where a part would not do.
  /// - Complexity: O(rows asked for · log n), and a few nanoseconds for each entry; else as ``read(_:)``.
  func read(
    _ name: DocumentName, holding rows: Set<RowID>
  ) throws(StoreError) -> StoredDocument {
    let line = try line(of: name)
    if let outline = try outline(line) {
      var document = outline
      if try add(rows, to: &document) { return document }
    }
    return try read(name)
  }

  /// Brings rows into a document that was read in part: nothing is done where it has them all.
  ///
  /// Where others have written since, it becomes what they made of it, so that all of it is of one moment.
  ///
  /// - Complexity: O(rows · log n), or as ``read(_:)``.
  func widen(
    _ document: inout StoredDocument, to rows: Set<RowID>
  ) throws(StoreError) {
    guard document.reading.isPart, !rows.allSatisfy({ document.index[$0] != nil }) else { return }
    let version = try database.dataVersion()
    let isCurrent =
      document.reading.connection === database.identity && document.reading.dataVersion == version
    if !isCurrent {
      document = try read(document.name, holding: document.index.rows.union(rows))
    } else if try !add(rows, to: &document) {
      document = try read(document.name)
    }
  }

  /// Brings in what an edit names: the rows that it answers, or those that the entries changed over which it
  /// travels; of any other edit everything.
  func widen(
    _ document: inout StoredDocument, for operation: Edit.Operation
  ) throws(StoreError) {
    guard document.reading.isPart else { return }
    if let rows = try rows(namedBy: operation, of: document) {
      try widen(&document, to: rows)
    } else {
      document = try read(document.name)
    }
  }

  /// The whole document, of which a part was read.
  func whole(_ document: StoredDocument) throws(StoreError) -> StoredDocument {
    document.reading.isPart ? try read(document.name) : document
  }

  /// A document without rows that others can be brought into; nil where there are none that can stand alone.
  private func outline(_ line: DocumentLine) throws(StoreError) -> StoredDocument? {
    let form = BaseKey(form: line.formKey, revision: line.revision)
    guard line.usedRevisions == nil, try forms.independence.isNoted(of: form) else { return nil }
    let own = try names.recordKeys(of: line.key)
    let records = DocumentRecords(form: .none, own: own)
    guard records.areOfForm else { return nil }
    let base = try forms.newBase(form.form, revision: form.revision, rows: []) { _, _ in }
    var document = try self.document(line, base, records: records)
    document.reading.isPart = true
    document.history = try journal.history(of: document)
    return document
  }

  /// Reads the rows that a part does not have yet, with all that it has.
  ///
  /// - Returns: Whether the document can be read in part at all.
  private func add(
    _ rows: Set<RowID>, to document: inout StoredDocument
  ) throws(StoreError) -> Bool {
    let wanted = document.index.rows.union(rows)
    guard wanted.count <= Self.mostRows else { return false }
    // A copy: where reading fails, the document holds what it held.
    var (wider, found) = (document, [Int64]())
    let base = try forms.newBase(
      document.formKey, revision: document.revision, rows: wanted
    ) { record, key in
      wider.records.know(record, key: key)
      if case .row = record { found.append(key) }
    }
    (wider.base, wider.content) = (base, base.content)
    wider.activity = DocumentActivity()
    var held = try answers.readHeld(answering: found, into: &wider)
    guard hold(&held, in: &wider) else { return false }
    document = wider
    return true
  }

  /// The rows that an edit names; nil where it may be about any.
  private func rows(
    namedBy operation: Edit.Operation, of document: StoredDocument
  ) throws(StoreError) -> Set<RowID>? {
    switch operation {
    case .answers(let answers): return Set(answers.map(\.row))
    case .draft(_, let row): return [row]
    case .mark: return []
    case .revert(let number): return try rows(changedBy: [number], of: document)
    case .undo, .redo, .redoTo, .checkout:
      // What cannot be done is refused where it is tried.
      var travelled: [Int] = []
      do throws(HistoryError) {
        if case .travel(let travel)? = try document.history.propose(operation) {
          travelled = travel.of
        }
      } catch {}
      return try rows(changedBy: travelled, of: document)
    default: return nil
    }
  }

  /// The rows whose answers some entries changed; nil where they changed more than that.
  ///
  /// - Complexity: O(changes).
  private func rows(
    changedBy entries: [Int], of document: StoredDocument
  ) throws(StoreError) -> Set<RowID>? {
    let known = entries.filter { $0 > 0 && $0 <= document.count }
    return try journal.targets(ofEntries: known, of: document).answeredRows
  }
}
