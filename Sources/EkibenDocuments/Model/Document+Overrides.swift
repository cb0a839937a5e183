extension Document {
  /// What a document holds of a record beyond its base, field by field.
  package struct Override: Sendable {
    /// Whether the record was made (true) or taken away (false) as a whole; nil is neither.
    package var isMade: Bool?
    /// The fields that were written; nil is absent.
    package var fields: [FieldName: Value?] = [:]

    /// The record as it stands, or nil if it is gone.
    fileprivate func applied(to base: Fields?) -> Fields? {
      if isMade == false { return nil }
      guard var record = isMade == true ? Fields() : base else { return nil }
      for (name, value) in fields { record[name] = value }
      return record
    }
  }

  /// Returns the document with records of its own over its base: others, none, or with other fields.
  ///
  /// What ``covered(by:)`` tells goes as well.
  ///
  /// - Returns: nil when a row would stand in no section.
  /// - Complexity: O(n log n).
  package func overridden(by overrides: [RecordID: Override]) -> Document? {
    var sections: [SectionID: Fields] = [:]
    var rows: [RowID: Fields] = [:]
    let covered = covered(by: overrides)
    for section in self.sections {
      if !covered.contains(.section(section.id)) { sections[section.id] = section.record }
      for row in section.rows where !covered.contains(.row(row.id)) {
        rows[row.id] = row.record(in: section.id)
      }
    }
    var fields = fields
    for (record, override) in overrides {
      switch record {
      case .document: fields = override.applied(to: fields) ?? [:]
      case .section(let id): sections[id] = override.applied(to: sections[id])
      case .row(let id): rows[id] = override.applied(to: rows[id])
      }
    }
    return Document(fields: fields, sections: sections, rows: rows)
  }

  /// The records that go with sections which were taken away.
  ///
  /// That holds for all that another revision of the form puts there, in sections in it too, and not for what was made
  /// or put there. What the document's first revision has there goes by changes of its own.
  ///
  /// - Complexity: O(overrides), and O(n) in the number of records where a section was taken away.
  package func covered(by overrides: [RecordID: Override]) -> Set<RecordID> {
    if overrides[.document]?.fields[.formRevision] == nil { return [] }
    let taken = overrides.compactMap { record, override -> SectionID? in
      if case .section(let id) = record, override.isMade == false { id } else { nil }
    }
    if taken.isEmpty { return [] }
    func stands(_ record: RecordID, _ place: FieldName) -> Bool {
      overrides[record].map { $0.isMade == nil && $0.fields[place] == nil } ?? true
    }
    var inner: [SectionID: [SectionID]] = [:]
    for section in sections where stands(.section(section.id), .parent) {
      guard let parent = section.fields.text(.parent) else { continue }
      inner[SectionID(unchecked: parent), default: []].append(section.id)
    }
    var (gone, waiting, found) = (Set(taken), taken, Set<RecordID>())
    while let section = waiting.popLast() {
      for id in inner[section] ?? [] where gone.insert(id).inserted {
        found.insert(.section(id))
        waiting.append(id)
      }
    }
    for section in sections where gone.contains(section.id) {
      for row in section.rows where stands(.row(row.id), .section) { found.insert(.row(row.id)) }
    }
    return found
  }

  /// Puts records together that were taken apart.
  ///
  /// - Returns: nil when a row stands in no section.
  private init?(fields: Fields, sections: [SectionID: Fields], rows: [RowID: Fields]) {
    var grouped: [SectionID: [Document.Row]] = [:]
    for (id, fields) in rows {
      guard let section = fields.section, sections[section] != nil else { return nil }
      grouped[section, default: []].append(Document.Row(id: id, record: fields))
    }
    let whole = sections.map { id, fields in
      let rows = grouped[id, default: []].sorted { ($0.order, $0.id) < ($1.order, $1.id) }
      return Document.Section(id: id, record: fields, rows: rows)
    }
    self.init(keeping: fields, sections: whole.sorted { ($0.order, $0.id) < ($1.order, $1.id) })
  }
}
