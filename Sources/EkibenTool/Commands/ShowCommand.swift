import Ekiben

/// Runs `ekiben show STORE DOC`.
enum ShowCommand: Command {
  static let spec = CommandSpec(
    name: "show", summary: "show a document as it stands, or stood",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [
      .init(name: "at", value: "N|TIME", summary: "as it stood after an entry, or at a time"),
      .init(name: "all", summary: "also hidden rows"),
      .init(name: "ids", summary: "the id of each row beside it"),
    ] + CommandSpec.reading)

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let document = reading.document
      let number = try call.entryNumber(of: reading)
      let content =
        try number.map { try reading.store.content(of: document, at: $0) } ?? document.content
      let head = number.flatMap { document.history.head(after: $0) } ?? document.head
      if call.isJSON {
        call.console.write(json(document, content, head: head, call))
      } else {
        call.console.write(heading(document, content, head: head) + "\n")
        let displays = content.displays(call.environment.registry)
        let drawing = TableDrawing(
          displays, showsIDs: call.arguments.has("ids"), showsConditions: true)
        call.console.write(drawing.description)
      }
    }
  }

  private static func heading(
    _ document: StoredDocument, _ content: Document, head: Int
  ) -> String {
    let title = content.fields.text(.title) ?? document.form.rawValue
    return Notation.shown(
      "\(title) — \(document.name) (\(document.form) revision \(document.revision), "
        + "\(document.status.rawValue), entry \(head))")
  }

  private static func json(
    _ document: StoredDocument, _ content: Document, head: Int, _ call: Call
  ) -> JSON {
    .object([
      ("document", .string(document.name.rawValue)), ("form", .string(document.form.rawValue)),
      ("revision", .integer(document.revision)), ("head", .integer(head)),
      ("status", .string(document.status.rawValue)),
      ("sections", .array(content.sections.map { section($0, call.environment.registry) })),
    ])
  }

  private static func section(
    _ section: Document.Section, _ registry: ComponentRegistry
  ) -> JSON {
    let display = SectionDisplay(section, registry: registry)
    return .object(
      [
        ("id", .string(section.id.rawValue)), ("level", .integer(display.level)),
        ("header", display.header.map { .string($0) } ?? .null),
        ("footer", display.footer.map { .string($0) } ?? .null),
        ("rows", .array(zip(section.rows, display.rows).map { row($0, $1) })),
      ] + notes(isConditional: display.isConditional))
  }

  private static func row(_ row: Document.Row, _ display: RowDisplay) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .string(row.id.rawValue)), ("component", .string(display.component)),
    ]
    if let kind = display.traits?.kind { members.append(("kind", .string(kind))) }
    if let options = display.traits?.options {
      members.append(("options", .array(options.map { option($0) })))
    }
    members += [
      ("title", display.title.map { .string($0) } ?? .null),
      ("value", JSONOutput.value(row.fields[.value])),
      ("text", display.text.map { .string($0) } ?? .null), ("visible", .bool(true)),
      ("readOnly", .bool(display.isReadOnly)), ("required", .bool(display.isRequired)),
      ("issues", .array(display.issues.map { JSONOutput.issue($0) })),
    ]
    members += notes(isConditional: display.isConditional)
    return .object(members)
  }

  private static func notes(isConditional: Bool) -> [(String, JSON)] {
    isConditional ? [("notes", .array([.string(TableDrawing.conditionNote)]))] : []
  }

  private static func option(_ option: Choice.Option) -> JSON {
    .object([("code", .string(option.code)), ("label", .string(option.label))])
  }
}
