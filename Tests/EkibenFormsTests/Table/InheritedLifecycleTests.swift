import EkibenDocuments
import EkibenForms
import Testing

/// Numbered cases about what is mounted and on the screen, on the table itself.
@MainActor @Suite(.timeLimit(.minutes(20))) struct InheritedLifecycleTests {
  private func perform(
    _ shown: HeadlessTable, from old: TableContent, to new: TableContent
  ) throws {
    try shown.perform(TablePlan(from: old.document, to: new.document), to: new)
  }

  @Test func `T-B11 callbacks are called once each, when the row comes and goes`() throws {
    let recorder = EventRecorder()
    let row = Probe("a", says: "A", recorder).on(
      willDisplay: { recorder.write("shown") }, didEndDisplaying: { recorder.write("hidden") })
    let content = try Form("f") { Section("s") { row } }.content()
    let shown = HeadlessTable(content)
    try perform(shown, from: content, to: TableContent(try table("s")))
    let told = recorder.lines.filter { ["shown", "hidden"].contains($0) }
    #expect(told == ["shown", "hidden"])
  }

  @Test func `T-B12 what is mounted is unmounted when another component takes its row`() throws {
    let recorder = EventRecorder()
    func content(_ component: String, _ text: String) throws -> TableContent {
      try Form("f") { Section("s") { Probe("a", as: component, says: text, recorder) } }.content()
    }
    let (old, new) = (try content("Probe", "A"), try content("Other", "B"))
    let shown = HeadlessTable(old)
    #expect(
      recorder.text == """
        A.render over ""
        A.didMount, storage empty
        A.willDisplay
        """)
    let token = shown.cell("a")?.token
    recorder.clear()
    try perform(shown, from: old, to: new)
    // Of the first: no more render and mount, one unmount, and what it kept is let go.
    let first = recorder.lines.filter { $0.hasPrefix("A.") || $0.hasPrefix("token") }
    #expect(first.contains("A.didEndDisplaying"))
    #expect(first.filter { $0 == "A.willUnmount, token kept" }.count == 1)
    #expect(first.filter { $0 == "token released" }.count == 1)
    #expect(first.allSatisfy { !$0.contains("render") && !$0.contains("didMount") })
    #expect(
      recorder.lines.filter { $0.hasPrefix("B.") } == [
        #"B.render over """#, "B.didMount, storage empty", "B.willDisplay",
      ])
    #expect(shown.cell("a")?.token != token)
  }

  // The same component in another state keeps cell and view, and is mounted anew.
  @Test func `T-B12 of the same kind the next one takes the view over`() throws {
    let recorder = EventRecorder()
    func content(_ text: String) throws -> TableContent {
      try Form("f") { Section("s") { Probe("a", says: text, recorder) } }.content()
    }
    let (old, new) = (try content("A"), try content("B"))
    let shown = HeadlessTable(old)
    let token = shown.cell("a")?.token
    recorder.clear()
    try perform(shown, from: old, to: new)
    #expect(
      recorder.text == """
        A.didEndDisplaying
        A.willUnmount, token kept
        token released
        B.render over "A"
        B.didMount, storage empty
        B.willDisplay
        """)
    #expect(shown.cell("a")?.token == token)
  }

  @Test func `T-B14 and T-C47 a swipe has the titles that were given, through what wraps them`()
    throws
  {
    let recorder = EventRecorder()
    let later = RowAction("Later") { recorder.write("later") }
    let content = try Form("f") {
      Section("s") {
        Probe("a", recorder).deletable(title: "Remove") { recorder.write("removed") }.on(
          willDisplay: {})
        Probe("b", recorder).swipeActions(leading: [later])
      }
    }.content()
    let shown = HeadlessTable(content)
    #expect(try shown.swipeActions(of: "a", at: .trailing) == ["Remove"])
    #expect(try shown.swipeActions(of: "b", at: .leading) == ["Later"])
    #expect(try shown.swipeActions(of: "b", at: .trailing) == [])
    shown.callbacks.onRequest = { _ in true }
    recorder.clear()
    try shown.swipe("b", at: .leading, pressing: "Later")
    try shown.swipe("a", at: .trailing, pressing: "Remove")
    #expect(recorder.lines.filter { ["later", "removed"].contains($0) } == ["later", "removed"])
  }

  @Test func `T-R8 a row is as high as its component says, or as all others`() throws {
    let shown = HeadlessTable(try table("1: a b | 2: c@Toggle d@Toggle e@Toggle"))
    shown.viewport = TableViewport(
      height: 100, rowHeight: .computed { $0.record.text(.component) == "Toggle" ? 1 : 2 })
    #expect(shown.contentHeight == 2 * 2 + 3 * 1)
  }

  @Test func `T-X17 what is bound to a view leaves nothing of what was bound before`() throws {
    let (old, new) = (try table("s: a=abc"), try table("s: a"))
    let shown = HeadlessTable(old)
    let token = shown.cell("a")?.token
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.cell("a")?.token == token)
    #expect(shown.cell("a")?.display.text == nil)
    #expect(shown.snapshot() == HeadlessTable(new).snapshot())
  }

  @Test func `T-X20 a row that changes off the screen shows it when it is scrolled to`() throws {
    let rows = (1...500).map { "r\($0)" }.joined(separator: " ")
    let (old, new) = (try table("s: \(rows) last=1"), try table("s: \(rows) last=2"))
    let shown = HeadlessTable(old)
    shown.viewport = TableViewport(height: 50, rowHeight: .fixed(10))
    shown.clearLog()
    let plan = TablePlan(from: old, to: new)
    #expect(sorts(of: plan) == "U 1")
    try shown.perform(plan, to: new)
    #expect(shown.log.map(\.description) == ["update s/last"])
    #expect(shown.cell("last") == nil)
    shown.scroll(to: "last")
    #expect(shown.cell("last")?.display.text == "2")
  }

  // A table view once stood beyond its last section.
  @Test func `headers that go above the screen take no row with them`() throws {
    let (old, new) = (
      try table("A#h^f: | B#h^f: | C: a b c d e f"), try table("A: | B: | C: a b c d e f")
    )
    let shown = HeadlessTable(old)
    shown.viewport = TableViewport(height: 30, rowHeight: .fixed(10))
    shown.scroll(to: 60)
    let before = shown.snapshot()
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.offset == 20)
    #expect(
      shown.snapshot().split(separator: "\n").filter { !$0.contains("rows") }
        == before.split(separator: "\n").filter { !$0.contains("rows") })
    shown.scroll(to: 1000)
    #expect(shown.offset == 30)
    try shown.perform(TablePlan(from: new, to: old), to: old)
    #expect(shown.offset == 70)
  }
}
