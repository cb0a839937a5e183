extension TablePlan {
  /// Finds the batches that lead from one document to another.
  ///
  /// - Complexity: O(n log n) in the number of rows.
  public init(from old: Document, to new: Document) {
    let planner = TablePlanner(old: old, new: new)
    let stages = [
      planner.sectionStage(), planner.rowStage(), planner.deletionStage(), planner.contentStage(),
    ]
    var needed = stages.filter { $0.operations.count > 0 }
    // Fields that no table shows change without an operation; the last table has them all the same.
    if let last = needed.indices.last { needed[last].table = new }
    self.init(stages: needed)
  }

  /// Makes the plan of a changeset that only changes content, without looking at other rows.
  ///
  /// - Complexity: O(changes).
  public init(contentOnly changeset: Changeset, to new: Document, at index: Document.Index) {
    var operations = TableOperations()
    var updated: Set<Document.Place> = []
    var supplements: Set<TableOperations.Supplement> = []
    for change in changeset.changes {
      switch (change.record, change.field) {
      case (.row(let id), let field?):
        guard let place = index.rows[id] else { continue }
        if field == .component {
          operations.replaceViews.append(place)
        } else if updated.insert(place).inserted {
          operations.updateRows.append(place)
        }
      case (.section(let id), let field?) where [.header, .footer, .level].contains(field):
        guard let section = index.sections[id] else { continue }
        let name = field == .level ? .header : field
        let supplement = TableOperations.Supplement(section: section, name: name)
        if supplements.insert(supplement).inserted { operations.supplements.append(supplement) }
      case (.section, _), (.document, _), (.row, nil): continue
      }
    }
    let replaced = Set(operations.replaceViews)
    operations.updateRows.removeAll { replaced.contains($0) }
    self.init(
      stages: operations.count > 0 ? [Stage(operations: operations, table: new)] : [])
  }
}

/// The two tables and what stays between them.
private struct TablePlanner {
  let old: Document
  let new: Document
  let oldIndex: Document.Index
  let newIndex: Document.Index
  /// The sections of the table between stage 1 and stage 3, by id, in order.
  let middle: [SectionID]
  let middleIndex: [SectionID: Int]

