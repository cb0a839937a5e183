import EkibenDocuments
import EkibenForms
import EkibenInterchange

extension Replay {
  /// Shows the whole journal in a table without a screen, but not each entry: what the entries of a stride
  /// did to fields comes to the table at once, and after each stride the table is compared with a fresh
  /// render, place by place.
  ///
  /// So a check of a file takes no longer than reading its journal. Where something is wrong, the journal is shown
  /// once more, entry by entry, which names the first entry that breaks off: ``run(_:checking:onEntry:)``.
  ///
  /// A stride is by default eight times as many entries as there are rows, so that comparing does not show.
  ///
  /// - Throws: ``Failure`` at the first entry that does not fit, or after which the table differs.
  /// - Complexity: O(changes), O(rows) for each stride, and O(n log n) for each entry whose records come, go or
  ///   move.
  package func runInStrides(
    of length: Int? = nil, progress: (Int) -> Void = { _ in }
  ) throws(Failure) {
    // What leads to another revision depends on what is shown just then.
    if source.hasMoved {
      try run()
      return
    }
    do throws(Failure) { try showStrides(of: length, progress) } catch {
      try run()
      throw error
    }
  }

  private func showStrides(of length: Int?, _ progress: (Int) -> Void) throws(Failure) {
    let content = try source.content(at: 1)
    var strides = Strides(showing: content, length: length ?? max(4096, 8 * content.rowCount))
    var lines = source.lines
    for number in stride(from: 2, through: source.count, by: 1) {
      try strides.take(try lines.line(number).changes, of: number)
      if number.isMultiple(of: 1024) { progress(number) }
    }
    try strides.end()
    progress(source.count)
  }
}

/// What the entries of a stride did, and the table that shows what those before it did.
private struct Strides {
  private let length: Int
  private var player = Replay.Player.unlogged(checking: .touched(wholeEvery: .max))
  private var joined = JoinedChanges()
  /// The entry that was taken last, and the one after which the table was compared last.
  private var (last, compared) = (1, 1)

  init(showing content: Document, length: Int) {
    self.length = length
    player.begin(showing: content)
  }

  mutating func take(_ changes: Changeset, of entry: Int) throws(Replay.Failure) {
    guard changes.isContentOnly else {
      try showJoined()
      last = entry
      try player.show(entry, changes)
      return
    }
    last = entry
    do { try joined.append(changes) } catch {
      throw Replay.Failure(entry: entry, problem: error.description)
    }
    if entry - compared >= length { try end() }
  }

  /// Shows what was taken, and compares the table with a fresh render.
  mutating func end() throws(Replay.Failure) {
    try showJoined()
    try player.finish()
    compared = last
  }

  private mutating func showJoined() throws(Replay.Failure) {
    if !joined.isEmpty { try player.show(last, joined.changes) }
    joined = JoinedChanges()
  }
}

/// Changes of fields that follow each other, joined as they come (rule D11).
private struct JoinedChanges {
  private var fields: [Change.Target: (before: Value?, after: Value?)] = [:]

  var isEmpty: Bool { fields.isEmpty }

  /// Takes changes that come next, and refuses one that does not begin with what the one before it left.
  mutating func append(_ changes: Changeset) throws(StaleChange) {
    for change in changes.changes {
      let found = Self.join(
        change, to: &fields[change.target, default: (change.before, change.before)])
      if found != change.before { throw StaleChange(change: change, found: found) }
    }
  }

  // One look-up for reading and writing: this is done for each change of a journal.
  private static func join(
    _ change: Change, to known: inout (before: Value?, after: Value?)
  ) -> Value? {
    defer { known.after = change.after }
    return known.after
  }

  var changes: Changeset {
    Changeset(
      fields.filter { $0.value.before != $0.value.after }.sorted { $0.key < $1.key }.map {
        Change($0.key.record, $0.key.field, before: $0.value.before, after: $0.value.after)
      })
  }
}
