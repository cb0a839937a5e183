import Ekiben
import EkibenDocuments
import EkibenInterchange

/// Exports the answers of all documents of a form: what `export --form` does as csv and jsonl.
struct AnswerExport {
  static let options: [CommandSpec.Option] = [
    .init("--all", "also answers that a rule hides, and retired ones"), CommandSpec.status,
    .init("--repeat ID", "the table of a section or question that repeats"),
    .init("-o, --output FOLDER", "write files into a folder, a table each: FORM.csv, FORM.ID.csv"),
    .init("--force", "replace files that are there"),
    .init("--labels", "labels and titles instead of codes and ids"), CommandSpec.language,
    .init("--raw", "texts as they are, also those that look like formulas"),
    .init("--bom", "begin with a byte order mark, for spreadsheets"),
  ]

  private let call: Call
  private let form: DocumentName
  private let isCSV: Bool
  private let status: DocumentStatus?
  private let tables: ExportTables
  private let writer: CSVWriter

  /// Refuses options that mean nothing together.
  static func checkOptions(
    of call: Call, isCSV: Bool, isJSONL: Bool, isFHIR: Bool
  ) throws(CommandFailure) {
    let arguments = call.arguments
    func refuse(_ names: [String], _ words: String) throws(CommandFailure) {
      if let name = names.first(where: arguments.has) { throw .usage("--\(name) \(words)") }
    }
    if !isCSV {
      try refuse(["repeat", "labels", "language", "raw", "bom"], "is for csv, with --form FORM")
    }
    if !isCSV, !isJSONL {
      try refuse(["output", "force"], "is for csv and jsonl, with --form FORM")
      if !isFHIR { try refuse(["all", "status"], "is for answers as csv, jsonl or fhir") }
    }
    if !arguments.has("output") { try refuse(["force"], "is for files: -o FOLDER") }
    if !arguments.has("labels") { try refuse(["language"], "is for --labels") }
    guard let folder = arguments["output"] else { return }
    try refuse(["repeat"], "and -o exclude each other")
    try Arguments.checkIsFile(folder, "-o FOLDER")
  }

  static func run(_ call: Call, form: DocumentName, isCSV: Bool) throws {
    try call.withStore(.readOnly) { store in
      guard call.arguments.has("labels") else {
        return try AnswerExport(call, form, isCSV, store, .standard).run(store)
      }
      // Sets of options are asked for labels while the store is held.
      try call.withStore(.readOnly) { sets in
        try AnswerExport(call, form, isCSV, store, sets.inputContext(call.sessionEnvironment)).run(
          store)
      }
    }
  }

  private init(
    _ call: Call, _ form: DocumentName, _ isCSV: Bool, _ store: Store, _ context: InputContext
  ) throws {
    (self.call, self.form, self.isCSV) = (call, form, isCSV)
    status = try ListCommand.status(call)
    writer = CSVWriter(isRaw: call.arguments.has("raw"))
    var style = ExportTables.Style()
    (style.showsLabels, style.context) = (call.arguments.has("labels"), context)
    tables = ExportTables(
      try store.revisions(of: form), registry: call.environment.registry, style: style)
  }

  private func run(_ store: Store) throws {
    if let folder = call.arguments["output"] { return try write(to: folder, store) }
    let place = try call.arguments["repeat"].map(place) ?? 0
    let isShown = StandardStreams.isTerminal && isCSV
    try eachLine(store) { table, line in
      guard table == place else { return true }
      // The console ends the line.
      let text = String(line.unicodeScalars.dropLast(isShown ? 2 : 1))
      call.console.write(isShown ? Notation.shown(text) : text)
      return call.console.isOpen
    }
  }

  // Which table is wanted.
  private func place(_ name: String) throws(CommandFailure) -> Int {
    if let place = tables.table(called: name) { return place }
    let names = tables.tables.dropFirst().map { Notation.shown($0.name) }
    let known = names.isEmpty ? "nothing does" : "only: " + names.joined(separator: ", ")
    throw CommandFailure(
      .refused, "in no revision of \(form) \(Notation.quoted(name)) repeats; \(known)")
  }

