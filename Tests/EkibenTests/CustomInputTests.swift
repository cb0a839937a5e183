import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A row that is answered by picking from rows of its own.
private func color(_ session: Session, isPopulated: Bool = false) throws -> any Component {
  let picker = try CustomInput {
    Section("colors") {
      for name in ["Red", "Green"] {
        Button(RowID(unchecked: name), name) {
          do { try session.set(.name, to: name) } catch { Issue.record(error) }
        }
      }
    }
  }
  return TextInput(.name, title: "Color")
    .customInput(picker, status: isPopulated ? .populated : .empty)
}

// Rule F66.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `An input of a row's own` {
  private let table = HeadlessTable()
  private let renderer: Renderer

  init() { renderer = Renderer(table) }

  private func show(_ rows: [any Component]) throws {
    try renderer.render(Form("f") { Section("s") { for row in rows { row } } })
  }

  @Test func `is shown while the row has the focus, and answers the form`() throws {
    try withTemporaryStore { store in
      let form = Form("f") {
        Section("s") {
          TextInput(.name, title: "Color")
          TextInput(.phone, title: "Phone")
        }
      }
      let session = try store.open("d", from: form)
      try show([color(session), session.document.row(.phone)])
      #expect(table.input == nil)
      try table.tap("name")
      #expect(
        table.snapshot() == """
           ›Color   –
            Phone   –
          ── input of name ──
            [ Red ]
            [ Green ]
          """)
      try table.input?.tap("Green")
      #expect(session[.name] == "Green")
      table.focus("phone")
      #expect(table.input == nil)
      #expect(table.snapshot() == "  Color   –\n ›Phone   –")
    }
  }

  @Test func `is shown anew with its row, and goes when the row brings none`() throws {
    let row = Description("r", "words")
    func input(_ text: String) -> CustomInput { CustomInput(Description("i", text)) }
    let focus = EventRecorder<String>()
    table.callbacks.onFocus = { focus.note($0?.rawValue ?? "-") }
    try show([row.customInput(input("one"))])
    try table.tap("r")
    let first = try #require(table.input)
    #expect(first.snapshot() == "  one")
    try show([row.customInput(input("two")).deletable()])
    #expect(table.input === first && first.snapshot() == "  two")
    try show([row.customInput(nil).on()])
    #expect(table.input == nil && table.focusedRow == nil)
    // Nothing is held by what nobody sees.
    #expect(first.snapshot() == "" && first.pooledViews == 0)
    try show([row.customInput(input("three"))])
    #expect(table.input == nil)
    try table.tap("r")
    try show([Description("other", "words")])
    #expect(table.input == nil && table.focusedRow == nil)
    #expect(focus.lines == ["r", "-", "r", "-"])
  }

  // T-B15.
  @Test func `stays with a row that becomes one of another kind`() throws {
    let input = CustomInput(Description("i", "x"))
    for row in [
      Description("r", "words").customInput(input), Button("r", "words").customInput(input),
    ]
      as [any Component]
    {
      try show([row])
      #expect(table.snapshot().hasSuffix(row.name == "Button" ? "[ words ]" : "words"))
    }
    // A button does what it is for, and its input is opened by focus alone.
    try table.tap("r")
    #expect(table.input == nil)
    table.focus("r")
    #expect(table.input?.snapshot() == "  x")
  }

  @Test func `takes the focus as soon as it arrives, if its row says so`() throws {
    let row = Description("r", "words")
    let name = TextInput(.name, title: "Name")
    try show([name, row.displayingInput(nil)])
    table.focus("name")
    #expect(table.input == nil)
    let late = CustomInput(Description("i", "late"))
    try show([name, row.displayingInput(late).menu([])])
    #expect(table.focusedRow == "r" && table.input?.snapshot() == "  late")
    // Where a person goes elsewhere it comes back with the next render, as in Bento.
    table.focus("name")
    #expect(table.input == nil)
    try show([name, row.displayingInput(late)])
    #expect(table.focusedRow == "r")
    try show([name, row.displayingInput(nil)])
    #expect(table.focusedRow == nil && table.input == nil)
    // Nobody looks for such a row.
    try show([row.displayingInput(late), name])
    table.focus(nil)
    table.moveFocus(.next)
    #expect(table.focusedRow == "name")
  }

  @Test(arguments: [
    (FocusEligibility.empty, true, true), (.populated, true, false), (.ineligible, false, false),
  ])
  func `says whether its row counts as answered`(
    status: FocusEligibility, isFound: Bool, isFoundWhenSkipping: Bool
  ) throws {
    try show([
      Description("r", "words").customInput(CustomInput(Description("i", "x")), status: status)
    ])
    #expect(table.canMoveFocus(.next) == isFound)
    #expect(table.canMoveFocus(.next, skippingPopulated: true) == isFoundWhenSkipping)
    // Without an input the row inside says.
    try show([TextInput(.name, title: "Name").customInput(nil, status: .ineligible)])
    #expect(table.canMoveFocus(.next))
    try show([Description("r", "words").customInput(nil)])
    #expect(!table.canMoveFocus(.next))
  }

  @Test func `forwards what is answered and asked for`() throws {
    let said = EventRecorder<String>()
    table.callbacks.onEvent = { said.note("\($0.row) \(Notation.text(of: $0.value))") }
    table.callbacks.onRequest = { request in
      said.note("\(request)")
      return true
    }
    let input = try CustomInput {
      Section("s") { TextInput(Field<Int>("age"), title: "Age").deletable() }
    }
    try show([Description("r", "words").customInput(input)])
    try table.tap("r")
    try table.input?.type("36", into: "age")
    try table.input?.delete("age")
    #expect(said.lines == ["age 36", "delete(age)"])
  }

  @Test func `is unloaded with the table, and forwards what is refused`() throws {
    let refusals = EventRecorder<InputError>()
    table.callbacks.onRefusal = { refusals.note($0) }
    let input = CustomInput(TextInput(Field<Int>("age"), title: "Age").readOnly())
    try show([Description("r", "words").customInput(input)])
    try table.tap("r")
    let shown = try #require(table.input)
    #expect(throws: InputError.self) { try shown.type("3", into: "age") }
    #expect(refusals.lines.count == 1)
    table.unload()
    #expect(table.input == nil && shown.sections.isEmpty)
    #expect(throws: DuplicateIDs.self) {
      try CustomInput {
        Section("s") {
          Description("a", "a"); Description("a", "b")
        }
      }
    }
  }
}

extension StoredDocument {
  fileprivate func row(_ field: Field<String>) -> any Component {
    TextInput(field, title: "Phone")
  }
}
