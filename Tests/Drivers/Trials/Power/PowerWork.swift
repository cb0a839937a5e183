import DiskRecorder
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork

/// A life of one store at random work while every call that reaches the disk is recorded.
struct PowerWork {
  /// A copy of the store that was made on the way.
  struct Copy {
    let name: String
    /// After so many calls it was begun, and after so many it was acknowledged.
    var begun: Int
    var done: Int
    /// How many items it holds.
    let items: Int
    /// Of a copy of the old file, its bytes.
    var bytes: [UInt8]?
  }

  /// What was promised after some number of calls.
  struct Promise {
    let calls: Int
    let items: Int
    /// Whether it outlives the power at any durability: after a close or a whole checkpoint.
    let isLasting: Bool
  }

  let durability: Durability
  /// After how many calls the store was made.
  let made: Int
  private(set) var acknowledged = Acknowledged()
  private(set) var promises: [Promise] = []
  private(set) var copies: [Copy] = []
  /// After so many calls the upgrade was begun, and acknowledged.
  private(set) var upgrade: (begun: Int, done: Int)?
  private let folder: URL
  private var store: Store
  private var schema = StoreSchema.current
  private var documents: [StoredDocument] = []
  private var work: RandomWork
  private var names = 0
  private var published = 0

  static let storeName = "store.ekiben"
  private var path: String { folder.appending(path: Self.storeName).path }

  /// Makes a store in a folder that is being recorded.
  init(in folder: URL, durability: Durability, seed: UInt64) throws {
    (self.folder, self.durability) = (folder, durability)
    work = RandomWork(seed: seed)
    let path = folder.appending(path: Self.storeName).path
    store = try Store(path, durability: durability, now: 0)
    made = DiskRecorder.count
    try publish()
    try create()
  }

  /// Does some steps, with an upgrade among them or not, and closes the store.
  mutating func run(_ steps: Int) throws {
    let upgradeAt = work.random.once(in: 2) ? work.random.number(in: 0...steps - 1) : -1
    for number in 0..<steps {
      if number == upgradeAt { try upgradeStore() }
      try step()
    }
    try store.close()
    promise(isLasting: true)
  }

  private mutating func step() throws {
    let at = work.random.number(in: 0...documents.count - 1)
    switch work.random.number(in: 0...99) {
    case 0...2: try publish()
    case 3...4 where documents.count < 5: try create()
    case 5...6 where documents.count < 5: try duplicate(at)
    case 7...8: try backUp()
    case 9...12: try reopen()
    case 13...14: try compact()
    case 15...20: try archive(at)
    case 21...22: try checkpoint()
    case 23...32: try perform(3, at)
    default: try perform(1, at)
    }
  }

  // MARK: Work that is acknowledged

  private mutating func promise(isLasting: Bool = false) {
    promises.append(
      Promise(
        calls: DiskRecorder.count, items: acknowledged.items.count, isLasting: isLasting))
  }

  private mutating func perform(_ count: Int, _ at: Int) throws {
    let edits = try (0..<count).map { _ in try work.editOrMigration(documents[at]) }
    try refusable {
      let entries = try $0.store.perform(edits, on: &$0.documents[at], by: $0.metadata())
      try $0.acknowledged.note(entries.compactMap(\.self), of: $0.documents[at], in: $0.store)
    }
    promise()
  }

  // Always something new, so that the number of the current revision counts them.
  private mutating func publish() throws {
    let form = try RandomWork.form(published)
    published += 1
    acknowledged.note(revision: try store.publish("form", form, by: metadata()).revision)
    promise()
  }

  private mutating func create() throws {
    guard work.random.once(in: 2) else {
      return try add(try store.create(nil, from: "form", uid: uid(), by: metadata()))
    }
    let (revision, form) = try store.form("form")
    let filled = try work.filled(form)
    try add(
      try store.create(
        nil, from: "form", revision: revision, as: filled, uid: uid(), by: metadata()))
  }

  private mutating func duplicate(_ at: Int) throws {
    try refusable {
      try $0.add(
        try $0.store.duplicate($0.documents[at], as: nil, uid: $0.uid(), by: $0.metadata()))
    }
  }

  private mutating func add(_ document: StoredDocument) throws {
    documents.append(document)
    try acknowledged.note(
      try store.entries(of: document, 1...document.count), of: document, in: store)
    promise()
  }

  /// What a document's history does not allow is refused.
  private mutating func refusable(_ body: (inout PowerWork) throws -> Void) throws {
    do { try body(&self) } catch let error as StoreError {
      switch error {
      case .history, .conflict, .unknownRow, .deleted: return
      default: throw error
      }
    }
  }

  // MARK: Work on the file

  private mutating func archive(_ at: Int) throws {
    let keeping = work.random.number(in: 0...30)
    for _ in 0..<work.random.number(in: 1...4) {
      guard try store.archiveOldEntries(of: &documents[at], keeping: keeping) else { return }
    }
  }

  private mutating func compact() throws {
    _ = try store.compact()
    promise(isLasting: true)
  }

  private mutating func checkpoint() throws {
    let isWhole = try store.withConnection { connection throws(SQLiteError) in
      try connection.checkpointFenced()?.isComplete
    }
    promise(isLasting: isWhole == true)
  }

  private mutating func backUp() throws {
    names += 1
    let name = "copy-\(names).ekiben"
    var copy = Copy(name: name, begun: DiskRecorder.count, done: 0, items: acknowledged.items.count)
    try store.backUp(to: folder.appending(path: name).path)
    copy.done = DiskRecorder.count
    copies.append(copy)
  }

  /// Closes the store or lets it go with its `-wal`, and opens it again.
  private mutating func reopen() throws {
    if work.random.once(in: 3) {
      try store.suspend()
      return try store.resume()
    }
    try store.close()
    promise(isLasting: true)
    try open()
  }

  private mutating func open() throws {
    store = try Store(
      path, access: .readWrite, durability: durability, now: 0, schema: schema)
    for at in documents.indices { documents[at] = try store.document(documents[at].name) }
  }

  private mutating func upgradeStore() throws {
    let keepsCopy = work.random.once(in: 2)
    if work.random.once(in: 2) { try store.close() } else { try store.suspend() }
    let begun = DiskRecorder.count
    schema = .test()
    let done = try Store.upgrade(
      path, keepingCopy: keepsCopy, timeout: 0, now: 0, schema: schema)
    let items = acknowledged.items.count
    upgrade = (begun, DiskRecorder.count)
    if let copy = done.copy {
      copies.append(
        Copy(
          name: URL(filePath: copy).lastPathComponent, begun: begun, done: DiskRecorder.count,
          items: items, bytes: try [UInt8](Data(contentsOf: URL(filePath: copy)))))
    }
    promise(isLasting: true)
    try open()
  }

  private mutating func metadata() -> EditMetadata {
    EditMetadata(
      author: work.random.pick(["Ada", "Bob", "Zoë"]),
      time: Int64(work.random.number(in: 0...1000)),
      reason: work.random.once(in: 4) ? "because" : nil)
  }

  private mutating func uid() -> [UInt8] {
    (0..<16).map { _ in UInt8(work.random.number(in: 0...255)) }
  }
}
