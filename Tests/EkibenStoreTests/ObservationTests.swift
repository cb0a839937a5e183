import EkibenDocuments
import EkibenTesting
import Foundation
import Synchronization
import Testing

@testable import EkibenSQLite
@testable import EkibenStore

/// Writes down what it is told.
final class EventRecorder: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ change: JournalChange) {
    let changes = change.changes.changes.map { Notation.text(of: $0) }.joined(separator: "; ")
    lines.withLock { $0.append("\(change.document) \(change.entry.number) \(changes)") }
  }

  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}

// Rule P20.
@Suite(.timeLimit(.minutes(20))) struct `Observers` {
  @Test func `of one document join without a look at the others`() throws {
    try withVisit { store, _ in
      try store.withConnection { connection throws(SQLiteError) in
        let sql = "EXPLAIN QUERY PLAN " + DocumentTable.counting(ofOne: true)
        try connection.withStatement(sql) { statement throws(SQLiteError) in
          var steps: [String] = []
          while try statement.step() { steps.append(try statement.text(3)) }
          #expect(steps.first?.hasPrefix("SEARCH d ") == true, "\(steps)")
          #expect(steps.first?.hasSuffix("(kind=? AND name=?)") == true, "\(steps)")
        }
      }
    }
  }

  @Test func `end in any order, each for itself`() throws {
    try withVisit { store, document in
      let recorders = (0..<9).map { _ in EventRecorder() }
      var tokens = try recorders.map { recorder in
        try store.observe(.document("visit")) { recorder.note($0) }
      }
      var told = Set(recorders.indices)
      for (age, ended) in [4, 0, 8, 4, 7, 1, 2, 3, 6, 5].enumerated() {
        tokens[ended].cancel()
        told.remove(ended)
        try store.set(&document, ("age", .integer(Int64(age))))
        let notified = recorders.indices.filter { !recorders[$0].take().isEmpty }
        #expect(Set(notified) == told, "\(ended)")
      }
      tokens = []
    }
  }

  @Test func `are notified of what they observe, with the changes`() throws {
    try withVisit { store, document in
      let scopes: [(ObservationScope, EventRecorder)] = [
        (.store, EventRecorder()), (.document("visit"), EventRecorder()),
        (.section("study", of: "visit"), EventRecorder()),
        (.row("name", of: "visit"), EventRecorder()), (.row("name", of: "other"), EventRecorder()),
      ]
      let observations = try scopes.map { scope, recorder in
        try store.observe(scope) { recorder.note($0) }
      }
      try store.set(&document, ("name", "Ada"), ("phone", "1"))  // 2
      try store.set(&document, ("phone", "2"))  // 3
      try store.perform(.undo(steps: 2), on: &document, by: by())  // 4
      try store.perform(.mark(try MarkName("here"), moving: false), on: &document, by: by())  // 5
      let all = [
        "visit 2 name: – → \"Ada\"; phone: – → \"1\"", "visit 3 phone: \"1\" → \"2\"",
        "visit 4 name: \"Ada\" → –; phone: \"2\" → –", "visit 5 ",
      ]
      #expect(scopes[0].1.take() == all)
      #expect(scopes[1].1.take() == all)
      #expect(
        scopes[2].1.take() == [
          "visit 2 phone: – → \"1\"", "visit 3 phone: \"1\" → \"2\"", "visit 4 phone: \"2\" → –",
        ])
      #expect(scopes[3].1.take() == ["visit 2 name: – → \"Ada\"", "visit 4 name: \"Ada\" → –"])
      #expect(scopes[4].1.take() == [])

      observations.forEach { $0.cancel() }
      try store.set(&document, ("name", "Eve"))
      #expect(scopes.allSatisfy { $0.1.take() == [] })
    }
  }

  /// Ends something when it goes.
  private final class Model: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    deinit { onEnd() }

    func note() {}
  }

  @Test(arguments: [true, false])
  func `may be all that keeps alive who observes, and who ends other observations`(
    isCancelled: Bool
  ) throws {
    try withVisit { store, document in
      let ended = Mutex(0)
      let other = try store.observe(.store) { _ in }
      func observe() throws -> ObservationToken {
        let model = Model {
          other.cancel()
          ended.withLock { $0 += 1 }
        }
        return try store.observe(.store) { _ in model.note() }
      }
      let token = try observe()
      try store.set(&document, ("name", "Ada"))
      #expect(ended.withLock { $0 } == 0)
      if isCancelled { token.cancel() } else { try store.close() }
      #expect(ended.withLock { $0 } == 1)
      token.cancel()
    }
  }

  @Test func `hear of other documents where one cannot be read`() throws {
    try withVisit { store, document in
      let names = try ["b", "c"].map { try DocumentName($0) }
      for (number, name) in names.enumerated() {
        _ = try store.create(name, from: "visit", uid: uid(UInt8(10 + number)), by: by())
      }
      let recorder = EventRecorder()
      let observation = try store.observe(.store) { recorder.note($0) }
      let other = try store.again()
      for name in ["b", "c", "visit"] {
        var theirs = try other.document(try DocumentName(name))
        try other.set(&theirs, ("name", "Eve"))
      }
      try other.close()
      let connection = try Connection(path: store.path, access: .readWrite)
      try connection.execute(
        "UPDATE answer SET checksum = checksum + 1 "
          + "WHERE document = (SELECT key FROM document WHERE name = 'b')")
      try connection.close()
      #expect(throws: StoreError.self) { try store.refresh() }
      #expect(recorder.take().map { $0.prefix(7) } == ["c 2 name", "visit 2"].map { $0.prefix(7) })
      #expect(throws: StoreError.self) { try store.refresh() }
      #expect(recorder.take() == [])
      observation.cancel()
    }
  }

  @Test func `that come while others are notified begin with what is stored then`() throws {
    try withVisit { store, document in
      let other = try store.again()
      var theirs = try other.document("visit")
      let (first, second) = (EventRecorder(), EventRecorder())
      let tokens = Mutex<[ObservationToken]>([])
      let token = try store.observe(.store) { change in
        first.note(change)
        if change.entry.number > 2 { return }
        do {
          let added = try store.observe(.store) { second.note($0) }
          tokens.withLock { $0.append(added) }
        } catch { Issue.record(error) }
      }
      for name in ["Ada", "Bea"] as [Value] { try other.set(&theirs, ("name", name)) }
      #expect(try store.refresh() == 2)
      #expect(first.take().map { $0.prefix(7) } == ["visit 2", "visit 3"])
      #expect(second.take() == [])
      try other.set(&theirs, ("name", "Cid"))
      try store.refresh()
      #expect(second.take().map { $0.prefix(7) } == ["visit 4"])
      tokens.withLock { $0.forEach { $0.cancel() } }
      token.cancel()
      try other.close()
    }
  }

  @Test func `are notified after nobody has observed for a while`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      for number in 1...3 {
        let observation = try store.observe(.document("visit")) { recorder.note($0) }
        try store.set(&document, ("age", .integer(Int64(number))))
        #expect(recorder.take().map { $0.prefix(7) } == ["visit \(2 * number)"])
        observation.cancel()
        try store.set(&document, ("age", nil))
        #expect(recorder.take() == [])
      }
    }
  }

  @Test func `that come later are notified of a document with the name of a destroyed one`() throws
  {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let former = try store.observe(.document("visit")) { recorder.note($0) }
      for number in 1...4 { try store.set(&document, ("age", .integer(Int64(number)))) }
      #expect(recorder.take().count == 4)
      former.cancel()
      _ = try store.purge("visit", by: by())
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      var next = try store.create(nil, from: "visit", uid: uid(3), by: by())
      try store.set(&next, ("name", "Eve"))
      #expect(recorder.take().map { $0.prefix(7) } == ["visit 1", "visit 2"])
      observation.cancel()
    }
  }

  @Test func `of a name are notified of the document that has it after the destroyed one`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let observation = try store.observe(.document("visit")) { recorder.note($0) }
      for number in 1...4 { try store.set(&document, ("age", .integer(Int64(number)))) }
      #expect(recorder.take().count == 4)
      // Whoever has the file open purges it: this store, and then another one.
      let other = try store.again()
      for (number, purging) in [store, other].enumerated() {
        _ = try purging.purge("visit", by: by())
        var next = try purging.create(nil, from: "visit", uid: uid(UInt8(3 + number)), by: by())
        try purging.set(&next, ("name", "Eve"))
        try store.refresh()
        #expect(recorder.take() == ["visit 1 ", "visit 2 name: – → \"Eve\""])
      }
      try other.close()
      observation.cancel()
    }
  }

  @Test func `are notified of a row that comes to a section or leaves it`() throws {
    try withVisit { store, document in
      let (person, study) = (EventRecorder(), EventRecorder())
      let observations = [
        try store.observe(.section("person", of: "visit")) { person.note($0) },
        try store.observe(.section("study", of: "visit")) { study.note($0) },
      ]
      var sections = Array(document.content.sections)
      let row = try #require(Array(sections[0].rows).last)
      sections[0].rows = .init(Array(sections[0].rows).dropLast())
      sections[1].rows = .init(Array(sections[1].rows) + [row])
      try store.perform(.apply(try Document(sections: sections)), on: &document, by: by())
      #expect(person.take().count == 1)
      #expect(study.take().count == 1)
      observations.forEach { $0.cancel() }
    }
  }

  @Test func `may use the store, and are notified in the order of the journal`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let path = store.path
      let observation = try store.observe(.document("visit")) { change in
        recorder.note(change)
        guard change.entry.number < 5 else { return }
        do {
          var own = try store.document("visit")
          let number = Value.integer(Int64(change.entry.number))
          try store.set(&own, ("age" as RowID, number), by: by("echo"))
        } catch { Issue.record("\(path): \(error)") }
      }
      try store.set(&document, ("name", "A"))
      #expect(
        recorder.take() == [
          "visit 2 name: – → \"A\"", "visit 3 age: – → 2", "visit 4 age: 2 → 3",
          "visit 5 age: 3 → 4",
        ])
      observation.cancel()
    }
  }

  @Test func `are notified once of what other stores write, with a refresh`() throws {
    try withVisit { store, document in
      let recorder = EventRecorder()
      let observation = try store.observe(.store) { recorder.note($0) }
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "B"))  // 2
      try other.set(&theirs, ("age", 1))  // 3
      #expect(recorder.take() == [])
      #expect(try store.refresh() == 2)
      #expect(recorder.take() == ["visit 2 name: – → \"B\"", "visit 3 age: – → 1"])
      #expect(try store.refresh() == 0)
      try other.set(&theirs, ("age", 2))  // 4
      var fresh = try other.create("later", from: "visit", uid: uid(7), by: by())
      try other.set(&fresh, ("name", "L"))
      // An edit of our own brings theirs along, in order.
      try store.set(&document, ("phone", "5"))  // 5
      #expect(recorder.take() == ["visit 4 age: 1 → 2", "visit 5 phone: – → \"5\""])
      #expect(try store.refresh() == 2)
      #expect(recorder.take() == ["later 1 ", "later 2 name: – → \"L\""])
      try other.close()
      observation.cancel()
    }
  }

  @Test func `are notified of each entry once and in order, whatever threads write`() throws {
    try withVisit { store, document in
      let numbers = Mutex<[Int]>([])
      let observation = try store.observe(.document("visit")) { change in
        numbers.withLock { $0.append(change.entry.number) }
      }
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        do {
          var own = try store.document("visit")
          for round in 0..<50 {
            try store.set(&own, ("age" as RowID, .integer(Int64(thread * 100 + round))))
          }
        } catch { Issue.record(error) }
      }
      // The last of them may be delivered by another thread that is not done yet.
      #expect(numbers.withLock { $0 } == Array(2...201))
      observation.cancel()
    }
  }

  @Test func `get a sequence that drops nothing`() async throws {
    try await withTemporaryStore { store in
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      let changes = try store.changes(of: .row("age", of: "visit"))
      for number in 1...500 { try store.set(&document, ("age", .integer(Int64(number)))) }
      var entries: [Int] = []
      for await change in changes {
        entries.append(change.entry.number)
        if entries.count == 500 { break }
      }
      #expect(entries == Array(2...501))
    }
  }
}
