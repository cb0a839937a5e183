import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import RandomWork
import TestSupport
import Testing

@testable import EkibenStore

/// What becomes of a store of format 2, whose rows have checksums already. Rules P8, P26 and P27.
@Suite(.timeLimit(.minutes(20))) struct `A store of format 2` {
  private static let sums = "SELECT document, record, checksum FROM answer ORDER BY 1, 2"

  @Test func `is read as it is, and says the same once it is upgraded`() throws {
    try withFixture(of: 2) { path in
      let before = try files(of: path)
      let old = try Store(path, access: .readOnly, now: 0)
      let known = try all(in: old)
      #expect(known.count == 5)
      try old.expectSound()
      #expect(try old.verify().unchecked == 0)
      try old.close()
      #expect(try files(of: path) == before)
      let sums = try query(path, Self.sums)
      try Store.upgrade(path, now: 0).expect(from: 2)
      // No row was rewritten, and each is as it was signed.
      #expect(try query(path, Self.sums) == sums)
      #expect(try query(path, "SELECT DISTINCT calculated FROM answer") == ["NULL"])
      let new = try Store(path, access: .readWrite, now: 0)
      #expect(try all(in: new) == known)
      #expect(try new.verify().unchecked == 0)
      try new.expectSound()
      for document in try new.documents() {
        try expectReplay(of: try new.document(document.name), in: new)
      }
      try new.close()
    }
  }

  @Test func `takes new answers beside the old ones`() throws {
    try withFixture(of: 2) { path in
      let store = try Store(path, access: .readWrite, now: 0)
      var visit = try store.document("visit")
      let known = Everything(visit)
      try store.calculate(&visit, ("weight", 70))
      try store.set(&visit, ("note", "later"))
      try store.expectStored(visit)
      try store.expectSound()
      let marks = try store.withConnection { connection throws(SQLiteError) in
        try connection.withStatement(
          "SELECT DISTINCT ifnull(CAST(calculated AS TEXT), 'none') FROM answer ORDER BY 1"
        ) { statement throws(SQLiteError) in
          var found: [String] = []
          while try statement.step() { found.append(try statement.text(0)) }
          return found
        }
      }
      #expect(marks == ["0", "1", "none"])
      try store.perform(.undo(steps: 2), on: &visit, by: by())
      #expect(visit.content == known.content)
      #expect(visit.origins.targets.allSatisfy { !visit.origins[$0].isCalculated })
      while try store.archiveOldEntries(of: &visit, keeping: 0) {}
      _ = try store.compact()
      try store.expectSound()
      try store.close()
    }
  }

  // The column is left out of a sum where it is NULL: with one in it the sum is another.
  @Test(arguments: [0, 1]) func `has checksums that cover its new column`(mark: Int) throws {
    try withFixture(of: 2) { path in
      try Store.upgrade(path, now: 0).expect(from: 2)
      let sql = "UPDATE answer SET calculated = \(mark) WHERE value = 'Grace'"
      try tamper(path, sql, leavingChecksums: true)
      let store = try Store(path, access: .readOnly, now: 0)
      #expect(
        try store.verify().findings.contains(
          "the answer name of final, of entry 2 is not what was written"))
      try store.close()
    }
  }

  @Test(arguments: [[2, 3], [3]])
  func `of format 1 is read on while others upgrade it step by step`(steps: [Int]) throws {
    try withFixture(of: 1) { path in
      let reader = try Store(path, access: .readOnly, now: 0)
      let known = try all(in: reader)
      for step in steps {
        let schema = StoreSchema.test(format: step)
        _ = try Store.upgrade(path, keepingCopy: false, timeout: 5000, now: 0, schema: schema)
        #expect(try all(in: reader) == known)
        try reader.expectSound()
      }
      let writer = try Store(path, access: .readWrite, now: 0)
      var visit = try writer.document("visit")
      try writer.calculate(&visit, ("age", 1_000_000))
      #expect(try reader.document("visit").origin("age").isCalculated)
      try writer.close()
      try reader.close()
    }
  }

  private func all(in store: Store) throws -> [Everything] {
    try (store.documents() + store.documents(deleted: true)).map {
      Everything(try store.document($0.name))
    }
  }
}

extension StoreUpgrade {
  fileprivate func expect(from format: Int) {
    #expect(self == StoreUpgrade(from: format, to: StoreSchema.current.format, copy: nil))
  }
}
