import Ekiben
import EkibenDocuments
import EkibenInterchange

enum NewCommand: Command {
  static let spec = CommandSpec(
    name: "new", summary: "start a document from a form and print its name",
    positionals: ["STORE", "FORM"],
    options: [
      .init("--as DOC", "the document's name, instead of the form's"),
      .init("--from RESPONSE", "begin with the answers of a QuestionnaireResponse"),
    ] + CommandSpec.editing,
    discussion: """
      Without --as the document is called like its form, the next ones FORM-2, FORM-3 and so on.

      With --from the answers of a FHIR QuestionnaireResponse (- is standard input) are in the first
      entry. What the form does not ask is kept with the document, with a warning; export --format
      fhir gives the response back as it was, with what was answered otherwise since.
      """)

  static func run(_ call: Call) throws {
    let form: DocumentName = try call.existing("form", call.arguments[1])
    let name = try call.newName
    let environment = try call.sessionEnvironment
    if let file = call.arguments["from"] {
      let bytes = try InputFile.read(file)
      let (document, warnings) = try InputFile.naming(file) {
        try fill(name, with: ImportFile(bytes), call) { store in
          let (revision, content) = try store.form(form)
          return (form, revision, content)
        }
      }
      ImportCommand.noteWarnings(warnings, call)
      return report(document, call)
    }
    let document = try call.withStore(.readWrite) { store in
      try store.create(
        name, from: form, uid: try uid(name ?? form, store, call),
        by: environment.metadata(reason: call.reason))
    }
    try noteMissing(in: document, call)
    report(document, call)
  }

  /// Says which rows begin without what an expression was to give them (rule E17): of those that are new.
  static func noteMissing(
    in document: StoredDocument, since former: StoredDocument? = nil, _ call: Call
  ) throws {
    let structure = document.structure
    let isNew = { row in former?.index[row as RowID] == nil }
    // The rules of all rows take far longer than this look.
    let isAsked = structure.content.sections.contains { section in
      section.rows.contains {
        isNew($0.id) && structure.definition(of: $0).has(.initialExpression)
      }
    }
    if !isAsked { return }
    let environment = try call.sessionEnvironment.inputContext.expressionEnvironment
    var rules = document.rules([], call.environment.registry, in: environment)
    for (row, failure) in rules.initialFailures(in: structure, where: isNew) {
      call.note("note: \(row) begins without an answer: \(failure)")
    }
  }

  /// Starts a document with the answers of a response, from the form that is found in the store.
  static func fill(
    _ name: DocumentName?, with response: ImportFile, _ call: Call,
    from form: (Store) throws -> (name: DocumentName, revision: Int, content: Document)
  ) throws -> (document: StoredDocument, warnings: [ImportWarning]) {
    let environment = try call.sessionEnvironment
    return try call.withStore(.readWrite) { store in
      let form = try form(store)
      let uid = try uid(name ?? form.name, store, call)
      let reader = try ResponseReader(
        response.root, of: form.content, registry: call.environment.registry, seed: uid)
      let document = try store.create(
        name, from: form.name, revision: form.revision, as: reader.document, uid: uid,
        by: environment.metadata(reason: call.reason))
      return (document, reader.warnings)
    }
  }

  /// The 128 bits of a document that is about to be started.
  static func uid(_ name: DocumentName, _ store: Store, _ call: Call) throws -> [UInt8] {
    call.environment.uid(for: "document \(name) \(try store.documents().count)")
  }

  static func report(_ document: StoredDocument, _ call: Call) {
    call.write(
      json: .object([
        "document": document.name, "uid": Hexadecimal.text(document.uid), "form": document.form,
        "revision": document.revision, "entry": document.count,
      ]), lines: [Notation.shown(document.name.rawValue)])
  }
}
