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
  /// - Returns: nil when a row would stand in no section.
  /// - Complexity: O(n log n).
  package func overridden(by overrides: [RecordID: Override]) -> Document? {
    var sections: [SectionID: Fields] = [:]
    var rows: [RowID: Fields] = [:]
    for section in self.sections {
      sections[section.id] = section.record
      for row in section.rows { rows[row.id] = row.record(in: section.id) }
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
