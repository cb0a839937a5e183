import EkibenDocuments
import EkibenTesting
import Synchronization
import Testing

@testable import EkibenStore

/// Two stores that go through the same edits: one reads documents as wholes, the other what edits name.
private struct Twins {
  static let rows: [RowID] = ["name", "age", "consent", "phone", "note", "extra"]

  let (whole, inPart): (Store, Store)
  var generator: DocumentGenerator
  /// What somebody has read in part, and does not know what others did since.
  var kept: StoredDocument
  /// How often a part was one.
  var parts = 0

  init(_ whole: Store, _ inPart: Store, seed: UInt64) throws {
    (self.whole, self.inPart) = (whole, inPart)
    generator = DocumentGenerator(seed: seed)
    for store in [whole, inPart] {
      _ = try store.publish("visit", try visitForm(), by: by())
      _ = try store.create("visit", from: "visit", uid: uid(2), by: by())
    }
    kept = try inPart.document("visit", holding: ["name"])
  }

  mutating func step(_ time: Int64) throws {
    var document = try whole.document("visit")
    guard let edit = try edit(on: document) else { return try archive() }
    let expected = Result { try whole.perform(edit, on: &document, by: by(at: time)) }
    let found: Result<Entry?, any Error>
    if generator.random.once(in: 2) {
      found = Result { try inPart.perform(edit, on: "visit", by: by(at: time)) }
    } else {
      found = Result { try inPart.perform(edit, on: &kept, by: by(at: time)) }
    }
    switch (expected, found) {
    case (.success(let entry), .success(let other)): #expect(entry == other)
    case (.failure(let error), .failure(let other)): #expect("\(error)" == "\(other)")
    default: Issue.record("\(edit): \(expected) and \(found)")
    }
    try look()
  }

  private mutating func edit(on document: StoredDocument) throws -> Edit? {
    let entry = generator.random.number(in: 1...document.count)
    switch generator.random.number(in: 0...17) {
    case 0, 1: return .undo(steps: generator.random.number(in: 1...3))
    case 2: return .redo(steps: generator.random.number(in: 1...2))
    case 3: return .redoTo(entry)
    case 4: return .checkout(entry)
    case 5: return .revert(entry)
    case 6: return .undoOwnStep
    case 7: return .mark(try MarkName("m\(generator.random.number(in: 1...3))"), moving: true)
    case 8: return .draft("half", in: generator.random.pick(Self.rows))
    case 9: return document.status == .deleted ? .undo(steps: 1) : .delete
    case 10: return generator.random.once(in: 3) ? title(of: document) : nil
    default:
      let count = generator.random.number(in: 1...3)
      return .answers((0..<count).map { _ in (generator.random.pick(Self.rows), value()) })
    }
  }

  private mutating func value() -> Value? {
    switch generator.random.number(in: 0...3) {
    case 0: nil
    case 1: .text(String(repeating: "long ", count: 60) + "\(generator.random.number(in: 1...9))")
    default: generator.value(depth: 1)
    }
  }

  // More than an answer.
  private func title(of document: StoredDocument) -> Edit {
    let before = document.row("note")?.fields[.title]
    return .changes(Changeset([Change(.row("note"), .title, before: before, after: "Notes")]))
  }

  private func archive() throws {
    for store in [whole, inPart] { _ = try store.compact() }
  }

  private mutating func look() throws {
    let document = try whole.document("visit")
    let rows = Set(Self.rows.filter { _ in generator.random.once(in: 3) })
    var part = try inPart.document("visit", holding: rows)
    #expect(part.history == document.history && part.status == document.status)
    if part.reading.isPart {
      parts += 1
      #expect(part.index.rows == rows)
    }
    try expect(rows, in: part, as: document)
    for number in [1, document.count] {
      let entry = try whole.entry(number, of: document)
      #expect(try inPart.entry(number, of: part) == entry)
      #expect(try inPart.changes(of: entry, in: part) == whole.changes(of: entry, in: document))
    }
    let targets = Self.rows.map { Change.Target(.row($0), .value) }
    for number in [document.count, document.count / 2 + 1] {
      #expect(
        try inPart.fields(targets, of: part, at: number)
          == whole.fields(targets, of: document, at: number))
      #expect(try inPart.content(of: part, at: number) == whole.content(of: document, at: number))
    }
    try inPart.widen(&part, to: ["age", "name"])
    try expect(rows.union(["age", "name"]), in: part, as: document)
    try inPart.widen(&part, to: nil)
    #expect(Everything(part) == Everything(document) && !part.reading.isPart)
  }

  private func expect(
    _ rows: Set<RowID>, in part: StoredDocument, as document: StoredDocument
  ) throws {
    for row in rows {
      #expect(part.row(row) == document.row(row))
      #expect(part.origin(row) == document.origin(row))
      let place = try #require(part.index[row])
      let whole = try #require(document.index[row])
      #expect(
        part.content.sections[place.section].fields
          == document.content.sections[whole.section].fields)
    }
  }

  /// Every line of both files, but for what tells one file from another; entries by what they say, since a
  /// long text may stand whole in one and as a difference in the other.
  func expectSameFiles() throws {
    let (one, other) = (try whole.document("visit"), try inPart.document("visit"))
    #expect(try whole.entries(of: one, 1...Int.max) == inPart.entries(of: other, 1...Int.max))
    for table in StoredTable.allCases where ![.setting, .origin, .entry].contains(table) {
      let columns = table.columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
      let sql = "SELECT \(columns) FROM \"\(table.rawValue)\" ORDER BY 1"
      #expect(try query(inPart.path, sql) == query(whole.path, sql), "\(table)")
    }
    try inPart.expectSound()
  }
}

