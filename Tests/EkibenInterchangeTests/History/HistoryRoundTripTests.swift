import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Foundation
import RandomJournals
import Testing

/// A few seconds in debug; `EKIBEN_EXHAUSTIVE=1` asks for ten times as many journals.
private let isExhaustive = ProcessInfo.processInfo.environment["EKIBEN_EXHAUSTIVE"] == "1"

/// A journal goes out and comes back, and nothing is lost on the way.
@Suite(.timeLimit(.minutes(20))) struct HistoryRoundTripTests {
  // Rule I12.
  @Test(arguments: 0..<(isExhaustive ? 400 : 24) as Range<UInt64>)
  func `what is exported, imported and exported again has the same bytes`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed)
    for _ in 0..<80 { try generator.operate() }
    let file = try historyFile(generator.journal, over: generator.base)

    var lines: [HistoryLine] = []
    let reader = try HistoryReader.read(file) { lines.append($0) }
    #expect(try historyFile(lines) == file)
    #expect(reader.header == visit)
    #expect(reader.journal.entries == generator.journal.entries)
    #expect(reader.content.isIdentical(to: generator.document))
    #expect(reader.origins == generator.origins)
    #expect(reader.forms.map { $0.content.isIdentical(to: generator.base) } == [true])
    // What came back is exported anew, not only what was kept of the lines.
    #expect(try historyFile(reader.journal, over: reader.forms[0].content) == file)
  }

  @Test func `the generated journals have something of everything`() throws {
    var kinds: [Entry.Kind: Int] = [:]
    var (joined, branches) = (0, 0)
    for seed in 0..<40 as Range<UInt64> {
      var generator = try JournalGenerator(seed: seed)
      for _ in 0..<80 { try generator.operate() }
      var parents: Set<Int> = []
      for entry in generator.journal.entries {
        kinds[entry.kind, default: 0] += 1
        if entry.kind.isNode, entry.step != entry.number { joined += 1 }
        if entry.kind.isNode, !parents.insert(entry.parent ?? 0).inserted { branches += 1 }
      }
    }
    for kind in Entry.Kind.allCases { #expect((kinds[kind] ?? 0) >= 40, "\(kind)") }
    #expect(joined > 100)
    #expect(branches > 100)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a line is checked as it comes`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: 1_000 + seed)
    var documents = [generator.document]
    while generator.journal.entries.count < 30 {
      let count = generator.journal.entries.count
      try generator.operate()
      if generator.journal.entries.count > count { documents.append(generator.document) }
    }
    var reader = HistoryReader()
    for line in historyLines(generator.journal, forms: [generator.base]) {
      _ = try reader.read(line: try line.encoded())
      let count = reader.journal.entries.count
      if count > 0 { #expect(reader.content.isIdentical(to: documents[count - 1])) }
    }
    try reader.finish()
  }

  // Rule D8: a store lets records that stay keep their keys.
  @Test(arguments: 0..<40 as Range<UInt64>)
  func `the places of a form come back as they were`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    let old = try make.document()
    let new = try make.edited(make.edited(old))
    // Equal to the new one, with the keys that the old one's rows had.
    let kept = try old.applying(Changeset(from: old, to: new))
    let journal = try SmallHistory.whole().journal
    let created = HistoryEntry(try #require(journal[1]), in: journal)
    let forms = [kept, old, new].map { HistoryLine.form(HistoryForm(visit.form, content: $0)) }
    let file = try historyFile([.header(visit)] + forms + [.entry(created)])
    let reader = try HistoryReader.read(file)
    #expect(
      zip(reader.forms, [kept, old, new]).map { $0.content.isIdentical(to: $1) }
        == [true, true, true])
  }

  @Test func `a move may say to which of the revisions it goes`() throws {
    var small = try SmallHistory.whole()
    var section = small.form.sections[0]
    section.rows.append(Document.Row(id: "age", fields: [.component: "TextInput"]))
    let next = try Document(fields: small.form.fields, sections: [section])
    var goal = small.document.sections[0]
    goal.rows.append(section.rows[2])
    let moved = try Document(fields: next.fields, sections: [goal])
    try small.node(.migrate, Changeset(from: small.document, to: moved).changes)
    let number = small.journal.entries.count
    let lines = historyLines(small.journal, forms: [small.form, next], forms: [number: 2])
    let file = try historyFile(lines)
    var moves: [Int?] = []
    let reader = try HistoryReader.read(file) {
      if case .entry(let line) = $0, line.entry.kind == .migrate { moves.append(line.form) }
    }
    #expect(moves == [2])
    #expect(reader.forms[1].content.isIdentical(to: next))
    #expect(reader.content.isIdentical(to: small.document))
    for form in [0, 3, -1, .max, .min] {
      let wrong = historyLines(small.journal, forms: [small.form, next], forms: [number: form])
      #expect(
        try historyRefusal(historyFile(wrong))
          == "line \(number + 3), column 1: \"form\" of entry \(number) is not what follows from the "
          + "entries before it")
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 100_000])
  func `a file can be read in pieces of any size`(size: Int) throws {
    let small = try SmallHistory.whole()
    let file = try historyFile(small.journal, over: small.form)
    for end in [[UInt8](), [13]] {
      // The last line feed may be missing, and editors of one system put another byte before each.
      let text = file.dropLast().flatMap { $0 == 10 ? end + [10] : [$0] }
      var (lines, reader) = (LineSplitter(), HistoryReader())
      var rest = text[...]
      while !rest.isEmpty {
        for line in try lines.take(Array(rest.prefix(size))) { _ = try reader.read(line: line) }
        rest = rest.dropFirst(size)
      }
      if let line = lines.finish() { _ = try reader.read(line: line) }
      try reader.finish()
      #expect(reader.journal.entries == small.journal.entries)
    }
  }
}
