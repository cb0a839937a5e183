import EkibenDocuments
import EkibenForms
import Testing

/// Numbered cases that are about the table beside its plans.
@MainActor @Suite(.timeLimit(.minutes(20))) struct InheritedHostTests {
  @Test func `T-C44 a row is found by its id and at its place, and only one that is there`() throws
  {
    let document = try table("colors: red blue | sizes: size1 size2")
    let shown = HeadlessTable(document)
    #expect(shown.cell("size1")?.id == "size1")
    #expect(Document.Index(document)[RowID("size1")] == Document.Place(section: 1, row: 0))
    #expect(document[Document.Place(section: 1, row: 0)].id == "size1")
    #expect(shown.cell("size3") == nil)
    #expect(Document.Index(document)[RowID("size3")] == nil)
    #expect(Document.Index(document)[SectionID("shapes")] == nil)
  }

  // T-R7 is T-R6 with views of another kind: whatever component a header has, it is a supplement.
  @Test func `T-R7 headers and footers of any component come, go and change`() throws {
    func banners(_ text: String) throws -> Document {
      var sections = Array(try table(text).sections)
      for at in sections.indices {
        for name in [FieldName.header, .footer] {
          guard case .record(var record)? = sections[at].fields[name] else { continue }
          record[.component] = "Banner"
          sections[at].fields[name] = .record(record)
        }
      }
      return try Document(sections: sections)
    }
    let written = "1#H1^F1: | 2#H2^F2: | 3#H3^F3: | 4#H4^F4:"
    let old = try banners(written)
    for (new, count) in [(try banners("1#H1*: | 2^F2*: | 3#H3: | 4:"), 7), (try table(written), 8)]
    {
      let shown = HeadlessTable(old)
      let plan = TablePlan(from: old, to: new, under: .strictest)
      #expect(sorts(of: plan) == "S \(count)")
      try shown.perform(plan, to: new)
      #expect(shown.displays == new.displays)
    }
  }

  @Test func `T-X16 an event comes from the row, wherever it has gone`() throws {
    let (old, new) = (try table("A: a b | B: c"), try table("N: n m | A: x y a | B: b c"))
    let shown = HeadlessTable(old)
    var events: [FormEvent] = []
    shown.callbacks.onEvent = { events.append($0) }
    try shown.perform(TablePlan(from: old, to: new), to: new)
    try shown.type("hello", into: "b")
    #expect(events == [FormEvent(row: "b", value: "hello")])
    try shown.perform(TablePlan(from: new, to: old), to: old)
    #expect(throws: InputError(row: "x", .notShown)) { try shown.type("gone", into: "x") }
    #expect(events.count == 1)
  }

  @Test func `T-X19 an identical render does nothing`() throws {
    let document = try table("A#h^f: a=1 b@Toggle | B: c")
    let shown = HeadlessTable(document)
    let before = TableImage(shown)
    let plan = TablePlan(from: document, to: try table("A#h^f: a=1 b@Toggle | B: c"))
    #expect(plan.isEmpty)
    try shown.perform(plan, to: document)
    #expect(TableImage(shown) == before)
  }
}
