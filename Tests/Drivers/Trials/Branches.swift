import EkibenDocuments
import EkibenStore
import EkibenTesting
import RandomWork

/// A document with a wide tree of edits: every node can be reached, and opening stays quick.
struct Branches {
  private let store: Store
  private var document: StoredDocument
  private var random: SeededGenerator
  /// What the rows hold at each node.
  private var states: [Int: [RowID: Value]] = [1: [:]]
  private var inner: Set<Int> = [1]
  /// How long opening took, the middle of nine times, by what had happened before.
  private(set) var openings: [(when: String, time: Duration)] = []

  var nodes: Int { states.count }
  var entries: Int { document.count }

  private static let metadata = EditMetadata(author: "Ada", time: 1)
  /// Rows that every entry has.
  private static let rows: [RowID] = ["name", "age", "note", "phone"]

  init(_ path: String, seed: UInt64) throws {
    try makeStore(path, documents: 1)
    store = try Store(path, now: 0)
    document = try store.document("form")
    random = SeededGenerator(seed: seed)
  }

  mutating func run(_ branches: Int) throws {
    try grow(branches)
    try measure("no line moved")
    while try store.archiveOldEntries(of: &document, keeping: 1000) {}
    try measure("all but 1,000 lines moved")
    _ = try store.compact()
    try measure("compacted")
    try visitAll()
    let findings = try store.verify().findings
    try demand(findings == [], "\(findings)")
    try store.close()
  }

  /// Most edits start another branch from a node that has one, some go on from any.
  private mutating func grow(_ branches: Int) throws {
    var (nodes, forks) = ([1], [1])
    while states.count - inner.count < branches {
      let node = random.pick(random.once(in: 8) ? nodes : forks)
      let row = random.pick(Self.rows)
      let value = Value.integer(Int64(document.count))
      let edits = [Edit.checkout(node), .answers([(row, value)])]
      guard let entry = try store.perform(edits, on: &document, by: Self.metadata)[1] else {
        throw Difference(description: "\(edits) did nothing")
      }
      states[entry.number] = (states[node] ?? [:]).merging([row: value]) { $1 }
      nodes.append(entry.number)
      if inner.insert(node).inserted { forks.append(node) }
    }
  }

  /// Opens the file and reads the document.
  private mutating func measure(_ when: String) throws {
    let clock = ContinuousClock()
    let times = try (0..<9).map { _ in
      let start = clock.now
      let other = try Store(store.path, now: 0)
      let read = try other.document(document.name)
      let time = clock.now - start
      let known = (1...read.count).count { read.history.isNode($0) }
      try demand(known == nodes, "\(when): \(known) of \(nodes) nodes")
      try other.close()
      return time
    }
    openings.append((when, times.sorted()[4]))
  }

  private mutating func visitAll() throws {
    var read = try store.document(document.name)
    for node in states.keys.sorted().shuffled(using: &random) where node != read.head {
      try store.perform(.checkout(node), on: &read, by: Self.metadata)
      for row in Self.rows {
        let value = read.row(row)?.fields[.value]
        try demand(value == states[node]?[row], "node \(node): \(row) is \(value as Any)")
      }
    }
  }
}
