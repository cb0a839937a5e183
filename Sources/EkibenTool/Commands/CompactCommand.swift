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
    let done = try call.withStore(.readWrite) { store in
      do { return try store.compact() } catch StoreError.remains {
        throw CommandFailure(
          .busy,
          "the old entries of \(call.path) are archived and its free pages given back, but other programs are "
            + "reading it, so that \(call.path)-wal stays and may hold what was written over; it gets "
            + "smaller, once they have ended, with: \(Wording.call("compact", [call.path]))")
      }
    }
    call.write(
      json: .object(["before": done.before, "after": done.after, "archived": done.archived]),
      lines: [
        "compacted \(Notation.shown(call.path)): \(Wording.count(done.before, "byte")) before, "
          + "\(done.after) after; \(Wording.count(done.archived, "entry", "entries")) archived"
      ])
  }
}
