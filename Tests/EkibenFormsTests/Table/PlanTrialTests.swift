import EkibenDocuments
import EkibenForms
import EkibenTesting
import Foundation
import Testing

/// 200,000 plans of each sort take a minute, and that in release mode: `make plans` asks for them.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"
private let plans: UInt64 = isExhaustive ? 200_000 : 2_000

@Suite(.timeLimit(.minutes(20))) struct PlanTrialTests {
  // Rules T2, T3, T4, T5, T12, T13, T14 and T15.
  @Test func `the strictest table takes every plan of the diff`() async throws {
    let batches = try await tally { try expectStrictPlan(seed: $0) }
    #expect(Set(batches.keys).isSuperset(of: [1, 2, 3]))
    #expect(batches.keys.allSatisfy { $0 <= 4 })
    report("plans of the diff", batches.map { ("\($0) batches", $1) }.sorted { $0.0 < $1.0 })
  }

  // Rules T1, T2, T3, T4, T5, T6, T12, T14 and T16.
  @Test func `of changed plans a table refuses those that its slow reference refuses`() async throws
  {
    let rules = try await tally { try expectSameVerdict(seed: $0) ?? "taken" }
    let taken = Double(rules["taken", default: 0]) / Double(plans)
    #expect((0.3...0.7).contains(taken))
    let all = (10...30).map { "U-\($0)" }
    let never: Set = ["U-19", "U-24", "U-28"]
    #expect(all.filter { rules[$0] == nil && !never.contains($0) } == [])
    #expect(rules["content"] != nil)
    report("changed plans", rules.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
  }

  // Rules T1 and T6. A screen is slow, so there are fewer of these.
  @Test @MainActor func `a table with a screen does what its model does`() throws {
    for seed in 0..<plans / 5 { try expectScreenLikeModel(seed: seed) }
  }

  /// Seeds that were judged otherwise once.
  @Test(
    arguments: [
      // A view that is replaced is asked for by place, whoever stands there (U-04).
      1495,
      // A wrong table says of another row what the row that stands there says: its cell stays its own.
      55_580,
    ] as [UInt64])
  func `what was wrong once stays right`(seed: UInt64) throws {
    #expect(try expectSameVerdict(seed: seed) == nil)
  }

  /// How often each outcome came, of trials that run on all cores.
  private func tally<Outcome: Hashable & Sendable>(
    _ trial: @escaping @Sendable (UInt64) throws -> Outcome
  ) async throws -> [Outcome: Int] {
    try await withThrowingTaskGroup(of: [Outcome: Int].self) { group in
      let share = plans / 20
      for first in stride(from: 0, to: plans, by: Int(share)) {
        group.addTask {
          var counts: [Outcome: Int] = [:]
          for seed in first..<min(first + share, plans) {
            counts[try trial(seed), default: 0] += 1
          }
          return counts
        }
      }
      return try await group.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) }
    }
  }

  // The shares, for whoever asked for all of them.
  private func report(_ what: String, _ counts: [(String, Int)]) {
    guard isExhaustive else { return }
    let shares = counts.map { name, count in
      "\(name) \(count) (\((Double(count) * 1000 / Double(plans)).rounded() / 10) %)"
    }
    print("\(plans) \(what): \(shares.joined(separator: ", "))")
  }
}
