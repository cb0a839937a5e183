import Foundation

/// A figure of a benchmark, mostly beside a baseline that was measured in the same rounds.
package struct BenchmarkResult: Codable {
  /// The group's name and what was done, such as `store edit-normal`.
  package let workload: String
  /// The median of our side, in ``unit``.
  package let value: Double
  package let unit: String
  /// The median of the other side, in ``unit``, if there is one.
  package let baseline: Double?
  /// What the other side is.
  package let against: String?
  /// The greatest ``figure`` that is good enough, if one is set.
  package let target: Double?
  /// Between which figures the middle half of the rounds lay; nil where there was one round.
  package let low: Double?
  package let high: Double?

  /// What is compared with a target and with other runs: the ratio of the medians, or the value where nothing
  /// stands beside it.
  package var figure: Double { baseline.map { value / $0 } ?? value }

  /// Whether it is not as good as its target says.
  package var isMissed: Bool { target.map { figure > $0 } ?? false }

  /// Makes a measurement of medians, and of the figures of the rounds where there were several.
  package init(
    _ workload: String, _ value: Double, _ unit: String, baseline: Double? = nil,
    against: String? = nil, target: Double? = nil, rounds: [Double] = []
  ) {
    (self.workload, self.value, self.unit) = (workload, value, unit)
    (self.baseline, self.against, self.target) = (baseline, against, target)
    let sorted = rounds.sorted()
    low = rounds.isEmpty ? nil : sorted[rounds.count / 4]
    high = rounds.isEmpty ? nil : sorted[rounds.count - 1 - rounds.count / 4]
  }
}

extension BenchmarkResult {
  /// The measurement as a line of JSON, which ``init(line:)`` takes.
  package func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads what ``line()`` wrote.
  ///
  /// - Throws: `DecodingError` for anything else.
  package init(line: some StringProtocol) throws {
    self = try JSONDecoder().decode(BenchmarkResult.self, from: Data(line.utf8))
  }
}
