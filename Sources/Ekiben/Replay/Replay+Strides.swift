import EkibenDocuments
import EkibenForms
import EkibenInterchange

extension Replay {
  /// Shows the whole journal in a table without a screen, but not each entry: what the entries of a stride
  /// did to fields comes to the table at once, and after each stride the table is compared with a fresh
  /// render, place by place.
  ///
  /// So a check of a file takes no longer than reading its journal. What breaks off is named as
  /// ``run(_:checking:onEntry:)`` does: a stride in which something is wrong is shown once more, entry by
  /// entry.
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
    let content = try source.content(at: 1)
    var strides = Strides(
      over: source, from: 1, showing: content, length: length ?? max(4096, 8 * content.rowCount))
    var lines = source.lines
    for number in stride(from: 2, through: source.count, by: 1) {
      let line: HistoryEntry
      do throws(Failure) { line = try lines.line(number) } catch {
        try strides.end()
        throw error
      }
      try strides.take(line.changes, of: number)
      if number.isMultiple(of: 1024) { progress(number) }
    }
    try strides.end()
    progress(source.count)
  }
}

/// What the entries of a stride did, and the table that shows what those before it did.
private struct Strides {
  private let source: ReplaySource
  private let length: Int
  private var player = Replay.Player.unlogged(checking: .never)
  private var joined = JoinedChanges()
  /// The entry after which the table was compared last, and the document as it showed it then.
  private var checked: (entry: Int, content: Document)
  private var last: Int

  init(over source: ReplaySource, from start: Int, showing content: Document, length: Int) {
    (self.source, self.length) = (source, length)
    (checked, last) = ((start, content), start)
    player.begin(showing: content)
  }

  mutating func take(_ changes: Changeset, of entry: Int) throws(Replay.Failure) {
    if changes.isContentOnly {
      last = entry
      let goesOn = joined.append(changes)
      if !goesOn || entry - checked.entry >= length { try end() }
    } else {
      try showJoined()
      last = entry
      try locating { player throws(Replay.Failure) in _ = try player.show(entry, changes) }
    }
  }

  /// Shows what was taken, and compares the table with a fresh render.
  mutating func end() throws(Replay.Failure) {
    try showJoined()
    try locating { player throws(Replay.Failure) in try player.finish() }
    checked = (last, player.content)
  }

  private mutating func showJoined() throws(Replay.Failure) {
    let (joined, last) = (self.joined, self.last)
    self.joined = JoinedChanges()
    try locating { player throws(Replay.Failure) in
      if let broken = joined.broken {
        throw Replay.Failure(entry: last, problem: broken.description)
      }
      if !joined.isEmpty { _ = try player.show(last, joined.changes) }
    }
  }

  // What is wrong with a stride is wrong with one of its entries.
  private mutating func locating(
    _ body: (inout Replay.Player<TableModel>) throws(Replay.Failure) -> Void
  ) throws(Replay.Failure) {
    do throws(Replay.Failure) { try body(&player) } catch {
      try showOneByOne()
      throw error
    }
  }

  private func showOneByOne() throws(Replay.Failure) {
    var player = Replay.Player.unlogged(checking: .touched())
    player.begin(showing: checked.content)
    var lines = source.lines
    for number in checked.entry + 1..<last + 1 {
      try player.show(number, lines.line(number).changes)
    }
    try player.finish()
  }
}

/// Changes of fields that follow each other, joined as they come (rule D11).
private struct JoinedChanges {
  /// The first change that does not begin with what the one before it left.
  private(set) var broken: StaleChange?
  private var fields: [Change.Target: (before: Value?, after: Value?)] = [:]

  var isEmpty: Bool { fields.isEmpty }

  /// Takes changes that come next; tells whether they go on where others ended.
  mutating func append(_ changes: Changeset) -> Bool {
    for change in changes.changes {
      let found = Self.join(
        change, to: &fields[change.target, default: (change.before, change.before)])
      if found != change.before {
        broken = StaleChange(change: change, found: found)
        return false
      }
    }
    return true
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
