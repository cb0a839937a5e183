import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum UpgradeCommand: Command {
  static let spec = CommandSpec(
    name: "upgrade", summary: "bring the store to this version's format", positionals: ["STORE"],
    options: [.init("--keep", "first copy the old file to STORE-before-N")] + CommandSpec.reading,
    discussion: """
      Commands that write do so by themselves; those that read leave an older store as it is. With
      --keep the old file stays beside the new one, byte for byte; N is the format upgraded to. Each
      step is one transaction: what is broken off is gone on with the next time.
      """, isMaintenance: true)

  static func run(_ call: Call) throws {
    let done: StoreUpgrade
    do {
      done = try Store.upgrade(
        call.path, keepingCopy: call.arguments.has("keep"), timeout: try call.timeout,
        now: try call.environment.now(), id: call.environment.uid(for: "store"),
        schema: call.environment.schema)
    } catch StoreError.fileExists(let path) {
      throw CommandFailure(
        .refused, "\(path) is there already; move it away, or upgrade without --keep")
    }
    let copy = done.copy.map { "; the old file is \($0)" } ?? ""
    let line =
      done.from == done.to
      ? "\(call.path) has format \(done.to), which is the newest: nothing to do"
      : "upgraded \(call.path) from format \(done.from) to \(done.to)\(copy)"
    call.write(
      json: .object(["from": done.from, "to": done.to, "copy": done.copy]),
      lines: [Notation.shown(line)])
  }
}
