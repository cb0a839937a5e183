/// Changes that happen together, each to a target of its own; invertible.
///
/// Applied to the document that it was computed from, a changeset gives the other one; its
/// inverse leads back (rules D9 and D10). It says what it expects to find, so a stale one is refused (rule D12).
public struct Changeset: Hashable, Sendable {
  /// The changes, in the order in which they are shown.
  public private(set) var changes: [Change]

  /// Takes changes whose targets all differ.
  public init(_ changes: [Change] = []) { self.changes = changes }

  /// Whether there are no changes.
  public var isEmpty: Bool { changes.isEmpty }

  /// The inverse: it leads from the document after this changeset to the one before it.
  ///
  /// - Complexity: O(n).
  public var inverted: Changeset { Changeset(changes.reversed().map(\.inverted)) }

  /// Whether only answers change, as by nearly every edit.
  package var isOfAnswers: Bool {
    // By index, so that no change is copied.
    for at in changes.indices where changes[at].target.field != .value { return false }
    return true
  }

  /// Whether no record comes, goes, moves, or stands, follows or repeats otherwise: only other fields change, and
  /// an index of the document stays as it is.
  public var isContentOnly: Bool {
    if isOfAnswers { return true }
    for change in changes {
      guard let field = change.field else { return false }
      if field == .section || field == .order { return false }
      if RecordTraits(field).meets([.parent, .template, .repeats]) { return false }
    }
    return true
  }

  /// Whether the targets of its changes differ.
  ///
  /// - Complexity: O(n).
  package var isDistinct: Bool {
    changes.count < 2 || Set(changes.lazy.map(\.target)).count == changes.count
  }

  /// Joins changesets that follow each other into one that does the same.
  ///
  /// A target keeps its first *before* and its last *after*; what comes back to where it was
  /// drops out. Squashing is associative, and a changeset squashed with its inverse is empty (rule D11).
  ///
  /// - Complexity: O(n log n) in the number of changes.
  public static func squash(_ changesets: some Sequence<Changeset>) -> Changeset {
    let all = changesets.flatMap(\.changes)
    // Sorting is stable: the changes of a record stay in their order.
    let order = all.indices.sorted { all[$0].record < all[$1].record }
    var joined: [Change] = []
    joined.reserveCapacity(all.count)
    var start = 0
    while start < order.count {
      let record = all[order[start]].record
      var end = start + 1
      while end < order.count, all[order[end]].record == record { end += 1 }
      let first = all[order[start]]
      if end == start + 1, first.field != nil {
        if first.before != first.after { joined.append(first) }
      } else {
        var change = RecordChange.fields([])
        for at in order[start..<end] { change.append(all[at]) }
        joined += change.changes(of: record)
      }
      start = end
    }
    return Changeset(joined)
  }

  /// Joins this changeset with the one that follows it.
  public func squashed(with next: Changeset) -> Changeset { Self.squash([self, next]) }

  /// The changes that lead from one state of a record to another; a nil state is no record.
  ///
  /// - Complexity: O(n) in the number of fields.
  package static func differences(
    of record: RecordID, from before: Fields?, to after: Fields?
  ) -> [Change] {
    if let before, let after { return fieldChanges(of: record, from: before, to: after) }
    if before == nil, after == nil { return [] }
    return [Change(record, nil, before: before.map(Value.record), after: after.map(Value.record))]
  }

  static func fieldChanges(of record: RecordID, from before: Fields, to after: Fields) -> [Change] {
    if before == after { return [] }
    let names = before.names + after.names.filter { before[$0] == nil }
    return names.sorted().compactMap { name in
      let (old, new) = (before[name], after[name])
      return old == new ? nil : Change(record, name, before: old, after: new)
    }
  }
}

/// What a run of changes does to one record.
private enum RecordChange {
  typealias FieldChange = (name: FieldName, before: Value?, after: Value?)

  /// In the order of their names: most often there is one.
  case fields([FieldChange])
  case whole(before: Fields?, after: Fields?)

  mutating func append(_ next: Change) {
    switch (consume self, next.field) {
    case (.fields(var fields), let name?):
      Self.append((name, next.before, next.after), to: &fields)
      self = .fields(fields)
    case (.whole(let before, let after), let name?):
      self = .whole(before: before, after: (after ?? [:]).setting(name, next.after))
    case (.fields(let fields), nil):
      var before = next.before?.asRecord
      for field in fields { before?[field.name] = field.before }
      self = .whole(before: before, after: next.after?.asRecord)
    case (.whole(let before, _), nil): self = .whole(before: before, after: next.after?.asRecord)
    }
  }

  private static func append(_ next: FieldChange, to fields: inout [FieldChange]) {
    let place = fields.firstPlace { $0.name >= next.name }
    if place < fields.count, fields[place].name == next.name {
      fields[place].after = next.after
    } else {
      fields.insert(next, at: place)
    }
  }

  func changes(of record: RecordID) -> [Change] {
    switch self {
    case .fields(let fields):
      fields.filter { $0.before != $0.after }
        .map { Change(record, $0.name, before: $0.before, after: $0.after) }
    case .whole(let before, let after): Changeset.differences(of: record, from: before, to: after)
    }
  }
}
