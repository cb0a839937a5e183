import EkibenDocuments
import EkibenStore
import TestSupport
import Testing

// Rule F59: what is typed and is no answer stands in no description.
@Suite(.timeLimit(.minutes(20))) struct `A description of a document in which something was typed` {
  @Test func `leaves an answer that was given since, and brings nothing back that was typed`()
    throws
  {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      defer { do { try store.close() } catch {} }
      let form = try Document(sections: [.init(id: "s", rows: [.init(id: "a", fields: [:])])])
      _ = try store.publish("form", form, by: by())
      var document = try store.create("visit", from: "form", uid: uid(1), by: by())
      _ = try store.perform(.draft("12a", in: "a"), on: &document, by: by())
      let described = document.content
      _ = try store.perform(
        .answers([(row: "a", value: .text("12"))]), on: &document, by: by())
      #expect(try store.perform(.apply(described), on: &document, by: by()) == nil)
      #expect(document.content.row("a")?.fields == [.value: "12"])
    }
  }

  @Test func `leaves what is typed now`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      defer { do { try store.close() } catch {} }
      let form = try Document(sections: [.init(id: "s", rows: [.init(id: "a", fields: [:])])])
      _ = try store.publish("form", form, by: by())
      var document = try store.create("visit", from: "form", uid: uid(1), by: by())
      let described = document.content
      _ = try store.perform(.draft("12a", in: "a"), on: &document, by: by())
      #expect(try store.perform(.apply(described), on: &document, by: by()) == nil)
      #expect(document.content.row("a")?.fields == [.draft: "12a"])
    }
  }
}
