import Foundation
import TestSupport

extension Trials {
  static func simulate(_ count: Int, seed: Int, isControl: Bool) throws {
    let simulation = try withTemporaryFolder { folder in
      var simulation = try Simulation(in: folder, isControl: isControl)
      try simulation.run(count, seed: seed)
      return simulation
    }
    let tally = simulation.tally
    let strikes = tally.strikes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    print(
      "simulate: \(count) seeds from \(seed), \(tally.deeds) deeds (\(tally.refused) refused by a "
        + "history, \(tally.outdated) of a program too old), \(tally.rotRefused) rotten files "
        + "refused, \(tally.rotFound) found, \(strikes.joined(separator: ", ")); "
        + "the next seed is \(seed + count)")
    finish(simulation.findings)
  }

  /// Runs some steps of a seed, given as `3,17,20` or `none`.
  static func simulateAgain(seed: Int, steps: String, isControl: Bool) throws {
    let findings = try withTemporaryFolder { folder in
      var simulation = try Simulation(in: folder, isControl: isControl)
      simulation.runAgain(seed: seed, steps: steps.split(separator: ",").compactMap { Int($0) })
      return simulation.findings
    }
    finish(findings)
  }
}
