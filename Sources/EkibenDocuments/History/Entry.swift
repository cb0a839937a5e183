/// One line of a document's journal.
///
/// Entries are numbered from 1 without gaps, and none is ever taken out: undo appends (rule H1).
///
/// None ever changes either, so one object can be handed on from the store to whoever observes it: an edit would
/// copy its texts and lists seven times, and one in a session seventeen times.
public final class Entry: Hashable, Sendable {
  /// What an entry does.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The document begins; always entry 1.
    case create
    /// Fields or records change.
    case edit
    /// The document becomes equal to a description.
    case apply
    /// One past entry is taken back in the present.
    case revert
    /// The document goes to another revision of its form; files have the word `move` for it.
    case migrate = "move"
    /// The document comes from somewhere else.
    case `import`
    /// The document becomes final.
    case submit
    /// The document becomes a draft again.
    case reopen
    /// The head goes towards the root.
    case undo
    /// The head goes towards a leaf.
    case redo
    /// The head goes anywhere.
    case checkout
    /// The head gets a name.
    case mark

    /// What a person reads; in files stands the raw value.
    public var name: String { self == .migrate ? "migrate" : rawValue }

    /// Whether entries of this kind are nodes of the undo tree; the others only move or name the head.
    public var isNode: Bool {
      switch self {
      case .create, .edit, .apply, .revert, .migrate, .import, .submit, .reopen: true
      case .undo, .redo, .checkout, .mark: false
      }
    }

    /// Whether no travel passes such a node, and none goes back behind it (rule F16).
    public var isBarrier: Bool { self == .submit || self == .reopen }
  }

  /// The entry's number, from 1.
  public let number: Int
  /// What it does.
  public let kind: Kind
  /// The node that was head before; nil for entry 1.
  public let parent: Int?
  /// The node that is head afterwards.
  public let head: Int
  /// The number of the first entry of the step that this one belongs to.
  public let step: Int
  /// The author.
  public let author: String
  /// The time, in UTC milliseconds since 1970.
  public let time: Int64
  /// How far local time was ahead of UTC, in minutes; nil where no formula asked for the current
  /// day.
  public let utcOffset: Int?
  /// The reason, if one was given.
  public let reason: String?
  /// Whether the entry was written although not all that its form asks could be checked.
  public let isUnchecked: Bool
  /// What a node changes.
  ///
  /// Entries that only travel repeat nothing: see ``History/travelled(by:)``.
  public let changes: Changeset
  /// For each change, the number of the entry that had written the value before; 0 if none had.
  public let origins: [Int]
  /// The flags of each change; empty where no change has any.
  public let flags: [ChangeFlags]
  /// The name that a mark gives to the head; nil for every other kind.
  public let mark: String?
  /// The entry that a revert takes back; nil for every other kind.
  public let reverted: Int?

  /// Makes an entry.
  public init(
    number: Int, kind: Kind, parent: Int?, head: Int, step: Int? = nil, author: String,
    time: Int64, utcOffset: Int? = nil, reason: String? = nil, isUnchecked: Bool = false,
    changes: Changeset = Changeset(), origins: [Int] = [], flags: [ChangeFlags] = [],
    mark: String? = nil, reverted: Int? = nil
  ) {
    self.number = number
    self.kind = kind
    self.parent = parent
    self.head = head
    self.step = step ?? number
    self.author = author
    self.time = time
    self.utcOffset = utcOffset
    self.reason = reason
    self.isUnchecked = isUnchecked
    self.changes = changes
    self.origins = origins
    self.flags = flags.allSatisfy { $0.isEmpty } ? [] : flags
    self.mark = mark
    self.reverted = reverted
  }

  /// The same entry as part of a step, with these flags.
  func with(step: Int? = nil, flags: [ChangeFlags]? = nil) -> Entry {
    Entry(
      number: number, kind: kind, parent: parent, head: head, step: step ?? self.step,
      author: author, time: time, utcOffset: utcOffset, reason: reason, isUnchecked: isUnchecked,
      changes: changes, origins: origins, flags: flags ?? self.flags, mark: mark,
      reverted: reverted)
  }

  /// Equality of every part, texts by their bytes.
  public static func == (left: Entry, right: Entry) -> Bool {
    left.number == right.number && left.kind == right.kind && left.parent == right.parent
      && left.head == right.head && left.step == right.step && left.time == right.time
      && ByteText.equal(left.author, right.author)
      && left.reason.map(Value.text) == right.reason.map(Value.text)
      && left.mark.map(Value.text) == right.mark.map(Value.text)
      && left.changes == right.changes && left.origins == right.origins
      && left.reverted == right.reverted && left.utcOffset == right.utcOffset
      && left.isUnchecked == right.isUnchecked && left.flags == right.flags
  }

  /// Hashes what tells entries apart.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
    hasher.combine(kind)
    hasher.combine(head)
    hasher.combine(time)
    hasher.combine(changes)
  }
}
