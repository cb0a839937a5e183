import CDrivers
import DiskRecorder
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport

/// Records random work on a store, and opens what a disk may hold if the power goes during it.
///
/// One seed gives one life of a store and any number of images of it: even seeds with durability
/// against power loss, odd ones against the death of the process.
struct Power {
  /// What happened, for telling.
  struct Tally {
    var lives = 0
    /// The seed with which the next run goes on.
    var next = 0
    var images: [Durability: Int] = [:]
    /// Images in which something acknowledged was gone.
    var withLoss: [Durability: Int] = [:]
    var items = 0
    var calls = 0
    var findings: [String] = []
    var failing = 0
  }

  private(set) var tally = Tally()
  let folder: URL
  /// Whether the disk takes no notice of syncs.
  let isControl: Bool

  private static let steps = 100
  private static let imagesPerLife = 100

  init(in folder: URL, isControl: Bool) throws {
    self.isControl = isControl
    // The recorder compares names, and temporary folders lie behind links on some systems.
    self.folder = folder.resolvingSymlinksInPath()
    let code = drivers_install_file_system()
    guard code == 0 else {
      throw DiskRecorder.NotRecorded("SQLite takes no file system (\(code))")
    }
  }

  /// Makes a number of images of the lives from one seed on.
  mutating func run(_ images: Int, seed: Int) throws {
    var left = images
    var seed = seed
    defer { tally.next = seed }
    while left > 0, tally.findings.count < 20 {
      let life = try record(seed)
      // In the order of the calls, so that each is followed once.
      let cuts = (0..<min(left, Self.imagesPerLife)).map { (cut: life.cut($0), image: $0) }
        .sorted { ($0.cut, $0.image) < ($1.cut, $1.image) }
      var disk = RecordedDisk(ignoresSyncs: isControl)
      var done = 0
      for (cut, image) in cuts {
        for call in life.calls[done..<cut] { disk.apply(call) }
        done = cut
        try examine(life, disk, cut: cut, image)
      }
      left -= cuts.count
      seed += 1
    }
  }

  /// Makes one image again, as a finding names it.
  mutating func runAgain(seed: Int, image: Int) throws {
    let life = try record(seed)
    var disk = RecordedDisk(ignoresSyncs: isControl)
    for call in life.calls[..<life.cut(image)] { disk.apply(call) }
    try examine(life, disk, cut: life.cut(image), image)
  }

  // MARK: One life

  private struct Life {
    let seed: Int
    let work: PowerWork
    let calls: [DiskCall]
    /// How many calls were made before each sync.
    let syncs: [Int]

    /// After how many calls the power goes in an image: half of the time right before a sync.
    func cut(_ image: Int) -> Int {
      var random = Power.generator(seed, image, use: 1)
      if random.once(in: 2), !syncs.isEmpty { return random.pick(syncs) }
      return random.number(in: 0...calls.count)
    }
  }

  private mutating func record(_ seed: Int) throws -> Life {
    let making = folder.appending(path: "making")
    try FileManager.default.createDirectory(at: making, withIntermediateDirectories: true)
    defer { Self.remove(making) }
    drivers_seed(UInt64(seed))
    try DiskRecorder.start(in: making.path)
    defer { DiskRecorder.stop() }
    var work = try PowerWork(
      in: making, durability: seed.isMultiple(of: 2) ? .powerLoss : .processCrash,
      seed: UInt64(seed))
    try work.run(Self.steps)
    DiskRecorder.stop()
    let calls = try DiskRecorder.calls()
    try Self.confirm(calls, tell: making)
    let syncs = calls.indices.filter { number in
      switch calls[number] {
      case .sync, .syncFolder: true
      default: false
      }
    }
    tally.lives += 1
    tally.items += work.acknowledged.items.count
    tally.calls += calls.count
    return Life(seed: seed, work: work, calls: calls, syncs: syncs)
  }

  /// What was recorded has to lead to what lies in the folder, or calls went past the recorder.
  private static func confirm(_ calls: [DiskCall], tell folder: URL) throws {
    var disk = RecordedDisk()
    for call in calls { disk.apply(call) }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let files = try names.map { ($0, try fileBytes(at: folder.appending(path: $0))) }
    guard disk.everything.files == Dictionary(uniqueKeysWithValues: files) else {
      throw Difference(description: "calls have gone past the recorder")
    }
  }

  private mutating func examine(
    _ life: Life, _ disk: RecordedDisk, cut: Int, _ image: Int
  ) throws {
    var random = Self.generator(life.seed, image, use: 2)
    let left = PowerImage(image: disk.image(&random), calls: cut, work: life.work)
    let place = folder.appending(path: "image")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { Self.remove(place) }
    let durability = life.work.durability
    tally.images[durability, default: 0] += 1
    do {
      let lost = try left.examine(in: place, &random)
      if lost > 0 { tally.withLoss[durability, default: 0] += 1 }
    } catch {
      tally.failing += 1
      if isControl { return }
      let kept = try keep(left.image, "\(life.seed)-\(image)")
      tally.findings.append(
        "seed \(life.seed), \(durability), cut after \(cut) of \(life.calls.count) calls: "
          + "\(error); kept in \(kept); again: ekiben-trials image \(life.seed) \(image)")
    }
  }

  // MARK: Helpers

  private static func generator(_ seed: Int, _ image: Int, use: Int) -> SeededGenerator {
    SeededGenerator(seed: (UInt64(seed) << 24) ^ (UInt64(image) << 2) ^ UInt64(use))
  }

  /// Keeps a failing image where the next run does not remove it.
  private func keep(_ image: DiskImage, _ name: String) throws -> String {
    let place = FileManager.default.temporaryDirectory.appending(path: "ekiben-power-\(name)")
    if FileManager.default.fileExists(atPath: place.path) {
      try FileManager.default.removeItem(at: place)
    }
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    try image.write(to: place.path)
    return place.path
  }

  private static func remove(_ folder: URL) {
    do { try FileManager.default.removeItem(at: folder) } catch { print("\(error)") }
  }
}
