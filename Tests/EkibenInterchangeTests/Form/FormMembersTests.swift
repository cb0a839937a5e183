import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// Every member that our own form JSON knows: where it stands, and what it takes.
@Suite(.timeLimit(.minutes(20))) struct `Members of our own form JSON` {
  private static let content = #"""
    "prefix":"1.","title":"T","text":"X","placeholder":"…","required":true,"readOnly":false,
    "minLength":1,"maxLength":9,"decimals":2,"pattern":"[a-z]","minCount":1,"maxCount":2,
    "messages":{"maxLength":"M"},"states":2,"multiple":true,"other":false,
    "options":[{"code":"a","label":"A","system":"s","prefix":"a)","help":"H","image":"a.png",
      "group":"G","parent":"p","exclusive":true,"offered":{"row":"n","exists":true},
      "translations":{"de":{"label":"Ah"}},"more":1,"score":1.50,"source":{"x": 1.0}}],
    "valueSet":"v","optionsOf":"n","unit":"kg","units":[{"code":"mg"}],"control":"slider",
    "orientation":"vertical","columns":2,"sublabel":"1","instructions":"2","hint":"3","example":"4",
    "help":"5","flyover":"6","legal":"7","message":"8","translations":{"de":{"title":"Ti"}},
    "markup":{"title":"<b>T</b>"},"hidden":true,"visible":{"row":"n","is":1},
    "variables":[{"name":"v","fhirpath":"1","more":2}],"calculated":"1","initialExpression":"2",
    "textExpression":"3","checks":[{"id":"c","formula":{"row":"n","exists":true},"message":"M",
      "severity":"warning","at":"n","translations":{"de":{"message":"N"}},"more":1},
      {"id":"d","unique":"n"}],"parentRow":"n","repeats":true,"minOccurs":1,"maxOccurs":3,
    "instanceLabel":"I"
    """#

  private static let text =
    #"{"ekiben-form":1,"form":"f","title":"T","url":"http://x/f","version":"2","description":"D","#
    + #""language":"de","translations":{"en":{"title":"U"}},"policies":{"hiddenAnswersCount":true},"#
    + #""changesNeedReason":true,"variables":[{"name":"v","fhirpath":"1"}],"#
    + #""checks":[{"id":"c","unique":"n"}],"abc":1,"order":2,"sections":[{"id":"s","#
    + #""header":{"component":"Description","kind":"k",\#(content),"more":1,"source":[ 1 ]},"#
    + #""footer":"F","prefix":"1","parent":"t","parentRow":"n","page":"P","level":2,"#
    + #""visible":{"row":"gone","exists":true},"hidden":false,"required":true,"readOnly":true,"#
    + #""variables":[{"name":"v","fhirpath":"1"}],"textExpression":"'x'","#
    + #""checks":[{"id":"c","unique":"n"}],"repeats":true,"minOccurs":1,"maxOccurs":2,"#
    + #""instanceLabel":"I","template":"t","abc":1,"order":2,"~order":3,"rows":[{"id":"n","component":"TextInput"},"#
    + #"{"id":"r","component":"TextInput","kind":"plain",\#(content),"initial":"b","abc":1,"#
    + #""greatest":3,"least":1,"step":4,"order":2,"section":3,"~order":"k","~section":[1],"value":"c","source":{"y": 2.0}},"#
    + #"{"id":"q","title":"T","template":"n","abc":1,"value":"z"}]}]}"#

  // Rule F5.
  @Test func `that limit a secret are kept and not used, which is said`() throws {
    let form = try readForm(
      #"""
      {"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[
        {"id":"r","component":"TextInput","kind":"secret","maxLength":3,"pattern":"[0-9]+"}]}]}
      """#)
    #expect(
      form.warnings.map(\.kind.description) == [
        #""maxLength" is not used but kept: expected no limit of a secret, found 3"#,
        #""pattern" is not used but kept: expected no limit of a secret, found text"#,
      ])
    #expect(form.row("r")?.fields[.maxLength] == 3)
  }

  // Rules I1 and I11.
  @Test func `stand in one order, those that are not known behind the others`() throws {
    let form = try readForm(Self.text)
    // The row stands in the section that stands below it.
    #expect(
      form.warnings.map(\.kind.description) == [
        "section:s → n → section:s: these decide about each other; what is hidden among them counts all "
          + "the same"
      ])
    let expected = try JSON(parsing: Array(Self.text.utf8))
    let written = try JSON(parsing: FormFile.write(form.form))
    #expect(written.encoded(pretty: true) == expected.encoded(pretty: true))
    let row = try #require(form.row("r"))
    #expect(row.fields[.source] == .verbatim(#"{"y": 2.0}"#))
    #expect(row.fields["~order"] == 2 && row.fields["~section"] == 3)
    #expect(row.fields["~~order"] == "k" && row.fields["~~section"] == .verbatim("[1]"))
    #expect(form.section("s")?.fields["~order"] == 2 && form.form.fields["order"] == 2)
    // As they are stored, too.
    let stored = try form.form.document()
    #expect(stored.row("r")?.fields == row.fields)
    #expect(stored.sections.first { $0.id == "s" }?.fields == form.section("s")?.fields)
    let option = row.fields[.options]?.asList?.first?.asRecord
    #expect(option?[.source] == .verbatim(#"{"x": 1.0}"#))
  }

  /// Members of one kind, a value that they do not take, and what is said of that.
  struct Wrong: Sendable, CustomTestStringConvertible {
    let names: String
    let value: String
    let words: String
    var testDescription: String { "\(value): \(words)" }

    init(_ names: String, _ value: String, _ words: String) {
      (self.names, self.value, self.words) = (names, value, words)
    }
  }

  private static let text7 = "expected text, found a number"
  private static let kinds = [
    Wrong("optionsOf parentRow template", #""""#, "an id cannot be empty"),
    Wrong("optionsOf parentRow template", "7", text7),
    Wrong("multiple other hidden repeats", #""yes""#, "expected true or false, found text"),
    Wrong(
      "minLength maxLength decimals minCount maxCount states columns minOccurs maxOccurs",
      #""3""#, "expected a whole number, found text"),
    Wrong("options units variables checks", "{}", "expected a list, found an object"),
    Wrong("visible required readOnly", "null", "expected true, false or a condition, found null"),
    Wrong(
      "component kind prefix title text placeholder pattern valueSet unit control orientation sublabel "
        + "instructions hint example help flyover legal message instanceLabel calculated "
        + "initialExpression textExpression", "7", text7),
  ]

  private func expectRefused(
    _ wrong: Wrong, at path: String, _ text: (_ member: String) -> String
  ) throws {
    for name in wrong.names.split(separator: " ") {
      let said = try #require(formRefusal(text(#""\#(name)":\#(wrong.value)"#)), "\(name)")
      #expect(said.hasSuffix(", at \(path)\(name): \(wrong.words)"), "\(said)")
    }
  }

  @Test(arguments: kinds)
  func `of a row take what is theirs alone`(wrong: Wrong) throws {
    try expectRefused(wrong, at: "sections[0].rows[0].") { member in
      let others = member.hasPrefix(#""component""#) ? "" : #""component":"TextInput","#
      return formText(rows: #"{"id":"r",\#(others)\#(member)}"#)
    }
  }

  @Test(arguments: [
    Wrong("parent parentRow template", #""""#, "an id cannot be empty"),
    Wrong("prefix page textExpression instanceLabel", "7", text7),
    Wrong("level minOccurs maxOccurs", "true", "expected a whole number, found true or false"),
    Wrong("hidden repeats", "0", "expected true or false, found a number"),
    Wrong("visible required readOnly", "7", "expected true, false or a condition, found a number"),
    Wrong("variables checks rows", "7", "expected a list, found a number"),
    Wrong("header footer", "7", "expected text or a component, found a number"),
    Wrong("header footer", "{}", #"the member "component" is missing"#),
  ])
  func `of a section take what is theirs alone`(wrong: Wrong) throws {
    try expectRefused(wrong, at: "sections[0].") { member in
      #"{"ekiben-form":1,"form":"f","sections":[{"id":"s",\#(member)}]}"#
    }
  }

  @Test(arguments: [
    Wrong("title url version description language", "7", text7),
    Wrong("changesNeedReason", "1", "expected true or false, found a number"),
    Wrong("variables checks", "true", "expected a list, found true or false"),
  ])
  func `of the form take what is theirs alone`(wrong: Wrong) throws {
    try expectRefused(wrong, at: "") { #"{"ekiben-form":1,"form":"f",\#($0),"sections":[]}"# }
  }

  @Test(arguments: [
    Wrong("label system prefix help image group parent", "7", text7),
    Wrong("exclusive", "1", "expected true or false, found a number"),
    Wrong("offered", #""x""#, "expected true, false or a condition, found text"),
  ])
  func `of an option take what is theirs alone`(wrong: Wrong) throws {
    try expectRefused(wrong, at: "sections[0].rows[0].options[0].") { member in
      formText(rows: #"{"id":"r","component":"Choice","options":[{"code":"a",\#(member)}]}"#)
    }
  }

  @Test(arguments: [
    Wrong("message severity", "7", text7), Wrong("unique at", #""""#, "an id cannot be empty"),
    Wrong("formula", "7", "expected true, false or a condition, found a number"),
  ])
  func `of a check take what is theirs alone`(wrong: Wrong) throws {
    try expectRefused(wrong, at: "checks[0].") { member in
      #"{"ekiben-form":1,"form":"f","checks":[{"id":"c",\#(member)}],"sections":[]}"#
    }
  }

  @Test(arguments: [
    (#"{"fhirpath":"1"}"#, #"variables[0]: the member "name" is missing"#),
    (#"{"name":7}"#, "variables[0].name: expected text, found a number"),
    (#"{"name":"v","fhirpath":7}"#, "variables[0].fhirpath: expected text, found a number"),
  ])
  func `of a variable take what is theirs alone`(variable: String, words: String) throws {
    let text = #"{"ekiben-form":1,"form":"f","variables":[\#(variable)],"sections":[]}"#
    #expect(try #require(formRefusal(text)).hasSuffix(", at \(words)"))
  }
}
