import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct MarkTests {
  static let longest = String(repeating: "x", count: 255)

  @Test(arguments: [
    "sent", "v1", "1a", "+5", "5.0", "２", "١٢", "2024-03", "2024-03-05-review",
    "2024-03-05Team", "12:30 round", "12:3", "a-b", "–5", "sent to Ada", "駅弁", longest,
  ])
  func `a text that is a name is taken`(text: String) throws {
    #expect(try MarkName(text).rawValue == text)
    #expect(try History.Reference(text) == .mark(MarkName(text)))
  }

  @Test(
    arguments: [
      ("", .notAnID(.empty)), (longest + "x", .notAnID(.tooLong(bytes: 256))),
      ("a\nb", .notAnID(.controlCharacter(0xA))), ("-", .option), ("-5", .option),
      ("--move", .option), ("0", .number), ("12", .number), ("2024", .number), ("007", .number),
      ("99999999999999999999", .number), ("2024-03-05", .time), ("2024-02-30", .time),
      ("2026-11-21T10:00:00Z", .time), ("2026-11-21t10", .time), ("2026-11-21 10:00", .time),
      ("12:30", .time), ("12:30:59", .time),
    ] as [(String, InvalidMarkName.Problem)])
  func `a text that is no name is refused`(text: String, problem: InvalidMarkName.Problem) {
    let error = #expect(throws: InvalidMarkName.self) { try MarkName(text) }
    #expect(error?.problem == problem)
  }

  @Test(arguments: [("1", 1), ("007", 7), ("99999999999999999999", .max)])
  func `digits are an entry's number`(text: String, number: Int) throws {
    #expect(try History.Reference(text) == .number(number))
  }

  @Test(arguments: ["", "-5", "2024-03-05"])
  func `what is neither number nor name is no reference`(text: String) {
    #expect(throws: InvalidMarkName.self) { try History.Reference(text) }
  }

  @Test func `a mark names the head and stays where it is`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.mark("sent")
    #expect(session.journal.entries.last?.kind == .mark)
    #expect(session.journal.entries.last?.mark == "sent")
    #expect(session.journal.head == 2)
    try session.edit("a++")
    try session.undo(2)
    let history = session.journal.history
    #expect(try history.entry(History.Reference("sent")) == 2)
    #expect(try history.entry(History.Reference("3")) == 3)
    // A mark is no node and clears no redo (rule H3).
    try session.mark("start")
    try session.redo(2)
    #expect(try session.shows("a++"))
    try session.checkout(session.journal.history.entry(History.Reference("sent")))
    #expect(try session.shows("a+"))
  }

  @Test func `a node has several names, and a name one node`() throws {
    var session = try TestSession("a")
    for name in ["b", "a", "\u{E9}", "e\u{301}"] { try session.mark(name) }
    #expect(session.journal.entries.count == 5)
    #expect(
      names(of: 1, in: session).map { Array($0.rawValue.utf8) }
        == ["a", "b", "e\u{301}", "\u{E9}"].map { Array($0.utf8) })
    try session.mark("a")
    #expect(session.journal.entries.count == 5)
    try session.edit("a+")
    #expect(throws: HistoryError.markTaken(try MarkName("a"), node: 1)) { try session.mark("a") }
    #expect(session.journal.entries.count == 6)
    let name = try MarkName("a")
    let marking = try session.journal.history.mark(name, moving: true)
    #expect(marking?.name == name)
    #expect(marking?.head == 6)
    #expect(marking?.movedFrom == 1)
    try session.mark("a", moving: true)
    #expect(names(of: 6, in: session).map(\.rawValue) == ["a"])
    #expect(names(of: 1, in: session).count == 3)
    #expect(try session.journal.history.entry(.mark(name)) == 6)
  }

  @Test func `an unknown reference is refused`() throws {
    let history = try TestSession("a").journal.history
    let name = try MarkName("sent")
    #expect(throws: HistoryError.unknownMark(name)) { try history.entry(.mark(name)) }
    for number in [-1, 0, 2, Int.max] {
      #expect(throws: HistoryError.unknownEntry(number)) { try history.entry(.number(number)) }
    }
    #expect(throws: HistoryError.unknownEntry(1)) { try History().mark(name) }
  }

  /// Only marks have names, all of them do, and the names are legal.
  @Test(
    arguments: [(.mark, nil), (.mark, "12"), (.mark, ""), (.undo, "a"), (.edit, "a")]
      as [(Entry.Kind, String?)])
  func `a damaged mark is refused`(kind: Entry.Kind, name: String?) throws {
    var session = try TestSession("a")
    let entry = Entry(
      number: 2, kind: kind, parent: 1, head: kind.isNode ? 2 : 1, author: "", time: 0, mark: name)
    #expect(throws: HistoryError.broken(entry: 2)) { try session.journal.append(entry) }
    #expect(session.journal.history.marks.isEmpty)
  }
}

private func names(of node: Int, in session: TestSession) -> [MarkName] {
  session.journal.history.marks.filter { $0.value == node }.keys.sorted()
}
