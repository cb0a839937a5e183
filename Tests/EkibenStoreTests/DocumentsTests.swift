import EkibenDocuments
import EkibenStore
import EkibenTesting
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Documents in a store` {
  @Test func `take their form's name, then -2, -3 and so on`() throws {
    try withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      let names = try (2...4).map { number in
        try store.create(nil, from: "visit", uid: uid(UInt8(number)), by: by()).name
      }
      #expect(names == ["visit", "visit-2", "visit-3"])
      _ = try store.create("visit-4", from: "visit", uid: uid(8), by: by())
      #expect(try store.create(nil, from: "visit", uid: uid(9), by: by()).name == "visit-5")
    }
  }

  @Test func `start with entry 1 and no answers`() throws {
    try withVisit { store, document in
      #expect(document.form == "visit")
      #expect(document.revision == 1)
      #expect(document.status == .draft)
      #expect(document.uid == uid(2))
      #expect(document.content == (try visitForm()))
      #expect(
        (try store.entries(of: document, 1...Int.max)) == [
          Entry(number: 1, kind: .create, parent: nil, head: 1, author: "Ada", time: 1)
        ])
      try store.expectStored(document)
    }
  }

  @Test func `are listed by name, with head, entries and time`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"), by: by(at: 5))
      try store.perform(.undo(steps: 1), on: &document, by: by(at: 9))
      _ = try store.create("another", from: "visit", uid: uid(3), by: by(at: 3))
      let documents = try store.documents().map {
        "\($0.name) \($0.form) \($0.head) \($0.entries) \($0.modified)"
      }
      #expect(documents == ["another visit 1 1 3", "visit visit 1 3 9"])
      let forms = try store.forms().map { "\($0.name) \($0.revision) \($0.documents)" }
      #expect(forms == ["visit 1 2"])
    }
  }

  @Test func `of unknown names and forms are refused, and nothing is left behind`() throws {
    try withVisit { store, _ in
      let before = try dump(store.path)
      #expect(try storeError { _ = try store.document("no") } == .unknownDocument("no"))
      #expect(try storeError { _ = try store.form("no") } == .unknownForm("no"))
      #expect(
        try storeError { _ = try store.create(nil, from: "no", uid: uid(7), by: by()) }
          == .unknownForm("no"))
      #expect(
        try storeError { _ = try store.create("visit", from: "visit", uid: uid(7), by: by("New")) }
          == .nameTaken("visit"))
      #expect(try dump(store.path) == before)
    }
  }

  @Test func `do not come into a store by accident`() throws {
    // A value of one file, given to another: its keys mean nothing there.
    try withVisit { _, foreign in
      try withTemporaryStore { store in
        _ = try store.publish("other", try visitForm(), by: by())
        _ = try store.create(nil, from: "other", uid: uid(6), by: by())
        let before = try dump(store.path)
        let error = try storeError { try store.set(&foreign, ("name", "Ada")) }
        #expect(error == .unknownDocument("visit"))
        #expect(try dump(store.path) == before)
      }
    }
  }

  @Test func `go on with a store that was opened again`() throws {
    try withVisit { store, document in
      let stale = document
      try store.set(&document, ("name", "Ada"))
      try store.close()
      let again = try Store(store.path, now: 0)
      // The numbers by which each connection counts commits start anew.
      for old in [stale, document] {
        var copy = old
        let number = copy.count
        #expect(try again.set(&copy, ("age", .integer(Int64(number))))?.parent != nil)
        #expect(copy.answer("name") == "Ada")
        try again.expectStored(copy)
      }
      try again.expectSound()
      try again.close()
    }
  }

  // Rule P11.
  @Test func `and forms that differ only in normalisation are two`() throws {
    let composed = "caf\u{E9}"
    let decomposed = "cafe\u{301}"
    try withTemporaryStore { store in
      let rows = [composed, decomposed].map { Document.Row(id: RowID(unchecked: $0)) }
      let form = try Document(sections: [Document.Section(id: "s", rows: rows)])
      var key: UInt8 = 0
      for name in [composed, decomposed] {
        let name = DocumentName(unchecked: name)
        #expect(try store.publish(name, form, by: by()).isNew)
        var document = try store.create(nil, from: name, uid: uid(key + 2), by: by(name.rawValue))
        for row in [composed, decomposed] {
          try store.set(
            &document, (RowID(unchecked: row), .text(name.rawValue + row)), by: by(row))
        }
        key += 2
      }
      // Setting the other spelling is an edit.
      var document = try store.document(DocumentName(unchecked: composed))
      #expect(document.name.rawValue.utf8.elementsEqual(composed.utf8))
      let row = RowID(unchecked: decomposed)
      let other = Value.text(decomposed + decomposed)
      #expect(try store.set(&document, (row, other)) != nil)
      #expect(try store.set(&document, (row, other)) == nil)
      try store.expectStored(document)
      #expect(document.answer(row) == other)
      #expect(document.answer(RowID(unchecked: composed)) == .text(composed + composed))
      #expect(try store.documents().count == 2)
      #expect(try store.forms().count == 2)
      #expect(try query(store.path, "SELECT count(*) FROM author") == ["3"])
      #expect(try query(store.path, "SELECT count(*) FROM answer") == ["4"])
      #expect(
        (try store.entries(of: document, 1...Int.max)).map { Array($0.author.utf8) }
          == [composed, composed, decomposed, "Ada"].map { Array($0.utf8) })
      try store.expectSound()
    }
  }

  // Rule P13.
  @Test func `can be read with any SQL tool`() throws {
    try withVisit { store, document in
      try store.set(
        &document, ("name", "Ada"), ("age", 36), ("consent", true), ("note", ""), ("phone", "1"))
      try store.set(&document, ("phone", nil))
      #expect(
        try plainQuery(store.path, "SELECT * FROM answers") == [
          "visit|visit|name|Ada|2|1|0", "visit|visit|age|36|2|1|0", "visit|visit|consent|1|2|1|0",
          "visit|visit|note||2|1|0",
        ])
      #expect(try plainQuery(store.path, "SELECT * FROM documents") == ["visit|visit|1|draft|3"])
    }
  }

  // Rule P13.
  @Test func `have lists and records as texts that a person reads`() throws {
    try withVisit { store, document in
      let dose = Value.record([
        "number": .decimal(try #require(DecimalNumber("5.0"))), "unit": "mg",
      ])
      let long = Value.list(Array(repeating: .text("a \"word\""), count: 10_000))
      try store.set(&document, ("name", .list(["cat", "a\0b"])), ("age", dose), ("note", long))
      #expect(
        try plainQuery(
          store.path, "SELECT value FROM answers WHERE row <> 'note'") == [
            #"["cat", "a\u0000b"]"#, #"{number: 5.0, unit: "mg"}"#,
          ])
      #expect(
        try plainQuery(store.path, "SELECT typeof(value) FROM answers WHERE row = 'note'")
          == ["blob"])
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  // Rule P9.
  @Test func `stand in tables that are written down`() throws {
    try withTemporaryStore { store in
      let schema = try query(
        store.path,
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name")
      let pragmas = try ["application_id", "user_version", "journal_mode"].map { name in
        "\(name) = \(try query(store.path, "PRAGMA \(name)").joined())"
      }
      expectGolden(
        (pragmas + schema).joined(separator: "\n\n") + "\n", named: "schema.txt")
    }
  }
}
