import EkibenDocuments
import EkibenForms
import Testing

@MainActor private func shown(_ text: String, height: Int = 100) throws -> HeadlessTable {
  let shown = HeadlessTable(try table(text))
  shown.viewport = TableViewport(height: height, rowHeight: .fixed(10))
  return shown
}

// Rule T18.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Where things stand in a table` {
  @Test func `is counted from the top, with what stands above and below the rows`() throws {
    let shown = try shown("s#h: a b | u | t^f~x: c", height: 20)
    let frames = ["a", "b", "c", "nobody"].map { shown.frame(of: RowID(unchecked: $0)) }
    #expect(frames == [10..<20, 20..<30, 30..<40, nil])
    let sections = ["s", "u", "t", "none"].map { shown.frame(ofSection: SectionID(unchecked: $0)) }
    #expect(sections == [0..<30, 30..<30, 30..<60, nil] && shown.contentHeight == 60)
    let rows = [-1, 0, 9, 10, 19, 20, 29, 30, 39, 40, 59, 60].map { shown.row(at: $0)?.rawValue }
    #expect(rows == [nil, nil, nil, "a", "a", "b", "b", "c", "c", nil, nil, nil])
  }

  @Test func `moves with the rows`() throws {
    let (old, new) = (try table("s#h: a b | t: c"), try table("t: c | s: b x a"))
    let shown = try shown("s#h: a b | t: c")
    try shown.perform(TablePlan(from: old, to: new), to: new)
    let frames = ["a", "b", "c", "x"].map { shown.frame(of: RowID(unchecked: $0)) }
    #expect(frames == [30..<40, 10..<20, 0..<10, 20..<30])
    #expect(shown.frame(ofSection: "s") == 10..<40 && shown.contentHeight == 40)
  }

  @Test func `is nowhere without a viewport`() throws {
    let shown = HeadlessTable(try table("s: a b"))
    shown.scroll(to: 10)
    #expect(shown.offset == 0 && shown.contentHeight == 0 && shown.frame(of: "a") == nil)
    #expect(shown.frame(ofSection: "s") == nil && shown.row(at: 0) == nil)
    #expect(shown.scroll(to: "a") && !shown.scroll(to: "nobody") && shown.isReachable("a"))
    #expect(!shown.isReachable("nobody"))
  }

  @Test func `is never above another, whatever height a row says`() throws {
    let shown = HeadlessTable(try table("s#h^f: a b"))
    shown.viewport = TableViewport(
      height: 50, rowHeight: .computed { $0.id == "a" ? 7 : $0.id == "s" ? 5 : -3 })
    #expect(shown.contentHeight == 17 && shown.frame(of: "a") == 5..<12)
    #expect(shown.frame(of: "b") == 12..<12 && shown.cell("b") == nil && shown.cell("a") != nil)
  }

  @Test func `is reachable as far as nothing covers it`() {
    #expect(TableViewport(height: 50).reachable == 50)
    #expect(TableViewport(height: 50, obscured: 20).reachable == 30)
    #expect(TableViewport(height: 50, obscured: 70).reachable == 0)
  }

  // A row taller than what can be seen shows its beginning.
  @Test func `is scrolled to by its beginning where it is taller than the screen`() throws {
    let shown = HeadlessTable(try table("s: a b c"))
    shown.viewport = TableViewport(
      height: 20, rowHeight: .computed { $0.id == "b" ? 50 : 10 })
    #expect(shown.scroll(to: "b") && shown.offset == 10)
    #expect(shown.scroll(to: "c") && shown.offset == 50)
    #expect(shown.scroll(to: "b") && shown.offset == 10)
    #expect(shown.scroll(to: "a") && shown.offset == 0)
  }

  @Test func `is named in what happens there, and escaped`() {
    let (row, aside) = (
      LifecycleEvent.Part.row("x y"), LifecycleEvent.Part.supplement("a b", "note 2")
    )
    let events: [LifecycleEvent] = [
      .swapData(batch: nil), .swapData(batch: 2), .step(row, .render), .step(aside, .willUnmount),
      .cell(row, token: 3, view: 1, isReused: true),
      .cell(aside, token: 4, view: 2, isReused: false),
      .complete, .prefetch(rows: 5),
    ]
    #expect(
      events.map(\.description) == [
        "swap data for a reload", "swap data for batch 2", #"render "x y""#,
        #"willUnmount "note 2" of section "a b""#, #"cell 3 for "x y", view 1 from the pool"#,
        #"cell 4 for "note 2" of section "a b", new view 2"#, "complete", "prefetch after 5 rows",
      ])
  }
}
