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
    let (timeout, isForced) = (try call.timeout, call.arguments.has("force"))
    try OutputFile.checkFolder(of: path)
    try OutputFile.checkPlace(of: path, besides: call.arguments[0], are: "BACKUP and STORE")
    let done = try InputFile.file(call.arguments[0], beside: path) { backup in
      do throws(StoreError) {
        return try Store.restore(backup, to: path, settingAside: isForced, timeout: timeout)
      } catch {
        throw failure(error, of: backup, to: path, isForced: isForced)
      }
    }
    let kept = done.kept.map { "; what was there is \($0)" } ?? ""
    let count = Wording.count(done.documents, "document")
    call.write(
      json: .object([
        "file": path, "documents": done.documents, "bytes": done.bytes, "kept": done.kept,
      ]), lines: [Notation.shown("restored \(path): \(count)\(kept)")])
  }

  /// What lies at STORE can be set aside, whatever is wrong with it; what is wrong with BACKUP stays.
  private static func failure(
    _ error: StoreError, of backup: String, to path: String, isForced: Bool
  ) -> CommandFailure {
    let way: String
    switch error {
    case .damaged(backup, _): way = "; name another copy"
    case .notAStore where InputFile.isFolder(path): return CommandFailure(error)
    case .damaged(path, _), .newerFormat(path, _), .formerFormat(path, _), .leftover(path, _),
      .notAStore(path, _):
      way = isForced ? "" : "; --force sets it aside"
    default: return CommandFailure(error)
    }
    return CommandFailure(CommandFailure(error).code, error.description + way)
  }
}
