import Dispatch
import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore
import EkibenTesting
import Foundation
import Testing

/// A host that shows what it is given and cannot be asked about it.
private final class SilentHost: TableHost {
  var isAttached: Bool { true }
  var callbacks = TableCallbacks()
  private(set) var reloads = 0
  private(set) var plans = 0

  func reload(_ content: TableContent) { reloads += 1 }
  func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) { plans += 1 }
  func rebind(_ content: TableContent) {}
  func focus(_ row: RowID?) -> Bool { false }
  func scroll(to row: RowID) -> Bool { false }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A session in detail` {
  @Test func `calls a step of many rows by the first and how many others, and of none by nothing`()
    throws
  {
    try withSession { session, _ in
      try session.set([("name", "Ada"), ("age", 1), ("phone", "2")])
      let title = try #require(session.undoTitle)
      #expect(title.hasPrefix("Undo ") && title.hasSuffix(" and 2 others"))
      #expect(["Name", "Age", "Phone"].contains { title.hasPrefix("Undo \($0) and") })
      try session.undo()
      #expect(session.redoTitle?.hasSuffix(" and 2 others") == true)
      let content = session.document.content
      try session.perform(
        .apply(
          Document(fields: content.fields.setting(.title, "Other"), sections: content.sections)))
      #expect(session.undoTitle == "Undo" && session.redoTitle == nil)
      try session.set(Field<String>("name"), to: "Eve")
      #expect(session.undoTitle == "Undo Name")
      for text in ["E", "Ev", "Eve and"] { try session.type(.text(text), in: "name") }
      #expect(session.undoTitle == "Undo Name")
      _ = try session.store.compact()
      #expect(session.undoTitle == "Undo Name")
    }
  }

  // Rules H16 and F59: also half a number, and what is taken away again.
  @Test func `keeps what is typed in a host in one step, and what is picked in steps of its own`()
    throws
  {
    let form = Form("f") {
      Section("s") {
        TextInput(.name)
        TextInput(.age)
        DateInput(Field<DateText>("born"))
        Choice(Field<String>("size"), options: [.init("1"), .init("12")])
        Toggle(.consent)
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed(step: 10))
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func steps(_ texts: [String], in row: RowID) throws -> Int {
        let before = session.document.history.undoableSteps
        for text in texts { try table.type(text, into: row) }
        return session.document.history.undoableSteps - before
      }
      #expect(try steps(["A", "Ad", "Ada"], in: "name") == 1)
      #expect(try steps(["-", "-1", "-12", "-12x"], in: "age") == 1)
      #expect(try steps(["-12", "-1"], in: "age") == 1)
      let date = "2024-03-05"
      let typed = date.indices.map { String(date[...$0]) }
      #expect(try steps(typed, in: "born") == 1)
      #expect(session["born"] == DateText(date).map(Value.date))
      #expect(try steps(typed.dropLast().reversed(), in: "born") == 1)
      #expect(session.draft(in: "born") == "2")
      // In between somebody was elsewhere.
      #expect(try steps(["Adam"], in: "name") == 1)
      #expect(table.focus(nil))
      #expect(try steps(["Adams"], in: "name") == 1)
      #expect(try steps(["1", "12"], in: "size") == 2)
      try table.toggle("consent")
      try table.toggle("consent")
      #expect(session.undoTitle == "Undo consent")
      for _ in 0..<11 { try session.undo() }
      #expect(!session.canUndo && session[.name] == nil)
      expectFresh(table, session)
    }
  }

  // Rule F63: a row goes before the first that is there, where it goes behind none.
  @Test func `puts a row where a person asks for it`() throws {
    let form = Form("f") {
      Section("one") {
        for name in ["a", "b", "c"] as [RowID] { TextInput(Field<String>(name)).movable() }
      }
      Section("two")
    }
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      let host = SilentHost()
      session.attach(host)
      @MainActor func rows() -> [String] {
        session.document.content.sections.map { $0.rows.map(\.id.rawValue).joined() }
      }
      let requests: [(TableRequest, [String])] = [
        (.move("c", to: "one", after: nil), ["cab", ""]),
        (.move("c", to: "one", after: "a"), ["acb", ""]),
        (.move("a", to: "one", after: nil), ["acb", ""]),
        (.move("b", to: "two", after: nil), ["ac", "b"]),
        (.move("a", to: "two", after: "b"), ["c", "ba"]),
        (.move("c", to: "two", after: nil), ["", "cba"]),
        (.delete("b"), ["", "ca"]),
      ]
      for (request, expected) in requests {
        #expect(host.callbacks.onRequest?(request) == true && rows() == expected, "\(request)")
      }
      var refused: [SessionError] = []
      session.onError = { refused.append($0) }
      for request in [
        TableRequest.delete("b"), .move("b", to: "one", after: nil), .add(to: .section("one")),
      ] {
        #expect(host.callbacks.onRequest?(request) == false)
      }
      #expect(refused.count == 3 && rows() == ["", "ca"])
      session.detach(host)
      #expect(host.callbacks.onRequest == nil)
    }
  }

  // Rule H23: who edits is told last; a host is attached once, and goes on alone once it is detached.
  @Test func `shows in each host once, as long as it is attached`() throws {
    try withSession { session, _ in
      let host = SilentHost()
      session.attach(host)
      session.attach(host)
      try session.set(Field<String>("name"), to: "Ada")
      #expect(host.reloads == 1 && host.plans == 1)
      #expect(session.policy(for: host) != nil)
      session.detach(host)
      session.detach(host)
      try session.set(Field<String>("name"), to: "Eve")
      #expect(host.reloads == 1 && host.plans == 1 && session.policy(for: host) == nil)
      session.setPolicy(RenderPolicy(), for: host)
      #expect(host.plans == 1)
    }
  }

  @Test func `replays in a host that nobody can ask what it shows`() throws {
    try withSession { session, _ in
      try session.set(Field<String>("name"), to: "Ada")
      try session.set(Field<String>("name"), to: "Eve")
      let host = SilentHost()
      var (shown, events) = ([Int](), 0)
      let report = try Replay(of: session.document, in: session.store)
        .run(in: host, checking: .whole) { line, done in
          shown.append(line.entry.number)
          events += done.count
        }
      #expect(shown == [1, 2, 3] && events == 0)
      #expect(host.reloads == 1 && host.plans == 2)
      #expect(report.entries == 3 && report.batches == 2)
      #expect(report.operations.total == 2)
    }
  }

  // Rule H16.
  @Test func `has one step for all that a group does, in groups inside it as well`() throws {
    try withSession { session, _ in
      struct Stop: Error {}
      try session.group {
        try session.set(.name, to: "Ada")
        _ = try session.group { try session.set(.age, to: 1) }
        try session.set(.phone, to: "2")
      }
      #expect(throws: Stop.self) {
        try session.group {
          try session.set(.name, to: "Eve")
          throw Stop()
        }
      }
      try session.set(.age, to: 2)
      let steps = try session.entries(2...6).map(\.step)
      #expect(steps == [2, 2, 2, 5, 6])
      #expect(try session.entries(0...1).map(\.number) == [1])
      #expect(try session.entries(6...99).map(\.number) == [6])
      #expect(try session.content(at: 3).row("age")?.fields[.value] == 1)
      #expect(throws: SessionError.self) { try session.content(at: 99) }
    }
  }

  @Test func `undoes, redoes and goes elsewhere by as many steps as it is asked, with a reason`()
    throws
  {
    try withSession { session, _ in
      for age in 1...3 { try session.set(.age, to: age) }
      #expect(try session.undo(steps: 2, reason: "a")?.reason == "a" && session[.age] == 1)
      #expect(try session.redo(steps: 2, reason: "b")?.reason == "b" && session[.age] == 3)
      #expect(try session.perform(.checkout(2), reason: "c")?.reason == "c" && session[.age] == 1)
      #expect(try session.perform(.checkout(2)) == nil)
      #expect(try session.perform(.redoTo(3), reason: "d")?.reason == "d" && session[.age] == 2)
      #expect(try session.perform(.mark(MarkName("m")), reason: "e")?.reason == "e")
      #expect(try session.perform(.mark(MarkName("m"))) == nil)
      #expect(try session.redo()?.head == 4)
      #expect(throws: SessionError.self) { try session.perform(.mark(MarkName("m"))) }
      #expect(try session.perform(.mark(MarkName("m"), moving: true), reason: "f")?.reason == "f")
      #expect(try session.perform(.undoOwnStep, reason: "g")?.reason == "g" && session[.age] == 2)
      #expect(session.document.history.head == session.document.count)
      #expect(
        try session.perform(.revert(session.document.count), reason: "h")?.reason == "h"
          && session[.age] == 3
      )
      #expect(
        try session.perform(false ? .undoOwnStep : .undo(steps: 1))?.kind == .undo
          && session[.age] == 2)
      #expect(try session.duplicate(as: "copy", reason: "i").name == "copy")
      let copy = try session.store.document("copy")
      #expect(try session.store.entry(1, of: copy).reason == "i")
      #expect(
        try session.perform(.delete, reason: "j")?.reason == "j"
          && session.document.status == .deleted)
    }
  }

  @Test func `hands on who acts, when, where and with what`() throws {
    var environment = SessionEnvironment(author: "Ada", now: { 5 }, uid: { [7] })
    environment.offset = 90
    environment.languages = ["de"]
    environment.launchContext = try LaunchContext(json: ["patient": "7"])
    let metadata = environment.metadata(reason: "asked")
    #expect(metadata.author == "Ada" && metadata.time == 5 && metadata.reason == "asked")
    #expect(metadata.utcOffset == 90 && metadata.launchContext == environment.launchContext)
    let context = environment.inputContext
    #expect(context.time == 5 && context.offset == 90 && context.languages == ["de"])
    #expect(context.launchContext == environment.launchContext && environment.uid() == [7])
    let plain = SessionEnvironment()
    #expect(plain.author == "unknown" && plain.offset == 0 && plain.languages == [])
    #expect(plain.uid().count == 16 && plain.uid() != plain.uid())
    let time = Int64(Date().timeIntervalSince1970 * 1000)
    #expect(abs(plain.now() - time) < 3_600_000)
  }

  // Rule P20: who cancels a call that has begun is told what was written, and not what was read.
  @Test(arguments: [false, true])
  func `is told what a call that has begun came to, though it was cancelled`(writes: Bool)
    async throws
  {
    try await withTemporaryStore { store in
      let (begun, goOn) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
      let task = Task { () async throws -> Int in
        let body: @Sendable (Store) throws -> Int = { _ in
          begun.continuation.finish()
          goOn.wait()
          return 7
        }
        return try await writes ? store.write(body) : store.read(body)
      }
      for await _ in begun.stream {}
      task.cancel()
      goOn.signal()
      switch await task.result {
      case .success(let number): #expect(writes && number == 7)
      case .failure(let error): #expect(!writes && error is CancellationError)
      }
    }
  }
}
