import Foundation
import TestSupport
import Testing

/// Short runs; `make kills` and `make pairs` are the long ones.
struct TrialTests {
  // Rules P2 and H14.
  @Test func `a process that is killed at its work leaves all that it acknowledged`() throws {
    let result = try trials(["kills", "25", "1"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("kills: 25, "))
  }

  // Rule P12.
  @Test func `two processes at once lose nothing and see each entry once and in order`() throws {
    let result = try trials(["pairs", "3", "150", "1"])
    print(result.stdout)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.hasPrefix("pairs: 3 of 2 × 150 operations, "))
  }

  private func trials(_ arguments: [String]) throws -> ProcessResult {
    try runProcess(try builtProduct(named: "ekiben-trials"), arguments, timeout: 300)
  }
}
