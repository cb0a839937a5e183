import Ekiben
import EkibenTesting
import Foundation
import Testing

// Rule H23.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct FollowingTests {
  /// Lets the main actor have turns until something holds; the suite's time limit ends a wait in vain.
  private func wait(until isDone: () -> Bool) async throws {
    while !isDone() { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `a session shows what was written off the main actor, in order`() async throws {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try await Task.detached {
        let editor = try store.editor("visit", in: .fixed(author: "Bea"))
        for name in ["A", "Ad", "Ada"] { try editor.set(.name, to: name) }
      }.value
      try await wait { session.document.count == 4 }
      #expect(session[.name] == "Ada")
      expectFresh(table, session)
      try session.undo()
      #expect(session[.name] == "Ad")
    }
  }

  @Test func `a session shows what another store wrote after one call`() async throws {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let other = try Store(store.path)
      try other.open("visit", in: .fixed(author: "Bea")).set(.name, to: "Bea")
      try other.close()
      #expect(session[.name] == nil)
      try store.refresh()
      try await wait { session[.name] == "Bea" }
      expectFresh(table, session)
    }
  }

  @Test func `what is written in the background while a session edits is not missed`() async throws
  {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let background = Task.detached {
        let editor = try store.editor("visit", in: .fixed(author: "Bea"))
        for number in 1...100 { try editor.set(.age, to: number) }
      }
      for number in 1...100 {
        try session.set(.name, to: "name \(number)")
        if number.isMultiple(of: 10) { await Task.yield() }
      }
      try await background.value
      try await wait { session.document.count == 201 }
      #expect(session[.age] == 100)
      #expect(session[.name] == "name 100")
      expectFresh(table, session)
    }
  }

  // One that was opened since has it already, and shows nothing of it to the others.
  @Test func `what was written is not missed where another session does nothing before its turn`()
    async throws
  {
    try await withTemporaryStore { store in
      let session = try store.open("visit", from: clinicForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try store.editor("visit", in: .fixed(author: "Bea")).set(.name, to: "Bea")
      let other = try store.open("visit", in: .fixed())
      other.focusChanged()
      try other.set(.name, to: "Bea")
      #expect(throws: SessionError.self) { try other.set([("nowhere", nil)]) }
      for _ in 0..<20 { await Task.yield() }
      #expect(session[.name] == "Bea" && session.document.count == 2)
      expectFresh(table, session)
    }
  }

  private func expectFresh(_ table: HeadlessTable, _ session: Session) {
    #expect(table.snapshot() == HeadlessTable(session.document.content).snapshot())
  }
}
