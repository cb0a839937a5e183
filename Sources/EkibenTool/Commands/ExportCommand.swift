import Ekiben

/// Runs `ekiben export STORE DOC` and `ekiben export STORE --form FORM`.
enum ExportCommand: Command {
  static let spec = CommandSpec(
    name: "export", summary: "print a document, its whole history, or a form",
    positionals: [CommandSpec.store, .init(name: "DOC", isOptional: true)],
    options: [
      .init(name: "form", value: "FORM", summary: "the newest revision of a form instead"),
      .init(name: "format", value: "F", summary: "json (the default), jsonl, fhir or swift-test"),
    ] + CommandSpec.reading,
    discussion: """
      As json a document is its form with a value beside each answered row, and apply reads it. As
      jsonl it is the whole history (ekiben schema history), and replay reads it. As fhir a form is a
      Questionnaire: one that was imported comes out as it was, with what was changed since; what a
      Questionnaire cannot say is left out, with a warning. As swift-test a document is
      a test in Swift that replays the history into a table: put it into a test target that has the
      library EkibenTesting.
      """)

  private enum Format: String, CaseIterable {
    case json, jsonl, fhir
    case swiftTest = "swift-test"
  }

  static func run(_ call: Call) throws {
    let format = try format(call)
    guard let form = call.arguments["form"] else {
      guard call.arguments.optional(1) != nil else {
        throw CommandFailure.usage("DOC is missing", command: spec)
      }
      return try call.withDocument { reading in
        let document = reading.document
        switch format {
        case .json:
          write(
            Form(
              document.form, fields: fields(of: document), sections: document.content.sections,
              components: LiveComponents(registry: call.environment.registry)),
            call)
        case .jsonl: try writeHistory(reading, call) { call.console.write($0) }
        case .swiftTest: try writeSwiftTest(reading, call)
        case .fhir:
          throw CommandFailure.usage("as fhir a form is exported: --form FORM", command: spec)
        }
      }
    }
    guard call.arguments.optional(1) == nil, format == .json || format == .fhir else {
      throw CommandFailure.usage(
        "a form is exported without DOC, as json or fhir", command: spec)
    }
    let name: DocumentName = try call.existing("form", form)
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
    for warning in written.warnings {
      call.console.note("warning: \(Notation.shown(warning.description))")
    }
    call.console.write(String(decoding: written.bytes.dropLast(), as: UTF8.self))
  }

  private static func format(_ call: Call) throws(CommandFailure) -> Format {
    guard let text = call.arguments["format"] else { return .json }
    guard let format = Format(rawValue: text) else {
      throw call.arguments.wrongValue("format", takes: "json, jsonl, fhir or swift-test")
    }
    return format
  }

  // That it is deleted is a fact about the document here, not about what it says.
  private static func fields(of document: StoredDocument) -> Fields {
    var fields = document.content.fields
    fields[.documentStatus] = nil
    return fields
  }

  private static func write(_ form: Form, _ call: Call) {
    call.console.write(String(decoding: FormFile.write(form).dropLast(), as: UTF8.self))
  }

  private struct ReaderIsGone: Error {}

  private static func writeHistory(
    _ reading: DocumentReading, _ call: Call, _ write: (String) -> Void
  ) throws {
    do {
      try reading.store.exportHistory(of: reading.document) { line in
        guard call.console.isOpen else { throw ReaderIsGone() }
        write(String(decoding: try encoded(line).dropLast(), as: UTF8.self))
      }
    } catch is ReaderIsGone {}
  }

  private static func encoded(_ line: HistoryLine) throws -> [UInt8] {
    do { return try line.encoded() } catch {
      throw CommandFailure(.refused, "this history cannot be written: \(error)")
    }
  }

  private static func writeSwiftTest(_ reading: DocumentReading, _ call: Call) throws {
    let write = { (text: String) in call.console.write(text) }
    write(SwiftTest.opening(reading.document))
    try writeHistory(reading, call) { write(SwiftTest.line($0)) }
    write(SwiftTest.middle)
    let table = TableModel(reading.document.content).snapshot()
    for line in table.split(separator: "\n", omittingEmptySubsequences: false) where !table.isEmpty
    {
      write(SwiftTest.line(String(line)))
    }
    write(SwiftTest.closing)
  }
}
