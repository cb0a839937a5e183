import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

@Suite(.timeLimit(.minutes(20))) struct `An edit that is only tried` {
  @Test func `gives the entry and the document that it would be, and writes nothing`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"), by: by(at: 3))
      let (before, known) = (try dump(store.path), Everything(document))
      let edits: [Edit] = [
        .answers([("age", 36), ("name", nil)]), .undo(steps: 1), .revert(2), .undoOwnStep, .delete,
        .checkout(1), .mark(try MarkName("here"), moving: false), .draft("3", in: "age"),
        .apply(try Document(sketch: "person: name more")), .remove(.row("note")),
      ]
      for edit in edits {
        let entry = try store.preview(edit, on: document, by: by(at: 9, because: "so"))
        let after = try store.preview(edit, of: document, by: by(at: 9, because: "so"))
        #expect(try dump(store.path) == before)
        #expect(Everything(document) == known)
        try withCopy(of: store) { copy in
          var other = try copy.document("visit")
          let made = try copy.perform(edit, on: &other, by: by(at: 9, because: "so"))
          #expect(made != nil && entry == made)
          #expect(after.content == other.content && after.history == other.history)
        }
      }
      for edit in [Edit.answers([("name", "Ada")]), .undo(steps: 0), .checkout(2)] {
        #expect(try store.preview(edit, on: document, by: by()) == nil)
        let after = try store.preview(edit, of: document, by: by())
        #expect(Everything(after) == known)
      }
      #expect(
        try storeError { _ = try store.preview(.undo(steps: 5), on: document, by: by()) }
          == .history(.tooFewSteps(asked: 5, possible: 1)))
    }
  }

  @Test func `is tried on the document it was asked of, and on no later one of its name`() throws {
    try withVisit { store, document in
      let before = document
      try store.set(&document, ("name", "Ada"))
      let tried = try store.preview(.answers([("age", 36)]), of: before, by: by())
      #expect(tried.count == 3 && tried.row("name")?.fields[.value] == "Ada")
      _ = try store.purge("visit", by: by())
      _ = try store.create(nil, from: "visit", uid: uid(3), by: by())
      for edit in [Edit.answers([("age", 36)]), .undo(steps: 0)] {
        #expect(
          try storeError { _ = try store.preview(edit, of: document, by: by()) }
            == .unknownDocument("visit"))
      }
    }
  }

  @Test func `asks a journal that was archived since the document was read`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      try store.perform(.remove(.row("name")), on: &document, by: by())
      try store.set(&document, ("age", 36))
      let known = document
      while try store.archiveOldEntries(of: &document) {}
      let entry = try store.preview(.undo(steps: 2), on: known, by: by())
      #expect(entry?.kind == .undo && entry?.head == 2)
    }
  }

  private func withCopy(of store: Store, _ body: (Store) throws -> Void) throws {
    try withStorePath { path in
      try store.backUp(to: path)
      let copy = try Store(path, now: 0)
      try body(copy)
      try copy.close()
    }
  }

  @Test func `is decided on what is there while nobody else can write`() throws {
    try withVisit { store, document in
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("age", 41))
      let entries = try store.perform(on: &document, by: by()) { found throws(StoreError) in
        let (count, age) = (Int64(found.count), found.answer("age"))
        return [
          Edit.answers([(row: "age", value: .integer(count * 100))]),
          Edit.answers([(row: "age", value: 200)]), Edit.answers([(row: "note", value: age)]),
        ]
      }
      #expect(entries.map { $0?.number } == [3, nil, 4])
      #expect(document.answer("age") == 200 && document.answer("note") == 41)
      let before = try dump(store.path)
      #expect(
        try storeError {
          _ = try store.perform(on: &document, by: by()) { _ throws(StoreError) in
            throw .reasonMissing
          }
        } == .reasonMissing)
      #expect(try store.perform(on: &document, by: by()) { _ in [] }.isEmpty)
      #expect(try dump(store.path) == before)
      try store.expectStored(document)
      try other.close()
    }
  }

  // Two who give the same answer agree.
  @Test(
    arguments: [
      ([("age", 36)], 35, true), ([("age", 36)], 36, false), ([("age", 36)], nil, false),
      ([("age", 35)], 99, true), ([("age", 35), ("age", 36)], 99, false),
      ([("age", 36), ("age", 35)], 99, true), ([("name", "A")], 99, false),
      ([("name", "A")], 35, true), ([("age", nil)], 99, false),
    ] as [([(RowID, Value?)], Value?, Bool)])
  func `is no conflict where it expects, or gives, what is there`(
    answers: [(RowID, Value?)], expected: Value?, fits: Bool
  ) throws {
    try withVisit { store, document in
      try store.set(&document, ("age", 35))
      let edit = Edit.answers(answers.map { (row: $0.0, value: $0.1) })
      do throws(StoreError) {
        try store.perform(edit, on: &document, by: by(), expecting: ["age": expected])
        #expect(fits)
      } catch {
        #expect(!fits)
        let change = Change(.row("age"), .value, before: expected, after: nil)
        #expect(error == .conflict(StaleChange(change: change, found: 35)))
        #expect(document.count == 2)
      }
    }
  }

  @Test func `brings a document up to date and says so`() throws {
    try withVisit { store, document in
      #expect(try !store.refresh(&document))
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("age", 41))
      try other.perform(.undo(steps: 1), on: &theirs, by: by())
      var late = document
      #expect(try store.refresh(&document))
      #expect(try !store.refresh(&document))
      let found = try store.newEntries(for: &late)
      #expect(found.map(\.entry.number) == [2, 3] && found.allSatisfy { $0.document == "visit" })
      #expect(
        found.map { $0.changes.changes.map { Notation.text(of: $0) } }
          == [["age: – → 41"], ["age: 41 → –"]])
      #expect(Everything(late) == Everything(document) && late.count == 3)
      try other.close()
    }
  }
}
