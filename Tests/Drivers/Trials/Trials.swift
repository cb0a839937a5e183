import EkibenDocuments
import EkibenStore
import Foundation
import RandomWork
import TestSupport

/// Random work on stores, looked at from all sides:
///
///     ekiben-trials kills COUNT SEED           kills COUNT processes, four at a time, at their work
///     ekiben-trials pairs COUNT STEPS SEED     COUNT times, two processes of STEPS operations each
///     ekiben-trials model COUNT SEED           COUNT operations beside a reference in memory
///     ekiben-trials oracle COUNT SEED          COUNT entries while SQLite's session extension watches
///     ekiben-trials branches COUNT SEED        a tree of COUNT branches
///     ekiben-trials stores COUNT SEED          COUNT times, documents that go from store to store
///     ekiben-trials readers READERS WRITERS SECONDS SEED
///                                              so many processes read, write and copy at once
///     ekiben-trials certify COUNT SEED         COUNT tamperings and as many honest continuations
///     ekiben-trials upgrades STRIDE PAIRS SEED kills an upgrade at every STRIDE-th call, and lets PAIRS
///                                              of processes upgrade one store at once
///     ekiben-trials power COUNT SEED           COUNT images of what a disk may hold after a power cut
///     ekiben-trials unsynced COUNT SEED        the same on a disk that ignores syncs, as a control
///     ekiben-trials image SEED NUMBER          one image again
///     ekiben-trials simulate COUNT SEED        COUNT seeds, each of which drives everything together
///     ekiben-trials run SEED STEP,STEP,…       some steps of one seed again
///     ekiben-trials differ COUNT SEED          COUNT random expressions and responses with what this engine
///                                              makes of them, for `Tests/Differ/compare.py`
///     ekiben-trials rot FLIPS TEARS SEED       flips so many bits, and tears so many pages, of stores
///                                              that are whole
///
/// `oracle COUNT SEED tampered` is a control: it ends with a change that is in no journal. So is `stores
/// COUNT SEED tampered`, where a store's form has other places, and a last word `unsynced` for `simulate`
/// and `run`: the disk ignores syncs.
/// It prints what was done and everything that was found, and ends with 1 if that is anything.
@main struct Trials {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let numbers = words.dropFirst().compactMap { Int($0) }
    let isUnsynced = words.last == "unsynced"
    let isTampered = words.count == 4 && words[3] == "tampered"
    switch (words.first, words.count, numbers.count) {
    case ("kills", 3, 2): try kills(numbers[0], seed: numbers[1])
    case ("pairs", 4, 3): try pairs(numbers[0], steps: numbers[1], seed: numbers[2])
    case ("model", 3, 2): try model(numbers[0], seed: numbers[1])
    case ("oracle", 3, 2): try oracle(numbers[0], seed: numbers[1], isTampered: false)
    case ("oracle", 4, 2) where isTampered:
      try oracle(numbers[0], seed: numbers[1], isTampered: true)
    case ("stores", 3, 2): try stores(numbers[0], seed: numbers[1], isTampered: false)
    case ("stores", 4, 2) where isTampered:
      try stores(numbers[0], seed: numbers[1], isTampered: true)
    case ("branches", 3, 2): try branches(numbers[0], seed: numbers[1])
    case ("readers", 5, 4):
      try readers(numbers[0], writers: numbers[1], seconds: numbers[2], seed: numbers[3])
    case ("certify", 3, 2): try certify(numbers[0], seed: numbers[1])
    case ("upgrades", 4, 3):
      try upgrades(stride: max(1, numbers[0]), pairs: numbers[1], seed: numbers[2])
    case ("power", 3, 2): try power(numbers[0], seed: numbers[1])
    case ("unsynced", 3, 2): try unsynced(numbers[0], seed: numbers[1])
    case ("image", 3, 2): try powerImage(numbers[1], seed: numbers[0])
    case ("simulate", 3...4, 2):
      try simulate(numbers[0], seed: numbers[1], isControl: isUnsynced)
    case ("run", 3...4, _):
      try simulateAgain(seed: Int(words[1]) ?? 0, steps: words[2], isControl: isUnsynced)
    case ("differ", 3, 2): try Differ(seed: UInt64(numbers[1])).printLines(numbers[0])
    case ("rot", 4, 3): try rot(numbers[0], tears: numbers[1], seed: numbers[2])
    case ("upgrade", 4, _):
      try upgradeAsChild(
        words[1], killedAt: Int64(words[2]) ?? 0, keepingCopy: words[3] == "keep")
    case ("work", 6, _):
      try workAsChild(words[1], log: words[2], seed: UInt64(words[3]) ?? 0, words[4], words[5])
    case ("busy", 5, _):
      try BusyProcess(folder: URL(filePath: words[1]), kind: words[2], name: words[3])
        .run(seed: UInt64(words[4]) ?? 0)
    case ("side", 6, _):
      try Side(folder: URL(filePath: words[1]), name: words[2], other: words[3])
        .run(seed: UInt64(words[4]) ?? 0, steps: Int(words[5]) ?? 0)
    default:
      print(
        "usage: ekiben-trials kills|model|oracle|branches|stores|certify|power|unsynced|simulate|differ "
          + "COUNT SEED | pairs COUNT STEPS SEED | readers READERS WRITERS SECONDS SEED "
          + "| upgrades STRIDE PAIRS SEED | image SEED NUMBER | rot FLIPS TEARS SEED "
          + "| run SEED STEPS")
      exit(64)
    }
  }

  private static func kills(_ count: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var kills = Kills(in: folder, seed: UInt64(seed))
      try kills.run(count)
      return kills.tally
    }
    let moments = tally.moments.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }
    print(
      "kills: \(tally.kills), \(tally.acknowledged) entries acknowledged, "
        + "\(tally.unacknowledged) more found; \(tally.upgrades) upgrades among it, after which "
        + "\(tally.outdated) programs were too old; killed in: \(moments.joined(separator: ", "))")
    finish(tally.findings)
  }

  private static func upgrades(stride: Int, pairs: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var upgrades = Upgrades(in: folder, seed: UInt64(seed))
      try upgrades.run(stride: stride, pairs: pairs)
      return upgrades.tally
    }
    let formats = tally.formats.sorted { $0.key < $1.key }.map {
      "\($0.value) left format \($0.key)"
    }
    print(
      "upgrades: \(tally.kills) kills, \(formats.joined(separator: ", ")), \(tally.copies) left a "
        + "copy; \(tally.pairs) pairs at once")
    finish(tally.findings)
  }

  private static func rot(_ flips: Int, tears: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var rot = Rot(in: folder, seed: UInt64(seed))
      try rot.run(flips: flips, tears: tears)
      return rot.tally
    }
    let writes = tally.writes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print(
      "rot: \(tally.flips) bits, \(tally.tears) pages: \(tally.refused) refused, \(tally.same) "
        + "answered as before, \(tally.found) otherwise and found by verify; writing: "
        + writes.joined(separator: ", "))
    finish(tally.findings)
  }

  private static func pairs(_ count: Int, steps: Int, seed: Int) throws {
    var findings: [String] = []
    var (entries, moved) = (0, 0)
    for round in 0..<count {
      try withTemporaryFolder { folder in
        var pairs = Pairs(in: folder)
        try pairs.run(seed: UInt64(seed + round), steps: steps)
        findings += pairs.findings.map { "pair \(round + 1): \($0)" }
        entries += pairs.entries
        moved += pairs.moved
      }
    }
    print("pairs: \(count) of 2 × \(steps) operations, \(entries) entries, \(moved) of them moved")
    finish(findings)
  }

  private static func stores(_ count: Int, seed: Int, isTampered: Bool) throws {
    var findings: [String] = []
    var tally = TwoStores.Tally()
    for number in seed..<seed + count {
      try withTemporaryFolder { folder in
        let finding = failure {
          var stores = try TwoStores(in: folder, seed: UInt64(number))
          defer { tally.add(stores.tally) }
          try stores.run(isTampered: isTampered)
        }
        if let finding { findings.append("seed \(number): \(finding)") }
      }
    }
    print(
      "stores: \(count) cases, \(tally.documents) documents of \(tally.entries) entries, compared "
        + "\(tally.exchanges) times; \(tally.revisions) revisions, \(tally.copies) of them differ from "
        + "another in places alone")
    finish(findings)
  }

  private static func readers(
    _ count: Int, writers: Int, seconds: Int, seed: Int
  ) throws {
    let readers = try withTemporaryFolder { folder in
      var readers = Readers(in: folder, seed: UInt64(seed))
      try readers.run(readers: count, writers: max(1, writers), seconds: seconds)
      return readers
    }
    let counts = ["read", "copy", "write"].map { readers.counts[$0] ?? 0 }
    print(
      "readers: \(counts[0]) readings and \(counts[1]) copies beside \(counts[2]) openings of writers, "
        + "\(readers.kills) of them killed")
    finish(readers.findings)
  }

  private static func model(_ operations: Int, seed: Int) throws {
    try inTemporaryStore { path in
      var model = try Model(path, documents: 4, seed: UInt64(seed))
      let finding = failure { try model.run(operations) }
      let tally = model.tally
      print(
        "model: \(operations) operations, \(told(tally.kinds)), \(tally.refused) refused; "
          + "opened \(tally.openings) times, suspended \(tally.suspensions) times, "
          + "\(tally.slices) slices moved, "
          + "compacted \(tally.compactions) times, \(tally.questions) questions of the past; "
          + "deleted \(tally.deletions) times")
      return finding
    }
  }

  private static func oracle(_ entries: Int, seed: Int, isTampered: Bool) throws {
    try inTemporaryStore { path in
      var oracle = try Oracle(path, seed: UInt64(seed))
      let finding = failure { try oracle.run(entries, isTampered: isTampered) }
      print(
        "oracle: \(oracle.kinds.values.reduce(0, +)) entries, \(told(oracle.kinds)); "
          + "\(oracle.nullTransitions) values from or to NULL")
      return finding
    }
  }

  private static func branches(_ count: Int, seed: Int) throws {
    try inTemporaryStore { path in
      var branches = try Branches(path, seed: UInt64(seed))
      var finding = failure { try branches.run(count) }
      let openings = branches.openings.map { "\(milliseconds($0.time)) ms (\($0.when))" }
      print(
        "branches: \(count), \(branches.nodes) nodes, \(branches.entries) entries; "
          + "opens in \(openings.joined(separator: ", "))")
      // What is promised of 10,000 branches is asked of so many, in a release build.
      if count >= 10_000, branches.openings.contains(where: { $0.time > .milliseconds(50) }) {
        finding = finding ?? "opening takes more than 50 ms"
      }
      return finding
    }
  }

  private static func certify(_ count: Int, seed: Int) throws {
    let tally = try withTemporaryFolder { folder in
      var certify = Certify(in: folder, seed: UInt64(seed))
      try certify.run(count)
      return certify.tally
    }
    let told = { (counts: [String: Int]) in
      counts.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map { "\($0.value) \($0.key)" }
        .joined(separator: ", ")
    }
    print(
      "certify: \(tally.tamperings) tamperings found (\(told(tally.tampered))), about "
        + "\(tally.coherent) of them with nothing to see for verify, \(tally.neutral) that change "
        + "nothing; \(tally.continuations) honest continuations (\(told(tally.honest)))")
    finish(tally.findings)
  }

  /// Runs a trial that ends at its first finding.
  private static func inTemporaryStore(_ body: (String) throws -> String?) throws {
    let finding = try withTemporaryFolder { try body($0.appending(path: "trial.ekiben").path) }
    finish([finding].compactMap(\.self))
  }

  private static func failure(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch { return "\(error)" }
  }

  private static func milliseconds(_ time: Duration) -> Double {
    (time / .microseconds(10)).rounded() / 100
  }

  private static func told(_ kinds: [Entry.Kind: Int]) -> String {
    let kinds = kinds.sorted { ($0.value, $0.key.rawValue) > ($1.value, $1.key.rawValue) }
    return kinds.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }

  static func finish(_ findings: [String]) -> Never {
    print("\(findings.count) findings")
    for finding in findings.prefix(20) { print("  \(finding)") }
    exit(findings.isEmpty ? 0 : 1)
  }
}

/// Where this program lies, so that it can start itself.
func thisProgram() throws -> String {
  guard let url = Bundle.main.executableURL else { throw CocoaError(.fileNoSuchFile) }
  return url.path
}

/// A closed store with a form and some documents of it.
func makeStore(_ path: String, documents: Int) throws {
  let store = try Store(path, now: 0)
  let metadata = EditMetadata(author: "Ada", time: 1)
  _ = try store.publish(
    "form", RandomWork.form(), by: metadata)
  for number in 0..<documents {
    let uid = [UInt8](repeating: UInt8(number + 2), count: 16)
    _ = try store.create(nil, from: "form", uid: uid, by: metadata)
  }
  try store.close()
}
