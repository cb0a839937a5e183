import Ekiben

enum RevertCommand: Command {
  static let spec = CommandSpec(
    name: "revert", summary: "take one past entry back in the present, as one step",
    positionals: ["STORE", "DOC", "N"], options: CommandSpec.editing,
    discussion: """
      What came after it stays. If something that the entry wrote has been changed since, nothing is
      done, and the later entries in the way are named.
      """)

  static func run(_ call: Call) throws {
    try call.withSession(holding: []) { session in
      let target = try call.entryNumber(at: 2, of: session.document)
      let entry = try session.perform(.revert(target), reason: call.reason)
      let reading = DocumentReading(store: session.store, document: session.document)
      let author = try Wording.authors(of: [target], in: reading)
      try SetCommand.report(entry, of: " of \(target) by \(author)", session, call)
    }
  }
}
