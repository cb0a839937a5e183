import CDrivers
import DiskRecorder
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork

/// One store, two programs that work on it, one of which may be newer, and everything that can go
/// wrong; after each step what is there is compared with what was promised.
struct SimulatedWorld {
  private let durability: Durability
  private(set) var disk: SimulatedDisk
  private var processes: [SimulatedProcess?] = [nil, nil]
  private(set) var acknowledged = Acknowledged()
  /// How many of the acknowledged items outlive the power.
  private var lasting = 0
  /// Whether a newer program has had the store open.
  private var isUpgraded = false
  /// Whether a kill can bring back something that was refused.
  var mayComeBack = false
  var tally = SimulationTally()

  init(in base: URL, seed: UInt64, ignoresSyncs: Bool) throws {
    drivers_seed(seed)
    durability = seed.isMultiple(of: 2) ? .powerLoss : .processCrash
    disk = try SimulatedDisk(in: base, ignoresSyncs: ignoresSyncs)
    var random = SeededGenerator(seed: seed)
    var first = try SimulatedProcess(
      in: disk.folder, isNew: false, durability: durability, access: .create)
    for deed in [SimulatedProcess.Deed.publish, .create, .close] {
      _ = try first.perform(deed, noting: &acknowledged, &random)
    }
    try disk.settle()
    lasting = acknowledged.items.count
  }

  /// Does one thing that depends on the generator and on nothing that was not done.
  mutating func step(_ random: inout SeededGenerator) throws {
    let at = random.once(in: 3) ? 1 : 0
    let kind = random.number(in: 0...29)
    let deed = SimulatedProcess.Deed.any(&random)
    try openProcess(at, isNew: kind == 8)
    // Who let go of the file and took it up again finds what a kill would have brought back.
    if let store = processes[at]?.store { try adopt(from: store) }
    switch kind {
    case 0...1: try strike(.kill, during: deed, at, &random)
    case 2...3: try strike(.powerCut, during: deed, at, &random)
    case 4...6: try fault(during: deed, at, &random)
    case 7: try killOne(during: deed, at, &random)
    case 9: try openOld()
    case 10: try rot(during: deed, &random)
    default: try perform(deed, at, &random)
    }
  }

  /// Ends what goes on, and looks once more.
  mutating func finish() throws {
    for at in processes.indices {
      try processes[at]?.store.close()
      processes[at] = nil
    }
    try look(required: acknowledged.items.count)
    DiskRecorder.stop()
  }

  // MARK: Work

  private mutating func openProcess(_ at: Int, isNew: Bool) throws {
    if isNew, !isUpgraded { (processes[at], isUpgraded) = (nil, true) }
    if processes[at] != nil { return }
    processes[at] = try SimulatedProcess(
      in: disk.folder, isNew: isUpgraded, durability: durability)
  }

  mutating func perform(
    _ deed: SimulatedProcess.Deed, _ at: Int, _ random: inout SeededGenerator
  ) throws {
    let count = acknowledged.items.count
    do {
      let isLasting = try processes[at]?.perform(deed, noting: &acknowledged, &random)
      if isLasting == true { lasting = acknowledged.items.count }
      if deed == .close { processes[at] = nil }
    } catch let error as StoreError {
      try accept(error, at)
    }
    // Another commit stands where the refused one was.
    if acknowledged.items.count > count { mayComeBack = false }
    tally.deeds += 1
  }

  /// What the history forbids, and what an older program may not do to a newer file.
  private mutating func accept(_ error: StoreError, _ at: Int) throws {
    switch error {
    case .history, .conflict, .unknownRow, .deleted: tally.refused += 1
    case .newerFormat where isUpgraded:
      tally.outdated += 1
      processes[at] = nil
    default: throw error
    }
  }

  /// An older program opens a file that may be newer.
  private mutating func openOld() throws {
    do {
      let old = try SimulatedProcess(in: disk.folder, isNew: false, durability: durability)
      try demand(!isUpgraded, "an older program opens a newer file")
      try old.store.close()
    } catch StoreError.newerFormat where isUpgraded { tally.outdated += 1 }
  }

  // MARK: Disasters

  /// All processes die, or the power goes, somewhere in a deed.
  private mutating func strike(
    _ disaster: SimulatedDisk.Disaster, during deed: SimulatedProcess.Deed, _ at: Int,
    _ random: inout SeededGenerator
  ) throws {
    try disk.noteCalls()
    let (before, lastingBefore) = (acknowledged.items.count, lasting)
    try perform(deed, at, &random)
    let after = acknowledged.items.count
    let struck = try disk.strike(disaster, &random)
    DiskRecorder.stop()
    processes = [nil, nil]
    try disk.goOn(
      with: DiskImage(files: struck.image.files.filter { Self.isOfStore($0.key) }))
    let isSafe = disaster == .kill || durability == .powerLoss
    let required = struck.isLate ? (after, lasting) : (before, lastingBefore)
    try look(required: isSafe ? required.0 : required.1)
    // What was found lies there, and nothing has been written since.
    lasting = acknowledged.items.count
    mayComeBack = false
    tally.strikes[disaster == .kill ? "kills" : "power cuts", default: 0] += 1
  }

  /// Looks at the store with a program of its own, and from then on expects what that finds.
  mutating func look(required: Int) throws {
    let process = try SimulatedProcess(
      in: disk.folder, isNew: isUpgraded, durability: durability)
    let findings = try process.store.verify().findings
    try demand(findings.isEmpty, "verify: \(findings)")
    try adopt(from: process.store)
    let found = try acknowledged.examine(process.store, isThorough: false)
    try demand(found >= required, "\(found) of \(required) acknowledged things are left")
    acknowledged.cut(to: found)
    lasting = min(lasting, found)
    try process.store.suspend()
  }

  /// Takes what was refused and is there all the same for done.
  private mutating func adopt(from store: Store) throws {
    guard mayComeBack else { return }
    let count = acknowledged.items.count
    // A program that is too old is told so by what it does next.
    do { try acknowledged.adopt(from: store) } catch StoreError.newerFormat where isUpgraded {}
    if acknowledged.items.count > count { mayComeBack = false }
  }

  /// Lets a process go without a word to SQLite's checkpoint.
  mutating func close(_ at: Int) { processes[at] = nil }

  /// Lets go of a process's file.
  func suspend(_ at: Int) throws { try processes[at]?.store.suspend() }

  /// The files of the store as a kill would leave them now.
  mutating func storeImage() throws -> DiskImage {
    DiskImage(files: try disk.everything().files.filter { Self.isOfStore($0.key) })
  }

  /// Opens what lies in a folder beside the disk, by the newest program that has had the store open.
  func openRotten(_ folder: URL, _ access: Store.Access) throws -> SimulatedProcess {
    try SimulatedProcess(in: folder, isNew: isUpgraded, durability: durability, access: access)
  }

  private static func isOfStore(_ name: String) -> Bool {
    ["", "-wal", "-shm", "-journal"].contains { name == PowerWork.storeName + $0 }
  }
}
