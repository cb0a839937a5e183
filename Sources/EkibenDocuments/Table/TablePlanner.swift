/// Says when each change happens: in as few batches as the rules allow (rule T15).
struct TablePlanner {
  let old: Document
  let new: Document
  let changes: TableChanges
  let strictness: TableStrictness

  init(from old: Document, to new: Document, strictness: TableStrictness) {
    (self.old, self.new, self.strictness) = (old, new, strictness)
    changes = TableChanges(from: old, to: new)
  }

  /// What a plan does, in the order in which it would do it one by one.
  ///
  /// Every section that rows move to is there before them, and every one that they come from stays
  /// until they are gone.
  enum Step: Int, CaseIterable, Comparable {
    case moveSections, insertSections, rows, deleteSections, content

    static func < (left: Step, right: Step) -> Bool { left.rawValue < right.rawValue }
  }

  /// The batches, each as the steps that it takes together.
  var batches: [[Step]] {
    var batches: [[Step]] = []
    for step in Step.allCases where isNeeded(step) {
      if let last = batches.last, !last.contains(where: { clash($0, step) }) {
        batches[batches.count - 1].append(step)
      } else {
        batches.append([step])
      }
    }
    return batches
  }

  var stages: [TablePlan.Stage] {
    var before = SectionOrder.old(changes)
    let batches = batches
    return batches.enumerated().map { number, steps in
      let last = steps.last ?? .content
      let after = order(after: last)
      let operations = operations(steps, from: before, to: after)
      before = after
      // Fields that no table shows change without an operation; the last table has them as well.
      let table = number + 1 == batches.count ? new : table(after: last, in: after)
      return TablePlan.Stage(operations: operations, table: table)
    }
  }

  private func isNeeded(_ step: Step) -> Bool {
    switch step {
    case .moveSections: changes.sectionMoves.contains(true)
    case .insertSections: changes.before.contains(nil)
    case .rows:
      !changes.deletedRows.isEmpty || !changes.insertedRows.isEmpty || !changes.movedRows.isEmpty
    case .deleteSections: changes.after.contains(nil)
    case .content: !changes.content.isEmpty || !changes.supplements.isEmpty
    }
  }

  // Whether one batch must not do both (rules T12 and T14).
  private func clash(_ first: Step, _ second: Step) -> Bool {
    switch (first, second) {
    case (.moveSections, .insertSections), (.moveSections, .deleteSections):
      strictness.contains(.mixSectionMoveAndInsertDelete)
    case (.moveSections, .rows):
      strictness.contains(.rowOpsInMovedSection)
        && zip(changes.sectionMoves, changes.sectionsWithRowOperations).contains { $0 && $1 }
    case (.moveSections, .content):
      strictness.contains(.reloadInMovedSection)
        && zip(changes.sectionMoves, changes.sectionsWithContent).contains { $0 && $1 }
    case (.insertSections, .rows):
      strictness.contains(.moveIntoInserted)
        && changes.movedRows.contains { changes.before[$0.target.section] == nil }
    case (.rows, .deleteSections):
      strictness.contains(.moveOutOfDeleted)
        && changes.movedRows.contains { changes.after[$0.source.section] == nil }
    case (.rows, .content): changes.movesContent
    case (.moveSections, .moveSections), (.insertSections, _), (.rows, _), (.deleteSections, _),
      (.content, _):
      false
    }
  }

  private func order(after step: Step) -> SectionOrder {
    switch step {
    case .moveSections: SectionOrder.beforeInsertions(changes)
    case .insertSections, .rows: SectionOrder.middle(changes)
    case .deleteSections, .content: SectionOrder.new(changes)
    }
  }

  private func operations(
    _ steps: [Step], from before: SectionOrder, to after: SectionOrder
  ) -> TableOperations {
    var operations = TableOperations()
    for step in steps {
      switch step {
      case .moveSections: operations.moveSections = sectionMoves(from: before, to: after)
      case .insertSections:
        operations.insertSections = changes.before.indices
          .filter { changes.before[$0] == nil }.map { after.place(ofNew: $0) }
      case .rows:
        operations.deleteRows = changes.deletedRows.map { before.place(ofOld: $0) }
        operations.insertRows = changes.insertedRows.map { after.place(ofNew: $0) }
        operations.moveRows = changes.movedRows.map {
          .init(from: before.place(ofOld: $0.source), to: after.place(ofNew: $0.target))
        }
      case .deleteSections:
        operations.deleteSections = changes.after.indices
          .filter { changes.after[$0] == nil }.map { before.place(ofOld: $0) }
      case .content:
        operations.updateRows = changes.content.filter { !$0.isReplaced }.map(\.after)
        operations.replaceViews = changes.content.filter(\.isReplaced).map(\.after)
        operations.supplements = changes.supplements
      }
    }
    return operations
  }

  private func sectionMoves(
    from before: SectionOrder, to after: SectionOrder
  ) -> [TableOperations.Move<Int>] {
    changes.sectionMoves.indices.compactMap { number in
      guard changes.sectionMoves[number], let source = changes.before[number] else { return nil }
      return .init(from: before.place(ofOld: source), to: after.place(ofNew: number))
    }
  }
}

// The tables between the batches: sections and rows of both documents, shared where they can be.
extension TablePlanner {
  /// The table when all steps up to one are done; what shows, shows what it showed (U-29).
  ///
  /// - Complexity: O(sections + changes), and O(rows) for each section that takes part in a move.
  func table(after step: Step, in order: SectionOrder) -> Document {
    let changed = Dictionary(grouping: changes.content) { $0.after.section }
    let sections = order.slots.map { slot in
      switch slot {
      case .stays(let number, _) where step < .rows: old.sections[number]
      case .stays(let old, let new): withOldContent(new, was: old, changed: changed[new] ?? [])
      case .goes(let number) where step < .rows: old.sections[number]
      case .goes(let number): part(changes.takenRows, of: number, in: old)
      case .comes(let number) where step < .rows: part(changes.broughtRows, of: number, in: new)
      case .comes(let number): withOldContent(number, was: nil, changed: changed[number] ?? [])
      }
    }
    return Document(keeping: new.fields, sections: sections)
  }

  private func part(
    _ rows: [Int: [Int]], of number: Int, in document: Document
  ) -> Document.Section {
    let section = document.sections[number]
    let rows = rows[number] ?? []
    if rows.count == section.rows.count { return section }
    return Document.Section(
      id: section.id, order: section.order, fields: section.fields,
      rows: rows.map { section.rows[$0] })
  }

  private func withOldContent(
    _ number: Int, was source: Int?, changed: [TableChanges.Content]
  ) -> Document.Section {
    var section = new.sections[number]
    if let source { section.fields = old.sections[source].fields }
    for row in changed { section.rows[row.after.row].fields = old[row.before].fields }
    return section
  }
}
