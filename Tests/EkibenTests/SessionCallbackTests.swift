import Ekiben
import EkibenForms
import EkibenTesting
import Observation
import Testing

/// A host that does something in the middle of what it is asked for, once.
@MainActor private final class CallingHost: TableHost {
  let table = HeadlessTable()
  var inside: (() -> Void)?
  private(set) var calls: [String] = []

  var isAttached: Bool { table.isAttached }
  var callbacks: TableCallbacks {
    get { table.callbacks }
    set { table.callbacks = newValue }
  }

  func reload(_ content: TableContent) {
    calls.append("reload")
    callBack()
    table.reload(content)
  }

  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    let tally = plan.stages.reduce(into: TableTally()) { $0 += TableTally($1.operations) }
    calls.append("perform \(tally)")
    callBack()
    try table.perform(plan, to: content)
  }

  func rebind(_ content: TableContent) { table.rebind(content) }
  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }

  func clearCalls() { calls = [] }

  private func callBack() {
    let body = inside
    inside = nil
    body?()
  }
}

@MainActor private final class Holder {
  var session: Session?
  var lines: [String] = []
}

/// What happens when somebody edits while something is being shown or told. Rule T11.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `An edit from inside a callback` {
  @Test func `of a host is on disk at once, and shown when the host has finished`() throws {
    try withSession { session, table in
      let (first, second) = (CallingHost(), CallingHost())
      session.attach(first)
      session.attach(second)
      for host in [first, second] { host.clearCalls() }
      table.clearLog()
      var inner: Entry?
      first.inside = {
        do {
          inner = try session.set(.phone, to: "1")
          #expect(try Facts(stored: session).history.count == 3)
          // The host has not shown the outer edit yet.
          #expect(first.table.displays[0].rows[0].value == nil)
        } catch { Issue.record(error) }
      }
      let outer = try session.set(.name, to: "Ada")
      #expect(outer?.number == 2)
      #expect(inner?.number == 3)
      #expect(first.calls == ["perform update 1", "perform update 1"])
      // It comes after the first host, so both edits are one plan to it.
      #expect(second.calls == ["perform update 2"])
      #expect(table.log.map(\.description) == ["update person/name", "update study/phone"])
      for table in [first.table, second.table, table] { expectFresh(table, session) }
      try expectReplay(of: session.document, in: session.store)
    }
  }

  @Test func `of a host may be an undo, or detach and attach hosts`() throws {
    try withSession { session, table in
      let (first, second) = (CallingHost(), CallingHost())
      session.attach(first)
      session.attach(second)
      first.inside = {
        do {
          try session.undo()
          session.detach(second)
          session.attach(CallingHost())
        } catch { Issue.record(error) }
      }
      try session.set(.name, to: "Ada")
      #expect(session[.name] == nil)
      expectFresh(first.table, session)
      expectFresh(table, session)
      // The answer came and went before it was shown; that one is missing shows now.
      #expect(second.calls == ["reload", "perform update 1"])
      try session.set(.name, to: "Bob")
      #expect(second.calls == ["reload", "perform update 1"])
      expectFresh(first.table, session)
    }
  }

  // Rule P20.
  @Test func `of an observer finds the session as it is, and is delivered in order`() throws {
    let holder = Holder()
    try withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      holder.session = session
      let observation = try store.observe(.document("visit")) { change in
        MainActor.assumeIsolated {
          holder.lines.append("\(change.entry.number): \(holder.session?.document.count ?? 0)")
          guard change.entry.number < 4 else { return }
          do {
            try holder.session?.set([("phone", .text("\(change.entry.number)"))])
          } catch { holder.lines.append("\(error)") }
        }
      }
      try session.set(.name, to: "Ada")
      #expect(holder.lines == ["2: 2", "3: 3", "4: 4"])
      #expect(session[.phone] == "3")
      expectFresh(table, session)
      try expectReplay(of: session.document, in: store)
      observation.cancel()
      holder.session = nil
    }
  }
}

