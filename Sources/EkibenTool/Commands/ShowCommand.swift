import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum ShowCommand: Command {
  static let spec = CommandSpec(
    name: "show", summary: "show a document as it stands, or stood", positionals: ["STORE", "DOC"],
    options: [
      CommandSpec.at, .init("--all", "also hidden rows and retired answers"), CommandSpec.ids,
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
      let (content, drawn, revision) = (shown.content, try shown.worded(), shown.revision)
      let head = number.flatMap { document.history.head(after: $0) } ?? document.head
      let states = try reading.store.calculatedStates(of: document, at: number)
      if call.isJSON {
        let structure = DocumentStructure(content, Document.Index(content))
        let sections = drawn.sections.map {
          section($0, structure, states, call.environment.registry)
        }
        call.console.write(
          .object([
            "document": document.name, "form": document.form, "revision": revision, "head": head,
            "status": content.status.rawValue, "sections": sections,
          ]))
      } else {
        let title = shown.title ?? document.form.rawValue
        call.say(
          "\(title) — \(document.name) (\(document.form) revision \(revision), "
            + "\(content.status.rawValue), entry \(head))")
        call.console.write("")
        let displays = drawn.displays(call.environment.registry)
        let drawing = TableDrawing(
          displays, showsIDs: call.arguments.has("ids"),
          saying: states.filter { $1 == .overridden }.mapValues(\.rawValue))
        call.console.write(drawing.description)
      }
      noteLanguages(content, shown.context.languages, call)
    }
  }

  // How much is in another language than the one that was asked for.
  private static func noteLanguages(_ content: Document, _ languages: [String], _ call: Call) {
    guard let language = languages.first else { return }
    let count = content.untranslatedTexts(in: languages)
    guard count > 0 else { return }
    let own = content.fields.text(.language).map { " (\($0))" } ?? ""
    call.note(
      "note: \(Wording.count(count, "text")) not in \(language), shown in the form's own\(own)")
  }

  private static func section(
    _ section: Document.Section, _ structure: DocumentStructure, _ states: [RowID: CalculatedState],
    _ registry: ComponentRegistry
  ) -> JSON {
    let display = SectionDisplay(section, registry: registry)
    let (fields, instances) = (section.fields, structure.instances(of: section.id))
    return .object([
      "id": section.id, "level": display.level, "header": display.header, "footer": display.footer,
      "visible": !display.isHidden, "hidden": fields.isTrue(.hidden),
      "readOnly": display.isReadOnly, "required": display.isRequired,
      "rows": zip(section.rows, display.rows).map { row($0, $1, states[$0.id], structure) },
      "template": OptionalMember(fields.text(.template)), "repeats": OptionalMember(limits(fields)),
      "instances": OptionalMember(fields.isTrue(.repeats) ? instances : nil),
    ])
  }

  /// What is said of how often something may stand there that repeats.
  private static func limits(_ fields: Fields) -> JSON? {
    guard fields.isTrue(.repeats) else { return nil }
    let (least, greatest) = fields.occurs
    return .object(["label": fields.text(.instanceLabel), "least": least, "greatest": greatest])
  }

  private static func row(
    _ row: Document.Row, _ display: RowDisplay, _ state: CalculatedState?,
    _ structure: DocumentStructure
  ) -> JSON {
    let (fields, units) = (row.fields, display.traits?.units ?? [])
    let listed = fields[.listed]?.asList?.compactMap { $0.asRecord.flatMap { Choice.Option($0) } }
    let head = JSON.object([
      "id": row.id, "component": display.component, "kind": OptionalMember(display.traits?.kind),
      "options": OptionalMember(listed ?? display.traits?.options),
      "units": OptionalMember(units.isEmpty ? nil : units),
    ])
    let rest = JSON.object([
      "title": display.title, "value": fields[.value], "text": display.text,
      "calculated": OptionalMember(state?.rawValue), "draft": OptionalMember(display.draft),
      "visible": !display.isHidden, "hidden": fields.isTrue(.hidden),
      "readOnly": display.isReadOnly, "required": display.isRequired,
      "issues": display.isHidden ? [] : display.issues,
      "template": OptionalMember(fields.text(.template)), "repeats": OptionalMember(limits(fields)),
      "instances": OptionalMember(fields.isTrue(.repeats) ? structure.instances(of: row.id) : nil),
    ])
    return .object((head.members + facts(fields) + rest.members).map { ($0.name, $0.value) })
  }

  /// What else the form says of the row: only what is there.
  private static func facts(_ fields: Fields) -> [JSON.Member] {
    func said(_ names: [FieldName]) -> [JSON.Member] {
      names.compactMap { name in
        fields[name].map { JSON.Member(name: name.rawValue, value: $0.json) }
      }
    }
    let texts =
      [FieldName.prefix, .unit, .control, .orientation] + RowNote.Kind.allCases.map(\.field)
    let limits = said([
      .least, .greatest, .minLength, .maxLength, .minCount, .maxCount, .step, .decimals, .pattern,
    ])
    let counts = JSON.object([
      "columns": OptionalMember(fields[.columns]),
      "moreOptions": OptionalMember(fields[.moreOptions]),
      "limits": OptionalMember(limits.isEmpty ? JSON?.none : JSON(content: .object(limits))),
      "optionSet": OptionalMember(fields.text(.valueSet)),
    ])
    return said(texts.filter { fields.text($0) != nil }) + counts.members
  }
}

extension JSON { fileprivate var members: [Member] { object ?? [] } }
