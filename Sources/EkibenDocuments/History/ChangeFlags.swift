/// What is known of a change in an entry beside its values.
public struct ChangeFlags: OptionSet, Hashable, Sendable {
  /// The flags as bits, as files keep them.
  public let rawValue: UInt8

  /// Takes flags from their bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A formula gave the value, and nobody wrote it.
  public static let calculated = ChangeFlags(rawValue: 1)
  /// The record did not move: its order key changed to make room for another one.
  public static let madeRoom = ChangeFlags(rawValue: 2)

  /// Every flag that this version knows.
  package static let known: ChangeFlags = [.calculated, .madeRoom]
}

extension Changeset {
  /// The flags of the changes in which some records made room, and of the answers that formulas gave.
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

extension Sequence where Element == Entry {
  /// The records whose order keys these entries changed only to make room.
  package var madeRoom: Set<RecordID> {
    var (made, moved) = (Set<RecordID>(), Set<RecordID>())
    for entry in self {
      for (at, change) in entry.changes.changes.enumerated() where change.field == .order {
        let isRoom = at < entry.flags.count && entry.flags[at].contains(.madeRoom)
        if isRoom { made.insert(change.record) } else { moved.insert(change.record) }
      }
    }
    return made.subtracting(moved)
  }
}
