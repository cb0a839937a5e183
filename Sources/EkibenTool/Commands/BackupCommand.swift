import Ekiben
import EkibenDocuments

enum BackupCommand: Command {
  static let spec = CommandSpec(
    name: "backup", summary: "copy the store to a new file while others use it",
    positionals: ["STORE", "FILE"],
    options: [
      CommandSpec.Option("--force", "what is at FILE gets the name FILE-before-backup first")
    ] + CommandSpec.reading,
    discussion: """
      The copy is one state of the store, whole, with all of its history. It appears under its name
      when all of it is on disk. Nothing is written over: neither a file that is there, nor a log
      (FILE-wal, FILE-shm, FILE-journal) or FILE-partial that was left there.
      """, isMaintenance: true)

  static func run(_ call: Call) throws {
    let file = call.arguments[1]
    let isForced = call.arguments.has("force")
    try OutputFile.checkPlace(of: file, besides: call.path, are: "STORE and FILE")
    try OutputFile.checkKind(of: file, or: "name another file")
    if InputFile.exists(file), !isForced {
      throw CommandFailure(
        .refused, "\(file) is there already; name a file that is not, or set it aside with --force")
    }
    let bytes = try call.withStore(.readOnly) { store in
      try OutputFile.checkFolder(of: file)
      return try call.showingProgress("copying") { line in
        try store.backUp(to: file, settingAside: isForced) { line.note($0, of: $1) }
      }
    }
    call.write(
      json: .object(["file": file, "bytes": bytes]),
      lines: ["copied to \(Notation.shown(file)): \(Wording.count(bytes, "byte"))"])
  }
}
