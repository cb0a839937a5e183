import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// What rows do besides showing themselves, each by identity and inside any decorator.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `What rows do` {
  private func table(
    _ rows: any Component..., viewport: TableViewport? = nil
  ) throws -> HeadlessTable {
    let shown = HeadlessTable(try Form("f") { Section("s", header: "H") { rows } }.content())
    shown.viewport = viewport
    return shown
  }

  // A tap beside a row's own, offered only where somebody is told.
  @Test func `their accessories are tapped by themselves`() throws {
    let recorder = EventRecorder<String>()
    let shown = try table(
      Description("a", "Ada").accessory(.icon("phone")) { recorder.note("calls") }
        .selectable(onSelect: { recorder.note("selects") }),
      DetailedDescription("b", ["Bob"]).accessory(.chevron), Description("c", "Cy"))
    #expect(shown.snapshot() == "H\n  Ada  (phone)\n  Bob  (chevron)\n  Cy")
    try shown.tapAccessory(of: "a")
    try shown.tap("a")
    #expect(recorder.lines == ["calls", "selects"])
    #expect(throws: InputError.self) { try shown.tapAccessory(of: "b") }
    #expect(throws: InputError.self) { try shown.tapAccessory(of: "c") }
    #expect(Description("a", "").accessory(.checkmark).accessory(nil).accessory == nil)
    let names: [Accessory] = [.chevron, .checkmark, .activity, .icon("x")]
    #expect(names.map { Accessory(name: $0.name) } == names)
  }

  // Highlighted first, selected when the answer comes, and only if it still means this row.
  @Test func `they decide later whether they become selected`() throws {
    let recorder = EventRecorder<String>()
    var answers: [(SelectionDecision) -> Void] = []
    func row(_ id: RowID) -> any Component {
      Description(id, id.rawValue)
        .selectable(
          onSelect: { recorder.note("\(id) on") }, onDeselect: { recorder.note("\(id) off") }
        )
        .decidingSelection { answers.append($0) }
    }
    let shown = try table(row("a"), row("b"))
    try shown.select("a")
    #expect(shown.highlightedRow == "a" && shown.selection.isEmpty)
    try shown.select("b")
    answers[0](.select)
    #expect(shown.highlightedRow == "b" && shown.selection.isEmpty)
    answers[1](.select)
    #expect(shown.highlightedRow == nil && shown.selection == ["b"])
    try shown.select("a")
    answers[2](.refuse)
    #expect(shown.selection == ["b"] && shown.highlightedRow == nil)
    try shown.select("a")
    answers[3](.deselectAtOnce)
    #expect(shown.selection.isEmpty && recorder.lines == ["b on", "b off", "a on", "a off"])
    try shown.select("a")
    shown.reload(TableContent())
    answers[4](.select)
    #expect(shown.selection.isEmpty)
  }

  @Test func `they are notified when a person begins and ends to answer`() throws {
    let recorder = EventRecorder<String>()
    try withTemporaryStore { store in
      let form = Form("f") {
        Section("s") {
          TextInput(.name).on(
            beginEditing: { recorder.note("begins") },
            endEditing: { recorder.note("ends with \(Notation.text(of: $0))") })
          TextInput(.phone)
        }
      }
      let session = try store.open("d", from: form, in: .fixed())
      let shown = HeadlessTable()
      session.attach(shown)
      shown.focus("name")
      try shown.type("Ada", into: "name")
      shown.focus("phone")
      shown.focus("name")
      shown.focus(nil)
      #expect(recorder.lines == ["begins", #"ends with "Ada""#, "begins", #"ends with "Ada""#])
    }
  }

  @Test func `they have menus in menus, and begin a selection of several`() throws {
    let recorder = EventRecorder<String>()
    let share = RowAction(
      "Share",
      items: [
        RowAction("Mail") { recorder.note("mails") },
        RowAction("Print", isEnabled: false) { recorder.note("prints") },
      ])
    let shown = try table(
      Description("a", "Ada").menu([share]).selectable(), Description("b", "Bob").selectable(),
      Description("c", "Cy"))
    #expect(try shown.menu(of: "a") == ["Share"])
    try shown.choose(["Share", "Mail"], of: "a")
    for path in [["Share", "Print"], ["Share"], ["Mail"], [], ["Share", "Mail", "Now"]] {
      #expect(throws: InputError.self) { try shown.choose(path, of: "a") }
    }
    #expect(throws: InputError.self) { try shown.choose("Share", of: "a") }
    #expect(recorder.lines == ["mails"])
    try shown.select("b")
    #expect(throws: InputError.self) { try shown.beginSelectingSeveral(with: "c") }
    try shown.beginSelectingSeveral(with: "a")
    #expect(shown.selection == ["a", "b"])
  }

  // Where a row may go is its own to say.
  @Test(
    arguments: [
      (MovePolicy.anywhere, true, true), (.insideSection, true, false),
      (.sections(["t"]), true, true),
      (.sections(["u"]), true, false), (.sections([]), true, false),
    ] as [(MovePolicy, Bool, Bool)])
  func `they go where they may`(policy: MovePolicy, inside: Bool, across: Bool) throws {
    let form = Form("f") {
      Section("s") {
        Description("a", "").movable(policy)
        Description("b", "").movable()
      }
      Section("t") { Description("c", "").movable() }
    }
    for (target, isAllowed) in [("b", inside), ("c", across)] as [(RowID, Bool)] {
      let shown = HeadlessTable(try form.content())
      shown.setEditing(true)
      var requests = 0
      shown.callbacks.onRequest = { _ in
        requests += 1
        return true
      }
      if isAllowed {
        try shown.drag("a", to: target)
      } else {
        #expect(throws: InputError.self) { try shown.drag("a", to: target) }
      }
      #expect(requests == (isAllowed ? 1 : 0))
    }
  }

  @Test func `they stand where they are asked for, and in front of what covers the table`() throws {
    let rows = (0..<20).map { TextInput(Field<String>(RowID(unchecked: "r\($0)"))) }
    let shown = HeadlessTable(
      try Form("f") { Section("s", header: "H") { rows as [any Component] } }.content())
    #expect(shown.frame(of: "r3") == nil && shown.row(at: 0) == nil)
    shown.viewport = TableViewport(height: 100, rowHeight: .fixed(10))
    #expect(shown.frame(of: "r0") == 10..<20 && shown.frame(of: "r19") == 200..<210)
    #expect(shown.row(at: 0) == nil && shown.row(at: 10) == "r0" && shown.row(at: 209) == "r19")
    #expect(shown.row(at: -1) == nil && shown.row(at: 210) == nil && shown.frame(of: "x") == nil)
    for at in 10..<210 {
      #expect(shown.row(at: at).flatMap { shown.frame(of: $0) }?.contains(at) == true)
    }
    #expect(shown.frame(ofSection: "s") == 0..<210 && shown.frame(ofSection: "t") == nil)
    #expect(shown.focus("r8") && shown.offset == 0)
    shown.viewport = TableViewport(height: 100, obscured: 60, rowHeight: .fixed(10))
    #expect(shown.isReachable("r8") && shown.offset == 60)
  }

  // T-C45.
  @Test func `they are named for tests and for those who do not see them`() throws {
    let shown = try table(
      TextInput(.name, title: "Name"),
      TextInput(.phone, title: "Phone").accessibility(
        identifier: "call", labels: ["Phone", "Tel"]),
      Description("c", "Cy"))
    #expect(shown.accessibilityIdentifiers.map(\.identifier) == ["s.name", "call", "s.c"])
    #expect(shown.accessibilityIdentifiers.map(\.row) == ["name", "phone", "c"])
    #expect(shown.cell("phone")?.component.accessibilityLabels == ["Phone", "Tel"])
    #expect(shown.cell("name")?.component.accessibilityLabels == ["Name"])
    let plain = try Form("f") { Section("s") { TextInput(.name) } }.content().document
    let named = Form("f") { Section("s") { TextInput(.name).accessibility(identifier: "n") } }
    #expect(!TablePlan(from: plain, to: try named.content().document).isEmpty)
  }

  @Test func `they are listed with their components`() throws {
    let form = Form("f") {
      Section("s", header: "H") {
        TextInput(.name)
        Button("send", "Send").on(willDisplay: {})
      }
      Section("more").footer(Description("x", "Words")).supplement("badge", Image("y", "sun"))
    }
    #expect(
      try form.content().debugDescription == """
        section s (header: Description)
          name: TextInput
          send: Button
        section more (badge: Image, footer: Description)
        """)
  }
}