  init(old: Document, new: Document) {
    self.old = old
    self.new = new
    oldIndex = Document.Index(old)
    newIndex = Document.Index(new)
    middle = Self.middle(old: old, new: new, oldIndex: oldIndex, newIndex: newIndex)
    middleIndex = Dictionary(
      middle.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  // The new order, with each doomed section right behind the one it stood behind of those that do
  // not move: behind one that moves it would have to move along (DESIGN §9).
  private static func middle(
    old: Document, new: Document, oldIndex: Document.Index, newIndex: Document.Index
  ) -> [SectionID] {
    let survivors = new.sections.compactMap { oldIndex.sections[$0.id] }
    let kept = Set(
      longestIncreasingSubsequence(survivors, places: Array(survivors.indices)).map {
        survivors[$0]
      })
    var doomedAtStart: [SectionID] = []
    var doomedBehind: [SectionID: [SectionID]] = [:]
    var anchor: SectionID?
    for (at, section) in old.sections.enumerated() {
      if newIndex.sections[section.id] != nil {
        if kept.contains(at) { anchor = section.id }
      } else if let anchor {
        doomedBehind[anchor, default: []].append(section.id)
      } else {
        doomedAtStart.append(section.id)
      }
    }
    return doomedAtStart + new.sections.flatMap { [$0.id] + (doomedBehind[$0.id] ?? []) }
  }

  func sectionStage() -> TablePlan.Stage {
    var operations = TableOperations()
    operations.insertSections = middle.indices.filter { oldIndex.sections[middle[$0]] == nil }
    let survivors = middle.compactMap { oldIndex.sections[$0] }
    let kept = Set(longestIncreasingSubsequence(survivors, places: Array(survivors.indices)))
    for (at, source) in survivors.enumerated() where !kept.contains(at) {
      guard let target = middleIndex[old.sections[source].id] else { continue }
      operations.moveSections.append(.init(from: source, to: target))
    }
    return TablePlan.Stage(operations: operations, table: table { self.oldRows(of: $0) })
  }

  func rowStage() -> TablePlan.Stage {
    var operations = TableOperations()
    for section in old.sections where newIndex.sections[section.id] != nil {
      for row in section.rows where newIndex.rows[row.id] == nil {
        operations.deleteRows += [middlePlace(of: row.id, in: oldIndex, of: old)].compactMap(\.self)
      }
    }
    for section in new.sections {
      let kept = rowsThatStay(in: section)
      for row in section.rows {
        guard let target = middlePlace(of: row.id, in: newIndex, of: new) else { continue }
        if let source = middlePlace(of: row.id, in: oldIndex, of: old) {
          if kept.contains(row.id) { continue }
          operations.moveRows.append(.init(from: source, to: target))
        } else {
          operations.insertRows.append(target)
        }
      }
    }
    return TablePlan.Stage(operations: operations, table: table { self.newRows(of: $0) })
  }

  func deletionStage() -> TablePlan.Stage {
    var operations = TableOperations()
    operations.deleteSections = middle.indices.filter { newIndex.sections[middle[$0]] == nil }
    return TablePlan.Stage(operations: operations, table: new)
  }

  func contentStage() -> TablePlan.Stage {
    var operations = TableOperations()
    for (at, section) in new.sections.enumerated() {
      if let before = oldIndex.sections[section.id] {
        let shown = old.sections[before].fields
        for name in [FieldName.header, .footer]
        where shown[name] != section.fields[name]
          // The header shows how deep the section is nested.
          || name == .header && shown[.level] != section.fields[.level]
        {
          operations.supplements.append(.init(section: at, name: name))
        }
      }
      for (row, record) in section.rows.enumerated() {
        guard let before = oldIndex.rows[record.id] else { continue }
        let fields = old[before].fields
        if fields == record.fields { continue }
        let place = Document.Place(section: at, row: row)
        if fields[.component] == record.fields[.component] {
          operations.updateRows.append(place)
        } else {
          operations.replaceViews.append(place)
        }
      }
    }
    return TablePlan.Stage(operations: operations, table: new)
  }

  private func rowsThatStay(in section: Document.Section) -> Set<RowID> {
    let common = section.rows.compactMap { row -> (id: RowID, place: Int)? in
      guard let before = oldIndex.rows[row.id], old.sections[before.section].id == section.id
      else { return nil }
      return (row.id, before.row)
    }
    return Set(
      longestIncreasingSubsequence(common.map(\.place), places: Array(common.indices)).map {
        common[$0].id
      })
  }

  private func middlePlace(
    of row: RowID, in index: Document.Index, of document: Document
  ) -> Document.Place? {
    guard let place = index.rows[row], let at = middleIndex[document.sections[place.section].id]
    else { return nil }
    return Document.Place(section: at, row: place.row)
  }

  private func table(_ rows: (SectionID) -> [Document.Row]) -> Document {
    let sections = middle.map { id in
      let known = oldIndex.sections[id].map { old.sections[$0] } ?? new.section(id)
      return Document.Section(id: id, fields: known?.fields ?? [:], rows: rows(id))
    }
    return Document(keeping: new.fields, sections: sections)
  }

  private func oldRows(of id: SectionID) -> [Document.Row] {
    oldIndex.sections[id].map { Array(old.sections[$0].rows) } ?? []
  }

  // Until the content stage a row shows what it showed (U-29).
  private func newRows(of id: SectionID) -> [Document.Row] {
    guard let at = newIndex.sections[id] else {
      return oldRows(of: id).filter { newIndex.rows[$0.id] == nil }
    }
    return new.sections[at].rows.map { row in oldIndex.rows[row.id].map { old[$0] } ?? row }
  }
}
