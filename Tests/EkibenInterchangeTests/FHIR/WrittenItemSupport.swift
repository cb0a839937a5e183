import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// Members of an item; `CORE` and `SDC` stand for where extensions are defined.
private func spelled(_ text: String) -> String {
  text.replacing("CORE", with: "http://hl7.org/fhir/StructureDefinition/")
    .replacing("SDC", with: "http://hl7.org/fhir/uv/sdc/StructureDefinition/")
}

/// An extension's value that is an expression.
func writtenExpression(_ text: String) -> String {
  #""valueExpression":{"language":"text/fhirpath","expression":"\#(text)"}"#
}

/// The item that a row `q` is written as, which stands behind a row for whole numbers, `n`.
func writtenItem(_ fields: Fields) throws -> (json: JSON, warnings: [String]) {
  let number: Fields = [.component: "TextInput", .kind: "integer"]
  let section = Document.Section(
    id: "s", rows: [.init(id: "n", fields: number), .init(id: "q", fields: fields)])
  let written = try FormFile.writeQuestionnaire(Form("f", fields: [:], sections: [section]))
  let json = try JSON(parsing: written.bytes)
  let rows = json["item"]?.array?.first?["item"]?.array ?? []
  try #require(rows.count == 2)
  return (rows[1], written.warnings.map(\.description))
}

/// Expects that a row `q` is written as an item with just these members, and nothing is lost.
func expectItem(
  _ fields: Fields, _ members: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let (json, warnings) = try writtenItem(fields)
  let expected = try JSON(parsing: Array("{\(spelled(members))}".utf8))
  #expect(
    json.encoded(pretty: true) == expected.encoded(pretty: true), sourceLocation: sourceLocation)
  #expect(warnings == [], sourceLocation: sourceLocation)
}