/// A part of a session that is observed, besides rows.
private enum Part: CaseIterable {
  case answer, document, canUndo, issues, formState
}

/// What happens when an observer of a session edits at once.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `An edit of an observer` {
  private func read(_ part: Part, of session: Session) {
    switch part {
    case .answer: _ = session[.name]
    case .document: _ = session.document
    case .canUndo: _ = session.canUndo
    case .issues: _ = session.issues
    case .formState: _ = session.formState
    }
  }

  // With a rule, so that what is drawn is kept beside the document.
  private let form = Form("visit") {
    Section("person") {
      TextInput(.name, title: "Name").required()
      TextInput(.phone, title: "Phone").visible(when: .name == "ADA")
    }
  }

  @Test(arguments: Part.allCases)
  fileprivate func `finds what it follows in every host, and shows there itself`(
    part: Part
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      let other = try store.open("visit", from: form, in: .fixed(author: "Bob"))
      let tables = [HeadlessTable(), HeadlessTable()]
      session.attach(tables[0])
      other.attach(tables[1])
      let seen = Recorder()
      withObservationTracking {
        read(part, of: session)
      } onChange: {
        MainActor.assumeIsolated {
          // An edit from inside is told to the same closure again, before it is over.
          guard seen.lines.isEmpty else { return }
          let shown = tables.map { $0.displays[0].rows[0].value?.asText ?? "–" }
          seen.note("\(shown) \(session.issues.count)")
          do { try session.type("ADA", in: .name) } catch { Issue.record(error) }
        }
      }
      try session.type("ada", in: .name)
      #expect(seen.lines == [#"["ada", "ada"] 0"#])
      for table in tables { expectFresh(table, session) }
      #expect(session[.name] == "ADA" && session.issues == other.issues)
      try other.undo()
      for table in tables { expectFresh(table, session) }
      try expectReplay(of: session.document, in: store)
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A host of a session` {
  @Test func `is given everything when it gets to the screen, and no plan before`() throws {
    try withSession { session, _ in
      let host = CallingHost()
      host.table.detach()
      session.attach(host)
      try session.set(.name, to: "Ada")
      try session.undo()
      try session.set(.name, to: "Bob")
      #expect(host.calls == ["reload", "reload", "reload", "reload"])
      host.table.attach()
      #expect(host.calls.count == 5)
      expectFresh(host.table, session)
      try session.set(.name, to: "Cy")
      #expect(host.calls.last == "perform update 1")
      expectFresh(host.table, session)
    }
  }

  @Test func `shows from scratch what is more than its policy wants`() throws {
    try withSession { session, _ in
      let host = CallingHost()
      var policy = RenderPolicy()
      policy.mostOperations = 1
      session.attach(host, policy: policy)
      try session.set(.name, to: "Ada")
      try session.set([("name", "Bob"), ("age", 1)])
      #expect(host.calls == ["reload", "perform update 1", "reload"])
      expectFresh(host.table, session)
    }
  }

  @Test func `shows the sections that its policy says, whatever the edit`() throws {
    try withSession { session, _ in
      let host = CallingHost()
      var policy = RenderPolicy()
      policy.display = .listed(["study"])
      session.attach(host, policy: policy)
      var errors: [RenderError] = []
      session.onRenderError = { errors.append($0) }
      try session.set([("name", "Ada"), ("phone", "1")])
      #expect(host.calls == ["reload", "perform update 1"])
      let shown = try policy.display.shown(of: session.document.content)
      #expect(host.table.displays == shown.displays)
      let rest = try Document(
        fields: session.document.content.fields,
        sections: session.document.content.sections.filter { $0.id != "study" })
      try session.perform(.apply(rest))
      #expect(errors.count == 1)
      #expect(host.table.displays == shown.displays)
      try session.undo()
      #expect(errors.count == 1)
      #expect(host.table.displays == shown.displays)
    }
  }
}
