import BenchmarkResults
import Ekiben

/// The group `plans`: the plan of a table beside the changeset of the same documents.
///
/// Both start from what one kernel finds, so the ratio says what saying it in batches costs.
enum PlanBenchmarks {
  /// Measures the workloads whose name begins with `only`.
  static func run(only: String) throws -> [BenchmarkResult] {
    try (Workloads.flat(10_000) + Workloads.sectioned(10_000))
      .filter { $0.name.hasPrefix(only) }.map(plan)
  }

  private static func plan(_ workload: Workload) throws -> BenchmarkResult {
    let old = try DiffBenchmarks.document(of: workload.old)
    let new = try DiffBenchmarks.document(of: workload.new)
    return try Rounds.compare(
      "plan \(workload.name) Document", against: "changeset", size: 1,
      ours: { TablePlan(from: old, to: new) },
      theirs: { Changeset(from: old, to: new) })
  }
}
