/// The undo tree: a view over the journal that says where the head is and where it can go.
///
/// It decides and changes nothing but itself; what a ``Travel`` means for the document is worked out
/// by ``Journal``. `undo`, `redo`, `checkout` and `mark` are not nodes and never clear redo (rule H3);
/// a new edit starts a branch and leaves the others where they are (rule H6).
public struct History: Sendable, Equatable {
  /// How many entries a journal can have.
  public static let maximumCount = 0x7fff_ffff

  private var tree = UndoTree()

  /// The node whose state the document shows; 0 before the first entry.
  public private(set) var head = 0

  /// Which node has which name.
  public private(set) var marks: [MarkName: Int] = [:]

  /// Makes the tree of an empty journal.
  public init() {}

  /// The number of the last entry.
  public var count: Int { tree.count - 1 }

  /// Whether an entry is a node of the tree.
  public func isNode(_ number: Int) -> Bool { node(number) != nil }

  private func node(_ number: Int) -> UndoTree.Entry? {
    guard number > 0, number < tree.count else { return nil }
    let entry = tree[number]
    return entry.step == 0 ? nil : entry
  }

  /// The node from which a node was made (rule H4); nil for the root and for what is no node.
  public func parent(of number: Int) -> Int? {
    guard let parent = node(number)?.parent, parent != 0 else { return nil }
    return parent
  }

  /// The head after an entry: for a node, the node itself.
  ///
  /// - Returns: nil when there is no such entry.
  public func head(after number: Int) -> Int? {
    guard number > 0, number <= count else { return nil }
    return isNode(number) ? number : tree[number].parent
  }

  /// The child that redo would take from a node; nil for leaves and for what is no node.
  public func visitedChild(of number: Int) -> Int? {
    guard let child = node(number)?.visitedChild, child != 0 else { return nil }
    return child
  }

  /// The number of the first entry of a node's step; nil for what is no node.
  public func step(of number: Int) -> Int? { node(number)?.step }

  /// Whether an entry made the document final or a draft again, so that no travel passes it (rule F16).
  public func isBarrier(_ number: Int) -> Bool { node(number)?.isBarrier ?? false }

  /// Appends the next entry to the tree.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` when the entry does not continue the journal.
  /// - Complexity: O(1) for nodes and marks, O(distance) for entries that travel.
  public mutating func append(_ entry: Entry) throws(HistoryError) { try append(Outline(entry)) }

  /// Appends the next entry, of which only the outline is known.
  ///
  /// - Throws: as ``append(_:)``.
  package mutating func append(_ entry: Outline) throws(HistoryError) {
    guard entry.number <= Self.maximumCount else { throw .tooManyEntries }
    let continues =
      entry.number == tree.count && (entry.parent ?? 0) == head
      && (entry.kind == .create) == (entry.number == 1)
      && (entry.kind == .mark) == (entry.mark != nil)
    guard continues else { throw .broken(entry: entry.number) }
    if entry.kind.isNode { try appendNode(entry) } else { try appendMovement(entry) }
    head = entry.head
  }

  private mutating func appendNode(_ entry: Outline) throws(HistoryError) {
    guard entry.head == entry.number, entry.step == entry.number || continuesStep(entry) else {
      throw .broken(entry: entry.number)
    }
    tree.append(nodeAfter: head, step: entry.step, isBarrier: entry.kind.isBarrier)
  }

  // Steps are chains that nothing forks. What was made with the document cannot be undone, so
  // nothing may join the root.
  private func continuesStep(_ entry: Outline) -> Bool {
    guard head > 1 else { return false }
    let last = tree[head]
    return entry.step == last.step && !last.isContinued
  }

  private mutating func appendMovement(_ entry: Outline) throws(HistoryError) {
    guard isNode(entry.head), leads(entry), barrier(on: path(from: head, to: entry.head)) == nil
    else { throw .broken(entry: entry.number) }
    if let text = entry.mark {
      do { marks[try MarkName(text)] = head } catch { throw .broken(entry: entry.number) }
    }
    tree.append(UndoTree.Entry(parent: entry.head, step: 0))
    // What is on the way down becomes what redo takes next. Above the fork nothing changes: a parent
    // of an ancestor of the head always has that ancestor as its visited child.
    for node in path(from: head, to: entry.head).down {
      tree.visit(node, from: tree[node].parent)
    }
  }

