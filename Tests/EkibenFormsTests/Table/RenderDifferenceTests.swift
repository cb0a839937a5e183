import EkibenDocuments
import EkibenForms
import Testing

@Suite(.timeLimit(.minutes(20))) struct `What a table shows otherwise than a fresh render` {
  @Test(
    arguments: [
      ("s: a", "s: a", nil), ("", "", nil),
      ("s: a", "s: a | t", "there are 1 sections, in a fresh render 2"),
      ("s: a | t", "s: a", "there are 2 sections, in a fresh render 1"),
      ("s | t", "s | u", "section 1 is t, in a fresh render u"),
      (
        "s#h", "s#i",
        "section 0 shows something else than a fresh render: section:s[header]: "
      ),
      (
        "s^f", "s", "section 0 shows something else than a fresh render: section:s[footer]: "
      ),
      ("s: a b", "s: a", "section 0 has 2 rows, in a fresh render 1"),
      ("s | t: a", "s | t: b", "row (1, 0) is a, in a fresh render b"),
      (
        "s: a b=1", "s: a b=2",
        #"row (0, 1) shows something else than a fresh render: b: "1" → "2""#
      ),
      (
        "s: b", "s: b=2", #"row (0, 0) shows something else than a fresh render: b: – → "2""#
      ),
    ] as [(String, String, String?)])
  @MainActor func `is said with its place`(shown: String, fresh: String, text: String?) throws {
    let (document, fresh) = (try table(shown), try table(fresh))
    let model = TableModel(document)
    let found = [
      model.difference(from: fresh), HeadlessTable(document).difference(from: fresh),
    ]
    for found in found {
      // What a header is worded as is for the notation to say.
      #expect(text.map { found?.hasPrefix($0) == true } ?? (found == nil), "\(found ?? "nothing")")
    }
    #expect(found[0] == found[1])
  }

  // A section's fields that no table shows are no difference.
  @Test func `is nothing where a field is not shown`() throws {
    let old = try Document(sections: [.init(id: "s", fields: ["note": "one"])])
    let new = try Document(sections: [.init(id: "s", fields: ["note": "two"])])
    #expect(TableModel(old).difference(from: new) == nil)
  }

  @Test @MainActor func `is asked for by place`() throws {
    let document = try table("s#h: a b | t: c")
    let (model, shown) = (TableModel(document), HeadlessTable(document))
    #expect(model.sectionIDs == ["s", "t"] && shown.sectionIDs == ["s", "t"])
    #expect(model.boundSection(at: 0) == document.sections[0])
    #expect(shown.boundSection(at: 0) == document.sections[0])
    let places = [(0, 0), (0, 1), (1, 0), (0, 2), (2, 0), (-1, 0), (0, -1)]
    let ids = ["a", "b", "c", nil, nil, nil, nil] as [RowID?]
    for ((section, row), id) in zip(places, ids) {
      let place = Document.Place(section: section, row: row)
      #expect(model.boundRow(at: place)?.id == id && shown.boundRow(at: place)?.id == id)
    }
    #expect(model.snapshot() == shown.snapshot() && model.displays == shown.displays)
  }

  // Rule T6: all that is known stands in the refusal.
  @Test func `is refused with the numbers of rows`() throws {
    var model = TableModel(try table("s: a b | t: c"))
    let before = model
    let error = #expect(throws: TableViolation.self) {
      try model.perform(TablePlan(stages: []), to: try table("s: a b | t: d"))
    }
    #expect(error?.rule == "content" && error?.stage == 1 && model == before)
    #expect(error?.oldCounts == [2, 1] && error?.newCounts == [2, 1])
    #expect(error?.text == "row (1, 0) is c, in a fresh render d")
    model.clearLog()
    #expect(model.log.isEmpty && model.document == before.document)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `A host of which only the least is known` {
  /// A host that keeps nothing but the number of sections it was given.
  private final class Least: TableHost {
    let isAttached = true
    var callbacks = TableCallbacks()
    var given: [Int] = []

    func reload(_ content: TableContent) { given.append(content.document.sections.count) }
    func perform(_ plan: TablePlan, to content: TableContent) throws(TableViolation) {
      given.append(-content.document.sections.count)
    }
    func rebind(_ content: TableContent) {}
    func focus(_ row: RowID?) -> Bool { false }
    func scroll(to row: RowID) -> Bool { false }
  }

  @Test func `is given documents, and is unloaded by showing nothing`() throws {
    let host = Least()
    host.reload(try table("s | t"))
    try host.perform(TablePlan(stages: []), to: try table("s | t | u"))
    host.unload()
    #expect(host.given == [2, -3, 0])
  }
}
