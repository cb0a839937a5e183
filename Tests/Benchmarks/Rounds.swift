import BenchmarkResults
import Foundation

/// One side of a comparison.
struct Side {
  let name: String
  /// What is done before each round, which does not count.
  var prepare: () throws -> Void = {}
  /// What is timed; freeing what it returns is not part of its time.
  let run: () throws -> Any
}

/// Runs several sides in turn and compares them round by round.
enum Rounds {
  /// Fewer rounds than seven are no figure.
  static let count = 9

  /// Measures `ours` against `theirs`, interleaved, after a warm-up round of each.
  ///
  /// Each closure does `size` things and is timed as a whole; figures are microseconds a thing, on the
  /// `clock` that is asked.
  static func compare<Ours, Theirs>(
    _ workload: String, against: String, size: Int, target: Double? = nil,
    by clock: Clock = .processor,
    ours: @escaping () throws -> Ours, theirs: @escaping () throws -> Theirs
  ) throws -> BenchmarkResult {
    let sides = [
      Side(name: "", run: { try ours() as Any }), Side(name: against, run: { try theirs() as Any }),
    ]
    return try compare(workload, sides, size: size, target: target, by: clock)[0]
  }

  /// Measures several sides: the first is ours, the second the baseline, and the others are peers.
  ///
  /// - Returns: Our figure beside the baseline, and then that of each peer, without a target.
  static func compare(
    _ workload: String, _ sides: [Side], size: Int, target: Double? = nil,
    by clock: Clock = .processor
  ) throws -> [BenchmarkResult] {
    let times = try times(sides, clock).map { side in side.map { $0 * 1e6 / Double(size) } }
    return sides.indices.filter { $0 != 1 }.map { side in
      BenchmarkResult(
        side == 0 ? workload : "\(workload): \(sides[side].name)", median(times[side]), "µs",
        baseline: median(times[1]), against: sides[1].name, target: side == 0 ? target : nil,
        rounds: zip(times[side], times[1]).map { $0 / $1 })
    }
  }

  // The seconds of each side in each round.
  private static func times(_ sides: [Side], _ clock: Clock) throws -> [[Double]] {
    for side in sides {
      try side.prepare()
      _ = try side.run()
    }
    var times = [[Double]](repeating: [], count: sides.count)
    for round in 0..<count {
      // The order changes, so that no side always runs behind the same one.
      for turn in sides.indices {
        let side = (round + turn) % sides.count
        try sides[side].prepare()
        let start = clock.now()
        let result = try sides[side].run()
        times[side].append(clock.now() - start)
        withExtendedLifetime(result) {}
      }
    }
    return times
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

/// What time is taken from.
enum Clock {
  /// The time of the processor that the program took in all its threads, so that work that is handed to another
  /// one counts as well.
  case processor
  /// The time on the wall, for what waits for the disk.
  case wall
  /// The time of the processor that the programs took that this one started and that have ended.
  case children

  private static let start = ContinuousClock.now

  /// A point of time, in seconds.
  func now() -> Double {
    switch self {
    case .processor:
      var time = timespec()
      unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    case .wall:
      return Self.start.duration(to: .now) / .seconds(1)
    case .children:
      var usage = rusage()
      // `RUSAGE_CHILDREN`, which is of another type on each system.
      unsafe getrusage(-1, &usage)
      return [usage.ru_utime, usage.ru_stime].reduce(0) {
        $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
      }
    }
  }
}

/// Points of time of the processor, in seconds.
enum Seconds {
  static func now() -> Double { Clock.processor.now() }
}
