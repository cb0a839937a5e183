import Ekiben
import EkibenDocuments
import EkibenInterchange

/// The histories of all documents of a store in one list, the newest first.
///
/// They are read one after the other, so all lines are kept until the last is known: of each document no more
/// than `--limit` says.
enum StoreLog {
  // A step or an entry, as it is printed.
  private typealias Line = (document: DocumentName, time: Int64, number: Int, text: String)

  static func run(_ limit: Int, _ call: Call) throws {
    for option in ["graph", "row", "ids"] where call.arguments.has(option) {
      throw CommandFailure.usage("--\(option) needs DOC")
    }
    let lines = try call.withStore(.readOnly) { store in
      var lines: [Line] = []
      for summary in try store.documents() + store.documents(deleted: true) {
        let document = try store.document(summary.name)
        lines += try self.lines(of: DocumentReading(store: store, document: document), limit, call)
      }
      return lines
    }
    let newest = lines.sorted {
      ($1.time, $0.document, $1.number) < ($0.time, $1.document, $0.number)
    }.prefix(limit)
    let width = newest.map { Notation.shown($0.document.rawValue).count }.max() ?? 0
    for line in newest where call.console.isOpen {
      let name = Notation.shown(line.document.rawValue).padded(to: width)
      call.console.write(call.isJSON ? line.text : "\(name)  \(line.text)")
    }
  }

  private static func lines(
    of reading: DocumentReading, _ limit: Int, _ call: Call
  ) throws -> [Line] {
    let name = reading.document.name
    let filter = try EntryFilter(call, reading)
    var lines: [Line] = []
    func add(_ text: String, _ entry: Entry) {
      lines.append((name, entry.time, entry.number, text))
    }
    var list = HistoryList(
      reading, try ChangeWords(reading, call), bySteps: !call.arguments.has("entries"), limit: limit
    ) { line, width in add(line.text(width: width), line.newest) }
    try reading.newestFirst { entry in
      guard try filter.takes(entry) else { return true }
      guard call.isJSON else { return try list.add(entry) }
      guard lines.count < limit else { return false }
      let json = try JSONOutput.entry(entry, in: reading, naming: name)
      add(json.encoded(escapingTerminal: true), entry)
      return true
    }
    try list.flush()
    return lines
  }
}
