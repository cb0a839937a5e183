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
        call.console.write(json(document, content, head: head))
      } else {
        call.console.write(heading(document, content, head: head) + "\n")
        let drawing = TableDrawing(content.displays, showsIDs: call.arguments.has("ids"))
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

  private static func json(_ document: StoredDocument, _ content: Document, head: Int) -> JSON {
    .object([
      ("document", .string(document.name.rawValue)), ("form", .string(document.form.rawValue)),
      ("revision", .integer(document.revision)), ("head", .integer(head)),
      ("status", .string(document.status.rawValue)),
      ("sections", .array(content.sections.map { section($0) })),
    ])
  }

  private static func section(_ section: Document.Section) -> JSON {
    let display = SectionDisplay(section)
    return .object([
      ("id", .string(section.id.rawValue)), ("level", .integer(display.level)),
      ("header", display.header.map { .string($0) } ?? .null),
      ("footer", display.footer.map { .string($0) } ?? .null),
      ("rows", .array(section.rows.map { row($0) })),
    ])
  }

  private static func row(_ row: Document.Row) -> JSON {
    let display = RowDisplay(row)
    var members: [(String, JSON)] = [
      ("id", .string(row.id.rawValue)), ("component", .string(display.component)),
    ]
    switch display.kind {
    case .textInput(let kind): members.append(("kind", .string(kind.rawValue)))
    case .choice(let options, _):
      let options = options.map { option -> JSON in
        .object([("code", .string(option.code)), ("label", .string(option.label))])
      }
      members.append(("options", .array(options)))
    case .toggle, .description, .opaque: break
    }
    members += [
      ("title", display.title.map { .string($0) } ?? .null),
      ("value", JSONOutput.value(row.fields[.value])),
      ("text", display.text.map { .string($0) } ?? .null), ("visible", .bool(true)),
      ("readOnly", .bool(display.isReadOnly)), ("required", .bool(display.isRequired)),
      ("issues", .array(display.issues.map { JSONOutput.issue($0) })),
    ]
    return .object(members)
  }
}
