import EkibenDocuments
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import TestSupport
import Testing

@Suite struct `A store opened for reading` {
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

  @Test func `changes no byte of what a killed writer left`() throws {
    try withStorePath { path in
      try makeStore(path)
      let writer = try Store(path, now: 0)
      var document = try writer.document("visit")
      try writer.set(&document, ("name", "Eve"))
      let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "copy")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let copy = folder.appending(path: "test.ekiben").path
      for ending in ["", "-wal"] {
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
        try storeError { _ = try store.publish("f", try visitForm(), uid: uid(9), by: by()) }
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

  private func read(_ path: String, name: Value = "Ada") throws {
    let store = try Store(path, access: .readOnly, now: 0)
    #expect(try store.documents().count == 1)
    #expect(try store.document("visit").answer("name") == name)
    #expect(try store.verify().findings == [])
    try store.close()
  }
}
