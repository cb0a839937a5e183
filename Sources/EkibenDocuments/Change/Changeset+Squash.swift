extension Changeset {
  /// Joins changesets that follow each other into one that does the same.
  ///
  /// A target keeps its first *before* and its last *after*; what comes back to where it was
  /// drops out. Squashing is associative, and a changeset squashed with its inverse is empty (rule D11).
  ///
  /// - Complexity: O(n log n) in the number of changes.
  public static func squash(_ changesets: some Sequence<Changeset>) -> Changeset {
    var records: [RecordID: RecordChange] = [:]
    for changeset in changesets {
      for change in changeset.changes {
        records[change.record, default: .fields([:])].append(change)
      }
    }
    return Changeset(
      records.sorted { $0.key < $1.key }.flatMap { record, change in change.changes(of: record) })
  }

  /// Joins this changeset with the one that follows it.
  public func squashed(with next: Changeset) -> Changeset { Self.squash([self, next]) }
}

/// What a run of changes does to one record.
private enum RecordChange {
  case fields([FieldName: (before: Value?, after: Value?)])
  case whole(before: Fields?, after: Fields?)

  mutating func append(_ next: Change) {
    switch (self, next.field) {
    case (.fields(var fields), let name?):
      let before = fields[name].map(\.before) ?? next.before
      fields[name] = (before, next.after)
      self = .fields(fields)
    case (.whole(let before, let after), let name?):
      self = .whole(before: before, after: (after ?? [:]).setting(name, next.after))
    case (.fields(let fields), nil):
      var before = next.before?.asRecord
      for (name, change) in fields { before?[name] = change.before }
      self = .whole(before: before, after: next.after?.asRecord)
    case (.whole(let before, _), nil):
      self = .whole(before: before, after: next.after?.asRecord)
    }
  }

  func changes(of record: RecordID) -> [Change] {
    switch self {
    case .fields(let fields):
      fields.filter { $0.value.before != $0.value.after }.sorted { $0.key < $1.key }
        .map { Change(record, $0.key, before: $0.value.before, after: $0.value.after) }
    case .whole(let before, let after):
      Changeset.differences(of: record, from: before, to: after)
    }
  }
}

extension Changeset {
  /// The changes that lead from one state of a record to another; a nil state is no record.
  ///
  /// - Complexity: O(n) in the number of fields.
  package static func differences(
    of record: RecordID, from before: Fields?, to after: Fields?
  ) -> [Change] {
    if let before, let after { return fieldChanges(of: record, from: before, to: after) }
    if before == nil, after == nil { return [] }
    return [
      Change(record, nil, before: before.map(Value.record), after: after.map(Value.record))
    ]
  }

  static func fieldChanges(of record: RecordID, from before: Fields, to after: Fields) -> [Change] {
    if before == after { return [] }
    var names = before.names
    names.append(contentsOf: after.names.filter { before[$0] == nil })
    return names.sorted().compactMap { name in
      let old = before[name]
      let new = after[name]
      return old == new ? nil : Change(record, name, before: old, after: new)
    }
  }
}
