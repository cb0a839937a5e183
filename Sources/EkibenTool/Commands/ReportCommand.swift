import Ekiben
import EkibenDocuments
import EkibenInterchange

/// Runs `ekiben report STORE [DOC] -o FILE`.
enum ReportCommand: Command {
  static let spec = CommandSpec(
    name: "report", summary: "write a page to read or print: answers, who gave them, and histories",
    positionals: [CommandSpec.store, .init(name: "DOC", isOptional: true)],
    options: [
      .init(name: "output", short: "o", value: "FILE", summary: "where to write it"),
      .init(name: "force", summary: "replace a file that is there"),
      .init(name: "all", summary: "also hidden rows"),
      .init(name: "limit", value: "K", summary: "only the newest K lines of each history"),
      CommandSpec.language,
    ] + CommandSpec.reading,
    discussion: """
      Without DOC: all documents but deleted ones, with a list of them, each as it stands when its turn
      comes. The page is one file that needs no other and runs nothing. Secrets are masked.
      """, needed: ["output"])

  static func run(_ call: Call) throws {
    guard let path = call.arguments["output"] else {
      throw CommandFailure.usage("report needs -o FILE", command: spec)
    }
    let limit = try call.arguments.number("limit", atLeast: 0) ?? .max
    try OutputFile.checkFolder(of: path)
    try call.withStore(.readOnly) { store in
      let names = try names(in: store, call)
      let files = try PartialFiles(
        [path], or: "name another file", isReplacing: call.arguments.has("force"))
      do {
        // Why a line could not be written is known at the end.
        let page = ReportPage(call) { line in _ = files.write(line + "\n", to: 0) }
        try write(names, of: store, limit, on: page, call)
        try files.finish()
      } catch {
        files.discard()
        throw error
      }
      let bytes = files.files[0].bytes
      call.write(
        json: .object([("file", .string(path)), ("bytes", .integer(bytes))]),
        lines: [Notation.shown("\(path): \(bytes) bytes")])
    }
  }

  private static func names(in store: Store, _ call: Call) throws -> [DocumentName]? {
    guard call.arguments.optional(1) != nil else { return nil }
    return [try store.document(call.documentName(), holding: []).name]
  }

  private static func write(
    _ names: [DocumentName]?, of store: Store, _ limit: Int, on page: ReportPage, _ call: Call
  ) throws {
    var all: [DocumentSummary] = []
    if names == nil { all = try store.documents() }
    for (at, name) in (names ?? all.map(\.name)).enumerated() {
      let reading = DocumentReading(store: store, document: try store.document(name))
      let shown = try ShownDocument(
        reading, at: nil, withHidden: call.arguments.has("all"), call)
      if at == 0 {
        page.begin(names == nil ? call.path : page.title(of: reading, shown))
        if names == nil { page.list(all) }
      }
      try page.add(reading, shown, number: at + 1, limit: limit)
    }
    if names == nil, all.isEmpty {
      page.begin(call.path)
      page.list(all)
    }
    page.end()
  }
}
