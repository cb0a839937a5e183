import Ekiben

/// Runs `ekiben add STORE DOC SECTION`.
enum AddCommand: Command {
  static let spec = CommandSpec(
    name: "add", summary: "add an instance of a section or question that repeats",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "SECTION")],
    options: CommandSpec.besides + CommandSpec.changing,
    discussion: """
      It goes behind the others unless --before or --after names one. show --ids shows the ids. Where a
      row and a section have one id, section:ID is the section.
      """)

  static func run(_ call: Call) throws {
    try call.restructure("added") { session in
      let record = try call.record(call.arguments[2], of: session.document)
      let thing = "instance \(session.document.uid) \(session.document.count)"
      return .add(
        to: record, at: try call.place(session.document) ?? .last,
        seed: call.environment.uid(for: thing))
    }
  }
}

/// Runs `ekiben remove STORE DOC ROW|SECTION`.
enum RemoveCommand: Command {
  static let spec = CommandSpec(
    name: "remove",
    summary: "take an instance, a row or a section away, with all that stands in it",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "ROW|SECTION")],
    options: CommandSpec.changing,
    discussion: "An undo brings it back, with the same ids and answers.")

  static func run(_ call: Call) throws {
    try call.restructure("removed") { session in
      .remove(try call.record(call.arguments[2], of: session.document))
    }
  }
}

/// Runs `ekiben move STORE DOC ROW`.
enum MoveCommand: Command {
  static let spec = CommandSpec(
    name: "move", summary: "put an instance, a row or a section somewhere else",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "ROW")],
    options: CommandSpec.besides + [
      .init(name: "to", value: "SECTION", summary: "to the end of a section")
    ] + CommandSpec.changing,
    discussion:
      "One of --before, --after and --to says where. What stands in it or under it goes along.")

  static func run(_ call: Call) throws {
    try call.restructure("moved") { session in
      let record = try call.record(call.arguments[2], of: session.document)
      guard let place = try call.place(session.document) else {
        throw CommandFailure.usage("--before, --after or --to is missing", command: spec)
      }
      return .move(record, to: place)
    }
  }
}

extension CommandSpec {
  fileprivate static let besides = [
    Option(name: "before", value: "ROW", summary: "before another one"),
    Option(name: "after", value: "ROW", summary: "behind another one"),
  ]
}

extension Call {
  /// The row or section of a word: `section:ID` is the section where both are there.
  fileprivate func record(_ text: String, of document: StoredDocument) throws -> RecordID {
    let prefix = "section:"
    if text.hasPrefix(prefix) {
      return .section(try existing("section", String(text.dropFirst(prefix.count))))
    }
    let row: RowID = try existing("row or section", text)
    let section = SectionID(unchecked: text)
    if document.index[row] == nil, document.index[section] != nil { return .section(section) }
    return .row(row)
  }

  /// What `--before`, `--after` and `--to` say; nil where none is given.
  fileprivate func place(_ document: StoredDocument) throws -> StructurePlace? {
    let given = ["before", "after", "to"].filter { arguments[$0] != nil }
    if given.count > 1 {
      throw CommandFailure.usage("only one of --before, --after and --to", command: arguments.spec)
    }
    guard let name = given.first, let text = arguments[name] else { return nil }
    if name == "to" { return .section(try existing("section", text)) }
    let other = try record(text, of: document)
    return name == "before" ? .before(other) : .after(other)
  }

  /// Changes the structure, and says in one line what was done and how to take it back.
  fileprivate func restructure(
    _ verb: String, _ edit: (DocumentEditor) throws -> Edit
  ) throws {
    try withSession { session in
      let wanted = try edit(session)
      let entry = try session.restructure(wanted, arguments["reason"])
      guard !isJSON, let entry else { return SetCommand.report(entry, session, self) }
      let record = wanted.moved ?? entry.changes.changes.first { $0.isAddition }?.record
      let undo = Wording.command(["undo", path, session.document.name.rawValue])
      console.write(
        "edit \(entry.number) by \(Notation.shown(entry.author)): "
          + "\(record.map { Wording.record($0) } ?? "") \(verb); undo with: \(undo)")
    }
  }
}

extension Edit {
  /// What is removed or moved; nil where something comes that had no id before.
  fileprivate var moved: RecordID? {
    switch operation {
    case .remove(let record), .move(let record, _): record
    default: nil
    }
  }
}

extension Change {
  fileprivate var isAddition: Bool { field == nil && before == nil }
}