  // Undo goes up, redo goes down, a mark stays.
  private func leads(_ entry: Outline) -> Bool {
    switch entry.kind {
    case .undo: isAncestor(entry.head, of: head)
    case .redo: isAncestor(head, of: entry.head)
    case .mark: entry.head == head
    case .checkout, .create, .edit, .apply, .revert, .migrate, .import, .submit, .reopen: true
    }
  }

  /// Appends the next entry of a journal whose travels are not replayed.
  ///
  /// The results of the travels, visited children and marks, are given afterwards:
  /// ``restore(visited:marks:)``.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` for what no journal can hold.
  /// - Complexity: O(1).
  package mutating func restore(
    parent: Int, head newHead: Int, step: Int, kind: Entry.Kind
  ) throws(HistoryError) {
    let number = tree.count
    guard number <= Self.maximumCount else { throw .tooManyEntries }
    guard parent == head, parent < number, newHead == number || isNode(newHead) else {
      throw .broken(entry: number)
    }
    if newHead == number {
      tree.append(nodeAfter: parent, step: step, isBarrier: kind.isBarrier)
    } else {
      tree.append(UndoTree.Entry(parent: newHead, step: 0))
    }
    head = newHead
  }

  /// Appends nodes that go on from the head, each from the one before: all of the step that begins with an entry,
  /// or with nil each a step of its own.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` where the last entry left another head than itself.
  /// - Complexity: O(count / 1,024).
  package mutating func restore(
    nodes count: Int, step: Int?, kind: Entry.Kind
  ) throws(HistoryError) {
    let first = tree.count
    guard count <= Self.maximumCount - first + 1 else { throw .tooManyEntries }
    guard count > 0 else { return }
    try restore(parent: first - 1, head: first, step: step ?? first, kind: kind)
    if kind.isBarrier {
      for number in first + 1..<first + count {
        tree.append(nodeAfter: number - 1, step: step ?? number, isBarrier: true)
      }
    } else {
      tree.append(nodes: count - 1, step: step)
    }
    head = first + count - 1
  }

  /// Gives a restored tree what its travels and marks left.
  ///
  /// - Throws: ``HistoryError/broken(entry:)`` for a child that is none, or a mark on no node.
  /// - Complexity: O(visited + marks).
  package mutating func restore(
    visited: [(node: Int, child: Int)], marks: [(name: MarkName, node: Int)]
  ) throws(HistoryError) {
    for (node, child) in visited {
      guard isNode(node), parent(of: child) == node else { throw .broken(entry: child) }
      tree.visit(child, from: node)
    }
    for (name, node) in marks {
      guard isNode(node) else { throw .broken(entry: node) }
      self.marks[name] = node
    }
  }

  /// The shortest path from one node to another: up to the common ancestor, then down.
  ///
  /// - Complexity: O(distance).
  public func path(from source: Int, to target: Int) -> (up: [Int], down: [Int]) {
    var (up, down) = ([Int](), [Int]())
    // No number is below 0, where every way up ends.
    var (left, right) = (max(source, 0), max(target, 0))
    while left != right {
      // The larger number cannot be an ancestor of the smaller, so it is not common.
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

  /// The first barrier that a path would leave or enter (rule F16).
  func barrier(on path: (up: [Int], down: [Int])) -> Int? {
    path.up.first(where: isBarrier) ?? path.down.first(where: isBarrier)
  }

  func isAncestor(_ ancestor: Int, of number: Int) -> Bool {
    var node = number
    // A parent has a smaller number, so the walk can stop early.
    while node > ancestor { node = parent(of: node) ?? 0 }
    return node == ancestor
  }

  func checkNode(_ number: Int) throws(HistoryError) {
    guard number > 0, number <= count else { throw .unknownEntry(number) }
    guard isNode(number) else { throw .notANode(number, head: tree[number].parent) }
  }

  /// Where undoing the step of a node leads; nil when that is the root's (rule H2), or one that stays.
  func beforeStep(of number: Int) -> Int? {
    guard let step = step(of: number), !isBarrier(number) else { return nil }
    var node = number
    while self.step(of: node) == step {
      guard let above = parent(of: node) else { return nil }
      node = above
    }
    return node
  }

  /// Where redoing the step below a node leads; nil for leaves.
  func afterStep(of number: Int) -> Int? {
    guard var node = visitedChild(of: number) else { return nil }
    let step = step(of: node)
    while let next = visitedChild(of: node), self.step(of: next) == step { node = next }
    return node
  }
}
