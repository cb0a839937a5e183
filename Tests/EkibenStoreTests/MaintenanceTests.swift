import EkibenDocuments
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `Keeping a store` {
  // Rule H21.
  @Test func `a document that is deleted leaves the list, refuses edits and comes back`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.perform(.delete, on: &document, by: by("Grace", because: "twice"))
      #expect(document.status == .deleted)
      #expect(try store.documents().isEmpty)
      #expect(try store.documents(deleted: true).map(\.name) == ["visit"])
      #expect(try plainQuery(store.path, "SELECT status, entries FROM documents") == ["deleted|3"])
      #expect(try plainQuery(store.path, "SELECT * FROM answers") == [])
      #expect(try store.perform(.delete, on: &document, by: by()) == nil)
      for edit in [Edit.answers([("name", "Eve")]), .revert(2)] {
        #expect(
          try storeError { try store.perform(edit, on: &document, by: by()) } == .deleted("visit"))
      }
      #expect(
        try storeError {
          _ = try store.duplicate(document, as: nil, uid: uid(9), by: by())
        } == .deleted("visit"))
      #expect(document.answer("name") == "Ada")
      try store.expectStored(document)

      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.status == .draft)
      #expect(try store.documents().map(\.name) == ["visit"])
      try store.set(&document, ("name", "Eve"))
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test func `a duplicate holds the same and begins a history of its own`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"), ("age", 36))
      var sections = Array(document.content.sections)
      sections.swapAt(0, 1)
      sections[0].fields[.title] = "Moved"
      try store.perform(.apply(try Document(sections: sections)), on: &document, by: by())
      var copy = try store.duplicate(document, as: "copy", uid: uid(9), by: by("Grace"))
      #expect(copy.content == document.content)
      #expect(try store.entries(of: copy, 1...9).map(\.kind) == [.create, .import])
      try store.expectStored(copy)
      try store.set(&copy, ("name", "Eve"))
      #expect(try store.document("visit").answer("name") == "Ada")
      #expect(
        try storeError { _ = try store.duplicate(document, as: "copy", uid: uid(8), by: by()) }
          == .nameTaken("copy"))
      try store.expectSound()
    }
  }

  // Rule P21.
  @Test func `a store may insist on reasons`() throws {
    try withVisit { store, document in
      try store.setNeedsReasons(true)
      let other = try store.again()
      #expect(try other.settings().needsReasons)
      var theirs = try other.document("visit")
      let known = Everything(document)
      for reason in [nil, ""] as [String?] {
        for edit in [Edit.answers([("name", "A")]), .undo(steps: 1), .delete] {
          #expect(
            try storeError {
              try other.perform(edit, on: &theirs, by: by(because: reason))
            } == .reasonMissing)
        }
        #expect(
          try storeError {
            _ = try other.create(nil, from: "visit", uid: uid(7), by: by(because: reason))
          } == .reasonMissing)
      }
      #expect(Everything(theirs) == known)
      try other.set(&theirs, ("name", "A"), by: by(because: "told on the phone"))
      try store.setNeedsReasons(false)
      try other.set(&theirs, ("name", "B"))
      try other.close()
    }
  }

  @Test func `several edits in one commit are all done or none`() throws {
    try withVisit { store, document in
      let entries = try store.perform(
        [
          .answers([("name", "A")]), .answers([("name", "A")]), .answers([("age", 1)]),
          .undo(steps: 1),
        ], on: &document, by: by())
      #expect(entries.map { $0?.number } == [2, nil, 3, 4])
      try store.expectStored(document)
      let (known, before) = (Everything(document), try dump(store.path))
      #expect(
        try storeError {
          _ = try store.perform(
            [.answers([("name", "B")]), .answers([("nobody", 1)])], on: &document, by: by())
        } == .unknownRow("nobody", document: "visit"))
      #expect(Everything(document) == known)
      #expect(try dump(store.path) == before)
      try store.set(&document, ("phone", "1"))
      try store.expectStored(document)
    }
  }

  @Test func `a copy made while others write is whole`() throws {
    try withTemporaryFolder { folder in
      try withVisit { store, document in
        try store.set(&document, ("name", "Ada"))
        let path = folder.appending(path: "copy.ekiben").path
        #expect(try store.backUp(to: path) > 0)
        try store.set(&document, ("name", "Eve"))
        let copy = try Store(path, access: .readOnly, now: 0)
        #expect(try copy.document("visit").answer("name") == "Ada")
        #expect(try copy.verify().findings == [])
        try copy.close()
        #expect(throws: StoreError.self) { try store.backUp(to: path) }
      }
    }
  }

  @Test func `says how durable it is, and keeps to it`() throws {
    try withStorePath { path in
      let store = try Store(path, durability: .powerLoss, now: 0)
      #expect(try store.durability() == .powerLoss)
      try store.close()
      let reading = try Store(path, access: .readOnly, now: 0)
      #expect(try storeError { _ = try reading.durability() } == .openedReadOnly(path: path))
      try reading.close()
    }
  }

  @Test func `is durable against power loss where it is set to what a newer program means`() throws
  {
    try withStorePath { path in
      try Store(path, now: 0).close()
      try tamper(path, "INSERT INTO setting(name, value) VALUES ('durability', 'everywhere')")
      let store = try Store(path, now: 0)
      #expect(try store.durability() == .powerLoss)
      try store.close()
    }
  }

  // The commit before VACUUM renewed the note of its log twice, and named one that no file had.
  @Test func `a store that was compacted twice is still open to others`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      for _ in 0..<2 { _ = try store.compact() }
      let other = try Store(store.path, now: 0)
      #expect(try other.document("visit").answer("name") == "Ada")
      try other.close()
    }
  }

  @Test func `compacting stops between two slices where its task is cancelled`() async throws {
    try await withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create("visit", from: "visit", uid: uid(2), by: by())
      for number in 1...400 { try store.set(&document, ("name", .text("name \(number)"))) }
      let task = Task.detached {
        while !Task.isCancelled { await Task.yield() }
        return try storeError { _ = try store.compact() }
      }
      task.cancel()
      let error = try await task.value
      guard case .interrupted(store.path, _) = error else { throw error }
      #expect(try store.document("visit").archived == 0)
      #expect(try store.compact().archived > 0)
    }
  }

  // Both are more than a quarter of the file, which has 34 pages else.
  @Test(arguments: [(13, Diagnosis.Check.Verdict.fine), (30, .advice)])
  func `is advised to give back free pages where they are many, and not where they are a few`(
    pages: Int, verdict: Diagnosis.Check.Verdict
  ) throws {
    try withStorePath { path in
      try Store(path, now: 0).close()
      try tamper(
        path,
        """
        CREATE TABLE more(bytes); INSERT INTO more VALUES (zeroblob(\(pages) * 4096));
        DROP TABLE more
        """)
      let store = try Store(path, now: 0)
      let room = try #require(try store.diagnosis().checks.first { $0.name == "room" })
      #expect(room.verdict == verdict, "\(room.finding)")
      try store.close()
    }
  }

  @Test func `counts what is in it, before and after compacting`() throws {
    try withVisit { store, document in
      for number in 1...500 {
        try store.set(&document, ("name", .text("Somebody of number \(number)")))
      }
      let before = try store.statistics()
      #expect(before.entries == 501)
      #expect(before.archivedEntries == 0)
      #expect(before.answers == 1)
      let compaction = try store.compact()
      #expect(compaction.archived == 500)
      #expect(compaction.after < compaction.before)
      let after = try store.statistics()
      #expect(after.entries == 501)
      #expect(after.archivedEntries == 500)
      #expect(after.freePages == 0)
      #expect(after.archivedBytes < before.entryBytes / 2)
      #expect(
        try store.diagnosis().checks.map(\.name) == [
          "library", "format", "schema", "durability", "fence", "wal", "names", "room",
          "journal",
        ])
      #expect(try store.diagnosis().checks.allSatisfy { $0.verdict != .wrong })
      #expect(
        try store.content(of: document, at: 250).answer(.init(.row("name"), .value))
          == "Somebody of number 249")
      try store.expectSound()
    }
  }
}
