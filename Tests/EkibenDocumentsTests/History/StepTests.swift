import EkibenDocuments
import Testing

/// A session of one who types, for tests that read like one.
private struct TypingSession {
  var journal = Journal()
  var recorder = StepRecorder(pause: 500)
  var texts: [RowID: Value] = [:]
  var time: Int64 = 0

  init() throws { try append(.create, []) }

  /// Puts a value where one is, a while after the last.
  mutating func type(
    _ value: Value?, in row: RowID = "a", field: FieldName = .value, after pause: Int64 = 100,
    by author: String = "ada", as kind: Entry.Kind = .edit
  ) throws {
    time += pause
    let change = Change(.row(row), field, before: texts[row], after: value)
    texts[row] = value
    try append(kind, [change], by: author)
  }

  mutating func append(
    _ kind: Entry.Kind, _ changes: [Change], by author: String = "ada",
    typed: Change? = nil, isOurs: Bool = true
  ) throws {
    let number = journal.entries.count + 1
    let entry = Entry(
      number: number, kind: kind, parent: number == 1 ? nil : journal.head, head: number,
      author: author, time: time, changes: Changeset(changes))
    guard isOurs else { return try journal.append(entry) }
    let placed = recorder.placing(entry, typed: typed)
    try journal.append(placed)
    recorder.record(placed, typed: typed)
  }

  mutating func go(_ kind: Entry.Kind, to head: Int, mark: String? = nil) throws {
    let entry = Entry(
      number: journal.entries.count + 1, kind: kind, parent: journal.head, head: head,
      author: "ada", time: time, mark: mark)
    try journal.append(entry)
    recorder.record(entry)
  }

  var steps: [Int] { journal.entries.map(\.step) }
  var joined: Bool { (steps.last ?? 0) < steps.count }
}

