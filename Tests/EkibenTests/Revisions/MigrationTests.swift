import Ekiben
import EkibenTesting
import TestSupport
import Testing

private func by(_ author: String = "Ada", _ time: Int64 = 1) -> EditMetadata {
  EditMetadata(author: author, time: time)
}

@Suite(.timeLimit(.minutes(20))) struct `A document that goes to another revision` {
  private func withSurvey(
    _ sketches: String..., body: (Store, inout StoredDocument) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      for (at, sketch) in sketches.enumerated() {
        _ = try store.publish("survey", try Document(sketch: sketch), by: by())
        if at == 0 {
          _ = try store.create(
            "d", from: "survey", uid: Array(repeating: 1, count: 16), by: by())
        }
      }
      var document = try store.document("d")
      try body(store, &document)
      try expectSameWhenRead(document, store)
      #expect(try store.verify().findings == [])
    }
  }

  // Rules D19 and D20.
  @Test func `keeps its answers, those of rows that are gone as retired ones`() throws {
    try withSurvey("person: name age", "person: name mail") { store, document in
      try store.perform(
        .answers([("name", "Ada"), ("age", "36")]), on: &document, by: by("Bea", 2))
      let before = document.content
      let entry = try #require(try store.perform(.migrate(), on: &document, by: by("Cid", 3)))
      #expect(entry.kind == .move && entry.changes.changes.count == 1)
      #expect(document.revision == 2)
      #expect(document.row("name")?.fields[.value] == "Ada")
      #expect(document.row("mail")?.fields[.value] == nil)
      #expect(document.row("age")?.fields[.value] == "36")
      #expect(document.structure.retirement(of: try #require(document.row("age"))) == 1)
      #expect(throws: StoreError.retired("age", revision: 1, document: "d")) {
        try store.perform(.answers([("age", "37")]), on: &document, by: by())
      }
      try store.perform(.answers([("mail", "ada@x.org")]), on: &document, by: by("Bea", 4))
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 2), on: &document, by: by())
      #expect(document.content == before && document.revision == 1)
      try expectSameWhenRead(document, store)
      try store.perform(.redo(steps: 2), on: &document, by: by())
      #expect(document.row("mail")?.fields[.value] == "ada@x.org" && document.revision == 2)
      #expect(try store.content(of: document, at: 2) == before)
      #expect(try store.content(of: document, at: 4) == document.content)
    }
  }

  // Rule D18.
  @Test func `takes the answers of a renamed row along`() throws {
    try withSurvey("person: name age", "person: fullname age") { store, document in
      try store.perform(.answers([("name", "Ada")]), on: &document, by: by("Bea", 2))
      let before = document.content
      try store.perform(
        .migrate(renaming: [RowRename("name", to: "fullname")]), on: &document, by: by("Cid", 3))
      #expect(document.row("fullname")?.fields[.value] == "Ada" && document.row("name") == nil)
      try expectSameWhenRead(document, store)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.content == before)
    }
  }
}

/// Compares a document in memory with what the file says.
func expectSameWhenRead(_ document: StoredDocument, _ store: Store) throws {
  let read = try store.document(document.name)
  #expect(read.content == document.content)
  #expect(read.revision == document.revision && read.formContent == document.formContent)
  #expect(read.origins == document.origins)
}
