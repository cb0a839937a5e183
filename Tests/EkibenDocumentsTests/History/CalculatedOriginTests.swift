import EkibenDocuments
import EkibenTesting
import Testing

/// What a formula gave is told from what somebody wrote, wherever the head goes. Rule H25.
@Suite(.timeLimit(.minutes(20))) struct CalculatedOriginTests {
  private static let answer = Change.Target(.row("a"), .value)

  /// `a` is written (2), calculated (3), calculated again (4) and overridden (5).
  private func session() throws -> TestSession {
    var session = try TestSession("a b")
    try session.answer(1)
    try session.answer(2, .calculated)
    try session.answer(3, .calculated)
    try session.answer(4)
    return session
  }

  @Test func `a change by a formula is said to be calculated, and others are not`() throws {
    var session = try TestSession("a b")
    #expect(session.origin == .init(entry: 0))
    try session.answer(1)
    #expect(session.origin == .init(entry: 2))
    try session.answer(2, .calculated)
    #expect(session.origin == .init(entry: 3, isCalculated: true))
    try session.answer(3)
    #expect(session.origin == .init(entry: 4))
  }

  @Test func `undo brings the mark back as it was before each entry`() throws {
    var session = try session()
    try session.undo()
    #expect(session.origin == .init(entry: 4, via: 6, isCalculated: true))
    try session.undo()
    #expect(session.origin == .init(entry: 3, via: 7, isCalculated: true))
    try session.undo()
    #expect(session.origin == .init(entry: 2, via: 8))
    try session.undo()
    #expect(session.origin == .init(entry: 0))
    #expect(session.journal.entries.flatMap(\.flags).contains(.wasCalculated))
  }

  @Test func `redo brings the mark back, also of several entries at once`() throws {
    var session = try session()
    try session.undo(4)
    #expect(session.origin == .init(entry: 0))
    try session.redo(2)
    #expect(session.origin == .init(entry: 3, via: 7, isCalculated: true))
    try session.redo(2)
    #expect(session.origin == .init(entry: 5, via: 8))
    try session.undo(2)
    #expect(session.origin == .init(entry: 3, via: 9, isCalculated: true))
  }

  @Test func `each branch has marks of its own`() throws {
    var session = try session()
    try session.checkout(2)
    try session.answer(9)
    try session.checkout(4)
    #expect(session.origin == .init(entry: 4, via: 8, isCalculated: true))
    try session.checkout(7)
    #expect(session.origin == .init(entry: 7, via: 9))
    try session.checkout(3)
    #expect(session.origin == .init(entry: 3, via: 10, isCalculated: true))
  }

  @Test func `a record that undo brings back has its marks again`() throws {
    var session = try session()
    try session.undo()
    try session.append(to: Document(sketch: "b"))
    #expect(session.origin == .init(entry: 0))
    try session.undo()
    #expect(session.origin == .init(entry: 4, via: 8, isCalculated: true))
    try session.undo(2)
    try session.append(to: Document(sketch: "b"))
    try session.undo()
    #expect(session.origin == .init(entry: 2, via: 11))
  }

  @Test func `a record that comes with an answer says whether that is calculated`() throws {
    for flag in [[], ChangeFlags.calculated] {
      var session = try TestSession("b")
      let whole = Changeset(from: session.document, to: try Document(sketch: "a+ b"))
      try session.append(
        .edit, whole, flags: whole.changes.map { $0.record == .row("a") ? flag : [] })
      let isCalculated = !flag.isEmpty
      #expect(session.origin == .init(entry: 2, isCalculated: isCalculated))
      #expect(session.origins[Change.Target(.row("a"), nil)] == .init(entry: 2))
      try session.undo()
      try session.redo()
      #expect(session.origin == .init(entry: 2, via: 4, isCalculated: isCalculated))
      try session.append(to: Document(sketch: "b"))
      try session.undo()
      #expect(session.origin == .init(entry: 2, via: 6, isCalculated: isCalculated))
    }
  }

  @Test func `an answer that its row's entry changes too is that of the change`() throws {
    var session = try TestSession("b")
    let row = Changeset(from: session.document, to: try Document(sketch: "a b"))
    let answer = Change(.row("a"), .value, before: nil, after: 1)
    try session.append(
      .edit, Changeset(row.changes + [answer]), flags: row.changes.map { _ in [] } + [.calculated])
    #expect(session.origin == .init(entry: 2, isCalculated: true))
    try session.append(to: Document(sketch: "b"))
    try session.undo()
    #expect(session.origin == .init(entry: 2, via: 4, isCalculated: true))
  }

  @Test func `what a formula gave is a consequence, unless it wrote over what somebody gave`()
    throws
  {
    var session = try TestSession("a b")
    try session.answer(1, .calculated)
    try session.answer(2, .calculated)
    try session.answer(3)
    try session.answer(4, .calculated)
    let entries = session.journal.entries
    #expect(entries[1].causes.isEmpty && entries[2].causes.isEmpty)
    #expect(entries[3].causes == entries[3].changes)
    #expect(entries[4].causes == entries[4].changes)
  }

  @Test func `only answers are calculated`() throws {
    var session = try TestSession("a b")
    let title = Change(.row("a"), .title, before: "a", after: "A")
    try session.append(.edit, Changeset([title]), flags: [.calculated])
    #expect(session.origins[title.target] == .init(entry: 2))
    #expect(session.journal.entries[1].flags == [.calculated])
  }

  @Test func `what an entry says of what was there follows from the entries before it`() throws {
    let session = try session()
    let entries = session.journal.entries
    #expect(
      entries.map(\.flags) == [
        [], [], [.calculated], [[.calculated, .wasCalculated]],
        [.wasCalculated],
      ])
    func entry(_ flags: [ChangeFlags]) -> Entry {
      Entry(
        number: 6, kind: .edit, parent: 5, head: 6, author: "ada", time: 6,
        changes: Changeset([Change(Self.answer.record, .value, before: 4, after: 5)]),
        origins: [5], flags: flags)
    }
    #expect(entry([.wasCalculated]).noting(session.origins).flags == [])
    #expect(entry([[.calculated, .wasCalculated]]).noting(session.origins).flags == [.calculated])
    var calculated = session.origins
    calculated[Self.answer] = .init(entry: 5, isCalculated: true)
    #expect(entry([]).noting(calculated).flags == [.wasCalculated])
    // A store refuses it.
    #expect(entry([.calculated, []]).noting(calculated).flags == [.calculated, []])
  }
}

extension TestSession {
  fileprivate var origin: Origins.Origin { origins[Change.Target(.row("a"), .value)] }

  fileprivate mutating func answer(_ value: Int64, _ flags: ChangeFlags = []) throws {
    let before = document.row("a")?.fields[.value]
    let change = Change(.row("a"), .value, before: before, after: .integer(value))
    try append(.edit, Changeset([change]), flags: [flags])
  }
}
