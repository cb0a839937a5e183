import EkibenDocuments

/// A table that does a batch as one would with paper slips: take out from the back, put in from the
/// front. It moves its own slips and never looks up what the target has there.
struct SlowTable {
  struct Section {
    let id: SectionID
    var shown: [FieldName: Value]
    var rows: [Document.Row]

    init(_ section: Document.Section, rows: [Document.Row]) {
      id = section.id
      shown = Self.shown(section)
      self.rows = rows
    }

    /// Header, footer and level whatever they hold, and whatever else holds a component.
    static func shown(_ section: Document.Section) -> [FieldName: Value] {
      var shown: [FieldName: Value] = [:]
      for field in section.fields {
        let always = ["header", "footer", "level"].contains(field.name.rawValue)
        guard case .record(let record) = field.value, case .text? = record[.component] else {
          shown[field.name] = always ? field.value : nil
          continue
        }
        shown[field.name] = field.value
      }
      return shown
    }
  }

  private(set) var sections: [Section]

  init(_ document: Document) {
    sections = document.sections.map { Section($0, rows: Array($0.rows)) }
  }

  /// Does a batch; false where an index points nowhere.
  mutating func perform(_ stage: TablePlan.Stage) -> Bool {
    let operations = stage.operations
    guard let rows = takeRows(operations), let moved = takeSections(operations) else {
      return false
    }
    let targets = Set(operations.insertRows + operations.moveRows.map(\.target))
    let brought = operations.insertSections.map { at in
      let section = stage.table.sections[at]
      let rows = section.rows.indices.filter { !targets.contains(.init(section: at, row: $0)) }
      return (at, Section(section, rows: rows.map { section.rows[$0] }))
    }
    for (at, section) in (moved + brought).sorted(by: { $0.0 < $1.0 }) {
      if at > sections.count { return false }
      sections.insert(section, at: at)
    }
    let inserted = operations.insertRows.map { ($0, stage.table[$0]) }
    for (place, row) in (rows + inserted).sorted(by: { $0.0 < $1.0 }) {
      if place.row > sections[place.section].rows.count { return false }
      sections[place.section].rows.insert(row, at: place.row)
    }
    rebind(stage)
    return true
  }

  func shows(_ document: Document) -> Bool {
    sections.count == document.sections.count
      && zip(sections, document.sections).allSatisfy { shown, section in
        shown.id == section.id && shown.shown == Section.shown(section)
          && shown.rows == Array(section.rows)
      }
  }

  private mutating func takeRows(
    _ operations: TableOperations
  ) -> [(Document.Place, Document.Row)]? {
    var taken: [Document.Place: Document.Row] = [:]
    for place in (operations.deleteRows + operations.moveRows.map(\.source)).sorted(by: >) {
      guard sections[place.section].rows.indices.contains(place.row) else { return nil }
      taken[place] = sections[place.section].rows.remove(at: place.row)
    }
    return operations.moveRows.compactMap { move in taken[move.source].map { (move.target, $0) } }
  }

  private mutating func takeSections(_ operations: TableOperations) -> [(Int, Section)]? {
    var taken: [Int: Section] = [:]
    for at in (operations.deleteSections + operations.moveSections.map(\.source)).sorted(by: >) {
      guard sections.indices.contains(at) else { return nil }
      taken[at] = sections.remove(at: at)
    }
    return operations.moveSections.compactMap { move in taken[move.source].map { (move.target, $0) }
    }
  }

  private mutating func rebind(_ stage: TablePlan.Stage) {
    for place in stage.operations.updateRows + stage.operations.replaceViews {
      sections[place.section].rows[place.row].fields = stage.table[place].fields
    }
    for supplement in stage.operations.supplements {
      let wanted = Section.shown(stage.table.sections[supplement.section])
      sections[supplement.section].shown[supplement.name] = wanted[supplement.name]
      if supplement.name == .header { sections[supplement.section].shown[.level] = wanted[.level] }
    }
  }
}
