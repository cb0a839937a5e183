import Ekiben
import EkibenForms
import EkibenInterchange
import EkibenTesting
import RandomJournals
import Testing

/// Stretches of a journal, backwards and along branches too, from a store and from a file.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A replay of a stretch` {
  private typealias Stretch = Replay.Stretch

  private func random(_ seed: UInt64, entries: Int = 14) throws -> JournalGenerator {
    var generator = try JournalGenerator(seed: seed)
    while generator.journal.entries.count < entries { try generator.operate() }
    return generator
  }

  private func reader(of generator: JournalGenerator) throws -> HistoryReader {
    let header = HistoryHeader(
      uid: Array(repeating: 7, count: 16), document: "visit", form: "intake")
    let entries = generator.journal.entries.map {
      HistoryLine.entry(HistoryEntry($0, in: generator.journal))
    }
    let form = HistoryLine.form(HistoryForm("intake", content: generator.base))
    return try HistoryReader.read(
      try ([.header(header), form] + entries).flatMap { try $0.encoded() })
  }

  /// The slow reference: the journal done again from the beginning.
  private func content(of generator: JournalGenerator, at number: Int) throws -> Document {
    var content = generator.base
    for entry in generator.journal.entries.prefix(number) {
      try content.apply(HistoryEntry(entry, in: generator.journal).changes)
    }
    return content
  }

  // Rules T7 and T9.
  @Test(arguments: UInt64(0)..<6)
  @MainActor func `shows what each entry left, forwards, backwards and along every branch`(
    seed: UInt64
  ) throws {
    let generator = try random(seed)
    let count = generator.journal.entries.count
    let replay = Replay(of: try reader(of: generator))
    let contents = try (1...count).map { try content(of: generator, at: $0) }
    for first in 1...count {
      for last in 1...count {
        let directed: Stretch =
          first <= last ? .forwards(from: first, to: last) : .backwards(from: first, to: last)
        let back = first == last ? [Stretch.backwards(from: first, to: last)] : []
        for stretch in [directed, .path(from: first, to: last)] + back {
          let table = HeadlessTable()
          var shown: [Int] = []
          let report = try replay.run(stretch, in: table, checking: .whole) { line, _ in
            shown.append(line.entry.number)
            #expect(table.displays == contents[line.entry.number - 1].displays, "\(stretch)")
          }
          #expect(shown.first == first)
          #expect(table.displays == contents[last - 1].displays, "\(stretch)")
          #expect(report.entries == shown.count)
          if case .path = stretch {
            let history = generator.journal.history
            #expect(shown.last.flatMap(history.head(after:)) == history.head(after: last))
          } else {
            #expect(shown == Array(stride(from: first, through: last, by: first <= last ? 1 : -1)))
          }
        }
      }
    }
  }

  @Test func `from a store is the same as from its exported history`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "A")
      try session.set([("name", "B"), ("age", 1)])
      try session.undo(steps: 2)
      try session.set(.phone, to: "1")
      var bytes: [UInt8] = []
      try session.store.exportHistory(of: session.document) { bytes += try $0.encoded() }
      let stored = Replay(of: session.document, in: session.store)
      let read = Replay(of: try HistoryReader.read(bytes))
      for stretch: Stretch in [
        .forwards(), .backwards(), .path(from: 3, to: 5), .path(from: 5, to: 3),
        .backwards(from: 4, to: 2), .forwards(to: 2), .path(from: 4, to: 1),
      ] {
        var (one, other) = (TableModel(), TableModel())
        let report = try stored.run(stretch, in: &one)
        let second = try read.run(stretch, in: &other)
        #expect(second == report, "\(stretch)")
        #expect(one == other)
      }
    }
  }

  @Test func `backwards, and from one branch to another, in words`() throws {
    try withSession { session, _ in
      try session.set(.name, to: "A")  // 2
      try session.set(.name, to: "B")  // 3
      try session.undo()  // 4
      try session.set(.age, to: 1)  // 5
      let recorder = Recorder()
      let replay = Replay(of: session.document, in: session.store)
      let note = { (line: HistoryEntry, events: ArraySlice<TableEvent>) in
        let did = events.map(\.description).joined(separator: "; ")
        recorder.note("#\(line.entry.number) \(line.entry.kind)  \(did)")
      }
      try replay.run(.backwards(), onEntry: note)
      recorder.note("")
      try replay.run(.path(from: 5, to: 3), onEntry: note)
      recorder.note("")
      // An undo has the state of its head, so that is where the way ends.
      try replay.run(.path(from: 1, to: 4), onEntry: note)
      try recorder.expect(
        """
        #5 edit  reload 2 sections, 8 rows
        #4 undo  update person/age
        #3 edit  update person/name
        #2 edit  update person/name
        #1 create  update person/name

        #5 edit  reload 2 sections, 8 rows
        #2 edit  update person/age
        #3 edit  update person/name

        #1 create  reload 2 sections, 8 rows
        #2 edit  update person/name
        """)
    }
  }

  @Test(
    arguments: [
      (.forwards(from: 3, to: 2), "entry 3: comes after entry 2"),
      (.forwards(from: 0), "entry 0: there is no such entry"),
      (.backwards(from: 2, to: 3), "entry 2: comes before entry 3"),
      (.backwards(to: 99), "entry 99: there is no such entry"),
      (.path(from: 1, to: .max), "entry \(Int.max): there is no such entry"),
      (.path(from: .min, to: 1), "entry \(Int.min): there is no such entry"),
    ] as [(Replay.Stretch, String)])
  func `is refused where it is none`(stretch: Replay.Stretch, message: String) throws {
    let replay = Replay(of: try reader(of: try random(1)))
    let failure = #expect(throws: Replay.Failure.self) { try replay.run(stretch) }
    #expect(failure?.description == message)
  }
}
