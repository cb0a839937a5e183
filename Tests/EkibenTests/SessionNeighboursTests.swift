import Ekiben
import EkibenTesting
import Observation
import Testing

/// A host that may edit in the middle of what it is asked for.
@MainActor private final class EditingHost: TableHost {
  let table = HeadlessTable()
  var onShow: (() -> Void)?

  var isAttached: Bool { table.isAttached }
  var callbacks: TableCallbacks {
    get { table.callbacks }
    set { table.callbacks = newValue }
  }

  func reload(_ content: TableContent) {
    onShow?()
    table.reload(content)
  }

  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
    onShow?()
    try table.perform(plan, to: content)
  }

  func rebind(_ content: TableContent) { table.rebind(content) }
  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Sessions of one store on one document` {
  @Test func `show what one of them writes before its call returns`() throws {
    try withSession { session, _ in
      let other = try session.store.open("visit", in: .fixed(author: "Bob"))
      let table = HeadlessTable()
      other.attach(table)
      try session.set(.name, to: "Ada")
      #expect(other[.name] == "Ada")
      #expect(table.log.last?.description == "update person/name")
      expectFresh(table, other)
      try other.undo()
      #expect(session[.name] == nil)
    }
  }

  // Rule H23.
  @Test func `show what one of them writes with its editor, and tell their observers`() throws {
    try withSession { session, table in
      let other = try session.store.open("visit", in: .fixed(author: "Bob"))
      let beside = HeadlessTable()
      other.attach(beside)
      let told = Recorder()
      let observation = try session.store.observe(.document("visit")) { change in
        told.note("entry \(change.entry.number)")
        let age = MainActor.assumeIsolated { table.displays[0].rows[1].value?.asInteger ?? 0 }
        told.note("age \(age)")
      }
      #expect(session.issues.map(\.row) == ["name"] && !session.canUndo)
      withObservationTracking {
        _ = (session[.name], other.canUndo)
      } onChange: {
        told.note("observed")
      }
      try session.edit { editor in
        try editor.set(.name, to: "Ada")
        try editor.set(.age, to: 36)
        #expect(throws: SessionError.self) { try editor.set([("colour", "blue")]) }
      }
      #expect(told.lines == ["observed", "entry 2", "age 36", "entry 3", "age 36"])
      #expect(session.issues.isEmpty && session.canUndo)
      for table in [table, beside] { expectFresh(table, session) }
      observation.cancel()
    }
  }

  // Each answers the other's field until both hold 20.
  @Test func `may answer each other from their hosts`() throws {
    try withSession { session, table in
      let other = try session.store.open("visit", in: .fixed(author: "Bob"))
      let (first, second) = (EditingHost(), EditingHost())
      session.attach(first)
      other.attach(second)
      @MainActor func answer(_ session: Session, _ mine: Field<Int>, from theirs: Field<Int>) {
        let (own, seen) = (session[mine] ?? 0, session[theirs] ?? 0)
        guard own < 20, own <= seen else { return }
        do { try session.set(mine, to: own + 1) } catch { Testing.Issue.record(error) }
      }
      let count = Field<Int>("count")
      try session.perform(.apply(try counting(session.document.content)))
      first.onShow = { answer(session, .age, from: count) }
      second.onShow = { answer(other, count, from: .age) }
      try session.set(.age, to: 1)
      #expect(session[.age] == 20)
      #expect(session[count] == 20)
      for shown in [first.table, second.table, table] { expectFresh(shown, session) }
      try expectReplay(of: session.document, in: session.store)
    }
  }

  // Rule T11.
  @Test(arguments: UInt64(1)...12)
  func `end alike whatever their hosts do in callbacks`(seed: UInt64) throws {
    try withSession { session, table in
      var sessions = [session]
      for author in ["Bob", "Cy"] {
        sessions.append(try session.store.open("visit", in: .fixed(author: author)))
      }
      var random = SeededGenerator(seed: seed)
      var left = 0
      @MainActor func act() {
        guard left > 0 else { return }
        left -= 1
        let chosen = sessions[random.number(in: 0...2)]
        let row: RowID = ["name", "phone"][random.number(in: 0...1)]
        do throws(SessionError) {
          switch random.number(in: 0...9) {
          case 0: try chosen.undo()
          case 1: try chosen.redo()
          default: try chosen.set([(row, .text("\(random.number(in: 0...99))"))])
          }
        } catch {
          if case .store(.history) = error { return }
          Testing.Issue.record(error)
        }
      }
      let hosts = (0..<5).map { _ in EditingHost() }
      for (at, host) in hosts.enumerated() { sessions[at % 3].attach(host) }
      for host in hosts { host.onShow = { if random.once(in: 2) { act() } } }
      for _ in 0..<30 {
        left = random.number(in: 1...8)
        act()
        let facts = Facts(session.document)
        for session in sessions { #expect(Facts(session.document) == facts) }
        for host in hosts { expectFresh(host.table, session) }
        expectFresh(table, session)
      }
      try expectReplay(of: session.document, in: session.store)
    }
  }

  private func counting(_ content: Document) throws -> Document {
    var sections = Array(content.sections)
    let row = TextInput(Field<Int>("count"), title: "Count")
    sections[0].rows.append(Document.Row(id: row.id, fields: row.record))
    return try Document(fields: content.fields, sections: sections)
  }
}
