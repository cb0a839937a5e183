import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenStore

enum GetCommand: Command {
  static let spec = CommandSpec(
    name: "get", summary: "print one answer, bare", positionals: ["STORE", "DOC", "ROW"],
    options: [CommandSpec.at] + CommandSpec.reading,
    discussion: """
      The answer is printed as it is, with one line feed behind it: an empty text is that alone, and a row
      without an answer prints nothing. Only a terminal is shown control characters escaped. --json tells
      apart what looks alike, such as a number and a text of the same digits.
      """)

  static func run(_ call: Call) throws {
    try call.withStore(.readOnly) { store in
      let name = try call.documentName()
      let id: RowID = try call.existing("row", call.arguments[2])
      // What stands there now needs one row of most documents.
      if !call.isJSON, call.arguments["at"] == nil, let found = try store.formRow(id, of: name) {
        let component = try component(of: found.row, call)
        return try write(found.state.value, component, call, store)
      }
      let document = try store.document(name, holding: [id])
      try write(DocumentReading(store: store, document: document), id, call)
    }
  }

  private static func write(_ reading: DocumentReading, _ id: RowID, _ call: Call) throws {
    let document = reading.document
    let number = try call.entryNumber(of: reading)
    guard let row = try document.row(id) ?? formerRow(id, of: reading, at: number) else {
      throw StoreError.unknownRow(id, document: document.name)
    }
    let component = try component(of: row, call)
    let target = Change.Target(.row(id), .value)
    let found = try reading.store.fields([target], of: document, at: number ?? document.count)
    if call.isJSON {
      call.console.write(try json(id, found[0], reading))
    } else {
      try write(found[0].value, component, call, reading.store)
    }
  }

  // What was taken away since stood there, too.
  private static func formerRow(
    _ id: RowID, of reading: DocumentReading, at number: Int?
  ) throws -> Document.Row? {
    guard let number else { return nil }
    let document = try reading.store.document(reading.document.name)
    return try reading.store.content(of: document, at: number).row(id)
  }

  private static func write(
    _ value: Value?, _ component: any Component, _ call: Call, _ store: Store
  ) throws {
    guard let value else { return }
    let context = try call.input(store).context
    call.pass(component.input?.text(ofValue: value, in: context) ?? ValueText.bare(value))
  }

  private static func component(of row: Document.Row, _ call: Call) throws -> any Component {
    let component = call.environment.registry.component(row.id, row.fields)
    // What is kept may have come with an answer, though none can be given here.
    if component.input == nil, !(component is Opaque) {
      throw InputError(row, .noAnswer(component: component.name))
    }
    return component
  }

  private static func json(
    _ row: RowID, _ state: FieldState, _ reading: DocumentReading
  ) throws -> JSON {
    var known: [Int: Entry] = [:]
    let found = try reading.store.author(of: row, state.origin, in: reading.document, &known)
    return .object([
      "row": row, "value": state.value, "entry": found?.entry.number, "via": found?.via,
      "author": found?.entry.author, "time": (found?.entry.time).map { Timestamp.text($0) },
    ])
  }
}
