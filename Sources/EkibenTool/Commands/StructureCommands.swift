import Ekiben
import EkibenDocuments

enum AddCommand: Command {
  static let spec = CommandSpec(
    name: "add", summary: "add an instance of a section or question that repeats",
    positionals: ["STORE", "DOC", "SECTION"], options: CommandSpec.besides + CommandSpec.editing,
    discussion: """
      It goes behind the others unless --before or --after names one. show --ids shows the ids. Where a
      row and a section have one id, section:ID is the section.
      """)

  static func run(_ call: Call) throws {
    try call.restructure { session in
      let record = try call.record(
        call.arguments[2], of: session.document, isFor: "section or question")
      let thing = "instance \(session.document.uid) \(session.document.count)"
      return .add(
        to: record, at: try call.place(session.document) ?? .last,
        seed: call.environment.uid(for: thing))
    }
  }
}

enum RemoveCommand: Command {
  static let spec = CommandSpec(
    name: "remove",
    summary: "take an instance, a row or a section away, with all that stands in it",
    positionals: ["STORE", "DOC", "ROW|SECTION"], options: CommandSpec.editing,
    discussion: """
      An undo brings it back, with the same ids and answers. What repeats goes with all its instances,
      unless there have to be some.
      """)

  static func run(_ call: Call) throws {
    try call.restructure { session in
      .remove(try call.record(call.arguments[2], of: session.document))
    }
  }
}

enum MoveCommand: Command {
  static let spec = CommandSpec(
    name: "move", summary: "put an instance, a row or a section somewhere else",
    positionals: ["STORE", "DOC", "ROW"],
    options: CommandSpec.besides + [.init("--to SECTION", "to the end of a section")]
      + CommandSpec.editing,
    discussion:
      "One of --before, --after and --to says where. What stands in it or under it goes along.")

  static func run(_ call: Call) throws {
    try call.restructure { session in
      let record = try call.record(call.arguments[2], of: session.document)
      guard let place = try call.place(session.document) else {
        throw CommandFailure.usage("--before, --after or --to is missing")
      }
      return .move(record, to: place)
    }
  }
}

extension CommandSpec {
  fileprivate static let besides = [
    Option("--before ROW", "before another one"), Option("--after ROW", "behind another one"),
  ]
}

extension Call {
  /// The row or section of a word: `section:ID` is the section where both are there.
  fileprivate func record(
    _ text: String, of document: StoredDocument, isFor thing: String = "row or section"
  ) throws -> RecordID {
    if text.hasPrefix(Self.sectionPrefix) { return .section(try section(text)) }
    let row: RowID = try existing(thing, text)
    let section = SectionID(unchecked: text)
    if document.index[row] != nil { return .row(row) }
    if document.index[section] != nil { return .section(section) }
    let way = wayOut(of: text, in: document)
    throw CommandFailure(.refused, "there is no \(thing) \(Notation.name(text))\(way)")
  }

  private static let sectionPrefix = "section:"

  /// The section of a word, with `section:` before it or without.
  private func section(_ text: String) throws -> SectionID {
    let id =
      text.hasPrefix(Self.sectionPrefix) ? text.dropFirst(Self.sectionPrefix.count) : text[...]
    return try existing("section", String(id))
  }

  /// What `--before`, `--after` and `--to` say; nil where none is given.
  fileprivate func place(_ document: StoredDocument) throws -> StructurePlace? {
    let given = ["before", "after", "to"].filter { arguments[$0] != nil }
    if given.count > 1 { throw CommandFailure.usage("only one of --before, --after and --to") }
    guard let name = given.first, let text = arguments[name] else { return nil }
    if name == "to" { return .section(try section(text)) }
    let other = try record(text, of: document)
    return name == "before" ? .before(other) : .after(other)
  }

  /// Changes the structure, and says in one line what was done and how to take it back.
  fileprivate func restructure(_ edit: (DocumentEditor) throws -> Edit) throws {
    try withSession { session in
      let before = session.document
      let entry = try session.perform(try edit(session), reason: reason)
      try NewCommand.noteMissing(in: session.document, since: before, self)
      try SetCommand.report(entry, since: before, session, self)
    }
  }
}
