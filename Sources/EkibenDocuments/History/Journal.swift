/// A document's entries in order, with the undo tree over them.
public struct Journal: Sendable {
  /// The entries; entry N is at index N − 1.
  public private(set) var entries: [Entry] = []
  /// The undo tree.
  public private(set) var history = History()

  /// Makes an empty journal.
  public init() {}

  /// The entry of a number, or nil.
  public subscript(number: Int) -> Entry? {
    number > 0 && number <= entries.count ? entries[number - 1] : nil
  }

  /// The node whose state the document shows.
  public var head: Int { history.head }

  /// Takes note of the next entry.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` when the entry does not continue the journal.
  public mutating func append(_ entry: Entry) throws(HistoryError) {
    try history.append(entry)
    entries.append(entry)
  }

  /// The nodes that an entry travelled over; none for nodes and marks.
  ///
  /// - Complexity: O(distance).
  public func travelled(by entry: Entry) -> (undone: [Int], redone: [Int]) {
    guard !entry.kind.isNode, let parent = entry.parent else { return ([], []) }
    let path = history.path(from: parent, to: entry.head)
    return (path.up, path.down)
  }

  /// What an entry changed in the document, whether it is a node or travelled.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  public func changes(of entry: Entry) -> Changeset {
    if entry.kind.isNode { return entry.changes }
    let path = travelled(by: entry)
    return changes(undone: path.undone, redone: path.redone)
  }

  /// What taking back and doing again some nodes changes in the document.
  ///
  /// - Complexity: O(changes of the nodes).
  public func changes(undone: [Int], redone: [Int]) -> Changeset {
    Changeset.squash(
      undone.compactMap { self[$0]?.changes.inverted } + redone.compactMap { self[$0]?.changes })
  }

  /// Which entry wrote each field of a record as it was in the state after a node.
  ///
  /// Nil stands for the record as a whole. Fields that no entry wrote are not among them.
  ///
  /// - Complexity: O(changes of the nodes on the way to the root).
  func writers(of record: RecordID, at number: Int) -> [FieldName?: Int] {
    var writers: [FieldName?: Int] = [:]
    var node = self[number]
    while let entry = node {
      for change in entry.changes.changes where change.record == record {
        let names = change.after?.asRecord?.names.map(Optional.some) ?? []
        for name in change.field == nil ? [nil] + names : [change.field] {
          writers[name] = writers[name] ?? entry.number
        }
        if change.field == nil { return writers }
      }
      node = history.parent(of: entry.number).flatMap { self[$0] }
    }
    return writers
  }

  /// What leads from the state after one node to the state after another.
  ///
  /// - Complexity: O(changes of the nodes between).
  public func changes(from source: Int, to target: Int) -> Changeset {
    let path = history.path(from: source, to: target)
    return changes(undone: path.up, redone: path.down)
  }
}
