import Ekiben
import EkibenDocuments
import EkibenTesting
import Observation
import Testing

extension Field<String> {
  fileprivate static let country = Field("country")
  fileprivate static let city = Field("city")
}
extension Field<[String]> {
  fileprivate static let visited = Field<[String]>("visited")
}

private let url = "http://example.org/countries"

/// A form whose countries and cities are in sets of the store.
private func travelForm() -> Form {
  Form("travel") {
    Section("s") {
      Choice(.country, title: "Country", options: []).options(from: url)
      Choice(.city, title: "City", options: []).options(from: "cities").options(of: .country)
      Choice(several: .visited, title: "Visited", options: []).options(from: "countries")
    }
  }
}

private func option(
  _ code: String, _ label: String, parent: String? = nil, system: String? = nil
) -> Fields {
  var fields: Fields = [.code: .text(code), .label: .text(label)]
  fields[.parent] = parent.map(Value.text)
  fields[.system] = system.map(Value.text)
  return fields
}

private let countries = [
  option("AT", "Austria"), option("AU", "Australia"), option("GE", "Georgia"),
  option("US-GA", "Georgia"),
]

private let cities = [
  option("W", "Vienna", parent: "AT"), option("L", "Linz", parent: "AT"),
  option("S", "Sydney", parent: "AU"), option("X", "Elsewhere"),
]

extension Store {
  fileprivate func publish(_ name: DocumentName, _ options: [Fields], url: String? = nil) throws {
    var fields = Fields()
    fields[.url] = url.map(Value.text)
    let set = try OptionSetDocument.document(fields: fields, options: options)
    _ = try publish(name, set, by: SessionEnvironment.fixed().metadata())
  }
}

/// A store with the sets, and the form filled in by a session with a table.
@MainActor private func withTravels<Result>(
  _ body: (Session, HeadlessTable) throws -> Result
) throws -> Result {
  try withTemporaryStore { store in
    try store.publish("countries", countries, url: url)
    try store.publish("cities", cities)
    let session = try store.open("trip", from: travelForm(), in: .fixed(author: "Ada"))
    let table = HeadlessTable()
    session.attach(table)
    return try body(session, table)
  }
}

