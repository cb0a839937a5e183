extension TablePlan {
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
        guard let place = index[id] else { continue }
        if field == .component {
          operations.replaceViews.append(place)
        } else if updated.insert(place).inserted {
          operations.updateRows.append(place)
        }
      case (.section(let id), let field?):
        typealias Supplement = TableOperations.Supplement
        guard let section = index[id],
          let name = Supplement.name(showing: field, change.before)
            ?? Supplement.name(showing: field, change.after)
        else { continue }
        let supplement = Supplement(section: section, name: name)
        if supplements.insert(supplement).inserted { operations.supplements.append(supplement) }
      case (.section, nil), (.document, _), (.row, nil): continue
      }
    }
    let replaced = Set(operations.replaceViews)
    operations.updateRows.removeAll { replaced.contains($0) }
    self.init(
      stages: operations.count > 0 ? [Stage(operations: operations, table: new)] : [])
  }
}
