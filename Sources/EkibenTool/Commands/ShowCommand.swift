import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

/// Runs `ekiben show STORE DOC`.
enum ShowCommand: Command {
  static let spec = CommandSpec(
    name: "show", summary: "show a document as it stands, or stood",
    positionals: [CommandSpec.store, CommandSpec.document],
    options: [
      CommandSpec.at, .init(name: "all", summary: "also hidden rows"), CommandSpec.ids,
      CommandSpec.language, CommandSpec.given,
    ] + CommandSpec.reading,
    discussion: """
      Where the time or what --given hands over decides which answers count, they do so as at the last
      edit, unless --given says otherwise.
      Overridden is what somebody answered in a row that has a formula for its answer.
      """, isList: true)

  static func run(_ call: Call) throws {
    try call.withDocument { reading in
      let document = reading.document
      let number = try call.entryNumber(of: reading)
      let shown = try ShownDocument(
        reading, at: number, withHidden: call.isJSON || call.arguments.has("all"), call)
      let (content, drawn) = (shown.content, shown.drawn)
      let head = number.flatMap { document.history.head(after: $0) } ?? document.head
      let revision = try reading.revision(of: content)
      let states = try reading.store.calculatedStates(of: document, at: number)
      if call.isJSON {
        call.console.write(
          json(document, content, drawn, states, head: head, revision: revision, call))
      } else {
        let heading = heading(document, shown, head: head, revision: revision)
        call.console.write(heading + "\n")
        let displays = drawn.displays(call.environment.registry)
        let drawing = TableDrawing(
          displays, showsIDs: call.arguments.has("ids"),
          saying: states.filter { $1 == .overridden }.mapValues(\.rawValue))
        call.console.write(drawing.description)
      }
      noteLanguages(content, shown.context.languages, call)
    }
  }

  /// Says how much is in another language than the one that was asked for.
  static func noteLanguages(_ content: Document, _ languages: [String], _ call: Call) {
    guard let language = languages.first else { return }
    let count = content.untranslatedTexts(in: languages)
    guard count > 0 else { return }
    let own = content.fields.text(.language).map { " (\($0))" } ?? ""
    call.console.note(
      Notation.shown(
        "note: \(Wording.count(count, "text")) not in \(language), shown in the form's own\(own)"))
  }

  private static func heading(
    _ document: StoredDocument, _ shown: ShownDocument, head: Int, revision: Int
  ) -> String {
    let title = shown.title ?? document.form.rawValue
    return Notation.shown(
      "\(title) — \(document.name) (\(document.form) revision \(revision), "
        + "\(shown.content.status.rawValue), entry \(head))")
  }

  private static func json(
    _ document: StoredDocument, _ content: Document, _ drawn: Document,
    _ states: [RowID: CalculatedState], head: Int, revision: Int, _ call: Call
  ) -> JSON {
    .object([
      ("document", .string(document.name.rawValue)), ("form", .string(document.form.rawValue)),
      ("revision", .integer(revision)), ("head", .integer(head)),
      ("status", .string(content.status.rawValue)),
      ("sections", .array(sections(content, drawn, states, call.environment.registry))),
    ])
  }

  private static func sections(
    _ content: Document, _ drawn: Document, _ states: [RowID: CalculatedState],
    _ registry: ComponentRegistry
  ) -> [JSON] {
    let structure = DocumentStructure(content, Document.Index(content))
    return drawn.sections.map { section($0, structure, states, registry) }
  }

  /// What repeats, with its instances; what is an instance, or a part of one, with its template.
  private static func repeats(_ fields: Fields, _ instances: [String]) -> [(String, JSON)] {
    let template = fields.text(.template).map { [("template", JSON.string($0))] } ?? []
    guard fields.isTrue(.repeats) else { return template }
    let occurs = fields.occurs
    let limits: [(String, JSON)] = [
      ("label", .string(fields.text(.instanceLabel))), ("least", .integer(occurs.least)),
      ("greatest", .integer(occurs.greatest)),
    ]
    return template + [
      ("repeats", .object(limits)), ("instances", .array(instances.map { .string($0) })),
    ]
  }

