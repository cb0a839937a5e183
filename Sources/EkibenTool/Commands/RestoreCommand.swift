import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

/// Runs `ekiben restore BACKUP STORE`.
enum RestoreCommand: Command {
  static let spec = CommandSpec(
    name: "restore", summary: "put a copy in a store's place; the old store is kept beside it",
    positionals: ["BACKUP", "STORE"],
    options: [
      CommandSpec.Option(
        "--force", "also where STORE is damaged or no store, or another file's log lies beside it")
    ] + [CommandSpec.json, CommandSpec.timeout],
    discussion: """
      BACKUP stays as it is; - is standard input. What was at STORE is called STORE-before-restore
      afterwards, its log as well; nothing is written over. Other programs may have STORE open: they
      finish what they are writing, which is kept with the old store, and are told with their next change.
      """, isMaintenance: true, streams: ["BACKUP"])

  static func run(_ call: Call) throws {
    let path = call.arguments[1]
    let timeout = try call.timeout
    let done = try InputFile.file(call.arguments[0], beside: path) { backup in
      try Store.restore(
        backup, to: path, settingAside: call.arguments.has("force"), timeout: timeout)
    }
    call.write(json: json(done, path), lines: [text(done, path)])
  }

  private static func json(_ done: StoreRestoration, _ path: String) -> JSON {
    .object([
      "file": path, "documents": done.documents, "bytes": done.bytes, "kept": done.kept,
    ])
  }

  private static func text(_ done: StoreRestoration, _ path: String) -> String {
    let kept = done.kept.map { "; what was there is \(Notation.shown($0))" } ?? ""
    return "restored \(Notation.shown(path)): \(Wording.count(done.documents, "document"))\(kept)"
  }
}
