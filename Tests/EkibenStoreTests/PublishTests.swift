import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Publishing a form` {
  @Test func `makes a revision only when the content is new`() throws {
    try withTemporaryStore { store in
      let form = try visitForm()
      let first = try store.publish("visit", form, by: by())
      #expect(first.form == "visit" && first.revision == 1 && first.isNew)
      let before = try dump(store.path)
      let again = try store.publish("visit", form, by: by("Bob", at: 99))
      #expect(again.form == "visit" && again.revision == 1 && !again.isNew)
      #expect(try dump(store.path) == before)

      let edited = try Document(sketch: "person: name age+ consent | study: phone note extra")
      let next = try store.publish("visit", edited, by: by())
      #expect(next.revision == 2 && next.isNew && next.replaced == 1)
      try store.expectSound()
    }
  }

  // Rule F9.
  @Test func `goes back to an older revision of the same content, and on from there`() throws {
    try withTemporaryStore { store in
      let (first, second) = (try visitForm(), try Document(sketch: "person: new name"))
      _ = try store.publish("visit", first, by: by())
      let places = try store.form("visit").content
      _ = try store.publish("visit", second, by: by())
      let revisions = try query(store.path, "SELECT * FROM revision")
      let back = try store.publish("visit", first, by: by("Bob", at: 99))
      #expect(back.revision == 1 && !back.isNew && back.replaced == 2)
      #expect(try query(store.path, "SELECT * FROM revision") == revisions)
      #expect(try store.form("visit").content.isIdentical(to: places))
      #expect(try store.create("old", from: "visit", uid: uid(2), by: by()).revision == 1)
      #expect(try !store.publish("visit", first, by: by()).isNew)

      // The next one is the third, and follows the one that is current.
      let third = try Document(sketch: "person: name age consent last | study: phone note extra")
      #expect(try store.publish("visit", third, by: by()).revision == 3)
      let current = try store.form("visit").content
      #expect(current == third)
      for row in ["name", "age", "consent", "extra"] as [RowID] {
        #expect(current.row(row)?.order == places.row(row)?.order, "\(row)")
      }
      for (revision, content) in [(2, second), (3, third), (1, first)] {
        #expect(try store.publish("visit", content, by: by()).revision == revision)
        #expect(try store.form("visit").content == content)
      }
      try store.expectSound()
    }
  }

  @Test func `touches only the records that change, and keeps the order keys of the others`()
    throws
  {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      let keys = try store.form("visit").content
      let edited = try Document(sketch: "person: name+ age new consent | study: phone extra note")
      _ = try store.publish("visit", edited, by: by())
      let current = try store.form("visit").content
      #expect(current == edited)

      let written = try query(
        store.path,
        "SELECT r.id FROM row v JOIN record r ON r.key = v.record WHERE v.since = 2 ORDER BY r.id")
      // One of two neighbours that change places moves; which one the diff decides.
      #expect(written.count == 3)
      #expect(written.contains("name") && written.contains("new"))
      #expect(
        try query(store.path, "SELECT count(*) FROM section WHERE since = 2") == ["0"])
      for row in ["name", "age", "consent", "phone"] as [RowID] {
        #expect(current.row(row)?.order == keys.row(row)?.order, "\(row)")
      }
      try store.expectSound()
    }
  }

  @Test func `keeps every revision as it was, with rows that go, come back and change section`()
    throws
  {
    let revisions = try [
      "a: x y | b: z", "a: y | b: z x", "b: z", "b: z+ | a: x y", "c: x | a: y! | b: z", "",
      "a: x y | b: z",
    ].map { try Document(sketch: $0) }
    try withTemporaryStore { store in
      var documents: [StoredDocument] = []
      for (number, form) in revisions.enumerated() {
        let published = try store.publish("f", form, by: by())
        #expect(published.revision == (number == 6 ? 1 : number + 1))
        documents.append(
          try store.create(nil, from: "f", uid: uid(UInt8(number + 10)), by: by()))
      }
      for (document, form) in zip(documents, revisions) {
        #expect(try store.document(document.name).content == form)
      }
      // Each id stays one record, whatever happens to it.
      #expect(
        try query(store.path, "SELECT kind, id FROM record ORDER BY kind, id") == [
          "row|x", "row|y", "row|z", "section|a", "section|b", "section|c",
        ])
      try store.expectSound()
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func `gives back every one of many random revisions`(seed: UInt64) throws {
    var generator = DocumentGenerator(seed: seed)
    var form = try generator.document()
    form = try Document(fields: form.fields.setting(.url, nil), sections: form.sections)
    try withTemporaryStore { store in
      var stored: [(DocumentName, Document)] = []
      for number in 1...12 {
        _ = try store.publish("f", form, by: by())
        #expect(try store.form("f").content == form)
        let document = try store.create(nil, from: "f", uid: uid(UInt8(number + 10)), by: by())
        stored.append((document.name, form))
        form = try generator.edited(form)
        form = try Document(fields: form.fields.setting(.url, nil), sections: form.sections)
      }
      for (name, content) in stored { #expect(try store.document(name).content == content) }
      try store.expectSound()
    }
  }

  @Test func `keeps a component that is empty or no text`() throws {
    let rows = [
      Document.Row(id: "none"), Document.Row(id: "empty", fields: [.component: ""]),
      Document.Row(id: "number", fields: [.component: 7]),
    ]
    let form = try Document(sections: [Document.Section(id: "s", rows: rows)])
    try withTemporaryStore { store in
      _ = try store.publish("odd", form, by: by())
      #expect(try store.form("odd").content == form)
      try store.expectSound()
    }
  }

  @Test func `refuses another form of the same name`() throws {
    try withTemporaryStore { store in
      func form(_ url: String?, _ rows: String) throws -> Document {
        let sketch = try Document(sketch: rows)
        return try Document(
          fields: Fields().setting(.url, url.map(Value.text)), sections: sketch.sections)
      }
      _ = try store.publish("f", try form("https://a", "x"), by: by())
      let before = try dump(store.path)
      let error = try storeError {
        _ = try store.publish("f", try form("https://b", "x y"), by: by())
      }
      #expect(error == .differentForm("f", url: "https://b", existing: "https://a"))
      #expect(try dump(store.path) == before)
      #expect(
        try store.publish("f", try form("https://a", "x y"), by: by()).revision == 2)
      // Also where the current revision has no URL.
      #expect(try store.publish("f", try form(nil, "x y z"), by: by()).revision == 3)
      #expect(
        try storeError {
          _ = try store.publish("f", try form("https://b", "x y"), by: by())
        } == error)
    }
  }

  // Rule F23.
  @Test func `names a form everywhere by its URL, or else by its name`() throws {
    func uids(_ names: [DocumentName], url: String?, author: String) throws -> [String] {
      try withTemporaryStore { store in
        let form = try Document(
          fields: Fields().setting(.url, url.map(Value.text)),
          sections: visitForm().sections)
        for name in names { _ = try store.publish(name, form, by: by(author)) }
        return try query(store.path, "SELECT uid FROM document WHERE kind = 'form' ORDER BY name")
      }
    }
    // Worked out with: printf 'ekiben-form-name\0visit' | sha256sum
    #expect(
      try uids(["visit"], url: nil, author: "Ada") == ["x'72e02bf8f85b41b3c6fa4353c333da8a'"])
    #expect(
      try uids(["visit"], url: "https://example.org/visit", author: "Ada")
        == ["x'70193ae565694d79c8631f17d4c335c6'"])
    #expect(
      try uids(["other"], url: "https://example.org/visit", author: "Bob")
        == uids(["visit"], url: "https://example.org/visit", author: "Ada"))
    #expect(Set(try uids(["other", "visit"], url: nil, author: "Bob")).count == 2)
    let error = try storeError {
      _ = try uids(["visit", "other"], url: "https://example.org/visit", author: "Ada")
    }
    #expect(error == .sameForm("other", existing: "visit"))
  }

  @Test func `finds in verify a revision that is not what was published`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      try store.close()
      try tamper(path, "UPDATE row SET component = 'toggle'")
      let again = try Store(path, now: 0)
      let findings = try again.verify().findings
      #expect(findings.count == 1)
      #expect(findings.first?.contains("revision 1 of visit") == true, "\(findings)")
      try again.close()
    }
  }
}
