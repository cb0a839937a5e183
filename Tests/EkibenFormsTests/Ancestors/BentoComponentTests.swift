import EkibenDocuments
import EkibenForms
import EkibenTesting
import Testing

/// A text field that says of itself what Bento's did about the focus.
private struct TheirField: Decorator, FocusDeciding {
  var base: TextInput
  let focusEligibility: FocusEligibility
}

/// A view that is drawn in only where there is something to draw.
private struct StaleField: Component {
  struct View: ViewModel {
    var text: String?
    var look: RowLook { RowLook(content: .words(text ?? "")) }
  }

  let id: RowID
  var record: Fields

  init(_ id: RowID, _ text: String?) {
    self.id = id
    record = [.component: "StaleField", .value: text.map(Value.text) ?? .null]
  }

  func render(in view: inout View) {
    if let text = record.text(.value) { view.text = text }
  }
}

/// What Bento's components did wrong; Ekiben has to do each right.
@MainActor @Suite(.timeLimit(.minutes(20))) struct `Components of Bento` {
  private func input(_ text: String?) -> TextInput {
    TextInput(Field<String>("r")).setting(.value, to: text.map(Value.text))
  }

  private func table(_ rows: [any Component]) throws -> HeadlessTable {
    HeadlessTable(try Form("f") { Section("s") { rows } }.content())
  }

  /// What a view shows after components were bound to it one after the other.
  private func look(of components: [any Component]) -> RowLook? {
    var binding = ViewBinding()
    for component in components { binding.bind(component) }
    return binding.view?.look
  }

  // T-X18: a field with an answer said that it was empty, and one with an empty text that it was
  // not.
  @Test func `go on past fields that are answered, and stop at those that are not`() throws {
    typealias Way = (RowID, String?) -> any Component
    let ours: Way = { id, text in
      TextInput(Field<String>(id)).setting(.value, to: text.map(Value.text))
    }
    let theirs: Way = { id, text in
      let field = TextInput(Field<String>(id)).setting(.value, to: text.map(Value.text))
      return TheirField(base: field, focusEligibility: text == "" ? .populated : .empty)
    }
    try expectKept(ours: ours, theirs: theirs) { row in
      let agreed = Toggle(Field<Bool>("agreed")).setting(.value, to: true)
      let shown = try table([row("a", nil), row("b", "Ada"), agreed, row("d", nil)])
      var stops: [RowID] = []
      while shown.moveFocus(.next, skippingPopulated: true) {
        stops += [shown.focusedRow].compactMap(\.self)
      }
      return stops == ["a", "d"]
    }
    try expectKept(ours: ours, theirs: theirs) { row in
      try table([row("a", "")]).moveFocus(.next, skippingPopulated: true)
    }
  }

  // A field that was switched off still took the focus.
  @Test func `give the focus to no field that takes no answer`() throws {
    typealias Way = (TextInput) -> any Component
    let theirs: Way = { TheirField(base: $0, focusEligibility: .empty) }
    try expectKept(ours: { $0 } as Way, theirs: theirs) { field in
      try !table([field(input(nil).readOnly())]).focus("r")
    }
  }

  // T-X17: a text that was nil left the one before it in the view.
  @Test func `leave no text of the row that was there before`() throws {
    typealias Way = (String?) -> any Component
    try expectKept(ours: { input($0) } as Way, theirs: { StaleField("r", $0) } as Way) { field in
      look(of: [field("abc"), field(nil)]) == look(of: [field(nil)])
    }
  }

  // Where nothing was selected, or no option was, the wheel stood where it had stood.
  @Test(arguments: [nil, "none of them"] as [String?])
  func `turn a picker back where nothing is picked`(second: String?) throws {
    typealias Way = (String?) -> any Component
    let options = ["Red", "Green"].map { Choice.Option($0, label: $0) }
    let ours: Way = { picked in
      Choice(Field<String>("r"), options: options).setting(.value, to: picked.map(Value.text))
    }
    let theirs: Way = { picked in
      StaleField("r", options.first { $0.code == picked }?.code)
    }
    try expectKept(ours: ours, theirs: theirs) { picker in
      look(of: [picker("Red"), picker(second)]) == look(of: [picker(second)])
    }
  }

  // Loading switched the button off, and then it was switched on by what was said about it.
  @Test func `take no tap on a button that is loading`() throws {
    typealias Way = (_ isLoading: Bool, _ isEnabled: Bool) throws -> Bool
    let ours: Way = { isLoading, isEnabled in
      let button = Button("r", "Send").loading(isLoading).readOnly(!isEnabled)
      let shown = try table([button])
      do { try shown.tap("r") } catch is InputError { return false }
      return true
    }
    let theirs: Way = { isLoading, isEnabled in
      var takesTaps = !isLoading
      takesTaps = isEnabled
      return takesTaps
    }
    try expectKept(ours: ours, theirs: theirs) { isTapped in
      try isTapped(false, true) && !isTapped(false, false) && !isTapped(true, true)
    }
  }

  // "backward" went towards the end.
  @Test func `go backwards to the row before`() throws {
    typealias Way = (HeadlessTable) -> Bool
    let rows = ["a", "b", "c"].map { TextInput(Field<String>(RowID(unchecked: $0))) }
    try expectKept(
      ours: { $0.moveFocus(.previous) } as Way, theirs: { $0.moveFocus(.next) } as Way
    ) { goBackwards in
      let shown = try table(rows)
      shown.focus("b")
      return goBackwards(shown) && shown.focusedRow == "a"
    }
  }

  // The search began at the last row of the last section, though there was none.
  @Test func `search nothing where there is nothing`() throws {
    typealias Way = (Document) -> Int?
    let ours: Way = { document in
      let shown = HeadlessTable(document)
      return shown.moveFocus(.previous) ? 0 : nil
    }
    try expectKept(ours: ours, theirs: { $0.sections.count - 1 } as Way) { start in
      let document = Document()
      return start(document).map { document.sections.indices.contains($0) } ?? true
    }
  }

  // A style that was composed was the one that others had.
  @Test func `leave alone what a style was made from`() throws {
    final class TheirStyle {
      var text: String?
      func compose(_ text: String) -> TheirStyle {
        self.text = text
        return self
      }
    }
    typealias Way = () -> [String?]
    let ours: Way = {
      let base = Patch<Description.View>()
      return [base, base.setting(\.text, to: "a"), base.setting(\.text, to: "b")].map { style in
        var view = Description.View()
        _ = style.apply(to: &view)
        return view.text
      }
    }
    let theirs: Way = {
      let base = TheirStyle()
      return [base, base.compose("a"), base.compose("b")].map(\.text)
    }
    try expectKept(ours: ours, theirs: theirs) { $0() == [nil, "a", "b"] }
  }
}
