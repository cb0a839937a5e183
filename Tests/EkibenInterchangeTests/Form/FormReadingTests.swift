import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Our own form JSON` {
  // Rules F33 and F46.
  @Test func `formulas that are not understood are kept, and each is named with its place`() throws
  {
    let text = """
      {"ekiben-form": 1, "form": "f", "sections": [
        {"id": "s", "visible": {"odd": 1}, "required": {"odd": 2}, "rows": [
          {"id": "c", "component": "Choice", "readOnly": {"odd": 3}, "options": [
            {"code": "a", "offered": {"row": "c", "exists": true}},
            {"code": "b", "offered": {"odd": 4}}, {"code": "d", "offered": true}]}]}]}
      """
    let read = try readForm(text)
    #expect(
      read.warnings.map(\.kind) == [
        .conditionNotUsed(.section("s")), .formulaNotUsed(.section("s"), .required),
        .formulaNotUsed(.row("c"), .readOnly),
        .formulaNotUsed(.row("c"), .offered, option: "b"),
      ])
    #expect(
      read.warnings.last?.description
        == #"line 5, column 32, at sections[0].rows[0].options[1].offered: c has a formula for "#
        + #""offered" of the option "b" that is kept but not acted on"#)
    let again = try FormFile.read(FormFile.write(read.form), named: "file")
    #expect(again.form.sections == read.form.sections && again.warnings.count == 4)
  }

  // Rule F44: a revision may have moved the row away from its instances.
  @Test func `an answer may stand before the row that says what it takes`() throws {
    let text = """
      {"ekiben-form": 1, "form": "f", "sections": [
        {"id": "s", "rows": [
          {"id": "q/1", "template": "q", "value": "2020-05"},
          {"id": "p/1", "template": "p", "value": 7}]},
        {"id": "t", "rows": [
          {"id": "q", "component": "DateInput"},
          {"id": "p", "component": "TextInput", "kind": "integer"}]}]}
      """
    let read = try readForm(text)
    #expect(["q/1", "p/1"].map { read.row($0)?.fields[.value] } == [.date("2020-05"), 7])
    let again = try FormFile.read(FormFile.write(read.form), named: "file")
    #expect(again.form.sections == read.form.sections)
    #expect(
      formRefusal(text.replacing("2020-05", with: "soon"))
        == "line 3, column 45, at sections[0].rows[0].value: "
        + #"a date or time was expected, found "soon""#)
  }

  @Test func `is read as a person would write it`() throws {
    let form = try readForm(
      #"""
      {
        "ekiben-form": 1, "form": "intake", "title": "Clinic intake",
        "sections": [
          { "id": "person", "header": "About you", "rows": [
            { "id": "name", "component": "TextInput", "title": "Name", "required": true },
            { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age" },
            { "id": "consent", "component": "Toggle", "title": "I agree to take part" } ] },
          { "id": "study", "footer": "You can stop.", "visible": { "row": "consent", "is": true },
            "rows": [ { "id": "privacy", "component": "Description", "text": "Stays here." } ] }
        ]
      }
      """#)
    let expected = Form("intake", title: "Clinic intake") {
      Section("person", header: "About you") {
        TextInput(Field<String>("name"), title: "Name").required()
        TextInput(Field<Int>("age"), title: "Age")
        Toggle(Field<Bool>("consent"), title: "I agree to take part")
      }
      Section("study", footer: "You can stop.") { Description("privacy", "Stays here.") }
        .visible(when: Field<Bool>("consent") == true)
    }
    #expect(form.form.name == "intake" && form.format == .ekiben && form.warnings.isEmpty)
    #expect(try form.form.document() == expected.document())
    #expect((form.sectionCount, form.rowCount, form.opaqueCount) == (2, 4, 0))
  }

  @Test(
    arguments: [
      (
        #""component": "X", "a": {"z": 1.0, "y":2}"#,
        ["component": "X", "a": .verbatim(#"{"z": 1.0, "y":2}"#)]
      ),
      (
        #""component": "X", "a": 1.50, "b": 7, "c": null, "d": -0, "e": [ ]"#,
        [
          "component": "X", "a": .decimal(number("1.50")), "b": 7, "c": .null,
          "d": .decimal(number("-0")), "e": .verbatim("[ ]"),
        ]
      ),
      (
        #""component": "Opaque", "source": "text""#,
        ["component": "Opaque", "source": .verbatim("\"text\"")]
      ),
      (
        #""component": "Opaque", "source": {"b":1,  "a":[]}, "value": [1.0]"#,
        [
          "component": "Opaque", "source": .verbatim(#"{"b":1,  "a":[]}"#),
          "value": .verbatim("[1.0]"),
        ]
      ),
      (
        #""component": "Choice", "options": [{"code": "a", "label": "A", "x": 1}], "value": "a""#,
        [
          "component": "Choice", "value": "a",
          "options": .list([.record(["code": "a", "label": "A", "x": 1])]),
        ]
      ),
      (
        #""component": "Toggle", "value": false, "states": 2"#,
        ["component": "Toggle", "value": false, "states": 2]
      ),
      (
        #""value": 5, "component": "TextInput", "kind": "decimal""#,
        ["component": "TextInput", "kind": "decimal", "value": .decimal(number("5"))]
      ),
      (
        #""value": 5, "component": "TextInput", "kind": "integer""#,
        ["component": "TextInput", "kind": "integer", "value": 5]
      ),
      (#""value": "", "component": "TextInput""#, ["component": "TextInput", "value": ""]),
      (#""value": null, "component": "TextInput""#, ["component": "TextInput", "value": .null]),
      (
        #""value": {"ekiben:date": "2024-03"}, "component": "TextInput", "kind": "date""#,
        ["component": "TextInput", "kind": "date", "value": .date("2024-03")]
      ),
      (
        #""component": "X", "order": 1, "~order": 2, "~~order": 3, "section": 4, "~section": 5"#,
        ["component": "X", "~order": 1, "~~order": 2, "~~~order": 3, "~section": 4, "~~section": 5]
      ),
      (
        #""component": "X", "~id": 1, "~~id": 2, "draft": 3, "~draft": 4, "~~draft": 5"#,
        ["component": "X", "id": 1, "~id": 2, "~draft": 3, "~~draft": 5]
      ),
      (
        #""component": "X", "visible": {"some": []}, "hidden": true"#,
        ["component": "X", "visible": .verbatim(#"{"some": []}"#), "hidden": true]
      ),
      (
        #""component": "X", "visible": {"any": [{"row": "a", "is": 1, "more": 2}]}"#,
        ["component": "X", "visible": .verbatim(#"{"any": [{"row": "a", "is": 1, "more": 2}]}"#)]
      ),
      (
        #""component": "X", "visible": {"not": {"any": []}}"#,
        ["component": "X", "visible": .record((!Formula.any([])).record)]
      ),
      (
        #"""
        "component": "X",
        "visible": {"all": [{"row": "a", "atLeast": 1.50}, {"any": [{"row": "b", "isNot": "x"}]}]}
        """#,
        [
          "component": "X",
          "visible": .record(
            Formula.all([
              .compares(
                Formula.Reference("a"), .atLeast,
                .value(.decimal(try #require(DecimalNumber("1.50"))))),
              .any([.compares(Formula.Reference("b"), .unequal, .value("x"))]),
            ]).record),
        ]
      ),
      (
        #"""
        "component": "X",
        "readOnly": {"all": [
          {"row": "a", "anyOf": [1, "x"]}, {"row": "b", "count": {"atLeast": 2}, "reach": "every"},
          {"row": "c", "exists": false}, {"row": "d", "contains": "x"},
          {"row": "e", "lessThanRow": "f"}, {"row": "g", "is": {"ekiben:record": {"code": "h"}}}]}
        """#,
        [
          "component": "X",
          "readOnly": .record(
            Formula.all([
              .anyOf(Formula.Reference("a"), [1, "x"]),
              .count(Formula.Reference("b", .every), .atLeast, 2),
              .exists(Formula.Reference("c"), false), .contains(Formula.Reference("d"), "x"),
              .compares(Formula.Reference("e"), .less, .row("f")),
              .compares(Formula.Reference("g"), .equal, .value(.record(["code": "h"]))),
            ]).record),
        ]
      ),
      (#""component": "X", "visible": false"#, ["component": "X", "visible": false]),
    ] as [(String, Fields)])
  func `rows keep all their members`(members: String, expected: Fields) throws {
    let form = try readForm(formText(rows: #"{"id": "r", \#(members)}"#))
    #expect(form.row("r")?.fields == expected)
    let written = FormFile.write(form.form)
    let again = try FormFile.read(written, named: "file")
    #expect(again.row("r")?.fields == expected)
    #expect(FormFile.write(again.form) == written)
  }

  // Rule I1.
  @Test func `is written with what it does not know, digits and order as they were`() throws {
    let text = #"""
      {
        "ekiben-form": 1,
        "form": "f",
        "title": "T",
        "mine": {"b": 1.50, "a": [1e5,  2]},
        "sections": [
          {
            "id": "s",
            "header": {
              "component": "Image",
              "url": "x"
            },
            "footer": "F",
            "level": 1,
            "other": -0,
            "value": 1,
            "rows": [
              {
                "id": "r",
                "component": "TextInput",
                "kind": "decimal",
                "title": "cafe\#u{301}",
                "zebra": 1.0,
                "value": 2.50
              }
            ]
          }
        ]
      }

      """#
    #expect(String(decoding: FormFile.write(try readForm(text).form), as: UTF8.self) == text)
  }

  @Test(
    arguments: [
      (#""form": "own", "url": "http://x/last""#, nil, "own"),
      (#""url": "http://x/last""#, nil, "last"), (#""url": "http://x/last/|2.0""#, nil, "last"),
      (#""title": "T""#, nil, "file"), (#""form": "own""#, "chosen", "chosen"),
      (#""form": "\n""#, "chosen", "chosen"),
    ] as [(String, String?, DocumentName)])
  func `gets its name`(members: String, chosen: String?, name: DocumentName) throws {
    let text = #"{"ekiben-form": 1, \#(members), "sections": []}"#
    #expect(try FormFile.read(Array(text.utf8), named: "file", as: chosen).form.name == name)
  }

  @Test(
    arguments: [
      (#""id": "own", "url": "http://x/last""#, "own"), (#""id": "", "url": "urn:x:y""#, "urn:x:y"),
      (#""id": 5, "url": "http://x/last""#, "last"), (#""url": "///""#, "file"),
    ] as [(String, DocumentName)])
  func `gets its name from a Questionnaire`(members: String, name: DocumentName) throws {
    #expect(try readForm(#"{"resourceType": "Questionnaire", \#(members)}"#).form.name == name)
  }
}

/// A decimal that the test's author knows to be one.
func number(_ digits: String) -> DecimalNumber {
  DecimalNumber(digits) ?? { preconditionFailure("not a number: \(digits)") }()
}
