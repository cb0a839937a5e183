import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// Members that somebody listed by hand, or that are not what FHIR takes.
@Suite(.timeLimit(.minutes(20))) struct `Members of a Questionnaire that is written` {
  private func written(_ text: String) throws -> JSON {
    let form = try FormFile.read(Array(text.utf8), named: "f")
    return try JSON(parsing: FormFile.writeQuestionnaire(form.form).bytes)
  }

  private func names(_ json: JSON?) -> [String]? { json?.object?.map(\.name) }

  // Rule I3.
  @Test(arguments: [
    (#""fhir":{"extension":[]},"fhirOrder":["extension","extension"]"#, "extension"),
    (#""fhirOrder":["type","linkId","linkId","type"]"#, "type linkId"),
  ])
  func `stand once where their order names them twice`(members: String, first: String) throws {
    let row = #"{"id":"n","component":"TextInput",\#(members)}"#
    let json = try written(#"{"ekiben-form":1,"sections":[{"id":"m","rows":[\#(row)]}]}"#)
    let all = try #require(names(json["item"]?.array?.first?["item"]?.array?.first))
    #expect(Set(all).count == all.count)
    #expect(all.joined(separator: " ").hasPrefix(first), "\(all)")
  }

  // Rule I3.
  @Test func `stand once also in a section and at the root`() throws {
    let json = try written(
      #"{"ekiben-form":1,"fhirOrder":["item","item","status"],"sections":[{"id":"m","header":"H","#
        + #""fhirOrder":["text","text"],"rows":[{"id":"n","component":"TextInput"}]}]}"#)
    #expect(names(json) == ["resourceType", "id", "item", "status"])
    let section = try #require(names(json["item"]?.array?.first))
    #expect(section.filter { $0 == "text" } == ["text"])
  }

  // Rule I30.
  @Test(arguments: ["title", "url", "version", "description", "language"])
  func `are as they came where they are no text`(name: String) throws {
    for value in ["5", "null", #"["x"]"#, #"{"a":1.50}"#] {
      let text =
        #"{"resourceType":"Questionnaire","\#(name)":\#(value),"status":"draft","#
        + #""item":[{"linkId":"a","type":"string"}]}"#
      #expect(try written(text) == JSON(parsing: Array(text.utf8)), "\(value)")
    }
  }

  // Rule I31.
  @Test func `give way to a text that takes their place`() throws {
    let text =
      #"{"resourceType":"Questionnaire","title":5,"status":"draft","#
      + #""item":[{"linkId":"a","type":"string"}]}"#
    let read = try FormFile.read(Array(text.utf8), named: "f").form
    var fields = read.fields
    fields[.title] = "Five"
    let form = Form(
      read.name, fields: fields, sections: read.sections, components: read.components)
    let json = try JSON(parsing: FormFile.writeQuestionnaire(form).bytes)
    #expect(json["title"]?.string == "Five")
  }
}
