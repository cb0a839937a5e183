import EkibenDocuments
import EkibenForms

/// A row of the list that gestures are tried on: what it is, what it says, what can be done to it.
struct GestureRow: Equatable {
  enum Kind: CaseIterable { case text, number, toggle, choice, description, button }

  /// What a person can do to a row, and who is told.
  struct Traits: OptionSet {
    let rawValue: Int

    static let selectable = Traits(rawValue: 1)
    static let deletable = Traits(rawValue: 2)
    static let movable = Traits(rawValue: 4)
    static let staysInSection = Traits(rawValue: 8)
    static let swipes = Traits(rawValue: 16)
    static let swipesFully = Traits(rawValue: 32)
    static let menu = Traits(rawValue: 64)
    static let observed = Traits(rawValue: 128)
    static let decides = Traits(rawValue: 256)

    static let all = Traits(rawValue: 511)
  }

  /// What a row says when it is asked whether it becomes selected.
  enum Decision: CaseIterable { case select, deselectAtOnce, refuse, later }

  static let options = [Choice.Option("m", label: "Male"), .init("f", label: "Female"), .init("x")]

  let id: RowID
  var kind: Kind
  var traits: Traits
  var decision = Decision.select
  var title: String
  var answer: Value?
  var draft: String?
  var isReadOnly = false
  var isLoading = false

  /// Whether there is anything to answer.
  var takesAnswer: Bool { kind != .description && kind != .button }

  func can(_ trait: Traits) -> Bool { traits.contains(trait) }

  /// The title as the record has it.
  var recordTitle: String? { kind == .description ? nil : title }

  /// The registered name of its component.
  var componentName: String {
    switch kind {
    case .text, .number: "TextInput"
    case .toggle: "Toggle"
    case .choice: "Choice"
    case .description: "Description"
    case .button: "Button"
    }
  }

  /// What has to stand on the screen beside the title.
  var content: RowLook.Content {
    switch kind {
    case .text: shownAnswer.map(RowLook.Content.answer) ?? .noAnswer(hint: nil)
    case .number: shownAnswer.map(RowLook.Content.answer) ?? .noAnswer(hint: "a whole number")
    case .choice: shownAnswer.map(RowLook.Content.answer) ?? .noAnswer(hint: "Male / Female / x")
    case .toggle: .box(box)
    case .description: .words(title)
    case .button: .words(isLoading ? "[ \(title) … ]" : "[ \(title) ]")
    }
  }

  private var box: String {
    if isLoading { return "…" }
    if let on = answer?.asBool { return on ? "x" : " " }
    return shownAnswer ?? "–"
  }

  private var shownAnswer: String? {
    if let draft { return draft }
    switch answer {
    case .text("m") where kind == .choice: return "Male"
    case .text("f") where kind == .choice: return "Female"
    case .text(let text): return text
    case .integer(let number): return "\(number)"
    // Of a row that has become another kind in the middle of a tap.
    case .bool(let isOn): return "\(isOn)"
    default: return nil
    }
  }
}

extension GestureRow {
  /// The component without what a person can do to it.
  func plain(didTap: @escaping @MainActor () -> Void) -> any Component {
    switch kind {
    case .text: filled(TextInput(Field<String>(id), title: title))
    case .number: filled(TextInput(Field<Int>(id), title: title))
    case .toggle: filled(Toggle(Field<Bool>(id), title: title))
    case .choice: filled(Choice(Field<String>(id), title: title, options: Self.options))
    case .description: filled(Description(id, title))
    case .button: filled(Button(id, title, didTap: didTap))
    }
  }

  private func filled(_ component: some Component) -> any Component {
    component
      .setting(.value, to: answer)
      .setting(.draft, to: draft.map(Value.text))
      .setting(.readOnly, to: isReadOnly ? true : nil)
      .setting(.loading, to: isLoading ? true : nil)
  }
}
