extension Journal {
  /// Says what takes one past entry back in the present (rule H18).
  ///
  /// That is the inverse of what it changed, if all of that is untouched since: the entry is still
  /// the origin of each field. Where a whole record came or went, so is the record with all its
  /// fields; a section must be empty before it can go, and there before a row can go back into it.
  ///
  /// - Parameters:
  ///   - number: The entry, a node on the way from the root to the head.
  ///   - document: The document as it stands.
  ///   - origins: Its origins.
  /// - Returns: The changes, for an entry of kind ``Entry/Kind/revert``; none if it changed nothing.
  /// - Throws: ``HistoryError/conflict(_:)``, ``HistoryError/notInPresent(_:head:)``,
  ///   ``HistoryError/rootStays``, ``HistoryError/notANode(_:head:)`` or
  ///   ``HistoryError/unknownEntry(_:)``.
  /// - Complexity: O(changes + distance to the head); O(records) where records come, go or move.
  public func revert(
    _ number: Int, in document: Document, origins: Origins
  ) throws(HistoryError) -> Changeset {
    try history.checkNode(number)
    guard number != 1 else { throw .rootStays }
    guard history.isAncestor(number, of: head), let entry = self[number] else {
      throw .notInPresent(number, head: head)
    }
    let inverse = entry.changes.inverted
    var obstacles = entry.changes.changes.filter { !origins.areWritten(by: number, $0.target) }
      .map { RevertConflict.Obstacle($0.target, later: laterWriters(of: $0.target, than: number)) }
    if obstacles.isEmpty, !inverse.isContentOnly {
      obstacles = Sections(of: document, after: inverse).obstacles.map { obstacle in
        switch obstacle {
        case .gone(let section, let row):
          RevertConflict.Obstacle(
            Change.Target(row, .section),
            later: laterWriters(of: Change.Target(.section(section), nil), than: number))
        case .occupied(let section, let rows):
          RevertConflict.Obstacle(
            Change.Target(.section(section), nil), later: origins.placing(rows))
        }
      }
    }
    guard obstacles.isEmpty else {
      throw .conflict(RevertConflict(entry: number, obstacles: obstacles))
    }
    return inverse
  }

  private func laterWriters(of target: Change.Target, than number: Int) -> [Int] {
    let later = history.path(from: head, to: number).up.reversed()
    return later.filter { self[$0]?.changes.changes.contains { $0.target.meets(target) } ?? false }
  }
}

extension Change.Target {
  /// Whether a change of one changes the other: a whole record meets each of its fields.
  fileprivate func meets(_ other: Change.Target) -> Bool {
    record == other.record && (field == nil || other.field == nil || field == other.field)
  }
}

extension Origins {
  /// The entries that put some rows where they are, in order.
  fileprivate func placing(_ rows: [RowID]) -> [Int] {
    Set(rows.map { self[Change.Target(.row($0), .section)].entry }).sorted()
  }
}

/// What a changeset would leave of the sections of a document that it fits otherwise.
private struct Sections {
  enum Obstacle {
    // A row is to go into a section that is not there.
    case gone(SectionID, row: RecordID)
    // A section is to go that has rows.
    case occupied(SectionID, rows: [RowID])
  }

  private(set) var obstacles: [Obstacle] = []

  init(of document: Document, after changes: Changeset) {
    var existing = Set(document.sections.map(\.id))
    var leaving: Set<RowID> = []
    for change in changes.changes {
      switch (change.record, change.field) {
      case (.section(let id), nil):
        if change.after == nil { existing.remove(id) } else { existing.insert(id) }
      case (.row(let id), nil), (.row(let id), FieldName.section): leaving.insert(id)
      case (.row, _), (.section, _), (.document, _): break
      }
    }
    for change in changes.changes {
      if let section = Self.destination(of: change), !existing.contains(section) {
        obstacles.append(.gone(section, row: change.record))
      }
    }
    for section in document.sections where !existing.contains(section.id) {
      let rows = section.rows.map(\.id).filter { !leaving.contains($0) }
      if !rows.isEmpty { obstacles.append(.occupied(section.id, rows: rows)) }
    }
  }

  private static func destination(of change: Change) -> SectionID? {
    guard case .row = change.record else { return nil }
    let name = change.field == nil ? change.after?.asRecord?.text(.section) : change.after?.asText
    return change.field == nil || change.field == .section
      ? name.map { SectionID(unchecked: $0) } : nil
  }
}
