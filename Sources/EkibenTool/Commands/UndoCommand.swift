import Ekiben

/// Runs `ekiben undo STORE DOC`.
enum UndoCommand: Command {
  static let spec = CommandSpec(
    name: "undo", summary: "take steps back, as one entry",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [.init(name: "n", short: "n", value: "K", summary: "how many steps (1)")]
      + CommandSpec.changing,
    discussion:
      "If there are fewer steps, nothing is undone. Nothing is ever lost: see log --graph.")

  static func run(_ call: Call) throws {
    let steps = try call.arguments.number("n", atLeast: 1) ?? 1
    try call.withSession { session in
      let entry = try session.undo(steps: steps, reason: call.arguments["reason"])
      try Travelling.report(entry, "undid", back: "redo", session, call)
    }
  }
}

/// Runs `ekiben redo STORE DOC`.
enum RedoCommand: Command {
  static let spec = CommandSpec(
    name: "redo", summary: "do undone steps again, as one entry",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [
      .init(name: "n", short: "n", value: "K", summary: "how many steps (1)"),
      .init(name: "to", value: "N", summary: "go on until entry N is the head"),
    ] + CommandSpec.changing,
    discussion: "Where the history forks, redo takes the branch last visited; --to names another.")

  static func run(_ call: Call) throws {
    let steps = try call.arguments.number("n", atLeast: 1)
    let target = try call.arguments.number("to", atLeast: 1)
    if steps != nil && target != nil {
      throw CommandFailure.usage("-n and --to exclude each other", command: spec)
    }
    try call.withSession { session in
      let reason = call.arguments["reason"]
      let entry =
        if let target {
          try session.redo(to: target, reason: reason)
        } else {
          try session.redo(steps: steps ?? 1, reason: reason)
        }
      try Travelling.report(entry, "redid", back: "undo", session, call)
    }
  }
}

/// What undo and redo have in common.
enum Travelling {
  /// Says which entries were travelled over, whose they were, what changed, and the way back.
  static func report(
    _ entry: Entry?, _ verb: String, back: String, _ session: Session, _ call: Call
  ) throws {
    guard let entry else { return }
    let reading = DocumentReading(store: session.store, document: session.document)
    let path = session.document.history.travelled(by: entry)
    let of = path.undone + path.redone
    let changes = try reading.changes(of: entry)
    guard !call.isJSON else {
      return call.console.write(
        .object([
          ("entry", .integer(entry.number)), ("head", .integer(entry.head)),
          ("of", .array(of.map { .integer($0) })),
          ("changes", .array(changes.changes.map { JSONOutput.change($0) })),
        ]))
    }
    var words = [back, call.path, session.document.name.rawValue]
    let steps = Set(of.compactMap { session.document.history.step(of: $0) }).count
    if steps > 1 { words += ["-n", "\(steps)"] }
    let command = Wording.command(words)
    let authors = try Wording.authors(of: of, in: reading)
    call.console.write(
      "\(verb) \(Wording.numbers(of)) by \(authors): "
        + "\(Wording.changes(changes)); \(back) with: \(command)")
  }
}
