internal import Synchronization

/// Runs closures one after the other, on a thread where they may block.
package protocol StoreWorker: Sendable {
  func enqueue(_ work: @escaping @Sendable () -> Void)
}

extension Store {
  /// Runs a body in its turn on the store's worker, so that no thread of the caller's waits.
  ///
  /// A body whose task was cancelled before its turn came does not run.
  package func run<Output: Sendable>(
    on makeWorker: () -> any StoreWorker,
    _ body: @escaping @Sendable (Store) throws -> Output
  ) async throws -> Output {
    let turn = Turn()
    let worker = worker(orMade: makeWorker)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        worker.enqueue {
          continuation.resume(
            with: Result {
              if turn.isCancelled { throw CancellationError() }
              return try body(self)
            })
        }
      }
    } onCancel: {
      turn.cancel()
    }
  }
}

/// Whether a call that waits for its turn was cancelled.
private final class Turn: Sendable {
  private let state = Mutex(false)

  var isCancelled: Bool { state.withLock { $0 } }

  func cancel() { state.withLock { $0 = true } }
}
