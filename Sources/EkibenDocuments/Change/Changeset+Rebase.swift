extension Changeset {
  /// Whether this changeset and another one touch different things, so that either can come first.
  ///
  /// They conflict where both change the same field, where one changes a whole record of which the
  /// other changes a field, and where one puts a row into a section that the other removes.
  ///
  /// - Complexity: O(n) in the number of changes of both.
  public func isDisjoint(from other: Changeset) -> Bool { firstMeeting(with: other) == nil }

  /// Returns this changeset for a document that another one has changed since it was computed.
  ///
  /// Two disjoint changesets that start from one document apply one after the other, in any order,
  /// with the same result; so nothing has to be rewritten, and whatever is not disjoint is refused
  /// before it is tried (rule D12).
  ///
  /// - Throws: ``StaleChange`` with the first change that conflicts with the other changeset, and
  ///   the value that the other one leaves there.
  /// - Complexity: O(n) in the number of changes of both.
  public func rebased(over other: Changeset) throws(StaleChange) -> Changeset {
    if let meeting = firstMeeting(with: other) { throw meeting }
    return self
  }

  private func firstMeeting(with other: Changeset) -> StaleChange? {
    let theirs = ChangedTargets(other)
    for change in changes {
      if let found = theirs.meeting(change) {
        return StaleChange(change: change, found: found.value)
      }
    }
    return nil
  }
}

/// The targets of a changeset, to find out whether a change of another one conflicts with them.
private struct ChangedTargets {
  /// A conflict, with the value that is there after the changeset; nil is none.
  struct Meeting { let value: Value? }

  private var changes: [Change.Target: Change] = [:]
  private var fields: [RecordID: [Change]] = [:]
  private var entered: [SectionID: Change] = [:]

  init(_ changeset: Changeset) {
    for change in changeset.changes {
      changes[change.target] = change
      if change.field != nil { fields[change.record, default: []].append(change) }
      if let section = change.enteredSection { entered[section] = change }
    }
  }

  func meeting(_ change: Change) -> Meeting? {
    if let same = changes[change.target] { return Meeting(value: same.after) }
    if change.field == nil, let parts = fields[change.record] {
      return Meeting(value: change.before?.asRecord.map { .record($0.setting(parts)) })
    }
    if let name = change.field, let whole = changes[Change.Target(change.record, nil)] {
      return Meeting(value: whole.after?.asRecord?[name])
    }
    if let section = change.enteredSection,
      let whole = changes[Change.Target(.section(section), nil)], whole.after == nil
    {
      return Meeting(value: nil)
    }
    if case .section(let id) = change.record, change.field == nil, change.after == nil,
      let row = entered[id]
    {
      return Meeting(value: row.after)
    }
    return nil
  }
}

extension Fields {
  fileprivate func setting(_ changes: [Change]) -> Fields {
    var copy = self
    for change in changes { if let name = change.field { copy[name] = change.after } }
    return copy
  }
}

extension Change {
  /// The section into which the change puts its row, if it does so.
  var enteredSection: SectionID? { section(in: after) }

  /// The section that one of its sides puts its row in; nil where that says nothing of it.
  package func section(in side: Value?) -> SectionID? {
    guard case .row = record else { return nil }
    return switch field {
    case nil: side?.asRecord?.section
    case FieldName.section?: side?.asText.map { SectionID(unchecked: $0) }
    default: nil
    }
  }
}
