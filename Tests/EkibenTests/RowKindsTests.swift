import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A visit with every kind of row that takes no answer.
private func visit(_ recorder: EventRecorder<String>, isSending: Bool = false) -> Form {
  Form("visit", title: "Visit") {
    Section("s", header: "Clinic") {
      Image("logo", "https://example.org/logo.png", text: "A red cross")
      DetailedDescription(
        "doctor", ["Dr. Lovelace", "", "Room 3"], detail: "9:30", image: "person", badge: "2")
      EmptySpace("gap", height: 3)
      TextInput(.name, title: "Name")
      Toggle(.consent, title: "I agree").refreshing(isSending)
      ActivityIndicator("sending", "Sending", isLoading: isSending)
      Button("send", "Send") { recorder.note("sends") }.loading(isSending)
      Search("find", placeholder: "Name")
    }
  }
}

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Rows of every kind` {
  // T-B18: what a screen would show, in words.
  @Test func `are drawn`() throws {
    let recorder = EventRecorder<String>()
    let shown = HeadlessTable(try visit(recorder).content())
    #expect(
      shown.snapshot() == """
        Clinic
          (image) A red cross
          (image) [2] Dr. Lovelace · Room 3 (9:30)

          Name   –
          [–] I agree
          Sending
          [ Send ]
          ⌕ Name
        """)
    shown.reload(try visit(recorder, isSending: true).content())
    #expect(shown.snapshot().contains("[…] I agree\n  Sending …\n  [ Send … ]"))
  }

  // Bento's button stayed tappable while it was loading.
  @Test func `a button does what it is for, unless it is loading or read-only`() throws {
    let recorder = EventRecorder<String>()
    let shown = HeadlessTable(try visit(recorder).content())
    try shown.tap("send")
    #expect(recorder.lines == ["sends"])
    let button = Button("send", "Send") { recorder.note("sends") }
    let refusing: [any Component] = [
      button.loading(), button.readOnly(), button.loading().readOnly(false),
      button.readOnly().loading(false), button.loading().on(willDisplay: {}),
    ]
    for button in refusing {
      shown.reload(try Form("f") { Section("s") { button } }.content())
      #expect(throws: InputError.self) { try shown.tap("send") }
    }
    #expect(recorder.lines == ["sends"])
  }

  @Test func `a toggle whose answer is on its way takes no tap`() throws {
    let shown = HeadlessTable(try visit(EventRecorder<String>(), isSending: true).content())
    shown.callbacks.onEvent = { Issue.record("\($0)") }
    #expect(throws: InputError.self) { try shown.tap("consent") }
    #expect(throws: InputError.self) { try shown.toggle("consent") }
  }

  // A component says how high it is, inside decorators as well.
  @Test func `are as high as they say`() throws {
    let form = Form("f") {
      Section("s") {
        EmptySpace("a", height: 7).on(willDisplay: {})
        Description("b", "Words")
        EmptySpace("c", height: -2)
      }
    }
    let shown = HeadlessTable(try form.content())
    shown.viewport = TableViewport(height: 100, rowHeight: .ofComponents(otherwise: 4))
    #expect(shown.contentHeight == 7 + 4 + 1)
    let high = Form("f") {
      Section("s") { for id in ["a", "b", "c"] as [RowID] { EmptySpace(id, height: .max) } }
    }
    shown.reload(try high.content())
    #expect(shown.contentHeight == 3 * Int(Int32.max))
  }

  // T-C46: a style is there while the component is, and leaves nothing.
  @Test func `are styled while they are mounted`() throws {
    let loud = Patch<Description.View>().setting(\.text, to: "LOUD")
    let plain = Description("r", "words")
    let styled = plain.styled(loud)
    let twice = styled.styled(Patch().setting(\.text, to: "twice"))
    let shown = HeadlessTable()
    for (component, words) in [
      (styled, "LOUD"), (plain, "words"), (twice, "twice"), (plain, "words"),
    ]
      as [(any Component, String)]
    {
      shown.reload(try Form("f") { Section("s") { component } }.content())
      #expect(shown.snapshot() == "  \(words)")
    }
    try expectContract(of: [plain, styled, twice, Button("r", "b"), plain.on().styled(loud)])
  }

  // A swipe may stop at the buttons; what cannot be chosen now is refused.
  @Test func `offer what can be chosen`() throws {
    let recorder = EventRecorder<String>()
    let row = Description("r", "words")
      .swipeActions(
        trailing: [RowAction("Remove", isDestructive: true) { recorder.note("removes") }],
        allowsFullSwipe: false
      )
      .menu([
        RowAction("Copy", isEnabled: false) { recorder.note("copies") },
        RowAction("Share") { recorder.note("shares") },
      ])
    let shown = HeadlessTable(try Form("f") { Section("s") { row } }.content())
    #expect(throws: InputError.self) { try shown.swipe("r", at: .trailing) }
    try shown.swipe("r", at: .trailing, pressing: "Remove")
    #expect(throws: InputError.self) { try shown.choose("Copy", of: "r") }
    try shown.choose("Share", of: "r")
    #expect(recorder.lines == ["removes", "shares"])
  }

  @Test func `a search tells what is looked for, and that it is ended`() throws {
    let recorder = EventRecorder<String>()
    let (table, model) = (HeadlessTable(), EventRecorder<String>())
    let renderer = Renderer(table)
    func render() throws {
      let text = model.lines.last ?? ""
      let names = ["Ada", "Alan", "Grace"].filter { text.isEmpty || $0.hasPrefix(text) }
      try renderer.render(
        Form("f") {
          Section("s") {
            Search(
              "find", text, placeholder: "Name", kind: .email, showsCancel: !text.isEmpty,
              didBegin: { recorder.note("begins") }, didChange: { model.note($0) },
              didCancel: { model.note("") })
            for name in names { Description(RowID(unchecked: name), name) }
          }
        })
    }
    try render()
    #expect(table.snapshot() == "  ⌕ Name\n  Ada\n  Alan\n  Grace")
    #expect(throws: InputError.self) { try table.tapAccessory(of: "find") }
    try table.type("A", into: "find")
    try render()
    #expect(table.snapshot() == " ›⌕ A  (cancel)\n  Ada\n  Alan")
    try table.type("l", replacing: 1..<1, of: "find")
    try render()
    #expect(table.snapshot() == " ›⌕ Al  (cancel)\n  Alan")
    try table.tapAccessory(of: "find")
    try render()
    #expect(table.snapshot() == " ›⌕ Name\n  Ada\n  Alan\n  Grace")
    #expect(recorder.lines == ["begins"] && model.lines == ["A", "Al", ""])
    let shown = try #require(table.cell("find")?.view as? Search.View)
    #expect(shown.kind == .email && !shown.showsCancel)
    #expect(Search("find").focusEligibility == .empty)
    #expect(Search("find", "A").focusEligibility == .populated)
  }

  // Rule I1: what they say is kept by our JSON, and by a store.
  @Test func `are kept as they were written`() throws {
    let form = visit(EventRecorder<String>(), isSending: true)
    let read = try FormFile.read(FormFile.write(form), named: "visit.json").form
    #expect(try read.document() == form.document())
    try withTemporaryStore { store in
      let session = try store.open("v", from: form, in: .fixed())
      #expect(session.document.content.row("gap")?.fields[.height] == 3)
      #expect(session.issues.isEmpty && session.progress().asked == 2)
    }
  }
}