// Rule P28, decision 0061.
@Suite(.timeLimit(.minutes(20))) struct `A document that is read in part` {
  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `is edited as a whole one`(seed: UInt64) throws {
    try withTemporaryStore { whole in
      try withTemporaryStore { inPart in
        var twins = try Twins(whole, inPart, seed: seed)
        for step in 1...120 {
          try twins.step(Int64(step))
          if step.isMultiple(of: 40) { try twins.expectSameFiles() }
        }
        #expect(twins.parts > 5)
      }
    }
  }

  @Test func `has the rows and sections in which its rows stand`() throws {
    let form = try Document(sections: [
      .init(id: "outer", fields: [.title: "Outer"]),
      .init(
        id: "inner", fields: [.parent: "outer"],
        rows: [
          .init(id: "group"), .init(id: "other"), .init(id: "row", fields: [.parentRow: "group"]),
        ]),
      .init(id: "apart", rows: [.init(id: "alone")]),
    ])
    try withVisit(form: form) { store, _ in
      let part = try store.document("visit", holding: ["row"])
      #expect(part.reading.isPart)
      #expect(part.content.sections.map(\.id) == ["outer", "inner"])
      #expect(part.content.sections.flatMap { $0.rows.map(\.id) } == ["group", "row"])
      let none = try store.document("visit", holding: ["nothing"])
      #expect(none.reading.isPart && none.content.sections.isEmpty)
      #expect(
        try storeError { try store.perform(.answers([("nothing", 1)]), on: "visit", by: by()) }
          == .unknownRow("nothing", document: "visit"))
    }
  }

  @Test func `becomes whole when others give it records of its own`() throws {
    try withVisit { store, document in
      try store.set(&document, ("name", "Ada"))
      var part = try store.document("visit", holding: ["name"])
      let other = try store.again()
      var theirs = try other.document("visit")
      var described = theirs.content
      var sections = Array(described.sections)
      sections[0].rows.append(Document.Row(id: "own", fields: [.title: "Own"]))
      described = try Document(fields: described.fields, sections: sections)
      try other.perform(.apply(described), on: &theirs, by: by("Eve"))
      try other.close()
      #expect(part.reading.isPart)
      try store.perform(.answers([("age", 36)]), on: &part, by: by())
      #expect(!part.reading.isPart && part.answer("age") == 36 && part.row("own") != nil)
      try store.expectStored(part)
      #expect(try !store.document("visit", holding: ["name"]).reading.isPart)
    }
  }

  @Test func `knows what others answered when it is edited`() throws {
    try withVisit { store, document in
      var part = try store.document("visit", holding: ["name"])
      try store.set(&document, ("name", "Ada"), ("age", 36))
      let stale = try storeError {
        try store.perform(
          .answers([("name", "Eve")]), on: &part, by: by(), expecting: ["name": nil])
      }
      guard case .conflict(let conflict) = stale else {
        Issue.record("\(stale)")
        return
      }
      #expect(conflict.found == "Ada")
      try store.perform(.answers([("name", "Eve")]), on: &part, by: by())
      #expect(part.reading.isPart && part.answer("name") == "Eve" && part.count == 3)
      try store.expectStored(try store.document("visit"))
    }
  }

  @Test func `is of one moment when rows come into it`() throws {
    try withVisit { store, document in
      var part = try store.document("visit", holding: ["name"])
      let other = try store.again()
      var theirs = try other.document("visit")
      try other.set(&theirs, ("name", "Eve"), ("age", 7), by: by("Eve"))
      try other.close()
      #expect(part.answer("name") == nil)
      try store.widen(&part, to: ["age"])
      #expect(part.count == 2 && part.answer("name") == "Eve" && part.answer("age") == 7)
      #expect(part.index.rows == ["name", "age"])
    }
  }

  // Rule P1.
  @Test func `holds what it held where reading more of it fails`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      var document = try store.create("visit", from: "visit", uid: uid(2), by: by())
      try store.set(&document, ("name", "Ada"), ("age", 36))
      try store.close()
      try tamper(path, "UPDATE answer SET value = 35 WHERE value = 36", leavingChecksums: true)
      let damaged = try Store(path, now: 0)
      var part = try damaged.document("visit", holding: ["name"])
      let answer = Edit.answers([("age", 37)])
      let error = try storeError { try damaged.perform(answer, on: &part, by: by()) }
      guard case .damaged = error else {
        Issue.record("\(error)")
        return
      }
      #expect(part.answer("name") == "Ada" && part.index.rows == ["name"])
      let next = Edit.answers([("name", "Eve")])
      let entry = try #require(try damaged.perform(next, on: &part, by: by()))
      #expect(entry.changes.changes.map(\.before) == ["Ada"])
      try damaged.close()
    }
  }

  @Test func `tells observers of sections what changed in them`() throws {
    try withVisit { store, _ in
      let seen = Mutex<[Int]>([])
      let observation = try store.observe(.section("study", of: "visit")) { change in
        seen.withLock { $0.append(change.entry.number) }
      }
      try store.perform(.answers([("phone", "1")]), on: "visit", by: by())
      try store.perform(.answers([("name", "Ada")]), on: "visit", by: by())
      try store.perform(.undo(steps: 2), on: "visit", by: by())
      #expect(seen.withLock { $0 } == [2, 4])
      observation.cancel()
    }
  }

  @Test func `is a whole one where many rows are asked for`() throws {
    let rows = (0..<2000).map { Document.Row(id: RowID(unchecked: "r\($0)")) }
    try withVisit(form: try Document(sections: [.init(id: "s", rows: rows)])) { store, document in
      #expect(try store.document("visit", holding: ["r7", "r1999"]).reading.isPart)
      #expect(try !store.document("visit", holding: Set(rows.map(\.id))).reading.isPart)
      try store.perform(.answers(rows.map { ($0.id, 1) }), on: &document, by: by())
      #expect(try store.perform(.undo(steps: 1), on: "visit", by: by())?.number == 3)
      try store.refresh(&document)
      try store.expectStored(document)
    }
  }

  @Test func `is a whole one once it is on another revision`() throws {
    try withVisit { store, document in
      _ = try store.publish("visit", try Document(sketch: "person: name | more: new"), by: by())
      try store.perform(.migrate(), on: &document, by: by())
      #expect(try !store.document("visit", holding: ["name"]).reading.isPart)
      try store.perform(.undo(steps: 1), on: &document, by: by())
      #expect(try !store.document("visit", holding: ["name"]).reading.isPart)
      let other = try store.create("new", from: "visit", uid: uid(7), by: by())
      #expect(other.revision == 2)
      #expect(try store.document("new", holding: ["new"]).reading.isPart)
    }
  }

  // Rule H15.
  @Test func `is verified to be of a form that allows it`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      var form = try visitForm()
      form.setField(.policies, to: .record(["hiddenAnswers": "clear"]))
      _ = try store.publish("visit", form, by: by())
      _ = try store.create("visit", from: "visit", uid: uid(2), by: by())
      #expect(try !store.document("visit", holding: ["name"]).reading.isPart)
      try store.close()
      try tamper(path, "INSERT INTO setting(name, value) VALUES ('independent-rows-1 1 1', 1)")
      let damaged = try Store(path, access: .readOnly, now: 0)
      #expect(
        try damaged.verify().findings
          == ["revision 1 of visit is said to have independent rows, and has not"])
      try damaged.close()
    }
  }

  @Test func `of an older file is one once a document was begun since`() throws {
    try withStorePath { path in
      let store = try Store(path, now: 0)
      _ = try store.publish("visit", try visitForm(), by: by())
      _ = try store.create("visit", from: "visit", uid: uid(2), by: by())
      try store.close()
      try tamper(path, "DELETE FROM setting WHERE name LIKE 'independent%'")
      let older = try Store(path, now: 0)
      #expect(try !older.document("visit", holding: ["name"]).reading.isPart)
      _ = try older.create("second", from: "visit", uid: uid(3), by: by())
      #expect(try older.document("visit", holding: ["name"]).reading.isPart)
      try older.close()
    }
  }
}
