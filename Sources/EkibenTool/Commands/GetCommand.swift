import Ekiben

/// Runs `ekiben get STORE DOC ROW`.
enum GetCommand: Command {
  static let spec = CommandSpec(
    name: "get", summary: "print one answer, bare",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "ROW")],
    options: [
      .init(name: "at", value: "N|TIME", summary: "as it stood after an entry, or at a time")
    ] + CommandSpec.reading,
    discussion: "A row without an answer prints nothing.")

  static func run(_ call: Call) throws {
    try call.withDocument { document in
      let row = try call.row(call.arguments[2], of: document)
      if RowKind(row) == .description {
        throw InputError.noAnswer(row.id, component: Description.component)
      }
      let number = try call.entryNumber(of: document)
      let content = try number.map { try document.content(at: $0) } ?? document.content
      let origins = number.map { document.origins(at: $0) } ?? document.origins
      let value = content.row(row.id)?.fields[.value]
      if call.isJSON {
        call.console.write(json(row.id, value, origins, document.journal))
      } else if let value {
        call.console.write(Notation.shown(ValueText.bare(value)))
      }
    }
  }

  private static func json(
    _ row: RowID, _ value: Value?, _ origins: Origins, _ journal: Journal
  ) -> JSON {
    let entry = journal[origins[Change.Target(.row(row), .value)].entry]
    return .object([
      ("row", .string(row.rawValue)), ("value", JSONOutput.value(value)),
      ("entry", entry.map { .integer($0.number) } ?? .null),
      ("author", entry.map { .string($0.author) } ?? .null),
      ("time", entry.map { .string(Timestamp.text($0.time)) } ?? .null),
    ])
  }
}
