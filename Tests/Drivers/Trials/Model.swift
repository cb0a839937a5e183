import EkibenDocuments
import EkibenStore
import EkibenTesting
import RandomWork

/// Something that is not what it should be.
struct Difference: Error, CustomStringConvertible {
  let description: String
}

/// Throws what is wrong unless a condition holds.
func demand(_ condition: Bool, _ what: @autoclosure () -> String) throws(Difference) {
  guard condition else { throw Difference(description: what()) }
}

/// Documents of one store beside their reference in memory: both do the same random work, and after each
/// operation they have the same entries, content, origins and head.
///
/// Meanwhile the file is opened anew, the store is suspended, old lines move, all is compacted, and the
/// past is asked.
struct Model {
  private var store: Store
  private var pairs: [Pair] = []
  private var work: RandomWork
  private(set) var tally = Tally()

  /// A document of the store and what it should be.
  private struct Pair {
    var document: StoredDocument
    var reference: ReferenceJournal
    /// What it was after each entry; entry N is at index N − 1.
    var states: [(content: Document, origins: Origins)]
  }

  /// What was done, for telling.
  struct Tally {
    var kinds: [Entry.Kind: Int] = [:]
    var refused = 0
    var deletions = 0
    var openings = 0
    var suspensions = 0
    var slices = 0
    var compactions = 0
    var questions = 0
  }

  private static let metadata = EditMetadata(author: "Ada", time: 1)

  init(_ path: String, documents: Int, seed: UInt64) throws {
    try makeStore(path, documents: documents)
    store = try Store(path, now: 0)
    work = RandomWork(seed: seed)
    let form = try RandomWork.form()
    pairs = try store.documents().map(\.name).sorted().map { name in
      let reference = try ReferenceJournal(form, by: Self.metadata)
      let document = try store.document(name)
      return Pair(
        document: document, reference: reference, states: [(reference.document, reference.origins)])
    }
  }

  mutating func run(_ operations: Int) throws {
    for number in 1...max(operations, 1) {
      do { try step() } catch { throw Difference(description: "operation \(number): \(error)") }
    }
    for at in pairs.indices { try finish(at) }
    let findings = try store.verify().findings
    try demand(findings == [], "\(findings)")
    try store.close()
  }

  private mutating func step() throws {
    let at = work.random.number(in: 0...pairs.count - 1)
    if work.random.once(in: 20) { try disturb(at) }
    if work.random.once(in: 10) {
      try ask(at, work.random.number(in: 1...pairs[at].document.count))
    }
    let count = work.random.once(in: 12) ? 3 : 1
    let edits = try (0..<count).map { _ in try work.edit(pairs[at].document) }
    try perform(edits, at)
    let (document, reference) = (pairs[at].document, pairs[at].reference)
    try demand(document.content.isIdentical(to: reference.document), "\(edits): another content")
    try demand(document.origins == reference.origins, "\(edits): other origins")
    try demand(document.head == reference.journal.head, "\(edits): another head")
    try demand(document.count == reference.journal.entries.count, "\(edits): other entries")
  }

  private mutating func perform(_ edits: [Edit], _ at: Int) throws {
    let entries: [Entry?]
    do throws(StoreError) {
      entries = try store.perform(edits, on: &pairs[at].document, by: Self.metadata)
    } catch {
      tally.refused += 1
      return try compare(error, of: edits, at)
    }
    for (edit, entry) in zip(edits, entries) {
      let expected = try pairs[at].reference.perform(edit, by: Self.metadata)
      try demand(entry == expected, "\(edit): \(entry as Any), not \(expected as Any)")
      guard let entry else { continue }
      pairs[at].states.append((pairs[at].reference.document, pairs[at].reference.origins))
      tally.kinds[entry.kind, default: 0] += 1
      if case .delete = edit.operation { tally.deletions += 1 }
    }
  }

