import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A store` {
  @Test func `edits a document by its name`() throws {
    try withVisit { store, document in
      #expect(
        try store.perform(.answers([("name", "Ada"), ("age", 36)]), on: "visit", by: by())?.number
          == 2)
      #expect(try store.perform(.answers([("name", "Ada")]), on: "visit", by: by()) == nil)
      #expect(try store.perform(.undo(steps: 1), on: "visit", by: by())?.head == 1)
      #expect(try store.perform(.redo(steps: 1), on: "visit", by: by())?.head == 2)
      #expect(try store.perform(.undoOwnStep, on: "visit", by: by())?.reverted == 2)
      let error = try storeError { try store.perform(.undoOwnStep, on: "visit", by: by("Eve")) }
      #expect(error == .history(.noOwnStep(author: "Eve")))
      #expect(
        try storeError { try store.perform(.answers([("name", "A")]), on: "other", by: by()) }
          == .unknownDocument("other"))
      #expect(
        try storeError { try store.perform(.answers([("nam", "A")]), on: "visit", by: by()) }
          == .unknownRow("nam", document: "visit"))
      try store.refresh(&document)
      #expect(document.count == 5)
      try store.expectStored(document)
    }
  }

  @Test func `lists documents with their title, status and times`() throws {
    try withTemporaryStore { store in
      let form = try visitForm()
      var titled = form
      titled.setField(.title, to: "Visit")
      _ = try store.publish("plain", form, by: by())
      _ = try store.publish("visit", titled, by: by())
      _ = try store.create("a", from: "plain", uid: uid(3), by: by(at: 5))
      var second = try store.create("b", from: "visit", uid: uid(4), by: by(at: 6))
      for number in 0..<300 {
        try store.set(&second, ("age", .integer(Int64(number))), by: by(at: Int64(10 + number)))
      }
      var third = try store.create("c", from: "visit", uid: uid(5), by: by(at: 7))
      let own = Change(.document, .title, before: "Visit", after: "Own title")
      try store.perform(.changes(Changeset([own])), on: &third, by: by(at: 8))
      var gone = try store.create("d", from: "visit", uid: uid(6), by: by(at: 9))
      let none = Change(.document, .title, before: "Visit", after: nil)
      try store.perform(.changes(Changeset([none])), on: &gone, by: by(at: 11))
      try store.perform(.delete, on: &gone, by: by(at: 12))
      // The first entries stand in chunks now.
      _ = try store.compact()
      let listed = try store.documents().map {
        "\($0.name) \($0.title ?? "–") \($0.status) \($0.created)–\($0.modified)"
      }
      #expect(
        listed == ["a – draft 5–5", "b Visit draft 6–309", "c Own title draft 7–8"])
      let deleted = try store.documents(deleted: true)
      #expect(deleted.map(\.title) == [nil])
      #expect(deleted.map(\.status) == [.deleted])
    }
  }
}
