import Ekiben
import EkibenTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Opening a document from a form` {
  @Test func `starts it once and goes on with it afterwards`() throws {
    try withTemporaryStore { store in
      let first = try store.open("visit", from: clinicForm(), in: .fixed(seed: 1))
      try first.set(.name, to: "Ada")
      let again = try store.open("visit", from: clinicForm(), in: .fixed(seed: 2))
      #expect(again[.name] == "Ada")
      #expect(again.document.uid == first.document.uid)
      #expect(try store.forms().map(\.revision) == [1])
    }
  }

  @Test func `publishes what is new and leaves the document on its revision`() throws {
    try withTemporaryStore { store in
      _ = try store.open("visit", from: clinicForm())
      let changed = Form("clinic", title: "Clinic 2") {
        Section("person") { TextInput(.name, title: "Full name") }
      }
      let old = try store.open("visit", from: changed)
      #expect(old.document.revision == 1)
      #expect(old.document.content.rowCount == 8)
      #expect(try store.open("second", from: changed).document.revision == 2)
    }
  }

  @Test func `gives the reason of its environment where a store insists on one`() throws {
    try withTemporaryStore { store in
      try store.setNeedsReasons(true)
      #expect(throws: SessionError.store(.reasonMissing)) {
        try store.open("visit", from: clinicForm(), in: .fixed())
      }
      var environment = SessionEnvironment.fixed()
      environment.reason = "first visit"
      let session = try store.open("visit", from: clinicForm(), in: environment)
      let table = HeadlessTable()
      session.attach(table)
      try table.type("Ada", into: "name")
      session.binding(.age).value = 36
      session.environment.reason = "corrected"
      try session.set(.age, to: 37)
      try session.set(.age, to: 38, reason: "asked again")
      session.environment.reason = nil
      #expect(throws: SessionError.store(.reasonMissing)) { try session.set(.age, to: 39) }
      let reasons = try session.entries(1...5).map(\.reason)
      #expect(
        reasons == ["first visit", "first visit", "first visit", "corrected", "asked again"])
    }
  }

  @Test func `refuses a document of another form`() throws {
    try withTemporaryStore { store in
      _ = try store.open("visit", from: clinicForm())
      let other = Form("other") { Section("s") { TextInput(.name, title: "Name") } }
      let error = #expect(throws: SessionError.self) {
        _ = try store.open("visit", from: other)
      }
      #expect(error == .store(.nameTaken("visit")))
    }
  }

  @Test func `refuses a form that repeats ids, naming all of them`() throws {
    try withTemporaryStore { store in
      let form = Form("twice") {
        Section("s") {
          TextInput(.name, title: "Name")
          TextInput(.name, title: "Name")
        }
        Section("s")
      }
      let error = #expect(throws: SessionError.self) {
        _ = try store.open("visit", from: form)
      }
      guard case .store(.duplicates(let duplicates))? = error else {
        throw try #require(error)
      }
      #expect(duplicates.rows == ["name"])
      #expect(duplicates.sections == ["s"])
      #expect(try store.forms().isEmpty)
    }
  }

  @Test func `says when there is none`() throws {
    try withTemporaryStore { store in
      let error = #expect(throws: SessionError.self) { _ = try store.open("no") }
      #expect(error == .store(.unknownDocument("no")))
    }
  }

  @Test func `gives the same times and ids in a fixed environment`() throws {
    func run() throws -> ([UInt8], [Int64]) {
      try withTemporaryStore { store in
        let session = try store.open(
          "visit", from: clinicForm(), in: .fixed(start: 500, step: -10, seed: 7))
        try session.set(.name, to: "Ada")
        try session.undo()
        return (
          session.document.uid, (try store.entries(of: session.document, 1...Int.max)).map(\.time)
        )
      }
    }
    let (uid, times) = try run()
    let again = try run()
    #expect(again == (uid, times))
    #expect(uid.count == 16)
    // An answer is read at a time, too.
    #expect(times == [500, 480, 470])
  }
}
