import EkibenDocuments
import EkibenForms
import Testing

/// What happened to the cells of a table after it was made.
@MainActor private func lifecycle(
  _ old: String, _ new: String, viewport: TableViewport? = nil
) throws -> String {
  let (old, new) = (try table(old), try table(new))
  let shown = HeadlessTable(old)
  shown.viewport = viewport
  shown.clearLog()
  try shown.perform(TablePlan(from: old, to: new), to: new)
  return shown.lifecycle.text
}

extension [LifecycleEvent] {
  fileprivate var text: String { map(\.description).joined(separator: "\n") }
}

// Rule F19, and the end of the inherited rules of tables: what goes ends displaying, what comes is made and
// displayed, what moves is silent.
@MainActor @Suite(.timeLimit(.minutes(20))) struct LifecycleTests {
  @Test func `a first render makes every cell, from top to bottom`() throws {
    let shown = HeadlessTable(try table("s#h^f: a"))
    #expect(
      shown.lifecycle.text == """
        swap data for a reload
        cell 1 for header of section s, new view 1
        render header of section s
        didMount header of section s
        willDisplay header of section s
        cell 2 for a, new view 2
        render a
        didMount a
        willDisplay a
        cell 3 for footer of section s, new view 3
        render footer of section s
        didMount footer of section s
        willDisplay footer of section s
        complete
        """)
  }

  @Test func `what goes, what comes and what moves, in this order`() throws {
    let text = try lifecycle("s: a b c d", "s: d a e c")
    #expect(
      text == """
        swap data for batch 1
        didEndDisplaying b
        willUnmount b
        cell 5 for e, view 2 from the pool
        render e
        didMount e
        willDisplay e
        complete
        """)
  }

  @Test func `a row that says something else is bound anew, in place`() throws {
    let text = try lifecycle("s: a=1 b", "s: a=2 b")
    #expect(
      text == """
        swap data for batch 1
        didEndDisplaying a
        willUnmount a
        render a
        didMount a
        willDisplay a
        complete
        """)
  }

  // The view is another one, and the old one waits for the next row of its kind.
  @Test func `another component gets another view`() throws {
    let (old, new) = (try table("s: a"), try table("s: a@Toggle b"))
    let shown = HeadlessTable(old)
    shown.clearLog()
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(
      shown.lifecycle.text == """
        swap data for batch 1
        cell 2 for b, new view 2
        render b
        didMount b
        willDisplay b
        didEndDisplaying a
        willUnmount a
        cell 3 for a, new view 3
        render a
        didMount a
        willDisplay a
        complete
        """)
    #expect(shown.pooledViews == 1)
  }

  // A row that moves and changes moves silently and is bound in a batch of its own (U-29).
  @Test func `a batch is complete before the next one begins`() throws {
    let text = try lifecycle("s: a=1 b c", "s: b c a=2")
    #expect(
      text == """
        swap data for batch 1
        complete
        swap data for batch 2
        didEndDisplaying a
        willUnmount a
        render a
        didMount a
        willDisplay a
        complete
        """)
  }

  @Test func `a header comes, says something else, and goes`() throws {
    let tables = try ["s: a", "s#h: a", "s#i: a", "s: a"].map { try table($0) }
    let shown = HeadlessTable(tables[0])
    shown.clearLog()
    for (old, new) in zip(tables, tables.dropFirst()) {
      try shown.perform(TablePlan(from: old, to: new), to: new)
    }
    #expect(
      shown.lifecycle.text == """
        swap data for batch 1
        cell 2 for header of section s, new view 2
        render header of section s
        didMount header of section s
        willDisplay header of section s
        complete
        swap data for batch 1
        didEndDisplaying header of section s
        willUnmount header of section s
        render header of section s
        didMount header of section s
        willDisplay header of section s
        complete
        swap data for batch 1
        didEndDisplaying header of section s
        willUnmount header of section s
        complete
        """)
  }

  // What a component keeps is let go when its row goes, and not when the view is used again.
  @Test func `a row that goes is unmounted, and all of them when the table is unloaded`() throws {
    let recorder = EventRecorder()
    do {
      let (old, new) = (try probes("a", "b", for: recorder), try probes("a", for: recorder))
      let shown = HeadlessTable(old)
      recorder.clear()
      try shown.perform(
        TablePlan(from: old.document, to: new.document),
        to: TableContent(new.document, components: old.components))
      #expect(shown.pooledViews == 1)
      shown.unload()
    }
    #expect(
      recorder.text == """
        b.didEndDisplaying
        b.willUnmount, token kept
        token released
        a.didEndDisplaying
        a.willUnmount, token kept
        token released
        """)
  }

  @Test func `a table that is unloaded shows nothing and can be used again`() throws {
    let recorder = EventRecorder()
    let content = try probes("a", for: recorder)
    let shown = HeadlessTable(content)
    shown.unload()
    #expect(shown.sections.isEmpty)
    #expect(shown.snapshot() == "")
    recorder.clear()
    shown.unload()
    #expect(recorder.lines.isEmpty)
    shown.reload(content)
    #expect(shown.cell("a")?.token == 2)
  }

  @Test func `a refused plan leaves cells, logs and snapshot as they were`() throws {
    let recorder = EventRecorder()
    let (old, new) = (try probes("a", "b", for: recorder), try probes("b", for: recorder))
    let shown = HeadlessTable(old)
    let (before, tokens, drawn) = (shown.lifecycle, shown.tokens, shown.snapshot())
    recorder.clear()
    #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(stages: []), to: new)
    }
    #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(from: new.document, to: old.document), to: old)
    }
    #expect(shown.lifecycle == before)
    #expect(shown.tokens == tokens)
    #expect(shown.snapshot() == drawn)
    #expect(recorder.lines.isEmpty)
  }

  @Test func `what a plan of content shows wrongly is taken back`() throws {
    let (old, other, new) = (try table("s: a=1"), try table("s: a=3"), try table("s: a=2"))
    let shown = HeadlessTable(old)
    let before = shown.lifecycle
    #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(from: old, to: other), to: new)
    }
    #expect(shown.lifecycle == before)
    #expect(shown.cell("a")?.display.text == "1")
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.cell("a")?.display.text == "2")
  }

  @Test func `a table that writes nothing down does the same`() throws {
    let (old, new) = (try table("s: a b"), try table("s: b=1"))
    let shown = HeadlessTable(old)
    shown.recordsLifecycle = false
    shown.clearLog()
    try shown.perform(TablePlan(from: old, to: new), to: new)
    #expect(shown.lifecycle.isEmpty)
    #expect(shown.displays == new.displays)
  }
}

