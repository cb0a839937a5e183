import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A store opened for reading` {
  @Test func `changes no byte of a store that is closed`() throws {
    try withStorePath { path in
      try makeStore(path)
      let before = try files(of: path)
      try read(path)
      #expect(try files(of: path) == before)
      #expect(before.keys.sorted() == ["test.ekiben"])
    }
  }

  @Test func `changes no byte while somebody writes`() throws {
    try withStorePath { path in
      try makeStore(path)
      let writer = try Store(path, now: 0)
      var document = try writer.document("visit")
      try writer.set(&document, ("name", "Eve"))
      let before = try files(of: path)
      try read(path, name: "Eve")
      #expect(try files(of: path) == before)
      try writer.close()
    }
  }

  // A kill leaves the `-shm` as well, a copy to another machine does not.
  @Test(arguments: [["", "-wal"], ["", "-wal", "-shm"]])
  func `changes no byte of what a killed writer left`(endings: [String]) throws {
    try withStorePath { path in
      try makeStore(path)
      let writer = try Store(path, now: 0)
      var document = try writer.document("visit")
      try writer.set(&document, ("name", "Eve"))
      let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "copy")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let copy = folder.appending(path: "test.ekiben").path
      for ending in endings {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      let before = try files(of: copy)
      try read(copy, name: "Eve")
      #expect(try files(of: copy) == before)
      #expect(before.count == 2)
      try writer.close()
    }
  }

  @Test func `refuses every change`() throws {
    try withStorePath { path in
      try makeStore(path)
      let store = try Store(path, access: .readOnly, now: 0)
      var document = try store.document("visit")
      let refusal = StoreError.openedReadOnly(path: path)
      #expect(
        try storeError { _ = try store.publish("f", try visitForm(), by: by()) }
          == refusal)
      #expect(
        try storeError { _ = try store.create(nil, from: "visit", uid: uid(9), by: by()) }
          == refusal)
      let error = try storeError { try store.set(&document, ("name", "x")) }
      #expect(error == refusal)
      try store.close()
    }
  }

  @Test func `goes on when somebody begins to write`() throws {
    try withStorePath { path in
      try makeStore(path)
      let reader = try Store(path, access: .readOnly, now: 0)
      var seen = try reader.document("visit")
      for round in 1...3 {
        // Opened without locks in the first round, since nobody was writing.
        let writer = try Store(path, now: 0)
        var document = try writer.document("visit")
        try writer.set(&document, ("note", .integer(Int64(round))))
        #expect(try reader.documents().map(\.entries) == [4 + round])
        #expect(try reader.forms().map(\.revision) == [1])
        #expect(try reader.refresh(&seen))
        #expect(Everything(seen) == Everything(document))
        #expect(try reader.verify().findings == [])
        try writer.close()
        #expect(try reader.document("visit").answer("note") == .integer(Int64(round)))
      }
      try reader.close()
    }
  }

  /// Asks everything that a store can be asked.
  private func read(_ path: String, name: Value = "Ada") throws {
    let store = try Store(path, access: .readOnly, now: 0)
    #expect(try store.forms().map(\.name) == ["visit"])
    #expect(try store.form("visit").content == visitForm())
    #expect(try store.documents().count == 1)
    #expect(try store.documents(deleted: true) == [])
    var visit = try store.document("visit")
    #expect(visit.answer("name") == name)
    let entries = try store.entries(of: visit, 1...Int.max)
    for entry in entries {
      #expect(try store.entry(entry.number, of: visit) == entry)
      _ = try store.changes(of: entry, in: visit)
      _ = try store.content(of: visit, at: entry.number)
      _ = try store.fields([Change.Target(.row("name"), .value)], of: visit, at: entry.number)
    }
    _ = try store.changes(in: visit, from: 1, to: visit.count)
    #expect(try store.lastEntry(of: visit, atOrBefore: 1) == visit.count)
    #expect(try !store.refresh(&visit))
    #expect(try store.newEntries(for: &visit) == [])
    #expect(try !store.settings().needsReasons)
    #expect(try store.statistics().entries == visit.count)
    #expect(try store.diagnosis().checks.count > 3)
    let observation = try store.observe(.store) { _ in }
    observation.cancel()
    #expect(try store.verify().findings == [])
    try withTemporaryFolder { folder in
      let bytes = try store.backUp(to: folder.appending(path: "copy.ekiben").path)
      #expect(bytes > 0)
    }
    try store.close()
  }
}
