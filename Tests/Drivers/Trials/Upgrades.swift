import CDrivers
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// Kills a process at each call of an upgrade at which it writes, syncs, locks or opens, looks at what is
/// left, and goes on; and lets two processes upgrade one store at once.
struct Upgrades {
  let folder: URL
  var random: SeededGenerator
  private(set) var tally = Tally()

  /// What happened, for telling.
  struct Tally {
    var kills = 0
    /// The format that a kill left, and how often.
    var formats: [Int: Int] = [:]
    /// Kills that left a copy of the old file.
    var copies = 0
    var pairs = 0
    var findings: [String] = []
  }

  init(in folder: URL, seed: UInt64) {
    self.folder = folder
    random = SeededGenerator(seed: seed)
  }

  /// Kills at every `stride`-th call, with and without a copy, and starts `pairs` pairs.
  mutating func run(stride: Int, pairs: Int) throws {
    let templates = try [false, true].map({
      try UpgradeTemplate(in: folder, isKilled: $0, seed: random.next())
    })
    for template in templates {
      for mode in ["open", "keep"] {
        var point = 1
        while try killOnce(at: point, mode, template) { point += stride }
      }
      for _ in 0..<pairs { try race(template) }
    }
  }

  // MARK: One kill, or two

  /// Says whether the process was killed: an upgrade that makes fewer calls comes to its end.
  private mutating func killOnce(at point: Int, _ mode: String, _ template: UpgradeTemplate) throws
    -> Bool
  {
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: work) } catch { print("\(error)") } }
    try template.copy(to: work)
    let place = "\(template.name) \(mode) \(point)"
    guard try isKilled(work, at: point, mode, place) else { return false }
    tally.kills += 1
    do {
      try look(work, template, place, hasCopied: mode == "keep")
      // Half of the time whoever goes on is killed, too.
      let second = random.number(in: 1...max(1, point))
      if random.once(in: 2), try isKilled(work, at: second, "open", "\(place), \(second)") {
        tally.kills += 1
        try look(work, template, "\(place), \(second)", hasCopied: false)
      }
      try goOn(work, template, place)
    } catch { tally.findings.append("\(place): \(error)") }
    return true
  }

  private mutating func isKilled(
    _ work: URL, at point: Int, _ mode: String, _ place: String
  ) throws -> Bool {
    let errors = folder.appending(path: "errors").path
    let child = try ChildProcess(
      try thisProgram(), ["upgrade", UpgradeTemplate.path(work), "\(point)", mode],
      environment: [:],
      errors: errors)
    let end = child.waitForEnd()
    if end.signal == SIGKILL { return true }
    if end.code != 0 {
      let said = try String(contentsOfFile: errors, encoding: .utf8)
      tally.findings.append("\(place): ended by itself: \(end) \(said)")
    }
    return false
  }

  /// Reads what is left without changing a byte, and compares it and the copy with the old store.
  ///
  /// Where the process that was killed was to copy the old file, no step may have been done without.
  private mutating func look(
    _ work: URL, _ template: UpgradeTemplate, _ place: String, hasCopied: Bool
  ) throws {
    let path = UpgradeTemplate.path(work)
    let left = try bytes(path)
    let reader = try Store(path, access: .readOnly, now: 0, schema: .test())
    let found = try UpgradeTemplate.dumps(of: reader)
    find(try reader.verify().findings, place)
    let format = try reader.withConnection { connection throws(SQLiteError) in
      Int(try connection.pragmaInteger("user_version"))
    }
    tally.formats[format, default: 0] += 1
    try reader.close()
    compare(found, template, place)
    if try bytes(path) != left { find(["reading has changed the file or its -wal"], place) }
    let copy = path + "-before-5"
    guard FileManager.default.fileExists(atPath: copy) else {
      if format > StoreSchema.current.format, hasCopied { find(["there is no copy"], place) }
      return
    }
    tally.copies += 1
    if try fileBytes(at: URL(filePath: copy)) != template.whole {
      find(["the copy is not the old file"], place)
    }
  }

  private mutating func goOn(_ work: URL, _ template: UpgradeTemplate, _ place: String) throws {
    let path = UpgradeTemplate.path(work)
    _ = try Store.upgrade(path, keepingCopy: false, timeout: 5000, now: 0, schema: .test())
    let store = try Store(path, access: .readWrite, now: 0, schema: .test())
    compare(try UpgradeTemplate.dumps(of: store), template, place)
    find(try store.verify().findings, place)
    try store.close()
    if FileManager.default.fileExists(atPath: path + "-wal") { find(["there is a -wal"], place) }
  }

  // MARK: Two at once

  private mutating func race(_ template: UpgradeTemplate) throws {
    let work = folder.appending(path: "work")
    try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
    defer { do { try FileManager.default.removeItem(at: work) } catch { print("\(error)") } }
    try template.copy(to: work)
    let errors = folder.appending(path: "errors").path
    let children = try (0..<2).map { _ in
      try ChildProcess(
        try thisProgram(), ["upgrade", UpgradeTemplate.path(work), "0", "open"], environment: [:],
        errors: errors)
    }
    for end in children.map({ $0.waitForEnd() }) where end.code != 0 {
      find(["\(end): \(try String(contentsOfFile: errors, encoding: .utf8))"], "pair")
    }
    tally.pairs += 1
    try goOn(work, template, "pair")
  }

  // MARK: Telling

  private func bytes(_ path: String) throws -> [[UInt8]?] {
    try ["", "-wal"].map { ending in
      let isThere = FileManager.default.fileExists(atPath: path + ending)
      return isThere ? try fileBytes(at: URL(filePath: path + ending)) : nil
    }
  }

  private mutating func compare(
    _ found: [DocumentName: CanonicalDump], _ template: UpgradeTemplate, _ place: String
  ) {
    if found.keys.sorted() != template.documents.keys.sorted() { find(["other documents"], place) }
    for (name, dump) in template.documents {
      if let other = found[name], let difference = other.difference(from: dump) {
        find([difference], place)
      }
    }
  }

  private mutating func find(_ what: [String], _ place: String) {
    tally.findings += what.map { "\(place): \($0)" }
  }
}

/// What a child does: upgrades a store, and is killed at a call if its number is not 0.
func upgradeAsChild(_ path: String, killedAt point: Int64, keepingCopy: Bool) throws {
  guard drivers_install_file_system() == 0, drivers_install_calls() == 0 else {
    fatalError("SQLite takes no faults")
  }
  if point > 0 { drivers_arm(drivers_kill, point, 0) }
  if keepingCopy {
    _ = try Store.upgrade(path, keepingCopy: true, timeout: 60_000, now: 0, schema: .test())
  } else {
    try Store(path, timeout: 60_000, now: 0, schema: .test()).close()
  }
  drivers_disarm()
}
