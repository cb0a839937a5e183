import BenchmarkResults
import Ekiben
import EkibenDocuments

/// The group `history`: what the undo tree costs at depths from 10 to 1,000,000.
///
/// The other side makes only what ours returns, or appends to an array of the same size, so that no
/// depth can slow it down: the same bound on the ratio at each depth is what flat means.
enum HistoryBenchmarks {
  static let depths = [10, 1000, 100_000, 1_000_000]
  // How many times a thing is done in a round.
  static let size = 10_000
  // How far a checkout goes up, and down again.
  static let distance = 5

  static func run() throws -> [BenchmarkResult] {
    try depths.flatMap { depth in
      let journal = try journal(depth: depth)
      return [
        try record(depth, journal), try undoAndRedo(depth, journal),
        try checkout(depth, journal), try revert(depth, journal),
      ]
    }
  }

  /// One entry: its step, the tree and the list, beside the list alone.
  ///
  /// Both sides grow with the rounds, so they are short, and small journals begin anew.
  private static func record(_ depth: Int, _ journal: Journal) throws -> BenchmarkResult {
    let size = 1000
    var (ours, theirs) = (journal, journal.entries)
    var recorder = StepRecorder()
    return try Rounds.compare(
      "history record-\(depth)", against: "append to an array", size: size, target: 8,
      ours: {
        if depth <= size { (ours, recorder) = (journal, StepRecorder()) }
        for _ in 0..<size {
          let number = ours.entries.count + 1
          let entry = recorder.placing(keystroke(number, parent: ours.head))
          try ours.append(entry)
          recorder.record(entry)
        }
      },
      theirs: {
        if depth <= size { theirs = journal.entries }
        for _ in 0..<size { theirs.append(keystroke(theirs.count + 1, parent: theirs.count)) }
      })
  }

  /// One step back and one forth, decided only: neither is appended, so the depth stays.
  private static func undoAndRedo(_ depth: Int, _ journal: Journal) throws -> BenchmarkResult {
    var above = journal
    try travel(&above, try above.history.undo(steps: 1))
    var sum = 0
    return try Rounds.compare(
      "history undo-redo-\(depth)", against: "two lists of one node", size: size, target: 3,
      ours: {
        for _ in 0..<size {
          let undo = try journal.history.undo(steps: 1)
          let redo = try above.history.redo(steps: 1)
          sum &+= undo.head &+ redo.head
        }
      },
      theirs: { for _ in 0..<size { sum &+= nodes(1).count &+ nodes(1).count } })
  }

  /// To the other branch, a few nodes up and as many down.
  private static func checkout(_ depth: Int, _ journal: Journal) throws -> BenchmarkResult {
    var forked = journal
    let leaf = forked.head
    try travel(&forked, try forked.history.undo(steps: distance))
    for _ in 0..<distance { try append(&forked) }
    var sum = 0
    return try Rounds.compare(
      "history checkout-\(depth)", against: "lists of the nodes", size: size, target: 4,
      ours: {
        for _ in 0..<size { sum &+= try forked.history.checkout(leaf)?.of.count ?? 0 }
      },
      theirs: {
        for _ in 0..<size { sum &+= (nodes(distance) + nodes(distance).reversed()).count }
      })
  }

  /// Whether the last entry can be taken back, and how.
  private static func revert(_ depth: Int, _ journal: Journal) throws -> BenchmarkResult {
    var origins = Origins()
    if let last = journal[journal.head] { origins.apply(last, in: journal) }
    let (changes, document, known) = (journal[journal.head]?.changes, Document(), origins)
    var sum = 0
    return try Rounds.compare(
      "history revert-\(depth)", against: "inverting its changes", size: size, target: 8,
      ours: {
        for _ in 0..<size {
          let changes = try journal.revert(journal.head, in: document, origins: known)
          sum &+= changes.changes.count
        }
      },
      theirs: { for _ in 0..<size { sum &+= inverted(changes)?.changes.count ?? 0 } })
  }

  // Not inlined, or else nothing would be made.
  @inline(never)
  private static func nodes(_ count: Int) -> [Int] {
    var nodes: [Int] = []
    for node in 0..<count { nodes.append(node) }
    return nodes
  }

  @inline(never)
  private static func inverted(_ changes: Changeset?) -> Changeset? { changes?.inverted }

  private static func journal(depth: Int) throws -> Journal {
    var journal = Journal()
    try journal.append(
      Entry(number: 1, kind: .create, parent: nil, head: 1, author: "ada", time: 0))
    while journal.entries.count < depth { try append(&journal) }
    return journal
  }

  private static func append(_ journal: inout Journal) throws {
    try journal.append(keystroke(journal.entries.count + 1, parent: journal.head))
  }

  private static func travel(_ journal: inout Journal, _ travel: Travel) throws {
    try journal.append(
      Entry(
        number: journal.entries.count + 1, kind: travel.kind, parent: journal.head,
        head: travel.head, author: "ada", time: 0))
  }

  // Every other one begins a new step: a second is more than the pause.
  private static func keystroke(_ number: Int, parent: Int) -> Entry {
    let isFirst = number.isMultiple(of: 2)
    let change = Change(
      .row("name"), .value, before: isFirst ? nil : "a", after: isFirst ? "a" : "ab")
    return Entry(
      number: number, kind: .edit, parent: parent, head: number, author: "ada",
      time: Int64(number / 2) * 1000, changes: Changeset([change]), origins: [0])
  }
}
