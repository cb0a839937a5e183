import EkibenDocuments
import EkibenTesting
import Synchronization
import Testing

@testable import EkibenStore

// Rule P20.
@Suite(.timeLimit(.minutes(20))) struct `What an observer is told` {
  private static let changes = [
    Change(.document, .title, before: nil, after: "T"),
    Change(.section("s"), .title, before: nil, after: "S"),
    Change(.row("a"), .value, before: nil, after: 1),
    Change(.row("b"), .section, before: "s", after: "t"),
    Change(.row("c"), nil, before: nil, after: .record([.section: "t"])),
    Change(.row("d"), nil, before: .record([.section: "t"]), after: nil),
    // What it holds is no section's name here.
    Change(.row("e"), .title, before: "s", after: "t"),
  ]

  @Test(
    arguments: [
      (.store, [0, 1, 2, 3, 4, 5, 6]), (.document("visit"), [0, 1, 2, 3, 4, 5, 6]),
      (.document("other"), nil), (.row("a", of: "visit"), [2]), (.row("a", of: "other"), nil),
      (.row("z", of: "visit"), nil), (.section("s", of: "visit"), [1, 2, 3]),
      (.section("t", of: "visit"), [3, 4, 5]), (.section("u", of: "visit"), [6]),
      (.section("v", of: "visit"), nil), (.section("s", of: "other"), nil),
    ] as [(ObservationScope, [Int]?)])
  func `is the part of a change that its scope means`(scope: ObservationScope, at: [Int]?) {
    let entry = Entry(number: 7, kind: .edit, parent: 6, head: 7, author: "Ada", time: 1)
    let change = JournalChange(
      document: "visit", entry: entry, changes: Changeset(Self.changes))
    let part = scope.part(of: change, places: ["a": "s", "b": "t", "e": "u"])
    #expect(part?.changes.changes == at?.map { Self.changes[$0] })
    #expect(part == nil || (part?.document == "visit" && part?.entry == entry))
    #expect(scope.asksForSections == "\(scope)".hasPrefix("section"))
  }

  @Test func `is each document that begins, however it begins`() throws {
    try withVisit { store, document in
      var key: UInt8 = 10
      func next() -> [UInt8] {
        key += 1
        return uid(key)
      }
      let recorder = EventRecorder()
      let observation = try store.observe(.store) { recorder.note($0) }
      let named = EventRecorder()
      let one = try store.observe(.document("second")) { named.note($0) }
      var second = try store.create("second", from: "visit", uid: uid(3), by: by())
      try store.set(&second, ("age", 1))
      _ = try store.duplicate(second, as: "third", uid: uid(4), by: by())
      _ = try store.create(
        ["fourth", nil], from: "visit", uid: next, by: by()
      ) { place, _ in Edit.answers([("age", .integer(Int64(place)))]) }
      #expect(
        recorder.take() == [
          "second 1 ", "second 2 age: – → 1", "third 1 ", "third 2 age: – → 1", "fourth 1 ",
          "fourth 2 age: – → 0", "visit-2 1 ", "visit-2 2 age: – → 1",
        ])
      #expect(named.take() == ["second 1 ", "second 2 age: – → 1"])
      // Of what is refused nothing is told.
      let none = try store.create(
        ["fifth", nil], from: "visit", uid: next, by: by()
      ) { place, _ in place == 0 ? Edit.answers([("age", 1)]) : nil }
      #expect(none == nil && recorder.take() == [])
      try store.set(&document, ("name", "Ada"))
      #expect(recorder.take() == ["visit 2 name: – → \"Ada\""])
      observation.cancel()
      one.cancel()
    }
  }

  @Test func `is several edits of one transaction, each by itself`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      _ = try store.perform(
        [.answers([("age", 1)]), .answers([("age", 2)]), .undo(steps: 2)], on: &document, by: by())
      #expect(
        recorder.take() == ["visit 2 age: – → 1", "visit 3 age: 1 → 2", "visit 4 age: 2 → –"])
      _ = try storeError {
        _ = try store.perform(
          [.answers([("age", 1)]), .undo(steps: 9)], on: &document, by: by())
      }
      #expect(recorder.take() == [])
      observation.cancel()
    }
  }

  @Test func `is what others wrote in documents that it observes, and how much that is`() throws {
    try withVisit { store, document in
      let second = try store.create("second", from: "visit", uid: uid(3), by: by())
      #expect(try store.refresh() == 0)
      let recorder = EventRecorder()
      let observation = try store.observe(.row("age", of: "second")) { recorder.note($0) }
      let other = try store.again()
      var (theirs, visit) = (try other.document(second.name), try other.document("visit"))
      for age in 1...3 { try other.set(&theirs, ("age", .integer(Int64(age)))) }
      try other.set(&theirs, ("name", "Eve"))
      try other.set(&visit, ("age", 9))
      #expect(try store.refresh() == 4)
      #expect(
        recorder.take() == [
          "second 2 age: – → 1", "second 3 age: 1 → 2", "second 4 age: 2 → 3",
        ])
      #expect(try store.refresh() == 0)
      observation.cancel()
      try other.set(&theirs, ("age", 8))
      #expect(try store.refresh() == 0)
      try other.close()
    }
  }

  @Test(arguments: [false, true])
  func `is all of a document that was destroyed and comes in again`(byAnother: Bool) throws {
    try withVisit { store, document in
      for age in 1...4 { try store.set(&document, ("age", .integer(Int64(age)))) }
      let entries = try store.entries(of: document, 1...3)
      let recorder = EventRecorder()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      try store.set(&document, ("name", "Ada"))
      #expect(recorder.take() == ["visit 6 name: – → \"Ada\""])
      let other = try byAnother ? store.again() : store
      _ = try other.purge("visit", by: by())
      var again = try other.adopt(
        "visit", uid: document.uid, form: "visit", content: document.formContent, entries: entries)
      try other.set(&again, ("age", 9))
      if byAnother {
        #expect(try store.refresh() == 4)
        try other.close()
      }
      #expect(
        recorder.take() == [
          "visit 1 ", "visit 2 age: – → 1", "visit 3 age: 1 → 2", "visit 4 age: 2 → 9",
        ])
      observation.cancel()
    }
  }

  @Test func `ends with its token`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      do {
        let token = try store.observe(.store) { recorder.note($0) }
        try store.set(&document, ("age", 1))
        withExtendedLifetime(token) {}
      }
      try store.set(&document, ("age", 2))
      #expect(recorder.take() == ["visit 2 age: – → 1"])
    }
  }

  @Test func `is what happens to the store as a whole, in the order in which they came`() throws {
    try withVisit { store, document in
      let events = Mutex<[String]>([])
      let tokens = (1...3).map { number in
        store.observeLifecycle { event in events.withLock { $0.append("\(number) \(event)") } }
      }
      tokens[1].cancel()
      try store.suspend()
      try store.resume()
      #expect(events.withLock { $0 } == ["1 resumed", "3 resumed"])
      try store.close()
      try store.close()
      let closed = ["1 resumed", "3 resumed", "1 closed", "3 closed"]
      #expect(events.withLock { $0 } == closed)
      // Of one that is closed already, at once.
      let late = store.observeLifecycle { event in events.withLock { $0.append("4 \(event)") } }
      #expect(events.withLock { $0 } == closed + ["4 closed"])
      late.cancel()
      withExtendedLifetime(tokens) {}
    }
  }

  @Test func `is told from what this store wrote itself`() throws {
    try withVisit { store, document in
      let before = try store.foreignVersion()
      try store.set(&document, ("age", 1))
      #expect(try store.foreignVersion() == before)
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("age", 2))
      let after = try store.foreignVersion()
      #expect(after != before)
      #expect(try store.foreignVersion() == after)
      try other.close()
      // Another connection counts for itself.
      try store.suspend()
      try store.resume()
      #expect(try store.foreignVersion() != after)
      #expect(try store.filePath().hasSuffix("/test.ekiben"))
    }
  }

  private final class Companion: StoreCompanion {
    private let lines = Mutex<[String]>([])

    func didCommit(to document: DocumentName?, count: Int) {
      lines.withLock { $0.append("\(document?.rawValue ?? "any") \(count)") }
    }

    func take() -> [String] {
      lines.withLock { lines in
        defer { lines = [] }
        return lines
      }
    }
  }

  @Test func `is noted by a companion of the store for each commit, too, and sets of options`()
    throws
  {
    try withVisit { store, document in
      let companion = store.companion { Companion() }
      let again = store.companion { Companion() }
      #expect(again === companion)
      try store.set(&document, ("age", 1))
      #expect(try store.set(&document, ("age", 1)) == nil)
      #expect(companion.take() == ["visit 2"])
      _ = try store.perform([.undo(steps: 1), .redo(steps: 1)], on: &document, by: by())
      #expect(companion.take() == ["visit 4"])
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("age", 2))
      #expect(companion.take() == [])
      try store.refresh(&document)
      #expect(companion.take() == ["visit 5"])
      try store.refresh()
      #expect(companion.take() == ["any 0"])
      let set = try OptionSetDocument.document(fields: [:], options: [[.code: "a"]])
      for content in [set, set, Document()] {
        _ = try store.publish(content.isOptionSet ? "set" : "form", content, by: by())
      }
      #expect(companion.take() == ["any 0", "any 0"])
      try other.close()
    }
  }
}
