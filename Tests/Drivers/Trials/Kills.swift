import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// Kills processes that work on one store at once, one after the other, and looks what they left.
///
/// They do work of all kinds, and now and then one of them is a newer program, which upgrades the
/// store under the others. The store goes on from round to round, and begins anew now and then.
struct Kills {
  let folder: URL
  var random: SeededGenerator
  private(set) var tally = Tally()
  /// What was acknowledged on this store: by document, the digest of each entry from 1.
  private var known: [DocumentName: [Int: String]] = [:]
  /// What was acknowledged as destroyed.
  private var purged: [String] = []
  /// The forms of which one is current: those that were so or may have become so since.
  private var published: Set<Int> = [0]
  private var linesSeen = [Int](repeating: 0, count: Self.processes)
  /// The format that the programs know.
  private var format = StoreSchema.current.format

  /// What happened, for telling.
  struct Tally {
    var kills = 0
    var upgrades = 0
    /// Programs that ended by themselves, since the file had become too new for them.
    var outdated = 0
    var acknowledged = 0
    /// Entries that were there without having been acknowledged: in flight at the kill.
    var unacknowledged = 0
    /// What the processes were about when they were killed.
    var moments: [String: Int] = [:]
    var findings: [String] = []
  }

  private static let roundsPerStore = 12
  private static let processes = 4

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  private var path: String { folder.appending(path: "kill.ekiben").path }
  private var schema: StoreSchema { .test(format: format) }
  private func log(_ number: Int) -> String { folder.appending(path: "log-\(number)").path }
  private func errors(_ number: Int) -> String { folder.appending(path: "errors-\(number)").path }

  mutating func run(_ kills: Int) throws {
    var round = 0
    while tally.kills < kills, tally.findings.count <= 20 {
      if round % Self.roundsPerStore == 0 { try begin() }
      try killAll(atMost: kills - tally.kills)
      do { try look() } catch { find("\(error)") }
      round += 1
    }
  }

