/// The kernel of every diff: pairs of lists, matched first within themselves and then among each other.
///
/// Generic, and inlinable for callers in other modules: the same function called across modules
/// without specialization takes about four times as long.
@usableFromInline
struct PairingKernel<Pair: RowPair> {
  /// A row of the old or the new side: which pair of lists, and the index in its list.
  @usableFromInline
  struct Spot {
    @usableFromInline let pair: Int32
    @usableFromInline let index: Int32

    @inlinable
    init(_ pair: Int, _ index: Int32) {
      self.pair = Int32(truncatingIfNeeded: pair)
      self.index = index
    }
  }

  /// A row that is in both sides, in lists that do not belong together.
  @usableFromInline
  struct Crossing {
    @usableFromInline let old: Spot
    @usableFromInline let new: Spot
    @usableFromInline let isChanged: Bool

    @inlinable
    init(old: Spot, new: Spot, isChanged: Bool) {
      self.old = old
      self.new = new
      self.isChanged = isChanged
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

  /// Pairs the rows of lists whose ids are unique on either side.
  ///
  /// - Complexity: O(n), with a hash for each row that is not found in step.
  @inlinable
  init(_ pairs: [Pair]) {
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

  @inlinable
  mutating func lookUp(_ old: [Spot], _ new: [Spot]) {
    let hasher = DifferenceHasher()
    var table = DifferenceTable(capacity: old.count)
    fill(&table, hasher)
    var isTaken = ContiguousArray(repeating: false, count: old.count)
    for index in pairs.indices where !pairings[index].leftNew.isEmpty {
      let pair = pairs[index]
      for left in pairings[index].leftNew {
        let id = pair.newID(Int(left))
        let found = table.find(hash: hasher.hash(id)) { position in
          let candidate = old[position]
          // Mostly a row stays in its list, whose pair is at hand.
          return Int(candidate.pair) == index
            ? pair.oldID(Int(candidate.index)) == id
            : pairs[Int(candidate.pair)].oldID(Int(candidate.index)) == id
        }
        if let found, !isTaken[found] {
          isTaken[found] = true
          join(old[found], Spot(index, left))
        } else {
          inserted.append(Spot(index, left))
        }
      }
    }
    for position in old.indices where !isTaken[position] { deleted.append(old[position]) }
  }

  // Ids are unique, so nothing needs to be compared.
  @inlinable
  func fill(_ table: inout DifferenceTable, _ hasher: DifferenceHasher) {
    var position = 0
    for index in pairs.indices where !pairings[index].leftOld.isEmpty {
      let pair = pairs[index]
      for left in pairings[index].leftOld {
        table.insert(position, hash: hasher.hash(pair.oldID(Int(left))))
        position += 1
      }
    }
  }

  @inlinable
  mutating func join(_ old: Spot, _ new: Spot) {
    let isChanged = !pairs[Int(old.pair)]
      .isContentEqual(Int(old.index), pairs[Int(new.pair)], Int(new.index))
    guard old.pair == new.pair else {
      crossings.append(Crossing(old: old, new: new, isChanged: isChanged))
      return
    }
    let pair = Int(new.pair)
    pairings[pair].middle[Int(new.index) - pairings[pair].prefix] = old.index
    if isChanged { pairings[pair].changed.append(Int(new.index)) }
    pairings[pair].mayCross = true
  }
}
