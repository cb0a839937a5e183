internal import EkibenDocuments
internal import Synchronization

/// The observers of a store, and the changes that they have not been notified of.
///
/// Changes are put in line while the store's lock is held, so in the order of the commits, and delivered
/// after it is released: a callback may use the store. One thread delivers at a time, and calls that
/// come in between leave their changes in line.
final class ObserverHub: Sendable {
  /// A change, the key of its document, and the sections that its rows stand in afterwards.
  typealias SeenChange = (change: JournalChange, document: Int64, places: [RowID: SectionID])
  /// How many entries documents have, by their keys: a document that was destroyed has one that is never given again,
  /// whatever takes its name, and if it comes in again itself.
  typealias Counts = [Int64: Int]
  typealias Callback = @Sendable (JournalChange) -> Void
  typealias LifecycleCallback = @Sendable (StoreLifecycleEvent) -> Void

  private struct Observer {
    let id: Int
    let scope: ObservationScope
    /// What had happened already when it joined; documents that are not in it began later.
    var counts: Counts
    let callback: Callback
    let end: @Sendable () -> Void

    func notify(of seen: SeenChange) {
      guard seen.change.entry.number > counts[seen.document] ?? 0 else { return }
      if let part = scope.part(of: seen.change, places: seen.places) { callback(part) }
    }
  }

  private struct State {
    /// In the order in which they came, so by their ids.
    var observers: [Observer] = []
    var lifecycleObservers: [Int: LifecycleCallback] = [:]
    var nextID = 0
    var line: [SeenChange] = []
    /// How many of the line are delivered.
    var delivered = 0
    var isDelivering = false
    var isEnded = false
    /// The last entry of each document that was put in line.
    var seen: Counts = [:]

    mutating func begin() -> Bool {
      if isDelivering || line.isEmpty { return false }
      isDelivering = true
      return true
    }

    /// The next change and whom to tell, in the order in which they came.
    mutating func next() -> (SeenChange, [Observer])? {
      guard delivered < line.count else {
        (line, delivered, isDelivering) = ([], 0, false)
        return nil
      }
      // Of a line that never ends, because callbacks write, what was delivered does not stay.
      if delivered > line.count / 2 {
        line.removeFirst(delivered)
        delivered = 0
      }
      delivered += 1
      return (line[delivered - 1], observers)
    }

    /// Those whose observation is over, each once.
    ///
    /// Whoever takes them lets them go outside the lock: what their closures hold may end observations when it goes.
    mutating func takeEnded() -> (observers: [Observer], lifecycle: [LifecycleCallback]) {
      guard isEnded, !isDelivering, line.isEmpty else { return ([], []) }
      defer { (observers, lifecycleObservers) = ([], [:]) }
      return (observers, sortedLifecycleObservers)
    }

    var sortedLifecycleObservers: [LifecycleCallback] {
      lifecycleObservers.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  private let state = Mutex(State())

  /// Ends every observation, once everything that is in line is delivered.
  func end() {
    state.withLock { $0.isEnded = true }
    deliver()
  }

  func isObserved(_ document: DocumentName) -> Bool {
    state.withLock { state in
      state.observers.contains {
        $0.scope.document == nil || $0.scope.document == document
      }
    }
  }

  /// Whether anybody observes a section.
  var asksForSections: Bool {
    state.withLock { state in state.observers.contains { $0.scope.asksForSections } }
  }

  /// The documents observed by name, and whether all are.
  var scopes: (all: Bool, names: Set<DocumentName>) {
    state.withLock { state in
      let names = state.observers.map(\.scope.document)
      return (names.contains(nil), Set(names.compactMap(\.self)))
    }
  }

  /// Adds an observer, for whom everything up to the counts given has happened already.
  func add(
    _ scope: ObservationScope, after counts: Counts,
    onEnd end: @escaping @Sendable () -> Void, _ callback: @escaping Callback
  ) -> Int {
    state.withLock { state in
      for (key, count) in counts where state.seen[key] == nil { state.seen[key] = count }
      state.nextID += 1
      state.observers.append(
        Observer(id: state.nextID, scope: scope, counts: counts, callback: callback, end: end))
      return state.nextID
    }
  }

  func remove(_ id: Int) {
    // Its closures go with what is returned, outside the lock.
    _ = state.withLock { state in
      let place = state.observers.firstPlace { $0.id >= id }
      let isThere = state.observers.dropFirst(place).first?.id == id
      let observer = isThere ? state.observers.remove(at: place) : nil
      if state.observers.isEmpty { state.seen.removeAll() }
      return (observer, state.lifecycleObservers.removeValue(forKey: id))
    }
  }

  /// The last entry of a document that was put in line; 0 for one that began later.
  func seen(_ document: Int64) -> Int {
    state.withLock { state in state.seen[document] ?? 0 }
  }

  /// Puts changes in line that follow the last one of their document.
  func put(_ changes: [SeenChange]) {
    state.withLock { state in
      for seen in changes {
        let number = seen.change.entry.number
        guard number == (state.seen[seen.document] ?? 0) + 1 else { continue }
        state.seen[seen.document] = number
        state.line.append(seen)
      }
    }
  }

  /// Delivers what is in line, unless another call is at it.
  func deliver() {
    if state.withLock({ $0.begin() }) {
      while let (change, observers) = state.withLock({ $0.next() }) {
        for observer in observers { observer.notify(of: change) }
      }
    }
    let ended = state.withLock { $0.takeEnded() }
    for observer in ended.observers { observer.end() }
    for observer in ended.lifecycle { observer(.closed) }
  }

  /// Adds an observer of what happens to the store; if the store is closed already, it is called at
  /// once.
  func addLifecycleObserver(_ body: @escaping LifecycleCallback) -> Int {
    defer { deliver() }
    return state.withLock { state in
      state.nextID += 1
      state.lifecycleObservers[state.nextID] = body
      return state.nextID
    }
  }

  /// Notifies observers that the store has opened its file again.
  func resume() {
    for observer in state.withLock({ $0.sortedLifecycleObservers }) { observer(.resumed) }
  }
}
