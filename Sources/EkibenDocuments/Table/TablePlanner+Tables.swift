/// The tables between the batches: sections and rows of both documents, shared where they can be.
extension TablePlanner {
  /// The table when all steps up to one are done; what shows, shows what it showed (U-29).
  ///
  /// - Complexity: O(sections + changes), and O(rows) for each section that takes part in a move.
  func table(after step: Step, in order: SectionOrder) -> Document {
    let changed = Dictionary(grouping: changes.content) { $0.after.section }
    let sections = order.slots.map { slot in
      switch slot {
      case .stays(let number, _) where step < .rows: old.sections[number]
      case .stays(let old, let new):
        withOldContent(new, was: old, changed: changed[new] ?? [])
      case .goes(let number) where step < .rows: old.sections[number]
      case .goes(let number): left(in: number)
      case .comes(let number) where step < .rows: brought(by: number)
      case .comes(let number): withOldContent(number, was: nil, changed: changed[number] ?? [])
      }
    }
    return Document(keeping: new.fields, sections: sections)
  }

  private func left(in number: Int) -> Document.Section {
    let section = old.sections[number]
    let taken = changes.takenRows[number] ?? []
    if taken.count == section.rows.count { return section }
    return Document.Section(
      id: section.id, order: section.order, fields: section.fields,
      rows: taken.map { section.rows[$0] })
  }

  private func brought(by number: Int) -> Document.Section {
    let section = new.sections[number]
    let brought = changes.broughtRows[number] ?? []
    if brought.count == section.rows.count { return section }
    return Document.Section(
      id: section.id, order: section.order, fields: section.fields,
      rows: brought.map { section.rows[$0] })
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
