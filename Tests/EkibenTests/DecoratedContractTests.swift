import Ekiben
import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// The states of one kind of component, and all that can be put around them.
@MainActor private struct Kind<Base: Component> {
  let states: [Base]
  let style: Patch<Base.View>

  /// Every state, plain and in each decorator, and in several of them.
  var all: [any Component] { states.flatMap { [$0] + wrapped($0) } }

  private func wrapped(_ base: Base) -> [any Component] {
    let action = RowAction("Do") {}
    let seen = base.on(willDisplay: {}, didEndDisplaying: {})
    return [
      base.styled(style), base.selectable(), base.accessory(.chevron), base.menu([action]),
      base.accessory(.checkmark, didTap: {}), base.swipeActions(leading: [action]),
      base.deletable(), base.movable(.insideSection), seen, base.on(endEditing: { _ in }),
      base.decidingSelection { $0(.refuse) }, base.on(render: { _ in }),
      base.decidingText { _ in .refuse }, base.style(RowStyle(tint: "red", top: .full)),
      base.customInput(CustomInput(Description("i", "x"))), base.displayingInput(nil),
      // The same one twice, and a style between others and around one.
      base.on().on(), base.deletable().styled(style).deletable(),
      base.styled(style).movable().styled(style),
    ]
  }
}

extension Component {
  /// The component with some more fields.
  fileprivate func filled(_ fields: Fields) -> Self {
    var copy = self
    for field in fields { copy.record[field.name] = field.value }
    return copy
  }

  /// The component empty, with all that it says, answered and locked, and with something wrong.
  fileprivate func states(_ answer: Value?, _ other: Fields = [:]) -> [Self] {
    let rich: Fields = [
      .title: "Title", .prefix: "1.", .placeholder: "hint", .help: "help", .unit: "kg",
      .required: true,
    ]
    var answered = rich
    answered[.value] = answer
    return [
      self, filled(rich).filled(other), filled(answered).filled([.readOnly: true]),
      filled([.draft: "hal", .issuesShown: true]),
      filled([.required: true, .issuesShown: true, .value: .null, .loading: true]),
    ]
  }
}

// Rule F18.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Whatever is put around a row` {
  private func check(_ kind: Kind<some Component>) throws {
    #expect(kind.all.count == kind.states.count * 20)
    try expectContract(of: kind.all)
  }

  @Test func `leaves no trace in a view of a text`() throws {
    let style = Patch<TextInput.View>().setting(\.text, to: "LOUD").setting(\.kind, to: .email)
    let input = TextInput(Field<String>("r"))
    try check(Kind(states: input.states("Ada", [.maxLength: 2, .kind: "phone"]), style: style))
  }

  @Test func `leaves no trace in a view of a number`() throws {
    let style = Patch<TextInput.View>().setting(\.maxLength, to: 3)
    let input = TextInput(Field<Int>("r"))
    try check(Kind(states: input.states(7, [.least: 1, .greatest: 9]), style: style))
  }

  @Test func `leaves no trace in a view of a toggle`() throws {
    let style = Patch<Toggle.View>().setting(\.isOn, to: true).setting(\.otherAnswer, to: "?")
    try check(Kind(states: Toggle(Field<Bool>("r")).states(true, [.value: "odd"]), style: style))
  }

  @Test func `leaves no trace in a view of a choice`() throws {
    let style = Patch<Choice.View>().setting(\.takesOther, to: true).setting(\.text, to: "LOUD")
    let choice = Choice(Field<String>("r"), options: [.init("a"), .init("b", label: "Bee")])
    let other: Fields = [.multiple: true, .value: ["a", "x"], .moreOptions: 3]
    try check(Kind(states: choice.states("b", other), style: style))
  }

  @Test func `leaves no trace in a view of a date or a quantity`() throws {
    let dates = Patch<DateInput.View>().setting(\.text, to: "LOUD")
    let record: Fields = [.component: "DateInput", .kind: "date"]
    let date = try #require(DateInput(id: "r", record: record))
    try check(Kind(states: date.states(.date("2024-03-05"), [.least: "2020"]), style: dates))
    let amounts = Patch<Quantity.View>().setting(\.text, to: "LOUD")
    let quantity = try #require(Quantity(id: "r", record: [.component: "Quantity"]))
    try check(Kind(states: quantity.states("5"), style: amounts))
  }

  @Test func `leaves no trace in a view that says something`() throws {
    let words = Patch<Description.View>().setting(\.text, to: "LOUD")
    try check(Kind(states: Description("r", "words").states(nil, [.text: "others"]), style: words))
    let details = Patch<DetailedDescription.View>().setting(\.badge, to: "LOUD")
    let record: Fields = [.component: "DetailedDescription", .texts: ["first", "second"]]
    let detailed = try #require(DetailedDescription(id: "r", record: record))
    let other: Fields = [.detail: "more", .badge: "1", .image: "sun"]
    try check(Kind(states: detailed.states(nil, other), style: details))
  }

  @Test func `leaves no trace in a view that does something`() throws {
    let buttons = Patch<Button.View>().setting(\.isEnabled, to: false)
    try check(Kind(states: Button("r", "Go").states(nil), style: buttons))
    let activities = Patch<ActivityIndicator.View>().setting(\.isLoading, to: false)
    let states = ActivityIndicator("r", "Loading").states(nil, [.text: .null])
    try check(Kind(states: states, style: activities))
  }

  @Test func `leaves no trace in a view that shows no words`() throws {
    let images = Patch<Image.View>().setting(\.image, to: "LOUD")
    let image = try #require(Image(id: "r", record: [.component: "Image", .image: "sun"]))
    try check(Kind(states: image.states(nil, [.text: "words"]), style: images))
    let spaces = Patch<EmptySpace.View>().setting(\.height, to: 9)
    try check(Kind(states: EmptySpace("r", height: 3).states(nil, [.height: 4]), style: spaces))
    let kept = Patch<Opaque.View>().setting(\.text, to: "LOUD")
    let opaque = Opaque(id: "r", record: [.component: "Unknown"])
    try check(Kind(states: opaque.states("kept"), style: kept))
  }

  @Test func `leaves no trace in a view of what is looked for, or of an app's own`() throws {
    let searches = Patch<Search.View>().setting(\.text, to: "LOUD").setting(\.kind, to: .url)
    let other: Fields = [.text: "Ada", .accessory: "cancel", .kind: "email"]
    try check(Kind(states: Search("r", "A").states(nil, other), style: searches))
    let words = Patch<Words.View>().setting(\.text, to: "LOUD")
    let row = Words("r", as: "Cart", 3) { "\($0) items" }
    try check(Kind(states: row.states(nil, [.state: "none"]), style: words))
    let parts = Patch<Combined.View>()
    let combined = Combined("r") {
      Description("l", "left").styled(Patch().setting(\.text, to: "LOUD"))
      Toggle(Field<Bool>("t"), title: "T").on(willDisplay: {})
    }
    let fewer: Fields = [.parts: [.record(Button("b", "B").record)]]
    try check(Kind(states: combined.states(nil, fewer), style: parts))
  }
}

private typealias Words = StateRow<Int, EkibenForms.Words>
