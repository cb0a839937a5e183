import Ekiben

/// Runs `ekiben apply STORE DOC FILE`.
enum ApplyCommand: Command {
  static let spec = CommandSpec(
    name: "apply", summary: "make a document equal to a description, as one step",
    positionals: [CommandSpec.store, CommandSpec.document, .init(name: "FILE")],
    options: [
      .init(name: "dry-run", summary: "only say what would change; the file stays as it is"),
      .init(name: "format", value: "F", summary: "ekiben or fhir, instead of recognising it"),
    ] + CommandSpec.changing,
    discussion: """
      Reads what import reads. Sections and rows become as described, and what the description lacks
      goes. An answer changes only where the description gives a value, which has to be one that set
      would take.
      """)

  static func run(_ call: Call) throws {
    let file = call.arguments[2]
    let name = try call.documentName()
    let imported = try FormFile.read(
      try InputFile.read(file), named: name.rawValue, as: name.rawValue,
      format: try ImportCommand.format(call), registry: call.environment.registry)
    ImportCommand.noteWarnings(of: imported, call)
    if call.arguments.has("dry-run") {
      try call.withDocument { reading in
        let input = try call.input(reading.store)
        try preview(imported.form, reading.document, input, call)
      }
    } else {
      try call.withSession { session in try apply(imported.form, session, call) }
    }
  }

  private static func preview(
    _ form: Form, _ document: StoredDocument, _ input: RowInput, _ call: Call
  ) throws {
    let description = try description(form, for: document, input, call)
    let changes = document.changes(toMatch: description)
    let plan = TablePlan(from: document.content, to: try document.content.applying(changes))
    if call.isJSON {
      return call.console.write(json(nil, head: document.head, changes, plan))
    }
    for change in changes.changes { call.console.write(Notation.text(of: change)) }
    call.console.write(
      changes.isEmpty
        ? "nothing would change"
        : "\(Wording.count(changes.changes.count, "change")), \(PlanOutput.text(plan)); "
          + "nothing was changed")
  }

  private static func apply(_ form: Form, _ session: DocumentEditor, _ call: Call) throws {
    let input = try call.input(session.store)
    let description = try description(form, for: session.document, input, call)
    let entry = try session.apply(description, reason: call.arguments["reason"])
    let changes = entry?.changes ?? Changeset()
    let answered = changes.changes.compactMap { change -> RowID? in
      guard case .row(let row) = change.record, change.field == .value else { return nil }
      return row
    }
    try SetCommand.noteIssues(of: answered, session, call)
    guard call.isJSON else { return try SetCommand.report(entry, session, call) }
    // From what the edit was made on: others may have written since the document was read.
    let content = session.document.content
    let plan = TablePlan(from: try content.applying(changes.inverted), to: content)
    call.console.write(json(entry, head: session.document.head, changes, plan))
  }

  // With the answers as `set` would store them.
  private static func description(
    _ form: Form, for document: StoredDocument, _ input: RowInput, _ call: Call
  ) throws -> Document {
    var warnings: [String] = []
    let sections = try form.sections.map { section in
      var section = section
      section.rows = ChunkedList(
        try section.rows.map { row in
          guard let value = row.fields[.value], value != document.row(row.id)?.fields[.value]
          else { return row }
          var row = row
          row.fields[.value] = try SetCommand.answer(value, of: row, input, &warnings)
          return row
        })
      return section
    }
    for warning in warnings { call.console.note(warning) }
    do { return try Document(fields: form.fields, sections: sections) } catch {
      throw StoreError.duplicates(error)
    }
  }

  private static func json(
    _ entry: Entry?, head: Int, _ changes: Changeset, _ plan: TablePlan
  ) -> JSON {
    .object([
      ("entry", entry.map { .integer($0.number) } ?? .null), ("head", .integer(head)),
      ("changes", .array(changes.changes.map { JSONOutput.change($0) })),
      ("plan", PlanOutput.json(plan)),
    ])
  }
}
