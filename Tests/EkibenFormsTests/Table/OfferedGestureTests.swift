import EkibenDocuments
import EkibenForms
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `What a row offers by itself` {
  @Test func `is anywhere to go and a full swipe`() throws {
    let recorder = EventRecorder()
    let plain = Description("r", "")
    let row = plain.swipeActions(leading: [RowAction("Call") { recorder.write("calls") }])
    let table = HeadlessTable(try Form("f") { Section("s") { row } }.content())
    try table.swipe("r", at: .leading)
    #expect(recorder.lines == ["calls"])
    let swipe = plain.swipeActions().behaviour(SwipeBehaviour.self)
    #expect(swipe?.allowsFullSwipe == true && swipe?.leading.isEmpty == true)
    #expect(plain.movable().behaviour(MoveBehaviour.self)?.policy == .anywhere)
    #expect(plain.deletable().behaviour(DeleteBehaviour.self)?.title == "Delete")
  }

  @Test func `is an input of a component alone`() {
    let content = CustomInput(Button("b", "B")).content
    #expect(content.document.sections.map(\.id) == ["input"])
    #expect(content.document.sections[0].rows.map(\.id) == ["b"])
    #expect(content.component(at: .init(section: 0, row: 0)) is Button)
    #expect(Set(content.components.rows.keys) == ["b"])
  }

  @Test func `is an action that is on and harmless, or a menu that does nothing`() {
    let action = RowAction("Copy") {}
    #expect(action.title == "Copy" && action.isEnabled && !action.isDestructive)
    #expect(action.items.isEmpty)
    let menu = RowAction("More", items: [action])
    #expect(menu.title == "More" && menu.isEnabled && !menu.isDestructive)
    #expect(menu.items.map(\.title) == ["Copy"])
    #expect(!RowAction("More", items: [], isEnabled: false).isEnabled)
    #expect(RowAction("Wipe", isDestructive: true) {}.isDestructive)
  }

  @Test(arguments: ["chevron", "checkmark", "activity", "phone"])
  func `is an accessory of a name`(name: String) {
    let cases: [String: Accessory] = [
      "chevron": .chevron, "checkmark": .checkmark, "activity": .activity,
    ]
    let accessory = cases[name] ?? .icon(name)
    #expect(Accessory(name: name) == accessory && accessory.name == name)
    let row = Description("r", "").accessory(accessory)
    #expect(row.record.text(.accessory) == name && row.accessory == accessory)
  }

  // Those that were selected end in the order of their ids, before the new one begins.
  @Test func `is told in order when another row is selected`() throws {
    let recorder = EventRecorder()
    let form = Form("f") {
      Section("s") {
        for id in ["d", "c", "b", "a"] as [RowID] {
          Description(id, "").selectable(
            onSelect: { recorder.write("\(id) on") }, onDeselect: { recorder.write("\(id) off") })
        }
      }
    }
    let table = HeadlessTable(try form.content())
    table.callbacks.onRowEvent = { recorder.write("\($0.row) \($0.kind)") }
    try table.beginSelectingSeveral(with: "a")
    try table.select("c")
    try table.highlight("d")
    try table.select("b")
    #expect(table.highlightedRow == nil)
    table.allowsMultipleSelection = false
    recorder.clear()
    try table.select("d")
    #expect(
      recorder.text == """
        a off
        a deselected
        b off
        b deselected
        c off
        c deselected
        d on
        d selected
        """)
    #expect(table.selection == ["d"])
  }

  // The end of an edit is told before the focus is elsewhere, the beginning when it is there.
  @Test func `is told in order when the focus goes to another row`() throws {
    let recorder = EventRecorder()
    let form = Form("f") {
      Section("s") {
        for id in ["a", "b"] as [RowID] {
          TextInput(Field<String>(id)).setting(.value, to: .text(id.rawValue)).on(
            beginEditing: { recorder.write("\(id) begins") },
            endEditing: { recorder.write("\(id) ends with \(Notation.text(of: $0))") })
        }
      }
    }
    let table = HeadlessTable(try form.content())
    table.callbacks.onRowEvent = { recorder.write("\($0.row) \($0.kind)") }
    table.callbacks.onFocus = { recorder.write("focus on \($0?.rawValue ?? "none")") }
    #expect(table.focus("a") && table.focus("b") && table.focus("b") && table.focus(nil))
    #expect(
      recorder.text == """
        a begins
        a focused
        focus on a
        a ends with "a"
        a left
        b begins
        b focused
        focus on b
        b ends with "b"
        b left
        focus on none
        """)
  }

  // All that stand behind are answered: the key goes on to the next one all the same.
  @Test func `is passed by the return key, unless every row behind is answered`() throws {
    func table(_ values: [String?]) throws -> HeadlessTable {
      HeadlessTable(
        try Form("f") {
          Section("s") {
            for (at, value) in values.enumerated() {
              TextInput(Field<String>(RowID(unchecked: "r\(at)")))
                .setting(.value, to: value.map(Value.text))
            }
          }
        }.content())
    }
    for (values, next) in [
      ([nil, "x", nil], "r2"), ([nil, "x", "y"], "r1"), (["x", nil, nil], "r1"), ([nil], nil),
    ] as [([String?], RowID?)] {
      let shown = try table(values)
      shown.focus("r0")
      #expect(shown.pressReturn() && shown.focusedRow == next)
    }
  }

  @Test func `is kept near the end of the table by two rows`() throws {
    let recorder = EventRecorder()
    let shown = HeadlessTable(try table("s: a b c d e"))
    shown.viewport = TableViewport(height: 10, rowHeight: .fixed(10))
    shown.prefetch = TablePrefetch { recorder.write("\($0)") }
    shown.scroll(to: 10)
    #expect(recorder.lines.isEmpty)
    shown.scroll(to: 20)
    #expect(recorder.lines == ["5"])
  }
}
