import EkibenInterchange
import Testing

/// Rule I35.
@Suite(.timeLimit(.minutes(20))) struct `A file that is looked at` {
  @Test(arguments: [
    (#"{"resourceType":"Questionnaire"}"#, FileKind.form(.fhir)),
    (#" {"x":1,"ekiben-form":1}"#, .form(.ekiben)), (#"{"ekiben-options":1}"#, .optionSet),
    (#"{"resourceType":"ValueSet"}"#, .valueSets), (#"{"resourceType":"CodeSystem"}"#, .valueSets),
    (#"{"resourceType":"Bundle"}"#, .valueSets),
    (#"{"resourceType":"QuestionnaireResponse"}"#, .response),
    (#"{"resourceType":"Patient"}"#, .resource("Patient")),
    (#"{"ekiben-history":"ekiben-history/2"}"#, .history),
    ("[]", .unknown), ("{}", .unknown), (#"{"properties":{}}"#, .unknown),
    (#"{"components":[]}"#, .unknown), (#"{"pages":[{"a":1}]}"#, .unknown), ("7", .unknown),
    (
      "\u{FEFF}\n <?xml version=\"1.0\"?><h:html xmlns=\"http://www.w3.org/2002/xforms\"/>",
      .foreign(.xform)
    ),
    ("<Questionnaire xmlns=\"http://hl7.org/fhir\"/>", .foreign(.fhirXML)),
    ("<data id=\"x\"/>", .foreign(.xml)),
    ("PK\u{3}\u{4}.....xl/workbook.xml", .foreign(.spreadsheet)),
    ("PK\u{3}\u{4}mimetypeapplication/vnd.oasis.opendocument.spreadsheet", .foreign(.spreadsheet)),
    ("PK\u{3}\u{4}.....", .foreign(.archive)),
    (#"{"pages":[{"name":"p","elements":[{"type":"text","name":"q"}]}]}"#, .foreign(.surveyJS)),
    (#"{"elements":[{"type":"text","name":"q"}]}"#, .foreign(.surveyJS)),
    (#"{"display":"form","components":[{"type":"textfield","key":"q"}]}"#, .foreign(.formIO)),
    (#"{"type":"VerticalLayout","elements":[{"type":"Control","name":"q"}]}"#, .foreign(.layout)),
    (#"{"$schema":"http://json-schema.org/draft-07/schema#"}"#, .foreign(.jsonSchema)),
    (#"{"type":"object","properties":{"q":{}}}"#, .foreign(.jsonSchema)),
  ])
  func `is known by how it begins and what members it has`(text: String, kind: FileKind) throws {
    #expect(try ImportFile(Array(text.utf8)).kind == kind)
  }

  @Test func `may be a spreadsheet of another age, or nothing that is known`() throws {
    #expect(try ImportFile([0xD0, 0xCF, 0x11, 0xE0, 0]).kind == .foreign(.spreadsheet))
    #expect(throws: ImportError.self) { try ImportFile(Array("code,label".utf8)) }
  }

  @Test(arguments: ForeignFormat.allCases)
  func `of others is refused in one sentence that says what is read`(format: ForeignFormat) throws {
    let text: [ForeignFormat: String] = [
      .xform: "<x xmlns=\"http://www.w3.org/2002/xforms\"/>",
      .fhirXML: "<x xmlns=\"http://hl7.org/fhir\"/>",
      .xml: "<x/>", .spreadsheet: "PK\u{3}\u{4}xl/workbook", .archive: "PK\u{3}\u{4}",
      .surveyJS: #"{"elements":[{"name":"q"}]}"#, .formIO: #"{"components":[{"key":"q"}]}"#,
      .layout: #"{"type":"GroupLayout","elements":[{"type":"Control"}]}"#,
      .jsonSchema: #"{"type":"object","properties":{}}"#,
    ]
    do throws(ImportError) {
      _ = try FormFile.read(Array(text[format, default: ""].utf8), named: "file")
      Issue.record("it was read")
    } catch {
      #expect(error.kind == .foreign(format) && error.place == nil)
      #expect(
        error.description == "this is \(format.rawValue), which is not read; a form is read as a "
          + "FHIR R4 Questionnaire in JSON, or as our own form JSON")
    }
  }
}
