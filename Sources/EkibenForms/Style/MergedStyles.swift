public import EkibenDocuments

extension Document {
  /// How a row looks where it stands: its own style, and else the separators of its section.
  ///
  /// The first row has the section's top separator, the last one the bottom one, the others the one between as their
  /// bottom separator.
  ///
  /// - Complexity: O(log n).
  public func style(at place: Place) -> RowStyle {
    let section = sections[place.section]
    var style = RowStyle(section.rows[place.row].fields[.style])
    guard let separators = SectionSeparators(section.fields[.separators]) else { return style }
    if place.row == 0 { style.top = style.top ?? separators.top }
    let isLast = place.row == section.rows.count - 1
    style.bottom = style.bottom ?? (isLast ? separators.bottom : separators.between)
    return style
  }

  fileprivate var hasSeparators: Bool { sections.contains { $0.fields[.separators] != nil } }

  fileprivate func places(styledOtherwiseThanIn old: Document) -> [Place] {
    let styles = Dictionary(
      old.places.map { (old[$0].id, old.style(at: $0)) }, uniquingKeysWith: { first, _ in first })
    return places.filter { place in styles[self[place].id].map { $0 != style(at: place) } ?? false }
  }

  fileprivate var places: [Place] {
    sections.enumerated().flatMap { at, section in
      section.rows.indices.map { Place(section: at, row: $0) }
    }
  }
}

extension HeadlessTable {
  /// How a row looks where it stands.
  ///
  /// - Throws: ``InputError`` when the table does not show it.
  /// - Complexity: O(log n).
  public func style(of row: RowID) throws(InputError) -> RowStyle {
    guard let place = index[row] else { throw InputError(row: row, .notShown) }
    return content.document.style(at: place)
  }
}

extension TablePlan {
  /// The plan with an update for each row of which only the separators change, by where it stands.
  ///
  /// - Returns: This plan where sections have no separators, or nothing could change them.
  /// - Complexity: O(operations) where only content of rows changes, else O(rows) if any section has separators.
  func restyling(
    from old: Document, to new: Document, under strictness: TableStrictness
  ) -> TablePlan {
    let mayMoveSeparators = stages.contains { stage in
      !stage.operations.isContentOnly
        || stage.operations.supplements.contains { $0.name == .separators }
    }
    guard let last = stages.last, mayMoveSeparators, old.hasSeparators || new.hasSeparators
    else { return self }
    var operations = TableOperations()
    let known = Set(last.operations.updateRows + last.operations.replaceViews)
    operations.updateRows = new.places(styledOtherwiseThanIn: old).filter { !known.contains($0) }
    if operations.updateRows.isEmpty { return self }
    var together = last
    together.operations.updateRows += operations.updateRows
    let plan = TablePlan(stages: stages.dropLast() + [together])
    do throws(TableViolation) {
      try plan.validate(against: old, strictness: strictness)
      return plan
    } catch { return TablePlan(stages: stages + [Stage(operations: operations, table: new)]) }
  }
}
