import CDrivers
import DiskRecorder
import EkibenTesting
import Foundation
import TestSupport

/// What happened, for telling.
struct SimulationTally {
  var deeds = 0
  /// Refused by a history.
  var refused = 0
  /// Refused because the program is older than the file.
  var outdated = 0
  var strikes: [String: Int] = [:]
  /// Rotten files that were refused, for reading or for writing, and those that `verify` found.
  var rotRefused = 0
  var rotFound = 0

  static func += (left: inout SimulationTally, right: SimulationTally) {
    left.deeds += right.deeds
    left.refused += right.refused
    left.outdated += right.outdated
    left.rotRefused += right.rotRefused
    left.rotFound += right.rotFound
    left.strikes.merge(right.strikes, uniquingKeysWith: +)
  }
}

/// Lets one seed drive crashes, failing calls, rot, other processes, old and new programs and power cuts
/// together, and finds the shortest run of a seed that fails.
struct Simulation {
  private(set) var tally = SimulationTally()
  private(set) var findings: [String] = []
  let base: URL
  /// Whether the disk takes no notice of syncs.
  let isControl: Bool

  static let steps = 25

  /// - Parameter base: An empty folder.
  init(in base: URL, isControl: Bool) throws {
    self.isControl = isControl
    self.base = base.resolvingSymlinksInPath()
    // Before SQLite is first used.
    for code in [
      drivers_install_memory(), drivers_install_file_system(), drivers_install_calls(),
    ] where code != 0 {
      throw DiskRecorder.NotRecorded("SQLite takes no faults (\(code))")
    }
  }

  /// Runs a number of seeds, and stops after some that fail.
  mutating func run(_ count: Int, seed: Int) throws {
    for seed in seed..<seed + count where findings.count < 5 {
      guard let failure = run(seed, Array(0..<Self.steps)) else { continue }
      let shortest = shrink(seed, Array(0...failure.step))
      findings.append(told(seed, shortest.steps, shortest.failure))
    }
  }

  /// Runs some steps of a seed, as a finding names them.
  mutating func runAgain(seed: Int, steps: [Int]) {
    if let failure = run(seed, steps) { findings.append(told(seed, steps, failure)) }
  }

  // MARK: One run

  private struct Failure {
    /// The place in the list of steps.
    let step: Int
    let what: String
  }

  private mutating func run(_ seed: Int, _ steps: [Int]) -> Failure? {
    var place = -1
    var world: SimulatedWorld?
    defer {
      DiskRecorder.stop()
      if let done = world { tally += done.tally }
      world = nil
      removeAll()
    }
    do {
      world = try SimulatedWorld(in: base, seed: UInt64(seed), ignoresSyncs: isControl)
      for (number, step) in steps.enumerated() {
        place = number
        var random = SeededGenerator(seed: UInt64(seed) << 16 ^ UInt64(step))
        try world?.step(&random)
      }
      try world?.finish()
      return nil
    } catch {
      drivers_disarm()
      return Failure(step: max(0, min(place, steps.count - 1)), what: "\(error)")
    }
  }

  /// Leaves out steps as long as the run still fails, many at first and one by one at last.
  private mutating func shrink(_ seed: Int, _ all: [Int]) -> (steps: [Int], failure: Failure) {
    let told = tally
    defer { tally = told }
    var steps = all
    guard var failure = run(seed, steps) else {
      return (steps, Failure(step: 0, what: "it fails once and not again"))
    }
    var length = max(1, steps.count / 2)
    while true {
      var at = 0
      while at < steps.count {
        let fewer = Array(steps[..<at] + steps[min(at + length, steps.count)...])
        if let found = run(seed, fewer) {
          (steps, failure) = (fewer, found)
        } else {
          at += length
        }
      }
      if length == 1 { return (steps, failure) }
      length /= 2
    }
  }

  private func told(_ seed: Int, _ steps: [Int], _ failure: Failure) -> String {
    let list = steps.isEmpty ? "none" : steps.map(String.init).joined(separator: ",")
    return "seed \(seed), steps \(list): \(failure.what); again: ekiben-trials run \(seed) "
      + "\(list)" + (isControl ? " unsynced" : "")
  }

  private func removeAll() {
    do {
      for name in try FileManager.default.contentsOfDirectory(atPath: base.path) {
        try FileManager.default.removeItem(at: base.appending(path: name))
      }
    } catch { print("\(error)") }
  }
}
