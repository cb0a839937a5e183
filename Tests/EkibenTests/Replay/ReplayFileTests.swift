import Ekiben
import EkibenForms
import EkibenInterchange
import EkibenTesting
import RandomJournals
import Testing

/// The replay of an exported history, without a store.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A replay of a file` {
  private func file(_ generator: JournalGenerator) throws -> [UInt8] {
    let header = HistoryHeader(
      uid: Array(repeating: 7, count: 16), document: "visit", form: "intake")
    let entries = generator.journal.entries.map {
      HistoryLine.entry(HistoryEntry($0, in: generator.journal))
    }
    let form = HistoryLine.form(HistoryForm("intake", content: generator.base))
    return try ([.header(header), form] + entries).flatMap { try $0.encoded() }
  }

  private func random(_ seed: UInt64, entries: Int) throws -> JournalGenerator {
    var generator = try JournalGenerator(seed: seed)
    while generator.journal.entries.count < entries { try generator.operate() }
    return generator
  }

  // Rules T7 and T9.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func `shows every entry, records that come, go and move among them`(seed: UInt64) throws {
    let generator = try random(seed, entries: 50)
    var seen: [Int] = []
    var table = TableModel()
    let report = try Replay(of: try HistoryReader.read(try file(generator))).run(in: &table) {
      line, _ in seen.append(line.entry.number)
    }
    #expect(seen == Array(1...50))
    #expect(report.entries == 50)
    #expect(report.operations.total > 50)
    #expect(table.displays == generator.document.displays)
  }

  @Test func `shows any stretch of the journal`() throws {
    let generator = try random(3, entries: 12)
    let file = try file(generator)
    let whole = try HistoryReader.read(file)
    for first in 1...12 {
      for last in first...12 {
        var table = TableModel()
        let report = try Replay(of: whole).run(.forwards(from: first, to: last), in: &table)
        #expect(report.entries == last - first + 1)
        let path = whole.journal.history.path(
          from: whole.journal.head, to: try #require(whole.journal[last]).head)
        let changes = whole.journal.history.changes(
          undone: path.up, redone: path.down, whole.journal.known)
        let then = try whole.content.applying(changes)
        #expect(table.displays == then.displays, "\(first) to \(last)")
      }
    }
  }

  @Test(arguments: [(0, 3, 0), (13, 13, 13), (1, 13, 13), (13, 1, 13), (5, 4, 5)])
  func `refuses a stretch that is none`(first: Int, last: Int, entry: Int) throws {
    let file = try file(try random(3, entries: 12))
    let replay = Replay(of: try HistoryReader.read(file))
    let failure = try #require(throws: Replay.Failure.self) {
      try replay.run(.forwards(from: first, to: last))
    }
    #expect(failure.entry == entry)
  }

  @Test func `a replay from a store and one from its file do the same`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "A")
      try session.set([("name", "C"), ("age", 1)])
      try session.undo(steps: 2)
      try session.perform(.redoTo(2))
      let entries = try (1...session.document.count).map {
        HistoryLine.entry(try session.store.historyEntry($0, of: session.document))
      }
      let base = try session.store.content(of: session.document, at: 1)
      let header = HistoryHeader(
        uid: session.document.uid, document: session.document.name, form: session.document.form)
      let lines =
        [.header(header), .form(HistoryForm(session.document.form, content: base))]
        + entries
      var (events, others): ([[TableEvent]], [[TableEvent]]) = ([], [])
      let file = try HistoryReader.read(try lines.flatMap { try $0.encoded() })
      let replayed = try Replay(of: file).run { events.append(Array($1)) }
      let report = try Replay(of: session.document, in: session.store).run {
        others.append(Array($1))
      }
      #expect(replayed == report)
      #expect(events == others)
    }
  }

  @Test func `the player leaves table and document alone where changes do not fit`() throws {
    var player = Replay.Player(in: TableModel())
    let document = try Document(sketch: "a b | c")
    player.begin(showing: document)
    let (report, table) = (player.report, player.table)
    let wrong = Changeset([Change(.row("a"), .value, before: "x", after: "y")])
    let failure = try #require(throws: Replay.Failure.self) { try player.show(2, wrong) }
    #expect(failure.entry == 2)
    #expect(player.content == document)
    #expect(player.report == report)
    #expect(player.table == table)
    let goal = try Document(sketch: "c+ a | d")
    try player.show(3, Changeset(from: document, to: goal))
    #expect(player.table.displays == goal.displays)
  }
}
