import EkibenDocuments
@testable import EkibenForms
import Testing

private func row(_ id: RowID, _ component: String, _ fields: Fields) -> Document.Row {
  Document.Row(id: id, fields: fields.setting(.component, .text(component)))
}

private func options(_ count: Int) -> Value {
  .list((1...count).map { .record([.code: .text("o\($0)")]) })
}

/// A drawing of one section, as it is when somebody reads it.
private func drawing(
  _ rows: [Document.Row], _ fields: Fields = [:], showsIDs: Bool = false,
  saying words: [RowID: String] = [:]
) throws -> String {
  let document = try Document(sections: [.init(id: "s", fields: fields, rows: rows)])
  return TableDrawing(document.displays, showsIDs: showsIDs, saying: words).description
}

// Rules F28 and F29.
@Suite(.timeLimit(.minutes(20))) struct `What stands beside an answer in a drawing` {
  @Test func `is each note with its mark, in their order, wrapped below its text`() throws {
    let long = Array(repeating: "word", count: 16).joined(separator: " ")
    let fields: Fields = [
      .title: "Weight", .value: 5, .kind: "integer", .unit: "kg", .prefix: "1.",
      .sublabel: "S", .instructions: "I", .hint: "Hi", .example: "E",
      .help: .text(long), .flyover: "F", .legal: "L", .message: "one\n\ntwo",
    ]
    #expect(
      try drawing([row("r", "TextInput", fields)]) == """
          1. Weight   5 kg
            › S
            › I
            › Hi
            e.g. E
            ? word word word word word word word word word word word word word word word
              word
            ? F
            § L
            » one

              two
        """)
  }

  // As many as are still read; how many more there are is said.
  @Test(
    arguments: [
      (4, 0, "o1 / o2 / o3 / o4"),
      (12, 0, "o1 / o2 / o3 / o4 / o5 / o6 / o7 / o8 / o9 / o10 / o11 / o12"),
      (13, 0, "o1 / o2 / o3 / o4 / o5 / o6 / o7 / o8 / o9 / o10 / o11 / o12 / … and 1 more"),
      (12, 30, "o1 / o2 / o3 / o4 / o5 / o6 / o7 / o8 / o9 / o10 / o11 / o12 / … and 30 more"),
    ] as [(Int, Int64, String)])
  func `is what can be chosen`(count: Int, more: Int64, listed: String) throws {
    let fields: Fields = [.title: "C", .listed: options(count), .moreOptions: .integer(more)]
    let lines = try drawing([row("r", "Choice", fields)]).split(separator: "\n")
    #expect(lines.first?.hasSuffix("(one of \(Int64(count) + more))") == true)
    let below = lines.dropFirst().map { $0.drop { $0 == " " } }.joined(separator: " ")
    #expect(below == "· \(listed)")
  }

  @Test func `is that it is read-only, hidden or retired, and a word of whoever draws it`() throws {
    let rows = [
      row("a", "TextInput", [.title: "A", .readOnly: true, .hidden: true, .value: "x"]),
      row("b", "TextInput", [.title: "B", .visible: false]),
      row("c", "TextInput", [.title: "C", .retired: 1, .hidden: true]),
      row("d", "Toggle", [.title: "D", .accessory: "chevron", .readOnly: true]),
      row("e", "Description", [.text: "E", .hidden: true]),
      row("f", "Opaque", [.title: "F", .readOnly: true]),
      row("g", "TextInput", [.title: "G", .value: "one\ntwo"]),
    ]
    #expect(
      try drawing(rows, saying: ["a": "new", "g": "old"]) == """
          A   x  (read-only)  (new)  (hidden)
          B   –  (hidden)
          C   –  (retired)
          [–] D  (read-only)  (chevron)
          E  (hidden)
          F   kept as it came  (read-only)
          G   one
              two  (old)
        """)
  }

  @Test func `is said once where the whole section is hidden`() throws {
    let rows = [row("a", "TextInput", [.title: "A", .hidden: true])]
    #expect(try drawing(rows, [.hidden: true]) == "(hidden)\n  A   –")
  }

  @Test(
    arguments: [
      ([:], false, "  A   –"), ([.header: "H"], false, "H\n  A   –"),
      ([.required: true], false, "*\n  A   –"),
      ([.header: "H", .required: true], false, "H *\n  A   –"),
      ([.header: "H", .readOnly: true], false, "H  (read-only)\n  A   –"),
      ([.visible: false], false, "(hidden)\n  A   –"), ([:], true, "#s\n  A #a   –"),
      (
        [.header: "H", .required: true, .readOnly: true, .hidden: true], true,
        "H *  #s  (read-only)  (hidden)\n  A #a   –"
      ),
      (
        [.header: "H", .footer: "F", .addition: "+ Kid (0)", .level: 1], false,
        "  H\n    + Kid (0)\n    A   –\n    ~ F"
      ), ([.footer: ""], false, "  A   –"),
    ] as [(Fields, Bool, String)])
  func `of a section stands in its header`(
    fields: Fields, showsIDs: Bool, expected: String
  ) throws {
    var written = fields
    for name in [FieldName.header, .footer, .addition] {
      written[name] = fields.text(name).map(EkibenForms.Section.supplement)
    }
    let rows = [row("a", "TextInput", [.title: "A"])]
    #expect(try drawing(rows, written, showsIDs: showsIDs) == expected)
  }

  // What a viewport cuts off takes nothing of the header that is left.
  @MainActor @Test func `of a section stays where a part of its rows is off the screen`() throws {
    let fields: Fields = [
      .header: EkibenForms.Section.supplement("H"), .required: true, .readOnly: true,
      .footer: EkibenForms.Section.supplement("F"),
    ]
    let rows = ["a", "b"].map { row(RowID(unchecked: $0), "TextInput", [.title: .text($0)]) }
    let table = HeadlessTable(try Document(sections: [.init(id: "s", fields: fields, rows: rows)]))
    table.viewport = TableViewport(height: 20, rowHeight: .fixed(10))
    #expect(table.snapshot() == "H *  (read-only)\n  a   –\n↓ 1 row")
    table.viewport = nil
    #expect(table.snapshot() == "H *  (read-only)\n  a   –\n  b   –\n  ~ F")
  }

  @Test func `is a display of the row, by field`() {
    let fields: Fields = [
      .component: "TextInput", .prefix: "1.", .title: "T", .required: true, .readOnly: true,
      .hidden: true, .retired: 2, .accessory: "chevron", .level: 3, .value: "x", .draft: "y",
    ]
    let full = RowDisplay(Document.Row(id: "r", fields: fields))
    #expect([full.component, full.prefix, full.title] == ["TextInput", "1.", "T"])
    #expect(full.isRequired && full.isReadOnly && full.isHidden && full.isRetired)
    #expect(full.accessory == "chevron" && full.level == 3 && full.value == "x")
    #expect(full.draft == "y" && full.text == "y" && full.id == "r")
    let bare = RowDisplay(Document.Row(id: "r", fields: [.value: .null, .visible: false]))
    #expect(bare.component == "Opaque" && bare.prefix == nil && bare.title == nil)
    #expect(!bare.isRequired && !bare.isReadOnly && bare.isHidden && !bare.isRetired)
    #expect(bare.accessory == nil && bare.level == 0 && bare.value == nil && bare.text == nil)
    let words = RowDisplay(Document.Row(id: "r", fields: [.component: "Description", .text: "W"]))
    #expect(words.text == "W" && words.traits == nil && words.issues.isEmpty)
  }
}
