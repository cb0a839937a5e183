import EkibenDocuments
import EkibenStore
import TestSupport
import Testing

// Rule F59: what is typed and is no answer stands in no description.
@Suite(.timeLimit(.minutes(20))) struct `A description of a document in which something was typed` {
  private static let typed = Edit.draft("12a", in: "a")

  private func withDocument<Result>(
    _ body: (Store, inout StoredDocument) throws -> Result
  ) throws -> Result {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      defer { do { try store.close() } catch {} }
      let form = try Document(sections: [.init(id: "s", rows: [.init(id: "a", fields: [:])])])
      _ = try store.publish("form", form, by: by())
      var document = try store.create("visit", from: "form", uid: uid(1), by: by())
      return try body(store, &document)
    }
  }

  private func described(_ edits: [Edit]) throws -> Document {
    try withDocument { store, document in
      _ = try store.perform(edits, on: &document, by: by())
      return document.content
    }
  }

  /// What the row has once a description of another document is applied.
  private func fields(_ before: [Edit], applying description: Document) throws -> Fields? {
    try withDocument { store, document in
      _ = try store.perform(before, on: &document, by: by())
      _ = try store.perform(.apply(description), on: &document, by: by())
      return document.content.row("a")?.fields
    }
  }

  /// Applies a description that is made between edits, and says what the row has then.
  private func fields(
    _ before: [Edit], described after: [Edit]
  ) throws -> Fields? {
    try withDocument { store, document in
      _ = try store.perform(before, on: &document, by: by())
      let described = document.content
      _ = try store.perform(after, on: &document, by: by())
      #expect(try store.perform(.apply(described), on: &document, by: by()) == nil)
      return document.content.row("a")?.fields
    }
  }

  @Test func `leaves an answer that was given since, and brings nothing back that was typed`()
    throws
  {
    let answered = Edit.answers([(row: "a", value: .text("12"))])
    #expect(try fields([Self.typed], described: [answered]) == [.value: "12"])
  }

  @Test func `leaves what is typed now`() throws {
    #expect(try fields([], described: [Self.typed]) == [.draft: "12a"])
  }

  @Test(
    arguments: [
      ("12", [.value: "12", .draft: "12a"]), ("13", [.value: "13"]),
    ] as [(Value, Fields)])
  func `leaves what is typed beside the answer that it gives, and takes it away with another`(
    given: Value, expected: Fields
  ) throws {
    let answered = Edit.answers([(row: "a", value: given)])
    let before = Edit.answers([(row: "a", value: .text("12"))])
    let described = try described([answered, .draft("13b", in: "a")])
    #expect(try fields([before, Self.typed], applying: described) == expected)
  }

  @Test func `brings nothing that was typed elsewhere`() throws {
    let answered = Edit.answers([(row: "a", value: .text("12"))])
    #expect(try fields([], applying: described([answered, Self.typed])) == [.value: "12"])
    #expect(try fields([], applying: described([Self.typed])) == [:])
  }
}
