import BenchmarkResults
import Ekiben
import EkibenDocuments
import Foundation

/// The most memory that a process has for one thing: `ekiben-bench memory WORK FILE DOCUMENT` does that alone in a
/// process of its own, and prints how many megabytes it had at most, its own code among them.
@MainActor
enum PeakMemory {
  private static let works: [String: @Sendable (Store, DocumentName) throws -> Void] = [
    "open": { store, name in _ = try store.document(name) },
    "verify": { store, _ in
      let findings = try store.verify().findings
      guard findings.isEmpty else { throw Damaged() }
    },
  ]

  private struct Damaged: Error {}
  private struct Unknown: Error {}

  /// What the process that ``result(_:of:in:named:target:)`` starts does.
  static func run(_ words: [String]) throws {
    guard words.count == 3, let work = works[words[0]] else { throw Unknown() }
    try work(try Store(words[1], access: .readOnly), DocumentName(words[2]))
    print(try megabytes())
  }

  /// Does one work with a document of a file, and says how much memory it took at most.
  static func result(
    _ workload: String, of work: String, in path: String, named name: String, target: Double
  ) throws -> BenchmarkResult {
    let text = try Benchmarks.output(of: ["memory", work, path, name])
    guard let figure = Double(text.dropLast()) else { throw Unknown() }
    return BenchmarkResult(workload, figure, "MB", target: target)
  }

  /// The greatest resident size of this process so far, as Linux tells it.
  static func megabytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap { Double($0) }
    return (kilobytes ?? .nan) / 1000
  }
}
