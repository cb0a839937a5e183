import Ekiben
import EkibenDocuments
import EkibenInterchange

/// A document together with the store that is asked for its past.
struct DocumentReading {
  let store: Store
  let document: StoredDocument

  /// The same with the rows that changes name, where only a part of the document was read.
  func naming(_ changes: Changeset) throws(StoreError) -> DocumentReading {
    var document = document
    try store.widen(&document, to: changes.changes.lazy.map(\.target).answeredRows)
    return DocumentReading(store: store, document: document)
  }

  func entry(_ number: Int) throws(StoreError) -> Entry { try store.entry(number, of: document) }

  /// An entry with all that can be said of it.
  func line(of entry: Entry) throws(StoreError) -> HistoryEntry {
    HistoryEntry(entry, changes: try changes(of: entry), of: document)
  }

  /// What an entry changed, whether it is a node or travelled.
  func changes(of entry: Entry) throws(StoreError) -> Changeset {
    try store.changes(of: entry, in: document)
  }

  /// The answers that formulas gave, of those that entries changed one after the other.
  func calculated(by entries: [Entry]) throws(StoreError) -> Set<Change.Target> {
    try store.calculatedChanges(of: entries, in: document)
  }

  /// The revision that the document was on when it was as its content says.
  func revision(of content: Document) throws(StoreError) -> (number: Int, content: Document) {
    let own = (document.revision, document.formContent)
    let isOnSame = content.fields[.formRevision] == document.content.fields[.formRevision]
    if isOnSame || !document.usedRevisions.haveOthers { return own }
    let used = try store.revisions(usedBy: document)
    let named = content.fields[.formRevision].flatMap { id in used.first { $0.id.value == id } }
    // No entry names the first until one goes back to it.
    return (named ?? used.first).map { ($0.number, $0.content) } ?? own
  }

  /// Hands every entry on, newest first, until the body has enough.
  ///
  /// They are read in pages, so that the first is there at once, however many there are.
  func newestFirst(_ body: (Entry) throws -> Bool) throws {
    var last = document.count
    while last > 0 {
      let first = max(1, last - Self.page + 1)
      for entry in try store.entries(of: document, first...last).reversed() {
        guard try body(entry) else { return }
      }
      last = first - 1
    }
  }

  private static let page = 256
}
