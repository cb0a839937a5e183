import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Testing

@testable import EkibenStore

// Rule H5.
@Suite(.timeLimit(.minutes(20))) struct `Questions about the past` {
  /// A document of which the name is A, B and C, and B again after an undo: six entries.
  private func withPast(
    isArchived: Bool, _ body: (Store, StoredDocument) throws -> Void
  ) throws {
    try withVisit { store, document in
      for (at, name) in ["A", "B", "C"].enumerated() {
        try store.set(&document, ("name", .text(name)), by: by(at: Int64(at + 2)))
      }
      try store.perform(.undo(steps: 1), on: &document, by: by(at: 5))
      try store.set(&document, ("age", 36), by: by("Eve", at: 6))
      if isArchived { while try store.archiveOldEntries(of: &document) {} }
      try body(store, document)
    }
  }

  @Test(arguments: [false, true])
  func `about entries leave out those that there are not`(isArchived: Bool) throws {
    try withPast(isArchived: isArchived) { (store, document) throws in
      for (range, numbers) in [
        (-5...0, []), (0...1, [1]), (1...1, [1]), (2...4, [2, 3, 4]), (6...6, [6]), (6...99, [6]),
        (7...9, []), (Int.min...Int.max, [1, 2, 3, 4, 5, 6]),
      ] as [(ClosedRange<Int>, [Int])] {
        #expect(try store.entries(of: document, range).map(\.number) == numbers, "\(range)")
      }
      for number in [-1, 0, 7, .max] {
        let unknown = StoreError.history(.unknownEntry(number))
        #expect(try storeError { _ = try store.entry(number, of: document) } == unknown)
        #expect(
          try storeError { _ = try store.changes(in: document, from: number, to: 1) } == unknown)
        #expect(
          try storeError { _ = try store.changes(in: document, from: 1, to: number) } == unknown)
        #expect(
          try storeError { _ = try store.fields([], of: document, at: number) } == unknown)
      }
    }
  }

  // A field that nobody has written has no number in the file, and a question gives it none.
  @Test(arguments: [false, true])
  func `about a field that nobody wrote are answered without writing`(isArchived: Bool) throws {
    try withPast(isArchived: isArchived) { store, _ in
      func fields() throws -> [String] {
        try store.withConnection { connection throws(SQLiteError) in
          let statement = try connection.prepare("SELECT name FROM field ORDER BY name")
          var names: [String] = []
          while try statement.step() { names.append(try statement.text(0)) }
          return names
        }
      }
      let before = try fields()
      let reader = try Store(store.path, access: .readOnly, now: 0)
      for asked in [reader, store] {
        let document = try asked.document("visit")
        let states = try asked.fields(
          [Change.Target(.row("name"), .draft), Change.Target(.row("name"), .title)],
          of: document, at: 3)
        #expect(states.map(\.value) == [nil, document.row("name")?.fields[.title]])
        #expect(states.map(\.origin.entry) == [0, 0])
      }
      try reader.close()
      #expect(try fields() == before)
    }
  }

  @Test(arguments: [false, true])
  func `say what differs between two entries, and what each changed`(isArchived: Bool) throws {
    try withPast(isArchived: isArchived) { store, document in
      func text(_ changes: Changeset) -> [String] {
        changes.changes.map { Notation.text(of: $0) }
      }
      for (first, last, changes) in [
        (1, 4, ["name: – → \"C\""]), (4, 1, ["name: \"C\" → –"]), (4, 5, ["name: \"C\" → \"B\""]),
        (3, 5, []), (4, 6, ["name: \"C\" → \"B\"", "age: – → 36"]), (6, 6, []),
        (6, 2, ["name: \"B\" → \"A\"", "age: 36 → –"]),
      ] as [(Int, Int, [String])] {
        let found = text(try store.changes(in: document, from: first, to: last))
        #expect(Set(found) == Set(changes), "\(first) to \(last)")
      }
      let each = try store.entries(of: document, 1...6).map { entry in
        text(try store.changes(of: entry, in: document))
      }
      #expect(
        each == [
          [], ["name: – → \"A\""], ["name: \"A\" → \"B\""], ["name: \"B\" → \"C\""],
          ["name: \"C\" → \"B\""], ["age: – → 36"],
        ])
    }
  }

  @Test(arguments: [false, true])
  func `say what fields held and who wrote that, in the order asked for`(isArchived: Bool) throws {
    try withPast(isArchived: isArchived) { store, document in
      let targets =
        (["age", "name", "nothing", "name"] as [RowID]).map {
          Change.Target(.row($0), .value)
        } + [Change.Target(.row("name"), .title)]
      for (number, values, origin) in [
        (1, [nil, nil, nil, nil, "name"], Origins.Origin(entry: 0)),
        (3, [nil, "B", nil, "B", "name"], Origins.Origin(entry: 3)),
        (5, [nil, "B", nil, "B", "name"], Origins.Origin(entry: 3, via: 5)),
        (6, [36, "B", nil, "B", "name"], Origins.Origin(entry: 3, via: 5)),
      ] as [(Int, [Value?], Origins.Origin)] {
        let found = try store.fields(targets, of: document, at: number)
        #expect(found.map(\.value) == values, "entry \(number)")
        #expect(found[1].origin == origin && found[3].origin == origin, "entry \(number)")
        #expect(found[2].origin == Origins.Origin(entry: 0))
      }
      #expect(try store.fields(targets, of: document, at: 6)[0].origin == Origins.Origin(entry: 6))
    }
  }

  @Test func `are about the journal as far as the document knows it`() throws {
    try withPast(isArchived: false) { store, document in
      var newer = document
      try store.set(&newer, ("age", 40), by: by(at: 9))
      #expect(try store.entries(of: document, 1...99).count == 6)
      #expect(try store.entries(of: newer, 1...99).count == 7)
      #expect(try store.lastEntry(of: document, atOrBefore: 99) == 6)
      #expect(try store.lastEntry(of: newer, atOrBefore: 99) == 7)
      let age = [Change.Target(.row("age"), .value)]
      #expect(try store.fields(age, of: document, at: 6).map(\.value) == [36])
      #expect(try store.content(of: document, at: 6).answer(age[0]) == 36)
      while try store.archiveOldEntries(of: &newer) {}
      #expect(try store.entries(of: document, 6...9).map(\.number) == [6])
      #expect(try store.lastEntry(of: document, atOrBefore: 99) == 6)
    }
  }

  @Test func `about a row alone are answered where the form says all of it`() throws {
    let form = try Document(sections: [
      .init(
        id: "s",
        rows: [
          .init(id: "name", fields: [.component: "textInput", .title: "Name"]),
          .init(id: "pin", fields: [.component: "textInput", .kind: "secret"]),
          .init(id: "given", fields: [.value: "x"]),
        ])
    ])
    try withVisit(form: form) { store, document in
      let none = try #require(try store.formRow("name", of: "visit"))
      #expect(none.row.fields == [.component: "textInput", .title: "Name"])
      #expect(none.state == FieldState(value: nil, origin: Origins.Origin(entry: 0)))
      try store.set(&document, ("name", "Ada"))
      #expect(
        try store.formRow("name", of: "visit")?.state
          == FieldState(value: "Ada", origin: Origins.Origin(entry: 2)))
      #expect(try store.formRow("given", of: "visit")?.state.value == "x")
      try store.set(&document, ("given", nil))
      let cleared = FieldState(value: nil, origin: Origins.Origin(entry: 3))
      #expect(try store.formRow("given", of: "visit")?.state == cleared)
      for (row, name) in [("pin", "visit"), ("other", "visit"), ("name", "none")] {
        let found = try store.formRow(RowID(row), of: DocumentName(name))
        #expect(found == nil)
      }
      let title = Change(.row("pin"), .title, before: nil, after: "PIN")
      try store.perform(.changes(Changeset([title])), on: &document, by: by())
      #expect(try store.formRow("name", of: "visit") == nil)
    }
  }
}
