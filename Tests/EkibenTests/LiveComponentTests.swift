import Ekiben
import EkibenTesting
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct LiveComponentTests {
  // Rule F13: closures live with the program, answers in the store.
  @Test func `a session's tables have the components of the form it was opened from`() throws {
    let shows = Mutex(0)
    let form = Form("f") {
      Section("s") {
        TextInput(.name, title: "Name").deletable(title: "Remove").on(willDisplay: {
          shows.withLock { $0 += 1 }
        })
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("visit", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      #expect(shows.withLock(\.self) == 1)
      var typed: Value?
      table.callbacks.onEvent = { typed = $0.value }
      try table.type("Ada", into: "name")
      let answer = try #require(typed)
      try session.type(answer, in: "name")
      #expect(table.cell("name")?.display.text == "Ada")
      #expect(try table.swipeActions(of: "name", at: .trailing) == ["Remove"])
      #expect(shows.withLock(\.self) == 2)
      // Opened without the form, the row is drawn all the same and offers nothing.
      let bare = HeadlessTable()
      try store.open("visit").attach(bare)
      bare.focus("name")
      #expect(bare.snapshot() == table.snapshot())
      #expect(try bare.swipeActions(of: "name", at: .trailing) == [])
      #expect(shows.withLock(\.self) == 2)
    }
  }
}