  private mutating func begin() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(at: folder.appending(path: name))
    }
    try makeStore(path, documents: 2)
    for number in 0..<Self.processes {
      for name in [log(number), errors(number)] { try Data().write(to: URL(filePath: name)) }
      linesSeen[number] = 0
    }
    (known, purged, published, format) = ([:], [], [0], StoreSchema.current.format)
  }

  /// Starts processes and kills them one by one, mostly in their work, sometimes while they open
  /// the store.
  private mutating func killAll(atMost most: Int) throws {
    let newest = StoreSchema.test().format
    let isUpgraded = format < newest && random.once(in: 8)
    let children = try (0..<min(most, Self.processes)).map { number in
      let roles: [Worker.Role] = [.edits, .edits, .upkeep, .openings, .reading]
      let role = number == 0 ? .edits : random.pick(roles)
      // The newer one is killed at last, so that it gets that far.
      let isNewer = isUpgraded && number == 0
      return try ChildProcess(
        try thisProgram(),
        [
          "work", path, log(number), "\(random.next())", role.rawValue,
          "\(isNewer ? newest : format)",
        ], environment: [:], errors: errors(number))
    }
    if !random.once(in: 10) {
      while children[0].isRunning, try wholeLines(of: log(0)).count == linesSeen[0] {
        usleep(200)
      }
    }
    for (number, child) in children.enumerated().reversed() {
      usleep(UInt32(random.number(in: 0...20_000)))
      child.kill()
      try note(child.waitForEnd(), of: number, mayBeOutdated: isUpgraded)
    }
    if isUpgraded {
      format = newest
      tally.upgrades += 1
    }
  }

  private mutating func note(
    _ end: (code: Int32?, signal: Int32?), of number: Int, mayBeOutdated: Bool
  ) throws {
    if end.signal == SIGKILL {
      tally.kills += 1
    } else if end.code == outdatedExit, mayBeOutdated {
      tally.outdated += 1
    } else {
      let said = try String(contentsOfFile: errors(number), encoding: .utf8)
      find("it ended by itself: \(end) \(said)")
    }
  }

  // MARK: What is left

  private mutating func look() throws {
    for number in 0..<Self.processes { try readLog(number) }
    let left = try bytes()
    let reader = try Store(path, access: .readOnly, now: 0, schema: schema)
    let names = try (reader.documents() + reader.documents(deleted: true)).map(\.name).sorted()
    let read = try names.map { CanonicalDump(try reader.document($0)) }
    find(all: try reader.verify().findings)
    try reader.close()
    if try bytes() != left { find("reading has changed the file or its -wal") }

    let store = try Store(path, access: .readWrite, now: 0, schema: schema)
    find(all: try store.verify().findings)
    for (name, dump) in zip(names, read) {
      let document = try store.document(name)
      if let difference = dump.difference(from: CanonicalDump(document)) { find(difference) }
      try compare(document, in: store)
      try emptyAndFill(document, in: store)
    }
    for name in known.keys where !names.contains(name) {
      // The others come and go.
      if !name.rawValue.hasPrefix(Worker.purgedName) { find("\(name) is gone") }
    }
    for name in purged where left.contains(where: { $0?.contains(Array(name.utf8)) == true }) {
      find("\(name) is still in the file or its -wal")
    }
    let current = try store.form("form").content
    published = try published.filter { try RandomWork.form($0) == current }
    if published.isEmpty { find("another form is current than what was published") }
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

  private mutating func readLog(_ number: Int) throws {
    let lines = try wholeLines(of: log(number))
    var moment = "opening"
    for line in lines[linesSeen[number]...] {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "entry":
        known[try DocumentName(words[1]), default: [:]][Int(words[2]) ?? 0] = words[3]
        tally.acknowledged += 1
        moment = "between"
      case "form":
        published.insert(Int(words[1]) ?? 0)
        moment = "publish"
      case "published": moment = "between"
      case "purged":
        purged.append(words[1])
        moment = "between"
      default: moment = words.last ?? ""
      }
    }
    tally.moments[moment, default: 0] += 1
    linesSeen[number] = lines.count
  }

  /// Every acknowledged entry is there as it was, and at most one thing more of each process.
  private mutating func compare(_ document: StoredDocument, in store: Store) throws {
    let acknowledged = known[document.name] ?? [:]
    let last = acknowledged.keys.max() ?? 1
    if document.count < last { find("\(document.name): \(document.count) of \(last) entries") }
    if document.count > last + 3 * Self.processes {
      find("\(document.name): \(document.count) after \(last)")
    }
    for entry in try store.entries(of: document, 1...Int.max) {
      let found = digest(of: entry, try store.changes(of: entry, in: document))
      guard let expected = acknowledged[entry.number] else {
        // What this program did itself while it looked is known, and so is the rest afterwards.
        known[document.name, default: [:]][entry.number] = found
        if entry.number > 1 { tally.unacknowledged += 1 }
        continue
      }
      if found != expected { find("\(document.name): entry \(entry.number) is another") }
    }
  }

  /// Undo to empty gives the form, or what the document began with, and redo to the end the same again, from the file.
  private mutating func emptyAndFill(_ found: StoredDocument, in store: Store) throws {
    var document = found
    let steps = document.history.undoableSteps
    let full = CanonicalDump(try store.document(document.name))
    if steps == 0 { return }
    try store.perform(.undo(steps: steps), on: &document, by: Self.metadata)
    let empty = try store.document(document.name)
    let root = try store.content(of: empty, at: 1)
    let form = try RandomWork.form()
    let begun = try store.entry(1, of: empty)
    let isForm = empty.revision > 1 || root == form || !begun.changes.changes.isEmpty
    if !isForm || empty.content != root { find("\(document.name) is not empty") }
    try store.perform(.redo(steps: steps), on: &document, by: Self.metadata)
    let again = CanonicalDump(try store.document(document.name))
    if let difference = again.difference(from: full) { find(difference) }
    for number in document.count - 1...document.count {
      let entry = try store.entry(number, of: document)
      let changes = try store.changes(of: entry, in: document)
      known[document.name, default: [:]][number] = digest(of: entry, changes)
    }
  }

  private static let metadata = EditMetadata(author: "Eve", time: 2)

  private mutating func find(all findings: [String]) { for finding in findings { find(finding) } }

  private mutating func find(_ what: String) {
    tally.findings.append("kill \(tally.kills + 1): \(what)")
  }
}
