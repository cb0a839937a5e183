import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

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
    let kept = done.kept.map { "; what was there is \($0)" } ?? ""
    let count = Wording.count(done.documents, "document")
    call.write(
      json: .object([
        "file": path, "documents": done.documents, "bytes": done.bytes, "kept": done.kept,
      ]), lines: [Notation.shown("restored \(path): \(count)\(kept)")])
  }
}
