import Ekiben
import EkibenDocuments

enum CompactCommand: Command {
  static let spec = CommandSpec(
    name: "compact", summary: "make the file smaller, with all of its history",
    positionals: ["STORE"], options: CommandSpec.reading,
    discussion: """
      Old entries move to where they take less room, and free pages go back to the disk. Nobody else
      may be using the file meanwhile.
      """, isMaintenance: true)

  static func run(_ call: Call) throws {
    let done = try call.withStore(.readWrite) { store in try store.compact() }
    call.write(
      json: .object(["before": done.before, "after": done.after, "archived": done.archived]),
      lines: [
        "compacted \(Notation.shown(call.path)): \(Wording.count(done.before, "byte")) before, "
          + "\(done.after) after; \(Wording.count(done.archived, "entry", "entries")) archived"
      ])
  }
}
