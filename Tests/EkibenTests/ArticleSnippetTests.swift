import Ekiben
import EkibenTesting
import Foundation
import Observation
import Testing

// What the articles on observing, several processes and testing show stands here word for word, so that it
// is compiled, and what it does is seen.

private enum Visit {
  static let name = Field<String>("name")
  static let age = Field<Int>("age")
}

private func visitForm() -> Form {
  Form("visit", title: "Visit") {
    Section("person", header: "About you") {
      TextInput(Visit.name, title: "Name").required()
      TextInput(Visit.age, title: "Age")
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `What the articles for apps show` {
  @Test func `tells a view of the answers that it read, and a loop of every change`() async throws {
    let told = EventRecorder<String>()
    try await withTemporaryStore { store in
      let session = try store.open("visit-17", from: visitForm())
      // Observing: a view.
      withObservationTracking {
        print(session[Visit.name] ?? "no name yet")
      } onChange: {
        told.note("the name is about to change")
      }
      try session.set(Visit.age, to: 36)  // nobody has read the age
      #expect(told.lines == [])
      try session.set(Visit.name, to: "Ada")
      #expect(told.lines == ["the name is about to change"])
      // Observing: a loop.
      let changes = session.changes
      let loop = Task {
        for await change in changes {
          told.note("entry \(change.entry.number) by \(change.entry.author)")
        }
      }
      try session.set(Visit.age, to: 37)
      try store.close()  // ends the loop
      await loop.value
    }
    #expect(told.lines.count == 2 && told.lines.last == "entry 4 by unknown")
  }

  @Test func `tells an observer on the thread that wrote`() throws {
    let told = EventRecorder<String>()
    try withTemporaryStore { store in
      // Observing: a token.
      let token = try store.observe(.row("name", of: "visit-17")) { change in
        told.note("entry \(change.entry.number): \(change.changes.changes.count) change")
      }
      let editor = try store.editor("visit-17", from: visitForm())
      try editor.set(Visit.age, to: 36)
      try editor.set(Visit.name, to: "Ada")
      token.cancel()
      try editor.set(Visit.name, to: "Bea")
    }
    #expect(told.lines == ["entry 3: 1 change"])
  }

  @Test func `refuses to write over what somebody else did, and goes on`() throws {
    try withTemporaryStore { store in
      let other = try Store(store.path)
      let session = try store.open("visit-17", from: visitForm())
      try other.editor("visit-17").set(Visit.name, to: "Bea")
      var asked: [String] = []
      // Several processes: a conflict.
      do throws(SessionError) {
        try session.set(Visit.name, to: "Ada")
      } catch .conflict(let conflict) {
        asked.append(conflict.message)
        try session.refresh()
      }
      #expect(asked.count == 1 && session[Visit.name] == "Bea")
      try other.close()
    }
  }

  @Test func `shows by itself what others write, and stops where an app is put to sleep`() throws {
    let problems = EventRecorder<String>()
    try withTemporaryStore { store in
      // Several processes: a watcher.
      let watcher = try store.watch { error in problems.note(error.localizedDescription) }
      #expect(watcher.isWatching)
      // Several processes: sleep.
      try store.suspend()
      try store.resume()
      watcher.cancel()
    }
    #expect(problems.lines == [])
  }

  @Test func `checks a table and a history without a screen`() throws {
    // Testing: a table.
    try withTemporaryStore { store in
      let session = try store.open("visit-17", from: visitForm(), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try table.type("Ada", into: "name")
      try expectTable(
        table,
        equals: """
          About you
           ›Name *   Ada
            Age      –  (a whole number)
          """)
      try expectReplay(of: session.document, in: store)
    }
  }
}
