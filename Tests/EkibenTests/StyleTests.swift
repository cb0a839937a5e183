import Ekiben
import EkibenForms
import EkibenTesting
import TestSupport
import Testing

private func list(
  _ rows: [String], _ separators: SectionSeparators? = .standard, styles: [String: RowStyle] = [:]
) -> Form {
  Form("f") {
    Section("s") {
      for row in rows { Description(RowID(unchecked: row), row).style(styles[row] ?? RowStyle()) }
    }
    .separators(separators)
  }
}

// Rule T22.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct `Styles of rows and the separators between them` {
  // T-C48: what a cell is given is data here.
  @Test func `are kept in records, and read as they were written`() throws {
    let styles = [
      RowStyle(),
      RowStyle(
        background: "paper", selection: "blue", tint: "red", margins: .init(top: 1, trailing: 4),
        cornerRadius: 8, highlights: false, top: .hidden,
        bottom: Separator(.by(leading: 16, trailing: 8), color: "grey")),
      RowStyle(highlights: true, top: .full, bottom: .inset),
    ]
    for style in styles {
      #expect(Description("r", "words").style(style).style == style)
    }
    #expect(
      Description("r", "words").style(styles[1]).style(RowStyle()).record
        == Description("r", "words").record)
    for separators in [SectionSeparators.standard, .topAndBottom, .full, SectionSeparators()] {
      let form = list(["a"], separators)
      let document = try form.document()
      let expected = RowStyle(top: separators.top, bottom: separators.bottom)
      #expect(document.style(at: .init(section: 0, row: 0)) == expected)
      #expect(try FormFile.read(FormFile.write(form), named: "f.json").form.document() == document)
      try withTemporaryStore { store in
        let session = try store.open("d", from: form)
        #expect(session.document.content == document)
      }
    }
  }

  @Test(arguments: [
    Value.text("full"), 3, .record(["top": "full", "margins": .list([1, 2])]), .record([:]),
    .record(["cornerRadius": "round", "highlights": 1, "bottom": .list([])]),
  ])
  func `that nobody understands are as if they were not there`(value: Value) throws {
    let row = Description("r", "words").setting(.style, to: value)
    #expect(row.style == RowStyle())
    let table = HeadlessTable(try Form("f") { Section("s") { row } }.content())
    #expect(try table.style(of: "r") == RowStyle())
    #expect(throws: InputError.self) { try table.style(of: "nowhere") }
  }

  // T-C41.
  @Test func `of a section are merged with those of its rows`() throws {
    func styles(_ form: Form) throws -> [RowStyle] {
      let document = try form.document()
      return document.sections[0].rows.indices.map {
        document.style(at: .init(section: 0, row: $0))
      }
    }
    #expect(
      try styles(list(["a", "b", "c"])) == [
        RowStyle(top: .full, bottom: .inset), RowStyle(bottom: .inset), RowStyle(bottom: .full),
      ])
    #expect(
      try styles(list(["a"], .topAndBottom, styles: ["a": RowStyle(top: .inset)]))
        == [RowStyle(top: .inset, bottom: .full)])
    #expect(SectionSeparators.full != .standard && SectionSeparators.full == .full)
  }

  @Test func `are those of the place where a row stands, unless it says its own`() throws {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    try renderer.render(list(["a", "b", "c"], styles: ["b": RowStyle(bottom: .hidden)]))
    #expect(try table.style(of: "a") == RowStyle(top: .full, bottom: .inset))
    #expect(try table.style(of: "b") == RowStyle(bottom: .hidden))
    #expect(try table.style(of: "c") == RowStyle(bottom: .full))
    try renderer.render(list(["a"]))
    #expect(try table.style(of: "a") == RowStyle(top: .full, bottom: .full))
  }

  /// Goes from one list to another, and says which rows were shown anew.
  private func updates(_ old: Form, _ new: Form) throws -> [String] {
    let table = HeadlessTable()
    let renderer = Renderer(table)
    try renderer.render(old)
    table.clearLog()
    var outcome: RenderOutcome?
    try renderer.render(new) { outcome = $0 }
    #expect(outcome == .applied || outcome == .noChange)
    return table.log.map(\.description)
  }

  @Test func `are updated in exactly those rows whose style became another one`() throws {
    // T-C40: what stands between two rows concerns the first of them.
    let plain = SectionSeparators(top: .full, bottom: .full)
    #expect(
      try updates(list(["a", "b"], plain), list(["a", "b"]))
        == ["update s/a", "separators of section s"])
    #expect(try updates(list(["a"], plain), list(["a"])) == ["separators of section s"])
    #expect(try updates(list(["a", "b"]), list(["a", "b"])) == [])
    // A row that comes at the end gives the one before another line, and takes none from the others.
    #expect(
      try updates(list(["a", "b", "c"]), list(["a", "b", "c", "d"]))
        == ["insert s/d at (0, 3)", "update s/c"])
    #expect(
      try updates(list(["a", "b", "c"]), list(["b", "c"])) == [
        "delete s/a at (0, 0)", "update s/b",
      ])
    #expect(
      try updates(list(["a", "b", "c"]), list(["a", "x", "b", "c"])) == ["insert s/x at (0, 1)"])
    // One that says something else as well is shown anew once.
    #expect(
      try updates(list(["a", "b"]), list(["a", "b", "c"], styles: ["b": RowStyle(tint: "red")]))
        == ["insert s/c at (0, 2)", "update s/b"])
    #expect(
      try updates(list(["a", "b", "c"], nil), list(["a", "b", "c", "d"], nil))
        == ["insert s/d at (0, 3)"])
  }

  @Test func `of rows that go elsewhere are those of the place where they come to`() throws {
    func form(_ upper: [String], _ lower: [String]) -> Form {
      Form("f") {
        Section("upper") { for row in upper { Description(RowID(unchecked: row), row) } }
        Section("lower") { for row in lower { Description(RowID(unchecked: row), row) } }
          .separators(.full)
      }
    }
    let table = HeadlessTable()
    let renderer = Renderer(table)
    try renderer.render(form(["a", "b"], ["c", "d"]))
    for next in [form(["a"], ["c", "b", "d"]), form(["d"], ["a", "c", "b"]), form([], ["b"])] {
      var outcome: RenderOutcome?
      try renderer.render(next) { outcome = $0 }
      #expect(outcome == .applied)
      let document = try next.document()
      for (at, section) in document.sections.enumerated() {
        for (row, shown) in section.rows.enumerated() {
          #expect(try table.style(of: shown.id) == document.style(at: .init(section: at, row: row)))
        }
      }
    }
    // A row that moves and looks otherwise is in the plan as both.
    #expect(table.log.contains { $0.description.hasPrefix("update lower/") })
  }

  @Test func `follow what rules hide`() throws {
    try withTemporaryStore { store in
      let form = Form("f") {
        Section("s") {
          Toggle(.consent, title: "I agree")
          Description("thanks", "Thank you").visible(when: Field<Bool>.consent == true)
        }
        .separators(.standard)
      }
      let session = try store.open("d", from: form)
      let table = HeadlessTable()
      session.attach(table)
      #expect(try table.style(of: "consent") == RowStyle(top: .full, bottom: .full))
      table.clearLog()
      try session.set(.consent, to: true)
      #expect(try table.style(of: "consent") == RowStyle(top: .full, bottom: .inset))
      #expect(table.log.map(\.description) == ["insert s/thanks at (0, 1)", "update s/consent"])
    }
  }
}
