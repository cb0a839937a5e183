package import EkibenDocuments

/// A way through a document's journal, forwards or back: entries with what they changed, read in pages.
///
/// Neither memory nor the store's lock is held for long, and a block of old entries is read once for all
/// that are passed. Entries that are asked for out of turn are read one by one.
package struct JournalPass {
  /// An entry, the nodes that it travelled over, and what it changed in the document, whether it is a node
  /// or travelled.
  package typealias Passed = (entry: Entry, travelled: [Int], changes: Changeset)

  private let document: StoredDocument
  private let store: Store
  // The entries that were read last, in order.
  private var page: [Passed] = []
  private var last = 0
  // What was read of the blocks, and through which connection.
  private var blocks: [TargetKey: BlockCursor] = [:]
  private var connection: ConnectionIdentity?

  private static let pageSize = 256

  /// Begins a way through the journal as far as the document knows it.
  package init(of document: StoredDocument, in store: Store) {
    (self.document, self.store) = (document, store)
  }

  /// An entry, with those that come next where it stands beside the one that was asked for before.
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, and whatever reading can meet.
  /// - Complexity: O(changes), most often without a look into the file.
  package mutating func entry(_ number: Int) throws(StoreError) -> Passed {
    // The journal may have become longer, which the document does not know.
    guard number > 0, number <= document.count else { throw .history(.unknownEntry(number)) }
    defer { last = number }
    if let found = known(number) { return found }
    let range =
      switch number - last {
      case 1: number...min(number + Self.pageSize - 1, document.count)
      case -1: max(number - Self.pageSize + 1, 1)...number
      default: number...number
      }
    do throws(StoreError) { try read(range) } catch {
      // Another one of the page may be the one that cannot be read.
      if range.count == 1 { throw error }
      try read(number...number)
    }
    guard let found = known(number) else { throw .history(.unknownEntry(number)) }
    return found
  }

  private func known(_ number: Int) -> Passed? {
    guard let first = page.first?.entry.number else { return nil }
    let place = number - first
    return page.indices.contains(place) ? page[place] : nil
  }

  private mutating func read(_ range: ClosedRange<Int>) throws(StoreError) {
    page = []
    var (found, blocks, connection) = ([Passed](), self.blocks, self.connection)
    self.blocks = [:]
    defer { (self.blocks, self.connection) = (blocks, connection) }
    try store.asking(document) { (state, document) throws(StoreError) in
      // Another connection may be one to another file.
      if connection !== state.database.identity { blocks = [:] }
      connection = state.database.identity
      let journal = state.journal
      try journal.passing(&blocks) { () throws(StoreError) in
        found = try journal.entries(of: document, range).map { entry throws(StoreError) in
          let path = document.history.travelled(by: entry)
          return (
            entry, path.undone + path.redone, try journal.changes(of: entry, in: document)
          )
        }
      }
    }
    page = found
  }
}
