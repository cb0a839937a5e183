import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum ApplyCommand: Command {
  static let spec = CommandSpec(
    name: "apply", summary: "make a document equal to a description, as one step",
    positionals: ["STORE", "DOC", "FILE"],
    options: [
      .init("--dry-run", "only say what would change; the file stays as it is"),
      .init("--format F", "ekiben or fhir, instead of recognising it"),
      .init("--force", "also a description of another form"),
    ] + CommandSpec.editing,
    discussion: """
      Reads the forms that import reads; - is standard input. Sections and rows become as described, and
      what the description lacks goes. An answer changes only where the description gives a value, which
      has to be one that set would take. A description that is called as another form, or has the URL of
      one, needs --force.
      """, streams: ["FILE"])

  static func run(_ call: Call) throws {
    let file = call.arguments[2]
    let name = try call.documentName()
    let format = try ImportCommand.format(call)
    let bytes = try InputFile.read(file)
    let imported = try InputFile.naming(file) {
      try FormFile.read(
        bytes, named: name.rawValue, as: name.rawValue, format: format,
        registry: call.environment.registry)
    }
    ImportCommand.noteWarnings(imported.warnings, call)
    let isDry = call.arguments.has("dry-run")
    try call.withSession(isDry ? .readOnly : .readWrite) { session in
      try checkForm(of: imported, session.document, call)
      let form = imported.spaced(as: session.document.content).form
      if isDry { try preview(form, session, call) } else { try apply(form, session, call) }
    }
  }

  // A form is known by its URL, else by its name; a description that has neither is of any.
  private static func checkForm(
    of imported: ImportedForm, _ document: StoredDocument, _ call: Call
  ) throws {
    let (url, known) = (imported.form.fields.text(.url), document.formContent.fields.text(.url))
    let other: String
    if let url, let known {
      if ByteText.equal(url, known) { return }
      other = "\(imported.ownName.map { "\($0), " } ?? "")\(url)"
    } else {
      // A form that has a URL in the file and none here was never read from it, unless it is called by it.
      let isCalled = url?.hasSuffix("/\(document.form)") ?? false
      guard let name = imported.ownName ?? (isCalled ? nil : url),
        !ByteText.equal(name, document.form.rawValue)
      else { return }
      other = name
    }
    let words = Notation.shown(
      "\(InputFile.name(call.arguments[2])) describes another form (\(other)) than \(document.name) "
        + "is filled in from (\(document.form))")
    guard call.arguments.has("force") else {
      throw CommandFailure(.refused, "\(words); --force applies it all the same")
    }
    call.console.note("warning: \(words)")
  }

  private static func preview(_ form: Form, _ session: DocumentEditor, _ call: Call) throws {
    let document = session.document
    let description = try description(form, for: document, try call.input(session.store), call)
    let entry = try session.preview(.apply(description))
    let changes = entry?.changes ?? Changeset()
    let plan = TablePlan(from: document.content, to: try document.content.applying(changes))
    if call.isJSON {
      return call.console.write(json(entry, isWritten: false, head: document.head, plan))
    }
    let words = try ChangeWords(document, session.store, call)
    for line in words.notation(changes, calculated: entry?.calculated ?? []) {
      call.console.write(line)
    }
    call.console.write(
      changes.isEmpty
        ? "nothing would change"
        : "\(Wording.count(changes.changes.count, "change")), \(PlanOutput.text(plan)); "
          + "nothing was changed")
  }

  private static func apply(_ form: Form, _ session: DocumentEditor, _ call: Call) throws {
    let input = try call.input(session.store)
    let description = try description(form, for: session.document, input, call)
    let entry = try session.perform(.apply(description), reason: call.reason)
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
    call.console.write(json(entry, head: session.document.head, plan))
  }

  // With the answers as `set` would store them.
  private static func description(
    _ form: Form, for document: StoredDocument, _ input: RowInput, _ call: Call
  ) throws -> Document {
    var description: Document
    do { description = try Document(fields: form.fields, sections: form.sections) } catch {
      throw StoreError.duplicates(error)
    }
    var answers = try DescribedAnswers(description, for: document)
    for warning in try answers.read(by: input) { call.console.note(warning) }
    let index = Document.Index(description)
    for (row, value) in answers.given {
      if let place = index[row] { description.set(value, at: place) }
    }
    return description
  }

  private static func json(
    _ entry: Entry?, isWritten: Bool = true, head: Int, _ plan: TablePlan
  ) -> JSON {
    let number = isWritten ? entry?.number : nil
    let changes = entry.map { JSONOutput.changes($0.changes, calculated: $0.calculated) }
    return .object(["entry": number, "head": head, "changes": changes ?? .array([]), "plan": plan])
  }
}
