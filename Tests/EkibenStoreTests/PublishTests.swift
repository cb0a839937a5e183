import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Publishing a form` {
  @Test func `makes a revision only when the content is new (P-05)`() throws {
    try withTemporaryStore { store in
      let form = try visitForm()
      let first = try store.publish("visit", form, uid: uid(1), by: by())
      #expect(first.form == "visit" && first.revision == 1 && first.isNew)
      let before = try dump(store.path)
      let again = try store.publish("visit", form, uid: uid(9), by: by("Bob", at: 99))
      #expect(again.form == "visit" && again.revision == 1 && !again.isNew)
      #expect(try dump(store.path) == before)

      let edited = try Document(sketch: "person: name age+ consent | study: phone note extra")
      #expect(try store.publish("visit", edited, uid: uid(1), by: by()).revision == 2)
      // What was published before the last revision is new content again.
      #expect(try store.publish("visit", form, uid: uid(1), by: by()).revision == 3)
      #expect(try store.form("visit").content == form)
      try store.expectSound()
    }
  }

  @Test func `touches only the records that change, and keeps the order keys of the others`()
    throws
  {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), uid: uid(1), by: by())
      let keys = try store.form("visit").content
      let edited = try Document(sketch: "person: name+ age new consent | study: phone extra note")
      _ = try store.publish("visit", edited, uid: uid(1), by: by())
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
        let published = try store.publish("f", form, uid: uid(1), by: by())
        #expect(published.revision == number + 1)
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
        _ = try store.publish("f", form, uid: uid(1), by: by())
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
      _ = try store.publish("odd", form, uid: uid(1), by: by())
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
      _ = try store.publish("f", try form("https://a", "x"), uid: uid(1), by: by())
      let before = try dump(store.path)
      let error = try storeError {
        _ = try store.publish("f", try form("https://b", "x y"), uid: uid(1), by: by())
      }
      #expect(error == .differentForm("f", url: "https://b", existing: "https://a"))
      #expect(try dump(store.path) == before)
      #expect(
        try store.publish("f", try form("https://a", "x y"), uid: uid(1), by: by()).revision == 2)
    }
  }

  @Test func `finds in verify a revision that is not what was published`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), uid: uid(1), by: by())
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
