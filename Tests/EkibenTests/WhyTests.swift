import Ekiben
import EkibenForms
import EkibenTesting
import Testing

extension Field<String> {
  fileprivate static let colour = Field("colour")
}

private let form = Form("why") {
  Section("s", header: "Study") {
    Toggle(.consent, title: "I agree")
    TextInput(.age, title: "Age").visible(when: .consent == true)
    TextInput(.name, title: "Name").required(when: .consent == true).readOnly(when: .age >= 18)
    TextInput(.phone, title: "Phone").required()
    TextInput(Field<String>("sealed")).readOnly()
    TextInput(Field<String>("under"), title: "Under").setting(.parentRow, to: "age")
    Choice(
      .colour, title: "Colour",
      options: [
        .init("r", label: "Red"), .init("g", label: "Green").offered(when: .consent == true),
      ])
    TextInput(Field<String>("hello"), title: "Hello").textExpression("'Hi'")
    TextInput(Field<String>("first"), title: "First").initially("'x'")
    TextInput(Field<String>("odd")).setting(.visible, to: .verbatim("{}"))
    Description("plain", "Nothing is said of it.")
  }
  Section("more") { TextInput(Field<String>("last"), title: "Last") }
    .visible(when: .name == "Eve")
}

/// Rule F38: why something holds, in sentences.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Why a row is as it is` {
  private func withDocument(_ body: (Session) throws -> Void) throws {
    try withTemporaryStore { store in
      // The second entry is of 2026-01-01T00:00:01Z, and so on.
      let session = try store.open(
        "d", from: form, in: .fixed(author: "Ada", start: 1_767_225_600_000))
      try body(session)
    }
  }

  private func lines(_ row: RowID, _ session: Session) throws -> [String] {
    try session.why(row).map { found in
      let option = found.option.map { " \($0)" } ?? ""
      let words = found.words.map { " [\($0)]" } ?? ""
      return "\(found.aspect)\(option) \(found.holds): \(found.sentence)\(words)"
    }
  }

  private static let agreed = "“I agree” is yes, answered by Ada on 1 January 2026, entry 2"

  @Test func `is told by the answers that are missing`() throws {
    try withDocument { session in
      let expected: [(RowID, [String])] = [
        ("consent", []), ("plain", []),
        ("age", ["visible false: hidden because “I agree” has no answer [“I agree” is yes]"]),
        (
          "name",
          [
            "required false: not required because “I agree” has no answer [“I agree” is yes]",
            "readOnly false: not read-only because “Age” does not count while it is hidden "
              + "[“Age” is at least 18]",
          ]
        ),
        ("phone", ["required true: required, as the form says"]),
        ("sealed", ["readOnly true: read-only, as the form says"]),
        (
          "under",
          [
            "visible false: “Age”, which it is under, is hidden because “I agree” has no answer "
              + "[“I agree” is yes]"
          ]
        ),
        (
          "colour",
          [
            "offered g false: the option “Green” is not offered because “I agree” has no answer "
              + "[“I agree” is yes]"
          ]
        ),
        ("hello", ["text false: shown with a text that is worked out, as the form says ['Hi']"]),
        (
          "odd",
          [
            "visible true: shown, since its condition is of a kind that is kept and not understood"
          ]
        ),
        (
          "last",
          [
            "visible false: the section “more” is hidden because “Name” has no answer [“Name” is Eve]"
          ]
        ),
      ]
      for (row, sentences) in expected {
        let found = try lines(row, session)
        #expect(found == sentences, "\(row)")
      }
    }
  }

  @Test func `is told by the answers that are there, and by those that do not count`() throws {
    try withDocument { session in
      try session.set(.consent, to: true)
      #expect(
        try lines("age", session) == [
          "visible true: shown because \(Self.agreed) [“I agree” is yes]"
        ])
      #expect(
        try lines("colour", session) == [
          "offered g true: the option “Green” is offered because \(Self.agreed) [“I agree” is yes]"
        ])
      try session.set(.age, to: 20)
      #expect(
        try lines("name", session) == [
          "required true: required because \(Self.agreed) [“I agree” is yes]",
          "readOnly true: read-only because “Age” is 20, answered by Ada on 1 January 2026, entry 3 "
            + "[“Age” is at least 18]",
        ])
      try session.set(.consent, to: false)
      #expect(
        try lines("name", session).last
          == "readOnly false: not read-only because “Age” does not count while it is hidden "
          + "[“Age” is at least 18]")
      let why = try session.why("age")
      #expect(why.first?.record == .row("age") && why.first?.formula == (.consent == true))
      let answer = why.first?.answers.first
      #expect(answer?.row == "consent" && answer?.title == "I agree" && answer?.value == false)
      #expect(answer?.text == "no" && answer?.counts == true && answer?.entry?.number == 4)
      #expect(answer?.isCalculated == false && why.first?.calculation == nil)
    }
  }

  // Rule F62.
  @Test(arguments: [("submitted", true), ("deleted", false)])
  func `is told by who submitted or deleted the document`(did: String, isFinal: Bool) throws {
    try withDocument { session in
      try session.set(.phone, to: "1")
      if isFinal { try session.submit(unchecked: true) } else { try session.perform(.delete) }
      #expect(
        try lines("consent", session)
          == [
            "readOnly true: read-only because the document was \(did) by Ada on 1 January 2026, entry 3"
          ])
      let found = try session.why("phone")
      #expect(found.map(\.record) == [.document, .row("phone")])
      if isFinal {
        try session.perform(.reopen, reason: "again")
        #expect(try lines("consent", session) == [])
      }
    }
  }

  // An hour west of Greenwich the old year is not over.
  @Test(arguments: [
    (-60, "31 December 2025"), (0, "1 January 2026"), (1439, "1 January 2026"),
    (1440, "2 January 2026"),
  ])
  func `is told with the day that it was where the reader is`(offset: Int, day: String) throws {
    try withDocument { session in
      try session.set(.consent, to: true)
      let context = InputContext(offset: offset)
      let found = try session.store.why("age", in: session.document, context)
      #expect(
        found.map(\.sentence) == [
          "shown because “I agree” is yes, answered by Ada on \(day), entry 2"
        ])
    }
  }

  // A clock can say anything, and so can damaged data.
  @Test(arguments: [
    (Int64.max, 60, "31 December 9999"), (.min, -60, "1 January 0"), (0, .max, "31 December 9999"),
    (0, .min, "1 January 0"),
  ])
  func `is told with the nearest day that has a name`(time: Int64, offset: Int, day: String) throws
  {
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: SessionEnvironment(now: { time }))
      try session.set(.consent, to: true)
      let found = try store.why("age", in: session.document, InputContext(offset: offset))
      #expect(
        found.map(\.sentence) == [
          "shown because “I agree” is yes, answered by unknown on \(day), entry 2"
        ])
    }
  }

  @Test func `is asked of rows that are there alone`() throws {
    try withDocument { session in
      #expect(throws: SessionError.store(.unknownRow("gone", document: "d"))) {
        try session.why("gone")
      }
      #expect(throws: StoreError.unknownRow("gone", document: "d")) {
        try session.store.why("gone", in: session.document)
      }
    }
  }
}
