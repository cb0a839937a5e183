/// A path of the head through the undo tree: an undo, a redo or a checkout.
public struct Travel: Hashable, Sendable {
  /// The kind of the entry that records it.
  public let kind: Entry.Kind
  /// The node that is head afterwards.
  public let head: Int
  /// The nodes that are undone, in this order.
  public let undone: [Int]
  /// The nodes that are redone, in this order.
  public let redone: [Int]

  /// Every node on the path, those undone first.
  public var of: [Int] { undone + redone }
}

extension History {
  /// Works out the undo of some steps; however many, they are one entry (rule H8).
  ///
  /// - Throws: ``HistoryError/nothingToUndo``, ``HistoryError/barrier(entry:)`` or
  ///   ``HistoryError/tooFewSteps(asked:possible:)``.
  /// - Complexity: O(entries undone).
  public func undo(steps: Int) throws(HistoryError) -> Travel {
    var target = head
    for done in 0..<max(steps, 0) {
      guard let above = beforeStep(of: target) else {
        if done > 0 { throw .tooFewSteps(asked: steps, possible: done) }
        throw isBarrier(head) ? .barrier(entry: head) : .nothingToUndo
      }
      target = above
    }
    return try travel(.undo, to: target)
  }

  /// Works out the redo of some steps: at each fork to the child last visited (rule H7).
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
    return try travel(.redo, to: target)
  }

  /// Works out the redo that ends at a certain node (rule H7).
  ///
  /// - Throws: ``HistoryError/unknownEntry(_:)``, ``HistoryError/notANode(_:head:)`` or
  ///   ``HistoryError/notBelowHead(_:head:)``.
  /// - Complexity: O(distance).
  public func redo(to number: Int) throws(HistoryError) -> Travel {
    try checkNode(number)
    guard number != head, isAncestor(head, of: number) else {
      throw .notBelowHead(number, head: head)
    }
    return try travel(.redo, to: number)
  }

  /// Works out the shortest path to any node on any branch: up to the common ancestor and down
  /// (rule H17).
  ///
  /// - Returns: The travel, or nil when the node is the head already.
  /// - Throws: ``HistoryError/unknownEntry(_:)``, ``HistoryError/notANode(_:head:)``, or
  ///   ``HistoryError/barrier(entry:)`` where it is on the other side of one.
  /// - Complexity: O(distance).
  public func checkout(_ number: Int) throws(HistoryError) -> Travel? {
    try checkNode(number)
    return number == head ? nil : try travel(.checkout, to: number)
  }

  /// Whether there is a step to undo.
  ///
  /// - Complexity: O(1).
  public var canUndo: Bool { count > 0 && step(of: head) != step(of: 1) && !isBarrier(head) }

  /// Whether there is a step to redo.
  ///
  /// - Complexity: O(1).
  public var canRedo: Bool { visitedChild(of: head) != nil }

  /// How many steps can be undone.
  ///
  /// - Complexity: O(depth).
  public var undoableSteps: Int {
    sequence(first: head) { beforeStep(of: $0) }.dropFirst().reduce(0) { count, _ in count + 1 }
  }

  private func travel(_ kind: Entry.Kind, to target: Int) throws(HistoryError) -> Travel {
    let path = path(from: head, to: target)
    if let entry = barrier(on: path) { throw .barrier(entry: entry) }
    return Travel(kind: kind, head: target, undone: path.up, redone: path.down)
  }
}
