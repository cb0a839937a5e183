/// How a row of the old list compares with one of the new list.
@frozen public enum RowComparison: Sendable {
  /// Two different rows.
  case different
  /// The same row with other content.
  case changed
  /// The same row with the same content.
  case equal
}

/// Two lists whose rows can be compared by index: what the kernel of the diff works on.
@usableFromInline protocol RowPair {
  associatedtype ID: Hashable
  var oldCount: Int { get }
  var newCount: Int { get }
  func oldID(_ index: Int) -> ID
  func newID(_ index: Int) -> ID
  /// Compares identity and content of one of our old rows and a new row of another pair.
  func compare(_ old: Int, _ other: Self, _ new: Int) -> RowComparison
  /// How many rows at the start are the same, noting those that changed.
  func commonPrefix(_ changed: inout [Int]) -> Int
}

extension RowPair {
  /// Compares identity and content of two rows.
  @inlinable func compare(_ old: Int, _ new: Int) -> RowComparison { compare(old, self, new) }

  /// Compares two rows where their content does not matter yet.
  @inlinable func isSame(_ old: Int, _ new: Int) -> Bool { oldID(old) == newID(new) }

  @inlinable func commonPrefix(_ changed: inout [Int]) -> Int {
    let limit = Swift.min(oldCount, newCount)
    var count = 0
    while count < limit {
      switch compare(count, count) {
      case .equal: break
      case .changed: changed.append(count)
      case .different: return count
      }
      count += 1
    }
    return count
  }
}

/// Which rows of two lists are the same, found without hashing as far as possible.
///
/// Common ends are trimmed. In between both lists are walked in step; where they differ, a few rows
/// ahead are looked at, so that scattered insertions and deletions cost a few comparisons. What is not
/// found so is left over and looked up by hash, in this pair or in another one: pairing is by unique
/// ids, so it does not matter how a pair was found.
@usableFromInline struct ListPairing {
  /// How many rows at the start are the same.
  @usableFromInline var prefix = 0
  /// How many rows at the end are the same.
  @usableFromInline var suffix = 0
  /// For each new row between the common ends: the index of the same old row, or -1.
  @usableFromInline var middle: ContiguousArray<Int32> = []
  /// New indices of rows that are in both lists and changed.
  @usableFromInline var changed: [Int] = []
  /// Old rows that found nothing yet.
  @usableFromInline var leftOld: ContiguousArray<Int32> = []
  /// New rows that found nothing yet.
  @usableFromInline var leftNew: ContiguousArray<Int32> = []
  /// Whether a pair was found by hash, so that pairs may cross.
  @usableFromInline var mayContainMoves = false

  /// Finds the pairs of two lists as far as that is possible without hashing.
  @inlinable init(_ rows: some RowPair) {
    prefix = rows.commonPrefix(&changed)
    trimSuffix(rows)
    walk(rows)
  }

  @inlinable mutating func trimSuffix(_ rows: some RowPair) {
    let limit = Swift.min(rows.oldCount, rows.newCount) - prefix
    while suffix < limit {
      let (old, new) = (rows.oldCount - 1 - suffix, rows.newCount - 1 - suffix)
      switch rows.compare(old, new) {
      case .equal: break
      case .changed: changed.append(new)
      case .different: return
      }
      suffix += 1
    }
  }

  // Looking ahead pays where lists are mostly alike and costs where they are not, so it has a credit
  // that is small where nothing was trimmed, and that successes refill.
  @inlinable mutating func walk(_ rows: some RowPair) {
    let (oldEnd, newEnd) = (rows.oldCount - suffix, rows.newCount - suffix)
    guard prefix < oldEnd || prefix < newEnd else { return }
    middle = ContiguousArray(repeating: -1, count: newEnd - prefix)
    var (old, new) = (prefix, prefix)
    var credit = Swift.min(8 + prefix + suffix, 64)
    while old < oldEnd && new < newEnd {
      let comparison = rows.compare(old, new)
      if comparison != .different {
        pair(old, new, comparison)
        (old, new) = (old + 1, new + 1)
        credit = Swift.min(credit + 1, 64)
        continue
      }
      if credit > 0, let skip = lookAhead(rows, old, new, oldEnd, newEnd) {
        for index in old..<(old + skip.old) { leftOld.append(Int32(truncatingIfNeeded: index)) }
        for index in new..<(new + skip.new) { leftNew.append(Int32(truncatingIfNeeded: index)) }
        (old, new) = (old + skip.old, new + skip.new)
        continue
      }
      credit -= 1
      leftOld.append(Int32(truncatingIfNeeded: old))
      leftNew.append(Int32(truncatingIfNeeded: new))
      (old, new) = (old + 1, new + 1)
    }
    for index in old..<Swift.max(old, oldEnd) { leftOld.append(Int32(truncatingIfNeeded: index)) }
    for index in new..<Swift.max(new, newEnd) { leftNew.append(Int32(truncatingIfNeeded: index)) }
  }

  @inlinable func lookAhead(
    _ rows: some RowPair, _ old: Int, _ new: Int, _ oldEnd: Int, _ newEnd: Int
  ) -> (old: Int, new: Int)? {
    for distance in 1...4 {
      if old + distance < oldEnd, rows.isSame(old + distance, new) { return (distance, 0) }
      if new + distance < newEnd, rows.isSame(old, new + distance) { return (0, distance) }
    }
    return nil
  }

  @inlinable mutating func pair(_ old: Int, _ new: Int, _ comparison: RowComparison) {
    middle[new - prefix] = Int32(truncatingIfNeeded: old)
    if comparison == .changed { changed.append(new) }
  }

  /// The old index of a new row, or -1.
  @inlinable func old(of new: Int, newCount: Int, oldCount: Int) -> Int {
    if new < prefix { return new }
    if new >= newCount - suffix { return oldCount - (newCount - new) }
    return Int(middle[new - prefix])
  }

  /// The new indices of rows that have to move: all but a longest run that keeps its order.
  ///
  /// - Complexity: O(n log n) where pairs may cross, else nothing.
  @inlinable func moves() -> [Int] {
    guard mayContainMoves else { return [] }
    var common: [Int] = []
    common.reserveCapacity(middle.count)
    for index in middle.indices where middle[index] >= 0 { common.append(index) }
    let offsets = common.map { Int(middle[$0]) }
    let kept = longestIncreasingSubsequence(offsets, places: common.map { $0 + prefix })
    if kept.count == common.count { return [] }
    var moves: [Int] = []
    moves.reserveCapacity(common.count - kept.count)
    var next = 0
    for position in common.indices {
      if next < kept.count && kept[next] == position {
        next += 1
      } else {
        moves.append(common[position] + prefix)
      }
    }
    return moves
  }
}
