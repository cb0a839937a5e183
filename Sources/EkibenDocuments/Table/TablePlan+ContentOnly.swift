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
    self.init(stages: operations.count > 0 ? [Stage(operations: operations, table: new)] : [])
  }

  /// Makes the plan of a changeset by which sections come and go as wholes and content changes, without
  /// looking at the others; nil where something moves, or a row comes or goes by itself.
  ///
  /// - Complexity: O(changes).
  package init?(
    _ changeset: Changeset, _ update: IndexUpdate, to new: Document, at index: Document.Index
  ) {
    let gone = Set(update.leaving.map(\.section))
    let newSections = Set(update.coming.map(\.section))
    guard gone.isDisjoint(with: newSections),
      changeset.changes.allSatisfy({ $0.staysInPlace(but: gone, newSections) })
    else { return nil }
    let content = TablePlan(contentOnly: changeset, to: new, at: index)
    var operations = content.stages.first?.operations ?? TableOperations()
    operations.deleteSections = update.leaving.map(\.place)
    operations.insertSections = update.coming.map(\.place)
    self.init(stages: operations.count > 0 ? [Stage(operations: operations, table: new)] : [])
  }
}

extension Change {
  // Whether it is of content, or of a section that comes or goes, or of a row that does so with its section.
  fileprivate func staysInPlace(but gone: Set<SectionID>, _ come: Set<SectionID>) -> Bool {
    if let field { return field != .section && field != .order }
    return section(in: before).map { gone.contains($0) } ?? true
      && section(in: after).map { come.contains($0) } ?? true
  }
}
