import Ekiben
import EkibenTesting
import Testing

/// What the library for tests says when something is not as expected.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `An expectation` {
  /// What a failure says behind the place at which it begins.
  private func report(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "nothing"
    } catch {
      let report = "\(error)"
      guard let place = report.firstMatch(of: #/^EkibenTests/ExpectationTests\.swift:\d+: /#) else {
        return "without a place: \(report)"
      }
      return String(report[place.range.upperBound...])
    }
  }

  @Test func `begins with its own file and line`() throws {
    let table = try table()
    let error = #expect(throws: ExpectationFailure.self) { try expectTable(table, equals: "") }
    let place = "EkibenTests/ExpectationTests.swift:\(#line - 1): the table is not"
    #expect(error?.description.hasPrefix(place) == true)
  }

  private func table() throws -> HeadlessTable {
    HeadlessTable(
      try Form("visit") {
        Section("person", header: "About you") {
          TextInput(.name, title: "Name").required()
          TextInput(.age, title: "Age")
        }
      }.document())
  }

  @Test func `of a table is met by what it draws`() throws {
    try expectTable(
      table(),
      equals: """
        About you
          Name *   –
          Age      –  (a whole number)
        """)
  }

  @Test func `of a table says which lines differ, and what came`() throws {
    let report = self.report {
      try expectTable(
        table(),
        equals: """
          About you
            Name *   Ada
            Age      –  (a whole number)
          """)
    }
    try expectText(
      report,
      equals: """
        the table is not as expected (- expected, + came):
            About you
        -2:   Name *   Ada
        +2:   Name *   –
              Age      –  (a whole number)
        All that came:
        About you
          Name *   –
          Age      –  (a whole number)
        """)
  }

  // Rule D2.
  @Test func `of a text tells two spellings of one letter apart`() {
    let differs = report { try expectText("\u{E9}", equals: "e\u{301}") }
    #expect(differs.contains("-1: e\\u{301}"))
    let same = report { try expectText("\u{E9}", equals: "\u{E9}") }
    #expect(same == "nothing")
  }

  private func history(_ body: (Session) throws -> Void) throws -> String {
    try withSession { session, _ in
      try body(session)
      var bytes: [UInt8] = []
      try session.store.exportHistory(of: session.document) { bytes += try $0.encoded() }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  // Rules T7 and I12.
  @Test func `of a replay takes a history, and the table at its end`() throws {
    let history = try history { session in
      try session.set(.name, to: "Ada")
      try session.set(.name, to: "Bob")
      try session.undo()
    }
    let table = """
      About you
        Name *   Ada
        Age      –  (a whole number)
        Weight   –  (a decimal number)
        [–] I agree
        Sealed   –  (read-only)

        Your answers stay here.
        Colour   –  (Red / Green)
        Phone    –  (a telephone number)
      """
    let report = try expectReplay(history, endsWith: table)
    #expect(report.entries == 4)
    #expect(try expectReplay(history) == report)
    let failure = self.report { try expectReplay(history, endsWith: "nothing") }
    #expect(failure.hasPrefix("the table after entry 4 is not as expected (- expected, + came):\n"))
  }

  @Test func `of a replay says which line of the history is wrong`() throws {
    let history = try history { try $0.set(.name, to: "Ada") }
    let lines = history.split(separator: "\n").dropLast().map(String.init) + ["{}"]
    #expect(
      report { try expectReplay(lines.joined(separator: "\n")) }
        == "the history cannot be replayed: line 4, column 1: the member \"kind\" is missing")
    #expect(
      report { try expectReplay("") }
        == "the history cannot be replayed: line 1, column 1: the history ends before its first "
        + "line, which says {\"format\": \"ekiben-history/2\", …}")
  }

  @Test func `of what somebody saw is met by a recorder's lines, which it then forgets`() throws {
    try withSession { session, table in
      let recorder = Recorder()
      let observation = try recorder.observe(.row("name", of: "visit"), of: session.store)
      recorder.record(table)
      try table.type("Ada", into: "name")
      try table.toggle("consent")
      try session.undo(steps: 2)
      recorder.note("done")
      try recorder.expect(
        """
        name ← "Ada"
        visit #2 edit by Ada  name: – → "Ada"
        consent ← true
        visit #4 undo by Ada  name: "Ada" → –
        done
        """)
      #expect(recorder.lines == [])
      recorder.note("more")
      #expect(report { try recorder.expect("less") }.hasPrefix("the record is not as expected"))
      #expect(recorder.text == "more")
      observation.cancel()
    }
  }
}
