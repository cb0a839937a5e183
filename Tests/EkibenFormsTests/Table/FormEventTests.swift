import EkibenDocuments
import EkibenForms
import Testing

private func form() throws -> Document {
  func row(_ id: RowID, _ fields: Fields) -> Document.Row { Document.Row(id: id, fields: fields) }
  return try Document(sections: [
    Document.Section(
      id: "s",
      rows: [
        row("name", [.component: "TextInput", .value: "Ad"]),
        row("age", [.component: "TextInput", .kind: "integer", .value: 41]),
        row(
          "sex",
          [
            .component: "Choice", .value: "m",
            .options: [.record([.code: "m", .label: "Male"])],
          ]),
        row("new", [.component: "Toggle"]),
        row("on", [.component: "Toggle", .value: true]),
        row("off", [.component: "Toggle", .value: false]),
        row("shut", [.component: "Toggle", .readOnly: true]),
        row("said", [.component: "Description", .text: "Read me."]),
        row("kept", [.component: "Slider"]),
      ])
  ])
}

/// A table and what it reported.
@MainActor private final class Listener {
  let shown: HeadlessTable
  var events: [FormEvent] = []

  init() throws {
    shown = HeadlessTable(try form())
    shown.callbacks.onEvent = { [unowned self] in events.append($0) }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct FormEventTests {
  @Test(
    arguments: [
      ("name", "Ada", "Ada"), ("name", "", ""), ("age", "42", 42), ("age", "", nil),
      ("sex", "Male", "m"), ("sex", "", nil),
    ] as [(RowID, String, Value?)])
  func `typing reports an answer of the row's kind`(
    row: RowID, text: String, value: Value?
  ) throws {
    let listener = try Listener()
    try listener.shown.type(text, into: row)
    #expect(listener.events == [FormEvent(row: row, value: value)])
  }

  @Test(arguments: [("new", true), ("on", false), ("off", true)] as [(RowID, Value)])
  func `a tap turns a toggle`(row: RowID, value: Value) throws {
    let listener = try Listener()
    try listener.shown.toggle(row)
    #expect(listener.events == [FormEvent(row: row, value: value)])
  }

  @Test func `the table shows an answer only when it is told to`() throws {
    let listener = try Listener()
    listener.shown.focus("name")
    let before = listener.shown.snapshot()
    try listener.shown.type("Ada", into: "name")
    #expect(listener.shown.snapshot() == before)
  }

  @Test(
    arguments: [
      (
        "sex", "F",
        InputError(
          row: "sex", .notAnOption(text: "F", options: [Choice.Option("m", label: "Male")]))
      ),
      ("shut", "yes", InputError(row: "shut", .readOnly)),
      ("shut", "", InputError(row: "shut", .readOnly)),
      ("said", "x", InputError(row: "said", .noAnswer(component: "Description"))),
      ("kept", "x", InputError(row: "kept", .notEditable(component: "Slider"))),
      ("nobody", "x", InputError(row: "nobody", .notShown)),
    ] as [(RowID, String, InputError)])
  func `what a person could not type is refused and not reported`(
    row: RowID, text: String, error: InputError
  ) throws {
    let listener = try Listener()
    #expect(throws: error) { try listener.shown.type(text, into: row) }
    #expect(listener.events == [])
  }

  // Rule F59.
  @Test func `what cannot be read is reported as a draft beside the answer that stays`() throws {
    let listener = try Listener()
    try listener.shown.type("old", into: "age")
    let answer = listener.shown.displays.lazy.flatMap(\.rows).first { $0.id == "age" }?.value
    #expect(listener.events == [FormEvent(row: "age", value: answer, draft: "old")])
  }

  @Test(
    arguments: [
      ("name", InputError(row: "name", .notOffered(action: "toggle"))),
      ("shut", InputError(row: "shut", .readOnly)),
      ("said", InputError(row: "said", .noAnswer(component: "Description"))),
      ("kept", InputError(row: "kept", .notEditable(component: "Slider"))),
      ("nobody", InputError(row: "nobody", .notShown)),
    ] as [(RowID, InputError)])
  func `what a person could not tap is refused and not reported`(
    row: RowID, error: InputError
  ) throws {
    let listener = try Listener()
    #expect(throws: error) { try listener.shown.toggle(row) }
    #expect(listener.events == [])
  }

  @Test func `a handler may render`() throws {
    let old = try form()
    let shown = HeadlessTable(old)
    var sections = old.sections
    sections[0].rows[0].fields[.value] = "Ada"
    let new = try Document(sections: sections)
    var problem: TableViolation?
    shown.callbacks.onEvent = { [unowned shown] _ in
      do throws(TableViolation) {
        try shown.perform(TablePlan(from: old, to: new), to: new)
      } catch { problem = error }
    }
    try shown.type("Ada", into: "name")
    #expect(problem == nil)
    #expect(shown.displays == new.displays)
  }
}
