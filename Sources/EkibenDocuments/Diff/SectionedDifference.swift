/// A section of a caller's own type: an identity with rows.
public protocol SectionOfRows: Identifiable {
  /// The rows; their ids should be unique in all sections together.
  associatedtype Rows: RandomAccessCollection
  where Rows.Element: Identifiable & Equatable, Rows.Index == Int
  /// The rows, in order.
  var rows: Rows { get }
}

/// The difference between two lists of sections of rows: minimal, deterministic, in indices.
///
/// A row that changes its section is a move. Deletions and sources of moves are places in the old
/// list, insertions, targets and updates in the new one. Rows that come or go together with their
/// section are not listed.
public struct SectionedDifference: Hashable, Sendable {
  /// A row that goes to another place.
  public typealias RowMove = TableOperations.Move<Document.Place>

  /// Indices in the old list of the sections that are deleted, ascending.
  public let deletedSections: [Int]
  /// Indices in the new list of the sections that are inserted, ascending.
  public let insertedSections: [Int]
  /// Sections that move relative to those that stay, by ascending target.
  public let movedSections: [TableOperations.Move<Int>]
  /// Places in the old list of the rows that are deleted from sections that stay, ascending.
  public let deletedRows: [Document.Place]
  /// Places in the new list of the rows that are inserted into sections that stay, ascending.
  public let insertedRows: [Document.Place]
  /// Rows that move, within their section or to another one, by ascending target.
  public let movedRows: [RowMove]
  /// Places in the new list of the rows that are in both lists with other content, ascending.
  public let updatedRows: [Document.Place]

  /// Computes the difference between two lists of sections.
  ///
  /// Sections that share an id, and rows that do, are paired in their order; what remains of them comes or goes. So
  /// the difference is valid for any lists. Who wants to know of ids that repeat calls ``init(validating:to:)``.
  ///
  /// - Parameters:
  ///   - old: The sections before.
  ///   - new: The sections after.
  /// - Complexity: O(n log n); O(n) comparisons where sections are alike, without a hash of a row that stands where
  ///   it stood.
  @inlinable public init<Section: SectionOfRows>(from old: [Section], to new: [Section])
  where Section.Rows: Sendable {
    let sections = SectionPairing(old: old.map(\.id), new: new.map(\.id))
    let pairs = new.indices.map { index in
      RowsPair(old: sections.oldOfNew[index].map { old[$0].rows }, new: new[index].rows)
    }
    let doomed = sections.deleted.map { RowsPair(old: old[$0].rows, new: nil) }
    self.init(sections, PairingKernel(pairs + doomed))
  }

  /// Computes the difference between two lists of sections, after checking that no id repeats.
  ///
  /// - Parameters:
  ///   - old: The sections before.
  ///   - new: The sections after.
  /// - Throws: ``RepeatedIDsInSections`` when sections or rows share an id, naming all of both lists (rule D4).
  /// - Complexity: O(n log n), with a hash for every row.
  @inlinable @inline(__always) public init<Section: SectionOfRows>(
    validating old: [Section], to new: [Section]
  ) throws(RepeatedIDsInSections<Section.ID, Section.Rows.Element.ID>)
  where Section.Rows: Sendable, Section.ID: Sendable, Section.Rows.Element.ID: Sendable {
    // Always inlined, like the initializer of a flat difference, and for the same reason.
    var sections = RepetitionSearch<Section.ID>()
    var rows = RepetitionSearch<Section.Rows.Element.ID>()
    for list in [old, new] {
      sections.startOver()
      rows.startOver()
      sections.look(through: list.lazy.map(\.id))
      for section in list { rows.look(through: section.rows.lazy.map(\.id)) }
    }
    if !sections.found.isEmpty || !rows.found.isEmpty {
      throw RepeatedIDsInSections(sections: sections.found, rows: rows.found)
    }
    self.init(from: old, to: new)
  }

  @inlinable init<Pair: RowPair>(_ sections: SectionPairing, _ kernel: PairingKernel<Pair>) {
    deletedSections = sections.deleted.sorted()
    insertedSections = sections.inserted
    movedSections = sections.moved.compactMap { new in
      sections.oldOfNew[new].map { .init(from: $0, to: new) }
    }
    // Pairs stand in the order of the new sections; behind them those that go.
    let oldSections = sections.oldOfNew + sections.deleted.map { Optional($0) }
    let count = sections.oldOfNew.count
    deletedRows = kernel.deleted.compactMap { spot in
      guard Int(spot.pair) < count, let section = oldSections[Int(spot.pair)] else { return nil }
      return Document.Place(section: section, row: Int(spot.index))
    }.sorted()
    insertedRows = kernel.inserted.compactMap { spot in
      guard oldSections[Int(spot.pair)] != nil else { return nil }
      return Document.Place(section: Int(spot.pair), row: Int(spot.index))
    }
    var moves: [RowMove] = []
    var updates: [Document.Place] = []
    for (index, pairing) in kernel.pairings.enumerated() where index < count {
      guard let section = oldSections[index] else { continue }
      let pair = kernel.pairs[index]
      for new in pairing.moves() {
        let old = pairing.old(of: new, newCount: pair.newCount, oldCount: pair.oldCount)
        moves.append(
          .init(from: .init(section: section, row: old), to: .init(section: index, row: new)))
      }
      updates += pairing.changed.map { Document.Place(section: index, row: $0) }
    }
    for crossing in kernel.crossings {
      guard let section = oldSections[Int(crossing.old.pair)] else { continue }
      let target = Document.Place(section: Int(crossing.new.pair), row: Int(crossing.new.index))
      moves.append(.init(from: .init(section: section, row: Int(crossing.old.index)), to: target))
      if crossing.isChanged { updates.append(target) }
    }
    movedRows = kernel.crossings.isEmpty ? moves : moves.sorted { $0.target < $1.target }
    updatedRows = updates.sorted()
  }

  /// Whether the lists are equal.
  public var isEmpty: Bool {
    deletedSections.isEmpty && insertedSections.isEmpty && movedSections.isEmpty
      && deletedRows.isEmpty && insertedRows.isEmpty && movedRows.isEmpty && updatedRows.isEmpty
  }
}

/// The rows of a section on both sides; a side that has no such section has no rows.
@usableFromInline struct RowsPair<Rows: RandomAccessCollection>: RowPair
where Rows.Element: Identifiable & Equatable, Rows.Index == Int {
  @usableFromInline let old: Rows?
  @usableFromInline let new: Rows?
  @usableFromInline let oldCount: Int
  @usableFromInline let newCount: Int

  @inlinable init(old: Rows?, new: Rows?) {
    (self.old, self.new) = (old, new)
    (oldCount, newCount) = (old?.count ?? 0, new?.count ?? 0)
  }

  @inlinable func oldRow(_ index: Int) -> Rows.Element {
    guard let old else { preconditionFailure("no such row") }
    return old[old.startIndex + index]
  }

  @inlinable func newRow(_ index: Int) -> Rows.Element {
    guard let new else { preconditionFailure("no such row") }
    return new[new.startIndex + index]
  }

  @inlinable func compare(_ old: Int, _ other: Self, _ new: Int) -> RowComparison {
    let (left, right) = (oldRow(old), other.newRow(new))
    if left == right { return .equal }
    return left.id == right.id ? .changed : .different
  }

  @inlinable func oldID(_ index: Int) -> Rows.Element.ID { oldRow(index).id }

  @inlinable func newID(_ index: Int) -> Rows.Element.ID { newRow(index).id }
}
