internal import Dispatch
public import EkibenStore

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
    let output = try await run(on: SerialQueue.init, body)
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
  ) async throws -> Output {
    try await run(on: SerialQueue.init, body)
  }
}

/// A queue of the system's, whose threads may block.
private struct SerialQueue: StoreWorker {
  private let queue = DispatchQueue(label: "ekiben.store", qos: .userInitiated)

  func enqueue(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }
}
