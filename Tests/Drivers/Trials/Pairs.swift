import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import Synchronization
import TestSupport

/// Two processes that work on the same documents of one store at once, moving old lines among it.
struct Pairs {
  let folder: URL
  private(set) var findings: [String] = []
  private(set) var entries = 0
  private(set) var moved = 0

  init(in folder: URL) { self.folder = folder }

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  mutating func run(seed: UInt64, steps: Int) throws {
    try makeStore(file("pair.ekiben"), documents: 2)
    let sides = ["left", "right"]
    let children = try sides.enumerated().map { at, side in
      for name in ["log-", "seen-", "errors-"] {
        try Data().write(to: URL(filePath: file(name + side)))
      }
      return try ChildProcess(
        try thisProgram(),
        ["side", folder.path, side, sides[1 - at], "\(seed &* 2 &+ UInt64(at))", "\(steps)"],
        environment: [:], errors: file("errors-" + side))
    }
    while children.allSatisfy(\.isRunning) { usleep(1000) }
    let ended = zip(children, sides).sorted { !$0.0.isRunning && $1.0.isRunning }
    for (child, side) in ended {
      let end = child.waitForEnd()
      if end.code != 0 {
        // The other waits for it in vain.
        for other in children where other.isRunning { other.kill() }
        let said = try String(contentsOfFile: file("errors-" + side), encoding: .utf8)
        findings.append("\(side) ended with \(end): \(said)")
      }
    }
    try compare(sides)
  }

  /// Each entry was acknowledged by one side, and seen by both once, in the journal's order.
  private mutating func compare(_ sides: [String]) throws {
    let store = try Store(file("pair.ekiben"), access: .readWrite, now: 0)
    findings += try store.verify().findings
    moved += try store.withConnection { connection throws(SQLiteError) in
      let statement = try connection.prepare("SELECT sum(archived) FROM document")
      return try statement.step() ? Int(clamping: try statement.int64(0)) : 0
    }
    let acknowledged = try sides.map { side in
      try wholeLines(of: file("log-" + side)).filter { $0.hasPrefix("entry ") }.map(String.init)
    }
    let seen = try sides.map { side in try wholeLines(of: file("seen-" + side)).map(String.init) }
    var all: Set<String> = []
    for summary in try store.documents() + store.documents(deleted: true) {
      let document = try store.document(summary.name)
      let lines = try store.entries(of: document, 1...Int.max).map { entry in
        "entry \(document.name) \(entry.number) "
          + digest(of: entry, try store.changes(of: entry, in: document))
      }
      // The documents that were there before have an entry that nobody saw.
      let isOld = document.name == "form" || document.name == "form-2"
      let expected = Array(lines.dropFirst(isOld ? 1 : 0))
      all.formUnion(expected)
      entries += expected.count
      for (side, seen) in zip(sides, seen) {
        let mine = seen.filter { $0.hasPrefix("entry \(document.name) ") }
        if mine != expected {
          findings.append(
            "\(side) saw \(mine.count) entries of \(document.name), not these \(expected.count)")
        }
      }
    }
    if acknowledged[0].count + acknowledged[1].count != all.count
      || Set(acknowledged[0] + acknowledged[1]) != all
    {
      findings.append(
        "\(acknowledged[0].count) and \(acknowledged[1].count) acknowledged, \(all.count) there")
    }
    try store.close()
  }
}

/// One of the two processes: waits for the other, works, waits again, and writes what it saw.
struct Side {
  let folder: URL
  let name: String
  let other: String

  func run(seed: UInt64, steps: Int) throws {
    var worker = try Worker(
      file("pair.ekiben"), log: file("log-" + name), seed: seed, role: .pair)
    let seen = Mutex<[String]>([])
    let observation = try worker.store.observe(.store) { change in
      let line =
        "entry \(change.document) \(change.entry.number) "
        + digest(of: change.entry, change.changes)
      seen.withLock { $0.append(line) }
    }
    try meet("ready")
    for _ in 0..<steps {
      try worker.step()
      if worker.work.random.once(in: 10) { try worker.store.refresh() }
    }
    try meet("done")
    try worker.store.refresh()
    observation.cancel()
    let lines = seen.withLock { $0 }
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: URL(filePath: file("seen-" + name)))
    try worker.store.close()
  }

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  private func meet(_ where: String) throws {
    try Data().write(to: URL(filePath: file("\(`where`)-\(name)")))
    let parent = getppid()
    while !FileManager.default.fileExists(atPath: file("\(`where`)-\(other)")) {
      // Nobody waits for the end any more.
      if getppid() != parent { exit(1) }
      usleep(500)
    }
  }
}