/// Somebody who renders where it is not wanted.
@MainActor private final class Nosy {
  var table: HeadlessTable?

  func meddle(_ recorder: EventRecorder) {
    guard let table else { return }
    do throws(TableViolation) {
      try table.perform(TablePlan(stages: []), to: Document())
    } catch { recorder.write(error.description) }
    table.reload(Document())
    recorder.write("still \(table.sections.count) section")
  }
}

// A view that is replaced is asked for by place, as a table view does: a plan that leaves two rows in
// each other's places and replaces both shows the right ones. The slow reference found it.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ReplacedPlacesTests {
  @Test func `replaced views stand for whoever is there now`() throws {
    let (old, new) = (try table("s: a b"), try table("s: b@Toggle a@Toggle"))
    var operations = TableOperations()
    operations.replaceViews = [.init(section: 0, row: 0), .init(section: 0, row: 1)]
    let shown = HeadlessTable(old)
    try shown.perform(TablePlan(stages: [.init(operations: operations, table: new)]), to: new)
    #expect(shown.layout == ["s: b a"])
    #expect(shown.cell("a")?.token == 4)
    #expect(shown.cell("b")?.token == 3)
    try shown.toggle("a")
    shown.reload(old)
    let other = try table("s: c@Toggle a@Toggle")
    #expect(throws: TableViolation.self) {
      try shown.perform(TablePlan(stages: [.init(operations: operations, table: new)]), to: other)
    }
    #expect(shown.layout == ["s: a b"])
  }
}

