import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenStore

/// Answers that formulas gave, in the file. Rules H25 and P27.
@Suite(.timeLimit(.minutes(20))) struct `A calculated answer` {
  /// Which answers the view says were calculated.
  private func marked(_ store: Store) throws -> [String] {
    try store.withViews { connection throws(SQLiteError) in
      try connection.withStatement("SELECT row FROM answers WHERE calculated = 1 ORDER BY row") {
        statement throws(SQLiteError) in
        var rows: [String] = []
        while try statement.step() { rows.append(try statement.text(0)) }
        return rows
      }
    }
  }

  @Test func `is said to be one, until somebody writes it and after that is undone`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"), ("age", 36))
      try store.calculate(&document, ("age", 37), ("phone", "0"))
      #expect(document.origin("age") == .init(entry: 3, isCalculated: true))
      #expect(try marked(store) == ["age", "phone"])
      try store.set(&document, ("age", 40))
      #expect(document.origin("age") == .init(entry: 4))
      #expect(try marked(store) == ["phone"])
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 3, via: 5, isCalculated: true))
      #expect(try marked(store) == ["age", "phone"])
      try store.expectStored(document)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 2, via: 6))
      #expect(document.origin("phone") == .init(entry: 0))
      #expect(try marked(store) == [])
      try store.perform(.redo(steps: 2), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 4, via: 7))
      try store.perform(.checkout(3), on: &document, by: by())
      #expect(try marked(store) == ["age", "phone"])
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test func `is one again where its record comes back`() throws {
    try withVisit { store, document in
      try store.calculate(&document, ("age", 37))
      let less = try Document(sketch: "person: name consent | study: phone note extra")
      let gone = Changeset(from: document.content, to: less)
      try store.perform(.changes(gone), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 0))
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 2, via: 4, isCalculated: true))
      while try store.archiveOldEntries(of: &document, keeping: 0) {}
      try store.perform(.redo(steps: 1), on: &document, by: by())
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(document.origin("age") == .init(entry: 2, via: 6, isCalculated: true))
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  @Test func `stays one in a duplicate, a copy and a compacted store`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"), ("note", "none"))
      try store.calculate(&document, ("age", 37), ("note", nil))
      let copy = try store.duplicate(document, as: "copy", uid: uid(3), by: by())
      #expect(copy.origin("age") == .init(entry: 2, isCalculated: true))
      #expect(copy.origin("name") == .init(entry: 2))
      try store.expectStored(copy)
      try store.backUp(to: store.path + "-copy")
      let other = try Store(store.path + "-copy", access: .readOnly, now: 0)
      #expect(try Everything(other.document(document.name)) == Everything(document))
      try other.close()
      _ = try store.compact()
      document = try store.document(document.name)
      #expect(document.origin("age") == .init(entry: 3, isCalculated: true))
      // Of an answer that was taken away, too.
      #expect(document.origin("note") == .init(entry: 3, isCalculated: true))
      try store.expectSound()
    }
  }

  /// Random edits by people and formulas, with all ways through the history.
  @Test(arguments: 0..<12 as Range<UInt64>)
  func `has the origin that its journal gives it, now and as of each entry`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    try withVisit { store, document in
      for step in 1...80 {
        try operate(step, &random, store, &document)
        if random.once(in: 12) {
          while try store.archiveOldEntries(of: &document, keeping: 5) {}
        }
      }
      let (journal, pasts) = try replayed(document, in: store)
      #expect(pasts.last == document.origins)
      #expect(journal.entries.contains { $0.flags.contains { $0.contains(.wasCalculated) } })
      for number in 1...document.count where number % 7 == 0 || number == document.count {
        for target in pasts[number].targets {
          let field = try store.fields([target], of: document, at: number)
          #expect(field.map(\.origin) == [pasts[number][target]], "\(target), entry \(number)")
        }
        let past = try store.asking(document) { (state, document) throws(StoreError) in
          try state.past.document(document, at: number)
        }
        #expect(past.origins == pasts[number], "entry \(number)")
      }
      try store.expectStored(document)
      try store.expectSound()
    }
  }

  private func operate(
    _ step: Int, _ random: inout SeededGenerator, _ store: Store, _ document: inout StoredDocument
  ) throws {
    let row: RowID = random.pick(["name", "age", "phone"])
    let value: Value? = random.once(in: 6) ? nil : .integer(Int64(step))
    do throws(StoreError) {
      switch random.number(in: 0...9) {
      case 0...2: try store.calculate(&document, (row, value))
      case 3, 4: try store.set(&document, (row, value))
      case 5, 6:
        try store.perform(.undo(steps: random.number(in: 1...3)), on: &document, by: by())
      case 7: try store.perform(.redo(steps: 1), on: &document, by: by())
      case 8:
        try store.perform(
          .checkout(random.number(in: 1...document.count)), on: &document, by: by())
      default:
        try store.perform(
          .revert(random.number(in: 1...document.count)), on: &document, by: by())
      }
    } catch .history {}
  }

  /// A document's journal, and the origins after each entry; before the first there are none.
  private func replayed(
    _ document: StoredDocument, in store: Store
  ) throws -> (Journal, [Origins]) {
    var (journal, origins) = (Journal(), [Origins()])
    for entry in try store.entries(of: document, 1...Int.max) {
      var next = origins[origins.count - 1]
      #expect(entry.noting(next) == entry)
      try journal.append(entry)
      next.apply(next.changes(by: entry, in: journal.history, journal.known))
      origins.append(next)
    }
    return (journal, origins)
  }

  @Test func `that a journal from elsewhere says otherwise of is put right`() throws {
    try withVisit { store, document in
      try store.calculate(&document, ("age", 37))
      let change = Change(.row("age"), .value, before: 37, after: 38)
      let entry = Entry(
        number: 3, kind: .edit, parent: 2, head: 3, author: "Ada", time: 1,
        changes: Changeset([change]), origins: [2])
      try store.perform(Edit(.adopt(entry)), on: &document, by: by())
      #expect(try store.entry(3, of: document).flags == [.wasCalculated])
      let wrong = Entry(
        number: 4, kind: .edit, parent: 3, head: 4, author: "Ada", time: 1,
        changes: Changeset([Change(.row("age"), .value, before: 38, after: 39)]), origins: [3],
        flags: [.wasCalculated])
      try store.perform(Edit(.adopt(wrong)), on: &document, by: by())
      #expect(try store.entry(4, of: document).flags == [])
      try store.expectSound()
    }
  }

  @Test(arguments: [
    (
      "UPDATE answer SET calculated = 0 WHERE calculated = 1",
      "age is not said to be calculated, its journal says that it is"
    ),
    (
      "UPDATE answer SET calculated = NULL WHERE calculated = 1",
      "age is not said to be calculated, its journal says that it is"
    ),
    (
      "UPDATE answer SET calculated = 1 WHERE calculated = 0",
      "name is said to be calculated, its journal says that it is not"
    ),
  ])
  func `that somebody made another one is found`(sql: String, words: String) throws {
    for isRot in [false, true] {
      try withStorePath { path in
        let store = try Store(path, now: 0)
        _ = try store.publish("visit", try visitForm(), by: by())
        var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
        try store.set(&document, ("name", "Ada"))
        try store.calculate(&document, ("age", 37))
        try store.close()
        try tamper(path, sql, leavingChecksums: isRot)
        let other = try Store(path, access: .readOnly, now: 0)
        let findings = try other.verify().findings
        try other.close()
        #expect(!findings.isEmpty)
        let expected = isRot ? "is not what was written" : words
        #expect(findings.contains { $0.contains(expected) }, "\(findings)")
      }
    }
  }

  @Test func `that an entry says otherwise of than those before it is found`() throws {
    for (at, flags) in [(3, ChangeFlags.wasCalculated), (4, [])] {
      try withVisit { store, document in
        try store.calculate(&document, ("age", 37))
        try store.set(&document, ("phone", "0"))
        try store.set(&document, ("age", 38))
        let key = EntryKey.of(at, in: document.key)
        let bytes = record(at, flags, of: store, document)
        try store.withConnection { connection throws(SQLiteError) in
          try connection.execute(
            "UPDATE entry SET checksum = NULL, line = x'\(bytes)' WHERE key = \(key)")
        }
        let findings = try store.again(.readOnly).verify().findings
        #expect(findings.count == 1 && findings[0].contains("entry \(at): says otherwise"))
      }
    }
  }

  /// The record of an entry with other flags, in hexadecimal digits.
  private func record(
    _ number: Int, _ flags: ChangeFlags, of store: Store, _ document: StoredDocument
  ) -> String {
    do {
      var record = try store.asking(document) { (state, document) throws(StoreError) in
        try state.journal.record(number, of: document.key)
      }?.content
      record?.changes[0].flags = flags
      let bytes = try EntryRecordCoding.encode(try #require(record), number: number)
      return bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined()
    } catch {
      Issue.record(error)
      return ""
    }
  }
}

extension Store {
  /// Gives answers as formulas do.
  func calculate(
    _ document: inout StoredDocument, _ answers: (RowID, Value?)...
  ) throws(StoreError) {
    try calculate(&document, answers)
  }

  func calculate(
    _ document: inout StoredDocument, _ answers: [(RowID, Value?)]
  ) throws(StoreError) {
    let changes = answers.compactMap { row, value in
      document.answer(row) == value
        ? nil : Change(.row(row), .value, before: document.answer(row), after: value)
    }
    if changes.isEmpty { return }
    let number = document.count + 1
    let entry = Entry(
      number: number, kind: .edit, parent: document.head, head: number, author: "Ada", time: 1,
      changes: Changeset(changes), origins: document.origins.before(Changeset(changes)),
      flags: changes.map { _ in .calculated })
    try perform(Edit(.adopt(entry)), on: &document, by: by())
  }
}
