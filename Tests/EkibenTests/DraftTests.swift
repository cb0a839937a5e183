import Ekiben
import EkibenTesting
import Testing

// Rule F59.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Text that is no answer yet` {
  private func typed(_ texts: [String], in session: Session) throws {
    for text in texts { try session.type(text, in: .age) }
  }

  private func row(_ id: RowID, in table: HeadlessTable) -> RowDisplay? {
    table.displays.lazy.flatMap(\.rows).first { $0.id == id }
  }

  private func issues(_ session: Session) -> [String] {
    session.issues.filter { $0.row == "age" }.map(\.message)
  }

  @Test func `is kept beside the last answer, and shown in its place`() throws {
    try withSession { session, table in
      try typed(["3", "36", "36x"], in: session)
      #expect(session[.age] == 36 && session.draft(in: "age") == "36x")
      #expect(row("age", in: table)?.text == "36x" && row("age", in: table)?.value == 36)
      #expect(issues(session) == ["“Age” takes a whole number, not “36x”"])
      try session.type("36", in: .age)
      #expect(session[.age] == 36 && session.draft(in: "age") == nil && issues(session).isEmpty)
      #expect(row("age", in: table)?.text == "36")
      expectFresh(table, session)
    }
  }

  @Test func `stands in the step of its keystrokes, whatever is an answer in between`() throws {
    try withSession { session, _ in
      session.stepPause = .max
      // Half a number is none: what the row shows goes on all the same.
      let texts = ["-", "-1", "-12", "-12x", "-12xy"]
      try typed(texts, in: session)
      #expect(session[.age] == -12 && session.draft(in: "age") == "-12xy")
      #expect(session.document.history.undoableSteps == 1)
      try typed(["-12x", "-12", "-1"], in: session)
      #expect(session[.age] == -1 && session.document.history.undoableSteps == 2)
      try session.undo()
      #expect(session[.age] == -12 && session.draft(in: "age") == "-12xy")
      try session.undo()
      #expect(session[.age] == nil && session.draft(in: "age") == nil)
      try session.redo(steps: 2)
      #expect(session[.age] == -1 && session.draft(in: "age") == nil)
    }
  }

  @Test func `goes with an answer that comes from anywhere, and comes back by undo`() throws {
    try withSession { session, table in
      try session.type("old", in: .age)
      let other = try session.elsewhere()
      #expect(other.draft(in: "age") == "old")
      try other.set(.age, to: 40)
      try session.refresh()
      #expect(session[.age] == 40 && session.draft(in: "age") == nil)
      try session.undo()
      #expect(session[.age] == nil && session.draft(in: "age") == "old")
      try session.clear(.age)
      #expect(session.draft(in: "age") == nil)
      expectFresh(table, session)
    }
  }

  @Test func `outlives the program, and a description of the document`() throws {
    try withSession { session, _ in
      try session.type("36", in: .age)
      try session.type("36x", in: .age)
      try session.perform(.apply(try clinicForm().document()))
      let again = try Store(session.store.path).open("visit", in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      again.attach(table)
      #expect(row("age", in: table)?.text == "36x" && again[.age] == 36)
      #expect(table.displays.flatMap(\.rows).flatMap(\.look.issues).isEmpty)
      #expect(try Facts(again.store.document("visit")) == Facts(session.document))
    }
  }

  @Test func `keeps a document from being submitted, though it is not asked for`() throws {
    try withSession { session, table in
      try session.set(.name, to: "Ada")
      try table.type("old", into: "age")
      let error = #expect(throws: SessionError.self) { try session.submit() }
      guard case .incomplete(let issues)? = error else { return }
      #expect(issues.map(\.ruleName) == ["draft"])
      #expect(table.focusedRow == "age")
      try table.type("", into: "age")
      #expect(try session.submit()?.kind == .submit)
    }
  }

  @Test func `is not kept of an answer that is given, picked or secret, nor where nobody may type`()
    throws
  {
    try withTemporaryStore { store in
      let form = Form("secrets") {
        Section("only") {
          TextInput(.age, title: "Age")
          TextInput(.pin, title: "PIN", kind: .secret)
          Choice(.sex, title: "Sex", options: [.init("f", label: "Female")])
          TextInput(.shut, title: "Shut").readOnly(when: .age >= 18)
        }
      }
      let session = try store.open("d", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      #expect(throws: (any Error).self) { try session.set([("age", "old")]) }
      #expect(throws: (any Error).self) { try table.type("fema", into: "sex") }
      try table.type("1", into: "shut")
      try table.type("40", into: "age")
      #expect(throws: (any Error).self) { try table.type("x", into: "shut") }
      #expect(session.document.content.sections[0].rows.allSatisfy { $0.fields[.draft] == nil })
    }
  }

  @Test func `goes with an answer that is hidden, if the form asks for that`() throws {
    try withTemporaryStore { store in
      var policies = RulePolicies()
      policies.clearsOnHide = true
      let form = Form("clearing") {
        Section("only") {
          Toggle(.adult, title: "Adult")
          TextInput(.age, title: "Age").visible(when: .adult == true)
        }
      }.policies(policies)
      let session = try store.open("d", from: form, in: .fixed(author: "Ada"))
      try session.set(.adult, to: true)
      try session.type("old", in: .age)
      try session.set(.adult, to: false)
      #expect(session.draft(in: "age") == nil)
      try session.undo()
      #expect(session.draft(in: "age") == "old")
    }
  }
}

extension Field<String> {
  fileprivate static let pin = Field("pin")
  fileprivate static let sex = Field("sex")
}

extension Field<Int> {
  fileprivate static let shut = Field("shut")
}

extension Field<Bool> {
  fileprivate static let adult = Field("adult")
}
