import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenForms
import Foundation

/// The group `person`: what somebody waits for who fills in a form of 800 rows with 200 conditions, of a document
/// with a long history that is archived on the way, while another part of the program observes it.
@MainActor
enum PersonBenchmarks {
  static func run(only: String) throws -> [BenchmarkResult] {
    let entries = StoreBenchmarks.entries
    let questions = try Questions(rows: 800, rules: 200, entries: entries)
    defer { questions.remove() }
    var measurements: [BenchmarkResult] = []
    if "keystroke".hasPrefix(only) { measurements += try keystrokes(questions, entries) }
    if "first-frame".hasPrefix(only) { measurements.append(try firstFrame(questions)) }
    return measurements
  }

  /// Each keystroke by itself: most are fast anyhow, so what counts is the slowest of a thousand.
  private static func keystrokes(
    _ questions: Questions, _ entries: Int
  ) throws -> [BenchmarkResult] {
    let observation = try questions.store.observe(.document("doc")) { _ in }
    defer { observation.cancel() }
    try questions.type(1000)
    var times: [Double] = []
    var slices: [Double] = []
    for number in 0..<20_000 {
      times.append(try milliseconds { try questions.type(1, in: row(number)) })
      // An app archives when nobody types.
      if number.isMultiple(of: 500) { slices += try archive(questions) }
    }
    let sorted = times.sorted()
    let name = "person keystroke, \(entries) entries"
    return [
      BenchmarkResult("\(name): median", Rounds.median(times), "ms"),
      BenchmarkResult(
        "\(name): of 1,000 the slowest", sorted[sorted.count * 999 / 1000], "ms", target: 2),
      BenchmarkResult("\(name): of all \(times.count)", sorted[sorted.count - 1], "ms"),
      BenchmarkResult("\(name): slowest slice of archiving", slices.max() ?? 0, "ms", target: 5),
    ]
  }

  private static func row(_ number: Int) -> RowID {
    RowID(unchecked: "row-\(number / 20 * 4 % 800)")
  }

  private static func archive(_ questions: Questions) throws -> [Double] {
    var document = try questions.store.document("doc")
    var (slices, isMore) = ([Double](), true)
    while isMore {
      slices.append(
        try milliseconds { isMore = try questions.store.archiveOldEntries(of: &document) })
    }
    return slices
  }

  /// From a closed file to what a screen shows first.
  private static func firstFrame(_ questions: Questions) throws -> BenchmarkResult {
    var times: [Double] = []
    for _ in 0..<Rounds.count {
      let start = Seconds.now()
      let store = try Store(questions.store.path)
      let table = HeadlessTable()
      table.viewport = TableViewport(height: 20 * 44)
      try store.open("doc").attach(table)
      times.append((Seconds.now() - start) * 1e3)
      try store.close()
    }
    return BenchmarkResult(
      "person first-frame", Rounds.median(times), "ms", target: 16, rounds: times)
  }

  private static func milliseconds(_ body: () throws -> Void) rethrows -> Double {
    let start = Seconds.now()
    try body()
    return (Seconds.now() - start) * 1e3
  }
}
