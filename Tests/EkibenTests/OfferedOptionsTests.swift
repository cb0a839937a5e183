import Ekiben
import EkibenTesting
import Testing

extension Field<Bool> {
  fileprivate static let adult = Field("adult")
  fileprivate static let drives = Field("drives")
}
extension Field<String> {
  fileprivate static let drink = Field("drink")
}

private let drinks: [Choice.Option] = [
  .init("water", label: "Water"),
  .init("wine", label: "Wine").offered(when: .adult == true && .drives != true),
  .init("juice", label: "Juice").offered(when: !Field<Bool>.adult.isAnswered),
]

private func party(in repeats: Bool = false) -> Form {
  Form("party") {
    if repeats {
      Repeat("guest", header: "Guest") {
        Toggle(.adult, title: "Adult")
        Toggle(.drives, title: "Drives")
        Choice(.drink, title: "Drink", options: drinks)
      }
    } else {
      Section("s") {
        Toggle(.adult, title: "Adult")
        Toggle(.drives, title: "Drives")
        Choice(.drink, title: "Drink", options: drinks)
      }
    }
  }
}

/// Rule F46.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Options that a formula offers` {
  private func with(
    _ form: Form, _ body: (Session, HeadlessTable) throws -> Void
  ) throws {
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      try body(session, table)
    }
  }

  @Test(
    arguments: [nil, false, true] as [Bool?], [nil, false, true] as [Bool?])
  func `are those whose formula holds, for sessions and tables`(adult: Bool?, drives: Bool?) throws
  {
    try with(party()) { session, table in
      try session.set([("adult", adult.map(Value.bool)), ("drives", drives.map(Value.bool))])
      // The same, said without formulas.
      let expected =
        ["water"] + (adult == true && drives != true ? ["wine"] : [])
        + (adult == nil ? ["juice"] : [])
      #expect(try session.options(of: "drink")?.map(\.code) == expected)
      for code in ["water", "wine", "juice"] {
        if expected.contains(code) {
          try session.set(.drink, to: code)
          try table.type(code, into: "drink")
        } else {
          #expect(throws: (any Error).self) { try session.set(.drink, to: code) }
          #expect(throws: (any Error).self) { try table.type(code, into: "drink") }
        }
      }
      #expect(session.issues.isEmpty)
      let fresh = HeadlessTable()
      session.attach(fresh)
      fresh.focus("drink")
      #expect(fresh.snapshot() == table.snapshot())
    }
  }

  @Test func `an answer that is not offered any more stays, as an issue in every table`() throws {
    try with(party()) { session, table in
      try session.set(.adult, to: true)
      try session.set(.drink, to: "wine")
      #expect(session.issues.isEmpty)
      try session.set(.drives, to: true)
      #expect(session[.drink] == "wine")
      #expect(session.issues.map(\.message) == ["“Wine” cannot be chosen any more"])
      #expect(table.cell("drink")?.display.issues.count == 1)
      #expect(throws: SessionError.self) { try session.submit() }
      try session.undo()
      #expect(session.issues.isEmpty && table.cell("drink")?.display.issues.isEmpty == true)
      try session.submit()
    }
  }

  @Test func `depend on an answer that comes in the same step`() throws {
    try with(party()) { session, _ in
      #expect(throws: SessionError.self) { try session.set(.drink, to: "wine") }
      try session.set([("adult", true), ("drink", "wine")])
      #expect(session[.drink] == "wine")
      try session.clear(.drink)
      #expect(throws: SessionError.self) {
        try session.set([("adult", nil), ("drink", "wine")])
      }
    }
  }

  @Test func `depend in an instance on the answers of that`() throws {
    try with(party(in: true)) { session, table in
      let (one, two) = (try session.add(to: "guest"), try session.add(to: "guest"))
      try session.set(.adult, in: one, to: true)
      try session.set(.drink, in: one, to: "wine")
      #expect(throws: SessionError.self) { try session.set(.drink, in: two, to: "wine") }
      try session.set(.adult, in: one, to: false)
      #expect(session.issues.map(\.row) == [one.row("drink")])
      #expect(table.cell(one.row("drink"))?.display.issues.count == 1)
      #expect(table.cell(two.row("drink"))?.display.issues.isEmpty == true)
    }
  }

  @Test func `are explained`() throws {
    try with(party()) { session, _ in
      try session.set(.adult, to: false)
      let wine = try #require(try session.why("drink").first { $0.option == "wine" })
      #expect(wine.aspect == .offered && !wine.holds)
      #expect(wine.words == "“Adult” is yes and “Drives” is not yes")
      #expect(wine.sentence.hasPrefix("the option “Wine” is not offered because “Adult” is no"))
    }
  }
}
