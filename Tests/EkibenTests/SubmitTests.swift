import Ekiben
import EkibenDocuments
import EkibenTesting
import Testing

/// A way to change a document whose fifth entry is a submit.
enum Attempt: String, CaseIterable {
  case set, clear, type, draft, undo, undoMine, redo, checkout, revert, revertOfSubmit, delete,
    apply

  @MainActor func perform(on session: Session) throws -> Entry? {
    switch self {
    case .set: return try session.set(.name, to: "Eve")
    case .clear: return try session.clear(.name)
    case .type: return try session.type("Eva", in: .name)
    case .draft: return try session.type("old", in: .age)
    case .undo: return try session.undo()
    case .undoMine: return try session.perform(.undoOwnStep)
    case .redo: return try session.redo()
    case .checkout: return try session.perform(.checkout(3))
    case .revert: return try session.perform(.revert(2))
    case .revertOfSubmit: return try session.perform(.revert(5))
    case .delete: return try session.perform(.delete)
    case .apply:
      let content = session.document.content
      let fields = content.fields.setting("title", "Other")
      return try session.perform(.apply(try Document(fields: fields, sections: content.sections)))
    }
  }
}

// Rule F16.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A document that is submitted` {
  private func withFinal(_ body: (Session) throws -> Void) throws {
    try withSession { session, _ in
      try session.set(.name, to: "Ada")
      try session.set(.age, to: 36)
      try session.perform(.mark(MarkName("filled in")))
      #expect(try session.submit()?.kind == .submit)
      try body(session)
    }
  }

  private func readOnly(_ table: HeadlessTable) -> [RowID] {
    table.displays.flatMap(\.rows).filter(\.isReadOnly).map(\.id)
  }

  @Test(arguments: Attempt.allCases)
  func `refuses every edit and travel, and is as it was`(attempt: Attempt) throws {
    try withFinal { session in
      let before = try Facts(stored: session)
      #expect(throws: SessionError.store(.final(session.document.name))) {
        _ = try attempt.perform(on: session)
      }
      #expect(try Facts(stored: session) == before)
      #expect(!session.canUndo && !session.canRedo)
    }
  }

  @Test func `takes a name, and is submitted once`() throws {
    try withFinal { session in
      let sent = try MarkName("sent")
      #expect(try session.perform(.mark(sent))?.head == 5)
      #expect(try session.submit() == nil)
      #expect(session.document.status == .final)
    }
  }

  @Test func `is final for a session that was not notified of it`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "Ada")
      let other = try session.elsewhere()
      try session.submit()
      #expect(throws: SessionError.store(.final(session.document.name))) {
        try other.set(.name, to: "Eve")
      }
      #expect(other.document.status == .final)
      #expect(try session.refresh() == false)
      try other.store.close()
    }
  }

  // Rule F62.
  @Test func `shows rows that cannot be changed, in all hosts, until it is reopened`() throws {
    try withSession { session, table in
      let (other, elsewhere) = (try session.elsewhere(), HeadlessTable())
      other.attach(elsewhere)
      try session.set(.name, to: "Ada")
      try session.set([("colour", .text("r"))])
      let drafts = [table.displays, elsewhere.displays]
      try session.submit()
      let all = session.document.content.sections.flatMap { $0.rows.map(\.id) }
      #expect(readOnly(table) == all)
      #expect(readOnly(elsewhere) == ["sealed"], "nobody has told it")
      #expect(try other.refresh() && readOnly(elsewhere) == readOnly(table))
      expectFresh(table, session)
      #expect(throws: InputError(row: "name", title: "Name", .readOnly)) {
        try table.type("Eve", into: "name")
      }
      #expect(!table.focus("name") && session.progress() == other.progress())
      try session.perform(.reopen, reason: "wrong name")
      #expect(try other.refresh())
      #expect(table.displays == drafts[0] && readOnly(elsewhere) == ["sealed"])
      expectFresh(elsewhere, other)
      try elsewhere.type("Eve", into: "name")
      #expect(other[.name] == "Eve")
      try other.store.close()
    }
  }

  @Test func `offers no further instance`() throws {
    let form = Form("home") { Repeat("pets", label: "Pet") { TextInput(.name, title: "Name") } }
    try withTemporaryStore { store in
      let (session, table) = (try store.open("home", from: form), HeadlessTable())
      session.attach(table)
      #expect(table.snapshot().contains("+ Pet (0)"))
      try session.submit()
      #expect(table.snapshot().contains("Pet (0)") && !table.snapshot().contains("+ Pet"))
      #expect(throws: SessionError.store(.final("home"))) { try session.add(to: "pets") }
    }
  }

  @Test func `turns a host read-only that was not notified, once a person types`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "Ada")
      let (other, table) = (try session.elsewhere(), HeadlessTable())
      other.attach(table)
      try session.submit()
      #expect(throws: SessionError.store(.final("visit"))) { try table.type("Eve", into: "name") }
      #expect(readOnly(table).contains("name") && other[.name] == "Ada")
      expectFresh(table, other)
      try other.store.close()
    }
  }

  @Test(arguments: [false, true]) func `is as complete as it was, and says why it is read-only`(
    isDeleted: Bool
  ) throws {
    try withSession { session, table in
      try session.set(.name, to: "Ada")
      let (progress, issues) = (session.progress(), session.issues)
      #expect(progress.answered == 1 && progress.asked > 1)
      _ = isDeleted ? try session.perform(.delete) : try session.submit()
      #expect(session.progress() == progress && session.issues == issues)
      let why = try session.why("age").map(\.sentence)
      let did = isDeleted ? "deleted" : "submitted"
      #expect(why.count == 1)
      #expect(why.first?.hasPrefix("read-only because the document was \(did) by Ada on ") == true)
      #expect(readOnly(table).contains("name"))
      if isDeleted { try session.undo() } else { try session.perform(.reopen, reason: "again") }
      #expect(try readOnly(table) == ["sealed"] && session.why("age").isEmpty)
    }
  }

  @Test func `is refused with what is wrong, in the order of the rows, and nothing happens`() throws
  {
    try withSession { session, _ in
      try session.set([("age", .integer(-1))])
      #expect(throws: SessionError.incomplete([ValidationIssue(row: "name", rule: .required)])) {
        try session.submit()
      }
      #expect(session.document.count == 2 && session.document.status == .draft)
      try session.set(.name, to: "Ada")
      try session.submit()
      #expect(session.document.status == .final)
    }
  }

  // Rule F34: what is hidden or cannot be changed is in nobody's way.
  @Test func `is submitted when, and only when, what is shown is answered`() throws {
    let form = Form("conditional") {
      Section("s") {
        Toggle(.consent, title: "I agree")
        TextInput(.name, title: "Name").required().visible(when: .consent == true)
        TextInput(.phone, title: "Phone").required().readOnly()
        TextInput(Field<String>("never"), title: "Never").required().hidden()
      }
      Section("more") { TextInput(.age, title: "Age").required() }
        .visible(when: .name == "Ada")
    }
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed(author: "Ada"))
      @MainActor func missing() throws -> [RowID] {
        do throws(SessionError) {
          try session.submit()
          try session.perform(.reopen, reason: "tried")
          return []
        } catch {
          guard case .incomplete(let issues) = error else { throw error }
          return issues.map(\.row)
        }
      }
      #expect(try missing() == [])
      try session.set(.consent, to: true)
      #expect(try missing() == ["name"])
      try session.set(.name, to: "Ada")
      #expect(try missing() == ["age"])
      try session.set(.age, to: 36)
      #expect(try missing() == [])
      try session.clear(.age)
      try session.set(.name, to: "Eve")
      #expect(try missing() == [])
    }
  }

  @Test func `is reopened with a reason, and nothing goes back behind that`() throws {
    try withFinal { session in
      for reason in [nil, "", " "] {
        #expect(throws: SessionError.store(.reopenNeedsReason("visit"))) {
          try session.perform(.reopen, reason: reason)
        }
      }
      #expect(try session.perform(.reopen, reason: "wrong age")?.reason == "wrong age")
      #expect(try session.perform(.reopen, reason: "again") == nil)
      #expect(session.document.status == .draft && !session.canUndo)
      for attempt: Attempt in [.undo, .checkout, .revert, .revertOfSubmit] {
        #expect(throws: SessionError.store(.history(.barrier(entry: 6)))) {
          _ = try attempt.perform(on: session)
        }
      }
      #expect(throws: SessionError.store(.history(.noOwnStep(author: "Ada")))) {
        try session.perform(.undoOwnStep)
      }
      try session.set(.age, to: 37)
      try session.set(.age, to: 38)
      try session.undo(steps: 2)
      #expect(session[.age] == 36 && session.canRedo)
      #expect(throws: SessionError.store(.history(.tooFewSteps(asked: 3, possible: 2)))) {
        try session.redo(steps: 2)
        try session.undo(steps: 3)
      }
      try session.submit()
      #expect(session[.age] == 38)
    }
  }

  @Test func `opens, replays, leaves its store and verifies like any other`() throws {
    try withFinal { session in
      try session.perform(.reopen, reason: "wrong age")
      try session.set(.age, to: 37)
      try session.submit()
      let store = session.store
      _ = try store.compact()
      let read = try store.document(session.document.name)
      #expect(Facts(read) == Facts(session.document))
      #expect(read.history.isBarrier(5) && read.history.isBarrier(6) && !read.history.isBarrier(7))
      #expect(try store.verify().findings == [])
      _ = try Replay(of: read, in: store).run()
      var bytes: [UInt8] = []
      try store.exportHistory(of: read) { bytes += try $0.encoded() }
      try withTemporaryStore { other in
        let copy = try other.importHistory(bytes)
        #expect(copy.status == .final && copy.history == read.history)
        #expect(try other.verify().findings == [])
      }
    }
  }

  @Test func `is no part of a step around it`() throws {
    try withSession { session, _ in
      try session.group { () throws(SessionError) in
        try session.set(.name, to: "Ada")
        try session.submit()
        try session.perform(.reopen, reason: "at once")
        try session.set(.age, to: 36)
        try session.set(.age, to: 37)
      }
      let history = session.document.history
      #expect((1...6).map { history.step(of: $0) } == [1, 2, 3, 4, 5, 5])
      try session.undo()
      #expect(session[.age] == nil && session[.name] == "Ada")
    }
  }

  @Test func `has a draft as its duplicate`() throws {
    try withFinal { session in
      let copy = try session.duplicate(as: DocumentName("copy"))
      #expect(copy.status == .draft)
      #expect(copy.row("name")?.fields[.value] == .text("Ada"))
    }
  }
}

