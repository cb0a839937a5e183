/// A document's entries in order, with the undo tree over them, in memory.
///
/// A store keeps its journals on disk and reads what is asked for; both work alike.
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

  /// Appends the next entry.
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
    history.travelled(by: entry)
  }

  /// What an entry changed in the document, whether it is a node or travelled.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  public func changes(of entry: Entry) -> Changeset { history.changes(of: entry, known) }

  /// The changes that undoing some nodes and redoing others makes in the document.
  ///
  /// - Complexity: O(changes of the nodes).
  public func changes(undone: [Int], redone: [Int]) -> Changeset {
    history.changes(
      undone: undone.filter { self[$0] != nil }, redone: redone.filter { self[$0] != nil }, known)
  }

  /// The changes that lead from the state after one node to the state after another.
  ///
  /// - Complexity: O(changes of the nodes between).
  public func changes(from source: Int, to target: Int) -> Changeset {
    let path = history.path(from: source, to: target)
    return changes(undone: path.up, redone: path.down)
  }

  /// An entry that the history knows: exactly those are here.
  package func known(_ number: Int) -> Entry { entries[number - 1] }
}
