import EkibenDocuments
import EkibenTesting
import Testing

@testable import EkibenStore

/// A form of one row, with a URL and a version.
private func form(_ row: String, url: String? = nil, version: String? = nil) throws -> Document {
  var form = try Document(sketch: "s: \(row)")
  form.setField(.url, to: url.map(Value.text))
  form.setField("version", to: version.map(Value.text))
  return form
}

private func rows(_ content: Document) -> String {
  content.sections.flatMap { $0.rows.map(\.id.rawValue) }.joined(separator: " ")
}

@Suite(.timeLimit(.minutes(20))) struct `The revisions of a form` {
  @Test func `say who published each, when and why, and how many documents are on it`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("f", try form("a"), by: by("Ada", at: 5))
      for number in 1...2 {
        _ = try store.create(
          DocumentName("d\(number)"), from: "f", uid: uid(UInt8(number)), by: by())
      }
      _ = try store.publish("f", try form("b"), by: by("Bob", at: 7, because: "wanted"))
      var gone = try store.create("gone", from: "f", uid: uid(3), by: by())
      try store.perform(.delete, on: &gone, by: by())
      _ = try store.create("d3", from: "f", uid: uid(4), by: by())
      // The same again changes neither who it was from nor when.
      _ = try store.publish("f", try form("a"), by: by("Cid", at: 9, because: "back"))
      _ = try store.publish("other", try form("c"), by: by())
      let lines = try store.revisionHistory(of: "f").map { line in
        "\(line.number) \(line.author) \(line.published) \(line.reason ?? "–") "
          + "\(rows(line.content)) \(line.isCurrent) \(line.documents)"
      }
      #expect(lines == ["1 Ada 5 – a true 2", "2 Bob 7 wanted b false 1"])
      #expect(try store.revisions(of: "f").map(rows) == ["a", "b"])
      #expect(try store.forms().map { "\($0.name) \($0.revision)" } == ["f 1", "other 1"])
      #expect(try store.form("f").revision == 1)
      let unknown = StoreError.unknownForm("none")
      #expect(try storeError { _ = try store.revisionHistory(of: "none") } == unknown)
      #expect(try storeError { _ = try store.revisions(of: "none") } == unknown)
    }
  }

  @Test func `come with the current one first, and then the newest`() throws {
    try withTemporaryStore { store in
      for name in ["a", "b", "c", "d"] { _ = try store.publish("f", try form(name), by: by()) }
      _ = try store.publish("f", try form("b"), by: by())
      #expect(try store.revisions(of: "f").map(rows) == ["b", "d", "c", "a"])
      #expect(try store.revisionHistory(of: "f").map { rows($0.content) } == ["a", "b", "c", "d"])
    }
  }

  private static let url = "http://example.org/f"

  // The revisions are 1: a of version 1.0, 2: b of 2.0, 3: c of 1.0 and 4: d without one; 2 is current.
  @Test(arguments: [
    (url, "f", "2 b"), (url + "|2.0", "f", "2 b"), (url + "|1.0", "f", "3 c"),
    (url + "|3.0", "f", "none"), ("f", "f", "2 b"), ("f|1.0", "f", "3 c"),
    ("Questionnaire/f", "f", "2 b"), ("Questionnaire/f|1.0", "f", "3 c"),
    ("Questionnaire/" + url, "f", "2 b"), ("Questionnaire/g", "none", "none"),
    ("http://example.org/g", "none", "none"), ("", "none", "none"), ("codes", "none", "none"),
  ])
  func `are found by a URL or a name, and by a version`(
    reference: String, name: String, meant: String
  ) throws {
    try withTemporaryStore { store in
      for (row, version) in [("a", "1.0"), ("b", "2.0"), ("c", "1.0"), ("d", nil), ("b", "2.0")]
        as [(String, String?)]
      {
        let form = try form(row, url: Self.url, version: version)
        _ = try store.publish("f", form, by: by())
      }
      let codes = try OptionSetDocument.document(fields: [:], options: [[.code: "x"]])
      _ = try store.publish("codes", codes, by: by())
      let found = try store.formRevisions(called: reference)
      #expect(found?.name.rawValue ?? "none" == name)
      #expect(found?.meant.map { "\($0.revision) \(rows($0.content))" } ?? "none" == meant)
    }
  }

  @Test func `begin a document as they were published, whatever is current`() throws {
    try withTemporaryStore { store in
      let first = try store.publish("f", try form("a"), by: by())
      _ = try store.publish("f", try form("b"), by: by())
      let old = try store.create(
        "old", from: first.form, revision: first.revision, uid: uid(2), by: by())
      #expect(old.revision == 1 && rows(old.content) == "a")
      let new = try store.create("new", from: "f", uid: uid(3), by: by())
      #expect(new.revision == 2 && rows(new.content) == "b")
      var filled = old.formContent
      let index = Document.Index(filled)
      filled.set("Ada", at: try #require(index["a" as RowID]))
      let given = try store.create(
        "given", from: "f", revision: 1, as: filled, uid: uid(4), by: by())
      #expect(given.revision == 1 && given.answer("a") == "Ada" && given.count == 1)
      #expect(given.origin("a") == Origins.Origin(entry: 1))
      try store.expectStored(given)
      let unknown = StoreError.unknownForm("none")
      #expect(
        try storeError {
          _ = try store.create(
            nil, from: "none", revision: 1, as: filled, uid: uid(5), by: by())
        } == unknown)
      #expect(try store.documents().map(\.name) == ["given", "new", "old"])
    }
  }

  @Test func `that a document goes to are those that its entries name, in their order`() throws {
    try withTemporaryStore { store in
      for name in ["a", "b", "c"] { _ = try store.publish("f", try form(name), by: by()) }
      _ = try store.publish("f", try form("b"), by: by())
      var document = try store.create(nil, from: "f", uid: uid(2), by: by())
      for revision in [3, 1, 2, 1] {
        try store.perform(.migrate(to: revision), on: &document, by: by())
      }
      let used = try store.revisions(usedBy: document)
      #expect(used.map(\.number) == [2, 3, 1])
      #expect(used.map { rows($0.content) } == ["b", "c", "a"])
      #expect(Set(used.map(\.id)).count == 3)
      #expect(try store.identityFacts(of: document).revision == used[0].id)
      #expect(try store.perform(.migrate(to: 1), on: &document, by: by()) == nil)
      #expect(
        try storeError { try store.perform(.migrate(to: 7), on: &document, by: by()) }
          == .unknownRevision(7, form: "f"))
      try store.perform(.migrate(), on: &document, by: by())
      #expect(document.revision == 2)
      try store.expectStored(document)
    }
  }

  @Test func `of a row that is called otherwise are told apart from others`() throws {
    try withTemporaryStore { store in
      func publish(_ sketch: String, secret: RowID? = nil) throws {
        var form = try Document(sketch: sketch)
        if let secret, let place = Document.Index(form)[secret] {
          form.set("secret", of: .kind, at: place)
        }
        _ = try store.publish("f", form, by: by())
      }
      try publish("s: a b pin", secret: "pin")
      var document = try store.create(nil, from: "f", uid: uid(2), by: by())
      try store.set(&document, ("a", 1), ("b", 2))
      try publish("s: c b d key", secret: "key")
      let refused: [([RowRename], RowRename, RenameProblem)] = [
        ([.init("x", to: "c")], .init("x", to: "c"), .unknown("x")),
        ([.init("a", to: "x")], .init("a", to: "x"), .missing("x", revision: 2)),
        ([.init("b", to: "c")], .init("b", to: "c"), .stays("b", revision: 2)),
        ([.init("a", to: "key")], .init("a", to: "key"), .secret("key")),
        ([.init("pin", to: "c")], .init("pin", to: "c"), .secret("pin")),
        ([.init("a", to: "c"), .init("a", to: "d")], .init("a", to: "d"), .repeated("a")),
      ]
      let before = try dump(store.path)
      for (renames, rename, problem) in refused {
        let error = try storeError {
          try store.perform(.migrate(renaming: renames), on: &document, by: by())
        }
        #expect(error == .unfitRename(rename, problem))
      }
      #expect(try dump(store.path) == before)
      try store.perform(.migrate(renaming: [.init("a", to: "c")]), on: &document, by: by())
      #expect(document.answer("c") == 1 && document.answer("b") == 2 && document.answer("a") == nil)
    }
  }

  @Test func `of several forms are published together or not at all`() throws {
    try withTemporaryStore { store in
      let done = try store.publish(
        [("a", try form("x")), ("b", try form("y")), ("a", try form("z"))], by: by())
      #expect(done.map(\.revision) == [1, 1, 2] && done.map(\.form) == ["a", "b", "a"])
      #expect(done.map(\.isNew) == [true, true, true] && done.map(\.replaced) == [nil, nil, 1])
      let before = try dump(store.path)
      let url = Self.url
      _ = try storeError {
        _ = try store.publish(
          [("c", try form("x", url: url)), ("d", try form("x", url: url))], by: by("New"))
      }
      #expect(try dump(store.path) == before)
      #expect(try store.forms().map(\.name) == ["a", "b"])
      #expect(try store.publish([], by: by()) == [])
    }
  }
}
