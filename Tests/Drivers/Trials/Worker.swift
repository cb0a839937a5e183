import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import Synchronization

/// A process that does random work on the documents of a store, and notes in a file what it is about
/// to do and what has been acknowledged, a line each: `do WHAT`, `entry DOCUMENT NUMBER DIGEST`,
/// `form NUMBER` before and `published NUMBER` after publishing.
struct Worker {
  private(set) var store: Store
  var documents: [StoredDocument]
  var work: RandomWork
  let log: FileHandle
  private let logPath: String
  /// What it mostly does.
  let role: Role
  private let schema: StoreSchema

  /// What a process is there for.
  enum Role: String, CaseIterable {
    /// Edits beside another process, and nothing that wants the file for itself.
    case pair
    /// All kinds of edits, and now and then what concerns the whole file.
    case edits
    /// What concerns the whole file: archiving, compacting, checkpoints, copies.
    case upkeep
    /// Closes and opens the store between a few edits.
    case openings
    /// Reads and verifies.
    case reading
  }

  init(
    _ path: String, log: String, seed: UInt64, role: Role, schema: StoreSchema = .current
  ) throws {
    let store = try Store(path, timeout: 60_000, now: 0, schema: schema)
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
    documents = try names.sorted().map { try store.document($0) }
    self.store = store
    work = RandomWork(seed: seed)
    guard let handle = FileHandle(forWritingAtPath: log) else {
      throw CocoaError(.fileNoSuchFile)
    }
    self.log = handle
    logPath = log
    try handle.seekToEnd()
    self.role = role
    self.schema = schema
  }

  mutating func step() throws {
    let at = work.random.number(in: 0...documents.count - 1)
    switch (role, work.random.number(in: 0...59)) {
    case (.edits, 0), (.upkeep, 0): try publish()
    case (.edits, 1), (.upkeep, 1...12): try compact()
    case (.upkeep, 13...24): try checkpoint()
    case (.upkeep, 25...32): try backUp()
    case (.upkeep, 33...50), (.pair, 2...9), (.edits, 2...9): try move(at)
    case (.openings, 0...15): try reopen()
    case (.reading, _): try read()
    case (.edits, 55), (.upkeep, 51): try purge()
    case (_, 51) where documents.count < 5: try create()
    case (_, 52...54): try group(at)
    default: try edit(at)
    }
  }

