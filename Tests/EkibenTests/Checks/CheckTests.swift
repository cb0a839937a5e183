import Ekiben
import EkibenTesting
import Testing

private func row(_ id: RowID, _ reach: Formula.Reach = .nearest) -> Formula.Reference {
  Formula.Reference(id, reach)
}
private func answered(_ id: RowID, _ reach: Formula.Reach = .nearest) -> Formula {
  .exists(row(id, reach), true)
}
private func compare(
  _ left: RowID, _ comparison: Formula.Comparison, _ right: RowID, _ reach: Formula.Reach = .nearest
) -> Formula { .compares(row(left, reach), comparison, .row(right)) }

private let inOrder = Check.Condition.holds(compare("end", .atLeast, "start"))
private let notBefore = Check.Condition.holds(.not(compare("end", .less, "start")))
private let isReachable = Check.Condition.holds(.any([answered("phone"), answered("email")]))
private let hasReason = Check.Condition.holds(
  .any([.not(.compares(row("ongoing"), .equal, .value(true))), answered("reason")]))
private let stayInOrder = Check.Condition.holds(compare("to", .atLeast, "from"))
private let isRange = Check.Condition.holds(compare("most", .atLeast, "least"))
private let fewColours = Check.Condition.holds(.count(row("colours"), .atMost, 2))
private let counting = {
  var all = RulePolicies(); all.hiddenAnswersCount = true; return all
}()
private let strict = {
  var all = RulePolicies(); all.unequalHoldsWithoutAnswer = false; return all
}()

