import Ekiben
import EkibenTesting
import Testing

extension Field<Bool> {
  fileprivate static let hasPets = Field("has-pets")
}
extension Field<String> {
  fileprivate static let pet = Field("pet")
}

/// What other forms lost, or crashed at, when a row came and went.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Rows that a rule hides` {
  private func withPets(
    _ body: (Session, HeadlessTable, EventRecorder<String>) throws -> Void
  ) throws {
    let recorder = EventRecorder<String>()
    let form = Form("pets") {
      Section("s", header: "Pets") {
        Toggle(.hasPets, title: "Pets")
        TextInput(.pet, title: "Name").visible(when: .hasPets == true)
          .on(willDisplay: { recorder.note("seen") }, didEndDisplaying: { recorder.note("gone") })
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("mine", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table, recorder)
    }
  }

  @Test func `keep what was answered, take an answer, and say when they are seen`() throws {
    try withPets { session, table, recorder in
      #expect(recorder.lines.isEmpty && table.cell("pet") == nil)
      try session.set(.pet, to: "Rex")
      #expect(session[.pet] == "Rex" && table.cell("pet") == nil)
      try session.set(.hasPets, to: true)
      #expect(recorder.lines == ["seen"])
      #expect(table.snapshot() == "Pets\n  [x] Pets\n  Name   Rex")
      try session.set(.hasPets, to: false)
      #expect(recorder.lines == ["seen", "gone"])
      #expect(table.snapshot() == "Pets\n  [ ] Pets")
      try session.set(.pet, to: "Mia")
      #expect(session[.pet] == "Mia")
      try session.undo(steps: 2)
      #expect(session[.pet] == "Rex")
      #expect(table.snapshot() == "Pets\n  [x] Pets\n  Name   Rex")
    }
  }
}
