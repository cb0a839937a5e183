import Ekiben
import EkibenDocuments
import EkibenTesting
import TestSupport
import Testing

extension Field<String> {
  static let address = Field("address")
  static let member = Field("member")
  static let place = Field("place")
  static let phoneOwner = Field("phone-owner")
}
extension Field<Int> { static let years = Field("years") }

private func numbered(_ name: String, _ number: Int) -> Field<Bool> {
  Field(RowID(unchecked: "\(name)-\(number)"))
}

/// Forty rows: of the household, of each member, and of each visit of a member.
let household = Form("household-survey", title: "Household survey") {
  Section("home", header: "Home") {
    TextInput(.address, title: "Address").required()
    for number in 1...20 { Toggle(numbered("has", number), title: "Owns item \(number)") }
    TextInput(.phone, title: "Phone").repeated(greatest: 3)
    TextInput(.phoneOwner, title: "Whose is it?").setting(.parentRow, to: .text("phone"))
  }
  Repeat("members", header: "Members of the household", label: "Member", greatest: 5) {
    TextInput(.member, title: "Name").required()
    TextInput(.years, title: "Age")
    for number in 1...10 { Toggle(numbered("had", number), title: "Had illness \(number)") }
    Repeat("visits", header: "Visits to a clinic", label: "Visit", least: 1) {
      TextInput(.place, title: "Where")
      for number in 1...3 { Toggle(numbered("was", number), title: "Was given drug \(number)") }
    }
    Description("thanks", "Thank you.")
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A household survey` {
  // Rules F40, F41, F42 and F43.
  @Test func `is filled in, its members swapped, one removed, undone and blamed`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try session.set(.address, to: "4 Elm Street")

      let ada = try session.add(to: "members")
      try session.set(.member, in: ada, to: "Ada")
      try session.set(.years, in: ada, to: 36)
      let clinic = try #require(session.instances(of: "visits", in: ada).first)
      try session.set(.place, in: clinic, to: "Northern clinic")
      let bob = try session.add(to: "members")
      try session.set(.member, in: bob, to: "Bob")
      let hospital = try session.add(to: "visits", in: bob)
      try session.set(.place, in: hospital, to: "Hospital")
      let phone = try session.add(to: .phone)
      try session.set(phone, to: "555 1234")
      #expect(session[.member, in: ada] == "Ada" && session[.member, in: bob] == "Bob")
      #expect(session[.place, in: clinic] == "Northern clinic")
      expectShown(table, session)

      try session.move(bob, to: .before(ada))
      #expect(session.instances(of: "members") == [bob, ada])
      expectShown(table, session)
      let removal = try #require(try session.remove(ada))
      #expect(session.instances(of: "members") == [bob])
      #expect(session[.place, in: clinic] == nil)
      expectShown(table, session)
      try session.undo()
      #expect(session.instances(of: "members") == [bob, ada])
      #expect(session[.place, in: clinic] == "Northern clinic")
      expectShown(table, session)

      let origin = session.document.origins[.init(.row(Field.place.in(clinic).row), .value)]
      #expect(origin.entry == 6 && origin.via == removal.number + 1)
      #expect(try session.entries(origin.entry...origin.entry).first?.author == "Ada")
      try expectReplay(of: session.document, in: store)
      #expect(try store.verify().findings.isEmpty)
      expectGolden(table.snapshot() + "\n", named: "household.txt")
    }
  }

  // Rule F42.
  @Test func `takes as many members as it may have, and keeps as many as it must`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      for _ in 1...5 { try session.add(to: "members") }
      let count = session.document.count
      let sixth = StructureError.tooMany(.section("members"), greatest: 5)
      #expect(throws: SessionError.store(.structure(sixth))) { try session.add(to: "members") }
      #expect(
        sixth.description
          == "that would be the 6th of at most 5 instances of section members")
      let first = session.instances(of: "members")[0]
      let visit = try #require(session.instances(of: "visits", in: first).first)
      let least = StructureError.tooFew(.section(first.section("visits")), least: 1)
      #expect(throws: SessionError.store(.structure(least))) { try session.remove(visit) }
      #expect(session.document.count == count)
    }
  }

  // Rule F43.
  @Test func `offers no more members than it may have`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      for _ in 1...4 { try session.add(to: "members") }
      #expect(table.snapshot().contains("+ Member (4 of at most 5)"))
      try session.add(to: "members")
      #expect(table.snapshot().contains("Member (5 of at most 5)"))
      #expect(!table.snapshot().contains("+ Member"))
    }
  }

  // Rule F42.
  @Test func `puts a member behind all that stands in the one before`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let ada = try session.add(to: "members")
      try session.add(to: "visits", in: ada)
      let bob = try session.add(to: "members")
      let eve = try session.add(to: "members", at: .after(ada))
      let content = session.document.content
      let ids = content.sections.map(\.id)
      let (visits, first) = (ids.firstIndex(of: "visits"), ids.firstIndex(of: ada.section))
      #expect(try #require(visits) < #require(first))
      func member(around section: Document.Section) -> Instance? {
        if let own = [ada, bob, eve].first(where: { $0.section == section.id }) { return own }
        guard let parent = section.fields.text(.parent) else { return nil }
        return content.section(SectionID(unchecked: parent)).flatMap(member)
      }
      let members = content.sections.compactMap(member)
      let changes = zip(members, members.dropFirst()).filter { $0 != $1 }
      #expect(members.first == ada && changes.map(\.1) == [eve, bob])
    }
  }

  // Rule F42.
  @Test func `moves a member behind all that stands in another`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let ada = try session.add(to: "members")
      let bob = try session.add(to: "members")
      let visit = try #require(session.instances(of: "visits", in: bob).first)
      try session.move(ada, to: .after(bob))
      #expect(session.instances(of: "members") == [bob, ada])
      let ids = session.document.content.sections.map(\.id)
      let places = try [bob.section, visit.section, ada.section].map {
        try #require(ids.firstIndex(of: $0))
      }
      #expect(places == places.sorted())
    }
  }

  // Rule F42: as deep as instances can be in each other.
  @Test func `has sixteen instances in each other, and no more`() throws {
    func level(_ number: Int) -> Repeat {
      Repeat(SectionID(unchecked: "r\(number)")) {
        TextInput(Field<String>(RowID(unchecked: "t\(number)")))
        if number <= 16 { level(number + 1) }
      }
    }
    let form = Form("deep") { level(1) }
    try withTemporaryStore { store in
      let session = try store.open("deep", from: form, in: .fixed())
      var around: Instance?
      for number in 1...16 {
        around = try session.add(to: SectionID(unchecked: "r\(number)"), in: around)
      }
      #expect(throws: SessionError.store(.structure(.tooDeep(limit: 16)))) {
        try session.add(to: "r17", in: around)
      }
    }
  }

  nonisolated static let refused: [(String, @MainActor (Session) throws -> Void)] = [
    ("an answer of a template", { try $0.set(.member, to: "Ada") }),
    ("an answer of a question that repeats", { try $0.set(.phone, to: "1") }),
    ("an answer under a question that repeats", { try $0.set(.phoneOwner, to: "mine") }),
    ("an instance of what does not repeat", { try $0.add(to: "home") }),
    ("an instance of what is not there", { try $0.add(to: "nowhere") }),
    ("an instance in a template", { try $0.add(to: "visits") }),
    ("removing a part of a template", { try $0.remove(.member) }),
    (
      "removing a part of an instance",
      { try $0.remove(Field.member.in($0.instances(of: "members")[0])) }
    ),
    (
      "moving an instance to another kind",
      {
        let member = $0.instances(of: "members")[0]
        try $0.move($0.instances(of: "visits", in: member)[0], to: .after(member))
      }
    ),
  ]

  // Rule F40.
  @Test(arguments: refused.indices)
  func `refuses what its templates do not allow, and nothing changes`(at index: Int) throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      try session.add(to: "members")
      let before = session.document.content
      #expect(throws: SessionError.self, "\(Self.refused[index].0)") {
        try Self.refused[index].1(session)
      }
      #expect(session.document.content.isIdentical(to: before) && session.document.count == 2)
    }
  }

  @Test func `keeps the rows under an answer with it`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let first = try session.add(to: .phone)
      let second = try session.add(to: .phone, at: .before(first))
      let kind = Field<String>(RowID(unchecked: "\(first.row)/phone-owner"))
      try session.set(kind, to: "mine")
      #expect(session.instances(of: .phone) == [second, first])
      try session.move(first, to: .before(second))
      #expect(session.instances(of: .phone) == [first, second] && session[kind] == "mine")
      try session.remove(first)
      #expect(session[kind] == nil && session.document.row(kind.row) == nil)
      try session.undo()
      #expect(session[kind] == "mine")
    }
  }

  // Rule F42.
  @Test func `puts an answer behind the rows under the one before`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let first = try session.add(to: .phone)
      let last = try session.add(to: .phone)
      let second = try session.add(to: .phone, at: .after(first))
      let rows = session.document.content.sections.flatMap { $0.rows.map(\.id.rawValue) }
      let placed = [first, second, last].flatMap { ["\($0.row)", "\($0.row)/phone-owner"] }
      #expect(rows.filter(placed.contains) == placed)
    }
  }

  // Rule F42.
  @Test func `moves an instance and a row behind all others`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let ada = try session.add(to: "members")
      #expect(try session.move(ada, to: .last) == nil)
      let (bob, eve) = (try session.add(to: "members"), try session.add(to: "members"))
      try session.move(ada, to: .last)
      #expect(session.instances(of: "members") == [bob, eve, ada])
      #expect(try session.move(ada, to: .last) == nil)
      let first = session.instances(of: "visits", in: ada)[0]
      let second = try session.add(to: "visits", in: ada)
      try session.move(first, to: .last)
      #expect(session.instances(of: "visits", in: ada) == [second, first])

      let (home, work) = (try session.add(to: .phone), try session.add(to: .phone))
      try session.move(home, to: .last)
      #expect(session.instances(of: .phone) == [work, home])
      #expect(try session.move(home, to: .last) == nil)
      try session.move(.address, to: .last)
      #expect(try session.move(.address, to: .last) == nil)
      let rows = session.document.content.sections[0].rows.map(\.id)
      #expect(rows.suffix(2) == [RowID(unchecked: "\(home.row)/phone-owner"), "address"])
      try session.move(Instance("home"), to: .last)
      #expect(session.document.content.sections.last?.id == "home")
      #expect(try session.move(Instance("home"), to: .last) == nil)
      try expectReplay(of: session.document, in: store)
    }
  }

  // Rule F42.
  @Test func `is as it was when an instance is put where it is`() throws {
    try withTemporaryStore { store in
      let session = try store.open("house-7", from: household, in: .fixed())
      let (ada, bob) = (try session.add(to: "members"), try session.add(to: "members"))
      let eve = try session.add(to: "members", at: .after(ada))
      let (first, last) = (try session.add(to: .phone), try session.add(to: .phone))
      let second = try session.add(to: .phone, at: .after(first))
      let members = [ada, eve, bob]
      let phones = [first, second, last]
      for (at, next) in [(0, 1), (1, 2)] {
        #expect(try session.move(members[at], to: .before(members[next])) == nil)
        #expect(try session.move(members[next], to: .after(members[at])) == nil)
        #expect(try session.move(phones[at], to: .before(phones[next])) == nil)
        #expect(try session.move(phones[next], to: .after(phones[at])) == nil)
      }
      #expect(session.instances(of: "members") == members)
      #expect(session.instances(of: .phone) == phones)
    }
  }

  // Rules F40 and F43: where a question repeats under one that repeats, its place is one of each instance's.
  @Test func `fills a question that repeats in an instance and not in the template around it`()
    throws
  {
    let form = Form("calls") {
      Section("calls") {
        TextInput(.phone, title: "Phone").repeated()
        TextInput(.phoneOwner, title: "Whose is it?").setting(.parentRow, to: .text("phone"))
        TextInput(.place, title: "Called from").setting(.parentRow, to: .text("phone-owner"))
          .repeated()
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("calls", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      expectShown(table, session)
      #expect(!table.snapshot().contains("Called from"))
      #expect(throws: SessionError.self) { try session.add(to: .place) }
      let phone = try session.add(to: .phone)
      let place = Field<String>(RowID(unchecked: "\(phone.row)/place"))
      let from = try session.add(to: place)
      try session.set(Field<String>(from.row), to: "Osaka")
      expectShown(table, session)
      #expect(session.instances(of: place) == [from])
    }
  }
}

/// Expects a table to show what a fresh render of a session's document would show (rule T7).
@MainActor func expectShown(_ table: HeadlessTable, _ session: Session) {
  let content = session.document.content
  #expect(table.difference(from: content.drawn(session.formState)) == nil)
  #expect(content.isIdentical(to: stored(session)))
}

@MainActor private func stored(_ session: Session) -> Document {
  do { return try session.store.document(session.document.name).content } catch {
    Issue.record(error)
    return Document()
  }
}
