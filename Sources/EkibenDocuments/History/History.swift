/// The undo tree: a view over the journal that says where the head is and where it can go.
///
/// It decides and changes nothing but itself; what a ``Travel`` means for the document is worked out
/// by ``Journal``. `undo`, `redo`, `checkout` and `mark` are not nodes and never clear redo (rule H3);
/// a new edit starts a branch and leaves the others where they are (rule H6).
public struct History: Sendable {
  private struct Node {
    let parent: Int
    let step: Int
    var visitedChild: Int?
  }

  // By entry number; entries that are not nodes have none.
  private var nodes: [Node?] = [nil]

  /// The node whose state the document shows; 0 before the first entry.
  public private(set) var head = 0

  /// Makes the tree of an empty journal.
  public init() {}

  /// The number of the last entry.
  public var count: Int { nodes.count - 1 }

  /// Whether an entry is a node of the tree.
  public func isNode(_ number: Int) -> Bool {
    nodes.indices.contains(number) && nodes[number] != nil
  }

  /// The node from which a node was made; nil for the root and for what is no node.
  public func parent(of number: Int) -> Int? {
    guard nodes.indices.contains(number), let node = nodes[number], node.parent != 0 else {
      return nil
    }
    return node.parent
  }

  /// The child that redo would take from a node; nil for leaves and for what is no node.
  public func visitedChild(of number: Int) -> Int? {
    nodes.indices.contains(number) ? nodes[number]?.visitedChild : nil
  }

  /// Takes note of the next entry.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` when the entry does not continue the journal.
  /// - Complexity: O(1) for nodes and marks, O(distance) for entries that travel.
  public mutating func append(_ entry: Entry) throws(HistoryError) {
    let continues =
      entry.number == nodes.count && (entry.parent ?? 0) == head
      && (entry.kind == .create) == (entry.number == 1)
    guard continues else { throw .broken(entry: entry.number) }
    if entry.kind.isNode {
      guard entry.head == entry.number else { throw .broken(entry: entry.number) }
      nodes.append(Node(parent: head, step: entry.step))
      if head != 0 { nodes[head]?.visitedChild = entry.number }
    } else {
      guard isNode(entry.head), leads(entry) else { throw .broken(entry: entry.number) }
      nodes.append(nil)
      visit(entry.head)
    }
    head = entry.head
  }

  // Undo goes up, redo goes down, a mark stays.
  private func leads(_ entry: Entry) -> Bool {
    switch entry.kind {
    case .undo: isAncestor(entry.head, of: head)
    case .redo: isAncestor(head, of: entry.head)
    case .mark: entry.head == head
    case .checkout, .create, .edit, .apply, .revert, .move, .import, .submit, .reopen: true
    }
  }

  // What is on the way down becomes what redo takes next. Above the fork nothing changes: a parent
  // of an ancestor of the head always has that ancestor as its visited child.
  private mutating func visit(_ target: Int) {
    for node in path(from: head, to: target).down {
      if let parent = parent(of: node) { nodes[parent]?.visitedChild = node }
    }
  }

  private func isAncestor(_ ancestor: Int, of number: Int) -> Bool {
    var node = number
    // A parent has a smaller number, so the walk can stop early.
    while node > ancestor { node = parent(of: node) ?? 0 }
    return node == ancestor
  }
}

extension History {
  /// Says where undoing some steps leads.
  ///
  /// - Throws: ``HistoryError/nothingToUndo`` or ``HistoryError/tooFewSteps(asked:possible:)``.
  /// - Complexity: O(entries undone).
  public func undo(steps: Int) throws(HistoryError) -> Travel {
    var target = head
    for done in 0..<max(steps, 0) {
      guard let above = beforeStep(of: target) else {
        throw done == 0 ? .nothingToUndo : .tooFewSteps(asked: steps, possible: done)
      }
      target = above
    }
    return travel(.undo, to: target)
  }

