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
}
