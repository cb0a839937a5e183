import EkibenDocuments
import EkibenForms
import Testing

private func row(_ id: RowID, _ component: String, _ fields: Fields) -> Document.Row {
  Document.Row(id: id, fields: fields.setting(.component, .text(component)))
}

private func drawing(_ rows: [Document.Row], _ fields: Fields = [:]) throws -> String {
  let document = try Document(sections: [
    Document.Section(id: "s", fields: fields, rows: rows)
  ])
  return TableDrawing(document.displays).description
}

private func options(_ labels: String...) -> Value {
  .list(labels.map { .record([.code: .text($0.lowercased()), .label: .text($0)]) })
}

private func visit() throws -> Document {
  try Document(sections: [
    Document.Section(
      id: "person", fields: [.header: EkibenForms.Section.supplement("About you")],
      rows: [
        row("name", "TextInput", [.prefix: "1.", .title: "Name", .required: true, .value: "Ada"]),
        row("age", "TextInput", [.prefix: "2.", .title: "Age", .kind: "integer"]),
        row(
          "sex", "Choice", [.title: "Sex", .options: options("Male", "Female"), .value: "female"]),
        row("consent", "Toggle", [.title: "I agree to take part", .required: true, .value: true]),
        row("post", "Toggle", [.title: "Send me letters", .value: false]),
        row("call", "Toggle", [.title: "Call me"]),
        row("privacy", "Description", [.text: "Your answers stay on this device."]),
      ]),
    Document.Section(
      id: "study",
      fields: [
        .level: 1, .header: EkibenForms.Section.supplement("The study"),
        .footer: EkibenForms.Section.supplement("You can stop at any time."),
      ],
      rows: [
        row("home", "TextInput", [.title: "Address", .kind: "multiline", .value: "1 Hill\nBath"]),
        row("site", "TextInput", [.title: "Site", .readOnly: true, .value: "North"]),
        row("dose", "Opaque", [.title: "Dose", .source: .verbatim("{}")]),
        row("nick", "TextInput", [.title: "Initials", .maxLength: 2, .value: "ALK"]),
      ]),
    Document.Section(id: "last", rows: [row("note", "TextInput", [:])]),
  ])
}

