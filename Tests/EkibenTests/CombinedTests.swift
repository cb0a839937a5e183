import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct `Components side by side` {
  /// FunctionalTableData's example cells, on one screen.
  @Test func `stand among all other rows`() throws {
    let form = Form("cells", title: "Cells") {
      Section("cells") {
        Description("label", "Label")
        Button("button", "Button")
        Image("image", "swift", text: "A bird")
        EmptySpace("spacer", height: 2)
        DetailedDescription("subtitle", ["Title", "Subtitle"])
        Toggle(.consent, title: "Switch")
        Combined("combined") {
          Description("left", "Left")
          Image("middle", "swift", text: "A bird")
          Button("right", "Right")
        }
      }
    }
    let table = HeadlessTable(try form.content())
    #expect(
      table.snapshot() == """
          Label
          [ Button ]
          (image) A bird

          Title · Subtitle
          [–] Switch
          Left | (image) A bird | [ Right ]
        """)
    // Kept in a store, without the program.
    try withTemporaryStore { store in
      let session = try store.open("d", from: form)
      let other = HeadlessTable(session.document.content)
      #expect(other.snapshot() == table.snapshot())
    }
  }

  @Test func `are styled and drawn again each by itself`() throws {
    let recorder = EventRecorder<String>()
    func row(_ left: String, _ right: any Component) -> any Component {
      Combined("r") {
        Description("l", left).styled(Patch().setting(\.text, to: left.uppercased()))
        right
      }
      .on(render: { recorder.note($0.look.text ?? "") })
    }
    let table = HeadlessTable()
    let renderer = Renderer(table)
    for (row, words) in [
      (row("a", Button("b", "B")), "  A | [ B ]"), (row("b", Image("i", "x")), "  B | (image) x"),
      (row("c", EmptySpace("e")), "  C | "),
    ] {
      try renderer.render(Form("f") { Section("s") { row } })
      #expect(table.snapshot() == words)
    }
    #expect(recorder.lines.count == 3 && recorder.lines[0] == "A | [ B ]")
    let rows: [any Component] = [
      row("a", Button("b", "B")), row("b", Image("i", "x")), row("a", Description("d", "D")),
      Combined("r") { Description("l", "x") }, Combined("r") {},
    ]
    try expectContract(of: rows)
  }

  @Test func `are those of their instance in what repeats`() throws {
    let row = Combined("r") {
      Description("l", "Left")
      Button("b", "Right")
    }
    let instance = row.forInstance("k/r")
    #expect(instance.id == "k/r" && instance.parts.map(\.id) == ["k/r", "k/r"])
    #expect(instance.parts.map(\.name) == row.parts.map(\.name))
    #expect(row.parts.map(\.id) == ["l", "b"])
  }

  @Test func `are equal where all of their views are`() throws {
    func view(_ parts: any Component...) -> Combined.View {
      var view = Combined.View()
      Combined("r") { for part in parts { part } }.render(in: &view)
      return view
    }
    let (one, two) = (Description("d", "one"), Description("d", "two"))
    #expect(view(one, two) == view(one, two))
    #expect(view(one) != view(two) && view(one) != view(one, two))
    #expect(view(one) != view(Button("d", "one")))
    #expect(Combined("r") { one }.forInstance("r2").id == "r2")
  }

  // Data may say anything.
  @Test(arguments: [
    Value.text("parts"), .list([1, .record([:]), .record(["component": "Nobody"])]), .null,
  ])
  func `that a record says in another way are left out or opaque`(parts: Value) throws {
    let row = Combined("r") { Description("d", "D") }.setting(.parts, to: parts)
    let table = HeadlessTable(try Form("f") { Section("s") { row } }.content())
    #expect(table.cell("r") != nil)
  }

  // Theirs were given nil, and had to take back what they had drawn before.
  @Test func `are written in a line from an id, a state and how it is drawn`() throws {
    let recorder = EventRecorder<Int>()
    func cart(_ count: Int) -> StateRow<Int, Words> {
      StateRow("cart", as: "Cart", count) { count in
        recorder.note(count)
        return "\(count) items"
      }
    }
    let table = HeadlessTable()
    let renderer = Renderer(table)
    func show(_ row: any Component) throws {
      try renderer.render(Form("f") { Section("s") { row } })
    }
    try show(cart(2))
    #expect(table.snapshot() == "  2 items")
    table.clearLog()
    try show(cart(3))
    #expect(table.snapshot() == "  3 items" && table.log.map(\.description) == ["update s/cart"])
    table.clearLog()
    try show(cart(3))
    #expect(table.log.isEmpty && recorder.lines.last == 3)
    // A state that is none draws nothing, and no trace of another.
    try show(cart(4).setting(.state, to: "many"))
    #expect(table.snapshot() == "")
    let stars = StateRow<[String], Button.View>("stars", as: "Stars", ["a"]) { state, view in
      view.title = state.first
    }
    try show(stars)
    #expect(table.snapshot() == "  [ a ]" && stars.forInstance("b").id == "b")
    try expectContract(of: [cart(1), cart(2), cart(3).deletable(), stars])
  }
}
