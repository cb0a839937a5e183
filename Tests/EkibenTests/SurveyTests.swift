import Ekiben
import EkibenTesting
import TestSupport
import Testing

extension Field<String> {
  fileprivate static let home = Field("address")
  fileprivate static let who = Field("who")
  fileprivate static let school = Field("school")
  fileprivate static let signature = Field("signature")
}
extension Field<Int> {
  fileprivate static let rooms = Field("rooms")
  fileprivate static let old = Field("old")
  fileprivate static let cigarettes = Field("cigarettes")
}
extension Field<Bool> { fileprivate static let smokes = Field("smokes") }
extension Field<DateText> {
  fileprivate static let moved = Field("moved")
  fileprivate static let left = Field("left")
}

private let survey = Form("survey", title: "Household survey") {
  Section("home", header: "Home") {
    TextInput(.home, title: "Address").required()
    TextInput(.rooms, title: "Rooms").least(1)
    DateInput(.moved, title: "Moved in")
    DateInput(.left, title: "Moved out")
    Toggle(.smokes, title: "Does anybody smoke?")
    TextInput(.cigarettes, title: "Cigarettes a day").required().visible(when: .smokes == true)
  }
  .check("order", .left >= .moved)
  .check(
    "many", .cigarettes <= 60, message: "that is more than three packs a day", severity: .warning
  )
  .page("Home")
  Repeat("people", header: "People", label: "Person", greatest: 4) {
    TextInput(.who, title: "Name").required()
    TextInput(.old, title: "Age").required()
    TextInput(.school, title: "School").required().visible(when: .old < 18)
  }
  .check("twice", unique: .who, message: "somebody of that name is there already")
  .page("People")
  Section("end", header: "Signature") {
    TextInput(.signature, title: "Signed by").required()
  }
  .page("Signature")
}

/// What happens, and what the person then sees, as one text.
@MainActor private final class Story {
  let session: Session
  let table = HeadlessTable()
  private(set) var text = ""

  init(_ session: Session) {
    self.session = session
    session.attach(table)
  }

  func tell(_ what: String, _ lines: [String] = []) {
    text += "# \(what)\n\n" + lines.map { "\($0)\n" }.joined() + (lines.isEmpty ? "" : "\n")
  }

  func see(_ what: String) {
    let progress = session.progress()
    tell(
      what,
      [table.snapshot(), "", "(\(progress.answered) of \(progress.asked) questions are answered)"])
  }

  func show(_ page: String) { session.pages.first { $0.id == page }.map { session.show($0) } }

  /// Every rule and every issue of every row.
  func explain() throws {
    var lines: [String] = []
    for row in session.document.content.sections.flatMap(\.rows) {
      let sentences =
        try session.why(row.id).map(\.sentence) + session.whyInvalid(row.id).map(\.sentence)
      lines += sentences.map { "\(row.id): \($0)" }
    }
    tell("why", lines)
  }

  /// Who wrote each answer.
  func blame() throws {
    var lines: [String] = []
    for row in session.document.content.sections.flatMap(\.rows) where session[row.id] != nil {
      let origin = session.document.origins[.init(.row(row.id), .value)]
      let entry = try session.entries(origin.entry...origin.entry).first
      lines.append("\(row.id): entry \(origin.entry), by \(entry?.author ?? "–")")
    }
    tell("who answered", lines)
  }
}

// Rules F14, F15, F16, F33, F38, F47, F56, F57, F58 and F61.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A survey with conditions, checks and pages` {
  private func fillInWithMistakes(_ story: Story) throws {
    let (session, table) = (story.session, story.table)
    story.show("Home")
    story.see("Ada opens the form: nothing is complained of")
    try table.type("4 Elm Street", into: "address")
    try table.type("0", into: "rooms")
    story.see("she types that there are no rooms, and has not left the row")
    try table.toggle("smokes")
    try session.set(.cigarettes, to: 80)
    try session.set(.moved, to: "2020-05-01")
    try session.set(.left, to: "2019-05-01")
    table.focus(nil)
    story.see("somebody smokes a lot, and moved out before he moved in")
    story.show("People")
    let first = try session.add(to: "people")
    try session.set(.who, in: first, to: "Bob")
    try session.set(.old, in: first, to: 12)
    let second = try session.add(to: "people")
    try session.set(.who, in: second, to: "Bob")
    try session.set(.old, in: second, to: 40)
    story.see("two people have one name; the one who is twelve is asked for a school")
  }

  private func correct(_ story: Story) throws {
    let session = story.session
    let people = session.instances(of: "people")
    try session.set(.rooms, to: 3)
    try session.set(.left, to: "2024-05-01")
    try session.set(.who, in: people[1], to: "Cy")
    try session.set(.school, in: people[0], to: "Hill School")
    #expect(throws: SessionError.self) { try session.submit() }
    story.see("only the signature is missing: its page is shown, and the focus is there")
    try session.set(.signature, to: "Ada")
  }

  @Test func `is filled in with mistakes, corrected, submitted, reopened and blamed`() throws {
    try withTemporaryStore { store in
      let story = Story(try store.open("house-9", from: survey, in: .fixed(author: "Ada")))
      let session = story.session
      try fillInWithMistakes(story)
      try story.explain()
      #expect(throws: SessionError.self) { try session.submit() }
      story.see("a submit is refused: the page of the first mistake, and all of them")
      try correct(story)
      story.tell(
        "what she looks over",
        session.review.map { line in
          "\(line.page ?? "–") | \(line.title): \(line.text ?? "–")"
            + line.issues.map { "  [\($0.severity.rawValue): \($0.message)]" }.joined()
        })
      // A warning does not hold up a submit.
      #expect(try session.submit()?.kind == .submit)
      #expect(throws: SessionError.store(.final("house-9"))) { try session.set(.rooms, to: 4) }

      let clerk = try session.elsewhere("Clerk")
      try clerk.perform(.reopen, reason: "the age was wrong")
      let first = clerk.instances(of: "people")[0]
      try clerk.set(.old, in: first, to: 21)
      try session.refresh()
      story.show("People")
      story.see("a clerk reopened it: who is of age is asked for no school, and the answer stays")
      try story.explain()
      try story.blame()
      #expect(try session.submit()?.kind == .submit)
      try expectReplay(of: session.document, in: store)
      #expect(try store.verify().findings.isEmpty)
      expectGolden(story.text, named: "survey.txt")
    }
  }
}
