import Ekiben
import EkibenDocuments
import EkibenInterchange

/// Runs `ekiben log STORE DOC`.
enum LogCommand: Command {
  static let spec = CommandSpec(
    name: "log", summary: "print a document's history, newest first, a line a step",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [
      .init(name: "graph", summary: "draw the tree of edits, oldest first"),
      .init(name: "row", value: "ROW", summary: "only what touched this row"),
      .init(name: "limit", value: "K", summary: "only the newest K lines"),
      .init(name: "since", value: "TIME", summary: "only entries at or after a time"),
      .init(name: "entries", summary: "a line an entry instead of a step"),
      .init(name: "ids", summary: "also what each entry is called everywhere"),
    ] + CommandSpec.reading,
    discussion: """
      With --json: JSON Lines, an entry each. An id is the SHA-256 of an entry and stands for all that
      came before it; a step has that of its last entry.
      """, isList: true)

  static func run(_ call: Call) throws {
    let limit = try call.arguments.number("limit", atLeast: 0) ?? .max
    // Each line brings in the rows that it names; the graph is drawn of the whole.
    let isGraph = call.arguments.has("graph") && !call.isJSON
    let rows = isGraph ? nil : call.rows(named: [call.arguments["row"]].compactMap(\.self))
    try call.withDocument(holding: rows) { reading in
      let filter = try EntryFilter(call, reading)
      let ids = call.arguments.has("ids") ? try reading.store.entryIDs(of: reading.document) : []
      if isGraph {
        return try draw(reading, filter, limit, ids, call)
      }
      var list = HistoryList(
        reading, try ChangeWords(reading, call), bySteps: !call.arguments.has("entries"),
        limit: limit, ids: ids
      ) { call.console.write($0) }
      var written = 0
      try reading.newestFirst { entry in
        guard call.console.isOpen else { return false }
        guard try filter.takes(entry) else { return true }
        guard call.isJSON else { return try list.add(entry) }
        guard written < limit else { return false }
        written += 1
        let id = ids.isEmpty ? nil : ids[entry.number - 1]
        call.console.write(try JSONOutput.entry(entry, in: reading, id: id))
        return true
      }
      try list.flush()
    }
  }

  private static func draw(
    _ reading: DocumentReading, _ filter: EntryFilter, _ limit: Int, _ ids: [EntryID], _ call: Call
  ) throws {
    var shown: Set<Int>?
    if !filter.takesAll || limit < .max {
      var nodes: Set<Int> = []
      try reading.newestFirst { entry in
        guard nodes.count < limit else { return false }
        if entry.kind.isNode, try filter.takes(entry) { nodes.insert(entry.number) }
        return true
      }
      shown = nodes
    }
    try HistoryGraph(reading, try ChangeWords(reading, call), ids: ids).draw(shown) { line in
      call.console.write(line)
      return call.console.isOpen
    }
  }
}

/// Which entries `log` prints.
private struct EntryFilter {
  private let reading: DocumentReading
  private let since: Int64?
  private let record: RecordID?

  var takesAll: Bool { since == nil && record == nil }

  init(_ call: Call, _ reading: DocumentReading) throws {
    self.reading = reading
    since = try call.time("since")
    record = try call.arguments["row"].map { .row(try call.row($0, of: reading.document).id) }
  }

  // Clocks go back, so a late entry with an early time does not end the search.
  func takes(_ entry: Entry) throws -> Bool {
    if let since, entry.time < since { return false }
    guard let record else { return true }
    return try reading.changes(of: entry).changes.contains { $0.record == record }
  }
}
