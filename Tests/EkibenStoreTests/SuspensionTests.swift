import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

// Rule P22.
@Suite("A store that is suspended", .timeLimit(.minutes(20))) struct SuspensionTests {
  @Test func `holds no file open and refuses every call until it is resumed`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.suspend()
      try store.suspend()
      #expect(try openFiles(of: store.path).isEmpty)
      let suspended = StoreError.suspended(path: store.path)
      #expect(try storeError { try store.set(&document, ("name", "Bob")) } == suspended)
      #expect(try storeError { _ = try store.verify() } == suspended)
      #expect(try storeError { try store.refresh() } == suspended)
      try store.resume()
      try store.resume()
      try store.set(&document, ("name", "Bob"))
      #expect(document.count == 3)
      #expect(try store.verify().findings.isEmpty)
    }
  }

  @Test func `lets others write, and what they wrote arrives when it is resumed`() throws {
    try withVisit { store, document in
      try store.suspend()
      let other = try Store(store.path, access: .readWrite, now: 0)
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "Eve"))
      try other.close()
      try store.resume()
      let found = try store.newEntries(for: &document)
      #expect(found.map(\.entry.number) == [2])
      #expect(document.row("name")?.fields[.value] == "Eve")
      try store.set(&document, ("age", 1))
      #expect(document.count == 3)
    }
  }

  // Rule P32.
  @Test func `does not pass another store for its own that took its place after it was resumed`()
    throws
  {
    try withVisit { store, _ in
      let path = store.path
      try store.close()
      let other = try Store(path + "-other", now: 0)
      try other.close()
      let reader = try Store(path, access: .readOnly, now: 0)
      #expect(try reader.documents().map(\.name) == ["visit"])
      try reader.suspend()
      try reader.resume()
      _ = try Store.restore(path + "-other", to: path)
      let replaced = try storeError { _ = try reader.documents() }
      #expect(replaced == .replaced(path: path))
      try reader.close()
    }
  }

  // Rule P24. What an undo did stands in a block, which is read after the document.
  @Test func `hands on what came in between once, also where reading it fails at first`() throws {
    try withVisit { store, document in
      for name in ["Ada", "Bob", "Eve"] { try store.set(&document, ("name", .text(name))) }
      try store.suspend()
      let other = try Store(store.path, access: .readWrite, now: 0)
      var theirs = try other.document("visit")
      while try other.archiveOldEntries(of: &theirs, keeping: 1) {}
      try other.set(&theirs, ("name", "Zoe"))
      for _ in 1...3 { try other.perform(.undo(steps: 1), on: &theirs, by: by()) }
      try other.close()
      try store.resume()
      let connection = try Connection(path: store.path, access: .readWrite, busyTimeout: 1000)
      try connection.execute("UPDATE block SET checksum = checksum + 1")
      var found: [JournalChange] = []
      let error = try storeError { try store.collectNewEntries(for: &document, &found) }
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
      #expect(found.isEmpty && document.count == 4)
      try connection.execute("UPDATE block SET checksum = checksum - 1")
      try store.collectNewEntries(for: &document, &found)
      #expect(found.map(\.entry.number) == [5, 6, 7, 8])
      #expect(document.answer("name") == "Ada")
    }
  }

  @Test func `goes on telling observers, of what came in between too`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      defer { observation.cancel() }
      try store.set(&document, ("name", "Ada"))
      try store.suspend()
      let other = try Store(store.path, access: .readWrite, now: 0)
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "Eve"))
      try other.close()
      try store.resume()
      try store.set(&document, ("age", 1))
      #expect(recorder.take().map { $0.prefix(7) } == ["visit 2", "visit 3", "visit 4"])
    }
  }

  @Test func `does not make a new file where the old one has gone`() throws {
    try withVisit { store, document in
      try store.suspend()
      for name in ["", "-wal", "-shm"]
      where FileManager.default.fileExists(atPath: store.path + name) {
        try FileManager.default.removeItem(atPath: store.path + name)
      }
      #expect(try storeError { try store.resume() } == .noSuchFile(path: store.path))
      #expect(try storeError { _ = try store.forms() } == .suspended(path: store.path))
    }
  }

  // Rule P5.
  @Test(arguments: [false, true])
  func `says when it is closed whether its log stays`(isTidied: Bool) throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let link = store.path + "-link"
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: store.path)
      let linked = try Store(link, access: .readWrite, now: 0)
      let reader = try store.again(.readOnly)
      for store in [store, linked, reader] { try store.suspend() }
      if isTidied { #expect(try store.again().close()) }
      let log = try FilePlace.leftovers(of: store.path).first { $0.hasSuffix("-wal") }
      #expect((log == nil) == isTidied)
      #expect(try store.close() == isTidied)
      #expect(try linked.close() == isTidied)
      #expect(try reader.close())
      #expect(try store.close())
    }
  }

  // Rule P34.
  @Test func `does not take a copy that was restored for the file it had`() throws {
    try withVisit { store, document in
      try withStorePath { copy in
        try store.backUp(to: copy)
        try store.set(&document, ("name", "Ada"))
        try store.suspend()
        _ = try Store.restore(copy, to: store.path)
        #expect(try storeError { try store.resume() } == .replaced(path: store.path))
        #expect(try storeError { _ = try store.forms() } == .suspended(path: store.path))
        try store.close()
        let restored = try store.again()
        #expect(try restored.document("visit").count == 1)
        try restored.close()
      }
    }
  }

  // A file system may give the number of a file that has gone to the next one.
  @Test func `does not take a copy that was given its file's number for the file it had`() throws {
    try withVisit { store, document in
      try withStorePath { copy in
        try store.backUp(to: copy)
        let bytes = try fileBytes(at: URL(filePath: copy))
        try store.set(&document, ("name", "Ada"))
        try store.suspend()
        let number = try fileNumber(store.path)
        for _ in 1...20 {
          for ending in ["", "-wal", "-shm"]
          where FileManager.default.fileExists(atPath: store.path + ending) {
            try FileManager.default.removeItem(atPath: store.path + ending)
          }
          try Data(bytes).write(to: URL(filePath: store.path))
          if try fileNumber(store.path) == number { break }
        }
        #expect(try storeError { try store.resume() } == .replaced(path: store.path))
        #expect(try storeError { _ = try store.forms() } == .suspended(path: store.path))
        try store.close()
      }
    }
  }

  private func fileNumber(_ path: String) throws -> UInt64? {
    try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? UInt64
  }

  @Test func `does not take another document of the same name for the one it had`() throws {
    try withVisit { store, document in
      try store.suspend()
      let other = try Store(store.path, access: .readWrite, now: 0)
      _ = try other.purge("visit", by: by())
      var theirs = try other.create(nil, from: "visit", uid: uid(3), by: by())
      try other.set(&theirs, ("name", "Eve"))
      try other.close()
      try store.resume()
      let before = document.content
      let unknown = StoreError.unknownDocument("visit")
      #expect(try storeError { _ = try store.newEntries(for: &document) } == unknown)
      #expect(try storeError { try store.set(&document, ("name", "Bob")) } == unknown)
      #expect(document.count == 1 && document.content == before)
    }
  }

  @Test func `can be closed, and then neither suspended nor resumed`() throws {
    try withVisit { store, document in
      try store.suspend()
      try store.close()
      let closed = StoreError.closed(path: store.path)
      #expect(try storeError { try store.suspend() } == closed)
      #expect(try storeError { try store.resume() } == closed)
      #expect(try storeError { _ = try store.forms() } == closed)
      #expect(try storeError { try store.refresh() } == closed)
    }
  }

  /// The descriptors of this process that lead to a file or what belongs to it.
  private func openFiles(of path: String) throws -> [String] {
    #if os(Linux)
      return try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        let target = readLink("/proc/self/fd/\($0)")
        return target?.hasPrefix(path) == true ? target : nil
      }
    #else
      return []
    #endif
  }

  // A descriptor of another test may be gone by the time it is looked at.
  private func readLink(_ path: String) -> String? {
    do { return try FileManager.default.destinationOfSymbolicLink(atPath: path) } catch {
      return nil
    }
  }
}
