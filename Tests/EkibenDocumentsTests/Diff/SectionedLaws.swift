import EkibenDocuments

/// The laws of a two-level difference, checked by doing what it says with real sections and rows.
struct SectionedLaws<ID: Hashable & Sendable> {
  typealias Place = Document.Place

  let old: [TestSection<ID>]
  let new: [TestSection<ID>]
  let difference: SectionedDifference

  /// Whether ids repeat, so that only applying has to work.
  var isRepeating = false

  func check() throws(BrokenLaw) {
    try order()
    try applying()
    try BrokenLaw.unless(difference.isEmpty == (old == new), "it is empty when nothing differs")
    if isRepeating { return }
    try fewest()
    try sectionMoves()
    try rowMoves()
  }

  private func order() throws(BrokenLaw) {
    func ascends<Index: Comparable>(_ list: [Index]) throws(BrokenLaw) {
      try BrokenLaw.unless(zip(list, list.dropFirst()).allSatisfy { $0 < $1 }, "lists ascend")
    }
    try ascends(difference.deletedSections)
    try ascends(difference.insertedSections)
    try ascends(difference.movedSections.map(\.target))
    try ascends(difference.deletedRows)
    try ascends(difference.insertedRows)
    try ascends(difference.movedRows.map(\.target))
    try ascends(difference.updatedRows)
  }

  // V: real sections and rows, taken out, put in and updated, make the new list.
  private func applying() throws(BrokenLaw) {
    var rows = old.map { $0.rows.map { Optional($0) } }
    let leaving = difference.deletedRows + difference.movedRows.map(\.source)
    for place in leaving {
      try BrokenLaw.unless(
        rows.indices.contains(place.section) && rows[place.section].indices.contains(place.row)
          && rows[place.section][place.row] != nil, "every source is a row of its own")
      rows[place.section][place.row] = nil
    }
    var sections = try orderOfSections().map { source in
      (section: source, rows: source.map { rows[$0].compactMap(\.self) } ?? [])
    }
    for (target, row) in comingRows() {
      try BrokenLaw.unless(
        sections.indices.contains(target.section)
          && target.row <= sections[target.section].rows.count, "targets are places of the new list"
      )
      sections[target.section].rows.insert(row, at: target.row)
    }
    for place in difference.updatedRows {
      let row = new[place.section].rows[place.row]
      try BrokenLaw.unless(
        sections[place.section].rows[place.row].id == row.id
          && sections[place.section].rows[place.row] != row,
        "updates are of rows that say something else")
      sections[place.section].rows[place.row] = row
    }
    let made = zip(sections, new).map { made, new in
      TestSection(id: made.section.map { old[$0].id } ?? new.id, rows: made.rows)
    }
    try BrokenLaw.unless(made == new, "applied to the old list it makes the new one")
  }

  /// For every section after the changes the index it had; nil for one that came.
  private func orderOfSections() throws(BrokenLaw) -> [Int?] {
    let gone = Set(difference.deletedSections + difference.movedSections.map(\.source))
    var order: [Int?] = old.indices.filter { !gone.contains($0) }
    let coming: [(target: Int, source: Int?)] =
      difference.insertedSections.map { ($0, nil) }
      + difference.movedSections.map { ($0.target, $0.source) }
    for (target, source) in coming.sorted(by: { $0.target < $1.target }) {
      try BrokenLaw.unless(target <= order.count, "targets are places of the new list")
      order.insert(source, at: target)
    }
    try BrokenLaw.unless(order.count == new.count, "there are as many sections as there should be")
    return order
  }

