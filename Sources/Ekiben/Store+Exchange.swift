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

  /// Hands on a document's whole history, a line at a time, as `ekiben-history/1` (rule I12).
  ///
  /// The text of each line is `encoded()`; nothing is kept, so the length of the history does not matter.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - body: Takes the next line.
  /// - Throws: ``EkibenStore/StoreError`` when reading fails, and what the body throws.
  /// - Complexity: O(rows + entries).
  public func exportHistory(
    of document: StoredDocument, _ body: (HistoryLine) throws -> Void
  ) throws {
    let header = HistoryHeader(uid: document.uid, document: document.name, form: document.form)
    try body(.header(header))
    try body(.form(HistoryForm(document.form, content: document.formContent)))
    for number in 1..<document.count + 1 {
      try body(.entry(try historyEntry(number, of: document)))
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
      entries: reader.journal.entries)
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
