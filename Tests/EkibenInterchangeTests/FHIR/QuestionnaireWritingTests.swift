import EkibenDocuments
import EkibenForms
import EkibenInterchange
import EkibenTesting
import Foundation
import Testing

/// What comes out of a Questionnaire that was read, as JSON.
private func written(_ bytes: [UInt8]) throws -> JSON {
  let form = try FormFile.read(bytes, named: "file")
  return try JSON(parsing: FormFile.writeQuestionnaire(form.form).bytes)
}

/// Where two values begin to differ.
private func difference(_ left: JSON, _ right: JSON, at path: String = "") -> String? {
  switch (left.content, right.content) {
  case (.array(let lefts), .array(let rights)) where lefts.count == rights.count:
    return zip(lefts, rights).enumerated().lazy
      .compactMap { difference($1.0, $1.1, at: "\(path)[\($0)]") }.first
  case (.object(let lefts), .object(let rights)) where lefts.map(\.name) == rights.map(\.name):
    return zip(lefts, rights).lazy
      .compactMap { difference($0.value, $1.value, at: "\(path).\($0.name)") }.first
  default:
    return left == right ? nil : "\(path): \(left.encoded()) and \(right.encoded())"
  }
}

/// Rule I30.
@Suite(.timeLimit(.minutes(20))) struct `A Questionnaire that is written` {
  /// `EKIBEN_QUESTIONNAIRES=1...20000` for a long run.
  static let seeds: ClosedRange<UInt64> = {
    let text = ProcessInfo.processInfo.environment["EKIBEN_QUESTIONNAIRES"] ?? ""
    let numbers = text.split(separator: ".").compactMap { UInt64($0) }
    return numbers.count == 2 ? numbers[0]...numbers[1] : 1...400
  }()

  @Test(arguments: ["every-type", "nested-groups", "odd-ids"])
  func `is equal to the one that was read`(name: String) throws {
    let bytes = try fixture(name)
    #expect(try written(bytes) == JSON(parsing: bytes))
  }

  @Test(.enabled(if: !RealForms.files.isEmpty), arguments: RealForms.files.map(\.name))
  func `is equal to a real one, and nothing is said to be lost`(name: String) throws {
    for file in RealForms.files where file.name == name {
      #expect(try written(file.bytes) == JSON(parsing: file.bytes))
      let form = try FormFile.read(file.bytes, named: "file")
      #expect(try FormFile.writeQuestionnaire(form.form).warnings.map(\.description) == [])
    }
  }

  @Test func `is equal to any that was read, also through our own JSON`() throws {
    for seed in Self.seeds {
      var random = RandomQuestionnaire(seed: seed)
      let json = random.json()
      let form = try FormFile.read(Array(json.encoded().utf8), named: "file").form
      let out = try FormFile.writeQuestionnaire(form)
      let found = try JSON(parsing: out.bytes)
      let isEqual = found == json
      try #require(isEqual, "seed \(seed): \(difference(json, found) ?? "")")
      try #require(out.warnings.map(\.description) == [], "seed \(seed)")
      let again = try FormFile.read(FormFile.write(form), named: "file").form
      try #require(try FormFile.writeQuestionnaire(again).bytes == out.bytes, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      ##""answerValueSet":"#vs","answerOption":[{"valueCoding":{"code":"b"}}]"##,
      ##""answerOption":[{"valueCoding":{"code":"b"}}],"answerValueSet":"#vs""##,
      ##""answerValueSet":"#vs","answerOption":[{"valueString":"b"}]"##,
      ##""answerValueSet":"#vs","answerOption":[]"##,
      ##""options":{"reference":"#vs"},"option":[{"valueCoding":{"code":"b"}}]"##,
      ##""options":{"reference":"#vs"},"option":[]"##,
    ])
  func `keeps a set in the file beside options that are not the set's`(members: String) throws {
    let text =
      #"{"resourceType":"Questionnaire","status":"draft","contained":[{"resourceType":"ValueSet","#
      + #""id":"vs","compose":{"include":[{"concept":[{"code":"a"}]}]}}],"item":["#
      + #"{"linkId":"c","type":"choice",\#(members)}]}"#
    let form = try readForm(text).form
    let row = form.sections.first?.rows.first
    let codes = row?.fields[.options]?.asList?.map { $0.asRecord?.text(.code) }
    #expect(codes == [members.hasSuffix("[]") ? "a" : "b"])
    let out = try FormFile.writeQuestionnaire(form)
    #expect(try JSON(parsing: out.bytes).encoded() == text)
    #expect(out.warnings.map(\.description) == [])
  }

  @Test func `says nothing of expressions at its root, unless the form has others`() throws {
    let url =
      "http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-calculatedExpression"
    let text =
      #"{"resourceType":"Questionnaire","status":"draft","#
      + #""extension":[{"url":"\#(url)",\#(writtenExpression("1"))}],"#
      + #""item":[{"linkId":"q","type":"string"}]}"#
    let read = try readForm(text).form
    for (expression, warnings) in [
      ("1", []),
      ("2", [#"the form: "calculated" is left out, since a Questionnaire cannot say it"#]),
      (nil, [#"the form: "calculated" is left out, since a Questionnaire cannot say it"#]),
    ] {
      let value = expression.map { Value.record([.fhirPath: .text($0)]) }
      let form = Form(
        read.name, fields: read.fields.setting(.calculated, value), sections: read.sections)
      let out = try FormFile.writeQuestionnaire(form)
      #expect(try JSON(parsing: out.bytes).encoded() == text)
      #expect(out.warnings.map(\.description) == warnings)
    }
  }

  // Rule F31.
  @Test func `keeps what else stands beside a text whose translations changed`() throws {
    func item(_ translation: String) -> String {
      #"""
      {"resourceType":"Questionnaire","id":"f","status":"draft","item":[{"linkId":"q","text":"Name",
        "_text":{"id":"t","extension":[{"url":"http://e.org/own","valueString":"kept"},
          {"url":"http://hl7.org/fhir/StructureDefinition/translation","extension":[
            {"url":"lang","valueCode":"de"},{"url":"content","valueString":"\#(translation)"}]}]},
        "type":"string"}]}
      """#
    }
    let document = try readForm(item("Name")).form.document()
    let sections = document.sections.map { section in
      let rows = section.rows.map { row in
        Document.Row(
          id: row.id,
          fields: row.fields.setting(
            .translations, .record(["de": .record([.title: "Vorname"])])))
      }
      return Document.Section(id: section.id, fields: section.fields, rows: rows)
    }
    let out = try FormFile.writeQuestionnaire(
      Form("f", fields: document.fields, sections: sections))
    let found = try JSON(parsing: out.bytes)["item"]?.array?.first?["_text"]
    let expected = try JSON(parsing: Array(item("Vorname").utf8))["item"]?.array?.first?["_text"]
    #expect(found != nil && found == expected)
  }

  @Test func `says a limit that is a date, and warns of nothing`() throws {
    let form = Form("day") {
      Section("s") {
        DateInput(Field<DateText>("d"), title: "Day").greatest(.date("2024-02-29"))
      }
    }
    let out = try FormFile.writeQuestionnaire(form)
    #expect(out.warnings.map(\.description) == [])
    let again = try FormFile.read(out.bytes, named: "file")
    #expect(try again.form.document().row("d")?.fields[.greatest] == .text("2024-02-29"))
  }

  @Test(arguments: ["5 mg", "0.50 mg"])
  func `says a limit of a quantity so that it is read again`(limit: String) throws {
    let form = Form("f") {
      Section("s") {
        Quantity(Field<Quantity.Amount>("q"), title: "Dose", units: [Choice.Option("mg")])
          .least(.text(limit))
      }
    }
    let out = try FormFile.writeQuestionnaire(form)
    #expect(out.warnings.map(\.description) == [])
    let again = try FormFile.read(out.bytes, named: "file")
    #expect(try again.form.document().row("q")?.fields[.least] == .text(limit))
  }

  @Test(arguments: ["today", "today+1y", "today-18m", "today+2w", "today-30d"])
  func `says a limit that goes by today so that it is read again`(limit: String) throws {
    let form = Form("f") {
      Section("s") {
        DateInput(Field<DateText>("d"), title: "Day").greatest(.text(limit))
      }
    }
    let out = try FormFile.writeQuestionnaire(form)
    #expect(out.warnings.map(\.description) == [])
    let again = try FormFile.read(out.bytes, named: "file")
    #expect(try again.form.document().row("d")?.fields[.greatest] == .text(limit))
  }
}
