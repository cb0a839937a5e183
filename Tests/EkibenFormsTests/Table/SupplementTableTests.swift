import EkibenDocuments
import EkibenForms
import Testing

/// A section's mark, and what may stand behind it.
private let marks = ["#", "^", "~", "%"]

/// Every way to write the section `s` with or without each supplement.
private func sections(saying words: [String]) -> [String] {
  marks.reduce(["s"]) { written, mark in
    written.flatMap { start in [start] + words.map { start + mark + $0 } }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct SupplementTableTests {
  // Rule T17, on real cells.
  @Test(arguments: sections(saying: ["x"]))
  func `a table shows every supplement that comes, goes or changes`(written: String) throws {
    let old = try table("\(written): a b | t: c")
    for other in sections(saying: ["x", "y"]) {
      for new in [
        "\(other): a b | t: c", "t: c | \(other): a b", "\(other): a=1 b | t: n c@Toggle",
      ] {
        let new = try table(new)
        let shown = HeadlessTable(old)
        try shown.perform(TablePlan(from: old, to: new), to: new)
        try #require(shown.displays == new.displays, "\(written) → \(other)")
        let changes = Changeset(from: old, to: new)
        guard changes.isContentOnly else { continue }
        shown.reload(old)
        let plan = TablePlan(contentOnly: changes, to: new, at: Document.Index(new))
        try shown.perform(plan, to: new)
        try #require(shown.displays == new.displays, "\(written) → \(other), content only")
      }
    }
  }

  @Test(
    arguments: [
      (.level, nil, 1), (.level, 1, 2), (.level, 2, nil), (.level, 3, 1),
      (.required, nil, true), (.required, true, false), (.required, true, nil),
      (.readOnly, nil, true), (.readOnly, true, false), (.readOnly, true, nil),
    ] as [(FieldName, Value?, Value?)])
  func `a header shows something else of its section, and stays what it is`(
    name: FieldName, before: Value?, after: Value?
  ) throws {
    for header in [nil, Section.supplement("Top")] {
      func table(_ value: Value?) throws -> Document {
        let fields = ([:] as Fields).setting(.header, header).setting(name, value)
        let rows = [Document.Row(id: "a", fields: [.component: "TextInput", .title: "A"])]
        return try Document(sections: [.init(id: "s", fields: fields, rows: rows)])
      }
      let (old, new) = (try table(before), try table(after))
      let shown = HeadlessTable(old)
      let changes = Changeset(from: old, to: new)
      for plan in [
        TablePlan(from: old, to: new),
        TablePlan(contentOnly: changes, to: new, at: Document.Index(new)),
      ] {
        shown.reload(old)
        try shown.perform(plan, to: new)
        #expect(sorts(of: plan) == "S 1")
        #expect(shown.displays == new.displays)
        #expect(shown.snapshot() == HeadlessTable(new).snapshot())
        #expect(shown.displays.first?.namedSupplements == [])
      }
    }
  }

  @Test(arguments: ["s#x", "s^x", "s~x", "s%x"])
  func `a plan that forgets a supplement is refused`(written: String) throws {
    let new = try table("\(written): a")
    for (old, new) in [(try table("s: a"), new), (new, try table("s: a"))] {
      let shown = HeadlessTable(old)
      let error = #expect(throws: TableViolation.self) {
        try shown.perform(TablePlan(stages: []), to: new)
      }
      #expect(error?.rule == "content")
      #expect(shown.displays == old.displays)
    }
  }

  @Test func `a display names its supplements and tells their texts`() throws {
    let display = try #require(try table("s#h^f~side%n@2: a").displays.first)
    #expect(display.namedSupplements == ["note 2", "sidebar"])
    #expect(display.text(of: "sidebar") == "side")
    #expect(display.text(of: "footer") == "f")
    #expect(display.text(of: "level") == nil)
    #expect(display.text(of: "none") == nil)
    #expect(display.header == "h")
  }

  @Test func `named supplements stand below the footer, with their names`() throws {
    let drawn = try HeadlessTable(table("s#Top^End~Ask%Two: a=1 | t~Only: b=2")).snapshot()
    #expect(
      drawn == """
        Top
          a   1
          ~ End
          ~ ["note 2"] Two
          ~ [sidebar] Ask

          b   2
          ~ [sidebar] Only
        """)
  }

  // Rule C5: the name of a supplement is data, too.
  @Test func `the name of a supplement drives no terminal`() throws {
    let name = FieldName(unchecked: "a\u{202E}b")
    let old = try Document(sections: [.init(id: "s", fields: [name: Section.supplement("x")])])
    let new = try Document(sections: [.init(id: "s", fields: [name: Section.supplement("y")])])
    let shown = HeadlessTable(old)
    #expect(shown.snapshot() == #"  ~ ["a\u202eb"] x"#)
    shown.clearLog()
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.log.map(\.description) == [#""a\u202eb" of section s"#])
    var operations = TableOperations()
    operations.supplements = [.init(section: 0, name: name), .init(section: 0, name: name)]
    let error = #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(stages: [.init(operations: operations, table: new)]), to: new)
    }
    #expect(
      error?.text == #"attempt to create two animations for the "a\u202eb" of section 0"#)
    let other = #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(stages: []), to: old)
    }
    #expect(
      other?.text.hasPrefix("section 0 shows something else than a fresh render: ") == true)
  }
}
