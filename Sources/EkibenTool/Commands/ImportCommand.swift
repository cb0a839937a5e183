import Ekiben

/// Runs `ekiben import STORE FILE`.
enum ImportCommand: Command {
  static let spec = CommandSpec(
    name: "import", summary: "read a form definition, or a document's history, into a store",
    positionals: [CommandSpec.store, .init(name: "FILE")],
    options: [
      .init(name: "as", value: "NAME", summary: "the form's name, or the document's"),
      .init(
        name: "format", value: "F",
        summary: "ekiben, fhir, jsonl or options, instead of recognising it"),
      .init(name: "force", summary: "also where another file's log lies beside a new STORE"),
    ] + CommandSpec.changing,
    discussion: """
      Reads a FHIR R4 Questionnaire or Ekiben's own form JSON. The store is made if there is none. A
      definition that changed makes the form's next revision; one that the form had before is its
      current one again. A history that export wrote comes in as a document with every entry as it was.
      With --format options: a set of options that forms share, as CSV (code,label[,system,parent,order])
      or as {"ekiben-options": 1, "set": …, "url": …, "options": […]}.
      """)

  static func run(_ call: Call) throws {
    let file = call.arguments[1]
    let name = try call.newName
    let isHistory = call.arguments["format"] == "jsonl"
    let isOptionSet = call.arguments["format"] == "options"
    let format = isHistory || isOptionSet ? nil : try format(call)
    let bytes = try InputFile.read(file)
    if call.arguments.has("force"), let kept = try Store.setAsideLeftovers(of: call.path) {
      call.console.note(
        Notation.shown("note: what lay beside \(call.path) begins with \(kept) now"))
    }
    if isOptionSet || call.arguments["format"] == nil && OptionSetFile.isOptionSet(bytes) {
      let set = try OptionSetFile.read(
        bytes, named: InputFile.stem(of: file), as: name?.rawValue)
      return try OptionSetImport.run(set, call)
    }
    if isHistory || format == nil && HistoryHeader.begins(bytes) {
      return try HistoryImport.run(bytes, as: name, call)
    }
    let form = try FormFile.read(
      bytes, named: InputFile.stem(of: file), as: name?.rawValue,
      format: format, registry: call.environment.registry)
    try store(form, call)
  }

  /// Publishes a form that was read and says what came of it.
  static func store(_ imported: ImportedForm, _ call: Call) throws {
    let form = imported.form
    let document = try form.document()
    let surroundings = try call.surroundings
    let publication = try call.withStore(.create) { store in
      try store.publish(
        form.name, document, by: surroundings.stamp(reason: call.arguments["reason"]))
    }
    noteWarnings(of: imported, call)
    if call.isJSON {
      call.console.write(json(imported, publication))
    } else {
      call.console.write(sentence(imported, publication))
    }
  }

  /// Says what the reader of a file noticed.
  static func noteWarnings(of imported: ImportedForm, _ call: Call) {
    for warning in imported.warnings {
      call.console.note("warning: \(Notation.shown(warning.description))")
    }
  }

  /// The format that `--format` insists on.
  static func format(_ call: Call) throws(CommandFailure) -> FormFormat? {
    guard let text = call.arguments["format"] else { return nil }
    guard let format = FormFormat(rawValue: text) else {
      let known = (FormFormat.allCases.map(\.rawValue) + ["jsonl", "options"]).joined(
        separator: " or ")
      throw call.arguments.wrongValue("format", takes: known)
    }
    return format
  }

  private static func json(_ imported: ImportedForm, _ publication: Publication) -> JSON {
    .object([
      ("form", .string(publication.form.rawValue)), ("revision", .integer(publication.revision)),
      ("created", .bool(publication.isNew)), ("sections", .integer(imported.sectionCount)),
      ("rows", .integer(imported.rowCount)), ("opaque", .integer(imported.opaqueCount)),
      ("warnings", .array(imported.warnings.map { .string($0.description) })),
    ])
  }

  private static func sentence(_ imported: ImportedForm, _ publication: Publication) -> String {
    let opaque = imported.opaqueCount
    let kept = opaque == 0 ? "" : " (\(opaque) kept as \(opaque == 1 ? "it" : "they") came)"
    return sentence(
      publication, "",
      Wording.count(imported.sectionCount, "section") + ", "
        + Wording.count(imported.rowCount, "row") + kept)
  }

  /// Says what publishing did: of which thing, and what that has.
  static func sentence(_ publication: Publication, _ thing: String, _ parts: String) -> String {
    let name = Notation.shown(publication.form.rawValue)
    guard publication.isNew else {
      let state = publication.replaced == nil ? "has this content already, as" : "is again"
      return "\(name) \(state) revision \(publication.revision)"
    }
    return "imported \(thing)\(name), revision \(publication.revision): \(parts)"
  }
}
