/// What the diff kernel finds about two documents; changeset, order keys and table plan are made of
/// it.
struct DocumentDifference {
  let old: Document
  let new: Document
  let sections: SectionPairing
  let kernel: PairingKernel<ChunkedPair>

  /// Pairs the sections and rows of two documents; what they share in memory is not looked at.
  ///
  /// - Complexity: O(n log n) in the number of rows that are not shared.
  init(from old: Document, to new: Document) {
    (self.old, self.new) = (old, new)
    let sections = SectionPairing(old: old.sections.map(\.id), new: new.sections.map(\.id))
    let pairs = zip(new.sections, sections.oldOfNew).map { section, before in
      ChunkedPair(old: before.map { old.sections[$0].rows } ?? [], new: section.rows)
    }
    let doomed = sections.deleted.map { ChunkedPair(old: old.sections[$0].rows, new: []) }
    self.sections = sections
    kernel = PairingKernel(pairs + doomed)
  }

  /// The index of the old section of a pair; nil where the section is new.
  func oldSection(ofPair pair: Int) -> Int? {
    let count = sections.oldOfNew.count
    return pair < count ? sections.oldOfNew[pair] : sections.deleted[pair - count]
  }
}

/// The rows of a section of two documents, chunk by chunk.
struct ChunkedPair: RowPair {
  private let old: ContiguousArray<ContiguousArray<Document.Row>>
  private let new: ContiguousArray<ContiguousArray<Document.Row>>
  let oldCount: Int
  let newCount: Int
  private let isShared: Bool

  init(old: ChunkedList<Document.Row>, new: ChunkedList<Document.Row>) {
    isShared = old.isShared(with: new)
    self.old = isShared ? [] : old.chunks
    self.new = isShared ? [] : new.chunks
    (oldCount, newCount) = (old.count, new.count)
  }

  private static var bits: Int { ChunkedList<Document.Row>.bits }
  private static var mask: Int { ChunkedList<Document.Row>.width - 1 }

  func compare(_ old: Int, _ other: ChunkedPair, _ new: Int) -> RowComparison {
    Self.compare(
      self.old[old >> Self.bits][old & Self.mask],
      other.new[new >> Self.bits][new & Self.mask])
  }

  // A function of its own, so that its mark holds: see ``ByteText``.
  @inline(never) @_effects(readonly)
  private static func compare(_ left: Document.Row, _ right: Document.Row) -> RowComparison {
    guard left.id == right.id else { return .different }
    return left.fields == right.fields ? .equal : .changed
  }

  func oldRow(_ index: Int) -> Document.Row { old[index >> Self.bits][index & Self.mask] }

  func oldOrder(_ index: Int) -> OrderKey { old[index >> Self.bits][index & Self.mask].order }

  func newRow(_ index: Int) -> Document.Row { new[index >> Self.bits][index & Self.mask] }

  /// Adds what takes old rows of a section away; of the rows themselves nothing is copied.
  ///
  /// A chunk is taken once for all of them that stand in it.
  func addVanished(
    _ indices: some Sequence<Int>, of section: SectionID, to changes: inout [Change]
  ) {
    var (number, chunk) = (-1, ContiguousArray<Document.Row>())
    for index in indices {
      if index >> Self.bits != number {
        number = index >> Self.bits
        chunk = old[number]
      }
      let place = index & Self.mask
      let record = Value.record(chunk[place].record(in: section))
      changes.append(Change(.row(chunk[place].id), nil, before: record, after: nil))
    }
  }

  /// The whole record of a new row, by default with its own key.
  func newRecord(_ index: Int, in section: SectionID, at key: OrderKey?) -> Value {
    let chunk = new[index >> Self.bits]
    let place = index & Self.mask
    return .record(chunk[place].record(in: section, at: key ?? chunk[place].order))
  }

  func oldID(_ index: Int) -> RowID { old[index >> Self.bits][index & Self.mask].id }

  func newID(_ index: Int) -> RowID { new[index >> Self.bits][index & Self.mask].id }

  // Chunks that both lists share are passed over whole.
  func commonPrefix(_ changed: inout [Int]) -> Int {
    if isShared { return oldCount }
    var count = 0
    for (left, right) in zip(old, new) {
      if SharedStorage.isTriviallyIdentical(left, right) {
        count += left.count
        continue
      }
      for index in 0..<min(left.count, right.count) {
        switch Self.compare(left[index], right[index]) {
        case .equal: break
        case .changed: changed.append(count)
        case .different: return count
        }
        count += 1
      }
      // A chunk that is not full is the last of its list.
      if left.count != right.count { return count }
    }
    return count
  }
}
