import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

// Rules P20 and H15.
@Suite(.timeLimit(.minutes(20))) struct `What a fault could hide` {
  @Test func `an observer that joins while entries of another store wait is not notified of them`()
    throws
  {
    try withVisit { store, _ in
      let (first, second) = (EventRecorder(), EventRecorder())
      let observation = try store.observe(.document("visit")) { first.note($0) }
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "B"))  // 2
      let late = try store.observe(.document("visit")) { second.note($0) }
      try other.set(&theirs, ("age", 1))  // 3
      #expect(try store.refresh() == 2)
      #expect(first.take() == ["visit 2 name: – → \"B\"", "visit 3 age: – → 1"])
      #expect(second.take() == ["visit 3 age: – → 1"])
      try other.close()
      observation.cancel()
      late.cancel()
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a sequence of changes ends when the store closes, after what came before`() async throws {
    try await withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      let changes = try store.changes(of: .document("visit"))
      try store.set(&document, ("name", "Ada"))
      try store.close()
      var numbers: [Int] = []
      for await change in changes { numbers.append(change.entry.number) }
      #expect(numbers == [2])
      #expect(throws: StoreError.self) { try store.changes(of: .store) }
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a sequence of changes ends when an observer closes the store`() async throws {
    try await withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      let observation = try store.observe(.document("visit")) { _ in
        do { try store.close() } catch { Issue.record(error) }
      }
      let changes = try store.changes(of: .document("visit"))
      try store.set(&document, ("name", "Ada"))
      var numbers: [Int] = []
      for await change in changes { numbers.append(change.entry.number) }
      #expect(numbers == [2])
      observation.cancel()
    }
  }

  @Test(arguments: [false, true])
  func `numbers that a failed write gave out are not used by the next edit`(
    areTaken: Bool
  ) throws {
    try withVisit { store, document in
      var deep = Value.integer(1)
      for _ in 0...ValueCoding.maximumDepth { deep = .list([deep]) }
      func row(_ id: RowID, _ value: Value) -> Change {
        let fields: Fields = [
          .component: "textInput", .section: "person", .order: .bytes([0xF0]), .value: value,
        ]
        return Change(.row(id), nil, before: nil, after: .record(fields))
      }
      // A new author and a new record get their numbers; then the value is refused.
      let failing = Edit.changes(Changeset([row("new", deep)]))
      let error = try storeError { try store.perform(failing, on: &document, by: by("Eve")) }
      #expect(error == .tooDeep(limit: ValueCoding.maximumDepth - 1))
      // Another store takes these numbers, or another record of this document does.
      let other = try areTaken ? store.again() : store
      var theirs = try other.document("visit")
      let taking = Edit.changes(Changeset([row("theirs", 1)]))
      if areTaken {
        try other.perform(taking, on: &theirs, by: by("Bob"))
        try other.close()
      } else {
        try store.perform(taking, on: &document, by: by("Bob"))
      }
      try store.perform(.changes(Changeset([row("new", 2)])), on: &document, by: by("Eve"))
      #expect(try store.entries(of: document, 1...9).map(\.author) == ["Ada", "Bob", "Eve"])
      #expect(document.answer("theirs") == 1)
      #expect(document.answer("new") == 2)
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test(
    arguments: [
      ("UPDATE mark SET entry = 1 WHERE name = 'sent'", "the mark sent is at entry 1"),
      ("DELETE FROM mark WHERE name = 'sent'", "the mark sent of entry 3 is missing"),
      ("UPDATE mark SET name = 'other' WHERE name = 'sent'", "the mark other is at entry 3"),
      ("UPDATE mark SET entry = 3 WHERE name = 'first'", "the mark first is at entry 3"),
      (
        "INSERT INTO mark SELECT document, 'more', 1, NULL FROM mark LIMIT 1",
        "the mark more is at"
      ),
    ], [false, true])
  func `verify finds a mark that is not where it was put`(
    fault: (sql: String, finding: String), isArchived: Bool
  ) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      try store.perform(.mark(try MarkName("first"), moving: false), on: &document, by: by())
      // The mark is the newest entry.
      try store.set(&document, ("name", "Ada"))
      try store.perform(.mark(try MarkName("sent"), moving: false), on: &document, by: by())
      if isArchived { _ = try store.compact() }
      try store.expectSound()
      try store.close()
      try tamper(path, fault.sql)
      let damaged = try Store(path, access: .readOnly, now: 0)
      let findings = try damaged.verify().findings
      #expect(findings.contains { $0.contains(fault.finding) }, "\(findings)")
      try damaged.close()
    }
  }
}
