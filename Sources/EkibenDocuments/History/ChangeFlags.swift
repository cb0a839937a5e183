/// Facts about one change of an entry, beside its values.
public struct ChangeFlags: OptionSet, Hashable, Sendable {
  /// The flags as bits, as files keep them.
  public let rawValue: UInt8

  /// Takes flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A formula gave the value; no person wrote it.
  public static let calculated = ChangeFlags(rawValue: 1)
  /// The record did not move: its order key changed to make room for another one.
  public static let madeRoom = ChangeFlags(rawValue: 2)
  /// A formula had given the value before.
  ///
  /// This follows from earlier entries. It is noted so that undo knows, without reading those,
  /// whether the value that it brings back was calculated; see ``Entry/noting(_:)``.
  public static let wasCalculated = ChangeFlags(rawValue: 4)

  package static let known: ChangeFlags = [.calculated, .madeRoom, .wasCalculated]
}

extension Changeset {
  /// The flags of each change, where some records only made room and formulas gave some answers; empty
  /// where no change has any.
  package func flags(
    madeRoom records: Set<RecordID>, calculated targets: Set<Change.Target> = []
  ) -> [ChangeFlags] {
    if records.isEmpty, targets.isEmpty { return [] }
    return changes.map { change in
      if targets.contains(change.target) { return .calculated }
      return change.field == .order && records.contains(change.record) ? .madeRoom : []
    }
  }
}

extension Entry {
  package func flags(at change: Int) -> ChangeFlags { change < flags.count ? flags[change] : [] }

  /// Returns the entry with every change of an answer noting whether a formula had given the value
  /// before (rule H25).
  ///
  /// Call this before the entry is appended, whether it was made here or imported.
  ///
  /// - Parameter origins: The origins of the document's fields before the entry.
  /// - Returns: The entry with its flags complete.
  /// - Complexity: O(changes).
  public func noting(_ origins: Origins) -> Entry {
    kind.isNode ? noting(replaced: origins.replaced(by: changes)) : self
  }

  /// The same, given the origins of what each change replaces.
  package func noting(replaced: [Origins.Origin]) -> Entry {
    // One that says something of other changes than it has is refused, and not put right.
    guard kind.isNode, flags.isEmpty || flags.count == changes.changes.count,
      replaced.contains(where: { $0.isCalculated })
        || flags.contains(where: { $0.contains(.wasCalculated) })
    else { return self }
    return flagging(.wasCalculated) { at in
      changes.changes[at].target.isAnswer && replaced[at].isCalculated
    }
  }

  /// Returns the entry with a flag on the changes, by their indices, for which a condition holds, and on no others.
  package func flagging(_ flag: ChangeFlags, _ condition: (Int) -> Bool) -> Entry {
    with(
      flags: changes.changes.indices.map { at in
        condition(at) ? flags(at: at).union(flag) : flags(at: at).subtracting(flag)
      })
  }

  /// The changes without those that formulas made as a consequence: whoever takes the entry back
  /// calculates those anew (rule H26).
  package var causes: Changeset {
    if flags.isEmpty { return changes }
    return Changeset(
      changes.changes.indices.filter { !isConsequence($0) }.map { changes.changes[$0] })
  }

  // A formula gave it where none or a formula had given what was there before.
  private func isConsequence(_ at: Int) -> Bool {
    guard changes.changes[at].field == .value, flags(at: at).contains(.calculated) else {
      return false
    }
    return replacesNoPersonsAnswer(at)
  }

  fileprivate func replacesNoPersonsAnswer(_ at: Int) -> Bool {
    flags(at: at).contains(.wasCalculated) || at < origins.count && origins[at] == 0
  }
}

extension Sequence where Element == Entry {
  /// The rows in which a person replaced what a formula gave, or answered where nobody had; the
  /// entries are those of one path, the newest first.
  package var overriddenRows: Set<RowID> {
    var found: [RowID: Bool] = [:]
    for entry in self {
      for (at, change) in entry.changes.changes.enumerated() where change.field == .value {
        // What a formula gave overrides nothing.
        guard case .row(let row) = change.record, !entry.flags(at: at).contains(.calculated) else {
          continue
        }
        found[row] = entry.replacesNoPersonsAnswer(at)
      }
    }
    return Set(found.filter(\.value).keys)
  }

  /// The records whose order keys these entries changed only to make room.
  package var madeRoom: Set<RecordID> {
    var (made, moved) = (Set<RecordID>(), Set<RecordID>())
    for entry in self {
      for (at, change) in entry.changes.changes.enumerated() where change.field == .order {
        if entry.flags(at: at).contains(.madeRoom) {
          made.insert(change.record)
        } else {
          moved.insert(change.record)
        }
      }
    }
    return made.subtracting(moved)
  }
}