  private mutating func edit(_ at: Int) throws {
    let edit = try work.editOrMigration(documents[at])
    try note("do \("\(edit)".prefix { $0 != "(" })")
    do {
      let entry = try store.perform(edit, on: &documents[at], by: metadata())
      if let entry { try note(entry, of: documents[at]) }
    } catch { try accept(error) }
  }

  private mutating func group(_ at: Int) throws {
    let edits = try (0..<3).map { _ in try work.editOrMigration(documents[at]) }
    try note("do group")
    do {
      for entry in try store.perform(edits, on: &documents[at], by: metadata()) {
        if let entry { try note(entry, of: documents[at]) }
      }
    } catch { try accept(error) }
  }

  private mutating func move(_ at: Int) throws {
    try note("do move")
    let keeping = work.random.number(in: 0...30)
    for _ in 0..<work.random.number(in: 1...4) {
      do {
        guard try store.archiveOldEntries(of: &documents[at], keeping: keeping) else { return }
      } catch { return try accept(error) }
    }
  }

  private func compact() throws {
    try note("do compact")
    // Others may be reading or writing.
    do throws(StoreError) { _ = try store.compact() } catch {
      switch error {
      case .busy, .remains: break
      default: throw error
      }
    }
  }

  private func checkpoint() throws {
    try note("do checkpoint")
    _ = try store.withConnection { connection throws(SQLiteError) in
      try connection.checkpointFenced()
    }
  }

  /// Makes a copy beside the log, in place of the last one.
  private func backUp() throws {
    let copy = logPath + ".copy"
    for path in [copy, copy + "-partial", copy + "-partial-journal"]
    where FileManager.default.fileExists(atPath: path) {
      try FileManager.default.removeItem(atPath: path)
    }
    try note("do backup")
    _ = try store.backUp(to: copy)
  }

  private mutating func reopen() throws {
    try note("do close")
    try store.close()
    try note("do open")
    store = try Store(
      store.path, access: .readWrite, timeout: 60_000, now: 0, schema: schema)
  }

  /// Reads everything through a store of its own; what is read is whole while others write and die.
  private func read() throws {
    try note("do read")
    do {
      let reader = try Store(
        store.path, access: .readOnly, timeout: 60_000, now: 0, schema: schema)
      let findings = try reader.verify().findings
      try demand(findings.isEmpty, "a reader finds \(findings)")
      try reader.close()
    } catch StoreError.busy {
      // Others write faster than it reads.
    }
  }

  private mutating func publish() throws {
    let number = work.random.number(in: 0...5)
    try note("form \(number)")
    _ = try store.publish("form", try RandomWork.form(number), by: metadata())
    try note("published \(number)")
  }

  private mutating func create() throws {
    let uid = (0..<16).map { _ in UInt8(work.random.number(in: 0...255)) }
    try note("do create")
    let document: StoredDocument
    if work.random.once(in: 2) {
      let (revision, form) = try store.form("form")
      document = try store.create(
        nil, from: "form", revision: revision, as: work.filled(form), uid: uid, by: metadata())
    } else {
      document = try store.create(nil, from: "form", uid: uid, by: metadata())
    }
    documents.append(document)
    try note(try store.entry(1, of: document), of: document)
  }

  /// Makes a document, gives it answers and destroys it.
  private mutating func purge() throws {
    let uid = (0..<16).map { _ in UInt8(work.random.number(in: 0...255)) }
    let name = Self.purgedName + "\(work.random.next())"
    try note("do purge")
    var document = try store.create(try DocumentName(name), from: "form", uid: uid, by: metadata())
    for round in 0..<work.random.number(in: 1...9) {
      guard let row = document.content.sections.first?.rows.first?.id else { return }
      let value = Value.text(name + String(repeating: "\(round)", count: 40 * round))
      do {
        try store.perform(.answers([(row: row, value: value)]), on: &document, by: metadata())
      } catch { try accept(error) }
    }
    // Others may be reading; then it goes on being there.
    let metadata = self.metadata()
    do throws(StoreError) { _ = try store.purge(document.name, by: metadata) } catch {
      guard case .busy = error else { throw error }
      return
    }
    try note("purged \(name)")
  }

  /// How the names of documents begin that are there to be destroyed, and their texts.
  static let purgedName = "purged-"

  private mutating func metadata() -> EditMetadata {
    EditMetadata(
      author: work.random.pick(["Ada", "Bob", "Zoë"]),
      time: Int64(work.random.number(in: 0...1000)),
      reason: work.random.once(in: 4) ? "because" : nil)
  }

  // What a document's history does not allow is refused, whoever made the history.
  private func accept(_ error: any Error) throws {
    switch error as? StoreError {
    case .history, .conflict, .unknownRow, .deleted, .unknownDocument: return
    default: throw error
    }
  }

  private func note(_ entry: Entry, of document: StoredDocument) throws {
    let changes = try store.changes(of: entry, in: document)
    try note("entry \(document.name) \(entry.number) \(digest(of: entry, changes))")
  }

  private func note(_ line: String) throws { try log.write(contentsOf: Data("\(line)\n".utf8)) }
}

/// With what a program ends that has become too old for its file.
let outdatedExit: Int32 = 75

/// What a child does that is to be killed: works for ever, or until its file is upgraded.
func workAsChild(
  _ path: String, log: String, seed: UInt64, _ role: String, _ format: String
) throws {
  do {
    var worker = try Worker(
      path, log: log, seed: seed, role: Worker.Role(rawValue: role) ?? .edits,
      schema: .test(format: Int(format) ?? StoreSchema.current.format))
    while true { try worker.step() }
  } catch StoreError.newerFormat { exit(outdatedExit) }
}

/// The whole lines of a file; a last line that was cut off does not count.
func wholeLines(of path: String) throws -> [Substring] {
  try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
}
