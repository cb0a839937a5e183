/// Where a record goes.
package enum StructurePlace: Sendable {
  /// Behind all of its kind.
  case last
  /// Before, or behind, a record of its kind.
  case before(RecordID)
  case after(RecordID)
  /// To the end of a section.
  case section(SectionID)
}

/// The changes to another structure, and the records that only make room in it.
package struct StructureChange: Sendable {
  package var changes: [Change] = []
  package var madeRoom: Set<RecordID> = []

  /// How many records come.
  fileprivate var added: Int { changes.count - madeRoom.count }

  fileprivate mutating func add(_ rows: [Document.Row], in section: SectionID, _ keys: [OrderKey]) {
    for (row, key) in zip(rows, keys) {
      let record = Value.record(row.record(in: section, at: key))
      changes.append(Change(.row(row.id), nil, before: nil, after: record))
    }
  }
}

extension DocumentStructure {
  /// Adds instances of a section or question that repeats, each with the instances that it must
  /// contain.
  ///
  /// - Throws: ``StructureError`` when nothing can be added there.
  /// - Complexity: O(records added · log n), and O(rows) of the section for an instance of a question.
  package func adding(
    _ count: Int = 1, to anchor: RecordID, at place: StructurePlace, _ ids: InstanceIDs
  ) throws(StructureError) -> StructureChange {
    switch anchor {
    case .section(let id): return try adding(count, to: id, at: place, ids)
    case .row(let id): return try adding(count, to: id, at: place, ids)
    case .document: throw .repeatsNot(anchor)
    }
  }

  /// The instances that a new document begins with: those that the form requires (rule F42), and
  /// one for each initial value where there is none.
  ///
  /// With `isSuggested` those are added that the form suggests, and not only those it requires.
  ///
  /// - Throws: ``StructureError`` when the form asks for too much.
  /// - Complexity: O(n) in the number of rows.
  package func beginning(
    _ ids: InstanceIDs, isSuggested: Bool = true
  ) throws(StructureError) -> StructureChange {
    var (change, ids) = (StructureChange(), ids)
    for section in content.sections {
      if template(around: section) != nil { continue }
      if section.fields.isTrue(.repeats) {
        let missing = section.fields.occurs.least - instances(of: section.id).count
        if missing > 0 { try add(missing, to: section, at: end(of: section.id) + 1, &ids, &change) }
        continue
      }
      for row in section.rows where row.fields.repeatsAsRow && question(repeating: row) == row.id {
        let count = instances(of: row.id).count
        let fields = isSuggested ? row.fields : row.fields.setting(.initial, nil)
        let values = fields.initialInstances(besides: count)
        if !values.isEmpty { try add(values, to: row, .last, &ids, &change) }
      }
    }
    return change
  }

  private func adding(
    _ count: Int, to id: SectionID, at place: StructurePlace, _ ids: InstanceIDs
  ) throws(StructureError) -> StructureChange {
    guard let anchor = section(id) else { throw .unknown(.section(id)) }
    guard repeats(anchor) else { throw .repeatsNot(.section(id)) }
    if let template = template(around: anchor) {
      throw StructureError(.section(id), anchor.fields, of: .section(template))
    }
    let known = instances(of: id)
    if let most = definition(of: anchor).occurs.greatest, known.count + count > most {
      throw .tooMany(.section(id), greatest: most)
    }
    let position: Int
    switch place {
    case .before(.section(let other)) where isAmong(other, id): position = index[other] ?? 0
    case .after(.section(let other)) where isAmong(other, id): position = end(of: other) + 1
    case .last: position = end(of: id) + 1
    case .before(let other), .after(let other): throw .notBeside(.section(id), other)
    case .section(let other): throw .notInto(.section(id), other)
    }
    var (change, ids) = (StructureChange(), ids)
    try add(count, to: anchor, at: position, &ids, &change)
    return change
  }

  private func isAmong(_ section: SectionID, _ anchor: SectionID) -> Bool {
    self.section(section)?.fields.standing.map { $0.parent == anchor && $0.isCopy } ?? false
  }

  private func add(
    _ count: Int, to anchor: Document.Section, at place: Int, _ ids: inout InstanceIDs,
    _ change: inout StructureChange
  ) throws(StructureError) {
    let name = SectionID(unchecked: anchor.fields.text(.template) ?? anchor.id.rawValue)
    guard let template = section(name) else { throw .unknown(.section(name)) }
    let depth = 1 + ancestors(of: anchor).count { isInstance($0) }
    var builder = InstanceBuilder(self, ids, besides: change.added)
    for _ in 0..<count { try builder.add(template, below: anchor.id, depth: depth) }
    ids = builder.ids
    let sections = builder.sections
    let keys = room(for: sections.count, at: place, &change)
    for (section, key) in zip(sections, keys) {
      let record = Value.record(section.record(at: key))
      change.changes.append(Change(.section(section.id), nil, before: nil, after: record))
    }
    for section in sections {
      change.add(Array(section.rows), in: section.id, OrderKey.evenly(section.rows.count) ?? [])
    }
  }

