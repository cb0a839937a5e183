import EkibenDocuments
import EkibenForms

/// Keeps two digests, one of what the documents say and one of what the table is bound to, and says
/// where they part.
///
/// The first is updated by the changes and reads documents, the second by the plans and reads the
/// table, so that a mistake in either shows.
struct ReplayWitness {
  /// A document with the places of its records.
  struct Shown {
    let document: Document
    let index: Document.Index
  }

  private let wholeEvery: Int
  private var expected: TableDigest
  private var found = TableDigest()
  private var entries = 0

  /// Looks at a table that shows a document; nil where it cannot be asked or need not be.
  init?(_ table: some ReplayTable, showing document: Document, checking check: Replay.Check) {
    guard table.isInspectable else { return nil }
    switch check {
    case .never: return nil
    // So that comparing place by place costs no more than the entries do.
    case .digests(let wholeEvery):
      self.wholeEvery = max(1, wholeEvery ?? max(1000, document.rowCount))
    case .whole: wholeEvery = 1
    }
    expected = TableDigest(document)
    read(table, touched: [])
  }

  /// The rows that a plan of nothing but content will bind, as they are bound now.
  func rowsBound(
    to plan: TablePlan, _ changes: Changeset, in table: some ReplayTable
  ) -> [Document.Row?] {
    changes.isContentOnly ? Self.rebound(by: plan).map { table.boundRow(at: $0) } : []
  }

  /// Applies an entry that the table has performed, and says what is wrong then; nil is nothing.
  ///
  /// - Complexity: O(changes), O(sections + rows of the sections touched) where supplements change or
  ///   records come, go or move, and O(rows) now and then.
  mutating func apply(
    _ changes: Changeset, _ plan: TablePlan, from old: Shown, to new: Shown,
    bound: [Document.Row?], in table: some ReplayTable
  ) -> String? {
    updateExpected(by: changes, from: old, to: new)
    updateFound(in: table, by: changes, plan, from: old.document, bound: bound)
    entries += 1
    if expected.total == found.total, !entries.isMultiple(of: wholeEvery) { return nil }
    if let difference = table.difference(from: new.document) { return difference }
    return expected.total == found.total
      ? nil : "the table was told to do something else than the document"
  }

  private mutating func updateExpected(by changes: Changeset, from old: Shown, to new: Shown) {
    var rows: Set<RowID> = []
    var touched: Set<SectionID> = []
    for change in changes.changes {
      switch change.record {
      case .document: continue
      case .section(let id): touched.insert(id)
      case .row(let id) where changes.isContentOnly: rows.insert(id)
      case .row(let id):
        for shown in [old, new] {
          guard let place = shown.index[id] else { continue }
          touched.insert(shown.document.sections[place.section].id)
        }
      }
    }
    for id in rows {
      guard let place = old.index[id] else { continue }
      expected.replace(old.document[place], with: new.document[place], at: place)
    }
    if touched.isEmpty { return }
    let sections = new.document.sections
    expected.update(sections.map(\.id), touched: touched) { sections[$0] }
  }

  private mutating func updateFound(
    in table: some ReplayTable, by changes: Changeset, _ plan: TablePlan, from old: Document,
    bound: [Document.Row?]
  ) {
    if changes.isContentOnly {
      for (place, before) in zip(Self.rebound(by: plan), bound) {
        guard let before, let after = table.boundRow(at: place) else { continue }
        found.replace(before, with: after, at: place)
      }
      let supplements = plan.stages.flatMap { stage in
        stage.operations.supplements.map { stage.table.sections[$0.section].id }
      }
      if !supplements.isEmpty { read(table, touched: Set(supplements)) }
    } else {
      read(table, touched: Self.touched(by: plan, from: old))
    }
  }

  private mutating func read(_ table: some ReplayTable, touched: Set<SectionID>) {
    let ids = (0..<table.sectionCount).map { table.sectionID(at: $0) }
    found.update(ids, touched: touched) { table.boundSection(at: $0) }
  }

  private static func rebound(by plan: TablePlan) -> [Document.Place] {
    plan.stages.flatMap { $0.operations.updateRows + $0.operations.replaceViews }
  }

  private static func touched(by plan: TablePlan, from old: Document) -> Set<SectionID> {
    var touched: Set<SectionID> = []
    var before = old
    for stage in plan.stages {
      let operations = stage.operations
      for place in operations.deleteRows + operations.moveRows.map(\.source) {
        touched.insert(before.sections[place.section].id)
      }
      let places =
        operations.insertRows + operations.moveRows.map(\.target)
        + operations.updateRows + operations.replaceViews
      let sections = operations.insertSections + operations.supplements.map(\.section)
      for section in places.map(\.section) + sections {
        touched.insert(stage.table.sections[section].id)
      }
      before = stage.table
    }
    return touched
  }
}
