import Ekiben

/// Runs `ekiben set STORE DOC ROW VALUE …`.
enum SetCommand: Command {
  static let spec = CommandSpec(
    name: "set", summary: "give rows their answers, as one step",
    positionals: [
      CommandSpec.store, CommandSpec.document,
      .init(name: "ROW VALUE", isOptional: true, repeats: true),
    ],
    options: [
      .init(name: "changes", value: "FILE", summary: "what log and diff print; - is standard input")
    ] + CommandSpec.changing,
    discussion: """
      Several ROW VALUE pairs are one step. A Toggle takes true or false (also yes or no), a Choice a
      code or a label, numbers keep their digits; empty text is an answer, too. Behind -- every word
      is a row or a value, whatever it begins with.

      With --changes the answers come as lines such as  name: "Ad" → "Ada"  with – for no answer;
      empty lines and those that begin with # are passed over. Each row has to hold what stands before
      the arrow, else nothing is changed.
      """)

  static func run(_ call: Call) throws {
    let words = call.arguments.positionals.dropFirst(2)
    if let source = call.arguments["changes"] {
      guard words.isEmpty else {
        throw CommandFailure.usage("--changes stands instead of ROW VALUE", command: spec)
      }
      return try ChangesInput.run(call, source)
    }
    if words.isEmpty { throw CommandFailure.usage("ROW is missing", command: spec) }
    guard words.count.isMultiple(of: 2) else {
      throw CommandFailure.usage("VALUE is missing after \(words.last ?? "ROW")", command: spec)
    }
    try call.withSession { session in
      let pairs = stride(from: words.startIndex, to: words.endIndex, by: 2).map {
        (name: words[$0], text: words[$0 + 1])
      }
      var (rows, warnings) = ([RowID](), [String]())
      let entry = try session.set(reason: call.arguments["reason"]) { document in
        try pairs.map { name, text in
          let row = try call.row(name, of: document)
          rows.append(row.id)
          return (row.id, try answer(text, of: row, call, &warnings))
        }
      }
      for warning in warnings { call.console.note(warning) }
      try noteIssues(of: rows, session, call)
      report(entry, session, call)
    }
  }

  private static func answer(
    _ text: String, of row: Document.Row, _ call: Call, _ warnings: inout [String]
  ) throws -> Value {
    let value = try call.input.read(text, for: row)
    if let valueSet = try call.input.traits(of: row)?.valueSet {
      let place = valueSet.isEmpty ? "its options are not part of the form" : "see \(valueSet)"
      warnings.append(
        Notation.shown("warning: \(row.id): the code \(text) could not be checked; \(place)"))
    }
    return value
  }

  /// Takes a value as `set` takes a text: an option may be named by its label.
  static func answer(
    _ value: Value, of row: Document.Row, _ call: Call, _ warnings: inout [String]
  ) throws -> Value {
    if try call.input.traits(of: row)?.options != nil, let text = value.asText {
      return try answer(text, of: row, call, &warnings)
    }
    return try call.input.check(value, for: row)
  }

  static func noteIssues(
    of rows: [RowID], _ session: DocumentEditor, _ call: Call
  ) throws {
    var told: Set<RowID> = []
    let (input, rules) = (try call.input, session.rules)
    for id in rows where told.insert(id).inserted {
      guard let row = session.document.row(id).map({ session.document.held($0, rules) }) else {
        continue
      }
      if row.fields.isHidden {
        call.console.note(
          Notation.shown("note: \(id) is not shown as things stand; ekiben why says more"))
        continue
      }
      for issue in input.issues(of: row) {
        call.console.note(Notation.shown("issue: \(issue.row): \(issue.message)"))
      }
    }
  }

  /// Says what an edit changed, and how to take it back.
  static func report(_ entry: Entry?, of past: String = "", _ session: DocumentEditor, _ call: Call)
  {
    if call.isJSON { return call.console.write(JSONOutput.edit(entry, of: session.document)) }
    guard let entry else { return call.console.write("nothing changed") }
    let undo = Wording.command(["undo", call.path, session.document.name.rawValue])
    call.console.write(
      "\(entry.kind.rawValue) \(entry.number) by \(Notation.shown(entry.author))\(past): "
        + "\(Wording.changes(entry.changes)); undo with: \(undo)")
  }
}

/// Runs `ekiben clear STORE DOC ROW…`.
enum ClearCommand: Command {
  static let spec = CommandSpec(
    name: "clear", summary: "take answers away, as one step",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "ROW", repeats: true)],
    options: CommandSpec.changing,
    discussion: "A cleared answer is not the same as an empty text.")

  static func run(_ call: Call) throws {
    try call.withSession { session in
      let entry = try session.set(reason: call.arguments["reason"]) { document in
        try call.arguments.positionals.dropFirst(2).map { name in
          (try call.row(name, of: document).id, nil)
        }
      }
      SetCommand.report(entry, session, call)
    }
  }
}
