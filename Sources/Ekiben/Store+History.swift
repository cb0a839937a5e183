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
}
