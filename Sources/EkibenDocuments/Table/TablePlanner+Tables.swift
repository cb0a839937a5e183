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
      case .goes(let number): part(changes.takenRows, of: number, in: old)
      case .comes(let number) where step < .rows:
        part(changes.broughtRows, of: number, in: new)
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
