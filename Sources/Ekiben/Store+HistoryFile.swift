package import EkibenDocuments
public import EkibenInterchange
public import EkibenStore

extension Store {
  /// An entry with all that stands in its line of an exported history.
  ///
  /// - Throws: ``EkibenStore/StoreError`` when there is no such entry, or reading fails.
  /// - Complexity: O(changes of the nodes on the way).
  public func historyEntry(
    _ number: Int, of document: StoredDocument
  ) throws(StoreError) -> HistoryEntry {
    let entry = try entry(number, of: document)
    return HistoryEntry(entry, changes: try changes(of: entry, in: document), of: document)
  }

  /// Hands on a document's whole history, a line at a time, as `ekiben-history/2` (rule I12).
  ///
  /// The text of each line is `encoded()`. Of an entry nothing is kept but its id. The journal is read
  /// twice, as the first line names the last entry.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - body: Takes the next line.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails,
  ///   ``EkibenInterchange/HistoryFileError`` for what cannot be written, and what the body throws.
  /// - Complexity: O(rows + entries).
  public func exportHistory(
    of document: StoredDocument, _ body: (HistoryLine) throws -> Void
  ) throws {
    let all = try entryIDs(of: document)
    let facts = try identityFacts(of: document)
    let header = HistoryHeader(
      uid: document.uid, document: document.name, form: document.form,
      end: all.last.map { HistoryEnd(entries: all.count, last: $0) })
    try body(.header(header))
    let forms = try revisions(usedBy: document)
    for form in forms {
      try body(.form(HistoryForm(document.form, content: form.content, revision: form.id)))
    }
    var ids = EntryIDs(document: document.uid)
    var pass = JournalPass(of: document, in: self)
    for number in 1..<document.count + 1 {
      var line = HistoryEntry(try pass.entry(number))
      if let revision = line.entry.formRevision {
        let form = forms.firstIndex { $0.id == revision }.map { $0 + 1 }
        line = HistoryEntry(line.entry, of: line.of, changes: line.changes, form: form)
      }
      let context = facts.context(of: line.entry, in: document.history)
      try body(.entry(try line.identified(by: &ids, context)))
    }
  }

  /// Takes in a history that was exported elsewhere, with every entry as it was (rule I12).
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - name: The document's name here; nil keeps the one that it had.
  /// - Returns: The document.
  /// - Throws: ``EkibenInterchange/HistoryFileError`` when the file is no history, and
  ///   ``EkibenStore/StoreError`` when the store refuses; then nothing has come in.
  /// - Complexity: O(rows + entries).
  public func importHistory(
    _ bytes: [UInt8], as name: DocumentName? = nil
  ) throws -> StoredDocument { try importHistory(HistoryReader.read(bytes), as: name) }

  /// Takes in a history that was read to its end.
  package func importHistory(
    _ reader: HistoryReader, as name: DocumentName?
  ) throws -> StoredDocument {
    // A history that is whole has a header, a form and an entry: `finish` throws for any other.
    guard let header = reader.header, let form = reader.forms.first
    else { throw HistoryFileError(.missing("its first line"), at: SourcePlace(line: 1)) }
    return try adopt(
      name ?? header.document, uid: header.uid, form: header.form, content: form.content,
      others: reader.forms.dropFirst().map(\.content),
      entries: reader.journal.entries, sources: reader.sources)
  }
}

extension HistoryEntry {
  /// An entry of a store's, on the way through its journal.
  package init(_ passed: JournalPass.Passed) {
    self.init(
      passed.entry, of: passed.travelled + [passed.entry.reverted].compactMap(\.self),
      changes: passed.changes)
  }

  /// An entry of a document with what it changed.
  package init(_ entry: Entry, changes: Changeset, of document: StoredDocument) {
    let path = document.history.travelled(by: entry)
    self.init((entry, path.undone + path.redone, changes))
  }
}