/// Rule H16.
@Suite(.timeLimit(.minutes(20))) struct StepTests {
  @Test func `a word is one step, and each keystroke an entry`() throws {
    var session = try TypingSession()
    for text in ["T", "To", "Tok", "Toki"] { try session.type(.text(text)) }
    #expect(session.steps == [1, 2, 2, 2, 2])
    for text in ["Tok", "To"] { try session.type(.text(text)) }
    #expect(session.steps == [1, 2, 2, 2, 2, 6, 6])
    #expect(try session.journal.history.undo(steps: 2).undone == [7, 6, 5, 4, 3, 2])
    #expect(session.journal.history.undoableSteps == 2)
  }

  /// What a field holds before, after a first keystroke, and after a second.
  @Test(
    arguments: [
      (nil, "a", "ab", true), (nil, "ab", "cab", false), (nil, "ab", "axb", false),
      ("ad", "abd", "abcd", true), ("ad", "abd", "abdc", false), ("aa", "aaa", "aaaa", true),
      ("", "a", "ab", true), (.null, "a", "ab", true), (nil, "\u{E9}", "\u{E9}\u{E8}", true),
      (nil, "e", "e\u{301}", true), (nil, "\u{E8}", "\u{E9}\u{E8}", false), (nil, "駅", "駅弁", true),
      ("abcd", "abc", "ab", true), ("abcd", "abc", "bc", false), ("abcd", "bcd", "cd", true),
      ("abcd", "acd", "ad", true), ("abcd", "acd", "cd", true), ("ab", "a", nil, true),
      ("ab", "a", "", true), ("aaa", "aa", "a", true), ("abcd", "abc", "abcd", false),
      ("a", "", "b", false), ("a", "b", "bc", false), ("a", "ab", "cd", false),
      ("a", "ab", "ab", false), (nil, 1, 12, true), (12, 1, nil, true), (-1, 1, 12, false),
      (nil, "1", 12, true), (nil, .date("2024"), .date("2024-03"), true),
      (nil, true, "true", false),
      (nil, [1], [1, 2], false), (nil, .verbatim("a"), .verbatim("ab"), false),
    ] as [(Value?, Value?, Value?, Bool)])
  func `keystrokes join when they are of one kind and adjacent`(
    before: Value?, first: Value?, second: Value?, joins: Bool
  ) throws {
    var session = try TypingSession()
    session.texts["a"] = before
    try session.type(first)
    try session.type(second)
    #expect(session.joined == joins)
  }

  @Test(
    arguments: [
      (0, true), (500, true), (501, false), (-1, false), (.max, false),
    ] as [(Int64, Bool)])
  func `a pause ends a step, and so does a clock that goes back`(pause: Int64, joins: Bool) throws {
    var session = try TypingSession()
    try session.type("a", after: 0)
    try session.type("ab", after: pause)
    #expect(session.joined == joins)
  }

  @Test func `times that are too far apart to subtract are apart`() throws {
    var session = try TypingSession()
    session.time = .min
    try session.type("a", after: 0)
    session.time = .max
    try session.type("ab", after: 0)
    #expect(!session.joined)
  }

  @Test func `the pause can be set`() throws {
    var session = try TypingSession()
    session.recorder.pause = 2000
    try session.type("a")
    try session.type("ab", after: 2000)
    #expect(session.joined)
    session.recorder.pause = -1
    try session.type("abc", after: 0)
    #expect(!session.joined)
  }

  /// Each with the reason why a keystroke that would go on begins a new step.
  private static let interruptions:
    [(name: String, body: @Sendable (inout TypingSession) throws -> Void)] = [
      ("another author", { try $0.type("ab", by: "bob") }),
      ("another spelling of the author", { try $0.type("ab", by: "ad\u{61}\u{301}") }),
      ("another row", { try $0.type("b", in: "b") }),
      ("another field", { try $0.type("ab", field: .title) }),
      ("another kind of entry", { try $0.type("ab", as: .apply) }),
      (
        "a focus change",
        {
          $0.recorder.focusChanged()
          try $0.type("ab")
        }
      ),
      (
        "a mark",
        {
          try $0.go(.mark, to: 2, mark: "here")
          try $0.type("ab")
        }
      ),
      (
        "an undo",
        {
          try $0.go(.undo, to: 1)
          $0.texts = [:]
          try $0.type("a")
        }
      ),
      (
        "an undo and a redo",
        {
          try $0.go(.undo, to: 1)
          try $0.go(.redo, to: 2)
          try $0.type("ab")
        }
      ),
      (
        "a checkout",
        {
          try $0.go(.checkout, to: 1)
          $0.texts = [:]
          try $0.type("a")
        }
      ),
      (
        "somebody else's entry",
        {
          try $0.append(.edit, [], isOurs: false)
          try $0.type("ab")
        }
      ),
      (
        "the beginning of a group",
        {
          $0.recorder.beginGroup()
          try $0.type("ab")
        }
      ),
      (
        "an empty group",
        {
          $0.recorder.beginGroup()
          $0.recorder.endGroup()
          try $0.type("ab")
        }
      ),
      (
        "another session",
        {
          $0.recorder = StepRecorder(pause: 500)
          try $0.type("ab")
        }
      ),
      (
        "several changes",
        {
          let changes = ["a", "b"].map { RowID(unchecked: $0) }.map {
            Change(.row($0), .value, before: $0 == "a" ? "a" : nil, after: "ab")
          }
          try $0.append(.edit, changes)
        }
      ),
      (
        "a whole record",
        { try $0.append(.edit, [Change(.row("b"), nil, before: nil, after: .record([:]))]) }
      ),
    ]

  @Test(arguments: interruptions.map(\.name))
  func `something in between begins a new step`(name: String) throws {
    var session = try TypingSession()
    try session.type("a")
    let body = try #require(Self.interruptions.first { $0.name == name }).body
    try body(&session)
    #expect(!session.joined)
  }

  @Test func `keystrokes join together with what they cause`() throws {
    var session = try TypingSession()
    for (before, after) in [(nil, "a"), ("a", "ab")] as [(Value?, Value?)] {
      let sum = Change(.row("sum"), .value, before: before, after: .bool(before == nil))
      let keystroke = Change(.row("a"), .value, before: before, after: after)
      try session.append(.edit, [sum, keystroke], typed: keystroke)
    }
    #expect(session.steps == [1, 2, 2])
  }

  @Test func `an entry that fails leaves no trace`() throws {
    var session = try TypingSession()
    try session.type("a")
    let failing = Entry(number: 3, kind: .edit, parent: 2, head: 3, author: "bob", time: 0)
    _ = session.recorder.placing(failing)
    try session.type("ab")
    #expect(session.joined)
  }

  @Test func `nothing joins the root`() throws {
    var session = try TypingSession()
    session.recorder.beginGroup()
    session.journal = Journal()
    try session.append(.create, [])
    try session.type("a")
    #expect(session.steps == [1, 2])
  }

  @Test(arguments: [1, 3, 99])
  func `a step that the head does not end is damage`(step: Int) throws {
    var session = try TypingSession()
    try session.type("a")
    let entry = Entry(
      number: 3, kind: .edit, parent: 2, head: 3, step: step, author: "", time: 0)
    if step == 3 { return try session.journal.append(entry) }
    #expect(throws: HistoryError.broken(entry: 3)) { try session.journal.append(entry) }
  }

  @Test func `a step does not fork`() throws {
    var session = try TypingSession()
    try session.type("a")
    try session.type("ab")
    try session.go(.checkout, to: 2)
    let entry = Entry(number: 5, kind: .edit, parent: 2, head: 5, step: 2, author: "", time: 0)
    #expect(throws: HistoryError.broken(entry: 5)) { try session.journal.append(entry) }
  }
}

