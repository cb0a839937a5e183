import EkibenDocuments
import EkibenForms
import Testing

/// A table that goes where it is told, by diff.
@MainActor private func performed(
  _ old: String, _ new: String
) throws -> (table: HeadlessTable, before: [RowID: Int]) {
  let (old, new) = (try table(old), try table(new))
  let shown = HeadlessTable(old)
  let before = shown.tokens
  shown.clearLog()
  try shown.perform(TablePlan(from: old, to: new), to: new)
  return (shown, before)
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct HeadlessTableTests {
  @Test(arguments: [
    ("s: a b c", "s: c a b"),
    ("A: a b | B: c", "A: b | B: a c"),
    ("A: a b | B: c", "B: c a | A: b"),
    ("A: a | B: b", "B: b | A: a"),
    ("A: a | B: b c", "C: c a | B: b"),
    ("s: a b", "s: b=x a=y"),
    ("s#h: a", "t: | s#i: a"),
  ])
  func `a row keeps its cell wherever it goes and whatever it says`(old: String, new: String) throws
  {
    let (shown, before) = try performed(old, new)
    #expect(shown.tokens == before)
  }

  @Test func `another component, and only that, brings a new cell`() throws {
    let (shown, before) = try performed("s: a b", "s: b=x a@Toggle")
    #expect(shown.cell("b")?.token == before["b"])
    #expect(shown.cell("a")?.token == 3)
  }

  @Test func `a row that comes back has a new cell`() throws {
    let (full, empty) = (try table("s: a"), try table("s"))
    let shown = HeadlessTable(full)
    try shown.perform(TablePlan(from: full, to: empty), to: empty)
    #expect(shown.cell("a") == nil)
    try shown.perform(TablePlan(from: empty, to: full), to: full)
    #expect(shown.cell("a")?.token == 2)
  }

  @Test func `a reload makes every cell anew`() throws {
    let document = try table("s: a b")
    let shown = HeadlessTable(document)
    shown.reload(document)
    #expect(shown.tokens == ["a": 3, "b": 4])
    #expect(
      shown.log.map(\.description) == ["reload 1 section, 2 rows", "reload 1 section, 2 rows"])
  }

  // The plan moves first and updates last; without its last batch the old content must still show.
  @Test func `a move does not refresh what a cell shows`() throws {
    let (old, new) = (try table("s: a=1 b c"), try table("s: b c a=2"))
    let plan = TablePlan(from: old, to: new)
    let moved = try table("s: b c a=1")
    let shown = HeadlessTable(old)
    try shown.perform(TablePlan(stages: [try #require(plan.stages.first)]), to: moved)
    #expect(shown.cell("a")?.display.text == "1")
    #expect(shown.layout == ["s: b c a"])
  }

  @Test func `the log tells what happened, by name and place`() throws {
    let (shown, _) = try performed(
      "A#h: a b=1 d | B: c e | Z: z",
      "N#new: n a | B^f: e c | A: b=2 d@Toggle q")
    let lines = shown.log.map(\.description)
    #expect(
      lines == [
        "insert section N at 0",
        "move section A from 0 to 3",
        "delete section Z at 2",
        "insert A/q at (2, 2)",
        "move A/a from (3, 0) to N (0, 1)",
        "move B/e from (1, 1) to (1, 0)",
        "update A/b",
        "replace A/d",
        "footer of section B",
        "header of section A",
      ])
  }

  @Test func `a deleted row is logged where it was, an odd id in quotes`() throws {
    let shown = HeadlessTable(try table("s: a b"))
    shown.clearLog()
    let empty = try Document(sections: [Document.Section(id: "s", rows: [Document.Row(id: "x y")])])
    try shown.perform(TablePlan(from: try table("s: a b"), to: empty), to: empty)
    #expect(
      shown.log.map(\.description) == [
        "delete s/a at (0, 0)", "delete s/b at (0, 1)", #"insert s/"x y" at (0, 0)"#,
      ])
  }

  @Test func `a tally adds up what plans do`() throws {
    let plan = TablePlan(
      from: try table("A#h: a b=1 d | B: c e | Z: z"),
      to: try table("N#new: n a | B^f: e c | A: b=2 d@Toggle q"))
    var tally = TableTally(plan)
    #expect(
      tally.description
        == "insert 2, delete 1, move 3, update 1, replaceView 1, supplement 2")
    tally += TableTally(TablePlan(from: try table("s: a"), to: try table("s")))
    #expect(tally.delete == 2)
    #expect(tally.total == 11)
    #expect(TableTally().description == "nothing")
  }

  // Equal for Swift's `==`, yet two things: the diff sees it, and so must the comparison.
  @Test func `texts that differ only in normalisation look different`() throws {
    let (old, new) = (try table("s: a=\u{e9}"), try table("s: a=e\u{301}"))
    let shown = HeadlessTable(old)
    #expect(throws: TableViolation.self) { try shown.perform(TablePlan(stages: []), to: new) }
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.cell("a")?.display.text?.unicodeScalars.count == 2)
    #expect(old.displays != new.displays)
  }

  // The table cannot know what a component of an app's own shows.
  @Test func `any field of a row counts as shown`() throws {
    let old = try table("s: a")
    var sections = old.sections
    sections[0].rows[0].fields["stars"] = 5
    let new = try Document(sections: sections)
    let shown = HeadlessTable(old)
    #expect(throws: TableViolation.self) { try shown.perform(TablePlan(stages: []), to: new) }
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.displays == new.displays)
  }

  @Test func `without the comparison a table trusts its plan`() throws {
    let shown = HeadlessTable(try table("s: a=1"))
    shown.checksContent = false
    try shown.perform(TablePlan(stages: []), to: try table("s: a=2"))
    #expect(shown.cell("a")?.display.text == "1")
  }

  @Test func `a plan of content only leads to the same table`() throws {
    let old = try table("A#h@1: a=1 b | B: c")
    let new = try table("A#i@2: a=2 b@Toggle | B^f: c=x")
    let changes = Changeset(from: old, to: new)
    let plan = TablePlan(contentOnly: changes, to: new, at: Document.Index(new))
    #expect(sorts(of: plan) == "U 2, RV 1, S 2")
    let shown = HeadlessTable(old)
    try shown.perform(plan, to: new)
    #expect(shown.displays == new.displays)
  }
}
