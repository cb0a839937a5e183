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
  // What the file's data version was when this value was current; see Store+Edit.
  var dataVersion: UInt32

  /// The row of an id, answers and all.
  ///
  /// - Complexity: O(1).
  public func row(_ id: RowID) -> Document.Row? {
    index.rows[id].map { content[$0] }
  }

  /// The document as it stood after an entry (rule H5).
  ///
  /// - Throws: ``EkibenDocuments/HistoryError/unknownEntry(_:)``, or ``StoreError/conflict(_:)`` when
  ///   the journal does not fit the content.
  /// - Complexity: O(changes between that entry and now).
  public func content(at number: Int) throws(StoreError) -> Document {
    guard let entry = journal[number] else { throw .history(.unknownEntry(number)) }
    let changes = journal.changes(from: journal.head, to: entry.head)
    do {
      var copy = content
      try copy.apply(changes, at: index)
      return copy
    } catch {
      throw .conflict(error)
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

  mutating func follow(_ entry: Entry) throws(StoreError) {
    do {
      try journal.append(entry)
    } catch {
      throw .history(error)
    }
    do {
      try content.apply(journal.changes(of: entry), at: index)
    } catch {
      throw .conflict(error)
    }
    origins.follow(entry, in: journal)
  }
}
