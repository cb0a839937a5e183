import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// Responses that are read, and written again as a document says them.
protocol ReadResponses {}

extension ReadResponses {
  static var form: String {
    #"""
    {"resourceType":"Questionnaire","status":"active","item":[
      {"linkId":"name","type":"string","initial":[{"valueString":"N. N."}]},
      {"linkId":"child","type":"group","repeats":true,"item":[
        {"linkId":"age","type":"integer"},
        {"linkId":"toy","type":"string","repeats":true,"item":[{"linkId":"old","type":"boolean"}]},
        {"linkId":"visit","type":"group","repeats":true,"item":[{"linkId":"at","type":"date"}]}]},
      {"linkId":"likes","type":"choice","repeats":true,"answerOption":[
        {"valueCoding":{"code":"a"}},{"valueCoding":{"code":"b"}}]}]}
    """#
  }

  static var response: String {
    #"""
    {"resourceType":"QuestionnaireResponse","x":1.50,"status":"completed","item":[
      {"linkId":"child","item":[
        {"linkId":"age","answer":[{"valueInteger":3}]},
        {"linkId":"toy","answer":[
          {"valueString":"bear","item":[{"linkId":"old","answer":[{"valueBoolean":true}]}]},
          {"valueString":"car"}]},
        {"linkId":"visit","item":[{"linkId":"at","answer":[{"valueDate":"2024-03"}]}]},
        {"linkId":"visit","item":[{"linkId":"at","answer":[{"valueDate":"2024"}]}]}]},
      {"linkId":"child","item":[{"linkId":"age","answer":[{"valueInteger":5}]}]},
      {"linkId":"likes","answer":[{"valueCoding":{"code":"b"}},{"valueCoding":{"code":"a"}}]}]}
    """#
  }

  func begun(_ response: String, of questionnaire: String) throws -> ResponseReader {
    try ResponseReader(
      ImportFile(Array(response.utf8)).root, of: readForm(questionnaire).form.document(),
      registry: .standard, seed: Array("0123456789abcdef".utf8))
  }

  func written(_ document: Document, _ status: DocumentStatus = .draft) throws -> JSON {
    let answers = DocumentAnswers(of: document, at: Document.Index(document)) { _ in true }
    let response = ResponseDocument(
      document, answers, status: status, authored: "2026-01-01T00:00:00Z")
    return try response.written(registry: .standard).json
  }
}
