/// The kernel of every diff: pairs of lists, matched first within themselves and then among each other.
///
/// Generic, and inlinable for callers in other modules: the same function called across modules
/// without specialization takes about four times as long.
@usableFromInline struct PairingKernel<Pair: RowPair> {
  /// A row of the old or the new side: which pair of lists, and the index in its list.
  @usableFromInline struct Spot {
    @usableFromInline let pair: Int32
    @usableFromInline let index: Int32

    @inlinable init(_ pair: Int, _ index: Int32) {
      self.pair = Int32(truncatingIfNeeded: pair)
      self.index = index
    }
  }

  /// A row that is in both sides, in lists that do not belong together.
  @usableFromInline struct Crossing {
    @usableFromInline let old: Spot
    @usableFromInline let new: Spot
    @usableFromInline let isChanged: Bool

    @inlinable init(old: Spot, new: Spot, isChanged: Bool) {
      (self.old, self.new, self.isChanged) = (old, new, isChanged)
    }
  }

  @usableFromInline let pairs: [Pair]
  @usableFromInline var pairings: [ListPairing]
  /// Rows that went from one list to another.
  @usableFromInline var crossings: [Crossing] = []
  /// Old rows that are in no new list.
  @usableFromInline var deleted: [Spot] = []
  /// New rows that are in no old list.
  @usableFromInline var inserted: [Spot] = []

  /// Pairs the rows of lists; rows that share an id are paired in their order.
  ///
  /// - Complexity: O(n), with a hash for each row that is not found in step.
  @inlinable init(_ pairs: [Pair]) {
    self.pairs = pairs
    pairings = pairs.map { ListPairing($0) }
    var old: [Spot] = []
    var new: [Spot] = []
    for index in pairings.indices {
      old.reserveCapacity(old.count + pairings[index].leftOld.count)
      new.reserveCapacity(new.count + pairings[index].leftNew.count)
      for left in pairings[index].leftOld { old.append(Spot(index, left)) }
      for left in pairings[index].leftNew { new.append(Spot(index, left)) }
    }
    if old.isEmpty || new.isEmpty {
      (deleted, inserted) = (old, new)
    } else {
      lookUp(old, new)
    }
  }

  @inlinable mutating func lookUp(_ old: [Spot], _ new: [Spot]) {
    let hasher = DifferenceHasher()
    var table = DifferenceTable(capacity: old.count)
    fill(&table, hasher)
    // Steps of their own, each of which waits for one memory access a row, so that waits overlap.
    let hashes = newHashes(count: new.count, hasher)
    let candidates = hashes.map { table.candidate(hash: $0) }
    var isTaken = ContiguousArray(repeating: false, count: old.count)
    for (number, spot) in new.enumerated() {
      var (position, comparison) = (candidates[number], RowComparison.different)
      if position >= 0 { comparison = compare(old[position], spot) }
      // Rows may share an id, and two ids what the table keeps of their hashes.
      while position >= 0, isTaken[position] || comparison == .different {
        position = table.free(behind: position, isTaken)
        if position >= 0 { comparison = compare(old[position], spot) }
      }
      if position >= 0 {
        isTaken[position] = true
        join(old[position], spot, isChanged: comparison == .changed)
      } else {
        inserted.append(spot)
      }
    }
    for position in old.indices where !isTaken[position] { deleted.append(old[position]) }
  }

  @inlinable func newHashes(count: Int, _ hasher: DifferenceHasher) -> ContiguousArray<UInt64> {
    var hashes: ContiguousArray<UInt64> = []
    hashes.reserveCapacity(count)
    for index in pairs.indices where !pairings[index].leftNew.isEmpty {
      let pair = pairs[index]
      for left in pairings[index].leftNew { hashes.append(hasher.hash(pair.newID(Int(left)))) }
    }
    return hashes
  }

  @inlinable func compare(_ old: Spot, _ new: Spot) -> RowComparison {
    pairs[Int(old.pair)].compare(Int(old.index), pairs[Int(new.pair)], Int(new.index))
  }

  // From the last row to the first, so that of rows with one id the first is found first.
  @inlinable func fill(_ table: inout DifferenceTable, _ hasher: DifferenceHasher) {
    var position = table.capacity
    for index in pairs.indices.reversed() where !pairings[index].leftOld.isEmpty {
      let pair = pairs[index]
      for left in pairings[index].leftOld.reversed() {
        position -= 1
        table.insert(position, hash: hasher.hash(pair.oldID(Int(left))))
      }
    }
  }

  @inlinable mutating func join(_ old: Spot, _ new: Spot, isChanged: Bool) {
    guard old.pair == new.pair else {
      crossings.append(Crossing(old: old, new: new, isChanged: isChanged))
      return
    }
    let pair = Int(new.pair)
    pairings[pair].middle[Int(new.index) - pairings[pair].prefix] = old.index
    if isChanged { pairings[pair].changed.append(Int(new.index)) }
    pairings[pair].mayContainMoves = true
  }
}