// U-05, U-06 and U-31: when a plan may come.
@MainActor @Suite(.timeLimit(.minutes(20))) struct HostMomentTests {
  @MainActor
  @Test func `a plan in the middle of a batch is refused, a reload waits`() throws {
    let nosy = Nosy()
    let recorder = EventRecorder()
    func content(_ text: String) throws -> TableContent {
      let row = Probe("a", says: text, recorder).on(willDisplay: {
        if text == "2" { MainActor.assumeIsolated { nosy.meddle(recorder) } }
      })
      return try Form("f") { Section("s") { row } }.content()
    }
    let (old, new) = (try content("1"), try content("2"))
    let shown = HeadlessTable(old)
    nosy.table = shown
    recorder.clear()
    try shown.perform(TablePlan(from: old.document, to: new.document), to: new)
    #expect(
      recorder.text == """
        1.didEndDisplaying
        1.willUnmount, token kept
        token released
        2.render over "1"
        2.didMount, storage empty
        2.willDisplay
        U-05, batch 1: attempt to begin a batch while another one is under way
        still 1 section
        2.didEndDisplaying
        2.willUnmount, token kept
        token released
        """)
    #expect(shown.sections.isEmpty)
  }

  @Test func `a table without a window takes reloads only`() throws {
    let (old, new) = (try table("s: a"), try table("s: a=1"))
    let shown = HeadlessTable(old)
    shown.clearLog()
    shown.detach()
    #expect(shown.cell("a") == nil)
    let plan = TablePlan(from: old, to: new)
    let violation = #expect(throws: TableViolation.self) { try shown.perform(plan, to: new) }
    #expect(
      violation?.description
        == "U-31, batch 1: attempt to update a table view that is not in a window: reload it")
    shown.reload(new)
    #expect(throws: InputError(row: "a", .offScreen)) { try shown.type("x", into: "a") }
    shown.attach()
    #expect(shown.cell("a")?.display.text == "1")
    #expect(
      shown.lifecycle.text == """
        didEndDisplaying a
        willUnmount a
        swap data for a reload
        complete
        cell 2 for a, view 1 from the pool
        render a
        didMount a
        willDisplay a
        """)
  }

  @Test func `a table that gets a window asks for the newest content`() throws {
    let shown = HeadlessTable(try table("s: a"))
    let newest = try table("s: b")
    var asked = 0
    shown.callbacks.onAttach = {
      asked += 1
      shown.reload(newest)
    }
    shown.attach()
    #expect(asked == 0)
    shown.detach()
    shown.attach()
    #expect(asked == 1)
    #expect(shown.layout == ["s: b"])
    shown.callbacks.onAttach = nil
  }

  // Rule F13 and T-X19: nothing looks different, but who is told is another one.
  @Test func `newer components are live without any operation`() throws {
    let (first, second) = (EventRecorder(), EventRecorder())
    let (old, new) = (try probes("a", "b", for: first), try probes("a", "b", for: second))
    let shown = HeadlessTable(old)
    shown.viewport = TableViewport(height: 44)
    shown.clearLog()
    first.clear()
    try shown.perform(TablePlan(from: old.document, to: new.document), to: new)
    #expect(shown.log.isEmpty)
    #expect(
      second.text == """
        a.render over "a"
        a.didMount, storage empty
        a.willDisplay
        """)
    #expect(first.lines.last == "token released")
    second.clear()
    shown.scroll(to: 44)
    let scrolled = """
      a.didEndDisplaying
      a.willUnmount, token kept
      token released
      b.render over "a"
      b.didMount, storage empty
      b.willDisplay
      """
    #expect(second.text == scrolled)
    try shown.perform(TablePlan(stages: []), to: new)
    #expect(second.text == scrolled)
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct SupplementCellTests {
  // A live header may call itself what it likes; its cell stands for the section.
  @Test func `a header's cell draws its live component and stands for its section`() throws {
    let recorder = EventRecorder()
    let form = Form("f") {
      Section("s") { Description("a", "row") }
        .header(Probe("whatever", says: "head", recorder))
        .supplement("sidebar", Probe("aside", as: "Other", says: "side", recorder))
    }
    let shown = HeadlessTable(try form.content())
    let header = try #require(shown.cell(.header, of: "s"))
    #expect(header.id == "s")
    #expect((header.view as? Probe.View)?.text == "head")
    #expect(shown.sections[0].supplements["sidebar"]?.view.look.text == "side")
    #expect(shown.cell(.footer, of: "s") == nil)
    #expect(shown.cell(.header, of: "t") == nil)
    #expect(recorder.lines.count { $0.hasSuffix("willDisplay") } == 2)
  }
}

/// A section of probes that say their ids.
private func probes(_ ids: RowID..., for recorder: EventRecorder) throws -> TableContent {
  try Form("f") { Section("s") { ids.map { Probe($0, says: $0.rawValue, recorder) } } }.content()
}
