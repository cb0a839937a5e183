import Ekiben
import EkibenForms
import EkibenTesting
import RandomJournals
import Testing

/// A journal of random work, replayed beside the table that a session kept all along.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A replay of a session's journal` {
  // Rules T7 and T9; the same with 100,000 entries: `ekiben-bench table:replay`.
  @Test(arguments: UInt64(1)...3)
  func `ends in the table that the session's host showed`(seed: UInt64) throws {
    try withSession { session, table in
      table.checksContent = false
      var generator = SessionGenerator(seed: seed)
      try generator.work(on: session, until: 1500)
      let kinds = Set(
        try session.store.entries(of: session.document, 1...1500).map(\.kind))
      #expect(kinds.isSuperset(of: [.edit, .apply, .undo, .redo, .checkout, .mark]))
      let live = table.displays
      #expect(live == session.document.content.displays)

      let replay = Replay(of: session.document, in: session.store)
      var last: [Replay.Report] = []
      for check: Replay.Check in [.never, .touched(wholeEvery: 100), .whole] {
        var replayed = TableModel()
        replayed.checksContent = false
        last.append(try replay.run(.forwards(), in: &replayed, checking: check))
        #expect(replayed.displays == live)
      }
      #expect(Set(last).count == 1)
      for length in [1, 7, 400, nil] { try replay.runInStrides(of: length) }

      var back = TableModel()
      back.checksContent = false
      try replay.run(.backwards(), in: &back)
      let first = try session.store.content(of: session.document, at: 1)
      #expect(back.displays == first.displays)
    }
  }
}
