import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `The copy that an upgrade keeps` {
  // Rule P8.
  @Test func `equals the old file byte for byte`() throws {
    try withFormatOne { path in
      let old = try files(of: path)["test.ekiben"]
      let done = try upgrade(path, keepingCopy: true)
      #expect(done == StoreUpgrade(from: 1, to: 5, copy: path + "-before-5"))
      let now = try files(of: path)
      #expect(now.keys.sorted() == ["test.ekiben", "test.ekiben-before-5"])
      #expect(now["test.ekiben-before-5"] == old)
      #expect(now["test.ekiben"] != old)
      let store = try Store(path + "-before-5", access: .readWrite, now: 0)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.close()
    }
  }

  @Test func `is made only if it is asked for`() throws {
    try withFormatOne { path in
      let done = try upgrade(path)
      #expect(done == StoreUpgrade(from: 1, to: 5, copy: nil))
      let names = try files(of: path).keys.sorted()
      #expect(names == ["test.ekiben"])
    }
  }

  @Test func `has the permissions of the store`() throws {
    try withFormatOne { path in
      let files = FileManager.default
      try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      _ = try upgrade(path, keepingCopy: true)
      let attributes = try files.attributesOfItem(atPath: path + "-before-5")
      #expect(attributes[.posixPermissions] as? Int == 0o640)
    }
  }

  /// What a killed process left in the `-wal` belongs to the store.
  @Test func `holds what lay beside the old file`() throws {
    try withFormatOne { path in
      let writer = try Store(path, access: .readWrite, now: 0)
      var visit = try writer.document("visit")
      try writer.set(&visit, ("name", "in the -wal"))
      let folder = URL(filePath: path).deletingLastPathComponent().appending(path: "killed")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let copy = folder.appending(path: "test.ekiben").path
      for ending in ["", "-wal"] {
        try FileManager.default.copyItem(atPath: path + ending, toPath: copy + ending)
      }
      _ = try upgrade(copy, keepingCopy: true)
      #expect(try files(of: copy).keys.sorted() == ["test.ekiben", "test.ekiben-before-5"])
      for (path, format) in [(copy, 5), (copy + "-before-5", 3)] {
        let store = try openTest(path, .readOnly, format: format)
        #expect(try Everything(store.document("visit")) == Everything(visit))
        try store.expectSound()
        try store.close()
      }
      try writer.close()
    }
  }

  @Test(arguments: ["-before-5", "-before-5-partial"])
  func `is written over nothing, and nothing is upgraded then`(ending: String) throws {
    try withFormatOne { path in
      try Data("mine".utf8).write(to: URL(filePath: path + ending))
      let before = try files(of: path)
      let error = try storeError { _ = try upgrade(path, keepingCopy: true) }
      let isPartial = ending.hasSuffix("-partial")
      #expect(
        error
          == (isPartial
            ? .leftover(path: path + ending, file: path + ending)
            : .fileExists(path: path + ending)))
      #expect(try files(of: path) == before)
      _ = try upgrade(path)
      #expect(try files(of: path)["test.ekiben" + ending] == Array("mine".utf8))
    }
  }

  @Test func `waits for those who read an older state, and says so when that takes too long`()
    throws
  {
    try withFormatOne { path in
      let writer = try Store(path, access: .readWrite, now: 0)
      let reader = try Connection(path: path, access: .readWrite)
      try reader.begin(.deferred)
      _ = try reader.pragmaInteger("user_version")
      var visit = try writer.document("visit")
      try writer.set(&visit, ("name", "Eve"))
      let before = try files(of: path)
      let error = try storeError { _ = try upgrade(path, keepingCopy: true, timeout: 50) }
      #expect(isBusy(error, at: path))
      #expect(try files(of: path).keys == before.keys)
      try reader.rollback()
      #expect(try upgrade(path, keepingCopy: true, timeout: 50).from == 3)
      try writer.close()
    }
  }
}
