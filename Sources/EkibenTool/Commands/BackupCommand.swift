import Ekiben

/// Runs `ekiben backup STORE FILE`.
enum BackupCommand: Command {
  static let spec = CommandSpec(
    name: "backup", summary: "copy the store to a new file while others use it",
    positionals: [CommandSpec.store, .init(name: "FILE")], options: CommandSpec.reading,
    discussion: """
      The copy is one state of the store, whole, with all of its history. It appears under its name
      when all of it is on disk; a file that is there is not written over.
      """, isMaintenance: true)

  static func run(_ call: Call) throws {
    let file = call.arguments[1]
    if InputFile.exists(file) {
      throw CommandFailure(.refused, "\(file) is there already; name a file that is not")
    }
    let bytes = try call.withStore(.readOnly) { store in try store.backUp(to: file) }
    if call.isJSON {
      call.console.write(.object([("file", .string(file)), ("bytes", .integer(bytes))]))
    } else {
      call.console.write("copied to \(Notation.shown(file)): \(Wording.count(bytes, "byte"))")
    }
  }
}
