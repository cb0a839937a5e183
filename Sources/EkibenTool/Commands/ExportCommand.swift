import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenInterchange

enum ExportCommand: Command {
  static let spec = CommandSpec(
    name: "export", summary: "print a document, its whole history, a form, or all its documents",
    positionals: ["STORE", "[DOC]"],
    options: [
      .init("--form FORM", "a form, or all that is filled in from it"),
      .init("--format F", "json (the default), jsonl, csv, fhir, fhir-bundle or swift-test"),
    ] + AnswerExport.options + CommandSpec.reading,
    discussion: """
      As json a document is its form with a value beside each answered row, and apply reads it. As
      jsonl it is the whole history (ekiben schema history), and replay reads it. As swift-test it is
      a test in Swift that replays the history into a table: put it into a test target that has the
      library EkibenTesting. As fhir its answers are a QuestionnaireResponse.

      With --form, json is the newest revision of the form, and fhir the same as a Questionnaire: one
      that was imported comes out as it was, with what was changed since; what a Questionnaire cannot
      say is left out, with a warning. As csv (RFC 4180, UTF-8) all documents of the form, but deleted
      ones, are a line each, with a column for each question that any revision has; as jsonl each is an
      object (ekiben schema output), and as fhir-bundle a QuestionnaireResponse. Answers that a rule
      hides are left out, and so are retired ones.

      What repeats is a table of its own, with a line an instance: its document, the instances around
      it, its id and its number. -o writes all of them, --repeat prints one; the table of the
      documents says how many there are. Several answers of one question have a semicolon between
      them (\\; is one in an answer); a text of one's own and a unit are columns of their own. A text
      that begins as a formula does gets an apostrophe; one taken away gives it back.
      """)

  private enum Format: String, CaseIterable {
    case json, jsonl, csv, fhir
    case bundle = "fhir-bundle"
    case swiftTest = "swift-test"
  }

  static func run(_ call: Call) throws {
    let format: Format =
      try call.arguments.word("format", takes: "json, jsonl, csv, fhir, fhir-bundle or swift-test")
      ?? .json
    guard let form = call.arguments["form"] else { return try exportDocument(call, as: format) }
    guard call.arguments.optional(1) == nil, format != .swiftTest else {
      throw CommandFailure.usage(
        "a form is exported without DOC, and as json, jsonl, csv, fhir or fhir-bundle")
    }
    let name: DocumentName = try call.existing("form", form)
    try AnswerExport.checkOptions(
      of: call, isCSV: format == .csv, isJSONL: format == .jsonl, isFHIR: format == .bundle)
    var responses = ResponseExport(call)
    if format == .bundle { return try responses.writeBundle(of: name) }
    if format == .csv || format == .jsonl {
      return try AnswerExport.run(call, form: name, isCSV: format == .csv)
    }
    let content = try call.withStore(.readOnly) { store in try store.form(name).content }
    let found = Form(
      name, fields: content.fields, sections: content.sections,
      components: LiveComponents(registry: call.environment.registry))
    if format == .json { write(found, call) } else { try writeQuestionnaire(found, call) }
  }

  private static func writeQuestionnaire(_ form: Form, _ call: Call) throws(CommandFailure) {
    let written: WrittenForm
    do throws(ExportError) { written = try FormFile.writeQuestionnaire(form) } catch {
      throw CommandFailure(.refused, error.description)
    }
    for warning in written.warnings { call.note("warning: \(warning)") }
    call.console.write(String(decoding: written.bytes.dropLast(), as: UTF8.self))
  }

  private static func exportDocument(_ call: Call, as format: Format) throws {
    guard call.arguments.optional(1) != nil else { throw CommandFailure.usage("DOC is missing") }
    try AnswerExport.checkOptions(of: call, isCSV: false, isJSONL: false, isFHIR: format == .fhir)
    if call.arguments.has("status") {
      throw CommandFailure.usage("--status is for many documents, with --form FORM")
    }
    try call.withDocument { reading in
      let document = reading.document
      switch format {
      case .json:
        write(
          Form(
            // That it is deleted is a fact about the document here, not about what it says.
            document.form,
            fields: document.content.fields.setting(.documentStatus, nil)
              .setting(.formRevision, nil),
            sections: (document.usedRevisions.haveOthers
              ? document.content.withoutRetired : document.content).sections,
            components: LiveComponents(registry: call.environment.registry)),
          call)
      case .jsonl: try writeHistory(reading, call) { call.console.write($0) }
      case .swiftTest: try writeSwiftTest(reading, call)
      case .fhir:
        var responses = ResponseExport(call)
        try responses.write(reading)
      case .csv, .bundle:
        throw CommandFailure.usage("\(format.rawValue) takes --form FORM and no DOC")
      }
    }
  }

