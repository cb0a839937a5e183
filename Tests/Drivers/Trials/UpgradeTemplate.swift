import EkibenDocuments
import EkibenStore
import Foundation
import RandomWork
import TestSupport

/// A store before its upgrade, with some history, to be copied for each trial.
struct UpgradeTemplate {
  /// Whether it was closed or killed, for telling.
  let name: String
  /// What its documents hold.
  let documents: [DocumentName: CanonicalDump]
  /// Its file when everything that lay in the `-wal` is in it.
  let whole: [UInt8]
  private let folder: URL

  /// Makes a store that was closed, or one that a kill left with a `-wal`.
  init(in folder: URL, isKilled: Bool, seed: UInt64) throws {
    name = isKilled ? "killed" : "closed"
    self.folder = folder.appending(path: "template-\(name)")
    let making = folder.appending(path: "making-\(name)")
    for folder in [making, self.folder] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let path = Self.path(making)
    try makeStore(path, documents: 2)
    let store = try Store(path, now: 0)
    var work = RandomWork(seed: seed)
    for name in try store.documents().map(\.name) {
      var document = try store.document(name)
      for _ in 0..<60 { try Self.edit(&document, in: store, &work) }
    }
    if isKilled { try Self.copy(from: making, to: self.folder) }
    try store.close()
    if !isKilled { try Self.copy(from: making, to: self.folder) }
    let old = try Store(path, access: .readOnly, now: 0)
    documents = try Self.dumps(of: old)
    try old.close()
    whole = try fileBytes(at: URL(filePath: path))
  }

  /// Where the store lies in a folder.
  static func path(_ folder: URL) -> String { folder.appending(path: "store.ekiben").path }

  /// What every document of a store holds, deleted ones too.
  static func dumps(of store: Store) throws -> [DocumentName: CanonicalDump] {
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, CanonicalDump(try store.document($0))) })
  }

  /// Copies the store, and its `-wal` if it has one.
  func copy(to other: URL) throws { try Self.copy(from: folder, to: other) }

  private static func copy(from: URL, to: URL) throws {
    for ending in ["", "-wal"] where FileManager.default.fileExists(atPath: path(from) + ending) {
      try FileManager.default.copyItem(atPath: path(from) + ending, toPath: path(to) + ending)
    }
  }

  // What a document's history does not allow is refused.
  private static func edit(
    _ document: inout StoredDocument, in store: Store, _ work: inout RandomWork
  ) throws {
    let edit = try work.edit(document)
    do throws(StoreError) {
      try store.perform(edit, on: &document, by: EditMetadata(author: "Ada", time: 1))
    } catch {
      switch error {
      case .history, .conflict, .unknownRow, .deleted: return
      default: throw error
      }
    }
  }
}
