import DiskRecorder
import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork

/// One of the programs that have the store open: a `Store` of its own, with the documents as it
/// last saw them.
struct SimulatedProcess {
  /// Something that a program does.
  enum Deed: CaseIterable {
    case edit, group, publish, create, duplicate, archive, compact, checkpoint, backUp, suspend
    case close

    /// Mostly edits.
    static func any(_ random: inout SeededGenerator) -> Deed {
      random.once(in: 2) ? .edit : random.pick(allCases)
    }
  }

  let store: Store
  private let folder: URL
  private var documents: [DocumentName: StoredDocument] = [:]

  static let copyName = "copy.ekiben"

  init(
    in folder: URL, isNew: Bool, durability: Durability, access: Store.Access = .readWrite
  ) throws {
    self.folder = folder
    store = try Store(
      folder.appending(path: PowerWork.storeName).path, access: access, durability: durability,
      timeout: 0, now: 0, schema: isNew ? .test() : .current)
  }

  /// Does something, and notes what is acknowledged.
  ///
  /// - Returns: Whether all that was acknowledged outlives the power from here on.
  mutating func perform(
    _ deed: Deed, noting acknowledged: inout Acknowledged, _ random: inout SeededGenerator
  ) throws -> Bool {
    var work = RandomWork(seed: random.next())
    let metadata = EditMetadata(author: random.pick(["Ada", "Bob"]), time: 1)
    switch deed {
    case .edit, .group:
      let count = deed == .group ? 3 : 1
      try withDocument(&random) { document, store in
        let edits = try (0..<count).map { _ in try work.editOrMigration(document) }
        let entries = try store.perform(edits, on: &document, by: metadata).compactMap(\.self)
        try acknowledged.note(entries, of: document, in: store)
      }
    case .archive:
      let slices = random.number(in: 1...3)
      try withDocument(&random) { document, store in
        for _ in 0..<slices {
          guard try store.archiveOldEntries(of: &document, keeping: 3) else { return }
        }
      }
    case .publish:
      let form = try RandomWork.form(acknowledged.nextForm(&random))
      let made = try store.publish("form", form, by: metadata)
      if made.isNew { acknowledged.note(revision: made.revision) }
    case .create, .duplicate:
      try add(deed, noting: &acknowledged, &random, by: metadata)
    case .compact: _ = try store.compact()
    case .checkpoint: return try checkpoint()
    case .backUp: try backUp(acknowledged)
    case .suspend:
      try store.suspend()
      try store.resume()
    case .close:
      try store.close()
      return !FileManager.default.fileExists(atPath: store.path + "-wal")
    }
    return false
  }

  private mutating func withDocument(
    _ random: inout SeededGenerator, _ body: (inout StoredDocument, Store) throws -> Void
  ) throws {
    let names = try (store.documents() + store.documents(deleted: true)).map(\.name).sorted()
    let name = random.pick(names)
    var document = try documents[name] ?? store.document(name)
    defer { documents[name] = document }
    try body(&document, store)
  }

  private mutating func add(
    _ deed: Deed, noting acknowledged: inout Acknowledged, _ random: inout SeededGenerator,
    by metadata: EditMetadata
  ) throws {
    let uid = (0..<16).map { _ in UInt8(random.number(in: 0...255)) }
    guard try store.documents().count + store.documents(deleted: true).count < 5 else { return }
    var made: StoredDocument?
    if deed == .create {
      let (revision, form) = try store.form("form")
      var work = RandomWork(seed: random.next())
      made = try store.create(
        nil, from: "form", revision: revision, as: work.filled(form), uid: uid, by: metadata)
    }
    if deed == .duplicate {
      try withDocument(&random) { document, store in
        made = try store.duplicate(document, as: nil, uid: uid, by: metadata)
      }
    }
    guard let made else { return }
    let entries = try store.entries(of: made, 1...made.count)
    try acknowledged.note(entries, of: made, in: store)
  }

  private func checkpoint() throws -> Bool {
    try store.withConnection { connection throws(SQLiteError) in
      try connection.checkpointFenced()?.isComplete == true
    }
  }

  /// A copy is whole and verified, and taken away again.
  private func backUp(_ acknowledged: Acknowledged) throws {
    let path = folder.appending(path: Self.copyName).path
    try store.backUp(to: path)
    let copy = try Store(path, access: .readOnly, now: 0, schema: .test())
    let found = try acknowledged.examine(copy, isThorough: false)
    try demand(found == acknowledged.items.count, "the copy has \(found) things")
    try copy.close()
    try FileManager.default.removeItem(atPath: path)
  }
}
