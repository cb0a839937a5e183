import Ekiben
import EkibenInterchange
import Foundation

/// `ekiben-bench [--json] [GROUP[:WORKLOAD]…]`: ratios to a baseline of the same run, never absolute
/// figures. `diff:sd` runs only the workloads of `diff` whose names begin with `sd`.
@main @MainActor
enum Benchmarks {
  private typealias Run = @MainActor (_ only: String) throws -> [Measurement]

  private static let groups: [(name: String, run: Run)] = [
    ("diff", { try DiffBenchmarks.run(only: $0) }),
    ("plans", { try PlanBenchmarks.run(only: $0) }),
    ("documents", { _ in try DocumentBenchmarks.run() }),
    ("history", { _ in try HistoryBenchmarks.run() }),
    ("forms", { try FormBenchmarks.run(only: $0) }),
    ("expressions", { _ in try ExpressionBenchmarks.run() }),
    ("bulk", { try BulkBenchmarks.run(only: $0) }),
    ("growth", { try GrowthBenchmarks.run(only: $0) }),
    ("interchange", { try InterchangeBenchmarks.run(only: $0) }),
    ("store", { try StoreBenchmarks.run(only: $0) }),
    ("table", { try TableBenchmarks.run(only: $0) + ReplayBenchmarks.run(only: $0) }),
  ]

  static func main() throws {
    var words = Array(CommandLine.arguments.dropFirst())
    let asJSON = words.contains("--json")
    words.removeAll { $0 == "--json" }
    if words.first == "work" { return try CountedWork.run(words.dropFirst()) }
    for word in words.isEmpty ? groups.map(\.name) : words {
      let parts = word.split(separator: ":", maxSplits: 1)
      guard let group = groups.first(where: { $0.name == parts.first ?? "" }) else {
        let known = groups.map(\.name).joined(separator: ", ")
        FileHandle.standardError.write(Data("unknown group \(word); there are: \(known)\n".utf8))
        exit(64)
      }
      let only = parts.count == 2 ? String(parts[1]) : ""
      for measurement in try group.run(only) {
        print(asJSON ? json(measurement) : text(measurement))
      }
    }
  }

  private static func text(_ measurement: Measurement) -> String {
    let target = measurement.target.map { " (target \(rounded($0)))" } ?? ""
    return "\(measurement.workload): \(rounded(measurement.value)) \(measurement.unit), "
      + "\(measurement.against) \(rounded(measurement.baseline)) \(measurement.unit), "
      + "ratio \(rounded(measurement.ratio))\(target)"
  }

  private static func json(_ measurement: Measurement) -> String {
    JSON.object([
      ("workload", .string(measurement.workload)), ("value", number(measurement.value)),
      ("unit", .string(measurement.unit)), ("baseline", number(measurement.baseline)),
      ("ratio", number(measurement.ratio)), ("target", measurement.target.map(number) ?? .null),
    ]).encoded()
  }

  private static func number(_ value: Double) -> JSON {
    JSON.number(digits: rounded(value)) ?? .null
  }

  // Three significant digits after the point are more than the machine can promise.
  private static func rounded(_ value: Double) -> String {
    let thousandths = (value * 1000).rounded()
    return "\(thousandths / 1000)"
  }
}
