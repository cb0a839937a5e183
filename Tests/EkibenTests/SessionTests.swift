import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

/// What the message of a conflict says is to be done.
private let again = "look at it again, and give your answer once more if it is to stand"

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A session` {
  @Test func `shows every edit, undo and redo in its hosts`() throws {
    try withSession { session, table in
      let second = HeadlessTable()
      session.attach(second)
      try session.set(.name, to: "Ada")
      expectFresh(table, session)
      try session.set([("age", 36), ("consent", true), ("colour", "g")])
      expectFresh(table, session)
      try session.clear(.age)
      expectFresh(table, session)
      try session.undo(steps: 2)
      expectFresh(table, session)
      #expect(session[.age] == nil)
      try session.redo()
      expectFresh(table, session)
      try session.perform(.redoTo(4))
      expectFresh(table, session)
      #expect(table.displays == second.displays)
      // No edit was shown by starting over.
      #expect(table.log.count { $0.description.hasPrefix("reload") } == 1)
      #expect(try Facts(stored: session) == Facts(session.document))
      try expectReplay(of: session.document, in: session.store)
    }
  }

  // Rule F10.
  @Test func `reads and writes typed fields`() throws {
    try withSession { session, _ in
      #expect(session[.name] == nil)
      try session.set(.name, to: "")
      #expect(session[.name] == "")
      try session.set(.age, to: .min)
      #expect(session[.age] == .min)
      let weight = try #require(DecimalNumber("61.50"))
      try session.set(.weight, to: weight)
      #expect(session[.weight]?.digits == "61.50")
      try session.set(.consent, to: false)
      #expect(session[.consent] == false)
      #expect(session["consent"] == false)
      #expect(session["nowhere"] == nil)
      // An answer of another type is none.
      #expect(session[Field<Int>("name")] == nil)
      try session.clear(.name)
      #expect(session[.name] == nil)
      #expect(try session.clear(.name) == nil)
      #expect(try session.set(.age, to: .min) == nil)
      #expect(session.document.count == 6)
    }
  }

  nonisolated static let wrong: [[(row: RowID, value: Value?)]] = [
    [("nowhere", "x")], [("sealed", "x")], [("sealed", nil)], [("privacy", "x")],
    [("privacy", nil)], [("age", "36")], [("age", true)], [("age", .null)], [("consent", "yes")],
    [("colour", "blue")], [("name", 1)], [("name", .list([]))], [("name", .verbatim("x"))],
    [("name", "fine"), ("age", "not")], [("name", "fine"), ("nowhere", nil)],
  ]

  // Rule F6.
  @Test(arguments: wrong.indices)
  func `refuses wrong input and leaves all as it was`(at: Int) throws {
    try withSession { session, table in
      try session.set(.name, to: "Ada")
      let (before, drawn) = (Facts(session.document), table.snapshot())
      #expect(throws: SessionError.self) { try session.set(Self.wrong[at], reason: "why") }
      #expect(Facts(session.document) == before)
      #expect(try Facts(stored: session) == before)
      #expect(table.snapshot() == drawn)
      #expect(try session.set(.name, to: "Bob")?.number == 3)
    }
  }

  // Rule F4.
  @Test func `says which row does not take what`() throws {
    try withSession { session, _ in
      let read = try #require(throws: SessionError.self) { try session.set([("age", "x")]) }
      #expect(read.description.contains("age"))
      let unknown = #expect(throws: SessionError.self) { try session.set([("nowhere", 1)]) }
      #expect(unknown == .store(.unknownRow("nowhere", document: "visit")))
      let up = #expect(throws: SessionError.self) { try session.undo() }
      #expect(up == .store(.history(.nothingToUndo)))
      let down = #expect(throws: SessionError.self) { try session.redo() }
      #expect(down == .store(.history(.nothingToRedo)))
    }
  }

  @Test func `shows what others wrote after a refresh`() throws {
    try withSession { session, table in
      let other = try session.elsewhere()
      try other.set(.name, to: "Bob")
      try other.undo()
      try other.set(.phone, to: "110")
      #expect(session[.phone] == nil)
      #expect(try session.refresh())
      #expect(try !session.refresh())
      #expect(session[.phone] == "110")
      expectFresh(table, session)
      #expect(Facts(session.document) == Facts(other.document))
      #expect(
        (try session.store.entries(of: session.document, 1...Int.max)).map(\.author) == [
          "Ada", "Bob", "Bob", "Bob",
        ])
      try other.store.close()
    }
  }

  @Test func `refuses an edit of what others changed, and shows theirs`() throws {
    try withSession { session, table in
      let other = try session.elsewhere()
      try other.set(.name, to: "Bob")
      let stored = Facts(other.document)
      let error = #expect(throws: SessionError.self) { try session.set(.name, to: "Ada") }
      guard case .conflict(let conflict)? = error else { throw try #require(error) }
      #expect(conflict.stale.found == "Bob")
      #expect(conflict.row == "name")
      #expect(
        conflict.message
          == "somebody else has changed “Name” from empty to “Bob”; \(again)")
      #expect(try Facts(stored: session) == stored)
      #expect(session[.name] == "Bob")
      expectFresh(table, session)
      // Seen, it can be changed.
      try session.set(.name, to: "Ada")
      #expect(session.document.count == 3)
      // Other fields never were in the way.
      try other.set(.phone, to: "1")
      expectFresh(table, session)
      try other.store.close()
    }
  }

  @Test func `says of null that it is no answer where a person reads of a conflict`() throws {
    try withSession { session, _ in
      try session.set([("colour", "r")])
      let other = try session.elsewhere()
      var theirs = other.document
      try other.store.perform(
        .answers([("colour", .null)]), on: &theirs, by: EditMetadata(author: "Bob", time: 1))
      let error = #expect(throws: SessionError.self) { try session.set([("colour", "g")]) }
      #expect(
        error?.errorDescription
          == "somebody else has changed “Colour” from “Red” to empty; \(again)")
      try other.store.close()
    }
  }

  // Rule F21.
  @Test func `names options by their labels where a person reads of a conflict`() throws {
    try withSession { session, _ in
      try session.set([("colour", "r")])
      let other = try session.elsewhere()
      try other.set([("colour", "g")])
      let error = #expect(throws: SessionError.self) { try session.set([("colour", nil)]) }
      #expect(
        error?.errorDescription
          == "somebody else has changed “Colour” from “Red” to “Green”; \(again)")
      let unknown = #expect(throws: SessionError.self) { try session.set([("colour", "b")]) }
      #expect(
        unknown?.errorDescription == "“Colour” has no option “b”; it has Red, Green")
      try other.store.close()
    }
  }

  @Test func `has the focus in a row if any host has`() throws {
    try withSession { session, table in
      let hidden = HeadlessTable()
      session.attach(hidden)
      hidden.detach()
      #expect(session.focus("name"))
      #expect(table.focusedRow == "name" && hidden.focusedRow == nil)
      session.detach(table)
      #expect(!session.focus("age"))
    }
  }

  // Rule T17.
  @Test(arguments: [.required, .readOnly] as [FieldName])
  func `tells its hosts by one operation that a section is asked for, or closed`(
    name: FieldName
  ) throws {
    try withTemporaryStore { store in
      var sections = try Form("f") {
        Section("a") { Toggle(.consent, title: "I agree") }
        Section("b", header: "B") { TextInput(.name, title: "Name") }
      }.document().sections
      sections[1].fields[name] = .record(["row": "consent", "is": true])
      _ = try store.publish(
        "f", Document(sections: sections), by: EditMetadata(author: "Ada", time: 1))
      _ = try store.create(
        "d", from: "f", uid: Array(1...16), by: EditMetadata(author: "Ada", time: 2))
      let session = try store.open("d", in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.onViolation = { Issue.record("\($0)") }
      session.attach(table)
      for isAsked in [true, false, true] {
        table.clearLog()
        try session.set(.consent, to: isAsked)
        expectFresh(table, session)
        let shown = table.displays.map { name == .required ? $0.isRequired : $0.isReadOnly }
        #expect(shown == [false, isAsked])
        #expect(table.log.map(\.description) == ["update a/consent", "header of section b"])
      }
      try expectReplay(of: session.document, in: store)
    }
  }

  @Test func `starts a host over that refuses a plan, and says so`() throws {
    final class Stubborn: TableHost {
      var reloads = 0
      var isStubborn = true
      let isAttached = true
      var callbacks = TableCallbacks()
      let table = HeadlessTable()

      func reload(_ content: TableContent) {
        reloads += 1
        table.reload(content)
      }

      func rebind(_ content: TableContent) { table.rebind(content) }
      func focus(_ row: RowID?) -> Bool { table.focus(row) }
      func scroll(to row: RowID) -> Bool { table.scroll(to: row) }

      func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
        guard isStubborn else { return try table.perform(plan, to: content) }
        throw TableViolation(
          rule: "U-99", stage: 1, text: "no", oldCounts: [], newCounts: [],
          operations: TableOperations())
      }
    }
    try withSession { session, table in
      let host = Stubborn()
      var violations: [String] = []
      session.onViolation = { violations.append($0.rule) }
      session.attach(host)
      session.attach(host)
      #expect(host.reloads == 1)
      try session.set(.name, to: "Ada")
      #expect(host.reloads == 2)
      #expect(violations == ["U-99"])
      expectFresh(host.table, session)
      expectFresh(table, session)

      host.isStubborn = false
      try session.set(.name, to: "Bob")
      #expect(host.reloads == 2)
      expectFresh(host.table, session)

      session.detach(host)
      try session.set(.name, to: "Cy")
      #expect(host.table.snapshot().contains("Bob"))
    }
  }

  @Test func `lets a host be used as a person would`() throws {
    try withSession { session, table in
      var refused: [String] = []
      table.callbacks.onEvent = { event in
        do { try session.set([(event.row, event.value)]) } catch { refused.append("\(error)") }
      }
      try table.type("Ada", into: "name")
      try table.type("36", into: "age")
      try table.toggle("consent")
      try table.type("Green", into: "colour")
      try table.type("", into: "age")
      #expect(refused == [])
      #expect(session[.name] == "Ada")
      #expect(session[.age] == nil)
      #expect(session[.consent] == true)
      #expect(session["colour"] == "g")
      expectFresh(table, session)
      // Who does not know of drafts gives the answer that stays.
      try table.type("x", into: "age")
      #expect(throws: InputError.self) { try table.type("x", into: "sealed") }
      #expect(session.document.count == 6)
    }
  }
}
