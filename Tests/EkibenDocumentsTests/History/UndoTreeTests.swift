import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct UndoTreeTests {
  /// An edit after an undo: 1 create; 2 edit; 3 edit; 4 undo; 5 edit.
  @Test func `an edit after an undo makes a branch and keeps the other`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.edit("a++")
    try session.undo()
    #expect(try session.shows("a+"))
    try session.edit("a! b")

    let journal = session.journal
    #expect(journal.entries.map(\.kind) == [.create, .edit, .edit, .undo, .edit])
    #expect(journal.entries.map(\.parent) == [nil, 1, 2, 3, 2])
    #expect(journal.entries.map(\.head) == [1, 2, 3, 2, 5])
    #expect(journal.entries.map { journal.travelled(by: $0).undone } == [[], [], [], [3], []])
    #expect([1, 2, 3, 4, 5].map { journal.history.isNode($0) } == [true, true, true, false, true])
    #expect([1, 2, 3, 4, 5].map { journal.history.parent(of: $0) } == [nil, 1, 2, nil, 2])

    // Nodes 3 and 5 are branches of 2, both reachable.
    try session.undo()
    #expect(try session.shows("a+"))
    try session.redo(to: 3)
    #expect(try session.shows("a++"))
    try session.undo()
    try session.redo(to: 5)
    #expect(try session.shows("a! b"))
  }

  @Test func `redo takes the child last visited`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.undo()
    try session.edit("a++")
    try session.undo()
    try session.redo()
    #expect(session.journal.head == 4)
    try session.undo()
    try session.redo(to: 2)
    try session.undo()
    try session.redo()
    #expect(session.journal.head == 2)
  }

  @Test func `a step goes back and comes again as one`() throws {
    var session = try TestSession("a")
    try session.edit("a+", step: 2)
    try session.edit("a++", step: 2)
    try session.edit("a+++")
    #expect(session.journal.history.undoableSteps == 2)
    try session.undo(2)
    #expect(session.journal.head == 1)
    try session.redo()
    #expect(session.journal.head == 3)
    try session.undo()
    try session.redo(to: 2)
    #expect(session.journal.head == 2)
    try session.redo()
    #expect(session.journal.head == 3)
  }

  @Test func `beyond the root and the leaves nothing happens`() throws {
    var session = try TestSession("a")
    let history = session.journal.history
    #expect(throws: HistoryError.nothingToUndo) { try history.undo(steps: 1) }
    #expect(throws: HistoryError.nothingToRedo) { try history.redo(steps: 1) }
    #expect(throws: HistoryError.nothingToUndo) { try History().undo(steps: 1) }
    #expect(throws: HistoryError.nothingToRedo) { try History().redo(steps: 1) }
    #expect(throws: HistoryError.unknownEntry(1)) { try History().redo(to: 1) }
    try session.edit("a+")
    try session.edit("a++")
    let more = session.journal.history
    #expect(throws: HistoryError.tooFewSteps(asked: 9, possible: 2)) { try more.undo(steps: 9) }
    try session.undo(2)
    let less = session.journal.history
    #expect(throws: HistoryError.tooFewSteps(asked: 3, possible: 2)) { try less.redo(steps: 3) }
    #expect(throws: HistoryError.unknownEntry(5)) { try less.redo(to: 5) }
    #expect(throws: HistoryError.unknownEntry(0)) { try less.redo(to: 0) }
    #expect(throws: HistoryError.unknownEntry(-1)) { try less.redo(to: -1) }
    #expect(throws: HistoryError.notANode(4, head: 1)) { try less.redo(to: 4) }
    #expect(throws: HistoryError.notBelowHead(1, head: 1)) { try less.redo(to: 1) }
    #expect(session.journal.entries.count == 4)
  }

  @Test(arguments: [.min, -1, 0, 3, .max] as [Int])
  func `there is nothing where no entry is`(number: Int) throws {
    var session = try TestSession("a")
    try session.edit("a+")
    #expect(session.journal[number] == nil)
    #expect(!session.journal.history.isNode(number))
    #expect(session.journal.history.parent(of: number) == nil)
    #expect(session.journal.history.visitedChild(of: number) == nil)
    #expect(session.journal.history.step(of: number) == nil)
  }

  @Test func `redo goes down only`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.undo()
    try session.edit("a++")
    let history = session.journal.history
    #expect(throws: HistoryError.notBelowHead(2, head: 4)) { try history.redo(to: 2) }
    #expect(throws: HistoryError.notBelowHead(1, head: 4)) { try history.redo(to: 1) }
  }

  // Rule F16.
  @Test func `steps end at a submit and at what reopens it`() throws {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.append(.submit, to: session.document)
    #expect(session.journal.history.undoableSteps == 0)
    try session.append(.reopen, to: session.document)
    #expect(session.journal.history.undoableSteps == 0)
    try session.edit("a++")
    let history = session.journal.history
    #expect(history.undoableSteps == 1)
    #expect(throws: HistoryError.tooFewSteps(asked: 2, possible: 1)) { try history.undo(steps: 2) }
    try session.undo()
    let reopened = session.journal.history
    #expect(!reopened.canUndo)
    #expect(throws: HistoryError.barrier(entry: 4)) { try reopened.undo(steps: 1) }
  }

  @Test(arguments: [
    (4, 8, [4, 3], [7, 8]), (8, 4, [8, 7], [3, 4]), (2, 8, [], [7, 8]), (8, 1, [8, 7, 2], []),
    (4, 4, [], []), (1, 2, [], [2]), (0, 2, [], [1, 2]), (2, 0, [2, 1], []),
    (-5, 2, [], [1, 2]), (2, -5, [2, 1], []),
  ])
  func `a path goes up to the fork and down`(
    source: Int, target: Int, up: [Int], down: [Int]
  ) throws {
    // 1 – 2 – 3 – 4, and from 2 another branch: 7 – 8.
    var session = try TestSession("a")
    for sketch in ["a+", "a++", "a+++"] { try session.edit(sketch) }
    try session.undo()
    try session.undo()
    for sketch in ["a!", "a!!"] { try session.edit(sketch) }
    let path = session.journal.history.path(from: source, to: target)
    #expect(path.up == up)
    #expect(path.down == down)
  }

  /// An entry that does not continue a journal of create, edit, edit, undo (head 2).
  @Test(
    arguments: [
      (4, .edit, 2, 4), (6, .edit, 2, 6), (0, .edit, 2, 0), (5, .edit, nil, 5), (5, .edit, 3, 5),
      (5, .edit, 2, 2), (5, .edit, 2, 6), (5, .create, 2, 5), (5, .undo, 2, 5), (5, .undo, 2, 4),
      (5, .undo, 2, 9), (5, .undo, 2, 0), (5, .undo, 2, -1), (5, .undo, 2, 3), (5, .redo, 2, 1),
      (5, .mark, 2, 1), (5, .mark, 2, 4), (5, .checkout, 2, 4), (5, .redo, 3, 3),
    ] as [(Int, Entry.Kind, Int?, Int)])
  func `a damaged journal is refused`(number: Int, kind: Entry.Kind, parent: Int?, head: Int) throws
  {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.edit("a++")
    try session.undo()
    let entry = Entry(
      number: number, kind: kind, parent: parent, head: head, author: "", time: 0)
    #expect(throws: HistoryError.broken(entry: number)) { try session.journal.append(entry) }
    #expect(session.journal.entries.count == 4)
    #expect(session.journal.head == 2)
  }

  @Test func `a journal begins with create`() {
    for kind in Entry.Kind.allCases where kind != .create {
      var journal = Journal()
      let entry = Entry(number: 1, kind: kind, parent: nil, head: 1, author: "", time: 0)
      #expect(throws: HistoryError.broken(entry: 1)) { try journal.append(entry) }
    }
  }

  @Test func `texts of entries are compared by bytes`() {
    func entry(_ author: String, _ reason: String?) -> Entry {
      Entry(
        number: 1, kind: .create, parent: nil, head: 1, author: author, time: 0, reason: reason)
    }
    #expect(entry("\u{E9}", nil) == entry("\u{E9}", nil))
    #expect(entry("\u{E9}", nil) != entry("e\u{301}", nil))
    #expect(entry("", "\u{E9}") != entry("", "e\u{301}"))
    #expect(entry("", "") != entry("", nil))
  }
}
