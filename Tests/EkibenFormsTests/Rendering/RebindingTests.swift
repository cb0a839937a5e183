import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// Binding takes the newest component (rule F13), and only of what is on the screen.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A render of newer components` {
  private let table = HeadlessTable()
  private let renderer: Renderer
  private let recorder = Recorder()

  init() {
    renderer = Renderer(table)
    // Three of five rows.
    table.viewport = TableViewport(height: 3 * 44)
  }

  private func render(_ rows: [(RowID, String)], _ events: EventRecorder) throws {
    let section = Section("s") { for (id, text) in rows { Probe(id, says: text, events) } }
    try renderer.render(Form("f") { section }, completion: recorder.outcome(of: "render"))
  }

  private func rendered(_ events: EventRecorder) -> [String] {
    events.lines.filter { $0.contains(".render") }
  }

  private let rows: [(RowID, String)] = [
    ("a", "a"), ("b", "b"), ("c", "c"), ("d", "d"), ("e", "e"),
  ]

  // T-X19 and T-X20.
  @Test func `binds what is on the screen once, and the rest when it comes there`() throws {
    let (old, new) = (EventRecorder(), EventRecorder())
    try render(rows, old)
    #expect(rendered(old).count == 3)
    let tokens = table.sections[0].cells.map(\.token)
    old.clear()
    try render(rows, new)
    #expect(recorder.lines == ["render: applied", "render: no change"])
    #expect(
      new.lines
        == ["a", "b", "c"].flatMap {
          ["\($0).render over \"\($0)\"", "\($0).didMount, storage empty", "\($0).willDisplay"]
        })
    #expect(old.lines.filter { $0.contains("didEndDisplaying") }.count == 3)
    #expect(old.lines.filter { $0 == "token released" }.count == 3)
    #expect(table.sections[0].cells.map(\.token) == tokens)
    #expect(table.log.count == 1)
    new.clear()
    _ = table.scroll(to: "e")
    #expect(rendered(new).map { $0.prefix(1) } == ["d", "e"])
    #expect(rendered(old).isEmpty)
  }

  @Test func `binds each row once where something has changed, too`() throws {
    let (old, new) = (EventRecorder(), EventRecorder())
    try render(rows, old)
    old.clear()
    try render([("a", "a"), ("b", "other"), ("c", "c"), ("d", "changed"), ("e", "e")], new)
    #expect(recorder.lines.last == "render: applied")
    #expect(rendered(new).map { $0.prefix(1) }.sorted() == ["a", "c", "o"])
    #expect(rendered(old).isEmpty)
    new.clear()
    _ = table.scroll(to: "d")
    #expect(rendered(new).map { $0.prefix(7) } == ["changed"])
  }
}
