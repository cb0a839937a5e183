/// The difference between two lists of identified rows: minimal, deterministic, in indices.
///
/// Works on a caller's own rows: anything `Identifiable` and `Equatable`, in any collection with
/// integer indices; rows that are equal must have equal ids. Deletions and sources of moves are
/// indices of the old list, insertions, targets and updates of the new one. As few rows move as
/// possible; among choices of as few, the one that keeps rows whose index stays is taken (rule
/// D13).
public struct ListDifference: Hashable, Sendable {
  /// A row that goes to another place, relative to those that stay.
  public typealias Move = TableOperations.Move<Int>

  /// Indices in the old list of the rows that are deleted, ascending.
  public let deletions: [Int]
  /// Indices in the new list of the rows that are inserted, ascending.
  public let insertions: [Int]
  /// Rows that move, by ascending target.
  public let moves: [Move]
  /// Indices in the new list of the rows that are in both lists with other content, ascending.
  public let updates: [Int]

  /// Computes the difference between two lists.
  ///
  /// Rows that share an id are paired in their order; what remains of them comes or goes. So the difference is
  /// valid for any lists: doing what it says makes the new list. Who wants to know of ids that repeat calls
  /// ``init(validating:to:)``.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  /// - Complexity: O(n log n); O(n) comparisons where lists are alike, without a hash of a row that stands where
  ///   it stood.
  @inlinable
  public init<Old: RandomAccessCollection, New: RandomAccessCollection>(from old: Old, to new: New)
  where
    Old.Element: Identifiable & Equatable, New.Element == Old.Element, Old.Index == Int,
    New.Index == Int
  {
    self.init(PairingKernel([CollectionPair(old: old, new: new)]))
  }

  /// Computes the difference between two lists, after checking that no id repeats.
  ///
  /// - Parameters:
  ///   - old: The list before.
  ///   - new: The list after.
  /// - Throws: ``RepeatedIDs`` when ids occur more than once in a list, naming all of both lists (rule D4).
  /// - Complexity: O(n log n), with a hash for every row.
  @inlinable @inline(__always)
  public init<Old: RandomAccessCollection, New: RandomAccessCollection>(
    validating old: Old, to new: New
  ) throws(RepeatedIDs<Old.Element.ID>)
  where
    Old.Element: Identifiable & Equatable, New.Element == Old.Element, Old.Index == Int,
    New.Index == Int, Old.Element.ID: Sendable
  {
    // Always inlined: Swift 6.3 crashes in release mode when it gives another signature to a function
    // that throws an error of a generic type.
    var repeated = RepetitionSearch<Old.Element.ID>()
    repeated.look(through: old.lazy.map(\.id))
    repeated.startOver()
    repeated.look(through: new.lazy.map(\.id))
    if !repeated.found.isEmpty { throw RepeatedIDs(ids: repeated.found) }
    self.init(from: old, to: new)
  }

  @inlinable init<Pair: RowPair>(_ kernel: PairingKernel<Pair>) {
    let (pair, pairing) = (kernel.pairs[0], kernel.pairings[0])
    deletions = kernel.deleted.map { Int($0.index) }
    insertions = kernel.inserted.map { Int($0.index) }
    moves = pairing.moves().map { new in
      let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
      return Move(from: old, to: new)
    }
    updates = pairing.changed.sorted()
  }

  /// Whether the lists are equal.
  public var isEmpty: Bool {
    deletions.isEmpty && insertions.isEmpty && moves.isEmpty && updates.isEmpty
  }
}

/// Two collections of the caller's own rows.
@usableFromInline
struct CollectionPair<Old: RandomAccessCollection, New: RandomAccessCollection>: RowPair
where
  Old.Element: Identifiable & Equatable, New.Element == Old.Element, Old.Index == Int,
  New.Index == Int
{
  @usableFromInline let old: Old
  @usableFromInline let new: New
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int

  @inlinable init(old: Old, new: New) {
    (self.old, self.new) = (old, new)
    (oldCount, newCount) = (old.count, new.count)
  }

  // Equal rows, the usual case, are told by one comparison.
  @inlinable func compare(_ old: Int, _ other: Self, _ new: Int) -> RowComparison {
    let left = self.old[self.old.startIndex + old]
    let right = other.new[other.new.startIndex + new]
    if left == right { return .equal }
    return left.id == right.id ? .changed : .different
  }

  @inlinable func oldID(_ index: Int) -> Old.Element.ID { old[old.startIndex + index].id }

  @inlinable func newID(_ index: Int) -> Old.Element.ID { new[new.startIndex + index].id }
}
