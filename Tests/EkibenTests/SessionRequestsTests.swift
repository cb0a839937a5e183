import Ekiben
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let task = Field("task")
  fileprivate static let late = Field("late")
  fileprivate static let tag = Field("tag")
}

private let tasks = Form("tasks") {
  Section("open", header: "Open") {
    TextInput(.task, title: "Task").deletable().movable()
    TextInput(.late, title: "Late task").deletable().movable()
    TextInput(.tag, title: "Tag").movable().repeated(greatest: 2)
  }
  Section("done", header: "Done")
  Section("shut") { TextInput(.name, title: "Name").movable() }
  Repeat("people", label: "Person") { TextInput(.phone, title: "Phone").deletable() }
}

/// What a person asks of a table that a session feeds.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What a person asks of a session's table` {
  private func withTable(
    _ body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("mine", from: tasks, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try session.set(.task, to: "Buy bread")
      try body(session, table)
      expectShown(table, session)
    }
  }

  // Rule F63: a deletion is an entry, and undo brings the row back with its answer.
  @Test func `is deleted as a step that undo takes back`() throws {
    try withTable { session, table in
      let entries = session.document.count
      try table.swipe("task", at: .trailing)
      #expect(session.document.row("task") == nil && session.document.count == entries + 1)
      #expect(throws: InputError.self) { try table.delete("task") }
      expectShown(table, session)
      try session.undo()
      #expect(session[.task] == "Buy bread")
    }
  }

  // Inside a section and into another, where both rows can be moved.
  @Test func `is moved as a step that undo takes back`() throws {
    try withTable { session, table in
      table.setEditing(true)
      @MainActor func rows(_ section: SectionID) -> [RowID] {
        session.document.content.section(section)?.rows.map(\.id) ?? []
      }
      try table.drag("task", to: "late")
      #expect(rows("open") == ["late", "task", "tag"])
      try table.drag("task", to: "late")
      #expect(rows("open") == ["task", "late", "tag"])
      try table.drag("task", to: "name")
      #expect(rows("open") == ["late", "tag"] && rows("shut") == ["task", "name"])
      expectShown(table, session)
      try session.undo()
      #expect(rows("open") == ["task", "late", "tag"] && session[.task] == "Buy bread")
    }
  }

  // What repeats gets an instance more, as often as it may.
  @Test func `is added as a step that undo takes back`() throws {
    try withTable { session, table in
      var refused: [SessionError] = []
      session.onError = { refused.append($0) }
      try table.add(to: .row("tag"))
      try table.add(to: .row("tag"))
      #expect(session.instances(of: Field<String>.tag).count == 2)
      #expect(throws: InputError.self) { try table.add(to: .row("tag")) }
      #expect(refused.count == 1)
      try table.add(to: .section("people"))
      let person = try #require(session.instances(of: "people").first)
      // A part of an instance stays; its form says what stands in one.
      #expect(throws: InputError.self) { try table.delete(Field<String>.phone.in(person).row) }
      #expect(throws: InputError.self) { try table.add(to: .section("done")) }
      // What nobody sees, or what is no part, nobody is asked for.
      #expect(throws: InputError.self) { try table.add(to: .section("nowhere")) }
      #expect(throws: InputError.self) { try table.add(to: .document) }
      #expect(refused.count == 3)
      try session.undo()
      #expect(session.instances(of: "people").isEmpty)
    }
  }

  // F40: closures and decorators of what repeats are those of its instances.
  @Test func `is told by the components of instances as by those of the form`() throws {
    let recorder = EventRecorder<String>()
    let form = Form("calls") {
      Repeat("people", label: "Person") {
        TextInput(.phone, title: "Phone").menu([RowAction("Call") { recorder.note("calls") }])
      }
      Section("more") {
        TextInput(.tag, title: "Tag").deletable(didDelete: { recorder.note("gone") }).repeated()
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("mine", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let phone = Field<String>.phone.in(try session.add(to: "people"))
      try table.type("1", into: phone.row)
      try table.choose("Call", of: phone.row)
      let (first, second) = (try session.add(to: .tag), try session.add(to: .tag))
      try table.type("red", into: second.row)
      try table.swipe(first.row, at: .trailing)
      #expect(session.instances(of: .tag) == [second] && session[second] == "red")
      #expect(session[phone] == "1" && recorder.lines == ["calls", "gone"])
      expectShown(table, session)
    }
  }

  @Test func `is refused by a table that was unloaded, and by a document that takes no edits`()
    throws
  {
    try withTable { session, table in
      try session.submit()
      let entries = session.document.count
      #expect(throws: InputError.self) { try table.delete("late") }
      #expect(session.document.count == entries)
      try session.perform(.reopen, reason: "a mistake")
      session.detach(table)
      #expect(throws: InputError.self) { try table.delete("late") }
      session.attach(table)
    }
  }
}
