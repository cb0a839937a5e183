import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `A copy in a store's place` {
  /// A store with a number of documents, closed.
  private func make(_ path: String, documents: Int) throws {
    let store = try Store(path, now: 0)
    _ = try store.publish("visit", try visitForm(), by: by())
    for number in 0..<documents {
      _ = try store.create(nil, from: "visit", uid: uid(UInt8(number + 2)), by: by())
    }
    try store.close()
  }

  private func count(_ path: String) throws -> Int {
    let store = try Store(path, access: .readOnly, now: 0)
    defer { do { try store.close() } catch { Issue.record(error) } }
    #expect(try store.verify().findings == [])
    return try store.documents().count
  }

  private func pageBytes(_ path: String) throws -> Int {
    let pages = try query(
      path, "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size")
    return Int(pages.joined()) ?? -1
  }

  // Rule P34.
  @Test func `is what was copied, and what was there is kept under a name of its own`() throws {
    try withStorePath { path in
      let copy = path + "-copy"
      try make(copy, documents: 3)
      let first = try Store.restore(copy, to: path)
      #expect(
        first == StoreRestoration(documents: 3, bytes: try pageBytes(path), kept: nil))
      for (documents, name) in [(1, "-before-restore"), (0, "-before-restore-2")] {
        try FileManager.default.removeItem(atPath: copy)
        try make(copy, documents: documents)
        let before = try count(path)
        let done = try Store.restore(copy, to: path)
        #expect(done.documents == documents && done.kept == path + name)
        #expect(try done.bytes == pageBytes(path))
        #expect(try count(path) == documents && count(path + name) == before)
        #expect(try count(copy) == documents)
      }
      // Counting pages by SQL leaves a log without frames.
      let left = try files(of: path).keys.sorted().filter { !$0.hasSuffix("-wal") }
      #expect(
        left == [
          "test.ekiben", "test.ekiben-before-restore", "test.ekiben-before-restore-2",
          "test.ekiben-copy",
        ])
    }
  }

  // Rule P32: nothing of another store passes for what comes next of this one.
  @Test(arguments: [false, true])
  func `is not read by whoever reads the store that was there`(besideWriter: Bool) throws {
    try withStorePath { path in
      try make(path + "-other", documents: 3)
      try make(path, documents: 1)
      let writer = besideWriter ? try Store(path, now: 0) : nil
      if let writer { _ = try writer.create(nil, from: "visit", uid: uid(9), by: by()) }
      let reader = try Store(path, access: .readOnly, now: 0)
      let late = try Store(path, access: .readOnly, now: 0)
      let names = try reader.documents().map(\.name)
      try writer?.close()
      _ = try Store.restore(path + "-other", to: path)
      var walked: [DocumentName] = []
      for _ in 0..<2 {
        do throws(StoreError) {
          _ = try reader.eachDocument(of: "visit") { document, _, _ in
            walked.append(document.name)
            return true
          }
          #expect(try reader.documents().map(\.name) == names)
        } catch {
          #expect(!besideWriter && error == .replaced(path: path))
        }
      }
      #expect(walked == (besideWriter ? names + names : []))
      // Who has been told nothing yet takes what is at the path by now.
      #expect(try late.documents().count == (besideWriter ? 2 : 3))
      for store in [reader, late] { try store.close() }
    }
  }

  @Test func `is of a store that is in use as it stands, and tells whoever has the old one`() throws
  {
    try withStorePath { path in
      try make(path + "-other", documents: 2)
      let other = try Store(path + "-other", now: 0)
      _ = try other.create(nil, from: "visit", uid: uid(9), by: by())
      try make(path, documents: 1)
      let old = try Store(path, now: 0)
      var visit = try old.document("visit")
      try old.set(&visit, ("name", "Ada"))
      #expect(try Store.restore(path + "-other", to: path, timeout: 50).documents == 3)
      let replaced = StoreError.replaced(path: path)
      #expect(try storeError { try old.set(&visit, ("name", "Eve")) } == replaced)
      #expect(try storeError { try old.refresh(&visit) } == replaced)
      #expect(try storeError { try old.refresh() } == replaced)
      try old.close()
      try other.close()
      #expect(try count(path) == 3)
      let kept = try Store(path + "-before-restore", now: 0)
      #expect(try kept.document("visit").answer("name") == "Ada")
      try kept.close()
    }
  }

  fileprivate enum Obstacle: String, CaseIterable {
    case text, folder, log, partial, damaged, nothing
  }

  /// Puts something at the path of a store; returns the error that it is met with.
  private func put(_ obstacle: Obstacle, at path: String) throws -> StoreError? {
    switch obstacle {
    case .text:
      try Data(String(repeating: "no database ", count: 100).utf8).write(to: URL(filePath: path))
      return .notAStore(path: path, why: "it is no SQLite database")
    case .folder:
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      return .notAStore(path: path, why: "it is a folder")
    case .log:
      try Data("left".utf8).write(to: URL(filePath: path + "-wal"))
      return .leftover(path: path, file: path + "-wal")
    case .partial:
      try make(path, documents: 1)
      try Data("left".utf8).write(to: URL(filePath: path + "-partial"))
      return .leftover(path: path + "-partial", file: path + "-partial")
    case .damaged:
      try make(path, documents: 1)
      try tamper(path, "PRAGMA user_version = 0")
      return .formerFormat(path: path, format: 0)
    case .nothing: return nil
    }
  }

  @Test(arguments: Obstacle.allCases)
  fileprivate func `is put over nothing else, unless that is to get another name`(
    obstacle: Obstacle
  ) throws {
    try withStorePath { path in
      let copy = path + "-copy"
      try make(copy, documents: 2)
      let error = try put(obstacle, at: path)
      let before = try obstacle == .folder ? [:] : files(of: path)
      if let error {
        #expect(try storeError { _ = try Store.restore(copy, to: path) } == error)
        #expect(try obstacle == .folder || files(of: path) == before)
      }
      if obstacle == .folder {
        let again = try storeError { _ = try Store.restore(copy, to: path, settingAside: true) }
        #expect(again == error)
        return
      }
      let done = try Store.restore(copy, to: path, settingAside: true)
      #expect(done.kept == (obstacle == .nothing ? nil : path + "-before-restore"))
      #expect(try count(path) == 2)
      let now = try files(of: path)
      let endings: [Obstacle: String] = [
        .text: "-before-restore", .damaged: "-before-restore", .log: "-before-restore-wal",
        .partial: "-partial-before-restore",
      ]
      let old = obstacle == .log ? "-wal" : obstacle == .partial ? "-partial" : ""
      if let ending = endings[obstacle] {
        #expect(now["test.ekiben" + ending] == before["test.ekiben" + old])
      }
    }
  }

  @Test func `is refused where it is the store itself, or there is no copy`() throws {
    try withStorePath { path in
      #expect(
        try storeError { _ = try Store.restore(path + "-none", to: path) }
          == .noSuchFile(path: path + "-none"))
      #expect(try files(of: path) == [:])
      try make(path, documents: 1)
      try FileManager.default.createSymbolicLink(
        atPath: path + "-link", withDestinationPath: path)
      for copy in [path, path + "-link"] {
        #expect(
          try storeError { _ = try Store.restore(copy, to: path) } == .fileExists(path: path))
      }
      #expect(try count(path) == 1)
    }
  }

  @Test func `that is made anew sets aside the one before it, if that is wanted`() throws {
    try withVisit { store, document in
      let path = store.path + "-copy"
      let bytes = try store.backUp(to: path)
      #expect(try bytes == pageBytes(path))
      try store.set(&document, ("name", "Ada"))
      #expect(try storeError { _ = try store.backUp(to: path) } == .fileExists(path: path))
      try store.backUp(to: path, settingAside: true)
      for (name, answer) in [(path, "Ada"), (path + "-before-backup", nil)] as [(String, Value?)] {
        let copy = try Store(name, access: .readOnly, now: 0)
        #expect(try copy.document("visit").answer("name") == answer)
        try copy.close()
      }
      // Never the store itself.
      let error = try storeError { _ = try store.backUp(to: store.path, settingAside: true) }
      #expect(error == .fileExists(path: store.path))
      try store.set(&document, ("name", "Eve"))
    }
  }

  // Rule P31.
  @Test func `needs what others left there to get names of its own`() throws {
    try withStorePath { path in
      #expect(try Store.setAsideLeftovers(of: path) == nil)
      for ending in ["-wal", "-journal"] {
        try Data(ending.utf8).write(to: URL(filePath: path + ending))
      }
      let name = try Store.setAsideLeftovers(of: path)
      #expect(name == path + "-before-import")
      #expect(
        try files(of: path) == [
          "test.ekiben-before-import-wal": Array("-wal".utf8),
          "test.ekiben-before-import-journal": Array("-journal".utf8),
        ])
      try make(path, documents: 1)
      try Data("beside".utf8).write(to: URL(filePath: path + "-journal"))
      // It is beside a file, and that one's.
      #expect(try Store.setAsideLeftovers(of: path) == nil)
      #expect(try files(of: path).keys.contains("test.ekiben-journal"))
    }
  }

  @Test func `is not needed where a new store holds nothing, and may go`() throws {
    let fillings: [(Store) throws -> Void] = [
      { _ in },
      { _ = try $0.publish("visit", try visitForm(), by: by()) },
      { try $0.setNeedsReasons(false) },
      { try $0.setStoredDurability(.processCrash) },
      { store in
        try store.setStoredDurability(.processCrash)
        try store.setStoredDurability(nil)
      },
    ]
    for (fill, isGone) in zip(fillings, [true, false, false, false, true]) {
      try withStorePath { path in
        let store = try Store(path, now: 0)
        try fill(store)
        #expect(isBusy(try storeError { _ = try Store.discardIfEmpty(path) }, at: path))
        try store.close()
        #expect(try Store.discardIfEmpty(path) == isGone)
        #expect(try files(of: path).isEmpty == isGone)
      }
    }
    try withStorePath { path in
      #expect(throws: StoreError.self) { _ = try Store.discardIfEmpty(path) }
      let left = try files(of: path)
      #expect(left == [:])
    }
  }
}