  /// What the history forbids is forbidden in memory too.
  private func compare(_ error: StoreError, of edits: [Edit], _ at: Int) throws {
    switch error {
    case .history(let refusal):
      var reference = pairs[at].reference
      do throws(HistoryError) {
        for edit in edits { _ = try reference.tryOut(edit, by: Self.metadata) }
      } catch {
        return try demand(error == refusal, "\(edits): \(refusal), not \(error)")
      }
      throw Difference(description: "\(edits): refused, and done in memory: \(refusal)")
    case .unknownRow, .deleted:
      // What a group does first can take from it what it does next.
      try demand(edits.count > 1, "\(edits): \(error)")
    default: throw error
    }
  }

  /// Opens the file anew, suspends the store, moves old lines, or compacts all.
  private mutating func disturb(_ at: Int) throws {
    switch work.random.number(in: 0...9) {
    case 0:
      try store.suspend()
      try store.resume()
      tally.suspensions += 1
    case 1...2:
      try store.close()
      store = try Store(store.path, now: 0)
      tally.openings += 1
      if work.random.once(in: 2) {
        for at in pairs.indices { pairs[at].document = try store.document(pairs[at].document.name) }
      }
    case 3 where work.random.once(in: 2):
      _ = try store.compact()
      tally.compactions += 1
    default:
      for _ in 0..<work.random.number(in: 1...5) {
        let keeping = work.random.number(in: 0...20)
        tally.slices += 1
        guard try store.archiveOldEntries(of: &pairs[at].document, keeping: keeping) else { return }
      }
    }
  }

  /// Compares what the store says of an entry and of the state after it.
  private mutating func ask(_ at: Int, _ number: Int) throws {
    let (pair, expected) = (pairs[at], pairs[at].reference.journal.entries[number - 1])
    tally.questions += 1
    let entry = try store.entry(number, of: pair.document)
    try demand(entry == expected, "entry \(number) is \(entry), not \(expected)")
    try demand(
      try store.changes(of: entry, in: pair.document)
        == pair.reference.journal.history.changes(of: expected, pair.reference.journal.known),
      "entry \(number) changed something else")
    let state = pair.states[number - 1]
    let content = try store.content(of: pair.document, at: number)
    try demand(content.isIdentical(to: state.content), "at \(number) it was another")
    let targets = RandomWork.rows.map { Change.Target(.row($0), .value) }
    let fields = try store.fields(targets, of: pair.document, at: number)
    for (row, field) in zip(RandomWork.rows, fields) {
      let value = state.content.row(row)?.fields[.value]
      try demand(field.value == value, "at \(number) \(row) was \(value as Any)")
      let origin = state.origins[Change.Target(.row(row), .value)]
      try demand(field.origin == origin, "at \(number) \(row) was of \(origin)")
    }
  }

  /// The whole journal, and every answer about the past that is worth its time; then undo to empty
  /// and redo to the end.
  private mutating func finish(_ at: Int) throws {
    var document = try store.document(pairs[at].document.name)
    let reference = pairs[at].reference
    try demand(document.content.isIdentical(to: reference.document), "read anew: another content")
    try demand(document.origins == reference.origins, "read anew: other origins")
    try demand(document.history == reference.journal.history, "read anew: another tree")
    try demand(
      try store.entries(of: document, 1...Int.max) == reference.journal.entries, "other entries")
    for number in stride(from: 1, through: document.count, by: 1 + document.count / 500) {
      try ask(at, number)
    }
    let full = CanonicalDump(document)
    let steps = document.history.undoableSteps
    if steps == 0 { return }
    try store.perform(.undo(steps: steps), on: &document, by: Self.metadata)
    try demand(try store.document(document.name).content == RandomWork.form(), "it is not empty")
    try store.perform(.redo(steps: steps), on: &document, by: Self.metadata)
    if let difference = CanonicalDump(try store.document(document.name)).difference(from: full) {
      throw Difference(description: "after undo to empty and redo to the end: \(difference)")
    }
  }
}

extension ReferenceJournal {
  /// Performs an edit and throws nothing but what a history forbids.
  fileprivate mutating func tryOut(_ edit: Edit, by metadata: EditMetadata) throws(HistoryError)
    -> Entry?
  {
    do { return try perform(edit, by: metadata) } catch let error as HistoryError {
      throw error
    } catch {
      return nil
    }
  }
}