private func reading() throws -> Document {
  let document = try visit()
  return document.drawn(.reading(document), showsHidden: false)
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct TableDrawingTests {
  @Test func `a table looks like this`() throws {
    let expected = """
      About you
        1. Name *    Ada
        2. Age       –  (a whole number)
        Sex          Female
        [x] I agree to take part *
        [ ] Send me letters
        [–] Call me
        Your answers stay on this device.

        The study
          Address    1 Hill
                     Bath
          Site       North  (read-only)
          Dose       kept as it came
          Initials   ALK
          ! at most 2 characters are allowed, there are 3
          ~ You can stop at any time.

        note         –
      """
    #expect(HeadlessTable(try reading()).snapshot() == expected)
  }

  @Test func `with ids, each stands beside what it names`() throws {
    let expected = """
      About you  #person
        1. Name * #name    Ada
        2. Age #age        –  (a whole number)
        Sex #sex           Female
        [x] I agree to take part * #consent
        [ ] Send me letters #post
        [–] Call me #call
        Your answers stay on this device. #privacy

        The study  #study
          Address #home    1 Hill
                           Bath
          Site #site       North  (read-only)
          Dose #dose       kept as it came
          Initials #nick   ALK
          ! at most 2 characters are allowed, there are 3
          ~ You can stop at any time.

      #last
        #note              –
      """
    let displays = try reading().displays
    #expect(TableDrawing(displays, showsIDs: true).description == expected)
  }

  @Test(
    arguments: [
      ([.component: "TextInput"], "–"),
      ([.component: "TextInput", .value: ""], #""""#),
      ([.component: "TextInput", .value: "–"], #""–""#),
      ([.component: "TextInput", .value: .null], "–"),
      ([.component: "TextInput", .placeholder: "as in your passport"], "–  (as in your passport)"),
      ([.component: "TextInput", .placeholder: "gone", .value: "x"], "x"),
      ([.component: "TextInput", .kind: "phone"], "–  (a telephone number)"),
      ([.component: "TextInput", .kind: "email"], "–  (an e-mail address)"),
      (
        [.component: "TextInput", .kind: "url", .readOnly: true], "–  (a web address)  (read-only)"
      ),
      ([.component: "Choice", .options: options("A", "B")], "–  (A / B)"),
      (
        [.component: "Choice", .options: options("A", "B", "C", "D")],
        "–  (one of 4)\n    · A / B / C / D"
      ),
      (
        [.component: "Choice", .options: options("A", "B", "C", "D"), .value: "b", .help: "Ask."],
        "B\n    ? Ask."
      ),
      ([.component: "TextInput", .kind: "decimal", .unit: "kg"], "–  (a decimal number, kg)"),
      ([.component: "TextInput", .unit: "kg", .value: 5], "5 kg"),
      (
        [.component: "DateInput", .example: "31.12."],
        "–  (a date as in 2024-03-05)\n    e.g. 31.12."
      ),
      (
        [.component: "Choice", .options: options("A", "B"), .placeholder: "Pick one"],
        "–  (Pick one)\n    · A / B"
      ),
      ([.component: "Choice", .multiple: true, .options: options("A"), .value: .list([])], "[]"),
      ([.component: "Choice", .valueSet: "http://x"], "–  (a code of http://x)"),
      ([.component: "Choice", .valueSet: "http://x", .value: "c7"], "c7"),
      ([.component: "Slider", .value: 5], "5"),
      ([.component: "Opaque"], "kept as it came"),
    ] as [(Fields, String)])
  func `an answer or its absence`(fields: Fields, expected: String) throws {
    let drawn = try drawing([Document.Row(id: "r", fields: fields)])
    #expect(drawn == "  r   \(expected)")
  }

  @Test func `nothing from data drives the terminal`() throws {
    let nasty = "a\u{1B}[31mb\u{202E}c\u{7}\td\re\u{2028}f"
    let drawn = try drawing(
      [
        row("a", "TextInput", [.title: .text(nasty), .prefix: .text(nasty), .value: .text(nasty)]),
        row("b", "Toggle", [.title: .text(nasty), .value: .text(nasty)]),
        row("c", "Description", [.text: .text(nasty)]),
        row("d", "Choice", [.options: .list([.record([.code: .text(nasty)])])]),
        row("e", "TextInput", [.placeholder: .text(nasty)]),
        row("f", "Choice", [.valueSet: .text(nasty)]),
      ],
      [
        .header: EkibenForms.Section.supplement(nasty),
        .footer: EkibenForms.Section.supplement(nasty),
      ])
    let escaped = #"a\u001b[31mb\u202ec\u0007\td\re\u2028f"#
    #expect(drawn.components(of: escaped) == 11)
    let controls = drawn.unicodeScalars.filter {
      $0 != "\n" && $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty)
    #expect(!drawn.unicodeScalars.contains { $0 == "\u{202E}" || $0 == "\u{2028}" })
  }

  @Test func `long texts are wrapped between words`() throws {
    let long = Array(repeating: "word", count: 20).joined(separator: " ")
    let drawn = try drawing([
      row("a", "TextInput", [.title: .text(long), .value: "Ada"]),
      row("b", "Description", [.text: .text(long)]),
      row("c", "Toggle", [.title: .text(long), .value: true]),
    ])
    let expected = """
        word word word word word word word word word
        word word word word word word word word word
        word word                                      Ada
        word word word word word word word word word word word word word word word
        word word word word word
        [x] word word word word word word word word word word word word word word word
            word word word word word
      """
    #expect(drawn == expected)
  }

  @Test(arguments: [
    ("e\u{301}", "é"), ("👩‍👩‍👧‍👦", "x"), ("한글", "ab"),
  ])
  func `columns are counted in Characters`(title: String, other: String) throws {
    let rows = [
      row("a", "TextInput", [.title: .text(title), .value: "1"]),
      row("b", "TextInput", [.title: .text(other), .value: "2"]),
    ]
    #expect(try drawing(rows) == "  \(title)   1\n  \(other)   2")
  }

  @Test(arguments: [Int64.min, -1, 0, 1, 16, 17, .max])
  func `a level from data may be anything`(level: Int64) throws {
    let depth = min(16, max(0, Int(level)))
    let drawn = try drawing([row("r", "Toggle", [:])], [.level: .integer(level)])
    #expect(drawn == String(repeating: "  ", count: depth) + "  [–] r")
  }

  @Test func `an empty table draws nothing`() {
    #expect(TableDrawing([]).description == "")
  }
}

extension String {
  /// How often a text occurs in this one.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}
