import Ekiben
import EkibenDocuments
import EkibenInterchange

enum ReportCommand: Command {
  static let spec = CommandSpec(
    name: "report", summary: "write a page to read or print: answers, who gave them, and histories",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("-o, --output FILE", "where to write it; - is standard output"),
      .init("--force", "replace a file that is there"),
      .init("--all", "also hidden rows and retired answers"),
      .init("--limit K", "only the newest K lines of each history"), CommandSpec.language,
    ] + CommandSpec.reading,
    discussion: """
      Without DOC: all documents but deleted ones, with a list of them, each as it stands when its turn
      comes. The page is one file that needs no other and runs nothing. Secrets are masked.
      """, needed: ["output"])

  static func run(_ call: Call) throws {
    guard let path = call.arguments["output"] else {
      throw CommandFailure.usage("report needs -o FILE")
    }
    let limit = try call.arguments.number("limit", atLeast: 0) ?? .max
    let isStream = try OutputFile.isStream(path, call)
    if !isStream { try OutputFile.checkFolder(of: path) }
    // It would take the store's place, with --force.
    if !isStream { try OutputFile.checkPlace(of: path, notOf: call.path) }
    try call.withStore(.readOnly) { store in
      let name = try call.arguments.optional(1).map { _ in
        try store.document(call.documentName(), holding: []).name
      }
      func write(to output: @escaping (String) -> Void) throws {
        try self.write(name, of: store, limit, on: ReportPage(call, output), call)
      }
      if isStream { return try write(to: call.console.write) }
      let files = try PartialFiles(
        [path], or: "name another file", isReplacing: call.arguments.has("force"))
      // Why a line could not be written is known at the end.
      try files.whole { files in try write { line in _ = files.write(line + "\n", to: 0) } }
      let bytes = files.files[0].bytes
      call.write(
        json: .object(["file": path, "bytes": bytes]),
        lines: [Notation.shown("\(path): \(bytes) bytes")])
    }
  }

  /// Writes one document, or without a name all of them behind a list.
  private static func write(
    _ name: DocumentName?, of store: Store, _ limit: Int, on page: ReportPage, _ call: Call
  ) throws {
    func read(_ name: DocumentName) throws -> (DocumentReading, ShownDocument) {
      let reading = DocumentReading(store: store, document: try store.document(name))
      let isWhole = call.arguments.has("all")
      return (reading, try ShownDocument(reading, at: nil, withHidden: isWhole, call))
    }
    if let name {
      let (reading, shown) = try read(name)
      page.begin(page.title(of: reading, shown))
      try page.add(reading, shown, number: 1, limit: limit)
    } else {
      let documents = try store.documents()
      page.begin(call.path)
      page.list(documents)
      try call.showingProgress("reporting") { line in
        for (at, document) in documents.enumerated() where call.console.isOpen {
          let (reading, shown) = try read(document.name)
          try page.add(reading, shown, number: at + 1, limit: limit)
          line.note(at + 1, of: documents.count)
        }
      }
    }
    page.end()
  }
}
