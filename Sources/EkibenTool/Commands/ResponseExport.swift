import Ekiben
import EkibenDocuments
import EkibenInterchange

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
    call.console.write(response.encoded(pretty: true))
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
          call.console.write(separator + JSON.object([("resource", response)]).encoded())
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
