import BenchmarkResults
import Foundation

/// `ekiben-bench [--json] [--compare FILE] [GROUP[:WORKLOAD]…]`: tables of ratios to a baseline of the same run.
///
/// `diff:sd` runs only the workloads of `diff` whose names begin with `sd`. With `--json` each figure is a line that
/// `--compare` can read in another run; that one says in the end what changed beyond noise.
@main @MainActor
enum Benchmarks {
  private typealias Run = @MainActor (_ only: String) throws -> [BenchmarkResult]

  private static let groups: [(name: String, run: Run)] = [
    ("person", { try PersonBenchmarks.run(only: $0) }),
    ("diff", { try DiffBenchmarks.run(only: $0) }),
    ("plans", { try PlanBenchmarks.run(only: $0) }),
    ("documents", { _ in try DocumentBenchmarks.run() }),
    ("history", { _ in try HistoryBenchmarks.run() }),
    ("forms", { try FormBenchmarks.run(only: $0) }),
    ("expressions", { _ in try ExpressionBenchmarks.run() }),
    ("bulk", { try BulkBenchmarks.run(only: $0) }),
    ("growth", { try GrowthBenchmarks.run(only: $0) }),
    ("interchange", { try InterchangeBenchmarks.run(only: $0) }),
    ("command", { try CommandBenchmarks.run(only: $0) }),
    ("store", { try StoreBenchmarks.run(only: $0) }),
    ("table", { try TableBenchmarks.run(only: $0) + ReplayBenchmarks.run(only: $0) }),
  ]

  static func main() {
    do { try run() } catch {
      note("\(error)")
      exit(EXIT_FAILURE)
    }
  }

  private static func run() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == "memory" { return try PeakMemory.run(Array(words.dropFirst())) }
    if words.first == "work" { return try CountedWork.run(words.dropFirst()) }
    let call = call(words)
    var comparison = call.other.map(comparison)
    for (group, only) in call.groups {
      let isAlone = call.groups.count == 1
      if isAlone { note("measuring \(group.name)…") }
      let measurements = isAlone ? try group.run(only) : try measuredApart(group.name, only)
      comparison?.add(measurements)
      let lines =
        call.asJSON
        ? try measurements.map { try $0.line() }
        : ResultTable(group: group.name, measurements: measurements).lines + [""]
      for line in lines { print(line) }
    }
    for line in comparison?.lines ?? [] { print(line) }
  }

  /// Measures a group in a process of its own: what others left in memory changes figures by a tenth, and the most
  /// that was ever in use is of the whole process.
  private static func measuredApart(_ group: String, _ only: String) throws -> [BenchmarkResult] {
    let lines = try output(of: ["--json", only.isEmpty ? group : "\(group):\(only)"])
    return try lines.split(separator: "\n").map { try BenchmarkResult(line: $0) }
  }

  /// What this program prints in a process of its own; where that fails, so does this one.
  static func output(of words: [String]) throws -> String {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = words
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { exit(process.terminationStatus) }
    return text
  }

  private static func comparison(with path: String) -> ResultComparison {
    do {
      return try ResultComparison(with: try String(contentsOfFile: path, encoding: .utf8))
    } catch {
      refuse("\(path) is no file that --json wrote: \(error.localizedDescription)")
    }
  }

  private struct Call {
    var asJSON = false
    var other: String?
    var groups: [(group: (name: String, run: Run), only: String)] = []
  }

  private static func call(_ words: [String]) -> Call {
    var call = Call()
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--json": call.asJSON = true
      case "--compare":
        guard let path = rest.popFirst() else { refuse("--compare needs the file of another run") }
        call.other = path
      default:
        let parts = word.split(separator: ":", maxSplits: 1)
        guard let group = groups.first(where: { $0.name == parts.first ?? "" }) else {
          refuse("unknown group \(word); there are: \(groups.map(\.name).joined(separator: ", "))")
        }
        call.groups.append((group, parts.count == 2 ? String(parts[1]) : ""))
      }
    }
    if call.groups.isEmpty { call.groups = groups.map { ($0, "") } }
    return call
  }

  private static func refuse(_ problem: String) -> Never {
    note(problem)
    exit(64)
  }

  static func note(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}
