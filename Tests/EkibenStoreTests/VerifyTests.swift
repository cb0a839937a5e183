import EkibenDocuments
import EkibenSQLite
import EkibenTesting
import Testing

@testable import EkibenStore

// Rule H15.
@Suite(.timeLimit(.minutes(20))) struct `Verifying a store` {
  /// A fault in a file, written as SQL, and part of the sentence that must be found about it.
  struct Fault: Sendable, CustomTestStringConvertible {
    let sql: String
    let finding: String
    var testDescription: String { finding }
  }

  /// A store of which rows and sections moved, one row came and one went, damaged and opened again.
  private func findings(
    isArchived: Bool = false, after damage: (String) throws -> Void
  ) throws -> [String] {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      for changes in try moves(document.content) {
        try store.perform(.changes(Changeset(changes)), on: &document, by: by())
      }
      // Two branches; redo takes the older one.
      try store.set(&document, ("name", "A"))  // 6
      try store.perform(.undo(steps: 1), on: &document, by: by())
      try store.set(&document, ("name", "B"))  // 8
      try store.perform(.checkout(6), on: &document, by: by())
      try store.set(&document, ("age", 1))  // 10
      try store.perform(.undo(steps: 1), on: &document, by: by())  // 11
      if isArchived { _ = try store.compact() }
      try store.expectSound()
      try store.close()
      try damage(path)
      let damaged = try Store(path, access: .readOnly, now: 0)
      defer { close(damaged) }
      return try damaged.verify().findings
    }
  }

  private func findings(after sql: String, isArchived: Bool) throws -> [String] {
    try findings(isArchived: isArchived) { path in
      try tamper(path, "PRAGMA foreign_keys = OFF; " + sql)
    }
  }

  private func close(_ store: Store) {
    do { try store.close() } catch { Issue.record(error) }
  }

  /// Entries 2 to 5: a row goes to another section, one to another place, a section to the end, and
  /// a row comes.
  private func moves(_ form: Document) throws -> [[Change]] {
    let places = Document.Index(form)
    func order(of row: RowID, to bytes: [UInt8]) throws -> Change {
      let before = form[try #require(places[row])].order
      return Change(.row(row), .order, before: .bytes(before.bytes), after: .bytes(bytes))
    }
    let person = form.sections[try #require(places[SectionID("person")])]
    let mine: Fields = [
      .component: "textInput", .section: "study", .order: .bytes([0xE0]), .title: "Mine",
    ]
    return [
      [
        Change(.row("note"), .section, before: "study", after: "person"),
        try order(of: "note", to: [0xF0]),
      ],
      [try order(of: "age", to: [0x01])],
      [
        Change(
          .section("person"), .order, before: .bytes(person.order.bytes), after: .bytes([0xF1]))
      ],
      [Change(.row("mine"), nil, before: nil, after: .record(mine))],
    ]
  }

  /// The override of a field, as the file names it.
  private static func line(_ kind: String, _ id: String, _ field: String) -> String {
    """
    record = (SELECT key FROM record WHERE kind = '\(kind)' AND id = '\(id)')
    AND field = (SELECT key FROM field WHERE name = '\(field)')
    """
  }

  /// SQL that gives a field another value.
  private static func set(
    _ kind: String, _ id: String, _ field: String, to value: Value
  ) -> String {
    do {
      let bytes = try ValueCoding.encode([.value: value])
      let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
      return "UPDATE override SET value = x'\(hex)' WHERE \(line(kind, id, field))"
    } catch { return "\(error)" }
  }

  static let places: [Fault] = [
    Fault(
      sql: set("row", "age", "order", to: .bytes([0xFE])),
      finding: "age[order] is bytes(fe), entry 3 says"),
    Fault(
      sql: set("row", "note", "order", to: .bytes([0x00, 0x01])),
      finding: "note[order] is bytes(0001), entry 2 says"),
    Fault(
      sql: set("row", "note", "section", to: "study"),
      finding: "note[section] is \"study\", entry 2 says \"person\""),
    Fault(
      sql: set("section", "person", "order", to: .bytes([0x01])),
      finding: "section:person[order] is bytes(01), entry 4 says"),
    Fault(
      sql: set("row", "mine", "order", to: .bytes([0x01])),
      finding: "mine[order] is bytes(01), entry 5 says"),
    Fault(
      sql: set("row", "mine", "section", to: "person"),
      finding: "mine[section] is \"person\", entry 5 says \"study\""),
    Fault(
      sql: "DELETE FROM override WHERE " + line("row", "age", "order"),
      finding: "age[order] is bytes("),
    Fault(
      sql: "DELETE FROM override WHERE " + line("row", "note", "section"),
      finding: "note[section] is \"study\", entry 2 says \"person\""),
    Fault(
      sql: """
        INSERT INTO override
        SELECT document, (SELECT key FROM record WHERE id = 'consent'), field, value, 3, NULL, NULL
        FROM override WHERE \(line("row", "age", "order"))
        """, finding: "consent[order] is bytes(01), entry 0 says"),
  ]

  @Test(arguments: places, [false, true])
  func `finds a record that is not in the place where its journal put it`(
    fault: Fault, isArchived: Bool
  ) throws {
    let found = try findings(after: fault.sql, isArchived: isArchived)
    #expect(found.contains { $0.contains(fault.finding) }, "\(fault.sql): \(found)")
  }

  static let replays: [(line: LineTampering, finding: String)] = [
    // What a change found is not what was there.
    (values(2, before: "nowhere", after: "person"), "visit, entry 2: "),
    (values(3, before: .bytes([0x77]), after: .bytes([0x01])), "visit, entry 3: "),
    (values(6, before: "Z", after: "A"), "visit, entry 6: "),
    (LineTampering(2) { $0.changes += $0.changes }, "visit, entry 2: changes a field twice"),
    // What it leaves is no document, or another one.
    (values(2, before: "study", after: "nowhere"), "visit, entry 2: "),
    (values(3, before: nil, after: .bytes([0x02])), "visit, entry 3: "),
    (values(6, before: nil, after: "C"), "name is \"A\", entry 6 says \"C\""),
    (LineTampering(4) { $0.changes = [] }, "section:person[order] is bytes(f1), entry 0 says"),
    // The tree is sound, but the last undo leads elsewhere.
    (LineTampering(11) { $0.header.head = 5 }, "name is \"A\", entry 0 says –"),
  ]

  private static func values(_ entry: Int, before: Value?, after: Value?) -> LineTampering {
    LineTampering(entry) { line in
      let change = line.changes[0]
      line.changes[0] = EntryRecordChange(
        target: change.target, content: .values(before: before, after: after),
        origin: change.origin)
    }
  }

  @Test(arguments: replays.indices)
  func `finds a journal that does not lead to what the document holds`(at: Int) throws {
    let (line, finding) = Self.replays[at]
    let found = try findings { try line.run($0) }
    #expect(found.contains { $0.contains(finding) }, "\(found)")
  }

  @Test(arguments: [
    ("DELETE FROM mark WHERE name = 'sent'", "the mark sent of entry 6 is missing"),
    ("UPDATE mark SET entry = 2 WHERE name = 'sent'", "the mark sent is at entry 2, its journal"),
    ("UPDATE mark SET name = 'kept' WHERE name = 'sent'", "the mark sent of entry 6 is missing"),
    (
      "UPDATE mark SET name = 'kept' WHERE name = 'sent'",
      "the mark kept is at entry 6, its journal"
    ),
  ])
  func `finds marks that are not where the journal put them`(sql: String, finding: String) throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create(nil, from: "visit", uid: uid(2), by: by())
      try store.set(&document, ("name", "A"))
      try store.perform(.mark(try MarkName("filled in"), moving: false), on: &document, by: by())
      try store.set(&document, ("name", "B"))  // 4
      try store.perform(.undo(steps: 1), on: &document, by: by())
      try store.set(&document, ("name", "C"))  // 6
      try store.perform(.mark(try MarkName("sent"), moving: false), on: &document, by: by())
      try store.expectSound()
      try store.close()
      try tamper(path, sql)
      let damaged = try Store(path, access: .readOnly, now: 0)
      defer { close(damaged) }
      let found = try damaged.verify().findings
      #expect(found.contains { $0.contains("visit: \(finding)") }, "\(found)")
    }
  }

  static let lists: [Fault] = [
    Fault(
      sql: "UPDATE document SET status = 'deleted' WHERE kind = 'document'",
      finding: "visit is listed as deleted, its journal says draft"),
    Fault(
      sql: "DELETE FROM visited", finding: "visit: redo goes from entry 5 to 8, its journal says 6"),
    Fault(
      sql: "UPDATE visited SET node = 2, child = 3",
      finding: "visit: redo goes from entry 5 to 8, its journal says 6"),
  ]

  @Test(arguments: lists)
  func `finds what stands beside the journal and does not follow from it`(fault: Fault) throws {
    let found = try findings(after: fault.sql, isArchived: true)
    #expect(found.contains { $0.contains(fault.finding) }, "\(fault.sql): \(found)")
  }
}
