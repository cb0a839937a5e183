import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import RandomWork
import SessionRecorder

/// Random work on a store while SQLite's session extension watches its connection: what that saw
/// change in the state tables is what the journal says.
struct Oracle {
  private let store: Store
  private var observed: [Observed]
  private var mirror: StateMirror
  private var work: RandomWork
  private let form: Document
  private(set) var kinds: [Entry.Kind: Int] = [:]

  /// A document beside what the journal says of it.
  private struct Observed {
    var document: StoredDocument
    let key: Int64
    var flat: FlatDocument
  }

  /// How many values went from or to NULL.
  var nullTransitions: Int { mirror.nullTransitions }

  private static let metadata = EditMetadata(author: "Ada", time: 1)

  init(_ path: String, seed: UInt64) throws {
    try makeStore(path, documents: 2)
    let store = try Store(path, now: 0)
    let form = try RandomWork.form()
    // The form is the first row of the table of documents.
    observed = try store.documents().map(\.name).sorted().enumerated().map { at, name in
      let document = try store.document(name)
      return Observed(document: document, key: Int64(at + 2), flat: FlatDocument(form))
    }
    mirror = try StateMirror(path)
    work = RandomWork(seed: seed)
    self.store = store
    self.form = form
  }

  /// - Parameters:
  ///   - wanted: How many entries there are in the end, at least.
  ///   - isTampered: Whether at last an answer changes behind the journal's back, for control.
  mutating func run(_ wanted: Int, isTampered: Bool) throws {
    var entries = 0
    while entries < wanted {
      let at = work.random.number(in: 0...observed.count - 1)
      let known = observed[at].document.count
      let seen = try recording { oracle in try oracle.operate(at) }
      mirror.apply(seen)
      try applyEntries(to: at, from: known + 1)
      entries += observed[at].document.count - known
      try compare(at)
    }
    if isTampered {
      mirror.apply(try recording { oracle in try oracle.tamper() })
      for at in observed.indices { try compare(at) }
    }
    // It saw everything, and was itself read rightly.
    try demand(try mirror == StateMirror(store.path), "the recorder has missed something")
    try demand(nullTransitions > wanted / 20, "only \(nullTransitions) values from or to NULL")
    try store.close()
  }

  private mutating func operate(_ at: Int) throws {
    if work.random.once(in: 15) {
      let keeping = work.random.number(in: 0...20)
      try store.archiveOldEntries(of: &observed[at].document, keeping: keeping)
      return
    }
    let count = work.random.once(in: 10) ? 3 : 1
    let edits = try (0..<count).map { _ in try work.edit(observed[at].document) }
    do {
      _ = try store.perform(edits, on: &observed[at].document, by: Self.metadata)
    } catch StoreError.history, StoreError.conflict, StoreError.deleted, StoreError.unknownRow {}
  }

  private func tamper() throws {
    try store.withConnection { connection throws(SQLiteError) in
      try connection.execute("UPDATE answer SET value = 77, type = 2, checksum = NULL")
    }
  }

  /// Takes the journal at its word.
  private mutating func applyEntries(to at: Int, from first: Int) throws {
    for number in first..<observed[at].document.count + 1 {
      let entry = try store.entry(number, of: observed[at].document)
      let changes = try store.changes(of: entry, in: observed[at].document)
      let stale = observed[at].flat.apply(changes)
      try demand(stale == nil, "entry \(number) expects what was not there: \(stale as Any)")
      kinds[entry.kind, default: 0] += 1
    }
  }

  private func compare(_ at: Int) throws {
    let stored = try FlatDocument(form, mirror, document: observed[at].key)
    let document = observed[at].document
    try demand(
      stored == observed[at].flat,
      "\(document.name), entry \(document.count): the tables are not what the journal says")
  }

  private mutating func recording(_ body: (inout Oracle) throws -> Void) throws -> [RecordedChange]
  {
    let recorder = try store.withConnection { connection throws(SQLiteError) in
      try SessionRecorder(on: connection)
    }
    defer { recorder.end() }
    try body(&self)
    return try recorder.changes()
  }
}
