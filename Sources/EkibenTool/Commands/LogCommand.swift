import Ekiben

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
    ] + CommandSpec.reading,
    discussion: "With --json: JSON Lines, an entry each.")

  static func run(_ call: Call) throws {
    try call.withDocument { document in
      let journal = document.journal
      let entries = try selected(call, document)
      let limit = try call.arguments.number("limit", atLeast: 0) ?? .max
      if call.isJSON {
        for entry in entries.prefix(limit) {
          call.console.write(JSONOutput.entry(entry, in: journal))
        }
      } else {
        for line in lines(of: entries, limit, journal, call) { call.console.write(line) }
      }
    }
  }

  // The limit counts lines: steps, entries, or the nodes of the tree.
  private static func lines(
    of entries: [Entry], _ limit: Int, _ journal: Journal, _ call: Call
  ) -> [String] {
    guard call.arguments.has("graph") else {
      let lines = HistoryList(journal).lines(of: entries, bySteps: !call.arguments.has("entries"))
      return Array(lines.prefix(limit))
    }
    let nodes = entries.filter(\.kind.isNode).prefix(limit)
    return HistoryGraph(journal).lines(of: Set(nodes.map(\.number)))
  }

  // Newest first.
  private static func selected(_ call: Call, _ document: StoredDocument) throws -> [Entry] {
    var entries = Array(document.journal.entries.reversed())
    if let text = call.arguments["since"] {
      guard let time = Timestamp.parse(text) else {
        throw call.arguments.wrongValue("since", takes: Timestamp.kind)
      }
      entries.removeAll { $0.time < time }
    }
    if let name = call.arguments["row"] {
      let id = RecordID.row(try call.row(name, of: document).id)
      entries.removeAll { entry in
        !document.journal.changes(of: entry).changes.contains { $0.record == id }
      }
    }
    return entries
  }
}
