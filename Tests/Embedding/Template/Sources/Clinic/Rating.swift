import Ekiben

/// A kind of question of the app's own: one to five stars.
public struct Rating: RegisteredComponent {
  public static let component = "clinic.rating"

  public struct View: ViewModel {
    public var label = RowLabel()
    public var stars: String?
    public var issues: [ValidationIssue] = []

    public init() {}

    public var look: RowLook {
      RowLook(
        label: label, content: stars.map(RowLook.Content.answer) ?? .noAnswer(hint: "1 to 5"),
        issues: issues)
    }
  }

  public let id: RowID
  public var record: Fields

  public init(_ field: Field<Int>, title: String) {
    id = field.row
    record = [.component: .text(Self.component), .title: .text(title)]
  }

  public init?(id: RowID, record: Fields) {
    self.id = id
    self.record = record
  }

  public func render(in view: inout View) {
    view.label = RowLabel(record)
    view.stars = shownAnswer()
    view.issues = shownIssues()
  }
}

extension Rating: InputComponent {
  public var inputTraits: InputTraits { InputTraits(expects: "1 to 5 stars", shape: .integer) }

  public func read(_ text: String, in context: InputContext) throws(InputProblem) -> Int {
    guard let stars = Int(text) else {
      throw .unreadable(takes: inputTraits.expects, text: text)
    }
    return stars
  }

  public func displayText(of stars: Int, in context: InputContext) -> String {
    (1...5).contains(stars) ? String(repeating: "★", count: stars) : "\(stars)"
  }

  public func brokenRules(by stars: Int, in context: InputContext) -> [ValidationIssue.Rule] {
    (1...5).contains(stars)
      ? [] : [.custom(name: "stars", message: "one to five stars can be given")]
  }
}

extension ComponentRegistry {
  public static let clinic: ComponentRegistry = {
    var registry = ComponentRegistry.standard
    registry.register(Rating.self)
    return registry
  }()
}
