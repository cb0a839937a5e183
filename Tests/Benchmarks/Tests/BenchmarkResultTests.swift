import BenchmarkResults
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A result of a benchmark` {
  private static let edit = BenchmarkResult(
    "store edit", 64.32, "µs", baseline: 17.6, against: "bare UPDATE", target: 1.85,
    rounds: [3.5, 3.9, 3.6, 3.7, 3.4])
  private static let frame = BenchmarkResult(
    "store frame", 9.8671, "ms", target: 16, rounds: [9.5, 12, 10])
  private static let size = BenchmarkResult("store size of a text", 1234.5, "bytes")

  @Test func `is a row of a table`() {
    let table = ResultTable(
      group: "store", measurements: [Self.edit, Self.frame, Self.size])
    let expected = """
      store                       beside                ratio  middle half   target
      edit               64.3 µs  17.6 µs  bare UPDATE   3.65    3.50–3.70     1.85  missed
      frame              9.87 ms                                 9.50–12.0  16.0 ms
      size of a text  1235 bytes
      """
    #expect(table.lines.joined(separator: "\n") == expected)
  }

  @Test(arguments: [edit, frame, size]) func `is read back from its line`(
    measurement: BenchmarkResult
  ) throws {
    let read = try BenchmarkResult(line: try measurement.line())
    #expect(try read.line() == measurement.line())
    #expect(read.figure == measurement.figure && read.isMissed == measurement.isMissed)
  }

  @Test func `misses its target where its figure is greater`() {
    #expect(Self.edit.isMissed && !Self.frame.isMissed && !Self.size.isMissed)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `Two runs compared` {
  /// A ratio, with the ratios of a quarter and of three quarters of the rounds.
  private static func figure(
    _ name: String, _ ratio: Double, _ low: Double, _ high: Double
  ) -> BenchmarkResult {
    BenchmarkResult(
      name, ratio * 10, "µs", baseline: 10, against: "other", rounds: [low, ratio, high])
  }

  private static func lines(_ old: [BenchmarkResult], _ new: [BenchmarkResult]) throws -> [String] {
    var comparison = try ResultComparison(
      with: try old.map { try $0.line() }.joined(separator: "\n"))
    comparison.add(new)
    return comparison.lines
  }

  @Test func `say what changed beyond noise, the worst first`() throws {
    let old = [
      Self.figure("a", 2, 1.9, 2.1), Self.figure("bb", 2, 1.9, 2.1), Self.figure("c", 2, 1.9, 2.1),
      Self.figure("gone", 1, 1, 1), BenchmarkResult("size", 100, "bytes"),
    ]
    let new = [
      Self.figure("a", 1, 0.9, 1.1), Self.figure("bb", 3, 2.9, 3.1), Self.figure("c", 2.1, 2, 2.2),
      Self.figure("new", 1, 1, 1), BenchmarkResult("size", 130, "bytes"),
    ]
    let expected = """
      compared with the other run

      slower  bb    2.00 → 3.00  + 50 %
      slower  size  100 → 130  + 30 %
      faster  a     2.00 → 1.00  − 50 %
      1 of 4 figures did not change beyond noise
      not in the other run: 1
      """
    #expect(try Self.lines(old, new).joined(separator: "\n") == expected)
  }

  @Test(arguments: [
    // A fifth more is noise, and so is what lies in the middle half of the rounds of either run.
    (2.39, 2.35, 2.45, false), (2.41, 2.35, 2.45, true), (2.5, 1.99, 2.6, false),
    (1.67, 1.6, 1.7, false), (1.6, 1.5, 1.7, true), (1.6, 1.5, 2.0, false),
  ])
  func `take for noise what is`(ratio: Double, low: Double, high: Double, isChange: Bool) throws {
    let old = [Self.figure("a", 2, 1.9, 2.1)]
    let lines = try Self.lines(old, [Self.figure("a", ratio, low, high)])
    #expect(lines.contains { $0.hasPrefix("slower") || $0.hasPrefix("faster") } == isChange)
    let wide = [Self.figure("a", 2, min(ratio, 2), max(ratio, 2))]
    let others = try Self.lines(wide, [Self.figure("a", ratio, low, high)])
    #expect(others.last == "1 of 1 figures did not change beyond noise")
  }

  @Test func `are refused where a line is no measurement`() {
    #expect(throws: DecodingError.self) { try ResultComparison(with: "{\"workload\":\"a\"}") }
  }
}