  /// Hands on every line with its end and the place of its table, the headers first, until the body has enough.
  ///
  /// - Returns: How many documents there were.
  @discardableResult
  private func eachLine(
    _ store: Store, _ body: (_ table: Int, _ line: String) -> Bool
  ) throws -> Int {
    var (documents, lost) = (0, 0)
    if isCSV {
      let mark = call.arguments.has("bom") ? CSVWriter.byteOrderMark : ""
      for (place, table) in tables.tables.enumerated() {
        guard body(place, mark + writer.line(table.header.map { .text($0) })) else { return 0 }
      }
    }
    let isOneState = try store.eachDocument(of: form) { document, created, modified in
      guard ListCommand.wants(document, status) else { return true }
      documents += 1
      let answers = call.answers(of: document)
      let facts = ExportTables.Facts(
        document: document.name, status: document.status, revision: document.revision,
        created: Timestamp.text(created), modified: Timestamp.text(modified))
      guard isCSV else { return body(0, line(of: answers, facts)) }
      let found = tables.lines(of: answers, facts)
      lost += found.answersWithoutColumn
      return found.lines.allSatisfy { body($0.table, writer.line($0.cells)) }
    }
    if lost > 0 {
      call.note(
        "note: \(Wording.count(lost, "answer")) of rows that only their documents have: in no "
          + "column; --format jsonl has them")
    }
    if !isOneState { call.noteSeveralMoments() }
    return documents
  }

  /// A document as JSON Lines have it (rule I28).
  private func line(of answers: DocumentAnswers, _ facts: ExportTables.Facts) -> String {
    var inside = Array(repeating: [Int](), count: answers.instances.count)
    for place in answers.instances.indices.dropFirst() {
      inside[answers.instances[place].parent].append(place)
    }
    let (answers, instances) = members(of: 0, answers, inside)
    let json = JSON.object([
      "document": facts.document, "form": form, "revision": facts.revision,
      "status": facts.status.rawValue, "created": facts.created, "modified": facts.modified,
      "answers": answers, "instances": instances,
    ])
    return json.encoded(escapingTerminal: true) + "\n"
  }

  private func members(
    of place: Int, _ answers: DocumentAnswers, _ inside: [[Int]]
  ) -> (answers: JSON, instances: JSON) {
    var groups: [(name: String, instances: [JSON])] = []
    for inner in inside[place] {
      guard let template = answers.instances[inner].template else { continue }
      let name = tables.tables.first { $0.template == template }?.name ?? template.text
      let id = answers.instances[inner].record?.text ?? ""
      let own = members(of: inner, answers, inside)
      let json = JSON.object(["id": id, "answers": own.answers, "instances": own.instances])
      if let at = groups.firstIndex(where: { ByteText.equal($0.name, name) }) {
        groups[at].instances.append(json)
      } else {
        groups.append((name, [json]))
      }
    }
    let values = answers.instances[place].answers.map { ($0.row.rawValue, $0.value.json) }
    return (.object(values), .object(groups.map { ($0.name, .array($0.instances)) }))
  }

  private func write(to folder: String, _ store: Store) throws {
    let names = isCSV ? tables.tables.map { $0.name } : [""]
    let files = try PartialFiles(
      folder, names.map { fileName($0) }, isReplacing: call.arguments.has("force"))
    let documents = try files.whole { files in
      try eachLine(store) { table, line in files.write(line, to: table) }
    }
    let lines = files.files.map { ($0.path, isCSV ? $0.lines - 1 : $0.lines) }
    call.write(
      json: .object([
        "documents": documents, "files": lines.map { JSON.object(["file": $0, "lines": $1]) },
      ]), lines: lines.map { "\(Notation.shown($0)): \(Wording.count($1, "line"))" })
  }

  // As ids from elsewhere have it (rule I5): no name leads out of the folder.
  private func fileName(_ table: String) -> String {
    let name = table.isEmpty ? form.rawValue : "\(form.rawValue).\(table)"
    return name.replacing("~", with: "~0").replacing("/", with: "~1") + (isCSV ? ".csv" : ".jsonl")
  }
}

extension Call {
  /// The answers of a document that count as it is stored, or all with `--all`.
  func answers(of document: StoredDocument) -> DocumentAnswers {
    let (rules, structure) = (document.rules(asStored: true), document.structure)
    let holdsAll = arguments.has("all")
    let content =
      holdsAll
      ? document.content.withoutTemplateAnswers(of: document.formContent, at: document.index)
      : document.content
    return DocumentAnswers(of: content, at: document.index, withRetired: holdsAll) {
      holdsAll || rules.isActive($0, in: structure)
    }
  }
}
