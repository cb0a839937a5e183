internal import EkibenDocuments
internal import EkibenSQLite

extension PastLookup {
  /// Above this many nodes on the way, looking up every field is faster than going the way.
  private static var nearby: Int { 512 }

  /// The document as it stood after an entry.
  func content(
    of document: StoredDocument, at number: Int, head: Int
  ) throws(StoreError) -> Document {
    let path = document.history.path(from: document.head, to: head)
    let revision = try pastRevision(of: document, at: number)
    if revision != nil || path.up.count + path.down.count > Self.nearby {
      return try content(of: document, lookedUpAt: number, revision)
    }
    let changes = try document.history.changes(undone: path.up, redone: path.down) {
      number throws(StoreError) in try journal.entry(number, of: document)
    }
    var copy = document.content
    do { try copy.apply(changes, at: document.index) } catch {
      throw database.damaged("\(document.name) is not what its journal says: \(error)")
    }
    return copy
  }

  /// The document as it stood after an entry, with who wrote what it held; its history is still all of it.
  ///
  /// - Complexity: O(fields ever written).
  func document(_ document: StoredDocument, at number: Int) throws(StoreError) -> StoredDocument {
    if number == document.count { return document }
    return try state(of: document, lookedUpAt: number, try pastRevision(of: document, at: number))
  }

  /// The same, looked up.
  func content(
    of document: StoredDocument, lookedUpAt number: Int, _ revision: Int? = nil
  ) throws(StoreError) -> Document {
    try state(of: document, lookedUpAt: number, revision).content
  }

  /// Looks every field up that was ever written.
  private func state(
    of document: StoredDocument, lookedUpAt number: Int, _ revision: Int?
  ) throws(StoreError) -> StoredDocument {
    var held = HeldState()
    var written: [(target: Change.Target, past: PastValue)] = []
    for key in try changedFields(of: document) {
      let target = try names.target(of: key, in: document)
      guard let past = try past(key, target, of: document, at: number), past.writer > 0
      else { continue }
      held.setValue(past.value, of: target)
      written.append((target, past))
    }
    var result = document
    let revision = revision ?? document.revision
    let base = try forms.base(of: document, revision: revision, holding: held)
    guard result.become(base, revision: revision, holding: held) else {
      throw database.damaged("\(document.name) had a row that stood in no section")
    }
    // Of the past the file does not say which answers counted.
    result.activity.inactive = nil
    result.origins = Origins()
    // Of entries that are archived a page is read for those that stand together.
    for (target, past) in written.sorted(by: { $0.past.writer < $1.past.writer }) {
      result.origins[target] = try origin(of: past, target, in: document)
    }
    return result
  }

  /// Every field that an entry ever changed.
  private func changedFields(of document: StoredDocument) throws(StoreError) -> [TargetKey] {
    let archived = try database.rows(
      "SELECT DISTINCT record, field FROM block WHERE document = ?", [.integer(document.key)]
    ) { row in TargetKey(record: try row.int64(0), field: try row.int64(1)) }
    let spots = try tail(of: document).spots
    if spots.isEmpty { return archived }
    let known = Set(archived)
    return archived + spots.keys.filter { !known.contains($0) }
  }

  func lastEntry(of document: StoredDocument, atOrBefore time: Int64) throws(StoreError) -> Int? {
    let bounds = EntryKey.range(1, document.count, in: document.key)
    let live = try database.integer(
      """
      SELECT key & 4294967295 FROM entry
      WHERE key BETWEEN ? AND ? AND \(StoredTable.entry.intact()) AND time <= ?
      ORDER BY key DESC LIMIT 1
      """, bounds + [.integer(time)])
    if let live { return Int(clamping: live) }
    let first = try database.integer(
      """
      SELECT first FROM chunk
      WHERE document = ? AND \(StoredTable.chunk.intact()) AND since <= ?
      ORDER BY first DESC LIMIT 1
      """, [.integer(document.key), .integer(time)])
    guard let first else { return nil }
    return try journal.chunk(with: Int(clamping: first), of: document.key)?.last(atOrBefore: time)
  }
}
