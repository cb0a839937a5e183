import EkibenDocuments
import EkibenForms

/// Compares what a table is bound to with what a document says, in the rows and sections that an entry
/// touched: by the changes, which make the document, and by the plans, which the table follows.
struct ReplayWitness {
  private let wholeEvery: Int
  private var entries = 0

  /// Looks at a table that shows a document; nil where it cannot be asked or need not be.
  init?(_ table: some ReplayTable, showing document: Document, checking check: Replay.Check) {
    guard table.isInspectable else { return nil }
    switch check {
    case .never: return nil
    // So that comparing place by place costs no more than the entries do.
    case .touched(let wholeEvery):
      self.wholeEvery = max(1, wholeEvery ?? max(1000, document.rowCount))
    case .whole: wholeEvery = 1
    }
  }

  /// Says what is wrong after an entry that the table has performed; nil is nothing.
  ///
  /// - Complexity: O(changes), O(sections + rows of the sections touched) where supplements change or
  ///   records come, go or move, and O(rows) now and then.
  mutating func problem(
    after changes: Changeset, _ plan: TablePlan, from old: DocumentStructure,
    to new: DocumentStructure, in table: some ReplayTable
  ) -> String? {
    entries += 1
    let isRight =
      changes.isContentOnly
      ? Self.shows(new, after: changes, plan, table)
      : Self.shows(new.content, in: Self.touched(by: changes, plan, from: old, to: new), table)
    if isRight, !entries.isMultiple(of: wholeEvery) { return nil }
    return table.difference(from: new.content)
      ?? (isRight ? nil : "the table was told to do something else than the document")
  }

  private static func shows(
    _ shown: DocumentStructure, after changes: Changeset, _ plan: TablePlan,
    _ table: some ReplayTable
  ) -> Bool {
    var places = plan.stages.flatMap { $0.operations.updateRows + $0.operations.replaceViews }
    var sections = plan.stages.flatMap { $0.operations.supplements.map(\.section) }
    for change in changes.changes {
      switch change.record {
      case .document: continue
      case .section(let id): sections += [shown.index[id]].compactMap(\.self)
      case .row(let id): places += [shown.index[id]].compactMap(\.self)
      }
    }
    let content = shown.content
    return (sections.isEmpty || table.sectionIDs.count == content.sections.count)
      && places.allSatisfy { place in
        table.boundRow(at: place).map { isSame($0, content[place]) } ?? false
      }
      && Set(sections).allSatisfy { isSame(table.boundSection(at: $0), content.sections[$0]) }
  }

  private static func shows(
    _ document: Document, in touched: Set<SectionID>, _ table: some ReplayTable
  ) -> Bool {
    guard table.sectionIDs == document.sections.map(\.id) else { return false }
    return document.sections.enumerated().allSatisfy { at, section in
      !touched.contains(section.id) || isSame(table.boundSection(at: at), section)
    }
  }

  private static func isSame(_ bound: Document.Row, _ row: Document.Row) -> Bool {
    bound.id == row.id && bound.fields == row.fields
  }

  private static func isSame(_ bound: Document.Section, _ section: Document.Section) -> Bool {
    bound.rows.count == section.rows.count
      && SectionDisplay.shown(bound.fields) == SectionDisplay.shown(section.fields)
      && zip(bound.rows, section.rows).allSatisfy { isSame($0, $1) }
  }

  private static func touched(
    by changes: Changeset, _ plan: TablePlan, from old: DocumentStructure, to new: DocumentStructure
  ) -> Set<SectionID> {
    var touched = touched(by: plan, from: old.content)
    for change in changes.changes {
      switch change.record {
      case .document: continue
      case .section(let id): touched.insert(id)
      case .row(let id):
        for shown in [old, new] {
          guard let place = shown.index[id] else { continue }
          touched.insert(shown.content.sections[place.section].id)
        }
      }
    }
    return touched
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
