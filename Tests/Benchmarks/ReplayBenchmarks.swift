import BenchmarkResults
import Ekiben
import EkibenForms
import EkibenTesting
import Foundation
import RandomJournals

/// The workloads `replay` of the group `table`: a long journal with undo, redo and branches, shown
/// from its store to a table.
///
/// The other side applies the same changes to a document and shows them to nobody. Before anything is
/// measured, the table that the replay ends in is compared with the one that the session kept.
@MainActor
enum ReplayBenchmarks {
  static let entries = 100_000
  private static let (sections, rows) = (50, 20)

  struct TablesDiffer: Error, CustomStringConvertible {
    let description: String
  }

  static func run(only: String) throws -> [BenchmarkResult] {
    guard "replay".hasPrefix(only) || only.hasPrefix("replay") else { return [] }
    return try withTemporaryStore { store in
      let session = try store.open("bench", from: form(), in: .fixed())
      let live = HeadlessTable()
      live.checksContent = false
      session.attach(live)
      var generator = SessionGenerator(seed: 1)
      generator.structureEvery = 1000
      while session.document.count < entries {
        try generator.work(on: session, until: min(session.document.count + 5000, entries))
        live.clearLog()
      }
      let replay = Replay(of: session.document, in: store)
      return try [memory(replay, expecting: live)] + speed(replay, of: session.document, in: store)
    }
  }

  private static func speed(
    _ replay: Replay, of document: StoredDocument, in store: Store
  ) throws -> [BenchmarkResult] {
    let modes: [(name: String, check: Replay.Check)] = [
      ("plain", .never), ("checked", .touched()),
    ]
    return try modes.map { mode in
      try Rounds.compare(
        "table replay-\(mode.name)-\(entries)", against: "applying the changes alone",
        size: entries, ours: { try replay.run(.forwards(), checking: mode.check) },
        theirs: { try applyAll(document, in: store) })
    }
  }

  private static func applyAll(_ document: StoredDocument, in store: Store) throws -> Document {
    var content = try store.content(of: document, at: 1)
    var index = Document.Index(content)
    for number in 1...document.count {
      let changes = try store.historyEntry(number, of: document).changes
      try content.apply(changes, at: index)
      if !changes.isContentOnly { index = Document.Index(content) }
    }
    return content
  }

  /// The resident size at its largest, beside what it was before the replay.
  private static func memory(_ replay: Replay, expecting live: HeadlessTable) throws
    -> BenchmarkResult
  {
    // Once, so that what the store keeps of pages that were read is not counted.
    var table = TableModel()
    table.checksContent = false
    _ = try replay.run(in: &table, checking: .never)
    let before = residentMegabytes()
    var largest = before
    let report = try replay.run { line, _ in
      if line.entry.number.isMultiple(of: 5000) { largest = max(largest, residentMegabytes()) }
    }
    guard report.entries == entries, table.displays == live.displays else {
      throw TablesDiffer(description: "the replay does not end in the table of the session")
    }
    return BenchmarkResult(
      "table replay-memory-\(entries)", largest, "MB", baseline: before, against: "before",
      target: 1.25)
  }

  private static func residentMegabytes() -> Double {
    do {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      let pages = text.split(separator: " ").dropFirst().first.flatMap { Double($0) } ?? 0
      return pages * 4096 / 1_048_576
    } catch {
      return .nan
    }
  }

  private static func form() -> Form {
    Form("bench") {
      for section in 0..<sections {
        Section(SectionID(unchecked: "section-\(section)"), header: "Section \(section)") {
          for row in 0..<rows {
            TextInput(Field<String>(RowID(unchecked: "row-\(section)-\(row)")), title: "Row \(row)")
          }
        }
      }
    }
  }
}
