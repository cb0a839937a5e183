import Ekiben
import EkibenForms
import EkibenTesting
import Foundation
import Testing

private let event = Form("event", title: "Event") {
  Section("what") {
    TextInput(.title, title: "Title")
    TextInput(.location, title: "Location")
  }
  Section("when") {
    Toggle(.allDay, title: "All day")
    DateInput(.start, title: "Starts")
    DateInput(.end, title: "Ends")
  }
  Section("more") { TextInput(.notes, title: "Notes", kind: .multiline) }
}

extension Field<String> {
  fileprivate static let title = Field("title")
  fileprivate static let location = Field("location")
  fileprivate static let notes = Field("notes")
}

extension Field<Bool> { fileprivate static let allDay = Field("allDay") }

extension Field<DateText> {
  fileprivate static let start = Field("start")
  fileprivate static let end = Field("end")
}

/// An app's screen for the form: two rows open a picker below them, one at a time.
@MainActor private final class EventScreen {
  let session: Session
  let table = HeadlessTable()
  private let renderer: Renderer
  private var open: RowID?

  init(_ session: Session) throws {
    self.session = session
    renderer = Renderer(table)
    renderer.handlers = RowHandlers().onAnySection { [weak self] in self?.touched($0) }
    table.callbacks.onEvent = { [weak self] event in
      try self?.session.set([(event.row, event.value)])
      try self?.renderer.refresh()
    }
    try renderer.bind { [weak self] in
      Section("what") { self?.rows([.title, .location]) ?? [] }
      Section("when") { self?.times() ?? [] }
      Section("more") { self?.rows([.notes]) ?? [] }
    }
  }

  private func touched(_ event: RowEvent) {
    guard case .selected = event.kind else { return }
    table.deselect(event.row)
    open = open == event.row ? nil : event.row
    do { try renderer.refresh() } catch { Issue.record(error) }
  }

  private func rows(_ fields: [Field<String>]) -> [any Component] {
    fields.map { TextInput($0, title: $0.row.rawValue.capitalized).answered(session[$0]) }
  }

  private func times() -> [any Component] {
    let isAllDay = session[.allDay] ?? false
    let toggle = Toggle(.allDay, title: "All day").answered(session[.allDay])
    if isAllDay { return [toggle] }
    return [toggle] + time(.start, "Starts") + time(.end, "Ends")
  }

  /// A row that says a time, and while it is open the picker below it, which answers the form.
  private func time(_ field: Field<DateText>, _ title: String) -> [any Component] {
    let answer = session[field]
    let row = RowID(unchecked: "\(field.row.rawValue).row")
    let label = DetailedDescription(row, [title], detail: answer?.text ?? "–").selectable()
    guard open == row else { return [label] }
    return [label, DateInput(field, title: "Pick").answered(answer)]
  }
}

extension Component {
  fileprivate func answered(_ answer: (some FieldValue)?) -> any Component {
    setting(.value, to: answer?.documentValue)
  }
}

// Braid's third sample.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `An event with pickers in its rows` {
  private func withScreen(_ body: (EventScreen) throws -> Void) throws {
    try withTemporaryStore { store in
      try body(try EventScreen(try store.open("party", from: event)))
    }
  }

  @Test func `opens one picker at a time, below the row that was tapped`() throws {
    try withScreen { screen in
      let table = screen.table
      try table.type("Party", into: "title")
      #expect(
        table.snapshot() == """
           ›Title      Party
            Location   –

            [–] All day
            Starts (–)
            Ends (–)

            Notes      –
          """)
      table.clearLog()
      try table.tap("start.row")
      try table.type("2026-11-23", into: "start")
      #expect(
        table.snapshot() == """
            Title      Party
            Location   –

            [–] All day
            Starts (2026-11-23)
           ›Pick       2026-11-23
            Ends (–)

            Notes      –
          """)
      #expect(
        table.log.map(\.description) == [
          "insert when/start at (1, 2)", "update when/start.row", "update when/start",
        ])
      table.clearLog()
      try table.tap("end.row")
      #expect(
        table.log.map(\.description) == [
          "delete when/start at (1, 2)", "insert when/end at (1, 3)",
        ])
      try table.tap("end.row")
      #expect(screen.session.document.count == 3)
    }
  }

  @Test func `has no times while it takes all day, and the same ones afterwards`() throws {
    try withScreen { screen in
      let table = screen.table
      try table.tap("end.row")
      try table.type("2026-11-24", into: "end")
      table.clearLog()
      try table.toggle("allDay")
      #expect(
        table.log.map(\.description) == [
          "delete when/start.row at (1, 1)", "delete when/end.row at (1, 2)",
          "delete when/end at (1, 3)", "update when/allDay",
        ])
      try table.toggle("allDay")
      #expect(table.snapshot().contains("  [ ] All day\n  Starts (–)\n  Ends (2026-11-24)\n"))
      // All of it is the history of one document.
      #expect(screen.session[.end]?.text == "2026-11-24" && screen.session.document.count == 4)
    }
  }
}
