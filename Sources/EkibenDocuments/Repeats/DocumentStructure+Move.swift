extension DocumentStructure {
  /// Puts an instance, or a section or row of the form, somewhere else, with all that stands in it.
  ///
  /// - Throws: ``StructureError`` when it cannot stand there.
  /// - Complexity: O(records moved · log n), O(rows) of the section for a row, and O(sections) for a section that
  ///   goes behind all others.
  package func moving(
    _ record: RecordID, to place: StructurePlace
  ) throws(StructureError) -> StructureChange {
    switch record {
    case .document: throw .unknown(record)
    case .section(let id): return try moving(id, to: place)
    case .row(let id): return try moving(id, to: place)
    }
  }

  private func moving(
    _ id: SectionID, to place: StructurePlace
  ) throws(StructureError) -> StructureChange {
    let section = try movable(id)
    func isBeside(_ other: Document.Section) -> Bool {
      other.fields[.parent] == section.fields[.parent]
        && other.fields[.template] == section.fields[.template]
    }
    func sibling(_ other: RecordID) throws(StructureError) -> SectionID {
      guard case .section(let name) = other, isBeside(try movable(name))
      else { throw .notBeside(.section(id), other) }
      return name
    }
    let position: Int
    switch place {
    case .before(let other): position = index[try sibling(other)] ?? 0
    case .after(let other): position = end(of: try sibling(other)) + 1
    case .section(let other): throw .notInto(.section(id), other)
    case .last: position = end(of: content.sections.last(where: isBeside)?.id ?? id) + 1
    }
    let moved = sections(in: id)
    let places = moved.compactMap { index[$0.id] }
    if isRun(places, around: position) { return StructureChange() }
    var change = StructureChange()
    let keys = room(for: moved.count, at: position, leaving: Set(places), &change)
    for (section, key) in zip(moved, keys) where section.order != key {
      change.changes.append(.move(.section(section.id), from: section.order, to: key))
    }
    return change
  }

  // Whether what stands at these places is there already.
  private func isRun(_ places: [Int], around position: Int) -> Bool {
    guard let first = places.first, let last = places.last, last - first == places.count - 1 else {
      return false
    }
    return (first...last + 1).contains(position)
  }

  private func moving(
    _ id: RowID, to place: StructurePlace
  ) throws(StructureError) -> StructureChange {
    let (row, home) = try movable(id)
    let target = try target(of: row, at: home, place)
    let moved = [row] + rows(under: home)
    let places = (0..<moved.count).map { home.row + $0 }
    let isSameSection = target.section == home.section
    if isSameSection, isRun(places, around: target.row) { return StructureChange() }
    var change = StructureChange()
    let keys = room(
      for: moved.count, at: target.row, inSection: target.section,
      leaving: isSameSection ? Set(places) : [], &change)
    let (old, new) = (content.sections[home.section].id, content.sections[target.section].id)
    for (row, key) in zip(moved, keys) {
      if old != new {
        change.changes.append(
          Change(.row(row.id), .section, before: .text(old.rawValue), after: .text(new.rawValue)))
      }
      if row.order != key { change.changes.append(.move(.row(row.id), from: row.order, to: key)) }
    }
    return change
  }

  private func target(
    of row: Document.Row, at home: Document.Place, _ place: StructurePlace
  ) throws(StructureError) -> Document.Place {
    func isBeside(_ other: Document.Row) -> Bool {
      other.fields[.parentRow] == row.fields[.parentRow]
        && other.fields[.template] == row.fields[.template]
    }
    func sibling(_ other: RecordID) throws(StructureError) -> Document.Place {
      guard case .row(let name) = other else { throw .notBeside(.row(row.id), other) }
      let (found, at) = try movable(name)
      guard isBeside(found), row.fields[.parentRow] == nil || index[row.id]?.section == at.section
      else { throw .notBeside(.row(row.id), other) }
      return at
    }
    switch place {
    case .before(let other): return try sibling(other)
    case .after(let other):
      var at = try sibling(other)
      at.row += 1 + rows(under: at).count
      return at
    case .section(let id):
      let section = try movable(id)
      guard row.fields[.parentRow] == nil, section.fields[.template] == nil,
        !section.fields.isTrue(.repeats)
      else { throw .notInto(.row(row.id), id) }
      return Document.Place(section: index[id] ?? 0, row: section.rows.count)
    case .last:
      let last = content.sections[home.section].rows.last(where: isBeside) ?? row
      return try self.target(of: row, at: home, .after(.row(last.id)))
    }
  }
}
