import EkibenDocuments

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
    let whole = changes.changes.filter { $0.field == nil }.map(\.record).filter(\.isRow)
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

extension RecordID {
  fileprivate var isRow: Bool {
    switch self {
    case .row: true
    case .document, .section: false
    }
  }
}
