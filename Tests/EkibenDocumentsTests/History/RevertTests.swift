import EkibenDocuments
import EkibenTesting
import Testing

/// Rule H18.
@Suite(.timeLimit(.minutes(20))) struct RevertTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    /// The document after entries 1, 2, …
    var edits: [String]
    var entry: Int
    /// The document afterwards; nil for a conflict.
    var result: String?
    /// What is in the way: a target and the later entries.
    var conflict: [String] = []

    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(name: "the last entry", edits: ["a", "a+"], entry: 2, result: "a"),
    Case(name: "another row changed", edits: ["a b", "a+ b", "a+ b+"], entry: 2, result: "a b+"),
    Case(name: "another field changed", edits: ["a", "a+", "a+!"], entry: 2, result: "a!"),
    Case(
      name: "the field changed", edits: ["a", "a+", "a++", "a+++"], entry: 2,
      conflict: ["a 3 4"]),
    Case(
      name: "one field of several changed", edits: ["a b", "a+ b+", "a+ b++"], entry: 2,
      conflict: ["b 3"]),
    Case(
      name: "the field came back to what it was", edits: ["a", "a+", "a", "a+"], entry: 2,
      conflict: ["a 3 4"]),
    Case(name: "a row came", edits: ["a", "a b", "a+ b"], entry: 2, result: "a+"),
    Case(
      name: "a row came and was changed", edits: ["a", "a b", "a b+"], entry: 2,
      conflict: ["b[] 3"]),
    Case(name: "a row went", edits: ["a b", "a", "a+"], entry: 2, result: "a+ b"),
    Case(
      name: "a row went and there is one of its id", edits: ["a b", "a", "a b+"], entry: 2,
      conflict: ["b[] 3"]),
    Case(
      name: "the row of the field went", edits: ["a b", "a b+", "a"], entry: 2,
      conflict: ["b 3"]),
    Case(
      name: "a row went to another section", edits: ["a b | c", "a | c b", "a+ | c b"], entry: 2,
      result: "a+ b | c"),
    Case(
      name: "the section that a row left went", edits: ["a | c", "| c a", "s2: c a"], entry: 2,
      conflict: ["a[section] 3"]),
    Case(
      name: "the section of a row that went, went",
      edits: ["x: a b | y: c", "x: a | y: c", "y: c"],
      entry: 2, conflict: ["b[section] 3"]),
    Case(
      name: "a section came and rows went there", edits: ["x: a b", "x: a b | y:", "x: a | y: b"],
      entry: 2, conflict: ["section:y[] 3"]),
    Case(
      name: "a section came and rows came there",
      edits: ["x: a", "x: a | y: b", "x: a | y: b c", "x: a | y: b c d"], entry: 2,
      conflict: ["section:y[] 3 4"]),
    Case(
      name: "a section came with rows", edits: ["x: a", "x: a | y: b c"], entry: 2, result: "x: a"),
    Case(
      name: "a section went with rows", edits: ["x: a | y: b c", "x: a", "x: a+"], entry: 2,
      result: "x: a+ | y: b c"),
  ]

  @Test(arguments: cases)
  func `takes one entry back, or says what is in the way`(example: Case) throws {
    var session = try TestSession(example.edits[0])
    for sketch in example.edits.dropFirst() { try session.edit(sketch) }
    let count = session.journal.entries.count
    guard let result = example.result else {
      let error = #expect(throws: HistoryError.self) { try session.revert(example.entry) }
      guard case .conflict(let conflict)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(conflict.entry == example.entry)
      let found = conflict.obstacles.map {
        "\(Notation.text(of: $0.target)) \($0.later.map(String.init).joined(separator: " "))"
      }
      #expect(found == example.conflict)
      #expect(session.journal.entries.count == count)
      return
    }
    try session.revert(example.entry)
    #expect(session.journal.entries.last?.kind == .revert)
    #expect(session.journal.head == count + 1)
    #expect(try session.shows(result))
    // It is a node like any other.
    try session.undo()
    #expect(try session.shows(example.edits[count - 1]))
    try session.redo()
    try session.revert(count + 1)
    #expect(try session.shows(example.edits[count - 1]))
  }

  @Test func `what was undone since is not in the way`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.edit("a++")
    try session.undo()
    try session.revert(2)
    #expect(try session.shows("a"))
    // Whoever wants it twice is told by whom it was done.
    let error = #expect(throws: HistoryError.self) { try session.revert(2) }
    #expect(
      error?.description == "entry 2 cannot be taken back: a (since changed by 5)")
    #expect(session.origins[Change.Target(.row("a"), .value)] == Origins.Origin(entry: 5))
  }

  @Test(arguments: [
    (
      ["a b c", "a+ b+ c+", "a++ b+ c+", "a++ b++ c+", "a++ b++ c++"], [2, 3, 4, 5],
      "a (since changed by 3); b (since changed by 4); c (since changed by 5)"
    ),
    (
      ["x: a | y: b c", "x: a | y:", "x: a", "x: a+"], [2, 3, 4],
      "c[section] (since changed by 3); b[section] (since changed by 3)"
    ),
  ])
  func `entries that may be in the way of several things are read once`(
    sketches: [String], numbers: [Int], obstacles: String
  ) throws {
    var session = try TestSession(sketches[0])
    for sketch in sketches.dropFirst() { try session.edit(sketch) }
    var read: [Int] = []
    let journal = session.journal
    let found = journal.history.revert(2, in: session.document, origins: session.origins) {
      number in
      read.append(number)
      return journal.known(number)
    }
    let error = #expect(throws: HistoryError.self) { try found.get() }
    #expect(error?.description == "entry 2 cannot be taken back: \(obstacles)")
    #expect(read == numbers)
  }

  // Rule F16.
  @Test func `a submit and what reopens it stay, with all that came before`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.append(.submit, to: session.document)
    try session.append(.reopen, to: session.document)
    try session.edit("a++")
    for number in 2...4 {
      #expect(throws: HistoryError.barrier(entry: 4)) { try session.revert(number) }
    }
    try session.revert(5)
    #expect(try session.shows("a+"))
  }

  @Test func `only what is in the present can be taken back`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.undo()
    try session.edit("a!")
    #expect(throws: HistoryError.notInPresent(2, head: 4)) { try session.revert(2) }
    try session.undo()
    #expect(throws: HistoryError.notInPresent(4, head: 1)) { try session.revert(4) }
    #expect(throws: HistoryError.rootStays) { try session.revert(1) }
    #expect(throws: HistoryError.notANode(3, head: 1)) { try session.revert(3) }
    #expect(throws: HistoryError.unknownEntry(6)) { try session.revert(6) }
    #expect(throws: HistoryError.unknownEntry(0)) { try session.revert(0) }
    #expect(session.journal.entries.count == 5)
  }
}
