import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

@testable import EkibenInterchange

/// Which columns there are, and what stands in them.
@Suite(.timeLimit(.minutes(20))) struct ExportTablesTests {
  private func form(_ rows: [(RowID, Fields)]) throws -> Document {
    try Document(sections: [
      .init(id: "s", rows: rows.map { Document.Row(id: $0.0, fields: $0.1) })
    ])
  }

  private func texts(_ ids: String) throws -> Document {
    try form(ids.map { (RowID(unchecked: "\($0)"), [.component: "TextInput"]) })
  }

  private func header(_ revisions: [Document], labels: Bool = false) -> [String] {
    var style = ExportTables.Style()
    style.showsLabels = labels
    return Array(ExportTables(revisions, style: style).tables[0].header.dropFirst(5))
  }

  /// What stands in the columns of one row of a form.
  private func cells(
    _ fields: Fields, _ value: Value, labels: Bool = false, others: [Fields] = []
  ) throws -> [CSVWriter.Cell] {
    var style = ExportTables.Style()
    style.showsLabels = labels
    let revisions = try ([fields] + others).map { try form([("row", $0)]) }
    let content = try form([("row", fields.setting(.value, value))])
    let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
    let facts = ExportTables.Facts(
      document: "d", status: .draft, revision: 1, created: "", modified: "")
    let found = ExportTables(revisions, style: style).lines(of: answers, facts)
    #expect(found.answersWithoutColumn == 0)
    return Array(found.lines[0].cells.dropFirst(5))
  }

  // Rule I23.
  @Test(arguments: [
    (["abc"], "abc"), (["abc", "abc"], "abc"), (["ac", "abc"], "abc"), (["bc", "abc"], "abc"),
    (["cba", "abc"], "cba"), (["ab", "abc", "axbcd"], "axbcd"), (["", "ab"], "ab"),
    (["ad", "abcd", "aed"], "aebcd"), (["x", "a"], "ax"),
  ])
  func `a row that only an older revision has stands where it stood`(
    revisions: [String], columns: String
  ) throws {
    #expect(header(try revisions.map(texts)) == columns.map { String($0) })
  }

  // Rule I24.
  @Test func `an instance has its position among all, also among those that are left out`() throws {
    let instances = try (1...3).map { number in
      Document.Section(
        id: try SectionID("p\(number)"), fields: [.template: "pets", .parent: "pets"],
        rows: [.init(id: try RowID("p\(number)/name"), fields: [.template: "name", .value: "x"])])
    }
    let pets = Document.Section(
      id: "pets", fields: [.repeats: true],
      rows: [.init(id: "name", fields: [.component: "TextInput"])])
    let content = try Document(sections: [pets] + instances)
    for (left, positions) in [("p1", [2, 3]), ("p2", [1, 3]), ("p3", [1, 2]), ("", [1, 2, 3])] {
      let answers = DocumentAnswers(of: content, at: Document.Index(content)) { record in
        record != .section(SectionID(unchecked: left))
      }
      #expect(answers.instances.dropFirst().map(\.position) == positions)
    }
  }

  // Rule I23.
  @Test func `no two columns have one name, and what takes no answer has none`() throws {
    let rows: [(RowID, Fields)] = [
      ("status", [.component: "TextInput", .title: "Name"]), ("a", [.component: "Quantity"]),
      ("a.unit", [.component: "TextInput", .title: "Name"]), ("said", [.component: "Description"]),
      ("kept", [.component: "Slider"]), ("row:status", [.component: "Toggle"]),
    ]
    #expect(
      header([try form(rows)])
        == ["row:status", "a", "a.unit", "row:a.unit", "kept", "row:row:status"])
    #expect(
      header([try form(rows)], labels: true)
        == ["Name", "a", "a (unit)", "Name", "kept", "row:status"])
  }

  static let options: Value = .list([
    .record([.code: "a;b", .label: "A, B"]), .record([.code: "c", .label: "See"]),
    .record([.code: "d", .label: "Dee", .system: "s"]),
    .record([.code: "e", .label: "E1", .system: "s"]),
    .record([.code: "e", .label: "E2", .system: "t"]),
  ])

  static func code(_ code: String, _ system: String) -> Value {
    .record([.code: .text(code), .system: .text(system)])
  }

  static let answers: [(Fields, Value, [CSVWriter.Cell], [CSVWriter.Cell])] = [
    ([.component: "TextInput"], "-5", [.text("-5")], [.text("-5")]),
    ([.component: "TextInput"], "", [.text("")], [.text("")]),
    ([.component: "TextInput"], .null, [.missing], [.missing]),
    ([.component: "TextInput"], "a;b", [.text("a;b")], [.text("a;b")]),
    ([.component: "TextInput", .kind: "integer"], -5, [.plain("-5")], [.plain("-5")]),
    ([.component: "Toggle"], true, [.plain("true")], [.plain("true")]),
    (
      [.component: "TextInput", .kind: "decimal"], .decimal(DecimalNumber("1.50")!),
      [.plain("1.50")], [.plain("1.50")]
    ),
    (
      [.component: "DateInput"], .date(DateText("2024-03")),
      [.plain("2024-03")], [.plain("2024-03")]
    ),
    ([.component: "Slider"], .verbatim("{\"x\":1}"), [.text("{\"x\":1}")], [.text("{\"x\":1}")]),
    (
      [.component: "Quantity", .units: .list([.record([.code: "mg", .label: "milligram"])])],
      .record([.number: .decimal(DecimalNumber("5.0")!), .unit: "mg"]),
      [.plain("5.0"), .text("mg")], [.plain("5.0"), .text("milligram")]
    ),
    (
      [.component: "Quantity"], .record([.number: 5, .unit: "mg", .comparator: "<="]),
      [.text("<= 5"), .text("mg")], [.text("<= 5"), .text("mg")]
    ),
    ([.component: "Choice", .options: options], "a;b", [.text("a;b")], [.text("A, B")]),
    ([.component: "Choice", .options: options], "gone", [.text("gone")], [.text("gone")]),
    ([.component: "Choice", .options: options], code("d", "s"), [.text("d")], [.text("Dee")]),
    ([.component: "Choice", .options: options], code("e", "t"), [.text("t|e")], [.text("E2")]),
    ([.component: "Choice", .options: options], code("d", "x"), [.text("x|d")], [.text("x|d")]),
    (
      [.component: "Choice", .options: options, .multiple: true], ["a;b", "c"],
      [.text("a\\;b;c")], [.text("A, B;See")]
    ),
    (
      [.component: "Choice", .options: options, .multiple: true, .other: true],
      ["c", .record([.other: "x\\y"]), .record([.other: "c"])],
      [.text("c"), .text("x\\\\y;c")], [.text("See"), .text("x\\\\y;c")]
    ),
    (
      [.component: "Choice", .options: options, .other: true], .record([.other: "c;d"]),
      [.missing, .text("c;d")], [.missing, .text("c;d")]
    ),
    ([.component: "Choice", .multiple: true], [], [.missing], [.missing]),
  ]

  // Rule I27.
  @Test(arguments: answers.indices)
  func `an answer stands in its columns, as code and as label`(at: Int) throws {
    let (fields, value, codes, labels) = Self.answers[at]
    #expect(try cells(fields, value) == codes)
    #expect(try cells(fields, value, labels: true) == labels)
  }

  // Rules I23 and I27.
  @Test func `a column is what any revision needs`() throws {
    let now: Fields = [.component: "Choice", .options: Self.options]
    let several: Fields = [.component: "Choice", .options: Self.options, .multiple: true]
    #expect(try cells(now, "a;b", others: [several]) == [.text("a\\;b")])
    #expect(
      try cells(now, "c", others: [several.setting(.other, true), [.component: "Quantity"]])
        == [.text("c"), .missing, .missing])
    let renamed: Value = .list([.record([.code: "c", .label: "Once"]), .record([.code: "z"])])
    let older: Fields = [.component: "Choice", .options: renamed]
    #expect(try cells(now, "c", labels: true, others: [older]) == [.text("See")])
    #expect(try cells(older, "c", labels: true, others: [now]) == [.text("Once")])
  }

  // Rule I27.
  @Test func `labels of a set are looked up, and a code without one stays`() throws {
    var style = ExportTables.Style()
    style.showsLabels = true
    style.context.options = { set, code in
      set == "letters" && code == "a" ? [.init("a", label: "An a")] : nil
    }
    let content = try form([
      ("x", [.component: "Choice", .valueSet: "letters", .value: "a"]),
      ("y", [.component: "Choice", .valueSet: "letters", .value: "b"]),
    ])
    let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
    let facts = ExportTables.Facts(
      document: "d", status: .draft, revision: 1, created: "", modified: "")
    let lines = ExportTables([content], style: style).lines(of: answers, facts)
    #expect(lines.lines[0].cells.suffix(2) == [.text("An a"), .text("b")])
  }

  // Rule I23.
  @Test func `answers of rows that no revision has are counted`() throws {
    let content = try form([("own", [.component: "TextInput", .value: "x"])])
    let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
    let facts = ExportTables.Facts(
      document: "d", status: .draft, revision: 1, created: "", modified: "")
    let lines = ExportTables([try texts("a")]).lines(of: answers, facts)
    #expect(lines.answersWithoutColumn == 1)
    #expect(lines.lines.map { $0.cells.count } == [6])
  }

  @Test func `answers of an instance that no revision has are counted one by one`() throws {
    let input: Fields = [.component: "TextInput"]
    let content = try Document(sections: [
      .init(
        id: "kids", fields: [.repeats: true],
        rows: ["x", "y", "z"].map { .init(id: $0, fields: input) }),
      .init(
        id: "k", fields: [.template: "kids", .parent: "kids"],
        rows: [
          .init(id: "k/x", fields: [.template: "x", .value: "1"]),
          .init(id: "k/y", fields: [.template: "y", .value: "2"]),
          .init(id: "k/z", fields: [.template: "z"]),
        ]),
    ])
    let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
    let facts = ExportTables.Facts(
      document: "d", status: .draft, revision: 1, created: "", modified: "")
    #expect(ExportTables([content]).lines(of: answers, facts).answersWithoutColumn == 0)
    #expect(ExportTables([try texts("a")]).lines(of: answers, facts).answersWithoutColumn == 2)
  }
}