  private static func write(_ form: Form, _ call: Call) {
    let text = String(decoding: FormFile.write(form).dropLast(), as: UTF8.self)
    call.console.write(StandardStreams.isTerminal ? shown(text) : text)
  }

  // Equal as JSON: in what is kept as it came, controls can only be spaces between its parts, and line feeds.
  private static func shown(_ json: String) -> String {
    let spaced = json.unicodeScalars.map { $0 == "\t" || $0 == "\r" ? " " : $0 }
    return spaced.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Notation.shown(String(String.UnicodeScalarView($0))) }.joined(separator: "\n")
  }

  private struct ReaderIsGone: Error {}

  private static func writeHistory(
    _ reading: DocumentReading, _ call: Call, _ write: (String) -> Void
  ) throws {
    do {
      try reading.store.exportHistory(of: reading.document) { line in
        guard call.console.isOpen else { throw ReaderIsGone() }
        do { write(String(decoding: try line.encoded().dropLast(), as: UTF8.self)) } catch {
          throw CommandFailure(.refused, "this history cannot be written: \(error)")
        }
      }
    } catch is ReaderIsGone {}
  }

  private static func writeSwiftTest(_ reading: DocumentReading, _ call: Call) throws {
    call.console.write(SwiftTest.opening(reading.document))
    try writeHistory(reading, call) { call.console.write(SwiftTest.line($0)) }
    call.console.write(SwiftTest.middle)
    let table = TableModel(reading.document.content.drawn).snapshot()
    let lines = table.isEmpty ? [] : table.split(separator: "\n", omittingEmptySubsequences: false)
    for line in lines { call.console.write(SwiftTest.line(String(line))) }
    call.console.write(SwiftTest.closing)
  }
}

/// Exports the answers of a document, or of all of a form, as FHIR QuestionnaireResponses.
struct ResponseExport {
  private let call: Call
  // What was warned of: of many documents each is told once.
  private var told: Set<ExportWarning> = []

  init(_ call: Call) { self.call = call }

  /// `export STORE DOC --format fhir`.
  mutating func write(_ reading: DocumentReading) throws {
    let (store, document) = (reading.store, reading.document)
    let last = try store.lastEntry(of: document, atOrBefore: .max) ?? document.head
    let response = try response(of: document, modified: store.entry(last, of: document).time)
    call.console.write(response.encoded(pretty: true, escapingTerminal: true))
  }

  /// `export STORE --form FORM --format fhir-bundle`: one document after the other, so that none is in memory
  /// besides another.
  mutating func writeBundle(of form: DocumentName) throws {
    let status = try ListCommand.status(call)
    var failure: (any Error)?
    var separator = ""
    try call.withStore(.readOnly) { store in
      // Nothing is printed of a form that is not there.
      _ = try store.form(form)
      call.console.write(#"{"resourceType":"Bundle","type":"collection","entry":["#)
      let isOneState = try store.eachDocument(of: form) { document, _, modified in
        guard ListCommand.wants(document, status) else { return true }
        do {
          let response = try response(of: document, modified: modified)
          let entry = JSON.object([("resource", response)])
          call.console.write(separator + entry.encoded(escapingTerminal: true))
        } catch { failure = error }
        separator = ","
        return failure == nil && call.console.isOpen
      }
      if !isOneState { call.noteSeveralMoments() }
    }
    if let failure { throw failure }
    call.console.write("]}")
  }

  private mutating func response(
    of document: StoredDocument, modified: Int64
  ) throws(CommandFailure) -> JSON {
    let response = ResponseDocument(
      document.content, call.answers(of: document), status: document.status,
      authored: Timestamp.text(modified))
    do throws(ExportError) {
      let written = try response.written(registry: call.environment.registry)
      for warning in written.warnings where told.insert(warning).inserted {
        call.note("warning: \(warning)")
      }
      return written.json
    } catch { throw CommandFailure(.refused, error.description) }
  }
}
