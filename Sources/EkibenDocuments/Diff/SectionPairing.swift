/// Which sections of two lists are the same, and which of them move.
@usableFromInline struct SectionPairing {
  /// A section as far as pairing is concerned.
  @usableFromInline struct Identity<ID: Hashable>: Identifiable, Equatable {
    @usableFromInline let id: ID

    @inlinable init(id: ID) { self.id = id }

    @inlinable static func == (left: Self, right: Self) -> Bool { left.id == right.id }
  }

  /// For each new section the index of the old one, or nil.
  @usableFromInline let oldOfNew: [Int?]
  /// Old sections that are not in the new list.
  @usableFromInline let deleted: [Int]
  /// New sections that were not in the old list.
  @usableFromInline let inserted: [Int]
  /// New indices of sections that move relative to the others.
  @usableFromInline let moved: [Int]

  @inlinable init<ID: Hashable>(old: [ID], new: [ID]) {
    let pair = CollectionPair(old: old.map { Identity(id: $0) }, new: new.map { Identity(id: $0) })
    let kernel = PairingKernel([pair])
    let pairing = kernel.pairings[0]
    oldOfNew = new.indices.map { index in
      let old = pairing.old(of: index, newCount: pair.newCount, oldCount: pair.oldCount)
      return old < 0 ? nil : old
    }
    deleted = kernel.deleted.map { Int($0.index) }
    inserted = kernel.inserted.map { Int($0.index) }
    moved = pairing.moves()
  }
}
