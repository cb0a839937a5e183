internal import EkibenDocuments
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
    let path = document.history.travelled(by: entry)
    return HistoryEntry(
      entry, of: path.undone + path.redone + [entry.reverted].compactMap(\.self),
      changes: try changes(of: entry, in: document))
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
    let content = document.formContent
    try body(.form(HistoryForm(document.form, content: content, revision: facts.revision)))
    var ids = EntryIDs(document: document.uid)
    for number in 1..<document.count + 1 {
      let line = try historyEntry(number, of: document)
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
  ) throws -> StoredDocument {
    var reader = HistoryReader()
    var splitter = LineSplitter()
    for line in try splitter.take(bytes) { _ = try reader.read(line: line) }
    if let line = splitter.finish() { _ = try reader.read(line: line) }
    try reader.finish()
    // A history that is whole has a header, a form and an entry.
    guard let header = reader.header, let form = reader.forms.first, reader.forms.count == 1 else {
      throw ExchangeError.severalRevisions
    }
    return try adopt(
      name ?? header.document, uid: header.uid, form: header.form, content: form.content,
      entries: reader.journal.entries, sources: reader.sources)
  }
}

/// Why a history that can be read cannot come into a store.
public enum ExchangeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It goes from one revision of its form to another, which a store cannot do yet.
  case severalRevisions

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .severalRevisions:
      "the history goes over several revisions of its form; this version takes one only"
    }
  }
}