/// Rule F47, from the definitions.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A check` {
  nonisolated static let comparisons: [CheckCase] = [
    CheckCase("plan", inOrder, [], ""),
    CheckCase("plan", inOrder, [("start", date("2026-05-01"))], ""),
    CheckCase("plan", inOrder, [("end", date("2026-05-01"))], ""),
    CheckCase("plan", inOrder, [("start", date("2026-05-01")), ("end", date("2026-05-01"))], ""),
    CheckCase("plan", inOrder, [("start", date("2026-05-01")), ("end", date("2026-05-02"))], ""),
    CheckCase(
      "plan", inOrder, [("start", date("2026-05-02")), ("end", date("2026-05-01"))], "end"),
    CheckCase(nil, inOrder, [("start", date("2026-05-02")), ("end", date("2026-05-01"))], "end"),
    CheckCase(
      "extra", inOrder,
      [
        ("start", date("2026-05-02")), ("end", date("2026-05-01")), ("ongoing", true),
      ], "end"),
    // What may be, is not complained of.
    CheckCase("plan", inOrder, [("start", date("2026")), ("end", date("2026-05"))], ""),
    CheckCase("plan", inOrder, [("start", date("2026-06")), ("end", date("2026-05"))], "end"),
    CheckCase("plan", inOrder, [("start", date("2026")), ("end", date("2025-12"))], "end"),
    CheckCase(
      "plan", notBefore, [("start", date("2026-05-02")), ("end", date("2026-05-01"))], "end"),
    CheckCase("plan", notBefore, [("end", date("2026-05-01"))], ""),
    CheckCase("plan", notBefore, [("start", date("2026")), ("end", date("2026-05"))], ""),
    CheckCase("plan", .holds(compare("high", .greater, "low")), [("low", 5), ("high", 3)], "high"),
    CheckCase("plan", .holds(compare("high", .greater, "low")), [("low", 3), ("high", 5)], ""),
    CheckCase("plan", .holds(compare("high", .equal, "low")), [("low", 3), ("high", 5)], "high"),
    CheckCase("plan", .holds(compare("high", .equal, "low")), [("low", 3)], ""),
    CheckCase("plan", .holds(compare("high", .unequal, "low")), [("low", 3), ("high", 3)], "high"),
    CheckCase("plan", .holds(compare("high", .unequal, "low")), [("low", 3)], ""),
    CheckCase("plan", .holds(compare("high", .unequal, "low")), policies: strict, [("low", 3)], ""),
    CheckCase(
      "plan", .holds(.not(compare("high", .unequal, "low"))), [("low", 3)], "high"),
    CheckCase(
      "plan", .holds(.not(compare("high", .unequal, "low"))), policies: strict, [("low", 3)], ""),
  ]

  nonisolated static let places: [CheckCase] = [
    CheckCase(
      "plan", inOrder, at: "start", [("start", date("2026-02")), ("end", date("2026-01"))], "start"),
    CheckCase(
      "plan", inOrder, at: "nowhere", [("start", date("2026-02")), ("end", date("2026-01"))], "end"),
    CheckCase(
      "plan", inOrder, at: "reason", [("start", date("2026-02")), ("end", date("2026-01"))], "end"),
    CheckCase(
      "plan", inOrder, severity: .warning, [("start", date("2026-02")), ("end", date("2026-01"))],
      "end?"),
    CheckCase("plan", .holds(.all([])), [], ""),
    CheckCase("plan", .holds(.any([])), [], ""),
    CheckCase("plan", .holds(.any([])), at: "phone", [], "phone"),
    CheckCase("plan", .holds(answered("nowhere")), [], ""),
  ]

  nonisolated static let groups: [CheckCase] = [
    CheckCase("plan", isReachable, [], "phone"),
    CheckCase("plan", isReachable, [("phone", "1")], ""),
    CheckCase("plan", isReachable, [("email", "a@b.c")], ""),
    CheckCase("plan", isReachable, [("phone", "")], "phone"),
    CheckCase("plan", hasReason, [], ""),
    CheckCase("plan", hasReason, [("ongoing", false)], ""),
    CheckCase("plan", hasReason, [("ongoing", true)], "ongoing"),
    CheckCase("plan", hasReason, at: "reason", [("ongoing", true)], "reason"),
    CheckCase("plan", hasReason, [("ongoing", true), ("reason", "x")], ""),
    CheckCase("plan", fewColours, [], ""),
    CheckCase("plan", fewColours, [("colours", ["r", "g"])], ""),
    CheckCase("plan", fewColours, [("colours", ["r", "g", "b"])], "colours"),
    CheckCase("plan", .holds(.count(row("colours"), .atLeast, 1)), [], "colours"),
    CheckCase("plan", .holds(.contains(row("colours"), "r")), [], ""),
    CheckCase("plan", .holds(.contains(row("colours"), "r")), [("colours", ["g"])], "colours"),
    CheckCase("plan", .holds(.anyOf(row("phone"), ["1", "2"])), [("phone", "3")], "phone"),
    CheckCase("plan", .holds(.anyOf(row("phone"), ["1", "2"])), [("phone", "2")], ""),
  ]

  nonisolated static let hidden: [CheckCase] = [
    CheckCase("plan", .holds(answered("reason")), [], ""),
    CheckCase("plan", .holds(answered("reason")), [("ongoing", true)], "reason"),
    CheckCase(
      "plan", .holds(.any([answered("reason"), answered("phone")])),
      [("ongoing", true), ("reason", "x"), ("ongoing", false)], "phone"),
    CheckCase(
      "plan", .holds(.any([answered("reason"), answered("phone")])), policies: counting,
      [("ongoing", true), ("reason", "x"), ("ongoing", false)], ""),
    CheckCase("extra", isRange, [("least", 5), ("most", 3)], ""),
    CheckCase("extra", isRange, [("least", 5), ("most", 3), ("ongoing", true)], "most"),
    CheckCase("extra", isRange, policies: counting, [("least", 5), ("most", 3)], ""),
    CheckCase(nil, isRange, policies: counting, [("least", 5), ("most", 3)], ""),
    CheckCase("extra", isReachable, [], ""),
  ]

  nonisolated static let repeats: [CheckCase] = [
    CheckCase("stays", stayInOrder, [], ""),
    CheckCase(
      "stays", stayInOrder, stays: [0, 0],
      [("from#1", date("2026-02")), ("to#2", date("2026-01"))], ""),
    CheckCase(
      "stays", stayInOrder, stays: [0, 0],
      [("from#2", date("2026-02")), ("to#2", date("2026-01")), ("to#1", date("2026-09"))], "to#2"),
    CheckCase(
      "stays", stayInOrder, at: "note", stays: [0, 0],
      [
        ("from#1", date("2026-02")), ("to#1", date("2026-01")), ("from#2", date("2026-04")),
        ("to#2", date("2026-03")),
      ], "note#1 note#2"),
    CheckCase(
      "stays", .holds(compare("from", .atLeast, "start")), stays: [0, 0],
      [("start", date("2026-02")), ("from#1", date("2026-03")), ("from#2", date("2026-01"))],
      "from#2"),
    CheckCase(
      "nurses", .holds(answered("nurse")), stays: [0, 2], [("nurse#2.2", "Eve")], "nurse#2.1"),
    CheckCase(nil, .holds(answered("nurse", .any)), [], "stays"),
    CheckCase(nil, .holds(answered("nurse", .any)), stays: [1], [], "nurse#1.1"),
    CheckCase(nil, .holds(answered("nurse", .any)), stays: [1, 1], [("nurse#2.1", "Eve")], ""),
    CheckCase(nil, .holds(answered("nurse", .every)), [], ""),
    CheckCase(
      nil, .holds(answered("nurse", .every)), stays: [1, 1], [("nurse#1.1", "Eve")], "nurse#1.1"),
  ]

  nonisolated static let uniques: [CheckCase] = [
    CheckCase("stays", .unique("bed"), stays: [0, 0, 0], [], ""),
    CheckCase("stays", .unique("bed"), stays: [0, 0], [("bed#1", 1), ("bed#2", 2)], ""),
    CheckCase("stays", .unique("bed"), stays: [0, 0], [("bed#1", 1), ("bed#2", 1)], "bed#2"),
    CheckCase(
      "stays", .unique("bed"), stays: [0, 0, 0], [("bed#1", 1), ("bed#3", 1), ("bed#2", 1)],
      "bed#2 bed#3"),
    CheckCase(
      "stays", .unique("bed"), at: "note", severity: .warning, stays: [0, 0],
      [("bed#1", 1), ("bed#2", 1)],
      "note#2?"),
    CheckCase(
      "plan", .unique("bed"), at: "phone", stays: [0, 0], [("bed#1", 1), ("bed#2", 1)], "phone"),
    CheckCase("stays", .unique("note"), stays: [0, 0], [("note#1", "a"), ("note#2", "A")], ""),
    CheckCase("stays", .unique("note"), stays: [0, 0], [("note#1", ""), ("note#2", "")], ""),
    CheckCase(
      "stays", .unique("from"), stays: [0, 0],
      [("from#1", date("2026-02-01")), ("from#2", date("2026-02-01"))], "from#2"),
    CheckCase(
      "nurses", .unique("nurse"), stays: [2, 1],
      [("nurse#1.1", "Eve"), ("nurse#1.2", "Eve"), ("nurse#2.1", "Eve")], "nurse#1.2"),
    CheckCase(
      "stays", .unique("nurse"), stays: [2, 1],
      [("nurse#1.1", "Eve"), ("nurse#1.2", "Eve"), ("nurse#2.1", "Eve")], "nurse#1.2"),
    CheckCase(
      nil, .unique("nurse"), stays: [2, 1],
      [("nurse#1.1", "Eve"), ("nurse#1.2", "Ann"), ("nurse#2.1", "Eve")], "nurse#2.1"),
    CheckCase(
      "stays", .unique("ward"), stays: [0, 0], [("ward#1", 1), ("ward#2", 1)], ""),
    CheckCase(
      "stays", .unique("ward"), stays: [0, 0], policies: counting, [("ward#1", 1), ("ward#2", 1)],
      ""),
    CheckCase(
      "stays", .unique("ward"), stays: [0, 0],
      [("ward#1", 1), ("ward#2", 1), ("ongoing", true)], "ward#2"),
    CheckCase("plan", .unique("phone"), [("phone", "1")], ""),
  ]

  // Rule H19.
  @Test func `does not compare secrets, which nobody knows any more`() throws {
    let pin = Field<String>("pin")
    let form = Form("pins") {
      Repeat("people", label: "Person") { TextInput(pin, title: "Pin", kind: .secret) }
        .check("twice", unique: pin)
    }
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      for text in ["1", "2", "2"] {
        try session.set(pin, in: try session.add(to: "people"), to: text)
        #expect(session.issues.isEmpty)
      }
    }
  }

  @Test func `shows duplicates at its row while that is shown`() throws {
    let (asks, name) = (Field<Bool>("asks"), Field<String>("name"))
    let form = Form("guests") {
      Section("s") {
        Toggle(asks)
        TextInput(Field<String>("note")).visible(when: asks == true)
      }
      Repeat("people", label: "Person") { TextInput(name, title: "Name") }
    }.check("twice", unique: name, at: "note")
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: .fixed())
      let people = [try session.add(to: "people"), try session.add(to: "people")]
      for person in people { try session.set(name, in: person, to: "Ada") }
      let row = name.in(people[1]).row
      #expect(session.issues.map(\.row) == [row])
      for (isShown, place) in [(true, "note"), (false, row)] {
        try session.set(asks, to: isShown)
        #expect(session.issues.map(\.row) == [place])
        #expect(session.document.content.issues() == session.issues)
      }
    }
  }

  @Test(arguments: comparisons + places + groups + hidden + repeats + uniques)
  func `complains where, and only where, it does not hold`(test: CheckCase) throws {
    try withTemporaryStore { store in
      let session = try store.open("visit", from: test.checkedForm, in: .fixed(author: "Ada"))
      #expect(!session.issues.contains { $0.ruleName != "c" })
      let names = try test.fill(session)
      let found = session.issues.map {
        (names[$0.row] ?? $0.row.rawValue) + ($0.severity == .warning ? "?" : "")
      }
      #expect(found.joined(separator: " ") == test.issues)
      #expect(session.document.content.issues() == session.issues)
      let errors = session.issues.filter { $0.severity == .error }
      #expect(try refusal(by: session) == errors)
    }
  }

  // Rules E19 and F58.
  @Test func `sees the time and what a host hands over as they are now`() throws {
    let (born, weight) = (Field<DateText>("born"), Field<Int>("weight"))
    let item = "item.where(linkId = 's').item.where(linkId = "
    let form = Form("visit") {
      Section("s") {
        DateInput(born, title: "Born")
        TextInput(weight, title: "Weight")
      }
    }
    .launchContext("limits")
    .check(
      "adult", .fhirPath("\(item)'born').answer.value <= today() - 18 years"),
      message: "only adults"
    )
    .check(
      "most", .fhirPath("\(item)'weight').answer.value <= %limits.most"), message: "too much")
    try withTemporaryStore { store in
      let session = try store.open("d", from: form, in: environment(most: 9, in: 2020))
      let table = HeadlessTable()
      session.attach(table)
      @MainActor func expect(_ issues: [String]) {
        #expect(session.issues.map(\.message) == issues)
        let context = session.environment.inputContext
        #expect(session.document.content.issues(in: context) == session.issues)
        let shown = table.displays.flatMap(\.rows).flatMap(\.look.issues)
        #expect(shown.map(\.message) == issues)
      }
      try session.set([("born", date("2005-02-03")), ("weight", 5)])
      expect(["only adults"])
      #expect(try refusal(by: session) == session.issues)
      expect(["only adults"])
      session.environment = try environment(most: 3, in: 2020)
      expect(["only adults", "too much"])
      // The clock is asked with each edit, whatever that is of.
      session.environment.now = try environment(most: 3, in: 2040).now
      try session.set(weight, to: 4)
      expect(["too much"])
      session.environment = try environment(most: 9, in: 2040)
      expect([])
      try session.submit()
    }
  }

  private func environment(most: Int, in year: Int64) throws -> SessionEnvironment {
    var environment = SessionEnvironment.fixed(start: (year - 1970) * 31_557_600_000)
    environment.launchContext = try LaunchContext(json: ["limits": #"{"most": \#(most)}"#])
    return environment
  }

  private func refusal(by session: Session) throws -> [ValidationIssue] {
    do throws(SessionError) { try session.submit() } catch {
      guard case .incomplete(let issues) = error else { throw error }
      return issues
    }
    return []
  }

  @Test func `there are enough cases`() {
    let all = Self.comparisons + Self.places + Self.groups + Self.hidden + Self.repeats
    #expect((all + Self.uniques).count >= 80)
  }
}

extension Field<DateText> {
  fileprivate static let begins = Field("begins")
  fileprivate static let ends = Field("ends")
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `An invalid row` {
  private let form = Form("trip") {
    Section("plan") {
      DateInput(.begins, title: "Start")
      DateInput(.ends, title: "End")
      TextInput(.age, title: "Age").greatest(120)
    }
    .check("order", .ends >= .begins)
    .check("adult", .age >= 18, message: "come back later", severity: .warning, at: "age")
  }

  // Rules F38 and F48.
  @Test func `says what each issue rests on, and who answered that`() throws {
    try withTemporaryStore { store in
      let session = try store.open("trip", from: form, in: .fixed(author: "Ada"))
      try session.set(.begins, to: DateText("2026-05-03"))
      try session.elsewhere("Eve").set(.ends, to: DateText("2026-05-01"))
      try session.elsewhere("Lin").set(.age, to: 7)
      try session.refresh()
      let issue = try #require(try session.whyInvalid("ends").first)
      #expect(issue.issue.ruleName == "order" && issue.words == "“End” is at least “Start”")
      #expect(issue.answers.map(\.row) == ["ends", "begins"])
      #expect(issue.answers.map(\.entry?.author) == ["Eve", "Ada"])
      #expect(issue.answers.map(\.entry?.number) == [3, 2])
      #expect(
        issue.issue.message == """
          it is wanted that “End” is at least “Start”, but “End” is 2026-05-01 and “Start” is \
          2026-05-03
          """)
      #expect(issue.sentence.contains("“End” is 2026-05-01, answered by Eve on "))
      #expect(try session.whyInvalid("begins").isEmpty)
      let warning = try #require(try session.whyInvalid("age").first)
      #expect(
        warning.sentence.hasPrefix(
          "warning: come back later, since “Age” is 7, answered by Lin on "))
      try session.set(.age, to: 130)
      #expect(
        try session.whyInvalid("age").map(\.sentence).first?.hasPrefix(
          "invalid: at most 120 is allowed, since “Age” is 130, answered by Ada on ") == true)
    }
  }

  @Test func `is told of no answer that does not count`() throws {
    let form = Form("trip") {
      Section("plan") {
        Toggle(Field<Bool>("asked"), title: "Asked")
        TextInput(.age, title: "Age").visible(when: Field<Bool>("asked") == true)
        TextInput(Field<String>("note"), title: "Note")
      }
      .check("told", .all([answered("age"), answered("note")]), at: "note")
    }
    try withTemporaryStore { store in
      let session = try store.open("trip", from: form, in: .fixed(author: "Ada"))
      try session.set([("asked", true), ("age", 7), ("note", "x")])
      #expect(session.issues == [])
      try session.set([("asked", false)])
      #expect(session.issues.first?.message.contains("“Age” has no answer") == true)
    }
  }

  @Test func `shows a warning as one`() throws {
    try withTemporaryStore { store in
      let session = try store.open("trip", from: form, in: .fixed(author: "Ada"))
      let table = HeadlessTable()
      session.attach(table)
      table.focus("age")
      try table.type("7", into: "age")
      table.focus(nil)
      let issues = table.displays.flatMap(\.rows).flatMap(\.look.issues)
      #expect(issues.map(\.message) == ["come back later"])
      #expect(issues.map(\.severity) == [.warning])
    }
  }

  @Test func `is not in the way of a submit for a warning`() throws {
    try withTemporaryStore { store in
      let session = try store.open("trip", from: form, in: .fixed(author: "Ada"))
      try session.set(.age, to: 7)
      #expect(session.issues.map(\.severity) == [.warning])
      try session.submit()
      #expect(session.document.status == .final)
    }
  }
}
