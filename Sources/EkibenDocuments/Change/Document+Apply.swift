extension Document {
  /// Applies a changeset, all of it or nothing.
  ///
  /// - Throws: ``StaleChange`` when a field or record is not what the changeset expects; the
  ///   document is then as it was.
  /// - Complexity: O(n) in the number of rows; with an index at hand use ``apply(_:at:)``.
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
  /// - Complexity: O(changes) where only content changes. Where records come, go or move, as
  ///   ``applying(_:)`` but for a search for each, and the index is then out of date.
  public mutating func apply(_ changeset: Changeset, at index: Index) throws(StaleChange) {
    if changeset.isContentOnly {
      try applyContent(changeset.changes, index)
    } else {
      self = try restructured(by: changeset, at: index).document
    }
  }

  /// Returns the document that a changeset leads to, and how to bring an index of this one up to
  /// date.
  ///
  /// - Throws: ``StaleChange``, as ``apply(_:)`` does.
  /// - Complexity: O(changes · log n), the rows of sections whose rows come, go or move, and the
  ///   sections behind the first that does.
  package func restructured(
    by changeset: Changeset, at index: Index
  ) throws(StaleChange) -> (document: Document, update: IndexUpdate) {
    var draft = RecordDraft(self, index)
    for change in changeset.changes { try draft.apply(change) }
    return try draft.assembled()
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
      _ = try restructured(by: changeset, at: index)
    }
  }

  /// The value that a change of one field would find.
  private func content(of change: Change, _ index: Index) throws(StaleChange) -> Value? {
    guard let name = change.field else { return nil }
    switch change.record {
    case .document: return fields[name]
    case .section(let id):
      guard let at = index[id] else { throw StaleChange(change: change, found: nil) }
      return sections[at].fields[name]
    case .row(let id):
      guard let place = index[id] else { throw StaleChange(change: change, found: nil) }
      return self[place].fields[name]
    }
  }

  // In place: on a copy, each change would copy all on the way to its record.
  private mutating func applyContent(_ changes: [Change], _ index: Index) throws(StaleChange) {
    for number in changes.indices {
      do throws(StaleChange) { try applyContent(changes[number], index) } catch {
        // What was written before it fits the other way round.
        for done in changes[..<number].reversed() { try applyContent(done.inverted, index) }
        throw error
      }
    }
  }

  // Finds the record once, to check it and to write it in place.
  private mutating func applyContent(_ change: Change, _ index: Index) throws(StaleChange) {
    switch change.record {
    case .document: try fields.apply(change)
    case .section(let id):
      guard let at = index[id] else { throw StaleChange(change: change, found: nil) }
      try sections.update(at: at) { section throws(StaleChange) in
        try section.fields.apply(change)
      }
    case .row(let id):
      guard let place = index[id] else { throw StaleChange(change: change, found: nil) }
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
