import Ekiben
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

/// Values of expressions on documents, as an app asks for them.
@Suite(.timeLimit(.minutes(20)))
struct `An expression on a document` {
  private static func withForm(_ body: (Store, StoredDocument) throws -> Void) throws {
    let path = "Tests/EkibenToolTests/Fixtures/scores.json"
    let file = try FormFile.read(fileBytes(at: projectRoot.appending(path: path)), named: "file")
    try withTemporaryFolder { folder in
      let store = try Store(folder.appending(path: "s.ekiben").path)
      let editor = try store.editor("ada", from: file.form)
      try editor.set([("falls", true)])
      try body(store, try store.document("ada"))
      try store.close()
    }
  }

  private static func written(
    _ text: String, _ store: Store, _ document: StoredDocument, given: [String: String] = [:]
  ) throws -> [String] {
    var environment = SessionEnvironment(now: { 1_772_280_000_000 })
    environment.launchContext = try LaunchContext(json: given)
    return try store.expression(text, on: document, in: environment).value().list
      .compactMap(\.written)
  }

  @Test func `is evaluated on what the host hands over`() throws {
    try Self.withForm { store, document in
      let patient = #"{"resourceType": "Patient", "contact": [{"name": {"text": "Bob"}}]}"#
      let text = "%patient.contact.name.text & ' ' & %score.toString()"
      let name = try Self.written(text, store, document, given: ["patient": patient])
      #expect(name == ["Bob 1"])
      let visits =
        #"{"resourceType": "Bundle", "entry": [{"resource": {"period": {"start": "2026-02-01"}}}]}"#
      let last = "%visits.entry.resource.period.start.first() < today()"
      let isPast = try Self.written(last, store, document, given: ["visits": visits])
      #expect(isPast == ["true"])
      // What the form calculates wins over what the host says.
      #expect(try Self.written("%score", store, document, given: ["score": #"{"a": 7}"#]) == ["1"])
    }
  }

  @Test func `says what nobody has handed over, and what is no JSON`() throws {
    try Self.withForm { store, document in
      let error = #expect(throws: ExpressionError.self) {
        try Self.written("%patient.name", store, document)
      }
      #expect(error?.problem == .missing("patient"))
      #expect(throws: ImportError.self) {
        try Self.written("%patient.name", store, document, given: ["patient": "{"])
      }
      #expect(throws: ExpressionError.self) { try Self.written("%nobody", store, document) }
    }
  }

  // Rule E11: with the answer of a question what is under it gets another place.
  @Test func `reads the questions that what it reads is under`() throws {
    let text = #"""
      {"resourceType": "Questionnaire", "id": "f", "item": [
        {"linkId": "q", "type": "boolean", "item": [{"linkId": "n", "type": "string"}]},
        {"linkId": "other", "type": "string"}]}
      """#
    let file = try FormFile.read(Array(text.utf8), named: "f")
    try withTemporaryFolder { folder in
      let store = try Store(folder.appending(path: "s.ekiben").path)
      let editor = try store.editor("d", from: file.form)
      try editor.set([("n", "x")])
      let path = "item.where(linkId = 'q').item.where(linkId = 'n').answer.value"
      let before = try store.expression(path, on: store.document("d"), in: .init())
      #expect(try before.value().list.compactMap(\.written) == ["x"])
      #expect(before.reads == ["q", "n"])
      try editor.set([("q", true)])
      let after = try store.expression(path, on: store.document("d"), in: .init())
      #expect(try after.value().isEmpty)
      #expect(after.reads == before.reads)
      try store.close()
    }
  }
}
