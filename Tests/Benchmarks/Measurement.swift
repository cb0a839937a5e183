import Foundation

/// One figure of a benchmark, always beside a baseline that was measured in the same rounds.
struct Measurement {
  /// The group's name and what was done, such as `store edit-sepsis`.
  let workload: String
  /// The median of our side, in ``unit``.
  let value: Double
  let unit: String
  /// The median of the other side, in ``unit``.
  let baseline: Double
  /// What the other side is.
  let against: String
  /// The greatest ratio that is good enough, if one is set.
  let target: Double?

  /// The ratio of the medians.
  var ratio: Double { value / baseline }
}

/// Runs two sides in turn and compares them round by round.
enum Rounds {
  /// Fewer rounds than seven are no figure.
  static let count = 9

  /// Measures `ours` against `theirs`, interleaved, after a warm-up round of each.
  ///
  /// Each closure does `size` things and is timed as a whole; figures are microseconds a thing.
  /// Freeing what a closure returns is not part of its time, and neither is what other programs take, but
  /// where a closure waits for the disk.
  static func compare<Ours, Theirs>(
    _ workload: String, against: String, size: Int, target: Double? = nil, waits: Bool = false,
    ours: () throws -> Ours, theirs: () throws -> Theirs
  ) rethrows -> Measurement {
    _ = try ours()
    _ = try theirs()
    var mine: [Double] = []
    var other: [Double] = []
    for round in 0..<count {
      // The order changes, so that neither side always runs behind the other.
      if round.isMultiple(of: 2) {
        mine.append(try time(ours, waits))
        other.append(try time(theirs, waits))
      } else {
        other.append(try time(theirs, waits))
        mine.append(try time(ours, waits))
      }
    }
    let scale = 1e6 / Double(size)
    return Measurement(
      workload: workload, value: median(mine) * scale, unit: "µs", baseline: median(other) * scale,
      against: against, target: target)
  }

  private static func time<Result>(
    _ body: () throws -> Result, _ waits: Bool
  ) rethrows -> Double {
    let start = Seconds.now(waits: waits)
    let result = try body()
    let end = Seconds.now(waits: waits)
    withExtendedLifetime(result) {}
    return end - start
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// Points of time, in seconds.
enum Seconds {
  private static let start = ContinuousClock.now

  /// The time of the processor that the program took; where it waits for something, the time on the wall.
  static func now(waits: Bool = false) -> Double {
    // POSIX fixes what a second is of the first.
    waits ? start.duration(to: .now) / .seconds(1) : Double(clock()) / 1e6
  }
}
