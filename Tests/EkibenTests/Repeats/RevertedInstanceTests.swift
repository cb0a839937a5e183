import Ekiben
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let owner = Field("owner")
}

/// Reverts and copies of what changes the structure of a document.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Instances that are reverted and copied` {
  private func withHousehold(
    _ body: (Session, HeadlessTable, [Instance]) throws -> Void
  ) throws {
    let form = Form("household") {
      Section("home") { TextInput(.phone, title: "Phone").repeated(label: "Phone") }
      Repeat("members", label: "Member") {
        TextInput(.owner, title: "Name")
        Repeat("visits", label: "Visit") { TextInput(Field<String>("place"), title: "Where") }
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("house", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let members = try ["Ada", "Bob", "Cleo"].map { name in
        let member = try session.add(to: "members")
        try session.set(.owner, in: member, to: name)
        return member
      }
      try body(session, table, members)
      try expectSound(session, table)
    }
  }

  private func expectSound(_ session: Session, _ table: HeadlessTable) throws {
    let fresh = HeadlessTable()
    session.attach(fresh)
    #expect(table.snapshot() == fresh.snapshot())
    #expect(try session.store.verify().findings == [])
    #expect(try session.store.document("house").content == session.document.content)
  }

  private func names(_ session: Session) -> [String?] {
    session.instances(of: "members").map { session[.owner, in: $0] }
  }

  @Test func `the revert of a removal brings back the same instance in its place`() throws {
    try withHousehold { session, _, members in
      let before = session.document.content
      let removal = try #require(try session.remove(members[1]))
      try session.set(.owner, in: members[2], to: "Cleopatra")
      try session.perform(.revert(removal.number))
      #expect(session.instances(of: "members") == members)
      #expect(names(session) == ["Ada", "Bob", "Cleopatra"])
      try session.set(.owner, in: members[2], to: "Cleo")
      #expect(session.document.content == before)
    }
  }

  @Test func `the revert of an addition takes the instance away, unless it was filled in since`()
    throws
  {
    try withHousehold { session, _, members in
      let visit = try session.add(to: "visits", in: members[0])
      let entry = session.document.count
      try session.set(.owner, in: members[1], to: "Robert")
      try session.perform(.revert(entry))
      #expect(session.instances(of: "visits", in: members[0]).isEmpty)
      // And the revert of the revert brings it back.
      try session.perform(.revert(session.document.count))
      #expect(session.instances(of: "visits", in: members[0]) == [visit])
      try session.set(Field<String>("place"), in: visit, to: "Hospital")
      #expect(throws: SessionError.self) { try session.perform(.revert(entry)) }
      // Ada herself has an answer by now.
      #expect(throws: SessionError.self) { try session.perform(.revert(2)) }
    }
  }

  @Test func `the revert of a move moves back, whatever was filled in since`() throws {
    try withHousehold { session, _, members in
      let move = try #require(try session.move(members[2], to: .before(members[0])))
      #expect(names(session) == ["Cleo", "Ada", "Bob"])
      try session.set(.owner, in: members[2], to: "Cleopatra")
      try session.perform(.revert(move.number))
      #expect(names(session) == ["Ada", "Bob", "Cleopatra"])
    }
  }

  @Test func `a question's instances are reverted like others`() throws {
    try withHousehold { session, _, _ in
      let phone = try session.add(to: .phone)
      try session.set(phone, to: "555")
      let removal = try #require(try session.remove(phone))
      #expect(session.instances(of: .phone).isEmpty)
      try session.perform(.revert(removal.number))
      #expect(session.instances(of: .phone) == [phone] && session[phone] == "555")
    }
  }

  @Test func `a duplicate has the same instances, and goes its own way`() throws {
    try withHousehold { session, _, members in
      let visit = try session.add(to: "visits", in: members[1])
      try session.set(Field<String>("place"), in: visit, to: "Hospital")
      try session.move(members[2], to: .before(members[0]))
      let store = session.store
      let copy = try store.duplicate(
        session.document, as: "copy", uid: Array(repeating: 7, count: 16),
        by: SessionEnvironment.fixed().metadata())
      #expect(copy.content == session.document.content)
      let other = try store.open("copy", in: .fixed())
      let table = HeadlessTable()
      other.attach(table)
      #expect(names(other) == ["Cleo", "Ada", "Bob"])
      let own = try other.add(to: "members")
      #expect(!session.instances(of: "members").contains(own))
      try other.remove(members[1])
      #expect(names(session) == ["Cleo", "Ada", "Bob"])
      try other.undo(steps: 2)
      #expect(other.document.content == copy.content)
    }
  }
}