/// Groups: explicit steps.
@Suite(.timeLimit(.minutes(20))) struct GroupTests {
  @Test func `all edits of a group are one step`() throws {
    var session = try TypingSession()
    try session.type("before")
    session.recorder.beginGroup()
    #expect(session.recorder.isGrouping)
    try session.type("x", in: "a", after: 9999)
    try session.type("y", in: "b", after: 9999, by: "bob", as: .apply)
    session.recorder.focusChanged()
    try session.type("z", in: "c")
    session.recorder.endGroup()
    #expect(!session.recorder.isGrouping)
    try session.type("zz", in: "c")
    #expect(session.steps == [1, 2, 3, 3, 3, 6])
  }

  @Test func `a group inside a group is part of it`() throws {
    var session = try TypingSession()
    session.recorder.beginGroup()
    try session.type("a", in: "a")
    session.recorder.beginGroup()
    try session.type("b", in: "b")
    session.recorder.endGroup()
    try session.type("c", in: "c")
    session.recorder.endGroup()
    #expect(session.steps == [1, 2, 2, 2])
  }

  @Test func `two groups are two steps`() throws {
    var session = try TypingSession()
    for text in ["a", "ab"] as [Value] {
      session.recorder.beginGroup()
      try session.type(text)
      session.recorder.endGroup()
    }
    #expect(session.steps == [1, 2, 3])
  }

  @Test func `an end without a beginning is nothing`() throws {
    var session = try TypingSession()
    try session.type("a")
    session.recorder.endGroup()
    try session.type("ab")
    #expect(session.steps == [1, 2, 2])
  }

  @Test func `a mark in a group does not split it, but an undo does`() throws {
    var session = try TypingSession()
    session.recorder.beginGroup()
    try session.type("a", in: "a")
    try session.go(.mark, to: 2, mark: "here")
    try session.type("b", in: "b")
    try session.go(.undo, to: 1)
    try session.type("c", in: "c")
    try session.type("d", in: "d")
    session.recorder.endGroup()
    #expect(session.steps == [1, 2, 3, 2, 5, 6, 6])
  }

  @Test func `an entry of another author splits a group`() throws {
    var session = try TypingSession()
    session.recorder.beginGroup()
    try session.type("a", in: "a")
    try session.append(.edit, [], isOurs: false)
    try session.type("b", in: "b")
    try session.type("c", in: "c")
    session.recorder.endGroup()
    #expect(session.steps == [1, 2, 3, 4, 4])
  }
}
