public import EkibenDocuments

extension Document {
  /// How a row looks where it stands: its own style, with the separators of its section where it says nothing of
  /// them.
  ///
  /// The first row has the section's top separator, the last one the bottom one, the others the one between as their
  /// bottom separator.
  ///
  /// - Complexity: O(log n).
  public func style(at place: Place) -> RowStyle {
    let section = sections[place.section]
    return RowStyle(section.rows[place.row].fields[.style])
      .merged(SectionSeparators(section.fields[.separators]), place.row, of: section.rows.count)
  }
}

extension RowStyle {
  fileprivate func merged(_ separators: SectionSeparators?, _ row: Int, of count: Int) -> RowStyle {
    guard let separators else { return self }
    var style = self
    if row == 0 { style.top = top ?? separators.top }
    style.bottom = bottom ?? (row == count - 1 ? separators.bottom : separators.between)
    return style
  }
}

extension HeadlessTable {
  /// How a row looks where it stands.
  ///
  /// - Throws: ``InputError`` when the table does not show it.
  /// - Complexity: O(log n).
  public func style(of row: RowID) throws(InputError) -> RowStyle {
    guard let place = index[row] else { throw .notShown(row) }
    return content.document.style(at: place)
  }
}

extension TablePlan {
  /// The plan with an update for each row that stays as it is but for the separators that it has by where it
  /// stands.
  ///
  /// - Returns: This plan where sections have no separators, or nothing could change them.
  /// - Complexity: O(operations) where only content of rows changes, else O(rows) if any section has separators.
  func restyling(
    from old: Document, to new: Document, under strictness: TableStrictness
  ) -> TablePlan {
    guard let last = stages.last, stages.contains(where: \.operations.mayMoveSeparators),
      old.hasSeparators || new.hasSeparators
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
    } catch {
      return TablePlan(stages: stages + [Stage(operations: operations, table: new)])
    }
  }
}

extension TableOperations {
  fileprivate var mayMoveSeparators: Bool {
    !isContentOnly || supplements.contains { $0.name == .separators }
  }
}

extension Document {
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
