/// What changed since another run, beyond noise.
///
/// A figure changed if it is more than a fifth away from what it was, and outside of the middle half of the rounds
/// of either run. Ratios can be compared on different machines; what has no baseline says something only on one.
package struct ResultComparison {
  private let old: [String: BenchmarkResult]
  private var new: [BenchmarkResult] = []

  /// Reads what another run printed with `--json`, a line for each measurement.
  ///
  /// - Throws: `DecodingError` where a line is no measurement.
  package init(with text: String) throws {
    let measurements = try text.split(separator: "\n").map { try BenchmarkResult(line: $0) }
    old = Dictionary(measurements.map { ($0.workload, $0) }) { $1 }
  }

  /// Adds figures of this run.
  package mutating func add(_ measurements: [BenchmarkResult]) { new += measurements }

  /// What changed, the worst first; then how much did not.
  package var lines: [String] {
    let pairs = new.compactMap { new in old[new.workload].map { (old: $0, new: new) } }
    let changed = pairs.filter { Self.isChanged($0.old, $0.new) }
      .sorted { Self.growth($0.old, $0.new) > Self.growth($1.old, $1.new) }
    let width = changed.map(\.new.workload.count).max() ?? 0
    let lines = changed.map { pair in
      let growth = Self.growth(pair.old, pair.new)
      let percent = Int((abs(growth - 1) * 100).rounded())
      let name = pair.new.workload
      return (growth > 1 ? "slower  " : "faster  ") + name
        + String(repeating: " ", count: width - name.count)
        + "  \(ResultTable.digits(pair.old.figure)) → "
        + "\(ResultTable.digits(pair.new.figure))  \(growth > 1 ? "+" : "−") \(percent) %"
    }
    let absent = new.count - pairs.count
    return ["compared with the other run", ""] + lines
      + ["\(pairs.count - changed.count) of \(pairs.count) figures did not change beyond noise"]
      + (absent > 0 ? ["not in the other run: \(absent)"] : [])
  }

  private static func growth(_ old: BenchmarkResult, _ new: BenchmarkResult) -> Double {
    new.figure / old.figure
  }

  private static func isChanged(_ old: BenchmarkResult, _ new: BenchmarkResult) -> Bool {
    let growth = growth(old, new)
    guard growth > 1.2 || growth < 1 / 1.2 else { return false }
    func lies(_ figure: Double, in other: BenchmarkResult) -> Bool {
      guard let low = other.low, let high = other.high else { return false }
      return low <= figure && figure <= high
    }
    return !lies(old.figure, in: new) && !lies(new.figure, in: old)
  }
}
