extension DocumentStructure {
  /// Takes an instance away, or a section or row of the form, with all that stands in it.
  ///
  /// - Throws: ``StructureError`` when it has to stay.
  /// - Complexity: O(records removed · log n), and O(rows) of the section for a row.
  package func removing(_ record: RecordID) throws(StructureError) -> StructureChange {
    switch record {
    case .document: throw .unknown(record)
    case .section(let id): return try removing(id)
    case .row(let id): return try removing(id)
    }
  }

  private func removing(_ id: SectionID) throws(StructureError) -> StructureChange {
    let section = try movable(id)
    if let (parent, isCopy) = section.fields.standing, isCopy, let anchor = self.section(parent) {
      let least = definition(of: anchor).occurs.least
      guard instances(of: parent).count > least else {
        throw .tooFew(.section(parent), least: least)
      }
    }
    try definition(of: section).refuseToGo(.section(id))
    let all = sections(in: id)
    return StructureChange(
      changes: all.flatMap { section in
        section.rows.map {
          Change(.row($0.id), nil, before: .record($0.record(in: section.id)), after: nil)
        }
      } + all.map { Change(.section($0.id), nil, before: .record($0.record), after: nil) })
  }

  private func removing(_ id: RowID) throws(StructureError) -> StructureChange {
    let (row, place) = try movable(id)
    if isInstance(row), let anchor = row.fields.parentRow {
      let least = self.row(anchor).map { definition(of: $0).occurs.least } ?? 0
      guard instances(of: anchor).count > least else { throw .tooFew(.row(anchor), least: least) }
    }
    if repeats(row) { try definition(of: row).refuseToGo(.row(id)) }
    let section = content.sections[place.section].id
    return StructureChange(
      changes: ([row] + rows(under: place, amongOthers: true)).map {
        Change(.row($0.id), nil, before: .record($0.record(in: section)), after: nil)
      })
  }

  /// A section that may go or move as a whole: an instance, or one of the form's own.
  func movable(_ id: SectionID) throws(StructureError) -> Document.Section {
    guard let section = section(id) else { throw .unknown(.section(id)) }
    if let template = template(around: section) {
      throw StructureError(.section(id), section.fields, of: .section(template))
    }
    if section.fields[.template] != nil, !isInstance(section) {
      throw .partOfInstance(.section(id))
    }
    return section
  }

  /// A row that may go or move: an instance, or one of the form's own.
  func movable(_ id: RowID) throws(StructureError) -> (Document.Row, Document.Place) {
    guard let place = index[id] else { throw .unknown(.row(id)) }
    let row = content[place]
    if let template = template(around: row), template != .row(id) {
      throw StructureError(.row(id), row.fields, of: template)
    }
    if row.fields[.template] != nil, !isInstance(row) { throw .partOfInstance(.row(id)) }
    return (row, place)
  }
}

extension Fields {
  // With what repeats all instances go, also those that there have to be.
  fileprivate func refuseToGo(_ record: RecordID) throws(StructureError) {
    if isTrue(.repeats), occurs.least > 0 { throw .tooFew(record, least: occurs.least) }
  }
}
