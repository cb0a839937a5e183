/// Says which step each new entry belongs to (rule H16).
///
/// Every keystroke is an entry of its own, committed at once; what joins is only the step, which is
/// what one undo takes back. Keystrokes join as ``Keystroke`` continues and the pause allows, by one
/// author; whatever is done inside a group joins too. Only the step that the head ends can go on, and
/// only when nothing but marks inside a group came in between: no undo, and no entry of anybody else.
///
/// It decides before an entry is committed (``placing(_:typed:)``) and takes note afterwards
/// (``record(_:typed:)``), so an entry that fails leaves no trace here.
package struct StepRecorder: Sendable {
  // The last entry of the step that can go on; what it typed is worked out when another one may go on from there.
  private struct Open {
    let entry: Entry
    let typed: Change?
    let isGrouped: Bool
  }

  /// The longest time between two keystrokes of one step, in milliseconds.
  package var pause: Int64
  private var open: Open?
  private var lastNumber = 0
  private var depth = 0

  /// Starts where nothing can go on: the first entry is a step of its own.
  package init(pause: Int64 = 500) { self.pause = pause }

  /// Whether a group has begun and not ended.
  package var isGrouping: Bool { depth > 0 }

  /// Gives a new entry the step that it belongs to.
  ///
  /// `typed` is what the keystroke did to what its row shows, where that is not the entry's only change.
  ///
  /// - Complexity: O(length of the text typed in).
  package func placing(_ entry: Entry, typed: Change? = nil) -> Entry {
    guard let open, entry.kind.isNode, !entry.kind.isBarrier, entry.number == lastNumber + 1,
      entry.parent == open.entry.number, isGrouping || goesOn(open, entry, typed)
    else { return entry.step == entry.number ? entry : entry.with(step: entry.number) }
    return entry.with(step: open.entry.step)
  }

  /// Records an entry that was placed here and committed; travels and marks are recorded too.
  ///
  /// Entries of others are not recorded: the gap in the numbers shows them, and they end the step.
  package mutating func record(_ entry: Entry, typed: Change? = nil) {
    let isNext = entry.number == lastNumber + 1
    lastNumber = entry.number
    // Whoever undoes a whole group goes past the marks in it.
    if entry.kind == .mark, isGrouping, isNext { return }
    // Nothing joins what cannot be undone: what came with the document, and what made it final.
    let isOpen = entry.kind.isNode && entry.kind != .create && !entry.kind.isBarrier
    open = isOpen ? Open(entry: entry, typed: typed, isGrouped: isGrouping) : nil
  }

  /// Lets no keystroke join what came before, because the focus went elsewhere; a group goes on.
  package mutating func focusChanged() { if !isGrouping { open = nil } }

  /// Begins a group: until it ends all edits are one step; groups inside are part of it.
  package mutating func beginGroup() {
    if depth == 0 { open = nil }
    depth += 1
  }

  /// Ends the group begun last; without one, nothing happens.
  package mutating func endGroup() {
    guard depth > 0 else { return }
    depth -= 1
    if depth == 0 { open = nil }
  }

  private func goesOn(_ open: Open, _ entry: Entry, _ typed: Change?) -> Bool {
    guard !open.isGrouped, ByteText.equal(open.entry.author, entry.author) else { return false }
    // A clock that went back says nothing about the pause.
    let (gap, overflow) = entry.time.subtractingReportingOverflow(open.entry.time)
    guard !overflow, gap >= 0, gap <= pause, let keystroke = Self.keystroke(entry, typed),
      let last = Self.keystroke(open.entry, open.typed)
    else { return false }
    return last.isContinued(by: keystroke)
  }

  private static func keystroke(_ entry: Entry, _ typed: Change?) -> Keystroke? {
    guard entry.kind == .edit else { return nil }
    let changes = entry.changes.changes
    return (typed ?? (changes.count == 1 ? changes.first : nil)).flatMap(Keystroke.init)
  }
}
