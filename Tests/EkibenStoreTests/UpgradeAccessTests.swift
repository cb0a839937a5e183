import Dispatch
import EkibenDocuments
import EkibenMigrations
import EkibenSQLite
import EkibenStore
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A store of an older format` {
  // Rules P6 and P8.
  @Test func `is read without an upgrade where the program understands it`() throws {
    try withFormatOne { path in
      let before = try files(of: path)
      let store = try openTest(path, .readOnly)
      expectGolden(try readable(store), named: "format-1.txt")
      try store.expectSound()
      let format = try store.diagnosis().checks.first { $0.name == "format" }
      #expect(format?.finding == "format 1, made by 1 migration")
      #expect(
        format?.advice == "upgrade brings it to format 5, and so does opening it for writing")
      try store.close()
      #expect(try files(of: path) == before)
    }
  }

  @Test(arguments: [(needed: 4, format: 1), (5, 1), (5, 3), (5, 4)])
  func `says what to run where it can only be read once it is upgraded`(
    needed: Int, format: Int
  ) throws {
    try withFormatOne { path in
      if format > 1 { try openTest(path, format: format).close() }
      let before = try files(of: path)
      let error = try storeError {
        try openTest(path, .readOnly, neededForReading: [needed]).close()
      }
      #expect(error == .upgradeNeeded(path: path, format: format, newest: 5))
      #expect("\(error)".hasSuffix("run: ekiben upgrade \(path)"))
      #expect(try files(of: path) == before)
      try openTest(path, neededForReading: [needed]).close()
      try openTest(path, .readOnly, neededForReading: [needed]).close()
    }
  }

  @Test func `is read on while another upgrades it`() throws {
    try withFormatOne { path in
      let reader = try openTest(path, .readOnly)
      var visit = try reader.document("visit")
      let writer = try openTest(path)
      expectGolden(try readable(reader), named: "format-1.txt")
      var document = try writer.document("visit")
      try writer.set(&document, ("name", "Eve"))
      #expect(try reader.refresh(&visit))
      #expect(visit.answer("name") == "Eve")
      #expect(try reader.verify().findings == [])
      try writer.close()
      try reader.close()
    }
  }

  @Test func `is read on where who asks first after an upgrade asks for what there is not`() throws
  {
    try withFormatOne { path in
      // So that the reader takes part in the locking, and stays on its connection.
      let other = try Connection(path: path, access: .readWrite)
      try other.execute("UPDATE author SET name = name")
      let reader = try openTest(path, .readOnly)
      let names = try reader.documents().map(\.name)
      let writer = try openTest(path)
      let unknown = try storeError { _ = try reader.document("nobody") }
      #expect(unknown == .unknownDocument("nobody"))
      #expect(try reader.documents().map(\.name) == names)
      #expect(
        try reader.document("visit").answer("name") == writer.document("visit").answer("name"))
      try writer.close()
      try reader.close()
      try other.close()
    }
  }

  // Rule P7: a program that has the file open does not write what it no longer knows.
  @Test func `is no longer written by an older program when a newer one has upgraded it`() throws {
    try withFormatOne { path in
      let old = try Store(path, access: .readWrite, now: 0)
      var visit = try old.document("visit")
      try old.set(&visit, ("name", "before"))
      let count = visit.count
      let new = try openTest(path)
      let newer = StoreError.newerFormat(path: path, format: 5)
      for _ in 1...2 {
        #expect(try storeError { try old.set(&visit, ("name", "after")) } == newer)
        #expect(try storeError { _ = try old.document("visit") } == newer)
      }
      #expect(visit.count == count)
      #expect(try new.document("visit").answer("name") == "before")
      try new.expectSound()
      try old.suspend()
      #expect(try storeError { try old.resume() } == newer)
      try new.close()
      try old.close()
    }
  }

  @Test func `that a newer program upgraded, but lets others read, is read on and not written`()
    throws
  {
    try withFormatOne { path in
      let old = try Store(path, access: .readWrite, now: 0)
      var visit = try old.document("visit")
      let later = Migration(
        number: 4, name: "0004_later", reader: 3, isNeededForReading: false,
        sql: Array("PRAGMA user_version = 4; CREATE TABLE later(a ANY) STRICT".utf8))
      try Store(path, now: 0, schema: StoreSchema(Migration.all + [later])).close()
      #expect(try Everything(old.document("visit")) == Everything(visit))
      for _ in 1...2 {
        let error = try storeError { try old.set(&visit, ("name", "after")) }
        #expect(error == .newerFormat(path: path, format: 4))
      }
      try old.close()
    }
  }

  @Test func `waits for another program's lock, and says so when that takes too long`() throws {
    try withFormatOne { path in
      let other = try Connection(path: path, access: .readWrite)
      try other.begin(.immediate)
      let before = try files(of: path)
      #expect(isBusy(try storeError { try openTest(path, timeout: 50).close() }, at: path))
      let refusal = try storeError { _ = try upgrade(path, keepingCopy: true, timeout: 50) }
      #expect(isBusy(refusal, at: path))
      #expect(try files(of: path) == before)
      try other.rollback()
      #expect(try upgrade(path, timeout: 50).from == 1)
    }
  }

  /// Many small steps, so that those who upgrade at the same time take turns.
  private static let manySteps = StoreSchema(
    Migration.all
      + (4...25).map { number in
        Migration(
          number: number, name: "step_\(number)", reader: 3, isNeededForReading: false,
          sql: Array(
            "PRAGMA user_version = \(number); CREATE TABLE step_\(number)(a ANY) STRICT;".utf8))
      })

  @Test(arguments: 1...8)
  func `is upgraded once, whoever opens it at the same time`(round: Int) async throws {
    try await withTemporaryStore { source in
      let path = source.path + "-old"
      try makeStore(path)
      let opened = await withTaskGroup(of: Result<Void, any Error>.self) { group in
        for number in 1...4 {
          group.addTask {
            Result { try Store(path, now: Int64(number), schema: Self.manySteps).close() }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      for result in opened { try result.get() }
      let last = try Store(path, access: .readOnly, now: 0, schema: Self.manySteps)
      try last.expectSound()
      try last.close()
      let steps = try query(path, "SELECT number FROM migration ORDER BY 1")
      #expect(steps == (1...25).map { "\($0)" })
    }
  }
}
