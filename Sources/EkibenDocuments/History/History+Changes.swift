/// What follows from the undo tree together with the entries, which are fetched when they are needed.
///
/// `entry` gives an entry that the history knows, wherever it is kept: journals in memory and on disk
/// work alike.
extension History {
  /// The nodes that an entry travelled over; none for nodes and marks.
  ///
  /// - Complexity: O(distance).
  public func travelled(by entry: Entry) -> (undone: [Int], redone: [Int]) {
    guard !entry.kind.isNode, let parent = entry.parent else { return ([], []) }
    let path = path(from: parent, to: entry.head)
    return (path.up, path.down)
  }

  /// What an entry changed in the document, whether it is a node or travelled.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  package func changes<Failure>(
    of written: Entry, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Changeset {
    written.kind.isNode ? written.changes : Self.joined(try parts(of: written, entry))
  }

  /// The changesets of the nodes that an entry travelled over, in order; for a node, its own
  /// changes alone.
  ///
  /// - Complexity: O(changes of the nodes on the way).
  package func parts<Failure>(
    of written: Entry, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Changeset] {
    if written.kind.isNode { return [written.changes] }
    let path = travelled(by: written)
    return try parts(undone: path.undone, redone: path.redone, entry)
  }

  private func parts<Failure>(
    undone: [Int], redone: [Int], _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> [Changeset] {
    try undone.map { node throws(Failure) in try entry(node).changes.inverted }
      + redone.map { node throws(Failure) in try entry(node).changes }
  }

  /// Joins changesets that follow each other into one.
  package static func joined(_ parts: [Changeset]) -> Changeset {
    // One keystroke is the usual thing; several changes come in the order of the first.
    let isSingle = parts.count == 1 && parts[0].changes.count == 1
    return isSingle ? parts[0] : Changeset.squash(parts)
  }

  /// The changes that undoing some nodes and redoing others makes in the document.
  ///
  /// - Complexity: O(changes of the nodes).
  package func changes<Failure>(
    undone: [Int], redone: [Int], _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Changeset {
    Self.joined(try parts(undone: undone, redone: redone, entry))
  }

  /// The changes that lead from the state after one node to the state after another.
  ///
  /// - Complexity: O(changes of the nodes between).
  package func changes<Failure>(
    from source: Int, to target: Int, _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Changeset {
    let path = path(from: source, to: target)
    return try changes(undone: path.up, redone: path.down, entry)
  }

  /// A record as it was after a node.
  package struct PastRecord: Hashable {
    package let record: RecordID
    package let node: Int
  }

  /// The entries that wrote the fields of records, as of nodes that are all on one way to the root.
  ///
  /// Nil stands for a record as a whole. Fields that no entry wrote are not among them.
  ///
  /// - Complexity: O(changes of the nodes on the way to the root), for all of them together.
  func writers<Failure>(
    of records: [PastRecord], _ entry: (Int) throws(Failure) -> Entry
  ) throws(Failure) -> Origins.Writers {
    var writers: Origins.Writers = [:]
    var waiting = records.sorted { $0.node < $1.node }
    var sought: [RecordID: PastRecord] = [:]
    var node = waiting.last?.node ?? 0
    while node > 0 {
      while let next = waiting.last, next.node >= node {
        sought[next.record] = next
        waiting.removeLast()
      }
      let written = try entry(node)
      // A field's own change is behind the one of its record.
      for at in written.changes.changes.indices.reversed() {
        let change = written.changes.changes[at]
        guard let past = sought[change.record] else { continue }
        let names = change.field == nil ? change.after?.asRecord?.names ?? [] : []
        for name in [change.field] + names.map(Optional.some) {
          let target = Change.Target(change.record, name)
          let known = writers[past]?[name]
          writers[past, default: [:]][name] =
            known ?? Origins.Origin(of: target, writtenBy: written, at: at)
        }
        if change.field == nil { sought[change.record] = nil }
      }
      node = (sought.isEmpty ? waiting.last?.node : parent(of: node)) ?? 0
    }
    return writers
  }
}

extension Entry {
  /// A record as it was before.
  func past(_ record: RecordID) -> History.PastRecord {
    History.PastRecord(record: record, node: parent ?? 0)
  }

  /// The records that it changed as a whole, as they were before.
  var pastRecords: [History.PastRecord] {
    changes.changes.prefix(origins.count).filter { $0.field == nil }.map { past($0.record) }
  }
}
