import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenStore
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let drug = Field("drug")
  fileprivate static let visited = Field("place")
}

/// Reverts of what later entries stand in, follow, or count with (rules H18, F42).
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A revert beside later instances` {
  private func withForm(_ body: (Session) throws -> Void) throws {
    let form = Form("visit") {
      Section("drugs") {
        TextInput(.drug, title: "Drug").repeated(label: "Drug")
        TextInput(Field<String>("other"), title: "Other")
      }
      Section("more") { TextInput(Field<String>("more-text"), title: "More") }
      Repeat("child", label: "Child", greatest: 2) {
        TextInput(Field<String>("name"), title: "Name")
        Repeat("visits", label: "Visit", least: 1) { TextInput(.visited, title: "Where") }
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("doc", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      try body(session)
      let fresh = HeadlessTable()
      session.attach(fresh)
      #expect(table.snapshot() == fresh.snapshot())
      #expect(try store.verify().findings == [])
    }
  }

  private func expectRefusal(
    to revert: Int, _ session: Session, naming later: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let count = session.document.count
    let error = #expect(throws: SessionError.self, sourceLocation: sourceLocation) {
      try session.perform(.revert(revert))
    }
    let conflict = try #require(error?.revertConflict, sourceLocation: sourceLocation)
    let named = Set(conflict.obstacles.flatMap(\.later)).sorted()
    #expect(named == later, "\(conflict)", sourceLocation: sourceLocation)
    #expect(conflict.entry == revert, sourceLocation: sourceLocation)
    #expect(session.document.count == count, sourceLocation: sourceLocation)
  }

  private func last(_ session: Session) -> Int { session.document.count }

  @Test func `names the entries that added instances in an instance`() throws {
    try withForm { session in
      let child = try session.add(to: "child")
      let added = last(session)
      let visit = try session.add(to: "visits", in: child)
      let inner = last(session)
      try session.set(.visited, in: visit, to: "Hospital")
      try expectRefusal(to: added, session, naming: [inner])
      // Once that is gone, nothing is in the way.
      try session.remove(visit)
      try session.perform(.revert(added))
      #expect(session.instances(of: "child").isEmpty)
    }
  }

  @Test func `names the entry that took the definition of an instance away`() throws {
    try withForm { session in
      let drug = try session.add(to: .drug)
      try session.remove(drug)
      let removal = last(session)
      try session.perform(.remove(.row("drug")))
      let gone = last(session)
      try expectRefusal(to: removal, session, naming: [gone])
      try session.perform(.revert(gone))
      try session.perform(.revert(removal))
      #expect(session.instances(of: .drug) == [drug])
    }
  }

  @Test func `names the entries that added instances where a question has been moved to`() throws {
    try withForm { session in
      try session.perform(.move(.row("drug"), to: .section("more")))
      let move = last(session)
      let drug = try session.add(to: .drug)
      let added = last(session)
      try session.set(drug, to: "Aspirin")
      try expectRefusal(to: move, session, naming: [added])
      #expect(session[drug] == "Aspirin")
    }
  }

  @Test func `names the entries that keep instances from going or coming`() throws {
    try withForm { session in
      _ = try session.add(to: "child")
      let second = try session.add(to: "child")
      try session.remove(second)
      let removal = last(session)
      let third = try session.add(to: "child")
      let added = last(session)
      // Two may be, and two are.
      try expectRefusal(to: removal, session, naming: [added])
      let first = try #require(session.instances(of: "visits", in: third).first)
      _ = try session.add(to: "visits", in: third)
      let more = last(session)
      try session.remove(first)
      let less = last(session)
      // One there has to be, and one is.
      try expectRefusal(to: more, session, naming: [less])
      try session.remove(third)
      try session.perform(.revert(removal))
      #expect(session.instances(of: "child").last == second)
    }
  }

  @Test func `names the entries that stand between a question's instances`() throws {
    try withForm { session in
      let drugs = try (0..<3).map { _ in try session.add(to: .drug) }
      try session.move(drugs[0], to: .after(drugs[2]))
      let move = last(session)
      try session.remove(drugs[1])
      try session.perform(.revert(move))
      #expect(session.instances(of: .drug) == [drugs[0], drugs[2]])
    }
  }

  /// The ids of what stands in a document, without what its form has, each behind how deep it stands.
  private func outline(_ session: Session) -> [String] {
    var depths: [String: Int] = [:]
    return session.document.content.sections.flatMap { section in
      [(section.id.rawValue, section.fields[.parent])]
        + section.rows.map { ($0.id.rawValue, $0.fields[.parentRow]) }
    }.compactMap { id, parent in
      depths[id] = parent?.asText.flatMap { depths[$0] }.map { $0 + 1 } ?? 0
      return id.contains("/") ? "\(depths[id] ?? 0) \(id)" : nil
    }
  }

  private let family = Form("family") {
    Section("drugs") {
      TextInput(.drug, title: "Drug").repeated()
      TextInput(Field<String>("dose"), title: "Dose").setting(.parentRow, to: "drug")
    }
    Repeat("child") { Repeat("visits", least: 1) { TextInput(.visited, title: "Where") } }
  }

  private func add(to anchor: RecordID, _ seed: UInt8, _ session: Session) throws -> RecordID {
    let bytes = Array(repeating: seed, count: 16)
    let entry = try session.perform(.add(to: anchor, at: .last, seed: bytes))
    return try #require(entry?.changes.changes.first).record
  }

  // Which of both ids is the less decides how they would stand among each other.
  @Test(arguments: [RecordID.section("child"), .row("drug")], [1, 2, 98, 99])
  func `puts an instance that comes back beside one that took its place`(
    anchor: RecordID, seed: UInt8
  ) throws {
    try withTemporaryStore { store in
      let ada = try store.open("doc", from: family, in: .fixed(author: "Ada"))
      let bob = try store.open("doc", in: .fixed(author: "Bob"))
      let table = HeadlessTable()
      ada.attach(table)
      let first = try add(to: anchor, seed, ada)
      let one = outline(ada)
      try ada.perform(.remove(first))
      let second = try add(to: anchor, 100 - seed, bob)
      let two = outline(ada)
      try ada.perform(.undoOwnStep)
      #expect([one + two, two + one].contains(outline(ada)))
      expectFresh(table, ada)
      // The revert can be taken back, and all of either instance goes with it.
      try ada.perform(.revert(ada.document.count))
      #expect(outline(ada) == two)
      try ada.undo()
      try bob.perform(.remove(second))
      #expect(outline(ada) == one)
      expectFresh(table, ada)
      #expect(try store.verify().findings == [])
      try expectReplay(of: ada.document, in: store)
    }
  }

  @Test(arguments: [1, 2, 98, 99] as [UInt8])
  func `puts an instance back into the one that it was in, before one that came behind`(
    seed: UInt8
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("doc", from: family, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      _ = try add(to: .section("child"), seed, session)
      let child = try #require(session.instances(of: "child").first)
      let visits = SectionID(unchecked: "\(child.section)/visits")
      let visit = try add(to: .section(visits), 50, session)
      let one = outline(session)
      let removal = try #require(try session.perform(.remove(visit)))
      let without = outline(session)
      _ = try add(to: .section("child"), 100 - seed, session)
      let two = outline(session).dropFirst(without.count)
      try session.perform(.revert(removal.number))
      #expect(outline(session) == one + two)
      expectFresh(table, session)
    }
  }

  @Test func `takes an answer away with the rows under it that others stand before`() throws {
    try withTemporaryStore { store in
      let session = try store.open("doc", from: family, in: .fixed())
      let drugs = try (0..<2).map { _ in try session.add(to: .drug) }
      let added = session.document.content
      var sections = Array(added.sections)
      let rows = Array(sections[0].rows)
      sections[0].rows = ChunkedList([0, 1, 2, 4, 3, 5].map { rows[$0] })
      try session.perform(.apply(Document(fields: added.fields, sections: sections)))
      try session.perform(.remove(.row(drugs[0].row)))
      #expect(
        session.document.content.sections[0].rows.map(\.id) == [0, 1, 4, 5].map { rows[$0].id })
      try session.undo(steps: 2)
      #expect(session.document.content.isIdentical(to: added))
    }
  }
}
