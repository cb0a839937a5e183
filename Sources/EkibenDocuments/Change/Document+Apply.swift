extension Document {
  /// Applies a changeset, all of it or nothing.
  ///
  /// - Throws: ``StaleChange`` when a field or record is not what the changeset expects; the
  ///   document is then as it was.
  /// - Complexity: O(n) for content changes, O(n log n) when records come, go or move.
  public mutating func apply(_ changeset: Changeset) throws(StaleChange) {
    if changeset.isEmpty { return }
    try apply(changeset, at: Index(self))
  }

  /// Returns the document that a changeset leads to.
  ///
  /// - Throws: ``StaleChange``, as ``apply(_:)`` does.
  public func applying(_ changeset: Changeset) throws(StaleChange) -> Document {
    var copy = self
    try copy.apply(changeset)
    return copy
  }

  /// Applies a changeset with an index that the caller keeps.
  ///
  /// - Throws: ``StaleChange``, as ``apply(_:)`` does.
  /// - Complexity: O(changes) for content changes, O(n log n) when records come, go or move; the
  ///   index is then out of date.
  public mutating func apply(_ changeset: Changeset, at index: Index) throws(StaleChange) {
    if changeset.isContentOnly {
      // One is checked before it writes.
      if changeset.changes.count == 1 { return try applyContent(changeset.changes[0], index) }
      // On a copy, so that a change that does not fit leaves nothing of those before it.
      var draft = self
      for change in changeset.changes { try draft.applyContent(change, index) }
      self = draft
    } else {
      var draft = RecordDraft(self)
      for change in changeset.changes { try draft.apply(change) }
      self = try draft.assembled()
    }
  }

  /// Checks that a changeset fits, without applying it.
  ///
  /// - Throws: ``StaleChange``, as ``apply(_:)`` does.
  /// - Complexity: as ``apply(_:at:)``.
  public func check(_ changeset: Changeset, at index: Index) throws(StaleChange) {
    if changeset.isContentOnly {
      for change in changeset.changes {
        try EkibenDocuments.check(change, found: content(of: change, index))
      }
    } else {
      _ = try applying(changeset)
    }
  }

  /// The value that a change of one field would find.
  private func content(of change: Change, _ index: Index) throws(StaleChange) -> Value? {
    guard let name = change.field else { return nil }
    switch change.record {
    case .document: return fields[name]
    case .section(let id):
      guard let at = index.sections[id] else { throw StaleChange(change: change, found: nil) }
      return sections[at].fields[name]
    case .row(let id):
      guard let place = index.rows[id] else { throw StaleChange(change: change, found: nil) }
      return self[place].fields[name]
    }
  }

  // Down to the record once: it is checked and written where it is.
  private mutating func applyContent(_ change: Change, _ index: Index) throws(StaleChange) {
    switch change.record {
    case .document: try fields.apply(change)
    case .section(let id):
      guard let at = index.sections[id] else { throw StaleChange(change: change, found: nil) }
      try sections.update(at: at) { section throws(StaleChange) in
        try section.fields.apply(change)
      }
    case .row(let id):
      guard let place = index.rows[id] else { throw StaleChange(change: change, found: nil) }
      try sections.update(at: place.section) { section throws(StaleChange) in
        try section.rows.update(at: place.row) { row throws(StaleChange) in
          try row.fields.apply(change)
        }
      }
    }
  }
}

extension Fields {
  fileprivate mutating func apply(_ change: Change) throws(StaleChange) {
    guard let name = change.field else { return }
    try check(change, found: self[name])
    self[name] = change.after
  }
}

private func check(_ change: Change, found: Value?) throws(StaleChange) {
  if found != change.before { throw StaleChange(change: change, found: found) }
}

/// A document taken apart into records, so that they can come, go and move in any order.
private struct RecordDraft {
  var document: Fields
  var sections: [SectionID: Fields] = [:]
  var rows: [RowID: Fields] = [:]

  init(_ source: Document) {
    document = source.fields
    for section in source.sections {
      sections[section.id] = section.record
      for row in section.rows { rows[row.id] = row.record(in: section.id) }
    }
  }

  mutating func apply(_ change: Change) throws(StaleChange) {
    let record = fields(of: change.record)
    guard let name = change.field else {
      try check(change, found: record.map(Value.record))
      return set(change.record, change.after?.asRecord)
    }
    guard let record else { throw StaleChange(change: change, found: nil) }
    try check(change, found: record[name])
    set(change.record, record.setting(name, change.after))
  }

  private func fields(of record: RecordID) -> Fields? {
    switch record {
    case .document: document
    case .section(let id): sections[id]
    case .row(let id): rows[id]
    }
  }

  private mutating func set(_ record: RecordID, _ fields: Fields?) {
    switch record {
    case .document: document = fields ?? [:]
    case .section(let id): sections[id] = fields
    case .row(let id): rows[id] = fields
    }
  }

  // A row whose section is gone is a changeset that does not fit, not a row to lose.
  func assembled() throws(StaleChange) -> Document {
    var grouped: [SectionID: [Document.Row]] = [:]
    for (id, fields) in rows {
      guard let name = fields.text(.section), sections[SectionID(unchecked: name)] != nil else {
        let orphan = Change(.row(id), .section, before: fields[.section], after: fields[.section])
        throw StaleChange(change: orphan, found: nil)
      }
      grouped[SectionID(unchecked: name), default: []].append(Document.Row(id: id, record: fields))
    }
    let whole = sections.map { id, fields in
      Document.Section(
        id: id, record: fields,
        rows: grouped[id, default: []].sorted { ($0.order, $0.id) < ($1.order, $1.id) })
    }
    return Document(
      keeping: document, sections: whole.sorted { ($0.order, $0.id) < ($1.order, $1.id) })
  }
}