  /// What is put in, ascending; a section that comes brings its rows but for those that move to it.
  private func comingRows() -> [(target: Place, row: TestRow<ID>)] {
    let targets = Set(difference.movedRows.map(\.target))
    let brought = difference.insertedSections.flatMap { section in
      new[section].rows.indices.map { Place(section: section, row: $0) }
        .filter { !targets.contains($0) }
    }
    let own = (difference.insertedRows + brought).map { place in
      (target: place, row: new[place.section].rows[place.row])
    }
    let moved = difference.movedRows.map { move in
      (target: move.target, row: old[move.source.section].rows[move.source.row])
    }
    return (own + moved).sorted { $0.target < $1.target }
  }

  // M: only what is in one list comes or goes, and rows do not when their section does.
  private func fewest() throws(BrokenLaw) {
    func sections(of list: [TestSection<ID>], notIn other: [TestSection<ID>]) -> [Int] {
      let ids = Set(other.map(\.id))
      return list.indices.filter { !ids.contains(list[$0].id) }
    }
    func rows(of list: [TestSection<ID>], notIn other: [TestSection<ID>], but gone: [Int])
      -> [Place]
    {
      let ids = Set(other.flatMap(\.rows).map(\.id))
      return list.indices.filter { !gone.contains($0) }.flatMap { section in
        list[section].rows.indices.filter { !ids.contains(list[section].rows[$0].id) }
          .map { Place(section: section, row: $0) }
      }
    }
    let (deleted, inserted) = (sections(of: old, notIn: new), sections(of: new, notIn: old))
    try BrokenLaw.unless(
      difference.deletedSections == deleted && difference.insertedSections == inserted,
      "only sections that are in one list come and go")
    try BrokenLaw.unless(
      difference.deletedRows == rows(of: old, notIn: new, but: deleted)
        && difference.insertedRows == rows(of: new, notIn: old, but: inserted),
      "only rows that are in one list come and go")
  }

  private func sectionMoves() throws(BrokenLaw) {
    try expectMoves(
      difference.movedSections.map(\.target), of: old.map(\.id), to: new.map(\.id))
  }

  private func rowMoves() throws(BrokenLaw) {
    let places = Dictionary(
      uniqueKeysWithValues: old.enumerated().flatMap { section, list in
        list.rows.map { ($0.id, section) }
      })
    let oldOf = Dictionary(
      uniqueKeysWithValues: old.enumerated().map { ($0.element.id, $0.offset) })
    for (index, section) in new.enumerated() {
      let before = oldOf[section.id]
      let moves = difference.movedRows.filter { $0.target.section == index }
      let own = moves.filter { $0.source.section == before }
      try expectMoves(
        own.map(\.target.row), of: before.map { old[$0].rows.map(\.id) } ?? [],
        to: section.rows.map(\.id))
      let came = section.rows.count { places[$0.id] != nil && places[$0.id] != before }
      try BrokenLaw.unless(
        moves.count - own.count == came, "\(moves.count - own.count) rows came, not \(came)")
    }
  }

  private func expectMoves(_ moved: [Int], of old: [ID], to new: [ID]) throws(BrokenLaw) {
    let places = Dictionary(uniqueKeysWithValues: old.enumerated().map { ($0.element, $0.offset) })
    let common = new.enumerated().compactMap { index, id in
      places[id].map { (value: $0, place: index) }
    }
    let longest = longestRun(common)
    try BrokenLaw.unless(
      moved.count == common.count - longest.length,
      "\(moved.count) move, not \(common.count - longest.length)")
    let stable = common.count { $0.value == $0.place && !moved.contains($0.place) }
    try BrokenLaw.unless(
      stable == longest.stable, "\(stable) keep their index, not \(longest.stable)")
  }
}

/// Finds the difference of two lists of sections and checks its laws.
func lawfulDifference<ID>(
  from old: [TestSection<ID>], to new: [TestSection<ID>]
) throws -> SectionedDifference {
  let difference = SectionedDifference(from: old, to: new)
  try SectionedLaws(old: old, new: new, difference: difference).check()
  let validated = try SectionedDifference(validating: old, to: new)
  try BrokenLaw.unless(difference == validated, "checking ids changes nothing")
  return difference
}
