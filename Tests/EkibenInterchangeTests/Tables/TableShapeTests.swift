import EkibenDocuments
import EkibenForms
import EkibenInterchange
import Testing

/// The tables of a form in which things repeat in each other, and queries over them (rules I22, I23 and E4).
@Suite(.timeLimit(.minutes(20))) struct `Tables of what repeats` {
  private static let text: Fields = [.component: "TextInput"]

  /// Visitors with names and toys; each visit of a visitor is a section in it.
  private static func form() throws -> Document {
    try Document(sections: [
      .init(id: "head", rows: [.init(id: "day", fields: text.setting(.title, "Day"))]),
      .init(
        id: "kid",
        fields: [.repeats: true, .instanceLabel: "Kid", .header: .record([.text: "Kids"])],
        rows: [
          .init(id: "name", fields: text.setting(.title, "Name")),
          .init(id: "toy", fields: text.setting(.repeats, true).setting(.title, "Toy")),
          .init(id: "old", fields: [.component: "Toggle", .parentRow: "toy"]),
        ]),
      .init(
        id: "toy", fields: [.repeats: true, .parent: "kid", .header: .record([.text: "Toys"])],
        rows: [
          .init(
            id: "kinds",
            fields: [
              .component: "Choice", .multiple: true, .other: true,
              .options: .list([.record([.code: "a", .label: "Ay"])]),
            ])
        ]),
    ])
  }

  @Test func `are one for each, below what they repeat in`() throws {
    let tables = ExportTables([try Self.form()])
    let shown = tables.tables.map { "\($0.name): \($0.header.joined(separator: " "))" }
    #expect(
      shown == [
        ": document status revision created modified day kid.count",
        "kid: document instance position name toy.count section:toy.count",
        "toy: document kid instance position toy old",
        "section:toy: document kid instance position kinds kinds.other",
      ])
    #expect(tables.tables.map(\.template) == [nil, .section("kid"), .row("toy"), .section("toy")])
    let names = ["kid", "toy", "section:toy", "", "name"]
    #expect(names.map { tables.table(called: $0) } == [1, 2, 3, nil, nil])
  }

  @Test func `have titles where labels are shown, of what repeats those of its instances`() throws {
    var style = ExportTables.Style()
    style.showsLabels = true
    let headers = ExportTables([try Self.form()], style: style).tables.map {
      $0.header.joined(separator: "|")
    }
    #expect(
      headers == [
        "document|status|revision|created|modified|Day|Kid (count)",
        "document|instance|position|Name|Toy (count)|Toys (count)",
        "document|kid|instance|position|Toy|old",
        "document|kid|instance|position|kinds|kinds (other)",
      ])
  }

  @Test func `have a line for each instance, with those around it`() throws {
    var sections = Array(try Self.form().sections)
    sections[0].rows[0].fields[.value] = "=Monday"
    func row(_ id: RowID, _ template: RowID, _ value: Value?, under parent: RowID? = nil)
      -> Document.Row
    {
      var fields: Fields = [.template: .text(template.rawValue)]
      fields[.value] = value
      fields[.parentRow] = parent.map { .text($0.rawValue) }
      return Document.Row(id: id, fields: fields)
    }
    sections += [
      .init(
        id: "k1", fields: [.template: "kid", .parent: "kid"],
        rows: [
          row("k1/name", "name", "Ada"), row("k1/toy", "toy", nil),
          row("t1", "toy", "bear", under: "k1/toy"), row("t1/old", "old", true, under: "t1"),
          row("t2", "toy", "car", under: "k1/toy"),
        ]),
      .init(id: "k1/toy", fields: [.template: "toy", .parent: "k1", .repeats: true]),
      .init(
        id: "k2", fields: [.template: "kid", .parent: "kid"], rows: [row("k2/name", "name", "Bob")]),
    ]
    let content = try Document(sections: sections)
    let answers = DocumentAnswers(of: content, at: Document.Index(content)) { _ in true }
    let facts = ExportTables.Facts(
      document: "d", status: .final, revision: 4, created: "C", modified: "M")
    let lines = ExportTables([try Self.form()]).lines(of: answers, facts)
    let writer = CSVWriter()
    #expect(
      lines.lines.map { "\($0.table) \(writer.line($0.cells).dropLast())" } == [
        "0 d,final,4,C,M,'=Monday,2", "1 d,k1,1,Ada,2,0", "2 d,k1,t1,1,bear,true",
        "2 d,k1,t2,2,car,", "1 d,k2,2,Bob,0,0",
      ])
    #expect(lines.answersWithoutColumn == 0)
  }

  @Test func `are asked row by row, those of the documents first`() throws {
    let columns = QueryColumns(of: ExportTables([try Self.form()]))
    #expect(columns.rows == ["day", "name", "toy", "old", "kinds"])
    #expect(columns.rows.map(columns.takesSeveral) == [false, true, true, true, true])
    #expect(columns.has("kinds") && !columns.has("kid") && !columns.takesSeveral("kid"))
    #expect(
      columns.header(behind: ["document", "day"], of: ["kinds", "gone", "day"]) == [
        "document", "day", "kinds", "kinds.other", "row:day",
      ])
    #expect(columns.cells(of: ["Monday", "Tuesday"], to: "day") == [.text("Monday")])
    #expect(columns.cells(of: [], to: "day") == [.missing])
    #expect(columns.cells(of: ["Ada", "B;b"], to: "name") == [.text("Ada;B\\;b")])
    #expect(columns.cells(of: [], to: "name") == [.missing])
    #expect(columns.cells(of: [true, false], to: "old") == [.text("true;false")])
    #expect(
      columns.cells(of: ["a", .record([.other: "x"])], to: "kinds") == [.text("a"), .text("x")])
    #expect(columns.cells(of: ["x"], to: "gone") == [])
  }

  @Test func `may be taken for UTF-8 by a mark at their beginning`() {
    #expect(Array(CSVWriter.byteOrderMark.utf8) == [0xEF, 0xBB, 0xBF])
    #expect(!CSVWriter().isRaw && CSVWriter(isRaw: true).isRaw)
  }
}