  /// Says where redoing some steps leads: at each fork to the child last visited.
  ///
  /// - Throws: ``HistoryError/nothingToRedo`` or ``HistoryError/tooFewSteps(asked:possible:)``.
  /// - Complexity: O(entries redone).
  public func redo(steps: Int) throws(HistoryError) -> Travel {
    var target = head
    for done in 0..<max(steps, 0) {
      guard let below = afterStep(of: target) else {
        throw done == 0 ? .nothingToRedo : .tooFewSteps(asked: steps, possible: done)
      }
      target = below
    }
    return travel(.redo, to: target)
  }

  /// Says how to redo until the head is a certain node.
  ///
  /// - Throws: ``HistoryError/unknownEntry(_:)``, ``HistoryError/notANode(_:)`` or
  ///   ``HistoryError/notBelowHead(_:head:)``.
  /// - Complexity: O(distance).
  public func redo(to number: Int) throws(HistoryError) -> Travel {
    guard (1...max(count, 1)).contains(number), count > 0 else { throw .unknownEntry(number) }
    guard isNode(number) else { throw .notANode(number) }
    guard number != head, isAncestor(head, of: number) else {
      throw .notBelowHead(number, head: head)
    }
    return travel(.redo, to: number)
  }

  /// How many steps can be undone.
  ///
  /// - Complexity: O(depth).
  public var undoableSteps: Int {
    var count = 0
    var node = head
    while let above = beforeStep(of: node) {
      node = above
      count += 1
    }
    return count
  }

  private func beforeStep(of number: Int) -> Int? {
    guard nodes.indices.contains(number), let step = nodes[number]?.step else { return nil }
    var node = number
    while nodes[node]?.step == step {
      guard let above = parent(of: node) else { return nil }
      node = above
    }
    return node
  }

  private func afterStep(of number: Int) -> Int? {
    guard var node = nodes[number]?.visitedChild, let step = nodes[node]?.step else { return nil }
    while let next = nodes[node]?.visitedChild, nodes[next]?.step == step { node = next }
    return node
  }

  /// Says how to get from one node to another by the shortest way: up to the common ancestor, down.
  ///
  /// - Complexity: O(distance).
  public func path(from source: Int, to target: Int) -> (up: [Int], down: [Int]) {
    var up: [Int] = []
    var down: [Int] = []
    // No number is below 0, where every way up ends.
    var (left, right) = (max(source, 0), max(target, 0))
    while left != right {
      if left > right {
        up.append(left)
        left = parent(of: left) ?? 0
      } else {
        down.append(right)
        right = parent(of: right) ?? 0
      }
    }
    return (up, down.reversed())
  }

  private func travel(_ kind: Entry.Kind, to target: Int) -> Travel {
    let path = path(from: head, to: target)
    return Travel(kind: kind, head: target, undone: path.up, redone: path.down)
  }
}

/// A way through the undo tree.
public struct Travel: Hashable, Sendable {
  /// The kind of the entry that records it.
  public let kind: Entry.Kind
  /// The node that is head afterwards.
  public let head: Int
  /// The nodes taken back, in the order in which that happens.
  public let undone: [Int]
  /// The nodes done again, in the order in which that happens.
  public let redone: [Int]

  /// Every node on the way.
  public var of: [Int] { undone + redone }
}

/// Why the undo tree cannot do what was asked.
public enum HistoryError: Error, Equatable, Sendable {
  /// The head is the root.
  case nothingToUndo
  /// Nothing was made after the head.
  case nothingToRedo
  /// There are fewer steps than asked for.
  case tooFewSteps(asked: Int, possible: Int)
  /// There is no entry of this number.
  case unknownEntry(Int)
  /// The entry travels or marks; it has no state of its own.
  case notANode(Int)
  /// The node does not descend from the head.
  case notBelowHead(Int, head: Int)
  /// The journal itself is damaged at this entry.
  case broken(entry: Int)
}

extension HistoryError: CustomStringConvertible {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .nothingToUndo: "there are no steps to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .tooFewSteps(let asked, let possible):
      "only \(possible) of \(asked) steps are there; nothing was done"
    case .unknownEntry(let number): "there is no entry \(number)"
    case .notANode(let number): "entry \(number) only moves the head; name an edit"
    case .notBelowHead(let number, let head):
      "entry \(number) cannot be reached by redo from the head, \(head)"
    case .broken(let entry): "the journal is damaged at entry \(entry)"
    }
  }
}
