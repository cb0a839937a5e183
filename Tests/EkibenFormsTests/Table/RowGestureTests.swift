import EkibenDocuments
import EkibenForms
import Testing

/// A list of tasks that takes every gesture, and who keeps it.
@MainActor private final class Tasks {
  let recorder = EventRecorder()
  let shown: HeadlessTable
  private(set) var content: TableContent
  var refuses = false

  init() throws {
    let recorder = recorder
    func note(_ line: String) -> @Sendable () -> Void { { recorder.write(line) } }
    let form = Form("tasks") {
      Section("open", header: "Open") {
        TextInput(Field<String>("a"), title: "Ask Ada")
          .deletable(title: "Remove", didDelete: note("a is gone"))
          .movable(didMove: note("a moved"))
          .on(willDisplay: note("a willDisplay"), didEndDisplaying: note("a didEndDisplaying"))
        TextInput(Field<String>("b"), title: "Buy bread")
          .selectable(onSelect: note("b on"), onDeselect: note("b off"))
          .movable(didMove: note("b moved"))
        TextInput(Field<String>("c"), title: "Call Cy")
          .swipeActions(
            leading: [RowAction("Call", perform: note("calling"))],
            trailing: [RowAction("Later", perform: note("later"))]
          )
          .deletable(didDelete: note("c is gone"))
          .menu([RowAction("Copy", perform: note("copied"))])
          .selectable(onSelect: note("c on"), onDeselect: note("c off"))
          .movable(didMove: note("c moved"))
      }
      Section("done") { Description("d", "Nothing is done.") }
    }
    content = try form.content()
    shown = HeadlessTable(content)
    shown.callbacks.onRequest = { [unowned self] in grant($0) }
    recorder.clear()
  }

  private func grant(_ request: TableRequest) -> Bool {
    if refuses { return false }
    var sections = content.document.sections.map { section in (section, Array(section.rows)) }
    var taken: Document.Row?
    let id =
      switch request {
      case .delete(let row): row
      case .move(let row, _, _): row
      case .add: RowID("nobody")
      }
    for index in sections.indices {
      if let at = sections[index].1.firstIndex(where: { $0.id == id }) {
        taken = sections[index].1.remove(at: at)
      }
    }
    if case .move(_, let target, let after) = request, let taken,
      let at = sections.firstIndex(where: { $0.0.id == target })
    {
      let place = after.flatMap { id in sections[at].1.firstIndex { $0.id == id } }
      sections[at].1.insert(taken, at: place.map { $0 + 1 } ?? 0)
    }
    let records = sections.map { section, rows in
      Document.Section(id: section.id, fields: section.fields, rows: rows)
    }
    do {
      let new = try Document(sections: records)
      recorder.write("kept: \(request)")
      try shown.perform(
        TablePlan(from: content.document, to: new),
        to: TableContent(new, components: content.components))
      content.document = new
      return true
    } catch {
      recorder.write("\(error)")
      return false
    }
  }
}