  private func adding(
    _ count: Int, to id: RowID, at place: StructurePlace, _ ids: InstanceIDs
  ) throws(StructureError) -> StructureChange {
    guard let anchor = row(id) else { throw .unknown(.row(id)) }
    guard repeats(anchor), !isInstance(anchor) else { throw .repeatsNot(.row(id)) }
    if let template = template(around: anchor), template != .row(id) {
      throw StructureError(.row(id), anchor.fields, of: template)
    }
    let definition = definition(of: anchor)
    if let most = definition.occurs.greatest, instances(of: id).count + count > most {
      throw .tooMany(.row(id), greatest: most)
    }
    var (change, ids) = (StructureChange(), ids)
    let values = [Value?](repeating: definition.initialOfEach, count: count)
    try add(values, to: anchor, place, &ids, &change)
    return change
  }

  private func add(
    _ values: [Value?], to anchor: Document.Row, _ place: StructurePlace, _ ids: inout InstanceIDs,
    _ change: inout StructureChange
  ) throws(StructureError) {
    let name = RowID(unchecked: anchor.fields.text(.template) ?? anchor.id.rawValue)
    guard let template = row(name), let home = index[anchor.id] else { throw .unknown(.row(name)) }
    let position = try self.position(of: place, underQuestion: anchor.id, at: home)
    var builder = InstanceBuilder(self, ids, besides: change.added)
    var rows: [Document.Row] = []
    for value in values {
      rows += try builder.rows(ofInstanceOf: template, below: anchor.id, answered: value)
    }
    ids = builder.ids
    let keys = room(for: rows.count, at: position, inSection: home.section, &change)
    change.add(rows, in: content.sections[home.section].id, keys)
  }

  private func position(
    of place: StructurePlace, underQuestion id: RowID, at home: Document.Place
  ) throws(StructureError) -> Int {
    func sibling(_ other: RecordID) throws(StructureError) -> Document.Place {
      guard case .row(let row) = other, let place = index[row],
        content[place].fields[.parentRow] == .text(id.rawValue)
      else { throw .notBeside(.row(id), other) }
      return place
    }
    switch place {
    case .last: return home.row + 1 + rows(under: home).count
    case .before(let other): return try sibling(other).row
    case .after(let other):
      let place = try sibling(other)
      return place.row + 1 + rows(under: place).count
    case .section(let other): throw .notInto(.row(id), other)
    }
  }

  /// Keys for sections before the one at a place; where it is crowded, neighbours get new ones.
  func room(
    for count: Int, at place: Int, leaving: Set<Int> = [], _ change: inout StructureChange
  ) -> [OrderKey] {
    let sections = content.sections
    return Self.room(for: count, at: place, of: sections.count, leaving, &change) {
      (.section(sections[$0].id), sections[$0].order)
    }
  }

  /// Keys for rows before the one at a place of a section.
  func room(
    for count: Int, at place: Int, inSection section: Int, leaving: Set<Int> = [],
    _ change: inout StructureChange
  ) -> [OrderKey] {
    let rows = content.sections[section].rows
    return Self.room(for: count, at: place, of: rows.count, leaving, &change) {
      (.row(rows[$0].id), rows[$0].order)
    }
  }

  private static func room(
    for count: Int, at place: Int, of total: Int, _ leaving: Set<Int>,
    _ change: inout StructureChange, _ record: (Int) -> (RecordID, OrderKey)
  ) -> [OrderKey] {
    // The neighbours on both sides, the nearest first, without those that leave.
    let before = (0..<place).lazy.reversed().filter { !leaving.contains($0) }
    let after = (place..<total).lazy.filter { !leaving.contains($0) }
    let room = OrderKey.makingRoom(
      count, before: { n in before.dropFirst(n).first.map { record($0).1 } },
      after: { n in after.dropFirst(n).first.map { record($0).1 } })
    for (place, key) in Array(zip(before, room.before.reversed())) + zip(after, room.after) {
      let (id, old) = record(place)
      change.madeRoom.insert(id)
      change.changes.append(.move(id, from: old, to: key))
    }
    return room.keys
  }
}
