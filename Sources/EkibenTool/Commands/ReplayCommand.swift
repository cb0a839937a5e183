import Ekiben

/// Runs `ekiben replay STORE DOC`.
enum ReplayCommand: Command {
  static let spec = CommandSpec(
    name: "replay", summary: "replay a history into a table, checking it after every entry",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [
      .init(name: "from", value: "N", summary: "the entry to start with (the first)"),
      .init(name: "to", value: "N", summary: "the entry to end with (the last)"),
      .init(name: "verbose", summary: "print what the table did for each entry"),
    ] + CommandSpec.reading,
    discussion: "With --json --verbose: JSON Lines, an entry each, and the summary last.")

  static func run(_ call: Call) throws {
    let first = try call.arguments.number("from", atLeast: 1)
    let last = try call.arguments.number("to", atLeast: 1)
    try call.withDocument { reading in
      let report: Replay.Report
      do {
        var failure: (any Error)?
        report = try Replay(of: reading.document, in: reading.store).run(
          from: first, to: last
        ) { entry, events in
          guard failure == nil, call.arguments.has("verbose") else { return }
          do { try show(entry, events, reading, call) } catch { failure = error }
        }
        if let failure { throw failure }
      } catch let failure as Replay.Failure {
        throw CommandFailure(.refused, failure.description)
      }
      if call.isJSON {
        call.console.write(summary(report))
      } else {
        call.console.write(
          "replayed \(Wording.count(report.entries, "entry", "entries")) in "
            + "\(Wording.count(report.batches, "batch", "batches")) (\(report.operations)): ok")
      }
    }
  }

  private static func show(
    _ entry: Entry, _ events: ArraySlice<TableEvent>, _ reading: DocumentReading, _ call: Call
  ) throws {
    let events = events.map(\.description)
    if call.isJSON {
      return call.console.write(
        .object([
          ("entry", .integer(entry.number)), ("kind", .string(entry.kind.rawValue)),
          ("events", .array(events.map { .string($0) })),
        ]))
    }
    let changes = try reading.changes(of: entry)
    let what = changes.isEmpty ? "" : "  " + HistoryText.changes(changes)
    call.console.write(
      "#\(entry.number) \(entry.kind.rawValue)\(HistoryText.travel(entry, reading.document))\(what)   "
        + events.joined(separator: "; "))
  }

  private static func summary(_ report: Replay.Report) -> JSON {
    let operations = report.operations.counts.map { ($0.name, JSON.integer($0.count)) }
    return .object([
      ("entries", .integer(report.entries)), ("batches", .integer(report.batches)),
      ("operations", .object(operations)), ("ok", .bool(true)),
    ])
  }
}
