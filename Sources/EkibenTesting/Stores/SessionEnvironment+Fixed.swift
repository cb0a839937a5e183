public import Ekiben
import Synchronization

extension SessionEnvironment {
  /// An environment that gives every run the same times and ids.
  ///
  /// The first call of the clock tells `start`, every further one `step` more. Ids come from the
  /// seed. Copies share one clock and one source of ids, as copies of the real ones do: documents of one store
  /// are begun with copies of one environment, or with different seeds, since no two can have one id.
  ///
  /// - Parameters:
  ///   - author: The author of edits.
  ///   - start: The first time, in UTC milliseconds since 1970; by default the beginning of 2026.
  ///   - step: How many milliseconds pass from one call to the next; a clock can go backwards, too.
  ///   - seed: Where the ids start.
  /// - Returns: An environment with a clock and a source of ids of its own.
  public static func fixed(
    author: String = "tester", start: Int64 = 1_767_225_600_000, step: Int64 = 1000,
    seed: UInt64 = 0
  ) -> SessionEnvironment {
    let clock = Mutex(start)
    let random = Mutex(SeededGenerator(seed: seed))
    return SessionEnvironment(
      author: author,
      now: {
        clock.withLock { time in
          defer { time &+= step }
          return time
        }
      },
      uid: {
        random.withLock { random in
          (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
      })
  }
}
