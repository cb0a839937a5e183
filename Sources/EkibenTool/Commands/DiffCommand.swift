import Ekiben

enum DiffCommand: Command {
  static let spec = CommandSpec(
    name: "diff", summary: "print what differs between two entries",
    positionals: ["STORE", "DOC", "A", "[B]"],
    options: [.init("--exit-code", "end with 1 if anything differs")] + CommandSpec.reading,
    discussion: """
      A and B are numbers of entries or names of marks; without B the present is meant. What is printed
      leads from A to B; where only answers differ, set --changes reads it, and passes over what
      formulas gave.
      """, isList: true)

  static func run(_ call: Call) throws {
    try call.withDocument(holding: []) { reading in
      let document = reading.document
      let from = try call.entryNumber(at: 2, of: document)
      let to =
        call.arguments.optional(3) == nil
        ? document.head : try call.entryNumber(at: 3, of: document)
      let found = try reading.store.changes(in: document, from: from, to: to)
      let words = try ChangeWords(reading.naming(found), call)
      let changes = try found.changes.filter { try !words.isToSameRevision($0) }
      let changeset = Changeset(changes)
      let calculated = try calculated(changeset, at: to, reading)
      try call.write(
        json: .object([
          "from": from, "to": to, "changes": JSONOutput.changes(changeset, calculated: calculated),
        ]),
        lines: words.notation(changeset, calculated: calculated))
      if call.arguments.has("exit-code"), !changes.isEmpty {
        let places = Wording.count(changes.count, "place")
        throw CommandFailure(.refused, "entries \(from) and \(to) differ in \(places)")
      }
    }
  }

  // Of what differs, the answers that formulas gave where the difference leads to.
  private static func calculated(
    _ changeset: Changeset, at number: Int, _ reading: DocumentReading
  ) throws -> Set<Change.Target> {
    let answers = changeset.changes.map(\.target).filter { $0.field == .value }
    let states = try reading.store.fields(answers, of: reading.document, at: number)
    return Set(zip(answers, states).filter { $1.origin.isCalculated }.map { $0.0 })
  }
}
