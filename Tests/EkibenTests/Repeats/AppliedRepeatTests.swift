import Ekiben
import EkibenDocuments
import EkibenStore
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let street = Field("street")
  fileprivate static let petName = Field("pet-name")
}

/// A form in which pets are asked for once, or as often as there are some.
private func form(repeating: Bool) -> Form {
  Form("home") {
    Section("address") { TextInput(.street, title: "Street") }
    if repeating {
      Repeat("pet", header: "Pet") { TextInput(.petName, title: "Name") }
    } else {
      Section("pet", header: "Pet") { TextInput(.petName, title: "Name") }
    }
  }
}

/// Rules F40 and F42: what an applied description lets repeat.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A section that an apply lets repeat` {
  @Test func `takes instances and no answers at once, and as before after an undo`() throws {
    try withTemporaryStore { store in
      let session = try store.open("d", from: form(repeating: false), in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func expectAsRead() throws {
        let read = try store.document("d")
        #expect(session.document.content.isIdentical(to: read.content))
        #expect(session.document.index.mayRepeat || !read.index.mayRepeat)
        let fresh = HeadlessTable()
        try store.open("d").attach(fresh)
        #expect(fresh.snapshot() == table.snapshot())
      }
      try session.apply(try form(repeating: true).document())
      #expect(throws: SessionError.self) { try session.set(.petName, to: "Fido") }
      try expectAsRead()
      let pet = try session.add(to: "pet")
      try session.set(.petName, in: pet, to: "Rex")
      try expectAsRead()
      try session.undo(steps: 3)
      try session.set(.petName, to: "Fido")
      try expectAsRead()
      #expect(try store.verify().findings == [])
    }
  }
}
