import EkibenDocuments
import EkibenForms
import Testing

/// What a component looks like, read from the record that it leaves.
private func look(_ component: any Component) -> RowLook {
  RowDisplay(Document.Row(id: component.id, fields: component.record)).look
}

/// A component, and the fields that it is to leave beside its name.
private struct Left: Sendable {
  let component: any Component
  let fields: Fields

  init(_ component: any Component, _ fields: Fields) {
    (self.component, self.fields) = (component, fields)
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A row that takes no answer` {
  // Rule F28: what is drawn is what the record says.
  @Test(
    arguments: [
      (Description("r", "Words"), "Words"), (Description("r", ""), ""),
      (DetailedDescription("r", []), ""), (DetailedDescription("r", ["A", "", "B"]), "A · B"),
      (DetailedDescription("r", ["A"], detail: "9:30"), "A (9:30)"),
      (DetailedDescription("r", ["A"], image: "person"), "(image) A"),
      (DetailedDescription("r", [], badge: "2"), "[2]"),
      (Image("r", "sun"), "(image) sun"), (Image("r", "sun", text: "A sun"), "(image) A sun"),
      (Image("r", nil, text: "A sun"), "A sun"), (Image("r", nil), ""),
      (EmptySpace("r"), ""), (ActivityIndicator("r"), "…"),
      (ActivityIndicator("r", "Sending"), "Sending …"),
      (ActivityIndicator("r", "Sent", isLoading: false), "Sent"),
      (ActivityIndicator("r", isLoading: false), ""), (Button("r", "Send"), "[ Send ]"),
      (Button("r", "Send").loading(), "[ Send … ]"),
      (Button("r", "Send").loading().loading(false), "[ Send ]"), (Search("r"), "⌕ "),
      (Search("r", placeholder: "Name"), "⌕ Name"), (Search("r", "A", placeholder: "Name"), "⌕ A"),
      (Combined("r") {}, ""),
    ] as [(any Component, String)])
  func `is drawn as its words`(component: any Component, words: String) {
    #expect(look(component) == RowLook(content: .words(words)))
    #expect(look(component).text == words)
  }

  @Test(
    arguments: [
      Left(Description("r", "Words"), [.text: "Words"]),
      Left(
        DetailedDescription("r", ["A", ""], detail: "D", image: "I", badge: "B"),
        [.texts: ["A"], .detail: "D", .image: "I", .badge: "B"]
      ),
      Left(Image("r", "sun", text: "A sun"), [.image: "sun", .text: "A sun"]),
      Left(Image("r", nil), [:]),
      Left(EmptySpace("r"), [.height: 1]), Left(EmptySpace("r", height: 3), [.height: 3]),
      Left(ActivityIndicator("r", "S"), [.text: "S", .loading: true]),
      Left(ActivityIndicator("r", isLoading: false), [:]),
      Left(Button("r", "Send"), [.title: "Send"]),
      Left(Button("r", "S").loading(), [.title: "S", .loading: true]), Left(Search("r"), [:]),
      Left(
        Search("r", "A", placeholder: "P", kind: .phone, showsCancel: true),
        [.text: "A", .placeholder: "P", .kind: "phone", .accessory: "cancel"]
      ),
      Left(
        Combined("r") { Description("d", "D") },
        [
          .parts: .list([.record([.component: "Description", .text: "D"])])
        ]
      ),
      Left(Opaque("r", title: "Dose", source: "{}"), [.title: "Dose", .source: .verbatim("{}")]),
      Left(Toggle(Field("r"), title: "T"), [.title: "T"]),
      Left(Toggle(Field("r")).refreshing(), [.loading: true]),
      Left(Toggle(Field("r")).refreshing().refreshing(false), [:]),
    ])
  fileprivate func `leaves a record of what was given`(left: Left) {
    let component = left.component
    let name = component is ActivityIndicator ? "Activity" : "\(type(of: component))"
    #expect(component.record == left.fields.setting(.component, .text(name)))
    #expect(component.name == name && component.id == "r")
  }

  // Rule F1: a record is shown by the component whose name it has.
  @Test(arguments: [
    "TextInput", "DateInput", "Toggle", "Choice", "Quantity", "Description", "DetailedDescription",
    "Button", "Image", "EmptySpace", "Search", "Combined",
  ])
  func `and every other is found by its name`(name: String) {
    let component = ComponentRegistry.standard.component("r", [.component: .text(name)])
    #expect("\(type(of: component))" == name && component.id == "r" && component.name == name)
    #expect(ComponentRegistry().component("r", [.component: .text(name)]) is Opaque)
  }

  @Test func `is told from the name of its type where that is another one`() {
    #expect(
      ComponentRegistry.standard.component("r", [.component: "Activity"]) is ActivityIndicator)
    #expect(Description("r", "").setting(.component, to: nil).name == "Opaque")
  }

  @Test(arguments: [(Int64.max, Int(Int32.max)), (0, 1), (-3, 1), (7, 7)] as [(Int64, Int)])
  func `is as high as its record says, and there at all`(height: Int64, preferred: Int) throws {
    let space = try #require(EmptySpace(id: "r", record: [.height: .integer(height)]))
    var view = EmptySpace.View()
    space.render(in: &view)
    #expect(space.preferredHeight == preferred && view.height == preferred)
    #expect(EmptySpace(id: "r", record: [:])?.preferredHeight == 1)
  }

  @Test func `says in its view what a host draws`() throws {
    var button = Button.View()
    Button("r", "Send").render(in: &button)
    #expect(button.title == "Send" && button.isEnabled && !button.isLoading)
    Button("r", "Send").readOnly().render(in: &button)
    #expect(!button.isEnabled && !button.isLoading)
    Button("r", "Send").loading().render(in: &button)
    #expect(!button.isEnabled && button.isLoading)
    var search = Search.View()
    #expect(search.kind == .plain && !search.showsCancel)
    Search("r", "A", placeholder: "P", kind: .url, showsCancel: true).render(in: &search)
    #expect(search.text == "A" && search.placeholder == "P")
    #expect(search.kind == .url && search.showsCancel)
    Search("r").accessory(.chevron).setting(.kind, to: "later").render(in: &search)
    #expect(search.text.isEmpty && search.placeholder == nil)
    #expect(search.kind == .plain && !search.showsCancel)
    var detail = DetailedDescription.View()
    DetailedDescription("r", ["A"], detail: "D", image: "I", badge: "B").render(in: &detail)
    #expect(detail.texts == ["A"] && detail.detail == "D" && detail.image == "I")
    #expect(detail.badge == "B")
  }

  // Rule F2.
  @Test func `is kept as it came where nobody knows it`() {
    var view = Opaque.View()
    Opaque(id: "r", record: [.component: "Slider", .title: "Dose", .value: 5]).render(in: &view)
    #expect(view.component == "Slider" && view.label.title == "Dose" && view.text == "5")
    #expect(view.look.content == .answer("5"))
    Opaque(id: "r", record: [.value: .null]).render(in: &view)
    #expect(view.component == "Opaque" && view.text == nil && view.look.content == .kept)
  }

  @MainActor @Test func `keeps what it does in an instance of it`() {
    let recorder = EventRecorder()
    let button = Button("r", "Send") { recorder.write("sent") }
    let decorated = button.deletable().forInstance("k/r")
    #expect(decorated.id == "k/r" && decorated.base.id == "k/r")
    decorated.base.didTap()
    #expect(recorder.lines == ["sent"])
    #expect(Search("r", "A").forInstance("k/r").id == "k/r")
    let input = TextInput(Field<String>("r"), title: "T").forInstance("k/r")
    #expect(input.id == "k/r" && input.record.text(.title) == "T")
  }
}

@Suite(.timeLimit(.minutes(20))) struct `A row that takes an answer` {
  @Test(
    arguments: [
      (nil, false, "–"), (true, false, "x"), (false, false, " "), ("on", false, "on"),
      (true, true, "…"), (nil, true, "…"),
    ] as [(Value?, Bool, String)])
  func `is a box where it is a toggle`(value: Value?, isRefreshing: Bool, mark: String) {
    let toggle = Toggle(Field("r"), title: "T").setting(.value, to: value).refreshing(isRefreshing)
    #expect(look(toggle).content == .box(mark) && look(toggle).text == nil)
    var view = Toggle.View()
    toggle.render(in: &view)
    #expect(view.isOn == value?.asBool && view.isRefreshing == isRefreshing)
    #expect(view.otherAnswer == value?.asText && view.label.title == "T")
  }

  // Rule F28.
  @Test func `has a label of all that its form says about it`() {
    let record: Fields = [
      .prefix: "1.", .title: "Weight", .placeholder: "71.5", .unit: "kg", .required: true,
      .readOnly: true, .message: "M", .legal: "L", .flyover: "F", .help: "H", .example: "E",
      .hint: "Hi", .instructions: "I", .sublabel: "S",
    ]
    let label = RowLabel(record)
    #expect([label.prefix, label.title, label.hint, label.unit] == ["1.", "Weight", "71.5", "kg"])
    #expect(label.isRequired && label.isReadOnly)
    #expect(
      label.notes == [
        RowNote(.sublabel, "S"), RowNote(.instructions, "I"), RowNote(.hint, "Hi"),
        RowNote(.example, "E"), RowNote(.help, "H"), RowNote(.flyover, "F"), RowNote(.legal, "L"),
        RowNote(.message, "M"),
      ])
    #expect(RowLabel([.help: "", .required: "yes"]) == RowLabel())
  }

  @Test(arguments: RowNote.Kind.allCases)
  func `has notes, each in a field of its own`(kind: RowNote.Kind) {
    let input = TextInput(Field<String>("r")).note(kind, "words")
    let record: Fields = [.component: "TextInput", kind.field: "words"]
    #expect(input.record == record)
    #expect(
      kind.field.rawValue == kind.rawValue
        && RowLabel(input.record).notes == [RowNote(kind, "words")])
  }

  @Test func `shows a hint only while there is no answer`() throws {
    var view = TextInput.View()
    let input = TextInput(Field<Int>("r"), title: "Age").placeholder("in years").least(1)
    input.render(in: &view)
    #expect(view.placeholder == "in years" && view.look.content == .noAnswer(hint: "in years"))
    #expect(view.limits.least == 1 && view.maxLength == nil)
    input.setting(.value, to: 5).render(in: &view)
    #expect(view.placeholder == nil && view.look.content == .answer("5"))
    TextInput(Field<Int>("r")).render(in: &view)
    #expect(view.placeholder == nil && view.look.content == .noAnswer(hint: "a whole number"))
    var date = DateInput.View()
    let day = DateInput(Field("r")).setting(.placeholder, to: "when?")
    day.render(in: &date)
    #expect(date.placeholder == "when?" && date.look.content == .noAnswer(hint: "when?"))
    day.setting(.value, to: .date("2024")).render(in: &date)
    #expect(date.placeholder == nil && date.look.content == .answer("2024"))
  }
}

@Suite(.timeLimit(.minutes(20))) struct `The storage of a view` {
  private enum One: ViewStorageKey { typealias Value = String }
  private enum Two: ViewStorageKey { typealias Value = String }

  @Test func `keeps what each type of component puts under each name`() {
    var storage = ViewStorage()
    #expect(storage.isEmpty)
    storage[Toggle.self, One.self] = "a"
    storage[Toggle.self, Two.self] = "b"
    storage[Button.self, One.self] = "c"
    #expect(storage[Toggle.self, One.self] == "a" && storage[Toggle.self, Two.self] == "b")
    #expect(storage[Button.self, One.self] == "c" && storage[Button.self, Two.self] == nil)
    #expect(!storage.isEmpty)
    storage[Toggle.self, One.self] = nil
    storage[Toggle.self, Two.self] = nil
    storage[Button.self, One.self] = nil
    #expect(storage.isEmpty)
  }
}
