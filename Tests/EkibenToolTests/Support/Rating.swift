import Ekiben

/// One to so many stars: a component as an app would add it, whole in this file.
struct Rating: RegisteredComponent {
  static let component = "Rating"

  struct View: ViewModel {
    var label = RowLabel()
    var stars: String?
    var issues: [ValidationIssue] = []

    var look: RowLook {
      RowLook(
        label: label, content: stars.map(RowLook.Content.answer) ?? .noAnswer(hint: "stars"),
        issues: issues)
    }
  }

  let id: RowID
  var record: Fields

  init(_ field: Field<Int>, title: String, of most: Int = 5) {
    id = field.row
    record = [
      .component: .text(Self.component), .title: .text(title), "stars": .integer(Int64(most)),
    ]
  }

  init?(id: RowID, record: Fields) {
    guard record["stars"]?.asInteger != nil else { return nil }
    self.id = id
    self.record = record
  }

  func render(in view: inout View) {
    view.label = RowLabel(record)
    view.stars = shownAnswer()
    view.issues = shownIssues()
  }
}

extension Rating: InputComponent {
  var inputTraits: InputTraits {
    InputTraits(expects: "a number of stars", shape: .integer, kind: "stars")
  }

  // Both ways in which people write it: 4, or ★★★★.
  func read(_ text: String, in context: InputContext) throws(InputProblem) -> Int {
    if !text.isEmpty, text.allSatisfy({ $0 == "★" }) { return text.count }
    guard let stars = Int(text), stars >= 0 else {
      throw .unreadable(takes: inputTraits.expects, text: text)
    }
    return stars
  }

  func displayText(of stars: Int, in context: InputContext) -> String {
    // A number from data may be anything; what is drawn may not.
    (0...100).contains(stars) ? String(repeating: "★", count: stars) : "\(stars) stars"
  }

  func brokenRules(by stars: Int, in context: InputContext) -> [ValidationIssue.Rule] {
    let most = record["stars"]?.asInteger ?? 5
    if Int64(stars) <= most { return [] }
    let message = "at most \(most) stars can be given"
    return [.custom(name: "mostStars", parameters: ["most": .integer(most)], message: message)]
  }

  // A tap gives one more, and after the last none.
  func answer(afterTapping stars: Int?) -> Int? {
    let most = record["stars"]?.asInteger ?? 5
    return Int64(stars ?? 0) >= most ? 0 : (stars ?? 0) + 1
  }
}

extension ComponentRegistry {
  static let withRating: ComponentRegistry = {
    var registry = ComponentRegistry.standard
    registry.register(Rating.self)
    return registry
  }()
}
