import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Observation
import RandomJournals
import Testing

/// Counts how often what was read has changed, reading it anew each time.
@MainActor private final class Watcher {
  private let noted = Recorder()
  private let read: () -> Void

  init(_ read: @escaping () -> Void) {
    self.read = read
    watch()
  }

  var count: Int { noted.lines.count }

  func watch() {
    let noted = noted
    withObservationTracking(read) { noted.note("changed") }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Observing a session` {
  @Test func `by row tells of that row alone`() throws {
    try withSession { session, _ in
      let name = Watcher { _ = session[.name] }
      let document = Watcher { _ = session.document }
      try session.set(.phone, to: "1")
      #expect(name.count == 0)
      #expect(document.count == 1)
      try session.set(.name, to: "Ada")
      #expect(name.count == 1)
      name.watch()
      try session.undo()
      #expect(name.count == 2)
    }
  }

  // Rules F56 and F57: pages and progress follow what is shown.
  @Test func `tells of pages, progress and the next question`() throws {
    let form = Form("visit") {
      Section("first") { Toggle(.consent) }.page("one")
      Section("second") { TextInput(.name) }.page("two").visible(when: .consent == true)
    }
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed())
      session.attach(HeadlessTable())
      let watchers = [
        Watcher { _ = session.pages }, Watcher { _ = session.progress() },
        Watcher { _ = session.nextUnanswered() },
      ]
      try session.set(.consent, to: true)
      #expect(watchers.map(\.count) == [1, 1, 1])
      #expect(session.pages.map(\.id) == ["one", "two"] && session.nextUnanswered() == "name")
    }
  }

  @Test func `tells of issues and of what is shown when that is in another language`() throws {
    try withSession { session, table in
      let watchers = [
        Watcher { _ = session.issues }, Watcher { _ = session.pages },
        Watcher { _ = session.canUndo },
      ]
      session.environment.author = "Bob"
      #expect(watchers.map(\.count) == [0, 0, 0])
      session.environment.languages = ["de"]
      #expect(watchers.map(\.count) == [1, 1, 0])
      expectFresh(table, session)
    }
  }

  @Test func `calls a step by each row that it changed, once`() throws {
    try withSession { session, _ in
      try session.group {
        try session.set(.name, to: "Ada")
        try session.set(.age, to: 36)
        try session.set(.name, to: "Eve")
      }
      #expect(session.undoTitle == "Undo Age, Name" || session.undoTitle == "Undo Name, Age")
      try session.undo()
      #expect(session.redoTitle == "Redo Name, Age" && session.undoTitle == nil)
    }
  }

  @Test func `tells what can be undone and redone, and what that is called`() throws {
    try withSession { session, _ in
      #expect(!session.canUndo && !session.canRedo)
      #expect(session.undoTitle == nil && session.redoTitle == nil)
      let watcher = Watcher { _ = (session.canUndo, session.undoTitle) }
      try session.set(.name, to: "Ada")
      #expect(watcher.count == 1)
      #expect(session.canUndo && !session.canRedo)
      #expect(session.undoTitle == "Undo Name")
      try session.set([("age", 1), ("phone", "2")])
      #expect(session.undoTitle == "Undo Age, Phone")
      try session.undo()
      #expect(session.redoTitle == "Redo Age, Phone")
      #expect(session.undoTitle == "Undo Name")
      try session.undo()
      #expect(!session.canUndo && session.canRedo)
      #expect(throws: SessionError.self) { try session.undo() }
    }
  }

  @Test(arguments: UInt64(1)...3)
  func `has the issues of a document as it stands, whatever happened to it`(seed: UInt64) throws {
    try withSession { session, _ in
      var generator = SessionGenerator(seed: seed)
      generator.structureEvery = 8
      for count in stride(from: 10, through: 120, by: 10) {
        try generator.work(on: session, until: count)
        let all = session.document.content.sections.flatMap(\.rows).flatMap {
          RowInput().issues(of: $0)
        }
        #expect(session.issues == all)
      }
    }
  }

  @Test func `gives controls a getter and a setter, which reports what is refused`() throws {
    try withSession { session, _ in
      var errors: [SessionError] = []
      session.onError = { errors.append($0) }
      let name = session.binding(.name)
      name.value = "Ada"
      #expect(session[.name] == "Ada")
      #expect(name.value == "Ada")
      name.value = nil
      #expect(session[.name] == nil)
      session.binding(Field<String>("sealed")).value = "x"
      #expect(errors == [.input(InputError(row: "sealed", title: "Sealed", .readOnly))])
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A table of a session` {
  @Test func `sets what a person types in it`() throws {
    try withSession { session, table in
      try table.type("Ada", into: "name")
      #expect(session[.name] == "Ada")
      try table.type("36", into: "age")
      #expect(session[.age] == 36)
      try table.type("twelve", into: "age")
      #expect(session[.age] == 36 && session.draft(in: "age") == "twelve")
      session.detach(table)
      try table.type("Bob", into: "name")
      #expect(session[.name] == "Ada")
    }
  }

  @Test func `throws what the store refuses, and the session is told`() throws {
    try withSession { session, table in
      var errors: [SessionError] = []
      session.onError = { errors.append($0) }
      try session.store.close()
      let error = #expect(throws: SessionError.self) { try table.type("Ada", into: "name") }
      #expect(errors == [try #require(error)])
      #expect(session[.name] == nil)
    }
  }

  @Test func `throws what a row refuses, and the session is told`() throws {
    try withSession { session, table in
      var errors: [SessionError] = []
      session.onError = { errors.append($0) }
      let error = #expect(throws: InputError.self) { try table.type("Blue", into: "colour") }
      #expect(errors == error.map { [.input($0)] })
      #expect(throws: InputError.self) { try table.type("x", into: "sealed") }
      #expect(errors.count == 2)
      // Nobody could touch it: that is for the test alone.
      #expect(throws: InputError.self) { try table.type("x", into: "nowhere") }
      #expect(errors.count == 2)
    }
  }

  @Test func `gets another policy without starting from scratch`() throws {
    try withSession { session, table in
      table.clearLog()
      session.setPolicy(RenderPolicy(display: .listed(["study"])), for: table)
      #expect(table.log.map(\.description) == ["delete section person at 0"])
      try session.set(.phone, to: "1")
      session.setPolicy(RenderPolicy(), for: table)
      #expect(!table.log.contains { "\($0)".hasPrefix("reload") })
      expectFresh(table, session)
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Typing text into a field` {
  @Test func `gives the answer that it means, as one step`() throws {
    try withSession { session, _ in
      try session.type("1", in: .age)
      try session.type("12", in: .age)
      #expect(session[.age] == 12)
      try session.type("", in: .age)
      #expect(session[.age] == nil)
      try session.type("", in: .name)
      #expect(session[.name] == "")
      #expect(throws: SessionError.self) { try session.type("x", in: Field<String>("sealed")) }
      try session.set(.name, to: nil)
      #expect(session[.name] == nil)
    }
  }

  // What a person does all at once is a step of its own, whatever is typed next.
  @Test func `after an answer that was set begins another step`() throws {
    try withSession { session, _ in
      session.stepPause = .max
      try session.set(.name, to: "A")
      try session.type("Ad", in: .name)
      try session.type("Ada", in: .name)
      try session.undo()
      #expect(session[.name] == "A")
      try session.undo()
      #expect(session[.name] == nil)
    }
  }
}
