import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `The numbers of a store` {
  private func numbers(_ statistics: Statistics) -> [Int] {
    [
      statistics.forms, statistics.revisions, statistics.documents, statistics.answers,
      statistics.overrides, statistics.entries, statistics.archivedEntries,
    ]
  }

  @Test func `count forms, revisions, documents, answers, overrides and entries`() throws {
    try withVisit { store, document in
      #expect(numbers(try store.statistics()) == [1, 1, 1, 0, 0, 1, 0])
      _ = try store.publish("visit", try Document(sketch: "person: name age more"), by: by())
      _ = try store.publish("other", try Document(sketch: "a: b"), by: by())
      var second = try store.create(nil, from: "other", uid: uid(3), by: by())
      try store.perform(.delete, on: &second, by: by())
      try store.set(&document, ("name", "Ada"), ("age", 36))
      let title = Change(.row("note"), .title, before: "note", after: "Notes")
      try store.perform(.changes(Changeset([title])), on: &document, by: by())
      #expect(numbers(try store.statistics()) == [2, 3, 2, 2, 2, 5, 0])
      _ = try store.compact()
      // The last entry of each document stays where it is.
      #expect(numbers(try store.statistics()) == [2, 3, 2, 2, 2, 5, 3])
    }
  }

  @Test func `say what takes the room, in bytes`() throws {
    try withVisit { store, document in
      for number in 1...40 { try store.set(&document, ("age", .integer(Int64(number)))) }
      func sum(_ sql: String) throws -> Int { Int(try query(store.path, sql).joined()) ?? -1 }
      for isArchived in [false, true] {
        if isArchived { _ = try store.compact() }
        let found = try store.statistics()
        #expect(found.entryBytes == (try sum("SELECT sum(length(line)) FROM entry")))
        let chunks = "SELECT ifnull(sum(length(tree) + length(lines)), 0) FROM chunk"
        let blocks = "SELECT ifnull(sum(length(touches)), 0) FROM block"
        #expect(found.archivedBytes == (try sum(chunks)) + (try sum(blocks)))
        #expect((found.archivedBytes > 0) == isArchived)
        #expect(found.pageBytes == 4096)
        #expect(found.freePages == (try sum("PRAGMA freelist_count")))
        let bytes = try files(of: store.path)
        #expect(found.fileBytes == bytes["test.ekiben"]?.count)
        #expect(found.walBytes == bytes["test.ekiben-wal"]?.count)
      }
    }
  }

  @Test func `of compacting are those of the file before and after`() throws {
    try withVisit { store, document in
      for number in 1...200 { try store.set(&document, ("note", .text("Note of \(number)"))) }
      func bytes() throws -> Int {
        (Int(try query(store.path, "PRAGMA page_count").joined()) ?? 0) * 4096
      }
      let before = try bytes()
      let done = try store.compact()
      #expect(done == Compaction(before: before, after: try bytes(), archived: 200))
      #expect(done.after < done.before)
      let again = try store.compact()
      #expect(again.archived == 0 && again.before == done.after)
    }
  }

  @Test(arguments: [(-3, 1), (0, 1), (1, 1), (5, 5), (40, 40), (41, 41), (99, 41)])
  func `of entries that are kept back are as was asked`(keeping: Int, left: Int) throws {
    try withVisit { store, document in
      for number in 1...40 { try store.set(&document, ("age", .integer(Int64(number)))) }
      while try store.archiveOldEntries(of: &document, keeping: keeping) {}
      #expect(document.archived == 41 - left)
      #expect(try query(store.path, "SELECT count(*) FROM entry") == ["\(left)"])
      #expect(
        try query(store.path, "SELECT archived FROM document WHERE kind = 'document'")
          == ["\(41 - left)"])
      #expect(try !store.archiveOldEntries(of: &document, keeping: keeping))
      try store.expectStored(document)
    }
  }
}
