import Ekiben
import EkibenTesting
import Testing

/// A component that forgets to erase what another branch drew, as a real one did.
private struct Forgetful: Component {
  struct View: ViewModel {
    struct Badge: Equatable, Sendable { var text: String? }

    var title = ""
    var badge = Badge()
    var isLit = false

    var look: RowLook { RowLook(content: .words(title)) }
  }

  let id: RowID = "r"
  var record: Fields
  var lights = false

  init(title: String, badge: String? = nil, lights: Bool = false) {
    record = [.component: "Forgetful", .title: .text(title)]
    record[.text] = badge.map(Value.text)
    self.lights = lights
  }

  func render(in view: inout View) {
    view.title = record.text(.title) ?? ""
    if let text = record.text(.text) { view.badge.text = text }
  }

  func willDisplay(_ view: inout View) { view.isLit = view.isLit || lights }
}

// Rule F18.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ContractTests {
  /// Every state of the components that come with Ekiben that draws something different.
  private var all: [any Component] {
    let answers: [Value?] = [nil, .null, "", "Ada", true, false, 7, .list([1])]
    let names = [
      "TextInput", "Toggle", "Choice", "Description", "Slider", "Button", "Activity", "Image",
      "EmptySpace", "DetailedDescription",
    ]
    let options: Value = .list([.record([.code: "Ada", .label: "Ada L."])])
    return names.flatMap { name in
      answers.flatMap { answer -> [any Component] in
        [false, true].map { isRich in
          var record: Fields = [.component: .text(name)]
          record[.value] = answer
          if isRich {
            let rich: Fields = [
              .title: "Title", .prefix: "1.", .required: true, .readOnly: true, .maxLength: 2,
              .placeholder: "hint", .kind: "integer", .options: options, .valueSet: "http://x",
              .text: "words", .loading: true, .height: 3, .image: "sun", .detail: "more",
              .badge: "1",
              .texts: .list(["first", "second"]),
            ]
            for field in rich { record[field.name] = field.value }
          }
          return ComponentRegistry.standard.component("r", record)
        }
      }
    }
  }

  @Test func `what comes with Ekiben leaves no trace in a view`() throws {
    try expectContract(of: all)
    try expectContract(of: all.map { wrapped($0) })
  }

  private func wrapped(_ component: some Component) -> any Component {
    component.on().deletable().selectable()
  }

  @Test func `a trace is named with its field`() throws {
    let error = #expect(throws: ContractViolation.self) {
      try expectContract(of: [
        Forgetful(title: "plain"), Forgetful(title: "rich", badge: "new"),
      ])
    }
    #expect(
      error?.description == """
        bound after another component, a view looks different from a fresh one: badge.text
          first:   Forgetful {component: "Forgetful", text: "new", title: "rich"}
          second:  Forgetful {component: "Forgetful", title: "plain"}
          fresh:   badge.text = nil
          reused:  badge.text = Optional("new")
        """)
  }

  @Test func `a change that was made while the view was on the screen is a trace, too`() throws {
    let error = #expect(throws: ContractViolation.self) {
      try expectContract(of: Forgetful(title: "b"), after: Forgetful(title: "a", lights: true))
    }
    #expect(error?.field == "isLit")
    try expectContract(of: Forgetful(title: "b"), after: Forgetful(title: "a"))
  }
}
