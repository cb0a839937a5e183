import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Edits` {
  // Rules H9 and C9.
  @Test func `of several answers are one entry, and nothing where all are there already`() throws {
    try withVisit { store, document in
      let entry = try #require(
        try store.set(
          &document, ("name", "Ada"), ("age", 36), by: by("Bob", at: 7, because: "asked")))
      #expect(entry.number == 2)
      #expect(entry.kind == .edit)
      #expect(entry.parent == 1)
      #expect(entry.head == 2)
      #expect(entry.author == "Bob")
      #expect(entry.time == 7)
      #expect(entry.reason == "asked")
      #expect(Set(entry.changes.changes.map(\.record)) == [.row("name"), .row("age")])
      #expect(document.answer("name") == "Ada")
      #expect(document.answer("age") == 36)

      let before = try dump(store.path)
      #expect(try store.set(&document, ("name", "Ada"), ("age", 36), by: by("New")) == nil)
      #expect(try store.set(&document) == nil)
      #expect(try store.set(&document, ("note", nil)) == nil)
      #expect(try dump(store.path) == before)

      // What is there already is no part of the entry.
      let third = try store.set(&document, ("name", "Ada"), ("age", 37))
      #expect(third?.changes.changes.map(\.record) == [.row("age")])
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test func `of few answers or many are stored as they are given`() throws {
    let rows = "abcdefghijklmnop".map { String($0) }
    let form = try Document(sketch: "s: \(rows.joined(separator: " "))")
    try withVisit(form: form) { store, document in
      for count in 1...rows.count {
        let answers = rows.prefix(count).map { row in
          (row: RowID(unchecked: row), value: Value?.some(.integer(Int64(count))))
        }
        let entry = try store.perform(.answers(answers), on: &document, by: by())
        #expect(entry?.changes.changes.count == count)
        try store.expectStored(document)
      }
      try store.expectSound()
    }
  }

  // Rule D14.
  @Test func `equal the diff between before and after, in whatever order they are given`() throws {
    try withVisit { store, document in
      let before = document.content
      let entry = try store.set(
        &document, ("extra", 1), ("name", 2), ("note", 3), ("name", 4), ("age", 5))
      #expect(entry?.changes == Changeset(from: before, to: document.content))
      #expect(document.answer("name") == 4)
      try store.expectStored(document)
    }
  }

  // Rule D6.
  @Test func `know never asked, cleared and empty as three facts`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", ""), ("note", "x"))
      try store.set(&document, ("note", nil))
      try store.expectStored(document)
      let stored = try store.again().document("visit")
      #expect(stored.answer("name") == "")
      #expect(stored.answer("note") == nil)
      #expect(stored.answer("age") == nil)
      #expect(stored.origin("name") == Origins.Origin(entry: 2))
      #expect(stored.origin("note") == Origins.Origin(entry: 3))
      #expect(stored.origin("age") == Origins.Origin(entry: 0))
    }
  }

  @Test func `name their authors as each was spelt, though two look the same`() throws {
    try withVisit { store, document in
      let names = ["Ren\u{E9}", "Rene\u{301}", "Ren\u{E9}"]
      for (age, name) in names.enumerated() {
        try store.perform(
          .answers([("age", .integer(Int64(age)))]), on: &document,
          by: by(name))
      }
      let authors = try store.entries(of: document, 2...4).map(\.author)
      #expect(authors.map { Array($0.utf8) } == names.map { Array($0.utf8) })
    }
  }

  @Test func `of an unknown row change nothing`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let (before, known) = (try dump(store.path), Everything(document))
      let error = try storeError {
        try store.set(&document, ("name", "Bob"), ("nowhere", 1), by: by("New"))
      }
      #expect(error == .unknownRow("nowhere", document: "visit"))
      #expect(try dump(store.path) == before)
      #expect(Everything(document) == known)
      #expect(try store.set(&document, ("name", "Bob"))?.number == 3)
    }
  }

  static let values: [Value] = [
    .null, true, false, 0, -1, .integer(.max), .integer(.min), "", "Ada", "caf\u{E9}",
    "cafe\u{301}", "a\u{0}b", "\u{0}", "\u{FEFF}x", "\u{10FFFF}", "1", "1.50",
    .text(String(repeating: "x", count: 100_000)), .bytes([]), .bytes([0, 255, 0]),
    .date("2024-03"), .date("2024-03-09T10:00:00.250Z"), .verbatim("{ \"a\" : 1.0 }"),
    .list([]), .list([.null, "x", .list([1])]), .record([:]),
    .record(["caf\u{E9}": 1, "cafe\u{301}": .record(["x": .bytes([1])])]),
  ]
  static let decimals = [
    "0", "-0", "1.5", "1.50", "1e5", "1E+5", "123456789012345678901234567890.123456789",
  ].compactMap { DecimalNumber($0) }

  @Test(arguments: values + decimals.map { .decimal($0) })
  func `keep a value exactly, and undo and redo it`(value: Value) throws {
    try withVisit { store, document in
      #expect(try store.set(&document, ("name", value)) != nil)
      #expect(document.answer("name") == value)
      try store.expectStored(document)
      try store.set(&document, ("name", nil))
      try store.expectStored(document)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == value)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == nil)
      try store.expectStored(document)
      try store.perform(.redo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == value)
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test func `of one value into each other kind are edits`() throws {
    try withVisit { store, document in
      for value in [
        "2024", 2024, .date("2024"), .verbatim("2024"), "1", 1,
        .decimal(try #require(DecimalNumber("1"))), .verbatim("1"), true,
        .bytes([1]), .list([1]), .null,
      ] as [Value] {
        #expect(try store.set(&document, ("name", value)) != nil, "\(value)")
        try store.expectStored(document)
      }
    }
  }

  @Test func `give back what the form itself says when they are undone`() throws {
    // A form may come with answers; nobody wrote those.
    let form = try Document(sketch: "person: name+ age")
    try withVisit(form: form) { store, document in
      #expect(document.answer("name") == "+")
      #expect(document.origin("name") == Origins.Origin(entry: 0))
      try store.set(&document, ("name", nil))
      try store.expectStored(document)
      #expect(document.answer("name") == nil)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.answer("name") == "+")
      try store.expectStored(document)
      #expect(try query(store.path, "SELECT count(*) FROM answer") == ["0"])
    }
  }

  @Test func `of a value too deep to be read again are refused`() throws {
    var deep: Value = 1
    for _ in 0..<300 { deep = .list([deep]) }
    try withVisit { store, document in
      let before = try dump(store.path)
      _ = try storeError { try store.set(&document, ("name", deep)) }
      #expect(try dump(store.path) == before)
      #expect(try store.document("visit").answer("name") == nil)
    }
  }

  @Test(arguments: [199, 200, 201])
  func `keep nesting as deep as it can be read`(depth: Int) throws {
    var deep: Value = 1
    for _ in 0..<depth { deep = .list([deep]) }
    try withVisit { store, document in
      do {
        try store.set(&document, ("name", deep))
        try store.expectStored(document)
      } catch {
        _ = try storeError { throw error }
        #expect(try store.document("visit").answer("name") == nil)
      }
    }
  }

  @Test func `insist on the value that the caller saw, if told to`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      let before = try dump(store.path)
      let seen: [RowID: Value?] = ["name": "Bob", "age": nil]
      let error = try storeError {
        try store.perform(
          .answers([(row: "name", value: "Eve"), (row: "age", value: 1)]), on: &document, by: by(),
          expecting: seen)
      }
      guard case .conflict(let change) = error else { throw error }
      #expect(change.change.record == .row("name"))
      #expect(change.found == "Ada")
      #expect(try dump(store.path) == before)
    }
  }

  @Test func `move no record twice`() throws {
    try withVisit { store, document in
      let before = document.structure.value(of: Change.Target(.row("age"), .order))
      let moves = [0x10, 0x20].map {
        Change(.row("age"), .order, before: before, after: .bytes([$0]))
      }
      let error = try storeError {
        try store.perform(.changes(Changeset(moves)), on: &document, by: by())
      }
      #expect(error == .history(.broken(entry: 2)))
      #expect(try store.document("visit").count == 1)
    }
  }

  @Test func `gives new records and fields the same numbers every time`() throws {
    let other = try Document(
      sketch: "end: new newer phone | person: consent+ name note | more+!: newest")
    let dumps = try (0..<6).map { _ in
      try withVisit { store, document in
        try store.perform(.apply(other), on: &document, by: by())
        return try dump(store.path).filter { !$0.contains("0001_create") }
      }
    }
    #expect(Set(dumps).count == 1)
  }
}
