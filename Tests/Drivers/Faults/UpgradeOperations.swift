import CDrivers
import EkibenStore
import Foundation
import RandomWork
import TestSupport

/// Upgrades of a store: to this format, and through two migrations of tests, one of which makes a table anew to which others refer.
extension Operation {
  static var upgrading: [Operation] {
    [
      Operation(
        name: "upgrade", prepare: makeVisit, open: { _ in },
        run: { try $0.openUpgraded(to: 5) }, stages: [{ try $0.openUpgraded(to: 4) }],
        schema: .test()),
      // The first store that ever was, as it is opened by every later program.
      Operation(
        name: "upgrade-format-1", prepare: { try $0.takeFixture(of: 1) }, open: { _ in },
        run: { try $0.openNewest() }, stages: [{ try $0.upgradeToSecond() }]),
      Operation(
        name: "upgrade-format-2", prepare: { try $0.takeFixture(of: 2) }, open: { _ in },
        run: { try $0.openNewest() }),
      // What a killed process left in the `-wal` belongs to the old store, too.
      Operation(
        name: "upgrade-recovered", prepare: makeVisit, isKilled: true, open: { _ in },
        run: { try $0.openUpgraded(to: 5) }, stages: [{ try $0.openUpgraded(to: 4) }],
        schema: .test()),
      Operation(
        name: "upgrade-keep", prepare: makeVisit, open: { _ in }, run: { try $0.upgradeKeeping() },
        stages: [
          { try $0.copyOld() },
          {
            try $0.copyOld()
            try $0.openUpgraded(to: 4)
          },
        ], schema: .test()),
      Operation(
        name: "upgrade-keep-recovered", prepare: makeVisit, isKilled: true, open: { _ in },
        run: { try $0.upgradeKeeping() },
        stages: [
          { try $0.mergeAndCopyOld() },
          {
            try $0.mergeAndCopyOld()
            try $0.openUpgraded(to: 4)
          },
        ], schema: .test()),
    ]
  }
}

extension Context {
  fileprivate func takeFixture(of format: Int) throws {
    let fixture = projectRoot.appending(
      path: "Tests/EkibenStoreTests/Fixtures/format-\(format).ekiben")
    try FileManager.default.copyItem(at: fixture, to: URL(filePath: path))
  }

  /// The first of the steps, with the same id.
  fileprivate func upgradeToSecond() throws {
    _ = try Store.upgrade(
      path, keepingCopy: false, timeout: 0, now: 0, id: [UInt8](repeating: 7, count: 16),
      schema: .test(format: 2))
  }

  private var keptPath: String { path + "-before-5" }

  /// Opens the store for writing, as any program does.
  fileprivate func openUpgraded(to format: Int) throws {
    store = try Store(path, timeout: 0, now: 0, schema: .test(format: format))
  }

  /// Does what the message says where the copy is there already: upgrades without another.
  fileprivate func upgradeKeeping() throws {
    func upgrade(keepingCopy: Bool) throws {
      _ = try Store.upgrade(path, keepingCopy: keepingCopy, timeout: 0, now: 0, schema: .test())
    }
    do { try upgrade(keepingCopy: true) } catch StoreError.fileExists(path: keptPath) {
      try upgrade(keepingCopy: false)
    }
  }

  /// Copies the old file by other means, so that a copy that is found can be compared with it.
  fileprivate func copyOld() throws {
    let error = unsafe drivers_copy_file(path, keptPath)
    guard error == 0 else { throw NotCopied(error: error) }
  }

  /// Moves what lies in the `-wal` into the file first, as the upgrade does.
  fileprivate func mergeAndCopyOld() throws {
    try Store(path, timeout: 0, now: 0).close()
    try copyOld()
  }
}

private struct NotCopied: Error { let error: Int32 }
