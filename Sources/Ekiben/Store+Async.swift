internal import Dispatch
public import EkibenStore
internal import Synchronization

// A call that is cancelled before its turn does not run.
extension Store {
  /// Reads without blocking the caller: the body runs on a thread of the store's own.
  ///
  /// ```swift
  /// let names = try await store.read { try $0.documents().map(\.name) }
  /// ```
  ///
  /// The store's asynchronous calls follow each other, in the order in which they were made; blocking
  /// calls come in between. No thread of Swift's pool waits for the file or for the locks of others. A
  /// call that is cancelled before its turn does not run; one that has begun runs to its end, and then
  /// throws.
  ///
  /// - Parameter body: Takes the store, for any number of calls; each sees one state of the file.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws, `CancellationError`; of a store that is closed,
  ///   ``EkibenStore/StoreError/closed(path:)`` by the first call in the body.
  public func read<Output: Sendable>(
    _ body: @escaping @Sendable (Store) throws -> Output
  ) async throws -> Output {
    let output = try await run(body)
    try Task.checkCancellation()
    return output
  }

  /// Writes without blocking the caller: the body runs on a thread of the store's own.
  ///
  /// As ``read(_:)``, but a call that has begun says what came of it even if it is cancelled: whoever
  /// cancels has to know whether it was written. `CancellationError` means that it was not.
  ///
  /// - Parameter body: Takes the store, for any number of edits; each is a transaction of its own.
  /// - Returns: What the body returns.
  /// - Throws: As ``read(_:)``.
  public func write<Output: Sendable>(
    _ body: @escaping @Sendable (Store) throws -> Output
  ) async throws -> Output { try await run(body) }

  private func run<Output: Sendable>(
    _ body: @escaping @Sendable (Store) throws -> Output
  ) async throws -> Output {
    let isCancelled = Mutex(false)
    let queue = StoreSessions.of(self).queue
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.async {
          continuation.resume(
            with: Result {
              if isCancelled.withLock({ $0 }) { throw CancellationError() }
              return try body(self)
            })
        }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
    }
  }
}
