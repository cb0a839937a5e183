import Ekiben

enum CheckoutCommand: Command {
  static let spec = CommandSpec(
    name: "checkout", summary: "go to any entry, on any branch",
    positionals: ["STORE", "DOC", "N"], options: CommandSpec.editing,
    discussion: """
      The way is the shortest one: up to where the branches part, and down. Nothing is lost: redo then
      follows the branch that was taken, and checkout goes back.
      """)

  static func run(_ call: Call) throws {
    try call.withSession(holding: []) { session in
      let target = try call.entryNumber(at: 2, of: session.document)
      let entry = try session.perform(.checkout(target), reason: call.reason)
      try Travelling.reportCheckout(entry, session, call)
    }
  }
}
