import EkibenDocuments
import EkibenForms
import Testing

// Rule T23.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A handler of what happens to rows` {
  @Test func `is heard where it is the only one`() throws {
    #expect(RowHandlers().isEmpty)
    let recorder = EventRecorder()
    let note: RowHandlers.Handler = { recorder.write("\($0.section)/\($0.row)") }
    let content = try Form("f") {
      Section("s") { Description("a", "A").selectable() }
      Section("t") { Description("b", "B").selectable() }
    }.content()
    for (handlers, heard) in [
      (RowHandlers().onSection("s", note), ["s/a"]),
      (RowHandlers().onSections(["t"], note), ["t/b"]),
      (RowHandlers().onAllOtherSections(note), ["s/a", "t/b"]),
      (RowHandlers().onAnySection(note), ["s/a", "t/b"]), (RowHandlers().onRow("b", note), ["t/b"]),
      (RowHandlers().onSection("s", note).onAllOtherSections(note), ["s/a", "t/b"]),
    ] {
      #expect(!handlers.isEmpty)
      let table = HeadlessTable(content)
      table.callbacks.onRowEvent = { handlers.handle($0) }
      recorder.clear()
      for row: RowID in ["a", "b"] { try table.select(row) }
      #expect(Set(recorder.lines) == Set(heard) && recorder.lines.first == heard.first)
    }
  }
}
