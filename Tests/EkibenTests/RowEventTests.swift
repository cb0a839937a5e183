import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A row that can be shaken, which no other component knows of.
private struct Stars: RegisteredComponent, EventEmitting {
  static let component = "Stars"
  enum Event: Equatable { case shaken(times: Int) }

  struct View: ViewModel {
    var count = 0
    var look: RowLook { RowLook(content: .words(String(repeating: "*", count: count))) }
  }

  let id: RowID
  var record: Fields

  init(_ id: RowID, _ count: Int) {
    self.id = id
    record = [.component: .text(Self.component), "count": .integer(Int64(count))]
  }

  init?(id: RowID, record: Fields) { (self.id, self.record) = (id, record) }

  var count: Int { Int(record["count"]?.asInteger ?? 0) }
  func render(in view: inout View) { view.count = count }
}

private func say(_ event: RowEvent) -> String {
  let what =
    switch event.kind {
    case .typed(let typed): "typed \(Notation.text(of: typed.value))"
    case .chosen(let path): "chosen \(path.joined(separator: "/"))"
    case .own(let own): "\(own)"
    default: "\(event.kind)"
    }
  return "\(event.section)/\(event.row) \(what)"
}

// Rule T23.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What happens to rows` {
  private static func form(_ sections: [(SectionID, [any Component])]) -> Form {
    Form("f") {
      for (id, rows) in sections { Section(id) { for row in rows { row } } }
    }
  }

  @Test func `is delivered by the names of sections and rows`() throws {
    let recorder = EventRecorder<String>()
    func note(_ who: String) -> RowHandlers.Handler { { recorder.note("\(who): \(say($0))") } }
    let row = Description("a", "A").selectable().accessory(.chevron, didTap: {})
      .menu([RowAction("More", items: [RowAction("Copy") {}])])
      .swipeActions(trailing: [RowAction("Archive") {}])
    let table = HeadlessTable()
    let renderer = Renderer(table)
    renderer.handlers = RowHandlers()
      .onSection("named", note("named")).onSections(["named", "later"], note("both"))
      .onAllOtherSections(note("others")).onAnySection(note("any")).onRow("a", note("row"))
    try renderer.render(
      Self.form([
        ("named", [row]), ("free", [Toggle(Field<Bool>("t"), title: "T"), Button("b", "B")]),
      ]))
    try table.tap("a")
    #expect(
      recorder.lines == [
        "row: named/a selected", "named: named/a selected", "both: named/a selected",
        "any: named/a selected", "row: named/a tapped", "named: named/a tapped",
        "both: named/a tapped", "any: named/a tapped",
      ])
    recorder.clear()
    try table.tap("t")
    try table.tap("b")
    #expect(
      recorder.lines == [
        "others: free/t typed true", "any: free/t typed true", "others: free/t tapped",
        "any: free/t tapped", "others: free/b tapped", "any: free/b tapped",
      ])
    recorder.clear()
    renderer.handlers = RowHandlers().onRow("a", note("row"))
    table.deselect("a")
    try table.choose(["More", "Copy"], of: "a")
    try table.swipe("a", at: .trailing)
    try table.tapAccessory(of: "a")
    #expect(
      recorder.lines.map { $0.replacing("row: named/a ", with: "") }
        == ["deselected", "chosen More/Copy", "chosen Archive", "accessoryTapped"])
    // What nobody could do is told to nobody.
    #expect(throws: InputError.self) { try table.choose("Copy", of: "a") }
    #expect(throws: InputError.self) { try table.tap("nowhere") }
    // A table that has nobody to tell makes no events.
    renderer.handlers = RowHandlers()
    #expect(table.callbacks.onRowEvent == nil)
    renderer.handlers = RowHandlers().onRow("a", note("row"))
    renderer.end()
    #expect(table.callbacks.onRowEvent == nil)
    try table.tapAccessory(of: "a")
    #expect(recorder.lines.count == 4)
  }

  // Theirs named the place where a row stood when it got its view.
  @Test func `names the row where it stands now, with its newest component`() throws {
    let recorder = EventRecorder<String>()
    let table = HeadlessTable()
    let renderer = Renderer(table)
    renderer.handlers = RowHandlers().onEvent(from: Stars.self) { event, stars, what in
      recorder.note("\(say(event)), \(stars.count)")
      #expect(what == .shaken(times: 2))
    }
    try renderer.render(Self.form([("s", [Stars("x", 1).on().deletable()]), ("t", [])]))
    let shaken = Stars.Event.shaken(times: 2)
    try table.emit(shaken, from: "x")
    let more = [Description("d", "D"), Stars("x", 5).menu([])] as [any Component]
    try renderer.render(Self.form([("s", []), ("t", more)]))
    try table.emit(shaken, from: "x")
    #expect(recorder.lines == ["s/x shaken(times: 2), 1", "t/x shaken(times: 2), 5"])
    #expect(throws: InputError.self) { try table.emit(shaken, from: "d") }
    #expect(throws: InputError.self) { try table.emit("shaken", from: "x") }
    try renderer.render(Self.form([("t", [])]))
    #expect(throws: InputError.self) { try table.emit(shaken, from: "x") }
    #expect(recorder.lines.count == 2)
  }

  @Test func `in any host of a session is delivered, and is no step of its own`() throws {
    try withTemporaryStore { store in
      let recorder = EventRecorder<String>()
      let form = Self.form([
        ("s", [TextInput(.name, title: "Name"), TextInput(.phone, title: "Phone").movable()])
      ])
      let session = try store.open("d", from: form)
      let (table, other) = (HeadlessTable(), HeadlessTable())
      session.attach(table)
      session.handlers = RowHandlers().onSection("s") { recorder.note(say($0)) }
      session.attach(other)
      try table.type("Ada", into: "name")
      try other.type("1", into: "phone")
      table.focus(nil)
      #expect(
        recorder.lines == [
          "s/name focused", "s/name typed \"Ada\"", "s/phone focused", "s/phone typed \"1\"",
          "s/name left",
        ])
      #expect(session.document.count == 3)
      session.detach(other)
      try other.type("2", into: "phone")
      #expect(recorder.lines.count == 5 && session[.phone] == "1")
    }
  }
}
