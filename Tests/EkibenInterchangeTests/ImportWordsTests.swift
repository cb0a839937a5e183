import EkibenDocuments
import EkibenForms
import Testing

@testable import EkibenInterchange

/// What readers and writers notice, word by word (rules I4 and I6).
@Suite(.timeLimit(.minutes(20))) struct `What is said about a file` {
  private static let long = String(repeating: "x", count: 90)

  static let warnings: [(ImportWarning.Kind, String)] = [
    (
      .repeatedLinkID("a", now: .row("a~2")),
      #"the linkId "a" is taken already; this one is now a~2"#
    ),
    (.missingLinkID(now: .section("~2")), "an item without linkId is now section:~2"),
    (
      .unusableLinkID("", .empty, now: .row("x")),
      #"the linkId "" cannot be an id, since it is empty; it is now x"#
    ),
    (
      .unusableLinkID("l", .tooLong(bytes: 300), now: .row("x")),
      #"the linkId "l" cannot be an id, since it takes 300 bytes, more than 255; it is now x"#
    ),
    (
      .unusableLinkID("l", .controlCharacter(0x85), now: .row("x")),
      #"the linkId "l" cannot be an id, since it holds the control character U+0085; it is now x"#
    ),
    (
      .unknownType("signature", .row("q")),
      #"q has the unknown type "signature"; it is kept as it is"#
    ),
    (.unknownType(nil, .section("s")), "section:s has no type; it is kept as it is"),
    (.noOptions("c"), "c is a choice without options and without value set"),
    (.repeatedCode("c", code: "s|a"), #"c has the option "s|a" twice"#),
    (.patternNotRun("p", "(a"), #"p has a pattern that is kept but not checked: "(a""#),
    (
      .conditionNotUsed(.section("s")),
      "section:s has a condition that is kept but not acted on; it is shown"
    ),
    (
      .formulaNotUsed(.row("r"), .required),
      #"r has a formula for "required" that is kept but not acted on"#
    ),
    (
      .formulaNotUsed(.row("r"), .offered, option: "b"),
      #"r has a formula for "offered" of the option "b" that is kept but not acted on"#
    ),
    (
      .checkNotUsed(.document, check: "order"),
      #"the form has the check "order", which is kept but not asked"#
    ),
    (
      .readsNothing(.row("e"), question: "gone"),
      #"the condition of e names the question "gone", which is not there"#
    ),
    (
      .circle([.section("a"), .row("b"), .section("a")]),
      "section:a → b → section:a: these decide about each other; what is hidden among them counts "
        + "all the same"
    ),
    (
      .notUsed(member: "text", expected: "text", found: "null"),
      #""text" is not used but kept: expected text, found null"#
    ),
    (.unknownItem("x"), #"the form asks nothing called "x" here; it is kept and not used"#),
    (.unknownItem(nil), "an item has no linkId; it is kept and not used"),
    (
      .answerNotTaken(.row("n"), "it takes text"),
      "n: an answer is kept and not used: it takes text"
    ),
    (.empty, "the form has no items"),
    (.otherEntry("Patient"), #""Patient" is no set of options; it is left out"#),
    (.otherEntry(nil), "an entry without a resource is left out"),
    (.noCodes, "it lists no codes; it is left out"),
    (.filterNotUsed, "a filter is kept and not used; no code is left out for it"),
    (
      .repeatedOption(code: "a"),
      #"the code "a" is there already, with another label; the first counts"#
    ),
    (.partOfSet(listed: 3, total: nil), "a part is listed: 3 codes"),
    (.partOfSet(listed: 3, total: 9), "a part is listed: 3 of 9 codes"),
    (
      .unknownItem(long),
      "the form asks nothing called \"\(long.prefix(39))…\(long.prefix(39))\" here; it is kept and "
        + "not used"
    ),
    (
      .missingLinkID(now: .row(RowID(unchecked: long))),
      "an item without linkId is now \(long.prefix(40))…\(long.prefix(40))"
    ),
  ]

  @Test(arguments: warnings)
  func `is a sentence for each thing that a reader noticed`(
    kind: ImportWarning.Kind, words: String
  ) {
    #expect(kind.description == words)
    let place = SourcePlace(line: 3, column: 7, path: "item[0]")
    let warning = ImportWarning(kind: kind, place: place)
    // A circle is of many places.
    let isOfMany = if case .circle = kind { true } else { false }
    #expect(warning.description == (isOfMany ? "" : "line 3, column 7, at item[0]: ") + words)
    #expect(warning.excerpt == nil)
  }

  @Test(
    arguments: [
      (.noName, "nothing in it says what it is called; --as gives it a name"),
      (.severalSets(2), "one name was given, and the file has 2 sets of options"),
      (
        .tooManyConcepts(5), "the sets of this file take over more than 5 concepts from each other"
      ),
      (
        .circularValueSet("u"),
        "u includes itself, or sets include each other deeper than 64"
      ),
      (.content("odd"), "odd"),
    ] as [(ImportError.Kind, String)])
  func `is a sentence for each reason to refuse it`(kind: ImportError.Kind, words: String) {
    #expect(kind.description == words)
  }

  @Test func `is what is wrong with each expression, with its text and place`() throws {
    func expression(_ name: String, _ text: String, _ language: String = "text/fhirpath") -> String
    {
      #"{"url":"http://x/\#(name)","valueExpression":{"name":"v","language":"\#(language)","#
        + #""expression":"\#(text)"}}"#
    }
    let form = try readForm(
      #"""
      {"resourceType":"Questionnaire","extension":[\#(expression("variable", "Patient?x", "text/cql"))],
       "item":[{"linkId":"q","type":"integer","extension":[
        \#(expression("sdc-questionnaire-calculatedExpression", "1 + %gone")),
        \#(expression("sdc-questionnaire-initialExpression", "%v.id"))]}]}
      """#)
    #expect(
      form.warnings.map(\.kind.description) == [
        "the form: the variable %v is kept but not evaluated: is written in text/cql",
        "q: the calculatedExpression %v is kept but not evaluated: 1:5: nothing defines %gone",
        "q: the initialExpression %v is evaluated only where %v is handed over",
      ])
    #expect(form.warnings.map(\.excerpt) == [nil, ["1 + %gone", "    ^"], nil])
    #expect(form.warnings.map(\.place.line) == [1, 3, 4])
  }

  // The section that is first stands in none, so that 51 of them stand in at most 50 others.
  @Test(arguments: [(51, nil), (52, "s51"), (60, "s51")] as [(Int, SectionID?)])
  func `is that a form is nested too deep for a Questionnaire`(
    depth: Int, tooDeep: SectionID?
  ) throws {
    let sections = (0..<depth).map { number in
      Document.Section(
        id: SectionID(unchecked: "s\(number)"),
        fields: number == 0 ? [:] : [.parent: .text("s\(number - 1)")])
    }
    let form = Form("f", fields: [:], sections: sections)
    guard let tooDeep else {
      #expect(
        try FormFile.read(FormFile.writeQuestionnaire(form).bytes, named: "f").sectionCount == 51)
      return
    }
    let error = #expect(throws: ExportError.self) { try FormFile.writeQuestionnaire(form) }
    #expect(error?.record == .section(tooDeep))
    #expect(
      error?.description
        == "section:s51 stands in more than 50 others, which is deeper than a Questionnaire is read"
    )
  }

  @Test(arguments: [#"{"ekiben-form":1,"sections":[]}"#, #"{"resourceType":"Questionnaire"}"#])
  func `is that nothing says what the form is called`(text: String) {
    let error = #expect(throws: ImportError.self) {
      try FormFile.read(Array(text.utf8), named: "")
    }
    #expect(error?.kind == .noName && error?.place == nil)
  }

  @Test func `is counted, and named as the file itself names it`() throws {
    let form = try readForm(
      #"""
      {"ekiben-form":1,"form":"own","sections":[
        {"id":"s","repeats":true,"rows":[{"id":"a","component":"Slider"},{"id":"b","component":"Toggle"}]},
        {"id":"t","parent":"s","template":"s","rows":[{"id":"t/a","template":"a"}]},
        {"id":"u"}]}
      """#)
    #expect(form.ownName == "own")
    // A row that follows the definition of another one is none that is not understood itself.
    #expect((form.sectionCount, form.rowCount, form.opaqueCount) == (3, 3, 1))
    #expect(try readForm(#"{"ekiben-form":1,"sections":[]}"#).ownName == nil)
    #expect(try readForm(#"{"resourceType":"Questionnaire","id":"q"}"#).ownName == "q")
    #expect(try readForm(#"{"resourceType":"Questionnaire","id":""}"#).ownName == nil)
  }
}
