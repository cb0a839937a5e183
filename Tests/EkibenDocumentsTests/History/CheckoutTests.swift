import EkibenDocuments
import EkibenTesting
import Testing

/// Rule H17. 1 – 2 – 3, and from 2 another branch: 5 – 6.
@Suite(.timeLimit(.minutes(20))) struct CheckoutTests {
  private func session() throws -> TestSession {
    var session = try TestSession("a")
    try session.edit("a+")
    try session.edit("a++")
    try session.undo()
    try session.edit("a!")
    try session.edit("a!!")
    return session
  }

  @Test(
    arguments: [
      (3, [6, 5], [3], "a++"), (2, [6, 5], [], "a+"), (1, [6, 5, 2], [], "a"), (5, [6], [], "a!"),
    ] as [(Int, [Int], [Int], String)])
  func `checkout goes to any node by the shortest way`(
    target: Int, undone: [Int], redone: [Int], sketch: String
  ) throws {
    var session = try session()
    let travel = try #require(try session.journal.history.checkout(target))
    #expect(travel.kind == .checkout)
    #expect(travel.undone == undone)
    #expect(travel.redone == redone)
    #expect(travel.of == undone + redone)
    try session.go(travel)
    #expect(session.journal.entries.count == 7)
    #expect(session.journal.head == target)
    #expect(try session.shows(sketch))
  }

  @Test func `who wrote the records that come back is read on one way to the root`() throws {
    var session = try TestSession("a b c d")
    for sketch in ["a+ b c d", "a+ b+ c d", "a! b+ c d", "a! b+ c d+"] { try session.edit(sketch) }
    let before = session.origins
    try session.edit("a! b+")
    try session.edit("a!")
    let undo = Entry(number: 8, kind: .undo, parent: 7, head: 5, author: "ada", time: 8)
    var read: [Int] = []
    let found = session.origins.changes(by: undo, in: session.journal.history) { number in
      read.append(number)
      return session.journal.known(number)
    }
    #expect(read == [7, 6, 6, 5, 4, 3, 2, 1])
    let writers = Set(found.filter { $0.origin.entry > 0 }.map(\.target.record))
    #expect(writers == [.row("b"), .row("c"), .row("d")])
    try session.undo(2)
    for target in before.targets {
      #expect(session.origins[target].entry == before[target].entry, "\(target)")
    }
  }

  @Test func `redo goes on along the branch that was checked out`() throws {
    var session = try session()
    try session.checkout(3)
    try session.undo(2)
    try session.redo(2)
    #expect(session.journal.head == 3)
    try session.checkout(5)
    try session.undo(2)
    try session.redo(3)
    #expect(session.journal.head == 6)
  }

  @Test func `checkout of the head is nothing`() throws {
    var session = try session()
    #expect(try session.journal.history.checkout(6) == nil)
    try session.checkout(6)
    #expect(session.journal.entries.count == 6)
  }

  @Test func `what is no node is refused, and the head that it left is named`() throws {
    var session = try session()
    let history = session.journal.history
    #expect(throws: HistoryError.notANode(4, head: 2)) { try history.checkout(4) }
    for number in [.min, -1, 0, 7, Int.max] {
      #expect(throws: HistoryError.unknownEntry(number)) { try history.checkout(number) }
    }
    #expect(throws: HistoryError.unknownEntry(1)) { try History().checkout(1) }
    #expect(HistoryError.notANode(4, head: 2).description.contains("left is 2"))
    try session.checkout(3)
    try session.mark("here")
    let later = session.journal.history
    #expect(throws: HistoryError.notANode(7, head: 3)) { try later.checkout(7) }
    #expect(throws: HistoryError.notANode(8, head: 3)) { try later.checkout(8) }
  }
}
