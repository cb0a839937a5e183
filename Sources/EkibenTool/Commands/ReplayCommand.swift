import Ekiben
import EkibenForms
import EkibenInterchange

enum ReplayCommand: Command {
  static let spec = CommandSpec(
    name: "replay", summary: "replay a history into a table, checking it after every entry",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("--from N", "the entry to start with (the first)"),
      .init("--to N", "the entry to end with (the last)"),
      .init("--verbose", "print what the table did for each entry"),
    ] + CommandSpec.reading,
    discussion: """
      A single word is the file of an exported history, which needs no store; - is standard input.
      With --json --verbose: JSON Lines, an entry each, and the summary last.
      """, streams: ["STORE"])

  static func run(_ call: Call) throws {
    if call.arguments.optional(1) == nil {
      let first = try call.arguments.number("from", atLeast: 1)
      let last = try call.arguments.number("to", atLeast: 1)
      try replay(Replay(of: try history(call)), first, last, call)
    } else {
      try Arguments.checkIsFile(call.path, "STORE")
      try call.withDocument { reading in
        let first = try call.entryNumber(option: "from", of: reading.document)
        let last = try call.entryNumber(option: "to", of: reading.document)
        try replay(Replay(of: reading.document, in: reading.store), first, last, call)
      }
    }
  }

  private static func history(_ call: Call) throws -> HistoryReader {
    try InputFile.naming(call.path) {
      let pieces = try InputPieces(call.path)
      let beginning = try pieces.beginning()
      // Whoever names a store has forgotten the document.
      if beginning.starts(with: storeMagic) { throw CommandFailure.usage("DOC is missing") }
      return try HistoryImport.read(pieces, behind: beginning)
    }
  }

  private static func replay(
    _ replay: Replay, _ first: Int?, _ last: Int?, _ call: Call
  ) throws {
    let report: Replay.Report
    var shown = Result<Void, any Error>.success(())
    do throws(Replay.Failure) {
      report = try replay.run(.forwards(from: first, to: last)) { line, events, plan in
        guard call.arguments.has("verbose") else { return }
        shown = shown.flatMap { Result { try show(line, events, plan, call) } }
      }
    } catch { throw CommandFailure(.refused, error.description) }
    try shown.get()
    let operations = report.operations.counts.map { ($0.name, $0.count.json) }
    call.write(
      json: .object([
        "entries": report.entries, "batches": report.batches,
        "operations": JSON.object(operations), "ok": true,
      ]),
      lines: [
        "replayed \(Wording.count(report.entries, "entry", "entries")) in "
          + "\(Wording.count(report.batches, "batch", "batches")) (\(report.operations)): ok"
      ])
  }

  // No history starts so: its control character stands in no JSON.
  private static let storeMagic = Array("SQLite format 3\u{0}".utf8)

  private static func show(
    _ line: HistoryEntry, _ events: ArraySlice<TableEvent>, _ plan: TablePlan?, _ call: Call
  ) throws {
    let entry = line.entry
    let events = events.map(\.description)
    if call.isJSON {
      return call.console.write(
        .object([
          "entry": entry.number, "kind": entry.kind.name, "events": events,
          "plan": plan ?? TablePlan(stages: []),
        ]))
    }
    let words = ChangeWords(nil, RowInput())
    let changes = try HistoryText.changes(line.changes, entry.calculated, words)
    let what = line.changes.isEmpty ? "" : "  \(changes)"
    let did = events.isEmpty ? "" : "   " + events.joined(separator: "; ")
    call.console.write(
      "#\(entry.number) \(HistoryText.kind(entry))\(HistoryText.travel(line))\(what)\(did)")
  }
}
