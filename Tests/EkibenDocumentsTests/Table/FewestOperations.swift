import EkibenDocuments

/// The fewest operations between two tables, and all ways to have that few: the slow, obvious reference
/// of the planner.
struct FewestOperations {
  let old: Document
  let new: Document
  private let before: Document.Index
  private let after: Document.Index

  init(from old: Document, to new: Document) {
    (self.old, self.new) = (old, new)
    (before, after) = (Document.Index(old), Document.Index(new))
  }

  /// How many there are of each sort, in the order of ``counts(of:)``.
  var counts: [Int] {
    let intent = Intent(changed: changedRows, supplements: supplements)
    let others = intent.batch(from: old, to: new).operations
    let sections = old.sections.filter { after[$0.id] != nil }.count
    let rows = places(of: old).filter { after[$0.1.id] != nil }.count
    let staying = homes.reduce(0) { $0 + longest($1.map(\.place)) }
    return [
      others.deleteSections.count, others.insertSections.count,
      sections - longest(survivors.map(\.place)), others.deleteRows.count,
      others.insertRows.count, rows - staying, others.updateRows.count, others.replaceViews.count,
      supplements.count,
    ]
  }

  /// Whether one batch with the fewest operations is legal, said in terms of sections and rows: the
  /// rules of ``TableStrictness/standard`` once more, without an index.
  var fitsOneBatch: Bool {
    let touched = sectionsWithRowOperations
    let mustStay = touched.union(changedRows.compactMap { section(of: $0) })
      .union(supplements.map { new.sections[$0.section].id })
    let isLegal = touched.allSatisfy { before[$0] != nil && after[$0] != nil }
    let changesStay = homes.allSatisfy { home in
      canStay(home.map { changedRows.contains($0.id) }, of: home.map(\.place))
    }
    return isLegal && changesStay && changedRows.isDisjoint(with: newcomers)
      && canStay(survivors.map { mustStay.contains($0.id) }, of: survivors.map(\.place))
  }

  /// Every way to move as few sections and rows as possible, for small tables.
  var intents: [Intent] {
    let sections = runs(survivors.map(\.place)).map { run in
      Set(survivors.indices.filter { !run.contains($0) }.map { survivors[$0].id })
    }
    var rows: [Set<RowID>] = [newcomers]
    for home in homes {
      let choices = runs(home.map(\.place)).map { run in
        Set(home.indices.filter { !run.contains($0) }.map { home[$0].id })
      }
      rows = rows.flatMap { known in choices.map { known.union($0) } }
    }
    return sections.flatMap { sections in
      rows.map { rows in
        var intent = Intent(changed: changedRows, supplements: supplements)
        (intent.movedSections, intent.movedRows) = (sections, rows)
        return intent
      }
    }
  }

  // The sections that are in both tables, in the new order, with their old places.
  private var survivors: [(id: SectionID, place: Int)] {
    new.sections.compactMap { section in before[section.id].map { (section.id, $0) } }
  }

  // The rows of each section that were in it before, in the new order, with their old places.
  private var homes: [[(id: RowID, place: Int)]] {
    new.sections.map { section in
      section.rows.compactMap { row in
        guard let place = before[row.id], old.sections[place.section].id == section.id else {
          return nil
        }
        return (row.id, place.row)
      }
    }
  }

  // The rows that come from another section.
  private var newcomers: Set<RowID> {
    let all = places(of: new).map(\.1.id).filter { before[$0] != nil }
    return Set(all).subtracting(homes.joined().map(\.id))
  }

  private var changedRows: Set<RowID> {
    Set(
      places(of: new).map(\.1).filter { row in
        before[row.id].map { old[$0].fields != row.fields } ?? false
      }.map(\.id))
  }

  private var supplements: Set<TableOperations.Supplement> {
    var found: Set<TableOperations.Supplement> = []
    for (at, section) in new.sections.enumerated() {
      guard let was = before[section.id] else { continue }
      let shown = SlowTable.Section.shown(old.sections[was])
      let wanted = SlowTable.Section.shown(section)
      for field in Set(shown.keys).union(wanted.keys) where shown[field] != wanted[field] {
        found.insert(.init(section: at, name: field == .level ? .header : field))
      }
    }
    return found
  }

  private var sectionsWithRowOperations: Set<SectionID> {
    var touched: Set<SectionID> = []
    for (section, home) in zip(new.sections, homes) {
      let isNew = before[section.id] == nil
      let comes = section.rows.contains { newcomers.contains($0.id) }
      let isInserted = !isNew && section.rows.contains { before[$0.id] == nil }
      if comes || isInserted || longest(home.map(\.place)) < home.count {
        touched.insert(section.id)
      }
    }
    for section in old.sections {
      let isGone = after[section.id] == nil
      let loses = section.rows.contains { newcomers.contains($0.id) }
      let deletes = !isGone && section.rows.contains { after[$0.id] == nil }
      if loses || deletes { touched.insert(section.id) }
    }
    return touched
  }

  private func section(of row: RowID) -> SectionID? {
    after[row].map { new.sections[$0.section].id }
  }

  // Whether some longest run has all of these.
  private func canStay(_ wanted: [Bool], of places: [Int]) -> Bool {
    runs(places).contains { run in wanted.indices.allSatisfy { !wanted[$0] || run.contains($0) } }
  }
}

extension FewestOperations {
  /// How many operations of each sort a plan has.
  static func counts(of plan: TablePlan) -> [Int] {
    let sorts: [(TableOperations) -> Int] = [
      { $0.deleteSections.count }, { $0.insertSections.count }, { $0.moveSections.count },
      { $0.deleteRows.count }, { $0.insertRows.count }, { $0.moveRows.count },
      { $0.updateRows.count }, { $0.replaceViews.count }, { $0.supplements.count },
    ]
    return sorts.map { count in plan.stages.reduce(0) { $0 + count($1.operations) } }
  }
}

extension Intent {
  fileprivate init(changed: Set<RowID>, supplements: Set<TableOperations.Supplement>) {
    (changedRows, self.supplements) = (changed, supplements)
  }
}

/// The length of a longest increasing run, by an O(n²) table.
private func longest(_ values: [Int]) -> Int {
  var lengths = [Int](repeating: 1, count: values.count)
  for at in values.indices {
    for earlier in 0..<at where values[earlier] < values[at] {
      lengths[at] = max(lengths[at], lengths[earlier] + 1)
    }
  }
  return lengths.max() ?? 0
}

/// The positions of every longest increasing run.
private func runs(_ values: [Int]) -> [Set<Int>] {
  let length = longest(values)
  var found: [Set<Int>] = []
  func extend(_ run: [Int], from start: Int) {
    if run.count == length { return found.append(Set(run)) }
    for at in start..<values.count where values.count - at >= length - run.count {
      if let last = run.last, values[last] > values[at] { continue }
      extend(run + [at], from: at + 1)
    }
  }
  extend([], from: 0)
  return found
}
