import EkibenDocuments

/// What is to be done between two tables, by name: which of all that stays should move, and what
/// should say something else.
struct Intent {
  var movedSections: Set<SectionID> = []
  var movedRows: Set<RowID> = []
  var changedRows: Set<RowID> = []
  var supplements: Set<TableOperations.Supplement> = []

  /// All of it in one batch, legal or not.
  func batch(from old: Document, to new: Document) -> TablePlan.Stage {
    let (before, after) = (Document.Index(old), Document.Index(new))
    var operations = TableOperations()
    for (at, section) in old.sections.enumerated() where after[section.id] == nil {
      operations.deleteSections.append(at)
    }
    for (at, section) in new.sections.enumerated() {
      if let source = before[section.id] {
        if movedSections.contains(section.id) {
          operations.moveSections.append(.init(from: source, to: at))
        }
      } else {
        operations.insertSections.append(at)
      }
    }
    for (place, row) in places(of: old) where after[row.id] == nil {
      if after[old.sections[place.section].id] != nil {
        operations.deleteRows.append(place)
      }
    }
    for (place, row) in places(of: new) {
      if let source = before[row.id] {
        if movedRows.contains(row.id) { operations.moveRows.append(.init(from: source, to: place)) }
        if !changedRows.contains(row.id) { continue }
        if old[source].fields[.component] == row.fields[.component] {
          operations.updateRows.append(place)
        } else {
          operations.replaceViews.append(place)
        }
      } else if before[new.sections[place.section].id] != nil {
        operations.insertRows.append(place)
      }
    }
    operations.supplements = Array(supplements)
    return TablePlan.Stage(operations: operations, table: new)
  }

  /// What two batches do, one after the other.
  init(of stages: [TablePlan.Stage]) {
    for stage in stages {
      let (operations, table) = (stage.operations, stage.table)
      movedSections.formUnion(operations.moveSections.map { table.sections[$0.target].id })
      movedRows.formUnion(operations.moveRows.map { table[$0.target].id })
      changedRows.formUnion((operations.updateRows + operations.replaceViews).map { table[$0].id })
      // Content comes last, so these are numbers of the last table.
      supplements.formUnion(operations.supplements)
    }
  }

  init() {}
}

func places(of document: Document) -> [(Document.Place, Document.Row)] {
  document.sections.enumerated().flatMap { at, section in
    section.rows.enumerated().map { (Document.Place(section: at, row: $0.offset), $0.element) }
  }
}
