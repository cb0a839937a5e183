import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore

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
    try call.withDocument { reading in
      let document = reading.document
      let row = try call.row(call.arguments[2], of: document)
      let component = call.environment.registry.component(row.id, row.fields)
      // What is kept may have come with an answer, though none can be given here.
      if component.input == nil, !(component is Opaque) {
        throw InputError(row, .noAnswer(component: component.name))
      }
      let number = try call.entryNumber(of: reading)
      let target = Change.Target(.row(row.id), .value)
      let found = try reading.store.fields([target], of: document, at: number ?? document.count)
      let value = found[0].value
      if call.isJSON {
        call.console.write(try json(row.id, found[0], reading))
      } else if let value {
        let context = try call.input(reading.store).context
        call.console.write(
          Notation.shown(
            component.input?.text(ofValue: value, in: context) ?? ValueText.bare(value)))
      }
    }
  }

  private static func json(
    _ row: RowID, _ state: FieldState, _ reading: DocumentReading
  ) throws -> JSON {
    let entry = state.origin.entry == 0 ? nil : try reading.entry(state.origin.entry)
    return .object([
      ("row", .string(row.rawValue)), ("value", JSONOutput.value(state.value)),
      ("entry", entry.map { .integer($0.number) } ?? .null),
      ("author", entry.map { .string($0.author) } ?? .null),
      ("time", entry.map { .string(Timestamp.text($0.time)) } ?? .null),
    ])
  }
}