// Rule F60.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A form that asks why answers change` {
  private func withStrict(_ body: (Session) throws -> Void) throws {
    let form = Form("strict") {
      Section("s") {
        TextInput(.name, title: "Name")
        TextInput(.age, title: "Age").initial(1)
      }
    }.changesNeedReason()
    try withTemporaryStore { store in
      try body(try store.open("visit", from: form, in: .fixed(author: "Ada")))
    }
  }

  private func missing(_ row: RowID) -> SessionError {
    .store(.changeNeedsReason(row, document: "visit"))
  }

  @Test func `wants no reason for a first answer, nor for the letters of one that is typed`() throws
  {
    try withStrict { session in
      session.stepPause = .max
      try session.type("A", in: .name)
      try session.type("Ad", in: .name)
      try session.set(.age, to: 2)
      #expect(session[.name] == "Ad" && session[.age] == 2)
    }
  }

  @Test func `wants one where an answer that was left is changed, taken away or brought back`()
    throws
  {
    try withStrict { session in
      try session.type("Ad", in: .name)
      session.focusChanged()
      #expect(throws: missing("name")) { try session.type("Ada", in: .name) }
      #expect(throws: missing("name")) { try session.set(.name, to: "Eve") }
      #expect(throws: missing("name")) { try session.set(.name, to: "Eve", reason: " ") }
      #expect(throws: missing("name")) { try session.clear(.name) }
      #expect(throws: missing("name")) { try session.undo() }
      #expect(throws: missing("name")) { try session.perform(.undoOwnStep) }
      #expect(throws: missing("name")) { try session.perform(.revert(2)) }
      try session.set(.name, to: "Eve", reason: "misheard")
      #expect(throws: missing("name")) { try session.perform(.checkout(1)) }
      try session.undo(reason: "it was Ad after all")
      #expect(session[.name] == "Ad")
    }
  }
}
