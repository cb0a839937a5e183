import EkibenDocuments
import EkibenTesting
import Testing

// Rule H22.
@Suite(.timeLimit(.minutes(20))) struct OwnStepTests {
  @Test func `a step is taken back whole, and what others did stays`() throws {
    var session = try TestSession("a b c")
    try session.edit("a+ b c")  // 2
    try session.edit("a+ b+ c", step: 2)  // 3
    try session.edit("a+ b+ c+", by: "bob")  // 4
    let revert = try session.undoOwnStep()  // 5
    #expect(revert == 3)
    #expect(try session.shows("a b c+"))
    #expect(session.origins[Change.Target(.row("b"), .value)] == Origins.Origin(entry: 5))
  }

  @Test func `repeated, it goes further back and never brings back what it took`() throws {
    var session = try TestSession("a b c")
    try session.edit("a+ b c")  // 2
    try session.edit("a+ b+ c", by: "bob")  // 3
    try session.edit("a+ b+ c+")  // 4
    #expect(try session.undoOwnStep() == 4)
    #expect(try session.undoOwnStep() == 2)
    #expect(try session.shows("a b+ c"))
    let error = #expect(throws: HistoryError.self) { try session.undoOwnStep() }
    #expect(error?.description == "there is no step by ada to take back")
    // A step counts as taken back, whatever becomes of its revert: else it would go to and fro.
    try session.revert(6)
    #expect(try session.shows("a+ b+ c"))
    #expect(throws: HistoryError.noOwnStep(author: "ada")) { try session.undoOwnStep() }
  }

  @Test func `steps in one field are taken back one after the other`() throws {
    var session = try TestSession("a b")
    try session.edit("a+ b")  // 2
    try session.edit("a++ b")  // 3
    try session.edit("a+++ b", step: 3)  // 4
    try session.edit("a+++ b+", by: "bob")  // 5
    try session.edit("a! b+", by: "bob")  // 6
    try session.revert(6)
    #expect(try session.undoOwnStep() == 4)
    #expect(try session.shows("a+ b+"))
    #expect(try session.undoOwnStep() == 2)
    #expect(try session.shows("a b+"))
  }

  @Test func `a row that came and was typed in is taken back in two steps`() throws {
    var session = try TestSession("a")
    try session.edit("a b")  // 2
    try session.edit("a b+")  // 3
    #expect(try session.undoOwnStep() == 3)
    #expect(try session.undoOwnStep() == 2)
    #expect(try session.shows("a"))
  }

  @Test func `what is in the way is named, and nothing older is taken instead`() throws {
    var session = try TestSession("a b")
    try session.edit("a b+")  // 2
    try session.edit("a+ b+")  // 3
    try session.edit("a++ b+", by: "bob")  // 4
    let error = #expect(throws: HistoryError.self) { try session.undoOwnStep() }
    #expect(error?.description == "entry 3 cannot be taken back: a (since changed by 4)")
    #expect(session.journal.entries.count == 4)
  }

  @Test func `a step that is undone, on another branch or has left nothing is passed over`() throws
  {
    var session = try TestSession("a b")
    try session.edit("a+ b")  // 2
    try session.edit("a+ b+")  // 3
    try session.edit("a+ b", step: 3)  // 4
    try session.edit("a+ b!")  // 5
    try session.undo()
    #expect(try session.undoOwnStep() == 2)
    #expect(try session.shows("a b"))
  }

  @Test func `who wrote the fields of a step is read once for all of them`() throws {
    var session = try TestSession("a b c")
    try session.edit("a+ b+ c+")  // 2
    try session.edit("a++ b++ c++", by: "bob")  // 3
    try session.revert(3)
    var read: [Int] = []
    let journal = session.journal
    let found = try journal.history.revertLastStep(
      by: "ada", in: session.document, origins: session.origins
    ) { number in
      read.append(number)
      return journal.known(number)
    }.get()
    #expect(found.entry == 2)
    #expect(found.changes.changes.map(\.record) == ["a", "b", "c"].map { .row($0) })
    // From the head to the step, then what brought back, what that took back, and who had written before.
    #expect(read == [4, 3, 2, 4, 3, 2])
  }
}
