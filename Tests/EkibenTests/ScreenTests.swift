import Ekiben
import EkibenForms
import EkibenTesting
import Testing

private func content(_ rows: any Component...) throws -> TableContent {
  try Form("f") { Section("s") { for row in rows { row } } }.content()
}

// Rule F67.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `A screen` {
  private let hosts = [
    Screen.Region.top: HeadlessTable(), .main: HeadlessTable(), .bottom: HeadlessTable(),
  ]
  private let shown: ScreenRenderer
  private let recorder = EventRecorder<String>()

  init() {
    shown = ScreenRenderer(hosts)
    shown.onEvent = { [recorder] in recorder.note("\($0)") }
    shown.onBars = { [recorder] in recorder.note("bars") }
  }

  private func appear() {
    shown.willAppear()
    shown.didAppear()
  }

  @Test func `shows three regions, each by a plan of its own`() throws {
    let name = TextInput(.name, title: "Name")
    let send = Button("send", "Send")
    try shown.render(
      Screen(
        regions: [
          .top: content(Description("step", "Step 1")), .main: content(name),
          .bottom: content(send),
        ]))
    for host in hosts.values { host.clearLog() }
    try shown.render(
      Screen(
        regions: [
          .top: content(Description("step", "Step 2")),
          .main: content(name, TextInput(.phone, title: "Phone")), .bottom: content(send),
        ]))
    #expect(hosts[.top]?.log.map(\.description) == ["update s/step"])
    #expect(hosts[.main]?.log.map(\.description) == ["insert s/phone at (0, 1)"])
    #expect(hosts[.bottom]?.log == [])
    // What the next screen has not is not left over from this one.
    try shown.render(Screen(regions: [.main: content(name)]))
    #expect(hosts[.top]?.snapshot() == "" && hosts[.bottom]?.snapshot() == "")
    #expect(hosts[.main]?.snapshot() == "  Name   –")
  }

  @Test func `has a title and buttons, and says when they look otherwise`() throws {
    let pressed = EventRecorder<String>()
    func screen(_ title: String, canSave: Bool, _ value: String) -> Screen {
      Screen(
        title: title, leadingItems: [RowAction("Cancel") { pressed.note("cancel") }],
        trailingItems: [RowAction("Save", isEnabled: canSave) { pressed.note(value) }])
    }
    try shown.render(screen("Visit", canSave: false, "a"))
    #expect(!shown.press("Save") && !shown.press("Cancel"))
    appear()
    #expect(!shown.press("Save") && !shown.press("Share") && shown.press("Cancel"))
    try shown.render(screen("Visit", canSave: true, "b"))
    try shown.render(screen("Visit", canSave: true, "c"))
    // The newest closures, though nothing looks otherwise.
    #expect(shown.press("Save"))
    #expect(pressed.lines == ["cancel", "c"])
    #expect(shown.screen.title == "Visit")
    #expect(recorder.lines.filter { $0 == "bars" }.count == 2)
  }

  @Test func `ends what is being typed before a button does anything`() throws {
    let order = EventRecorder<String>()
    let name = TextInput(.name, title: "Name")
      .on(endEditing: { _ in order.note("ends") })
    try shown.render(
      Screen(
        trailingItems: [RowAction("Save") { order.note("saves") }],
        regions: [.main: content(name)]))
    appear()
    hosts[.main]?.focus("name")
    shown.press("Save")
    #expect(order.lines == ["ends", "saves"])
  }

  @Test func `reports the steps of its life cycle`() throws {
    shown.load()
    appear()
    shown.willDisappear(isLast: false)
    shown.didDisappear(isLast: false)
    appear()
    try shown.render(Screen(regions: [.main: content(Description("d", "D"))]))
    shown.willDisappear(isLast: true)
    #expect(shown.isVisible)
    shown.didDisappear(isLast: true)
    #expect(!shown.isVisible && hosts[.main]?.sections.isEmpty == true)
    #expect(hosts[.main]?.callbacks.onAttach == nil)
    #expect(
      recorder.lines == [
        "didLoad", "willAppear(isFirst: true)", "didAppear(isFirst: true)",
        "willDisappear(isLast: false)", "didDisappear(isLast: false)", "willAppear(isFirst: false)",
        "didAppear(isFirst: false)", "willDisappear(isLast: true)", "didDisappear(isLast: true)",
      ])
  }

  @Test func `puts the focus once into the first row that is not answered`() throws {
    let main = try #require(hosts[.main])
    let rows = try content(
      Description("d", "D"), TextInput(.name, title: "Name").setting(.value, to: "Ada"),
      TextInput(.phone, title: "Phone"))
    func render(_ mode: Screen.FocusMode) throws {
      try shown.render(Screen(focusMode: mode, regions: [.main: rows]))
    }
    try render(.once)
    #expect(main.focusedRow == nil)
    appear()
    #expect(main.focusedRow == "phone")
    main.focus(nil)
    try render(.once)
    #expect(main.focusedRow == nil)
    try render(.never)
    try render(.once)
    #expect(main.focusedRow == "phone")
  }

  // Nothing else that a bar shows may stay as it was.
  @Test func `says that its bars look otherwise for each thing that is in them`() throws {
    func item(_ title: String, destroys: Bool = false) -> RowAction {
      RowAction(title, isDestructive: destroys) {}
    }
    let screens = [
      Screen(), Screen(title: "A"), Screen(title: "B"),
      Screen(title: "B", leadingItems: [item("X")]), Screen(title: "B", trailingItems: [item("X")]),
      Screen(title: "B", trailingItems: [item("X", destroys: true)]),
      Screen(title: "B", trailingItems: [item("X", destroys: true), item("Y")]), Screen(),
    ]
    let said = try screens.map { screen in
      recorder.clear()
      for _ in 1...2 { try shown.render(screen) }
      return recorder.lines.count
    }
    #expect(said == [0, 1, 1, 1, 1, 1, 1, 1])
  }

  @Test func `owes the focus until it appears, however often it is rendered`() throws {
    let main = try #require(hosts[.main])
    let rows = try content(TextInput(.name, title: "Name"))
    for _ in 1...2 { try shown.render(Screen(focusMode: .once, regions: [.main: rows])) }
    appear()
    #expect(main.focusedRow == "name")
    main.focus(nil)
    shown.willDisappear(isLast: false)
    shown.didDisappear(isLast: false)
    appear()
    #expect(main.focusedRow == nil)
  }

  @Test func `owes no focus any more once it asks for none`() throws {
    let rows = try content(TextInput(.name, title: "Name"))
    try shown.render(Screen(focusMode: .once, regions: [.main: rows]))
    try shown.render(Screen(regions: [.main: rows]))
    appear()
    #expect(hosts[.main]?.focusedRow == nil)
  }

  @Test func `is shown from scratch where it is not to move`() throws {
    let main = try #require(hosts[.main])
    for animated in [true, false] {
      try shown.render(Screen(regions: [.main: content(Description("d", "1"))]))
      main.clearLog()
      try shown.render(
        Screen(regions: [.main: content(Description("d", "2"))]), animated: animated)
      #expect(
        main.log.map(\.description)
          == [animated ? "update s/d" : "reload 1 section, 1 row"])
    }
  }

  @Test func `leaves a region to a session that shows something there`() throws {
    try withTemporaryStore { store in
      let session = try store.open(
        "d", from: Form("f") { Section("s") { TextInput(.name, title: "N") } })
      let main = try #require(hosts[.main])
      session.attach(main)
      try shown.render(Screen(regions: [.bottom: content(Button("send", "Send"))]))
      appear()
      try main.type("Ada", into: "name")
      #expect(session[.name] == "Ada" && main.snapshot() == " ›N   Ada")
      shown.didDisappear(isLast: true)
      #expect(main.snapshot() == " ›N   Ada")
    }
  }
}
