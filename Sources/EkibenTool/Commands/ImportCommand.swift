import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenStore

enum ImportCommand: Command {
  static let spec = CommandSpec(
    name: "import", summary: "read a form definition, or a document's history, into a store",
    positionals: ["STORE", "FILE"],
    options: [
      .init("--as NAME", "the form's name, or the document's"),
      .init("--format F", "ekiben, fhir, jsonl or options, instead of recognising it"),
      .init("--force", "also where another file's log lies beside a new STORE"),
    ] + CommandSpec.changing,
    discussion: """
      Reads a FHIR R4 Questionnaire or Ekiben's own form JSON; - is standard input. The store is made if
      there is none. A definition that changed makes the form's next revision; one that the form had
      before is its current one again. A history that export wrote comes in as a document with every
      entry as it was; a QuestionnaireResponse begins one, of the form that it names.
      A set of options that forms share is a FHIR ValueSet or CodeSystem, or a Bundle of them, found by
      its URL; {"ekiben-options": 1, "set": …, "url": …, "options": […]}; or with --format options a CSV
      (code,label[,system,parent,order]).
      """, streams: ["FILE"])

  static func run(_ call: Call) throws {
    let file = call.arguments[1]
    let name = try call.newName
    let format = try format(call, beside: ["jsonl", "options"])
    let content = try InputFile.naming(file) { try read(file, call) }
    if call.arguments.has("force"), let kept = try Store.setAsideLeftovers(of: call.path) {
      call.note("note: what lay beside \(call.path) begins with \(kept) now")
    }
    try making(call) { try store(content, as: name, format, call) }
  }

  /// Runs a body that makes the store where there is none; what it has made goes again where the body is refused
  /// (rule C1).
  static func making(_ call: Call, _ body: () throws -> Void) throws {
    let isNew = !InputFile.exists(call.path)
    do { try body() } catch {
      let path = InputFile.resolved(call.path)
      guard isNew, InputFile.exists(path) else { throw error }
      // One that somebody uses already stays.
      do { _ = try Store.discardIfEmpty(path) } catch {}
      // What was refused is what the user needs.
      throw error
    }
  }

  private enum Content {
    case history(HistoryReader)
    case other([UInt8])
  }

  // A history may be longer than any other file.
  private static func read(_ file: String, _ call: Call) throws -> Content {
    let chosen = call.arguments["format"]
    let pieces = try InputPieces(file)
    let beginning = try pieces.beginning()
    if chosen == "jsonl" || chosen == nil && HistoryHeader.begins(beginning) {
      return .history(try HistoryImport.read(pieces, behind: beginning))
    }
    return .other(try InputFile.read(pieces, behind: beginning))
  }

  private static func store(
    _ content: Content, as name: DocumentName?, _ format: FormFormat?, _ call: Call
  ) throws {
    let bytes: [UInt8]
    switch content {
    case .history(let history): return try HistoryImport.run(history, as: name, call)
    case .other(let other): bytes = other
    }
    let (file, chosen) = (call.arguments[1], call.arguments["format"])
    try InputFile.naming(file) {
      if chosen == "options", bytes.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") {
        return try OptionSetImport.run(bytes, as: name, call)
      }
      let input = try ImportFile(bytes)
      switch input.kind {
      case .optionSet: try OptionSetImport.run(bytes, as: name, call)
      case .valueSets where format != .ekiben: try ValueSetImport.run(input, as: name, call)
      case _ where chosen == "options": _ = try ValueSetFile(input.root)
      case .response where format != .ekiben: try ResponseImport.run(input, as: name, call)
      default:
        try store(
          FormFile.read(
            input, named: InputFile.stem(of: file), as: name?.rawValue, format: format,
            registry: call.environment.registry), call)
      }
    }
  }

  /// Publishes a form that was read and says what came of it.
  static func store(_ imported: ImportedForm, _ call: Call) throws {
    // What repeats an id is refused before there is a store.
    _ = try imported.form.document()
    let environment = try call.sessionEnvironment
    let publication = try call.withStore(.create) { store in
      let form = try spaced(imported, in: store).form
      return try store.publish(
        form.name, form.document(), by: environment.metadata(reason: call.reason))
    }
    noteWarnings(imported.warnings, call)
    call.write(
      json: .object([
        "form": publication.form, "revision": publication.revision, "created": publication.isNew,
        "sections": imported.sectionCount, "rows": imported.rowCount,
        "opaque": imported.opaqueCount, "warnings": imported.warnings,
      ]), lines: [sentence(imported, publication)])
  }

  // A file that was only written anew is what the form has already.
  private static func spaced(_ imported: ImportedForm, in store: Store) throws -> ImportedForm {
    do throws(StoreError) {
      return imported.spaced(as: try store.form(imported.form.name).content)
    } catch .unknownForm { return imported }
  }

  /// Says what the reader of a file noticed.
  static func noteWarnings(_ warnings: [ImportWarning], _ call: Call) {
    for warning in warnings {
      call.note("warning: \(warning)")
      for line in warning.excerpt ?? [] { call.note("  \(line)") }
    }
  }

  /// The format of a form that `--format` insists on; nil also where it names one of those beside.
  static func format(
    _ call: Call, beside others: [String] = []
  ) throws(CommandFailure) -> FormFormat? {
    if let text = call.arguments["format"], others.contains(text) { return nil }
    let known = FormFormat.allCases.map(\.rawValue) + others
    return try call.arguments.word("format", takes: known.joined(separator: " or "))
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
