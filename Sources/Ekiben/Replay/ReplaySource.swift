import EkibenDocuments
import EkibenInterchange
import EkibenStore

/// Where the entries of a replay come from.
enum ReplaySource {
  case stored(StoredDocument, Store)
  case read(HistoryReader)

  /// One step from the state after one entry to the state after another.
  struct Step {
    /// The entry whose state is shown afterwards.
    var shows: Int
    /// The entry that is done or taken back.
    var via: Int
    var isBack: Bool

    /// What it changes: what its entry did, or took back.
    func changes(by line: HistoryEntry) -> Changeset {
      isBack ? line.changes.inverted : line.changes
    }
  }

  /// The entry that a stretch starts with, and the steps from there, each made when its turn comes.
  ///
  /// - Complexity: O(1), and for paths O(distance).
  func steps(
    of stretch: Replay.Stretch
  ) throws(Replay.Failure) -> (start: Int, steps: LazyMapSequence<Range<Int>, Step>) {
    switch stretch {
    case .forwards(let first, let last):
      let (first, last) = (first ?? 1, last ?? count)
      try check([first, last])
      if first > last { throw Replay.Failure(entry: first, problem: "comes after entry \(last)") }
      return (first, (first + 1..<last + 1).lazy.map { Step(shows: $0, via: $0, isBack: false) })
    case .backwards(let first, let last):
      let (first, last) = (first ?? count, last ?? 1)
      try check([first, last])
      if first < last { throw Replay.Failure(entry: first, problem: "comes before entry \(last)") }
      return (
        first,
        (0..<first - last).lazy.map { Step(shows: first - $0 - 1, via: first - $0, isBack: true) }
      )
    case .path(let first, let last):
      try check([first, last])
      let path = path(from: first, to: last)
      return (first, path.indices.lazy.map { path[$0] })
    }
  }

  private func path(from first: Int, to last: Int) -> [Step] {
    let path = history.path(
      from: history.head(after: first) ?? first, to: history.head(after: last) ?? last)
    return path.up.map { Step(shows: history.parent(of: $0) ?? $0, via: $0, isBack: true) }
      + path.down.map { Step(shows: $0, via: $0, isBack: false) }
  }

  private func check(_ numbers: [Int]) throws(Replay.Failure) {
    for number in numbers where !(1...max(count, 1)).contains(number) {
      throw Replay.Failure(entry: number, problem: "there is no such entry")
    }
  }

  var count: Int { history.count }

  private var history: History {
    switch self {
    case .stored(let document, _): document.history
    case .read(let reader): reader.journal.history
    }
  }

  /// The document as it stood after an entry.
  func content(at number: Int) throws(Replay.Failure) -> Document {
    do {
      switch self {
      case .stored(let document, let store): return try store.content(of: document, at: number)
      case .read(let reader):
        guard let content = try reader.content(at: number)
        else { throw Replay.Failure(entry: number, problem: "there is no such entry") }
        return content
      }
    } catch { throw Replay.Failure(entry: number, problem: "\(error)") }
  }

  /// What a step changes in what is shown of a document that has gone to another revision of its form: more
  /// than its entry writes where it is that step.
  func changes(
    of step: Step, by line: HistoryEntry, in shown: DocumentStructure
  ) throws(Replay.Failure) -> Changeset {
    let changes = step.changes(by: line)
    // What is travelled over may come to nothing, and still have been written.
    guard !line.entry.kind.isNode || shown.rebases(by: [changes], haveMoved: true)
    else { return changes }
    let found = Changeset(from: shown.content, to: try content(at: step.shows))
    return Set(found.changes) == Set(changes.changes) ? changes : found
  }

  var hasMoved: Bool {
    switch self {
    case .stored(let document, _): document.usedRevisions.haveOthers
    case .read(let reader): reader.hasMoved
    }
  }

  var lines: ReplayLines { ReplayLines(self) }
}

/// The entries of a replay with what they changed, as it comes to them.
struct ReplayLines {
  private var pass: JournalPass?
  private let reader: HistoryReader?

  fileprivate init(_ source: ReplaySource) {
    switch source {
    case .stored(let document, let store):
      (pass, reader) = (JournalPass(of: document, in: store), nil)
    case .read(let history): (pass, reader) = (nil, history)
    }
  }

  mutating func line(_ number: Int) throws(Replay.Failure) -> HistoryEntry {
    do throws(StoreError) {
      if let passed = try pass?.entry(number) { return HistoryEntry(passed) }
    } catch { throw Replay.Failure(entry: number, problem: error.description) }
    guard let reader, let entry = reader.journal[number]
    else { throw Replay.Failure(entry: number, problem: "there is no such entry") }
    return HistoryEntry(entry, in: reader.journal)
  }
}
