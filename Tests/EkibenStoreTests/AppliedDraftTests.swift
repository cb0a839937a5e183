import EkibenDocuments
import EkibenStore
import TestSupport
import Testing

// Rule F59: what is typed and is no answer stands in no description.
@Suite(.timeLimit(.minutes(20))) struct `A description of a document in which something was typed` {
  private static let typed = Edit.draft("12a", in: "a")

  /// Applies a description that is made between edits, and says what the row has then.
  private func fields(
    _ before: [Edit], described after: [Edit]
  ) throws -> Fields? {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      defer { do { try store.close() } catch {} }
      let form = try Document(sections: [.init(id: "s", rows: [.init(id: "a", fields: [:])])])
      _ = try store.publish("form", form, by: by())
      var document = try store.create("visit", from: "form", uid: uid(1), by: by())
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
}
