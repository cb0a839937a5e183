import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// Processes that read and copy a store while others open it, write it, close it and are killed.
struct Readers {
  let folder: URL
  private(set) var findings: [String] = []
  /// What all of them did, by kind.
  private(set) var counts: [String: Int] = [:]
  private(set) var kills = 0
  private var random: SeededGenerator

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  private struct Role {
    let kind: String
    let number: Int
    var name: String { "\(kind)-\(number)" }
  }

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  mutating func run(readers: Int, writers: Int, seconds: Int) throws {
    try makeStore(file("busy.ekiben"), documents: 2)
    let end = ContinuousClock.now + .seconds(seconds)
    var children: [(role: Role, process: ChildProcess)] = []
    for (kind, count) in [("write", writers), ("read", readers), ("copy", 1)] {
      for number in 0..<count {
        let role = Role(kind: kind, number: number)
        for name in ["said-", "log-"] {
          try Data().write(to: URL(filePath: file(name + role.name)))
        }
        children.append((role, try start(role)))
      }
    }
    while ContinuousClock.now < end {
      usleep(UInt32(random.number(in: 100_000...400_000)))
      // A writer that is killed leaves a -wal, and another takes its place.
      children[0].process.kill()
      _ = children[0].process.waitForEnd()
      kills += 1
      children[0].process = try start(children[0].role)
    }
    try Data().write(to: URL(filePath: file("stop")))
    for (role, process) in children {
      let ended = process.waitForEnd()
      if ended.code != 0 { findings.append("\(role.name) ended with \(ended)") }
      for line in try wholeLines(of: file("said-" + role.name)) {
        guard line == role.kind else {
          findings.append("\(line)")
          continue
        }
        counts[role.kind, default: 0] += 1
      }
    }
    let store = try Store(file("busy.ekiben"), access: .readWrite, now: 0)
    findings += try store.verify().findings
    if try !store.close() { findings.append("the store is not whole at the end") }
  }

  private mutating func start(_ role: Role) throws -> ChildProcess {
    try ChildProcess(
      try thisProgram(), ["busy", folder.path, role.kind, role.name, "\(random.next() >> 1)"],
      environment: ProcessInfo.processInfo.environment, output: file("said-" + role.name),
      errors: file("said-" + role.name))
  }
}

/// One of these processes: says a word for each thing that it did, and a sentence for each that failed.
struct BusyProcess {
  let folder: URL
  let kind: String
  let name: String

  private func file(_ name: String) -> String { folder.appending(path: name).path }

  func run(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var last = 0
    while !FileManager.default.fileExists(atPath: file("stop")) {
      do {
        switch kind {
        case "write": try write(random.next(), steps: random.number(in: 1...20))
        case "read": try read(&last, verifying: random.once(in: 8))
        default: try copy()
        }
        try say(kind)
      } catch {
        try say("\(name): \(error)")
      }
    }
  }

  private func write(_ seed: UInt64, steps: Int) throws {
    var worker = try Worker(
      file("busy.ekiben"), log: file("log-" + name), seed: seed, role: .pair)
    do { for _ in 0..<steps { try worker.step() } } catch {
      try worker.store.close()
      throw error
    }
    try worker.store.close()
  }

  private func read(_ last: inout Int, verifying: Bool) throws {
    let store = try Store(file("busy.ekiben"), access: .readOnly, now: 0)
    for summary in try store.documents() {
      let document = try store.document(summary.name)
      if try store.content(of: document, at: document.count) != document.content {
        try say("\(name): \(summary.name) is not what its journal says")
      }
      guard summary.name == "form" else { continue }
      if document.count < last { try say("\(name): \(document.count) entries after \(last)") }
      last = document.count
    }
    if verifying { for finding in try store.verify().findings { try say("\(name): \(finding)") } }
    try store.close()
  }

  private func copy() throws {
    let copy = file("copy")
    let store = try Store(file("busy.ekiben"), access: .readOnly, now: 0)
    let start = ContinuousClock.now
    try store.backUp(to: copy)
    let time = ContinuousClock.now - start
    // One that starves goes on for as long as others write.
    if time > .seconds(10) { try say("\(name): a copy took \(time)") }
    try store.close()
    let copied = try Store(copy, access: .readOnly, now: 0)
    for finding in try copied.verify().findings { try say("\(name): the copy: \(finding)") }
    try copied.close()
    try FileManager.default.removeItem(atPath: copy)
  }

  private func say(_ line: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