/// Rules F53 and F54: options that a set in the store holds.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Options of a stored set` {
  @Test func `show in open sessions when they are published, on the next turn`() async throws {
    try await withTemporaryStore { store in
      let session = try store.open("trip", from: travelForm(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try session.set([("country", "AT")])
      #expect(session.issues.isEmpty)
      #expect(table.cell("country")?.display.text == "AT")
      let told = Recorder()
      withObservationTracking {
        _ = session.issues
      } onChange: {
        told.note("issues")
      }
      try await Task.detached { try store.publish("countries", [countries[1]], url: url) }.value
      for _ in 0..<20 { await Task.yield() }
      #expect(told.lines == ["issues"] && session.issues.map(\.row) == ["country"])
      try store.publish("countries", [option("AT", "Österreich")], url: url)
      for _ in 0..<20 { await Task.yield() }
      #expect(table.cell("country")?.display.text == "Österreich")
      #expect(session.issues.isEmpty)
    }
  }

  @Test func `show in open sessions when another process published them and that is found`()
    async throws
  {
    try await withTemporaryStore { store in
      try store.publish("countries", countries, url: url)
      let session = try store.open("trip", from: travelForm(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try session.set(.country, to: "AT")
      let told = Recorder()
      @MainActor func observe() {
        withObservationTracking {
          _ = session.issues
        } onChange: {
          told.note("issues")
        }
      }
      observe()
      let other = try Store(store.path)
      try other.publish("countries", [option("AT", "Österreich")], url: url)
      #expect(table.cell("country")?.display.text == "Austria")
      try store.refresh()
      for _ in 0..<20 { await Task.yield() }
      #expect(told.lines == ["issues"])
      #expect(table.cell("country")?.display.text == "Österreich")
      observe()
      // What is as it was is not shown anew.
      try store.refresh()
      for _ in 0..<20 { await Task.yield() }
      #expect(told.lines == ["issues"])
      try other.publish("cities", cities)
      try store.refresh()
      for _ in 0..<20 { await Task.yield() }
      #expect(told.lines == ["issues", "issues"])
    }
  }

  @Test func `mark what they do not have in every table, as the session says it`() async throws {
    func shown(in table: HeadlessTable) -> [ValidationIssue] {
      table.displays.flatMap(\.rows).flatMap(\.look.issues)
    }
    try await withTemporaryStore { store in
      let session = try store.open("trip", from: travelForm(), in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try session.set([("country", "FR"), ("visited", ["AT", "FR"])])
      #expect(session.shownIssues.isEmpty && shown(in: table).isEmpty)
      try store.publish("countries", countries, url: url)
      for _ in 0..<20 { await Task.yield() }
      #expect(
        session.shownIssues.map { "\($0.row) \($0.ruleName)" } == ["country kind", "visited kind"])
      #expect(shown(in: table) == session.shownIssues)
      try session.set(.visited, to: ["AT"])
      #expect(session.shownIssues.map(\.row) == ["country"])
      #expect(shown(in: table) == session.shownIssues)
      let later = HeadlessTable()
      session.attach(later)
      #expect(later.displays == table.displays)
      try session.set(.country, to: "AT")
      #expect(shown(in: table).isEmpty && session.issues.isEmpty)
    }
  }

  @Test(arguments: [("AT", "AT"), ("Austria", "AT"), ("US-GA", "US-GA")])
  func `are taken by code, or by a label that one of them has`(text: String, code: String) throws {
    try withTravels { session, table in
      try table.type(text, into: "country")
      #expect(session[.country] == code)
      try session.clear(.country)
      try session.type(text, in: .country)
      #expect(session[.country] == code)
      try table.pick(text, in: "visited")
      #expect(session[.visited] == [code])
    }
  }

  @Test(arguments: ["FR", "austria", " ", "Georgia", "A", "%"])
  func `refuse what none of them is called, or several are`(text: String) throws {
    try withTravels { session, table in
      let store = session.store
      #expect(throws: InputError.self) { try table.type(text, into: "visited") }
      #expect(throws: (any Error).self) { try session.set(.country, to: text) }
      #expect(throws: (any Error).self) { try store.set(.country, to: text, in: "trip") }
      let document = try store.document("trip")
      #expect(document.count == 1)
    }
  }

  @Test func `show their labels in tables and in text`() throws {
    try withTravels { session, table in
      try session.set(.country, to: "AT")
      try session.set(.city, to: "L")
      try session.set(.visited, to: ["GE", "AU"])
      try expectTable(
        table,
        equals:
          """
            Country   Austria
            City      Linz
            Visited   Georgia, Australia
          """)
      #expect(table.cell("visited")?.display.text == "Georgia, Australia")
    }
  }

  @Test func `are taken without a check where the store has no such set`() throws {
    try withTemporaryStore { store in
      let session = try store.open("trip", from: travelForm(), in: .fixed())
      try session.set(.country, to: "anything")
      #expect(try session.options(of: "country") == nil)
      // And are known as soon as it has.
      try store.publish("countries", countries, url: url)
      #expect(throws: (any Error).self) { try session.set(.country, to: "anything else") }
      #expect(
        try session.options(of: "country", limit: 2)?.map(\.label) == ["Austria", "Australia"])
    }
  }

  @Test func `keep their labels when the set drops them, with an issue, and are not taken anew`()
    throws
  {
    try withTravels { session, table in
      try session.set(.country, to: "AT")
      try session.store.publish("countries", Array(countries.dropFirst()), url: url)
      session.environment = session.environment
      let later = try session.store.open("trip", in: .fixed())
      let fresh = HeadlessTable()
      later.attach(fresh)
      #expect(fresh.cell("country")?.display.text == "Austria")
      #expect(later.issues.map(\.rule) == [.notOffered(option: "Austria")])
      #expect(throws: (any Error).self) { try later.set(.visited, to: ["AT"]) }
      // Who has it may say it again.
      #expect(try later.set(.country, to: "AT") == nil)
      #expect(table.cell("country")?.display.text == "Austria")
    }
  }

  @Test func `are looked up when a document is submitted, and do not keep it waiting`() throws {
    try withTravels { session, _ in
      try session.set([("country", "AT"), ("city", "W")])
      try session.set(.country, to: "AU")
      #expect(throws: SessionError.self) { try session.submit() }
      try session.set(.city, to: "S")
      #expect(try session.submit() != nil)
    }
  }

  @Test func `a version behind the URL of a set is passed over`() throws {
    try withTravels { session, _ in
      let found = try session.store.optionSet(url + "|4.0.1")
      #expect(found?.name == "countries")
    }
  }

  @Test func `are told apart by system where several have one code`() throws {
    try withTemporaryStore { store in
      try store.publish(
        "codes", [option("a", "One", system: "s"), option("a", "Other", system: "t")])
      let form = Form("f") {
        Section("s") {
          Choice(withOther: Field("c"), options: []).setting(.other, to: nil)
            .options(from: "codes")
        }
      }
      let session = try store.open("d", from: form, in: .fixed())
      #expect(throws: (any Error).self) { try session.set([("c", "a")]) }
      try session.type("t|a", in: Field<String>("c"))
      #expect(session["c"] == .record([.code: "a", .system: "t"]))
      let table = HeadlessTable()
      session.attach(table)
      #expect(table.cell("c")?.display.text == "Other")
    }
  }
}

/// Rule F54: options that depend on another answer.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Options that depend on another answer` {
  @Test func `are those whose parent it is`() throws {
    try withTravels { session, table in
      #expect(try session.options(of: "city")?.isEmpty == true)
      #expect(throws: (any Error).self) { try session.set(.city, to: "W") }
      try session.set(.country, to: "AT")
      #expect(try session.options(of: "city")?.map(\.code) == ["W", "L"])
      #expect(try session.options(of: "city", matching: "vi")?.map(\.code) == ["W"])
      try table.type("Vienna", into: "city")
      #expect(session[.city] == "W")
      for other in ["S", "X", "Sydney"] {
        #expect(throws: (any Error).self) { try session.set(.city, to: other) }
      }
    }
  }

  @Test func `are as many as are asked for, whatever they depend on`() throws {
    let form = Form("trips") {
      Section("s") {
        Choice(several: .visited, title: "Visited", options: []).options(from: "countries")
        Choice(.city, title: "City", options: []).options(from: "cities").options(of: .visited)
      }
    }
    try withTemporaryStore { store in
      try store.publish("countries", countries)
      try store.publish("cities", cities)
      let session = try store.open("tour", from: form, in: .fixed())
      try session.set(.visited, to: ["AU", "AT"])
      #expect(try session.options(of: "city")?.map(\.code) == ["S", "W", "L"])
      #expect(try session.options(of: "city", limit: 2)?.map(\.code) == ["S", "W"])
      #expect(try session.options(of: "city", limit: 1)?.map(\.code) == ["S"])
    }
  }

  @Test func `an answer that does not fit any more stays, as an issue in every table`() throws {
    try withTravels { session, table in
      try session.set([("country", "AT"), ("city", "W")])
      #expect(session.issues.isEmpty)
      try session.set(.country, to: "AU")
      #expect(session[.city] == "W")
      #expect(session.issues.map(\.message) == ["“Vienna” cannot be chosen any more"])
      #expect(table.cell("city")?.display.issues.count == 1)
      try session.undo()
      #expect(session.issues.isEmpty && table.cell("city")?.display.issues.isEmpty == true)
      try session.clear(.country)
      #expect(table.cell("city")?.display.issues.count == 1)
      let fresh = HeadlessTable()
      session.attach(fresh)
      #expect(fresh.snapshot() == table.snapshot())
    }
  }

  @Test func `in an instance they depend on the answer in the same instance`() throws {
    let form = Form("travels") {
      Repeat("trip", header: "Trip") {
        Choice(.country, options: [.init("AT"), .init("AU")])
        Choice(.city, options: []).options(from: "cities").options(of: .country)
      }
    }
    try withTemporaryStore { store in
      try store.publish("cities", cities)
      let session = try store.open("trips", from: form, in: .fixed())
      let table = HeadlessTable()
      session.attach(table)
      let one = try session.add(to: "trip")
      let two = try session.add(to: "trip")
      try session.set(.country, in: one, to: "AT")
      try session.set(.country, in: two, to: "AU")
      try session.set(.city, in: one, to: "L")
      #expect(throws: (any Error).self) { try session.set(.city, in: two, to: "L") }
      try session.set(.city, in: two, to: "S")
      #expect(table.cell(two.row("city"))?.display.text == "Sydney")
      try session.set(.country, in: two, to: "AT")
      #expect(session.issues.map(\.row) == [two.row("city")])
      #expect(table.cell(two.row("city"))?.display.issues.count == 1)
      #expect(table.cell(one.row("city"))?.display.issues.isEmpty == true)
    }
  }

  @Test func `also where the form itself lists them`() throws {
    var vienna = Choice.Option("W", label: "Vienna")
    vienna.parent = "AT"
    let form = Form("f") {
      Section("s") {
        Choice(.country, options: [.init("AT"), .init("AU")])
        Choice(.city, options: [vienna, .init("X")]).options(of: .country)
      }
    }
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      #expect(throws: (any Error).self) { try session.set(.city, to: "W") }
      try session.set([("country", "AT"), ("city", "W")])
      #expect(try session.options(of: "city")?.map(\.code) == ["W"])
    }
  }
}

/// Decision 0038: sets as large as they may be.
///
/// Without optimisation publishing one takes minutes, so that it is smaller there.
@Suite(.timeLimit(.minutes(20))) struct `A set of 100,000 options` {
  #if DEBUG
    private let count = 5_000
  #else
    private let count = 100_000
  #endif

  @Test func `is searched and answered from without being read as a whole`() throws {
    try withTemporaryStore { store in
      let options = (0..<count).map { option("c\($0)", "Label \($0) of group\($0 % 100)") }
      try store.publish("codes", options)
      let form = Form("f") {
        Section("s") { Choice(.country, options: []).options(from: "codes") }
      }
      let editor = try store.editor("d", from: form, in: .fixed())
      let last = count - 1
      try editor.type("Label \(last) of group99", in: .country)
      #expect(editor[.country] == "c\(last)")
      #expect(throws: (any Error).self) { try editor.set(.country, to: "c\(count)") }
      let found = try editor.options(of: "country", matching: "lab gro 471", limit: 3)
      #expect(found?.map(\.code) == ["c471", "c4710", "c4711"])
      #expect(try editor.options(of: "country", matching: "9", limit: 3)?.count == 3)
    }
  }
}
