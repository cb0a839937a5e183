import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

struct QueryCommand: Command {
  static let spec = CommandSpec(
    name: "query", summary: "print the answers of all documents that meet a condition",
    positionals: ["STORE", "[COLUMN…]"],
    options: [
      .init("--form FORM", "only documents of a form"),
      .init("--where CONDITION", "only documents that meet it"),
      .init("--at TIME", "as they stood at a time; \(CommandSpec.moment)"), CommandSpec.status,
      .init("--all", "answers that a rule hides, and retired ones, count, too"),
      .init("--csv", "comma-separated values, a line a document"),
      .init("--jsonl", "JSON Lines, as --json"),
    ] + CommandSpec.reading,
    discussion: """
      A column is a row's id; without any, those that the condition reads, else all rows. A condition is
      JSON as in a form: {"row": "age", "atLeast": 18}, with is, isNot, lessThan, atMost, greaterThan,
      atLeast, exists, contains, anyOf, count, and all, any and not around others. Of a row that repeats
      one instance has to fit; with "reach": "every" each. Deleted documents are left out, unless
      --status asks for them. All are of one moment, or a note says that somebody began to write.
      """, isList: true)

  private enum Shape { case text, lines, csv }

  private let call: Call
  private let shape: Shape
  private let status: DocumentStatus?
  private let time: Int64?
  private let forms: [DocumentName]
  private let columns: QueryColumns
  private let query: DocumentQuery
  // Nobody said which: of each document those with an answer.
  private let isOfAnswersOnly: Bool

  static func run(_ call: Call) throws {
    let isLines = call.isJSON || call.arguments.has("jsonl")
    let isCSV = call.arguments.has("csv")
    if isCSV, isLines {
      throw CommandFailure.usage("--csv and --\(call.isJSON ? "json" : "jsonl") exclude each other")
    }
    let shape: Shape = isCSV ? .csv : isLines ? .lines : .text
    try call.withStore(.readOnly) { store in try QueryCommand(call, shape, store).run(store) }
  }

  private init(_ call: Call, _ shape: Shape, _ store: Store) throws {
    (self.call, self.shape) = (call, shape)
    status = try ListCommand.status(call)
    time = try call.time("at", LocalTime.end)
    try call.noteMoment()
    forms = try call.form.map { [$0] } ?? store.forms().map(\.name)
    let revisions = try forms.flatMap { try store.revisions(of: $0) }
    columns = QueryColumns(of: ExportTables(revisions, registry: call.environment.registry))
    let condition = try Self.condition(call, revisions)
    let read = condition?.references.map(\.row) ?? []
    var rows: [RowID] = try call.arguments.positionals.dropFirst().map {
      try call.existing("row", $0)
    }
    if Set(rows).count < rows.count { throw CommandFailure.usage("a column is named twice") }
    for row in rows + read where !columns.has(row) {
      let meant = call.arguments.has("form") ? "no revision of \(forms[0])" : "no form"
      throw CommandFailure(.refused, "\(meant) has a question \(Notation.name(row.rawValue))")
    }
    if rows.isEmpty { for row in read where !rows.contains(row) { rows.append(row) } }
    isOfAnswersOnly = rows.isEmpty && shape != .csv
    var query = DocumentQuery(rows.isEmpty ? columns.rows : rows, where: condition)
    query.countsHidden = call.arguments.has("all")
    self.query = query
  }

  /// The condition, with its values as the questions have them.
  private static func condition(_ call: Call, _ revisions: [Document]) throws -> Formula? {
    guard let text = call.arguments["where"] else { return nil }
    let words = "--where takes a condition such as {\"row\": \"age\", \"atLeast\": 18}"
    let condition: Formula?
    do throws(JSONError) { condition = try Formula.read(text) } catch {
      throw CommandFailure.usage("\(words); \(error)")
    }
    guard let condition else { throw CommandFailure.usage(words) }
    let registry = call.environment.registry
    var meant = MeantValues { row in
      let components = revisions.compactMap { revision in
        revision.row(row).map { registry.component(row, $0.fields) }
      }
      // Of one that was a question for texts in some revision, what it is in another one says more.
      return components.first { $0.input.map { $0.inputTraits.shape != .text } ?? false }
        ?? components.first
    }
    return meant(condition)
  }

  private func run(_ store: Store) throws {
    if shape == .csv {
      write(columns.header(behind: ["document", "form"], of: query.rows).map { .text($0) })
    }
    let isOneState = try store.eachDocument(of: forms, at: time) { document, _, _ in
      if ListCommand.wants(document, status), let answers = query.answers(of: document) {
        write(document, answers)
      }
      return call.console.isOpen
    }
    if !isOneState { call.noteSeveralMoments() }
  }

  private func write(_ document: StoredDocument, _ answers: [[Value]]) {
    var found = Array(zip(query.rows, answers))
    if isOfAnswersOnly { found.removeAll { $0.1.isEmpty } }
    switch shape {
    case .csv:
      let facts = [document.name, document.form].map { CSVWriter.Cell.text($0.rawValue) }
      write(facts + found.flatMap { columns.cells(of: $1, to: $0) })
    case .lines:
      let members = found.map { ($0.rawValue, value(of: $1, to: $0).json) }
      call.console.write(
        .object([
          "document": document.name, "form": document.form, "answers": JSON.object(members),
        ]))
    case .text:
      let texts = found.map { row, values -> FittedLine in
        "\(Notation.name(row.rawValue)): \(value: Wording.answer(value(of: values, to: row)))"
      }
      let name = FittedLine(Notation.shown(document.name.rawValue))
      call.console.write(line: FittedLine([name] + texts, separator: "  "))
    }
  }

  private func value(of answers: [Value], to row: RowID) -> Value? {
    columns.takesSeveral(row) && !answers.isEmpty ? .list(answers) : answers.first
  }

  private func write(_ cells: [CSVWriter.Cell]) {
    // The console ends the line.
    let line = String(CSVWriter().line(cells).unicodeScalars.dropLast())
    call.console.write(StandardStreams.isTerminal ? Notation.shown(String(line.dropLast())) : line)
  }
}
