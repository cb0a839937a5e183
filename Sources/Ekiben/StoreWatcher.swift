internal import Dispatch
public import EkibenStore
internal import Synchronization

/// Brings in what others write to a store's file, for as long as this object is held (rule P24).
///
/// It ends when it goes away, with ``cancel()``, and when the store closes. It keeps its store alive.
public final class StoreWatcher: Sendable {
  private struct State {
    var pace: WatchPace
    var files: FileEvents?
    var lifecycle: ObservationToken?
    /// The look that is due; those that were due before it are void.
    var turn = 0
    /// The version that the store was brought up to last.
    var version: ForeignVersion?
    /// What went wrong at the last look.
    var failure: StoreError?
    var isWatching = true
  }

  private let store: Store
  private let onError: @Sendable (StoreError) -> Void
  private let queue = DispatchQueue(label: "ekiben.watcher", qos: .userInitiated)
  private let state: Mutex<State>

  init(
    _ store: Store, polling interval: Duration?, _ onError: @escaping @Sendable (StoreError) -> Void
  ) throws(StoreError) {
    let path = try store.filePath()
    (self.store, self.onError) = (store, onError)
    state = Mutex(State(pace: .polling(interval ?? .milliseconds(500))))
    if interval == nil, let files = FileEvents(of: path, on: queue, { [weak self] in self?.wake() })
    {
      state.withLock { ($0.files, $0.pace) = (files, .events) }
    }
    let lifecycle = store.observeLifecycle { [weak self] event in
      switch event {
      case .closed: self?.cancel()
      case .resumed: self?.look(in: .zero)
      }
    }
    state.withLock { if $0.isWatching { $0.lifecycle = lifecycle } }
    // For what came before.
    look(in: .zero)
  }

  deinit { cancel() }

  /// Whether it goes on: false once it was cancelled or its store was closed.
  public var isWatching: Bool { state.withLock { $0.isWatching } }

  /// Whether it looks at regular intervals, since it is not told what happens to the file.
  public var isPolling: Bool { state.withLock { $0.pace.isSteady } }

  /// Ends the watching; a change that is being delivered in this moment may still arrive.
  public func cancel() {
    // What is released here is released outside the lock.
    let ended = state.withLock { state in
      defer { (state.files, state.lifecycle, state.isWatching) = (nil, nil, false) }
      return (state.files, state.lifecycle)
    }
    ended.1?.cancel()
  }

  private func wake() { if let gap = state.withLock({ $0.pace.wake() }) { look(in: gap) } }

  private func look(in gap: Duration) {
    let turn = state.withLock { state in
      state.turn += 1
      return state.turn
    }
    let (seconds, attoseconds) = gap.components
    let time = DispatchTime.now() + .seconds(Int(seconds))
    queue.asyncAfter(deadline: time + .nanoseconds(Int(attoseconds / 1_000_000_000))) {
      [weak self] in self?.look(turn)
    }
  }

  private func look(_ turn: Int) {
    guard state.withLock({ $0.isWatching && $0.turn == turn }) else { return }
    do throws(StoreError) {
      // What is written while this goes on is found at the next look.
      let version = try store.foreignVersion()
      if version != state.withLock({ $0.version }) { try store.refresh() }
      state.withLock { ($0.version, $0.failure) = (version, nil) }
    } catch { note(error) }
    look(in: state.withLock { $0.pace.next() })
  }

  private func note(_ error: StoreError) {
    switch error {
    case .closed: cancel()
    case .suspended: return
    default:
      let isNew = state.withLock { state in
        defer { state.failure = error }
        return state.failure != error
      }
      if isNew { onError(error) }
    }
  }
}

extension Store {
  /// Watches the file from now on, so that what other stores and processes write arrives by itself.
  ///
  /// ```swift
  /// let watcher = try store.watch()  // as long as it is held, sessions and observers follow
  /// ```
  ///
  /// Each change does what ``EkibenStore/Store/refresh()`` does, on a thread of the watcher's own:
  /// observers are called there, in the order of the journal, and sessions follow on the main actor's
  /// next turn. What comes in quick succession is brought in together and told one by one. Of a store
  /// that is suspended the watcher waits for the resumption.
  ///
  /// By default the system tells of changes in the file's folder (inotify on Linux, dispatch sources
  /// on Apple's platforms), and where it has nothing left to do that with, the watcher looks every half
  /// second. Where it tells of nothing, as of other machines' writes on a network drive, pass an
  /// interval. A watcher that is told of events looks from time to time nevertheless, once a minute
  /// at least.
  ///
  /// - Parameters:
  ///   - interval: The time between two looks, from a millisecond to a day; nil waits for events.
  ///   - onError: Called when reading fails, on the watcher's thread, and of one failure only once
  ///     while it lasts. The watcher goes on and tries again, so nothing is lost by not listening.
  /// - Returns: The watcher, which ends when it goes away.
  /// - Throws: ``EkibenStore/StoreError`` of a store that is closed or suspended.
  /// - Complexity: O(1) for a look that finds nothing, also after own edits; else as `refresh()`.
  public func watch(
    polling interval: Duration? = nil, onError: @escaping @Sendable (StoreError) -> Void = { _ in }
  ) throws(StoreError) -> StoreWatcher { try StoreWatcher(self, polling: interval, onError) }
}
