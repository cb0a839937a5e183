public import EkibenDocuments

/// A document as its store has it: its form's content with its answers, and its whole journal.
///
/// It is a value; what a store writes afterwards shows when it is given back to the store, which
/// brings it up to date first.
public struct StoredDocument: Sendable {
  /// The document's name in this store.
  public let name: DocumentName
  /// The 128 random bits that name the document outside this store.
  public let uid: [UInt8]
  /// The form that it is filled in from.
  public let form: DocumentName
  /// The form's revision that it uses.
  public let revision: Int
  /// Draft or final.
  public let status: String
  /// Form and answers as they stand.
  public internal(set) var content: Document
  /// Where each record of ``content`` stands.
  public internal(set) var index: Document.Index
  /// Which entry wrote each answer.
  public internal(set) var origins: Origins
  /// Every entry, and the undo tree over them.
  public internal(set) var journal: Journal

  let key: Int64
  let recordKeys: [RowID: Int64]
  // The connection it was read through, and what the file's data version was for that connection
  // when this value was current; see Store+Edit.
  let connection: ConnectionIdentity
  var dataVersion: UInt32

  /// The row of an id, answers and all.
  ///
  /// - Complexity: O(1).
  public func row(_ id: RowID) -> Document.Row? {
    index.rows[id].map { content[$0] }
  }

  /// The document as it stood after an entry (rule H5).
  ///
  /// - Throws: ``StoreError/history(_:)`` when there is no such entry, or when an entry on the way does
  ///   not fit the content.
  /// - Complexity: O(changes between that entry and now).
  public func content(at number: Int) throws(StoreError) -> Document {
    guard let entry = journal[number] else { throw .history(.unknownEntry(number)) }
    let path = journal.history.path(from: journal.head, to: entry.head)
    var copy = content
    for node in path.up { try apply(journal[node]?.changes.inverted, of: node, to: &copy) }
    for node in path.down { try apply(journal[node]?.changes, of: node, to: &copy) }
    return copy
  }

  // One node after the other, so that the one that does not fit can be named.
  private func apply(
    _ changes: Changeset?, of node: Int, to content: inout Document
  ) throws(StoreError) {
    do {
      try content.apply(changes ?? Changeset(), at: index)
    } catch {
      throw .history(.broken(entry: node))
    }
  }

  /// The origins of the answers as they stood after an entry.
  ///
  /// - Complexity: O(changes up to that entry).
  public func origins(at number: Int) -> Origins {
    var origins = Origins()
    for entry in journal.entries.prefix(max(number, 0)) { origins.follow(entry, in: journal) }
    return origins
  }

  /// The number of the last entry at or before a time: clocks go back, numbers don't.
  ///
  /// - Returns: nil when every entry is later.
  /// - Complexity: O(entries).
  public func lastEntry(atOrBefore time: Int64) -> Int? {
    journal.entries.last { $0.time <= time }?.number
  }

  // Checked first, so that a damaged entry leaves content and journal together.
  mutating func follow(_ entry: Entry) throws(StoreError) {
    let changes = journal.changes(of: entry)
    do { try content.check(changes, at: index) } catch {
      throw .history(.broken(entry: entry.number))
    }
    do { try journal.append(entry) } catch { throw .history(error) }
    try apply(changes, of: entry.number, to: &content)
    origins.follow(entry, in: journal)
  }
}
