public import Ekiben

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Lends a new, empty store in a folder of its own, and removes both afterwards, also after an error.
///
/// The file is on disk, so a test can close the store and open ``EkibenStore/Store/path`` again, as
/// often as it likes, while the body runs.
///
/// ```swift
/// try withTemporaryStore { store in
///   let session = try store.open("visit", from: intake, in: .fixed())
///   …
/// }
/// ```
///
/// - Parameters:
///   - registry: The components of rows.
///   - body: Takes the store.
/// - Returns: What the body returns.
/// - Throws: What the body throws, else what closing the store or removing the folder throws.
public func withTemporaryStore<Result>(
  registry: ComponentRegistry = .standard, _ body: (Store) throws -> Result
) throws -> Result {
  let temporary = try TemporaryStore(registry)
  defer { temporary.abandon() }
  let result = try body(temporary.store)
  try temporary.remove()
  return result
}

/// Lends a new, empty store in a folder of its own to a body that waits, and removes both afterwards.
///
/// - Parameters:
///   - registry: The components of rows.
///   - body: Takes the store.
/// - Returns: What the body returns.
/// - Throws: What the body throws, else what closing the store or removing the folder throws.
public func withTemporaryStore<Result>(
  registry: ComponentRegistry = .standard, _ body: (Store) async throws -> Result
) async throws -> Result {
  let temporary = try TemporaryStore(registry)
  defer { temporary.abandon() }
  let result = try await body(temporary.store)
  try temporary.remove()
  return result
}

/// An open store and the folder that goes with it.
private struct TemporaryStore {
  let folder: URL
  let store: Store

  init(_ registry: ComponentRegistry) throws {
    folder = FileManager.default.temporaryDirectory
      .appending(path: "ekiben-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try Store(
      folder.appending(path: "test.ekiben").path, registry: registry, now: 0,
      id: Array(1...16))
  }

  func remove() throws {
    // The body may have closed it already; a second time does nothing.
    try store.close()
    try FileManager.default.removeItem(at: folder)
  }

  // The body's error is what the test needs; tidying up must not replace it.
  func abandon() {
    do { try remove() } catch {}
  }
}