  private static func section(
    _ section: Document.Section, _ structure: DocumentStructure,
    _ states: [RowID: CalculatedState], _ registry: ComponentRegistry
  ) -> JSON {
    let display = SectionDisplay(section, registry: registry)
    return .object(
      [
        ("id", .string(section.id.rawValue)), ("level", .integer(display.level)),
        ("header", .string(display.header)), ("footer", .string(display.footer)),
        ("visible", .bool(!display.isHidden)), ("hidden", .bool(section.fields.isTrue(.hidden))),
        ("readOnly", .bool(display.isReadOnly)), ("required", .bool(display.isRequired)),
        (
          "rows",
          .array(zip(section.rows, display.rows).map { row($0, $1, states[$0.id], structure) })
        ),
      ] + repeats(section.fields, structure.instances(of: section.id).map(\.rawValue)))
  }

  private static func row(
    _ row: Document.Row, _ display: RowDisplay, _ state: CalculatedState?,
    _ structure: DocumentStructure
  ) -> JSON {
    var members: [(String, JSON)] = [
      ("id", .string(row.id.rawValue)), ("component", .string(display.component)),
    ]
    if let kind = display.traits?.kind { members.append(("kind", .string(kind))) }
    if let options = row.listedOptions ?? display.traits?.options {
      members.append(("options", .array(options.map { JSONOutput.option($0) })))
    }
    if let units = display.traits?.units, !units.isEmpty {
      members.append(("units", .array(units.map { JSONOutput.option($0) })))
    }
    members += facts(row.fields, display)
    members += [
      ("title", .string(display.title)), ("value", JSONOutput.value(row.fields[.value])),
      ("text", .string(display.text)),
    ]
    if let state { members.append(("calculated", .string(state.rawValue))) }
    if let draft = display.draft { members.append(("draft", .string(draft))) }
    members += [
      ("visible", .bool(!display.isHidden)), ("hidden", .bool(row.fields.isTrue(.hidden))),
      ("readOnly", .bool(display.isReadOnly)), ("required", .bool(display.isRequired)),
      ("issues", .array((display.isHidden ? [] : display.issues).map { JSONOutput.issue($0) })),
    ]
    let isRepeat = row.fields.isTrue(.repeats)
    members += repeats(row.fields, isRepeat ? structure.instances(of: row.id).map(\.rawValue) : [])
    return .object(members)
  }

  /// What else the form says of the row: only what is there.
  private static func facts(_ fields: Fields, _ display: RowDisplay) -> [(String, JSON)] {
    let texts =
      [FieldName.prefix, .unit, .control, .orientation] + RowNote.Kind.allCases.map(\.field)
    let limits: [FieldName] = [
      .least, .greatest, .minLength, .maxLength, .minCount, .maxCount, .step, .decimals, .pattern,
    ]
    let found = limits.compactMap { name in
      fields[name].map { (name.rawValue, JSONOutput.value($0)) }
    }
    let said = texts.compactMap { name in fields.text(name).map { (name.rawValue, JSON.string($0)) }
    }
    let set = fields.text(.valueSet).map { [("optionSet", JSON.string($0))] } ?? []
    let counts = [("columns", FieldName.columns), ("moreOptions", .moreOptions)].compactMap {
      name, field in fields[field].map { (name, JSONOutput.value($0)) }
    }
    return said + counts + (found.isEmpty ? [] : [("limits", .object(found))]) + set
  }
}

extension Document.Row {
  fileprivate var listedOptions: [Choice.Option]? {
    fields[.listed]?.asList?.compactMap { $0.asRecord.flatMap { Choice.Option($0) } }
  }
}
