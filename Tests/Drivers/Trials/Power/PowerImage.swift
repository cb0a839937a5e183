import DiskRecorder
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport

/// What the power left after some number of calls, and what must be there.
struct PowerImage {
  let image: DiskImage
  let calls: Int
  let work: PowerWork

  /// Opens what is left in an empty folder and compares it with what was promised.
  ///
  /// - Returns: How many acknowledged items are gone.
  func examine(in folder: URL, _ random: inout SeededGenerator) throws -> Int {
    var image = image
    // What is mapped into memory reaches the disk at any time, or never.
    let shared = PowerWork.storeName + "-shm"
    if image.files[shared] != nil, random.once(in: 2) {
      image.files[shared] = (0..<32_768).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    try image.write(to: folder.path)
    try examineCopies(in: folder)
    let path = folder.appending(path: PowerWork.storeName).path
    let (acknowledged, required, possible) = bounds
    if random.once(in: 4), required > 0 {
      let reader = try Store(path, access: .readOnly, now: 0, schema: schema)
      _ = try work.acknowledged.examine(reader, isThorough: false)
      try reader.close()
    }
    let isPromised = required > 0 || (work.durability == .powerLoss && calls >= work.made)
    let access: Store.Access = isPromised ? .readWrite : .create
    let store = try Store(path, access: access, now: 0, schema: schema)
    let findings = try store.verify().findings
    try demand(findings.isEmpty, "verify: \(findings)")
    let found = try work.acknowledged.examine(store, isThorough: random.once(in: 4))
    try demand(found >= required, "\(found) of \(required) acknowledged things are left")
    try demand(found <= possible, "\(found) things, where only \(possible) were begun")
    if random.once(in: 4) { try goOn(store) }
    try store.close()
    try demand(
      !FileManager.default.fileExists(atPath: path + "-wal"), "closing leaves a -wal")
    return max(0, acknowledged - found)
  }

  /// What was acknowledged, what of it must be left, and what can have been begun.
  private var bounds: (acknowledged: Int, required: Int, possible: Int) {
    var (acknowledged, required) = (0, 0)
    for promise in work.promises {
      if promise.calls > calls { return (acknowledged, required, promise.items) }
      acknowledged = promise.items
      if promise.isLasting || work.durability == .powerLoss { required = promise.items }
    }
    return (acknowledged, required, acknowledged)
  }

  private var schema: StoreSchema {
    guard let upgrade = work.upgrade, calls >= upgrade.begun else { return .current }
    return .test()
  }

  /// A copy has its name only when all of it is on the disk; once acknowledged it stays.
  private func examineCopies(in folder: URL) throws {
    for copy in work.copies where copy.begun <= calls {
      guard let bytes = image.files[copy.name] else {
        try demand(copy.done > calls, "\(copy.name) is gone")
        continue
      }
      if let expected = copy.bytes {
        try demand(bytes == expected, "\(copy.name) is not the old file")
      } else {
        try examine(copy, in: folder)
      }
    }
  }

  private func examine(_ copy: PowerWork.Copy, in folder: URL) throws {
    let path = folder.appending(path: copy.name).path
    let reader = try Store(path, access: .readOnly, now: 0, schema: schema)
    let found = try work.acknowledged.examine(reader, isThorough: false)
    try demand(found == copy.items, "\(copy.name) has \(found) of \(copy.items) things")
    try reader.close()
  }

  /// Undoes and does again what is left, which must be possible.
  private func goOn(_ store: Store) throws {
    let metadata = EditMetadata(author: "Eve", time: 2)
    for summary in try store.documents() {
      var document = try store.document(summary.name)
      let full = CanonicalDump(document)
      let steps = document.history.undoableSteps
      if steps == 0 { continue }
      try store.perform(.undo(steps: steps), on: &document, by: metadata)
      try store.perform(.redo(steps: steps), on: &document, by: metadata)
      let again = CanonicalDump(try store.document(summary.name))
      if let difference = again.difference(from: full) {
        throw Difference(description: "after undo and redo: \(difference)")
      }
    }
    let findings = try store.verify().findings
    try demand(findings.isEmpty, "verify after going on: \(findings)")
  }
}
