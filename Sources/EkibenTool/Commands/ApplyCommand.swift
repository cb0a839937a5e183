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
    for line in try words.notation(changes, calculated: entry?.calculated ?? []) {
      call.console.write(line: line)
    }
    call.console.write(
      changes.isEmpty
        ? "nothing would change"
        : "\(Wording.count(changes.changes.count, "change")), \(Wording.batches(of: plan)); "
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

/// The answers that a description gives, read as `set` reads its own: by the document as it was, where that says what
/// can be changed, and as it is to be, where options depend on other answers (rules F46 and F54).
struct DescribedAnswers {
  /// The rows and what they are to hold; before each those that its options depend on.
  private(set) var given: [(row: RowID, value: Value)]
  private let before: StoredDocument
  private var after: Document
  private let index: Document.Index

  /// Finds what a description gives that is not there yet.
  init(_ description: Document, for document: StoredDocument) throws(StoreError) {
    before = document
    let changes = try document.changes(toMatch: description)
    do { after = try document.content.applying(changes) } catch { throw .conflict(error) }
    index = Document.Index(after)
    let structure = DocumentStructure(after, index)
    let found = description.sections.flatMap(\.rows).compactMap { row in
      row.fields[.value].flatMap { value in
        value == document.row(row.id)?.fields[.value]
          ? nil : (row: row.id, value: value, depth: Self.depth(of: row.id, structure))
      }
    }
    let order = found.indices.sorted { (found[$0].depth, $0) < (found[$1].depth, $1) }
    given = order.map { (found[$0].row, found[$0].value) }
  }

  // How many answers in a row decide on the options of a row.
  private static func depth(of id: RowID, _ structure: DocumentStructure) -> Int {
    var (depth, next) = (0, structure.row(id))
    while depth < DocumentStructure.mostNested, let row = next,
      let other = structure.rowWithOptions(of: row, structure.definition(of: row))
    {
      depth += 1
      next = structure.row(other)
    }
    return depth
  }

  /// Reads the answers: each becomes what its row is to hold.
  ///
  /// - Returns: What could not be checked, in words.
  /// - Throws: What `set` throws.
  mutating func read(by input: RowInput) throws -> [String] {
    let rules = before.rules()
    var now = RuleState(after, index, [], input.registry, in: input.context.expressionEnvironment)
    // What a description gives as its formula does is no answer of a person (rule E16).
    let calculated = Set(
      now.calculations(in: DocumentStructure(after, index)).filter(\.isKept).map(\.row))
    given = given.filter { !calculated.contains($0.row) && !showsSecret($0.row) }
    var warnings: [String] = []
    for at in given.indices {
      guard let row = row(given[at].row, rules) else { continue }
      given[at].value = try SetCommand.answer(given[at].value, of: row, input, &warnings)
      if let place = index[row.id] { after.set(given[at].value, at: place) }
    }
    now = RuleState(after, index, [], input.registry, in: input.context.expressionEnvironment)
    guard now.index.offersOptions else { return warnings }
    for (id, value) in given {
      guard var row = row(id, rules) else { continue }
      if let place = index[id] {
        row.fields[.options] = now.held(rowAt: place, row.fields)[.options]
      }
      try input.check(value, for: row)
    }
    return warnings
  }

  // The store makes no other question of a secret that has an answer, and says so without what was given.
  private func showsSecret(_ id: RowID) -> Bool {
    guard let known = before.row(id), known.fields.isSecret, known.fields[.value] != nil else {
      return false
    }
    let structure = DocumentStructure(after, index)
    return structure.row(id).map { !structure.definition(of: $0).isSecret } ?? false
  }

  // As it is to be, with the answer that it had, and what was said of it then.
  private func row(_ id: RowID, _ rules: RuleState) -> Document.Row? {
    let structure = DocumentStructure(after, index)
    guard var row = structure.row(id) else { return nil }
    row.fields = structure.definition(of: row)
    let options = row.fields[.options]
    let known = before.row(id)
    if known != nil { row = before.held(row, rules) }
    row.fields[.value] = known?.fields[.value]
    row.fields[.options] = options
    return row
  }
}
