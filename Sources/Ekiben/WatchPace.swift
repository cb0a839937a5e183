/// When a watcher looks at its store: soon after something happened, and then less and less often.
///
/// SQLite writes a commit to the file before it lets others see it, and no event tells of the second;
/// one look after an event could come too early.
struct WatchPace: Sendable {
  /// The gap between an event and a look, in which others gather.
  private let shortest: Duration
  /// The gap that is not exceeded however long nothing happens.
  private let longest: Duration
  /// The gap to the look after the next one.
  private var gap: Duration
  /// Whether the next look is as near as it can be.
  private var isSoon = false

  private init(shortest: Duration, longest: Duration) {
    (self.shortest, self.longest, gap) = (shortest, longest, shortest)
  }

  /// Whether the gap is always the same.
  var isSteady: Bool { shortest == longest }

  /// For a watcher that is told of events.
  static let events = WatchPace(shortest: .milliseconds(10), longest: .seconds(60))

  /// For a watcher that is told of nothing: the same gap always, from a millisecond to a day.
  static func polling(_ interval: Duration) -> WatchPace {
    let gap = min(max(interval, .milliseconds(1)), .seconds(86_400))
    return WatchPace(shortest: gap, longest: gap)
  }

  /// After an event: the gap to the next look; nil where that is as near already.
  mutating func wake() -> Duration? {
    if isSoon { return nil }
    gap = shortest
    return next()
  }

  /// After a look: the gap to the next one.
  mutating func next() -> Duration {
    defer {
      isSoon = gap <= shortest
      gap = min(gap * 2, longest)
    }
    return gap
  }
}
