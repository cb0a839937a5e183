import Synchronization

/// Says on a terminal how far long work has come: one line of standard error, which goes away when the work
/// ends, and never comes for work that is short.
final class ProgressLine: Sendable {
  private struct State {
    var next: ContinuousClock.Instant
    var isShown = false
  }

  private let what: String
  private let terminal: (@Sendable (String) -> Void)?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state: Mutex<State>

  /// How long work takes before anything is said of it.
  static let patience = Duration.milliseconds(500)
  /// How long a line stays as it is.
  static let pace = Duration.milliseconds(100)

  /// Begins work, such as `verifying`; nothing is said of it without a terminal.
  init(
    _ what: String, on terminal: (@Sendable (String) -> Void)?,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    (self.what, self.terminal, self.now) = (what, terminal, now)
    state = Mutex(State(next: now() + Self.patience))
  }

  /// Notes how much is done; from any thread.
  func note(_ done: Int, of total: Int) {
    guard let terminal, total > 0 else { return }
    // The lock is held while it is written, so that lines come in their order.
    state.withLock { state in
      let now = now()
      guard now >= state.next else { return }
      (state.next, state.isShown) = (now + Self.pace, true)
      terminal("\(Self.clear)\(what): \(min(100, done * 100 / total)) %")
    }
  }

  func end() {
    state.withLock { state in
      if state.isShown { terminal?(Self.clear) }
      state.isShown = false
    }
  }

  // To the beginning of the line, and nothing from there on (ECMA-48).
  private static let clear = "\r\u{1B}[K"
}

extension Call {
  /// Runs work that says how far it has come.
  func showingProgress<Result>(
    _ what: String, _ body: (ProgressLine) throws -> Result
  ) rethrows -> Result {
    let line = ProgressLine(what, on: console.terminal)
    defer { line.end() }
    return try body(line)
  }
}
