import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// Kills a process that works on a store, over and over, and looks each time at what it left.
///
/// The store goes on from kill to kill, and begins anew now and then.
struct Kills {
  let folder: URL
  var random: SeededGenerator
  private(set) var tally = Tally()
  /// What was acknowledged on this store: by document, the digest of each entry from 1.
  private var known: [DocumentName: [Int: String]] = [:]
  private var revision = 1
  private var linesSeen = 0

  /// What happened, for telling.
  struct Tally {
    var kills = 0
    var acknowledged = 0
    /// Entries that were there without having been acknowledged: in flight at the kill.
    var unacknowledged = 0
    /// What the process was about when it was killed.
    var moments: [String: Int] = [:]
    var findings: [String] = []
  }

  private static let roundsPerStore = 25

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  private var path: String { folder.appending(path: "kill.ekiben").path }
  private var log: String { folder.appending(path: "log").path }
  private var errors: String { folder.appending(path: "errors").path }

  mutating func run(_ rounds: Int) throws {
    for round in 0..<rounds {
      if round % Self.roundsPerStore == 0 { try begin() }
      let seed = random.next()
      try killOnce(seed)
      do { try look() } catch { find("\(error)") }
      tally.kills += 1
      if tally.findings.count > 20 { return }
    }
  }

  private mutating func begin() throws {
    for ending in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: path + ending) {
      try FileManager.default.removeItem(atPath: path + ending)
    }
    try makeStore(path, documents: 2)
    try Data().write(to: URL(filePath: log))
    (known, revision, linesSeen) = ([:], 1, 0)
  }

  /// Starts a process and kills it, mostly in its work, sometimes while it opens the store.
  private mutating func killOnce(_ seed: UInt64) throws {
    let child = try ChildProcess(
      try thisProgram(), ["work", path, log, "\(seed)"], environment: [:], errors: errors)
    if !random.once(in: 10) {
      while child.isRunning, try wholeLines(of: log).count == linesSeen { usleep(200) }
    }
    usleep(UInt32(random.number(in: 0...60_000)))
    child.kill()
    let end = child.waitForEnd()
    if end.signal != SIGKILL {
      find("it ended by itself: \(end) \(try String(contentsOfFile: errors, encoding: .utf8))")
    }
  }

  // MARK: What is left

  private mutating func look() throws {
    try readLog()
    let left = try bytes()
    let reader = try Store(path, access: .readOnly, now: 0)
    let names = try (reader.documents() + reader.documents(deleted: true)).map(\.name).sorted()
    let read = try names.map { CanonicalDump(try reader.document($0)) }
    find(all: try reader.verify().findings)
    try reader.close()
    if try bytes() != left { find("reading has changed the file or its -wal") }

    let store = try Store(path, access: .readWrite, now: 0)
    find(all: try store.verify().findings)
    for (name, dump) in zip(names, read) {
      let document = try store.document(name)
      if let difference = dump.difference(from: CanonicalDump(document)) { find(difference) }
      try compare(document, in: store)
      try emptyAndFill(document, in: store)
    }
    for name in known.keys where !names.contains(name) { find("\(name) is gone") }
    let found = try store.form("form").revision
    if !(revision...revision + 1).contains(found) { find("\(revision) published, \(found) found") }
    revision = found
    find(all: try store.verify().findings)
    // Half of the time the next process finds what a kill left, and not one whole file.
    if random.once(in: 2) { try store.close() }
  }

  /// The file and its `-wal`, while nobody has them open.
  private func bytes() throws -> [[UInt8]?] {
    try ["", "-wal"].map { ending in
      let isThere = FileManager.default.fileExists(atPath: path + ending)
      return isThere ? try fileBytes(at: URL(filePath: path + ending)) : nil
    }
  }

  private mutating func readLog() throws {
    let lines = try wholeLines(of: log)
    var moment = "opening"
    for line in lines[linesSeen...] {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "entry":
        known[try DocumentName(words[1]), default: [:]][Int(words[2]) ?? 0] = words[3]
        tally.acknowledged += 1
        moment = "between"
      case "revision":
        revision = max(revision, Int(words[1]) ?? 0)
        moment = "between"
      default: moment = words.last ?? ""
      }
    }
    tally.moments[moment, default: 0] += 1
    linesSeen = lines.count
  }

  /// Every acknowledged entry is there as it was, and at most one thing more.
  private mutating func compare(_ document: StoredDocument, in store: Store) throws {
    let acknowledged = known[document.name] ?? [:]
    let last = acknowledged.keys.max() ?? 1
    if document.count < last { find("\(document.name): \(document.count) of \(last) entries") }
    if document.count > last + 3 { find("\(document.name): \(document.count) after \(last)") }
    for entry in try store.entries(of: document, 1...Int.max) {
      let found = digest(of: entry, try store.changes(of: entry, in: document))
      guard let expected = acknowledged[entry.number] else {
        // What this program did itself while it looked is known, and so is the rest afterwards.
        known[document.name, default: [:]][entry.number] = found
        if entry.number > last { tally.unacknowledged += 1 }
        continue
      }
      if found != expected { find("\(document.name): entry \(entry.number) is another") }
    }
  }

  /// Undo to empty gives the form, and redo to the end the same again, from the file.
  private mutating func emptyAndFill(_ found: StoredDocument, in store: Store) throws {
    var document = found
    let steps = document.history.undoableSteps
    let full = CanonicalDump(try store.document(document.name))
    if steps == 0 { return }
    try store.perform(.undo(steps: steps), on: &document, by: Self.stamp)
    let empty = try store.document(document.name)
    let root = try store.content(of: empty, at: 1)
    let form = try RandomWork.form()
    let isForm = document.revision > 1 || root == form
    if !isForm || empty.content != root { find("\(document.name) is not empty") }
    try store.perform(.redo(steps: steps), on: &document, by: Self.stamp)
    let again = CanonicalDump(try store.document(document.name))
    if let difference = again.difference(from: full) { find(difference) }
    for number in document.count - 1...document.count {
      let entry = try store.entry(number, of: document)
      let changes = try store.changes(of: entry, in: document)
      known[document.name, default: [:]][number] = digest(of: entry, changes)
    }
  }

  private static let stamp = EditMetadata(author: "Eve", time: 2)

  private mutating func find(all findings: [String]) { for finding in findings { find(finding) } }

  private mutating func find(_ what: String) {
    tally.findings.append("kill \(tally.kills + 1): \(what)")
  }
}
