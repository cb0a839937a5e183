import Ekiben

/// Of the records that stay, as few as possible move (rule D13).
extension LawCheck {
  func minimality() throws(LawViolation) {
    let moved = Set(
      changes.changes.filter { $0.field == .order || $0.field == .section }.map(\.record)
        .filter { $0 != .document })
    let sections = fewestMoves(old.sections.map(\.id), new.sections.map(\.id))
    let rows = fewestRowMoves()
    try require(
      moved.count == sections + rows, "as few records as possible move",
      "\(moved.count) moved, \(sections) sections and \(rows) rows needed: \(lines(changes))")
    let old = Set(old.sections.flatMap(\.rows).map(\.id))
    let new = Set(new.sections.flatMap(\.rows).map(\.id))
    let whole = changes.changes.filter { $0.field == nil }.map(\.record).filter { $0.row != nil }
    try require(
      whole.count == old.symmetricDifference(new).count, "only rows that come or go change whole",
      lines(changes))
  }

  // A row stays when it keeps its section, and with others that stay its order.
  func fewestRowMoves() -> Int {
    let survivors = Set(old.sections.flatMap(\.rows).map(\.id))
      .intersection(new.sections.flatMap(\.rows).map(\.id))
    let staying = new.sections.map { section in
      let before = old.section(section.id)?.rows.map(\.id) ?? []
      let after = section.rows.map(\.id)
      return after.filter(Set(before).contains).count - fewestMoves(before, after)
    }
    return survivors.count - staying.reduce(0, +)
  }
}

/// The common elements less the longest run of them that keeps its order: the slow, obvious way.
private func fewestMoves<ID: Hashable>(_ old: [ID], _ new: [ID]) -> Int {
  let places = Dictionary(
    old.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  let common = new.compactMap { places[$0] }
  var longest = [Int](repeating: 1, count: common.count)
  for at in common.indices {
    for earlier in common[..<at].indices where common[earlier] < common[at] {
      longest[at] = max(longest[at], longest[earlier] + 1)
    }
  }
  return common.count - (longest.max() ?? 0)
}

/// What two documents share in memory saves work and changes nothing.
extension LawCheck {
  func sharing() throws(LawViolation) {
    try sameDifference(from: old.unshared, to: new.unshared)
    try sameDifference(from: old, to: new.sharing(with: old))
  }

  private func sameDifference(from same: Document, to other: Document) throws(LawViolation) {
    let law = "the difference of documents that share storage is that of copies that share none"
    let again = Changeset(from: same, to: other)
    try require(again == changes, law, "\(lines(again)), not \(lines(changes))")
    let operations = TablePlan(from: same, to: other).stages.map(\.operations)
    let expected = plan.stages.map(\.operations)
    try require(operations == expected, law, "\(operations), not \(expected)")
  }
}

extension Document {
  /// The same document with chunks of its own.
  fileprivate var unshared: Document {
    Document(
      keeping: fields,
      sections: sections.map { section in
        Section(
          id: section.id, order: section.order, fields: section.fields, rows: Array(section.rows))
      })
  }

  /// The same document with every chunk of rows of another one that it can share.
  ///
  /// Rows that it takes over bring their order keys along, which no difference looks at.
  fileprivate func sharing(with other: Document) -> Document {
    let shared = sections.map { section in
      guard var rows = other.section(section.id)?.rows, rows.count <= section.rows.count else {
        return section
      }
      for (at, row) in section.rows.enumerated() {
        if at == rows.count { rows.append(row) } else if rows[at] != row { rows[at] = row }
      }
      var section = section
      section.rows = rows
      return section
    }
    return Document(keeping: fields, sections: shared)
  }
}