// Rules T19, T20 and T21.
@MainActor @Suite(.timeLimit(.minutes(20))) struct RowGestureTests {
  // The row is gone from what keeps it and from the screen before its handler hears of it.
  @Test func `a swipe deletes a row through its owner`() throws {
    let tasks = try Tasks()
    #expect(try tasks.shown.swipeActions(of: "a", at: .trailing) == ["Remove"])
    try tasks.shown.swipe("a", at: .trailing, pressing: "Remove")
    #expect(
      tasks.recorder.text == """
        kept: delete(a)
        a didEndDisplaying
        a is gone
        """)
    #expect(tasks.shown.layout == ["open: b c", "done: d"])
  }

  @Test func `what the owner of the rows refuses does not happen`() throws {
    let tasks = try Tasks()
    tasks.refuses = true
    #expect(throws: InputError(row: "a", .refused(action: "delete"))) {
      try tasks.shown.delete("a")
    }
    tasks.shown.callbacks.onRequest = nil
    #expect(throws: InputError(row: "a", .refused(action: "delete"))) {
      try tasks.shown.delete("a")
    }
    #expect(tasks.recorder.lines.isEmpty)
    #expect(tasks.shown.layout == ["open: a b c", "done: d"])
  }

  // Buttons first, then deletion; a full swipe does the first.
  @Test func `a swipe uncovers buttons`() throws {
    let shown = try Tasks()
    #expect(try shown.shown.swipeActions(of: "c", at: .leading) == ["Call"])
    #expect(try shown.shown.swipeActions(of: "c", at: .trailing) == ["Later", "Delete"])
    #expect(try shown.shown.swipeActions(of: "b", at: .trailing) == [])
    try shown.shown.swipe("c", at: .leading)
    try shown.shown.swipe("c", at: .trailing)
    #expect(shown.recorder.lines == ["calling", "later"])
    #expect(throws: InputError(row: "b", .notOffered(action: "swipe"))) {
      try shown.shown.swipe("b", at: .leading)
    }
    #expect(throws: InputError(row: "c", .notOffered(action: "Delete"))) {
      try shown.shown.swipe("c", at: .leading, pressing: "Delete")
    }
  }

  @Test(
    arguments: [
      ("a", "c", "b c a", "move(a, to: open, after: Optional(c))"),
      ("c", "a", "c a b", "move(c, to: open, after: nil)"),
      ("c", "b", "a c b", "move(c, to: open, after: Optional(a))"),
    ] as [(RowID, RowID, String, String)])
  func `a row is dragged to the place of another`(
    row: RowID, target: RowID, order: String, request: String
  ) throws {
    let tasks = try Tasks()
    #expect(throws: InputError(row: row, .notEditing)) { try tasks.shown.drag(row, to: target) }
    tasks.shown.setEditing(true)
    let token = tasks.shown.cell(row)?.token
    try tasks.shown.drag(row, to: target)
    #expect(tasks.shown.layout[0] == "open: \(order)")
    #expect(tasks.shown.cell(row)?.token == token)
    #expect(tasks.recorder.lines == ["kept: \(request)", "\(row) moved"])
  }

  @Test func `edit mode is drawn`() throws {
    let table = HeadlessTable(
      try Form("f") {
        Section("s") {
          Description("plain", "Plain")
          Description("both", "Both").deletable().movable()
          Description("goes", "Goes").deletable().selectable()
          TextInput(Field<String>("moves"), title: "Moves").movable()
        }
      }.content())
    let plain = "  Plain\n  Both\n  Goes\n  Moves   –"
    #expect(table.snapshot() == plain)
    table.setEditing(true)
    #expect(table.snapshot() == "  Plain\n⊖≡Both\n⊖ Goes\n ≡Moves   –")
    try table.select("goes")
    table.focus("moves")
    #expect(table.snapshot() == "  Plain\n⊖≡Both\n● Goes\n ›Moves   –")
    table.deselect("goes")
    table.focus(nil)
    table.setEditing(false)
    #expect(table.snapshot() == plain)
  }

  @Test func `a row snaps back from the place of one that cannot be moved`() throws {
    let tasks = try Tasks()
    tasks.shown.setEditing(true)
    #expect(throws: InputError(row: "d", .notOffered(action: "move"))) {
      try tasks.shown.drag("a", to: "d")
    }
    #expect(throws: InputError(row: "d", .notOffered(action: "move"))) {
      try tasks.shown.drag("d", to: "a")
    }
    try tasks.shown.drag("a", to: "a")
    #expect(tasks.recorder.lines.isEmpty)
  }

  // In another section it stands before the row whose place it takes, wherever it comes from.
  @Test(
    arguments: [
      ("a", "e", .move("a", to: "t", after: "d")), ("a", "d", .move("a", to: "t", after: nil)),
      ("e", "b", .move("e", to: "s", after: "a")), ("d", "c", .move("d", to: "s", after: "b")),
      ("f", "a", .move("f", to: "s", after: nil)), ("b", "f", .move("b", to: "t", after: "e")),
    ] as [(RowID, RowID, TableRequest)])
  func `a row is dragged into another section`(
    row: RowID, target: RowID, request: TableRequest
  ) throws {
    let form = Form("f") {
      for (section, rows) in [("s", ["a", "b", "c"]), ("t", ["d", "e", "f"])] {
        Section(SectionID(unchecked: section)) {
          for row in rows { Description(RowID(unchecked: row), row).movable() }
        }
      }
    }
    let shown = HeadlessTable(try form.content())
    shown.setEditing(true)
    var requests: [TableRequest] = []
    shown.callbacks.onRequest = {
      requests.append($0)
      return true
    }
    try shown.drag(row, to: target)
    #expect(requests == [request])
  }

  @Test(arguments: [("a", true), ("b", true), ("c", true), ("d", false)] as [(RowID, Bool)])
  func `edit mode is for rows that offer something`(row: RowID, can: Bool) throws {
    #expect(try Tasks().shown.canEdit(row) == can)
  }

  @Test func `a menu is chosen from`() throws {
    let tasks = try Tasks()
    #expect(try tasks.shown.menu(of: "a") == [])
    #expect(try tasks.shown.menu(of: "c") == ["Copy"])
    try tasks.shown.choose("Copy", of: "c")
    #expect(tasks.recorder.lines == ["copied"])
    #expect(throws: InputError(row: "c", .notOffered(action: "Paste"))) {
      try tasks.shown.choose("Paste", of: "c")
    }
  }

  @Test func `one row is selected at a time, and once`() throws {
    let tasks = try Tasks()
    try tasks.shown.select("b")
    try tasks.shown.select("b")
    try tasks.shown.tap("c")
    tasks.shown.deselect("c")
    tasks.shown.deselect("c")
    #expect(tasks.recorder.lines == ["b on", "b off", "c on", "c off"])
    tasks.recorder.clear()
    tasks.shown.allowsMultipleSelection = true
    try tasks.shown.select("b")
    try tasks.shown.select("c")
    #expect(tasks.shown.selection == ["b", "c"])
    #expect(tasks.recorder.lines == ["b on", "c on"])
    #expect(throws: InputError(row: "a", .notOffered(action: "select"))) {
      try tasks.shown.select("a")
    }
    #expect(throws: InputError(row: "d", .notOffered(action: "select"))) {
      try tasks.shown.highlight("d")
    }
  }

  @Test func `the table draws what is selected, touched and in focus`() throws {
    let tasks = try Tasks()
    try tasks.shown.select("b")
    try tasks.shown.highlight("c")
    #expect(tasks.shown.focus("a"))
    #expect(
      tasks.shown.snapshot() == """
        Open
         ›Ask Ada     –
        ● Buy bread   –
        ○ Call Cy     –

          Nothing is done.
        """)
    #expect(tasks.shown.focus("b"))
    tasks.shown.unhighlight()
    #expect(tasks.shown.snapshot().contains("\n●›Buy bread"))
  }

  // Whoever is gone is forgotten; the others keep what they had, wherever they are.
  @Test func `selection, highlight and focus stay with their rows`() throws {
    let tasks = try Tasks()
    tasks.shown.setEditing(true)
    try tasks.shown.select("b")
    try tasks.shown.highlight("c")
    #expect(tasks.shown.focus("a"))
    try tasks.shown.drag("a", to: "c")
    tasks.shown.reload(tasks.content)
    #expect(tasks.shown.selection == ["b"])
    #expect(tasks.shown.highlightedRow == "c")
    #expect(tasks.shown.focusedRow == "a")
    try tasks.shown.delete("a")
    #expect(tasks.shown.focusedRow == nil)
    tasks.shown.reload(Document())
    #expect(tasks.shown.selection.isEmpty)
    #expect(tasks.shown.highlightedRow == nil)
  }

  @Test func `the focus goes where an answer can be given, and scrolls there`() throws {
    let tasks = try Tasks()
    tasks.shown.viewport = TableViewport(height: 30, obscured: 10, rowHeight: .fixed(10))
    #expect(!tasks.shown.focus("d"))
    #expect(!tasks.shown.focus("nobody"))
    #expect(tasks.shown.focusedRow == nil)
    #expect(tasks.shown.focus("c"))
    #expect(tasks.shown.offset == 20)
    #expect(!tasks.shown.focus("d"))
    #expect(tasks.shown.focusedRow == "c")
    #expect(tasks.shown.focus(nil))
    #expect(tasks.shown.focusedRow == nil)
    tasks.shown.detach()
    #expect(!tasks.shown.focus("c"))
  }

  @Test(
    arguments: [
      ("Male", "m"), ("f", "f"), (nil, nil),
    ] as [(String?, Value?)])
  func `a person picks an option`(option: String?, value: Value?) throws {
    let choice = Choice(
      Field("sex"), title: "Sex", options: [.init("m", label: "Male"), .init("f", label: "Female")])
    let shown = HeadlessTable(try Form("f") { Section("s") { choice } }.content())
    var events: [FormEvent] = []
    shown.callbacks.onEvent = { events.append($0) }
    try shown.pick(option, in: "sex")
    #expect(events == [FormEvent(row: "sex", value: value)])
    let problem = InputProblem.notAnOption(
      text: "x", options: [.init("m", label: "Male"), .init("f", label: "Female")])
    #expect(throws: InputError(row: "sex", title: "Sex", problem)) {
      try shown.pick("x", in: "sex")
    }
  }

  @Test func `what cannot be picked from or reached is refused`() throws {
    let tasks = try Tasks()
    #expect(throws: InputError(row: "a", .notOffered(action: "pick"))) {
      try tasks.shown.pick("x", in: "a")
    }
    tasks.shown.viewport = TableViewport(height: 10, rowHeight: .fixed(10))
    #expect(throws: InputError(row: "c", .offScreen)) { try tasks.shown.menu(of: "c") }
    #expect(throws: InputError(row: "z", .notShown)) { try tasks.shown.menu(of: "z") }
  }
}
