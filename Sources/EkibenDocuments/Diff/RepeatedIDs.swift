/// Ids that occur more than once in a list, each named once (rule D4).
public struct RepeatedIDs<ID: Hashable & Sendable>: Error, Sendable {
  /// The ids, in the order in which they occur a second time: those of the old list, then those of
  /// the new one.
  public let ids: [ID]

  @inlinable init(ids: [ID]) { self.ids = ids }
}

/// Ids that occur more than once in a list of sections, each named once (rule D4).
///
/// A section and a row may share an id: those are two name spaces.
public struct RepeatedIDsInSections<
  SectionID: Hashable & Sendable, RowID: Hashable & Sendable
>: Error, Sendable {
  /// The ids of sections, in the order in which they occur a second time.
  public let sections: [SectionID]
  /// The ids of rows, in the order in which they occur a second time, in whichever sections they
  /// stand.
  public let rows: [RowID]

  @inlinable init(sections: [SectionID], rows: [RowID]) {
    (self.sections, self.rows) = (sections, rows)
  }
}

/// Finds the ids that occur more than once.
@usableFromInline struct RepetitionSearch<ID: Hashable> {
  @usableFromInline var found: [ID] = []
  @usableFromInline var seen: Set<ID> = []
  @usableFromInline var named: Set<ID> = []

  @inlinable init() {}

  /// Looks through ids that have to differ from each other and from those already looked through.
  @inlinable mutating func look(through ids: some Collection<ID>) {
    seen.reserveCapacity(seen.count + ids.count)
    for id in ids where !seen.insert(id).inserted && named.insert(id).inserted {
      found.append(id)
    }
  }

  /// Forgets what was looked through, but not what was found.
  @inlinable mutating func startOver() { seen.removeAll(keepingCapacity: true) }
}
