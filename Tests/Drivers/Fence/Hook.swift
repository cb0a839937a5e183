import CDrivers

/// A piece of Swift that SQLite runs at a chosen moment, in its own thread and in the middle of its
/// work, as another process might act at that very moment.
final class Hook {
  private let action: () -> Void
  private var isRunning = false
  /// How often the moment came.
  private(set) var calls = 0

  init(_ action: @escaping () -> Void) { self.action = action }

  /// Runs a body during which checkpoints meet this hook in the window of the "WAL reset" race.
  func inWindow<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe drivers_set_window_hook(Self.run, context)
    defer { drivers_set_window_hook(nil, nil) }
    return try body()
  }

  /// Runs a body during which opening a database file meets this hook.
  func beforeOpening<Result>(_ body: () throws -> Result) rethrows -> Result {
    unsafe drivers_set_open_hook(Self.run, context)
    defer { drivers_set_open_hook(nil, nil) }
    return try body()
  }

  private var context: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

  private static let run: drivers_hook = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Hook>.fromOpaque(context).takeUnretainedValue().act()
  }

  /// What the action does can come to the same moment again; that does not count.
  private func act() {
    guard !isRunning else { return }
    isRunning = true
    defer { isRunning = false }
    calls += 1
    action()
  }
}
