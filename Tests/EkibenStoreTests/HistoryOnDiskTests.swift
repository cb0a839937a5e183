import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `History on disk` {
  @Test func `keeps both branches of an edit after an undo, also after reopening`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "A"))
      try store.set(&document, ("name", "B"))
      let undo = try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(undo?.kind == .undo)
      #expect(undo?.head == 2)
      try store.set(&document, ("name", "C"))
      #expect((try store.entries(of: document, 1...Int.max)).map(\.parent) == [nil, 1, 2, 3, 2])
      try store.expectStored(document)
      try store.close()

      let again = try Store(store.path, now: 0)
      var read = try again.document("visit")
      let entries = (try again.entries(of: read, 1...Int.max))
      #expect(entries.map(\.number) == [1, 2, 3, 4, 5])
      #expect(entries.map(\.kind) == [.create, .edit, .edit, .undo, .edit])
      #expect(entries.map(\.head) == [1, 2, 3, 2, 5])
      #expect(read.history.travelled(by: entries[3]).undone == [3])
      #expect(read.history.parent(of: 3) == 2)
      #expect(read.history.parent(of: 5) == 2)
      #expect(read.answer("name") == "C")
      // Both branches can be reached.
      try again.perform(.undo(steps: 1), on: &read, by: by())
      try again.perform(.redoTo(3), on: &read, by: by())
      #expect(read.answer("name") == "B")
      try again.perform(.undo(steps: 1), on: &read, by: by())
      try again.perform(.redo(steps: 1), on: &read, by: by())
      #expect(read.head == 3)  // the branch last visited
      try again.perform(.undo(steps: 2), on: &read, by: by())
      try again.perform(.redoTo(5), on: &read, by: by())
      #expect(read.answer("name") == "C")
      try again.expectStored(read)
      try again.expectSound()
      try again.close()
    }
  }

  static let impossible: [(edit: Edit, error: HistoryError)] = [
    (.undo(steps: 3), .tooFewSteps(asked: 3, possible: 2)),
    (.undo(steps: .max), .tooFewSteps(asked: .max, possible: 2)),
    (.redo(steps: 2), .tooFewSteps(asked: 2, possible: 1)),
    (.redoTo(0), .unknownEntry(0)), (.redoTo(-1), .unknownEntry(-1)),
    (.redoTo(.min), .unknownEntry(.min)), (.redoTo(99), .unknownEntry(99)),
    (.redoTo(5), .notANode(5, head: 3)), (.redoTo(1), .notBelowHead(1, head: 3)),
    (.redoTo(3), .notBelowHead(3, head: 3)),
  ]

  @Test(arguments: impossible.indices)
  func `refuses what cannot be, and does nothing`(at: Int) throws {
    let (edit, error) = Self.impossible[at]
    try withVisit { store, document in
      for name in ["A", "B", "C"] { try store.set(&document, ("name", .text(name))) }
      try store.perform(.undo(steps: 1), on: &document, by: by())
      let (before, known) = (try dump(store.path), Everything(document))
      let found = try storeError {
        try store.perform(edit, on: &document, by: by("Nobody so far"))
      }
      #expect(found == .history(error))
      #expect(try dump(store.path) == before)
      #expect(Everything(document) == known)
    }
  }

  @Test func `ends at the root and at the leaf`() throws {
    try withVisit { store, document in
      let up = try storeError { try store.perform(.undo(steps: 1), on: &document, by: by()) }
      #expect(up == .history(.nothingToUndo))
      let down = try storeError { try store.perform(.redo(steps: 1), on: &document, by: by()) }
      #expect(down == .history(.nothingToRedo))
      #expect(document.count == 1)
    }
  }

  @Test(arguments: [Edit.undo(steps: 0), .redo(steps: 0), .undo(steps: -1), .redo(steps: .min)])
  func `writes no entry that goes nowhere`(edit: Edit) throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "A"))
      let before = try dump(store.path)
      #expect(try store.perform(edit, on: &document, by: by()) == nil)
      #expect(try dump(store.path) == before)
    }
  }

  @Test func `remembers who wrote an answer and what brought it back`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "A"), by: by("Ada"))  // 2
      try store.set(&document, ("name", nil), by: by("Bob"))  // 3
      try store.set(&document, ("name", "C"), by: by("Cy"))  // 4
      try store.perform(.undo(steps: 1), on: &document, by: by("Dot"))  // 5
      #expect(document.answer("name") == nil)
      #expect(document.origin("name") == Origins.Origin(entry: 3, via: 5))
      try store.expectStored(document)
      try store.perform(.undo(steps: 1), on: &document, by: by("Dot"))  // 6
      #expect(document.origin("name") == Origins.Origin(entry: 2, via: 6))
      try store.perform(.redo(steps: 2), on: &document, by: by("Dot"))  // 7
      #expect(document.origin("name") == Origins.Origin(entry: 4, via: 7))
      try store.expectStored(document)
      try store.perform(.undo(steps: 3), on: &document, by: by("Dot"))  // 8
      #expect(document.origin("name") == Origins.Origin(entry: 0))
      try store.expectStored(document)
      try store.perform(.redo(steps: 3), on: &document, by: by("Dot"))  // 9
      try store.set(&document, ("name", "D"), by: by("Eve"))  // 10
      #expect(document.origin("name") == Origins.Origin(entry: 10))
      try store.expectStored(document)
      #expect(
        try query(store.path, "SELECT value, entry, via FROM answer") == ["D|10|NULL"])
      try store.expectSound()
    }
  }

  @Test func `keeps the writer where several undone steps give the same value again`() throws {
    try withVisit { store, document in
      for name in ["A", "B", "A"] { try store.set(&document, ("name", .text(name))) }  // 2, 3, 4
      try store.perform(.undo(steps: 2), on: &document, by: by())  // 5
      #expect(document.answer("name") == "A")
      #expect(document.origin("name") == Origins.Origin(entry: 2, via: 5))
      try store.expectStored(document)
      try store.perform(.redo(steps: 2), on: &document, by: by())  // 6
      #expect(document.origin("name") == Origins.Origin(entry: 4, via: 6))
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  // Rule P16.
  @Test func `knows of rows that go whenever their lines are moved`() throws {
    try withVisit { store, document in
      let names = ["name", "age", "consent"] as [RowID]
      func answers(at number: Int) throws -> [Value?] {
        try store.fields(names.map { Change.Target(.row($0), .value) }, of: document, at: number)
          .map(\.value)
      }
      try store.set(&document, ("name", "Ada"), ("age", 36), ("consent", true))  // 2
      for sketch in ["age consent", "consent"] {  // 3, 5
        let form = try Document(sketch: "person: \(sketch) | study: phone note extra")
        try store.perform(.apply(form), on: &document, by: by())
        try store.set(&document, ("phone", .text(sketch)))  // 4, 6
        while try store.archiveOldEntries(of: &document) {}
        #expect(try answers(at: 2) == ["Ada", 36, true])
        #expect(try answers(at: 3) == [nil, 36, true])
      }
      #expect(try answers(at: 4) == [nil, 36, true])
      #expect(try answers(at: 5) == [nil, nil, true])
      #expect(try answers(at: 6) == [nil, nil, true])
    }
  }

  // Rule H11.
  @Test func `finds the last entry before a time although clocks go back`() throws {
    try withVisit { store, document in
      for (value, time) in [(1, 100), (2, 50), (3, 200), (4, 150)] as [(Int64, Int64)] {
        try store.set(&document, ("age", .integer(value)), by: by(at: time))
      }
      // Entries 1…5 at 1, 100, 50, 200, 150.
      for isMoved in [false, true] {
        if isMoved { while try store.archiveOldEntries(of: &document) {} }
        for (time, number) in [
          (0, nil), (1, 1), (49, 1), (50, 3), (99, 3), (100, 3), (149, 3), (150, 5), (199, 5),
          (200, 5), (.max, 5), (.min, nil),
        ] as [(Int64, Int?)] {
          #expect(try store.lastEntry(of: document, atOrBefore: time) == number, "at \(time)")
        }
      }
    }
  }

  @Test(arguments: UInt64(0)..<8)
  func `gives the state after each entry`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withVisit { store, document in
      var states = [document.content]
      while states.count < 60 {
        let row = random.pick(["name", "age", "note"] as [RowID])
        let edit: Edit =
          switch random.number(in: 0...5) {
          case 0: .undo(steps: random.number(in: 1...4))
          case 1: .redo(steps: random.number(in: 1...4))
          case 2: .redoTo(random.number(in: 1...states.count))
          case 3: .answers([(row, nil)])
          default: .answers([(row, .integer(Int64(random.number(in: 0...3))))])
          }
        do throws(StoreError) {
          if try store.perform(edit, on: &document, by: by()) != nil {
            states.append(document.content)
          }
        } catch {
          guard case .history = error else { throw error }
        }
      }
      let read = try store.again().document("visit")
      let journal = try store.journal(of: document)
      var origins = Origins()
      for (at, state) in states.enumerated() {
        #expect(try store.content(of: read, at: at + 1) == state, "entry \(at + 1)")
        origins.apply(origins.changes(by: journal.entries[at], in: journal.history, journal.known))
        let targets = (["name", "age", "note", "phone"] as [RowID]).map {
          Change.Target(.row($0), .value)
        }
        let fields = try store.fields(targets, of: read, at: at + 1)
        #expect(fields.map(\.origin) == targets.map { origins[$0] })
        #expect(fields.map(\.value) == targets.map { state.answer($0) })
      }
      for number in [0, -1, 61, .max, .min] {
        #expect(
          try storeError { _ = try store.content(of: read, at: number) }
            == .history(.unknownEntry(number)))
      }
      try expectReplay(of: read, in: store)
      try store.expectSound()
    }
  }
}
