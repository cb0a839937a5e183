import Ekiben

/// `ekiben-bench [--json] [GROUP…]`: ratios to a baseline of the same run, never absolute figures.
@main
enum Benchmarks {
  private static let groups: [(name: String, run: @Sendable () throws -> [Measurement])] = [
    ("history", { try HistoryBenchmarks.run() }),
    ("store", { try StoreBenchmarks.run() }),
  ]

  static func main() throws {
    var names = Array(CommandLine.arguments.dropFirst())
    let asJSON = names.contains("--json")
    names.removeAll { $0 == "--json" }
    let unknown = names.filter { name in !groups.contains { $0.name == name } }
    guard unknown.isEmpty else {
      print(
        "unknown group \(unknown.joined(separator: ", ")); there are: "
          + groups.map(\.name).joined(separator: ", "))
      throw UnknownGroup()
    }
    for group in groups where names.isEmpty || names.contains(group.name) {
      for measurement in try group.run() { print(asJSON ? json(measurement) : text(measurement)) }
    }
  }

  private struct UnknownGroup: Error {}

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
