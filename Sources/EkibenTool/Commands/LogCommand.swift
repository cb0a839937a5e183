import Ekiben
import EkibenDocuments
import EkibenInterchange

enum LogCommand: Command {
  static let spec = CommandSpec(
    name: "log", summary: "print a document's history, newest first, a line a step",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("--graph", "draw the tree of edits, oldest first"),
      .init("--row ROW", "only what touched this row"),
      .init("--limit K", "only the newest K lines"),
      .init("--since TIME", "only entries at or after a time; \(CommandSpec.moment)"),
      .init("--until TIME", "only entries before a time; \(CommandSpec.moment)"),
      .init("--author NAME", "only what this author did"),
      .init("--grep TEXT", "only entries that say this"),
      .init("--entries", "a line an entry instead of a step"),
      .init("--ids", "also what each entry is called everywhere"),
    ] + CommandSpec.reading,
    discussion: """
      Without DOC: of all documents, also of deleted ones, by their times. With --json: JSON Lines, an
      entry each. An id is the SHA-256 of an entry and stands for all that
      came before it; a step has that of its last entry.
      """, isList: true)

  static func run(_ call: Call) throws {
    let limit = try call.arguments.number("limit", atLeast: 0) ?? .max
    if call.arguments.optional(1) == nil { return try StoreLog.run(limit, call) }
    // Each line brings in the rows that it names; the graph is drawn of the whole.
    let isGraph = call.arguments.has("graph") && !call.isJSON
    let rows = isGraph ? nil : call.rows(named: [call.arguments["row"]].compactMap(\.self))
    try call.withDocument(holding: rows) { reading in
      let filter = try EntryFilter(call, reading)
      let ids = call.arguments.has("ids") ? try reading.store.entryIDs(of: reading.document) : []
      if isGraph { return try draw(reading, filter, limit, ids, call) }
      var list = HistoryList(
        reading, try ChangeWords(reading, call), bySteps: !call.arguments.has("entries"),
        limit: limit, ids: ids
      ) { line, width in call.console.write(line: line.text(width: width)) }
      var (written, isFound) = (0, false)
      try reading.newestFirst { entry in
        guard call.console.isOpen else { return false }
        guard try filter.takes(entry) else { return true }
        isFound = true
        guard call.isJSON else { return try list.add(entry) }
        guard written < limit else { return false }
        written += 1
        let id = ids.isEmpty ? nil : ids[entry.number - 1]
        call.console.write(try JSONOutput.entry(entry, in: reading, id: id))
        return true
      }
      try list.flush()
      if let row = filter.absent, !isFound {
        throw StoreError.unknownRow(row, document: reading.document.name)
      }
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
      call.console.write(line: line)
      return call.console.isOpen
    }
  }
}

/// Which entries `log` prints.
struct EntryFilter {
  private let reading: DocumentReading
  private let since: Int64?
  private let until: Int64?
  private let author: String?
  private let text: String?
  private let record: RecordID?
  private let words: ChangeWords?

  var takesAll: Bool {
    since == nil && until == nil && author == nil && text == nil && record == nil
  }

  init(_ call: Call, _ reading: DocumentReading) throws {
    self.reading = reading
    (since, until) = (try call.time("since"), try call.time("until"))
    (author, text) = (call.arguments["author"], call.arguments["grep"])
    words = try text.map { _ in try ChangeWords(reading, call) }
    record = try call.arguments["row"].map { try Self.record($0, of: reading.document, call) }
  }

  /// The record that a word names: a row, or a section where there is no such row.
  private static func record(
    _ text: String, of document: StoredDocument, _ call: Call
  ) throws -> RecordID {
    let id: RowID = try call.existing("row", text)
    if document.row(id) == nil, text.hasPrefix("section:") {
      return .section(try call.existing("section", String(text.dropFirst(8))))
    }
    return .row(id)
  }

  /// What is asked for and not there; it may have been once.
  var absent: RowID? {
    guard case .row(let id)? = record, reading.document.row(id) == nil else { return nil }
    return id
  }

  // Clocks go back, so a late entry with an early time does not end the search.
  func takes(_ entry: Entry) throws -> Bool {
    if let since, entry.time < since { return false }
    if let until, entry.time >= until { return false }
    if let author, !ByteText.equal(entry.author, author) { return false }
    if let record, try !reading.changes(of: entry).changes.contains(where: { $0.record == record })
    {
      return false
    }
    guard let text, let words else { return true }
    let said = [entry.reason, entry.mark].compactMap(\.self).joined(separator: "\n")
    if said.contains(text) { return true }
    let changes = try reading.changes(of: entry)
    let document = try reading.naming(changes).document
    return try HistoryText.changes(changes, [], words.of(document)).description.contains(text)
  }
}

/// The histories of all documents of a store in one list, the newest first.
///
/// They are read one after the other, so the lines are kept until the last is known: no more than `--limit` says, and
/// some. Clocks go back, so that the newest by time may stand anywhere in a document.
struct StoreLog {
  // A step or an entry, as it is printed.
  private typealias Line = (document: DocumentName, time: Int64, number: Int, text: FittedLine)

  static func run(_ limit: Int, _ call: Call) throws {
    for option in ["graph", "row", "ids"] where call.arguments.has(option) {
      throw CommandFailure.usage("--\(option) needs DOC")
    }
    var log = StoreLog(limit: limit)
    try call.withStore(.readOnly) { store in
      for summary in try store.documents() + store.documents(deleted: true) {
        let document = try store.document(summary.name)
        try log.read(DocumentReading(store: store, document: document), call)
      }
    }
    log.keepNewest()
    let names = log.lines.map { FittedLine.width(of: Notation.shown($0.document.rawValue)) }
    let width = names.max() ?? 0
    for line in log.lines where call.console.isOpen {
      let name = Notation.shown(line.document.rawValue).padded(to: width)
      call.console.write(line: call.isJSON ? line.text : "\(name)  \(line.text)")
    }
  }

  private let limit: Int
  private var lines: [Line] = []
  // Nothing that is older is among the newest.
  private var oldest = Int64.min

  private mutating func add(_ line: Line) {
    lines.append(line)
    if lines.count - 200 == limit { keepNewest() }
  }

  private mutating func keepNewest() {
    lines.sort { ($1.time, $0.document, $1.number) < ($0.time, $1.document, $0.number) }
    guard lines.count > limit else { return }
    lines.removeLast(lines.count - limit)
    oldest = lines.last?.time ?? .max
  }

  private mutating func read(_ reading: DocumentReading, _ call: Call) throws {
    let name = reading.document.name
    let filter = try EntryFilter(call, reading)
    var found: [Line] = []
    var list = HistoryList(
      reading, try ChangeWords(reading, call), bySteps: !call.arguments.has("entries"), limit: .max
    ) { line, width in
      found.append((name, line.newest.time, line.newest.number, line.text(width: width)))
    }
    var step: Int?
    try reading.newestFirst { entry in
      // A step is as old as its newest entry.
      guard entry.time >= oldest || entry.step == step, try filter.takes(entry) else { return true }
      step = entry.step
      if call.isJSON {
        let json = try JSONOutput.entry(entry, in: reading, naming: name)
        add((name, entry.time, entry.number, FittedLine(json.encoded(escapingTerminal: true))))
      } else {
        _ = try list.add(entry)
        for line in found { add(line) }
        found.removeAll()
      }
      return true
    }
    try list.flush()
    for line in found { add(line) }
  }
}
