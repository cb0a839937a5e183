import Ekiben

enum UndoCommand: Command {
  static let spec = CommandSpec(
    name: "undo", summary: "take steps back, as one entry", positionals: ["STORE", "DOC"],
    options: [
      .init("-n K", "how many steps (1)"),
      .init("--mine", "the author's own last step that still stands, as a revert"),
    ] + CommandSpec.editing,
    discussion: """
      If there are fewer steps, nothing is undone. Nothing is ever lost: see log --graph.

      With --mine what others did since stays, and each call goes one step further back. If something
      that the step wrote has been changed since, nothing is done, and the later entries are named.
      """)

  static func run(_ call: Call) throws {
    let steps = try call.arguments.number("n", atLeast: 1)
    let isMine = call.arguments.has("mine")
    if isMine, steps != nil { throw CommandFailure.usage("-n and --mine exclude each other") }
    try call.withSession(holding: []) { session in
      if isMine {
        let entry = try session.perform(.undoOwnStep, reason: call.reason)
        return try Travelling.reportRevert(entry, session, call)
      }
      let entry = try session.undo(steps: steps ?? 1, reason: call.reason)
      try Travelling.report(entry, "undid", back: "redo", session, call)
    }
  }
}

enum RedoCommand: Command {
  static let spec = CommandSpec(
    name: "redo", summary: "do undone steps again, as one entry", positionals: ["STORE", "DOC"],
    options: [
      .init("-n K", "how many steps (1)"),
      .init("--to N", "go on until this entry or mark is the head"),
    ] + CommandSpec.editing,
    discussion: "Where the history forks, redo takes the branch last visited; --to names another.")

  static func run(_ call: Call) throws {
    let steps = try call.arguments.number("n", atLeast: 1)
    if steps != nil && call.arguments.has("to") {
      throw CommandFailure.usage("-n and --to exclude each other")
    }
    try call.withSession(holding: []) { session in
      let target = try call.entryNumber(option: "to", of: session.document)
      let entry: Entry? =
        if target == session.document.head { nil } else if let target {
          try session.perform(.redoTo(target), reason: call.reason)
        } else { try session.redo(steps: steps ?? 1, reason: call.reason) }
      try Travelling.report(entry, "redid", back: "undo", session, call)
    }
  }
}
