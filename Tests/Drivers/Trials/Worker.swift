import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import Synchronization

/// A process that does random work on the documents of a store, and notes in a file what it is about
/// to do and what has been acknowledged, a line each: `do WHAT`, `entry DOCUMENT NUMBER DIGEST`,
/// `revision NUMBER`.
struct Worker {
  let store: Store
  var documents: [StoredDocument]
  var work: RandomWork
  let log: FileHandle
  /// Whether it does what wants the file for itself.
  let isAlone: Bool

  init(_ path: String, log: String, seed: UInt64, isAlone: Bool) throws {
    let store = try Store(path, timeout: 60_000, now: 0)
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
    documents = try names.sorted().map { try store.document($0) }
    self.store = store
    work = RandomWork(seed: seed)
    guard let handle = FileHandle(forWritingAtPath: log) else {
      throw CocoaError(.fileNoSuchFile)
    }
    self.log = handle
    try handle.seekToEnd()
    self.isAlone = isAlone
  }

  mutating func step() throws {
    let at = work.random.number(in: 0...documents.count - 1)
    switch work.random.number(in: 0...59) {
    case 0 where isAlone: try publish()
    case 1 where isAlone: try compact()
    case 2...9: try move(at)
    case 10 where documents.count < 5: try create()
    case 11...13: try group(at)
    default: try edit(at)
    }
  }

  private mutating func edit(_ at: Int) throws {
    let edit = try work.edit(documents[at])
    try note("do \("\(edit)".prefix { $0 != "(" })")
    do {
      let entry = try store.perform(edit, on: &documents[at], by: stamp())
      if let entry { try note(entry, of: documents[at]) }
    } catch { try accept(error) }
  }

  private mutating func group(_ at: Int) throws {
    let edits = try (0..<3).map { _ in try work.edit(documents[at]) }
    try note("do group")
    do {
      for entry in try store.perform(edits, on: &documents[at], by: stamp()) {
        if let entry { try note(entry, of: documents[at]) }
      }
    } catch { try accept(error) }
  }

  private mutating func move(_ at: Int) throws {
    try note("do move")
    let keeping = work.random.number(in: 0...30)
    for _ in 0..<work.random.number(in: 1...4) {
      do {
        guard try store.moveOldLines(of: &documents[at], keeping: keeping) else { return }
      } catch { return try accept(error) }
    }
  }

  private func compact() throws {
    try note("do compact")
    _ = try store.compact()
  }

  private mutating func publish() throws {
    let form = try RandomWork.form(work.random.number(in: 0...5))
    try note("do publish")
    let made = try store.publish("form", form, uid: [UInt8](repeating: 1, count: 16), by: stamp())
    try note("revision \(made.revision)")
  }

  private mutating func create() throws {
    let uid = (0..<16).map { _ in UInt8(work.random.number(in: 0...255)) }
    try note("do create")
    let document = try store.create(nil, from: "form", uid: uid, by: stamp())
    documents.append(document)
    try note(try store.entry(1, of: document), of: document)
  }

  private mutating func stamp() -> EditMetadata {
    EditMetadata(
      author: work.random.pick(["Ada", "Bob", "Zoë"]),
      time: Int64(work.random.number(in: 0...1000)),
      reason: work.random.once(in: 4) ? "because" : nil)
  }

  // What a document's history does not allow is refused, whoever made the history.
  private func accept(_ error: any Error) throws {
    switch error as? StoreError {
    case .history, .conflict, .unknownRow, .deleted: return
    default: throw error
    }
  }

  private func note(_ entry: Entry, of document: StoredDocument) throws {
    let changes = try store.changes(of: entry, in: document)
    try note("entry \(document.name) \(entry.number) \(digest(of: entry, changes))")
  }

  private func note(_ line: String) throws { try log.write(contentsOf: Data("\(line)\n".utf8)) }
}

/// The whole lines of a file; a last line that was cut off does not count.
func wholeLines(of path: String) throws -> [Substring] {
  try String(contentsOfFile: path, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
}
