import Ekiben
import EkibenExpressions
import EkibenInterchange

/// The group `expressions`: what reading and evaluating FHIRPath costs, each beside something of the same
/// size that is done anyway.
enum ExpressionBenchmarks {
  private static let perRound = 2_000

  static func run() throws -> [Measurement] { try reading() + evaluating() + walking() }

  // Beside a JSON text of as many bytes.
  private static func reading() throws -> [Measurement] {
    let short = "%resource.item.where(linkId = 'a').answer.value > 3"
    let long = Array(repeating: short, count: 40).joined(separator: " and ")
    return try [("50 characters", short, perRound), ("2,000 characters", long, 100)].map {
      let (name, text, count) = $0
      let json = Array(
        JSON.array(text.split(separator: " ").map { .string(String($0)) }).encoded().utf8)
      return try Rounds.compare(
        "expressions compile, \(name)", against: "JSON as long", size: count,
        ours: {
          try (0..<count).map { _ in try CompiledExpression(fhirPath: text, variables: ["resource"])
          }
        }, theirs: { try (0..<count).map { _ in try JSON(parsing: json) } })
    }
  }

  // Beside two variables that are compared by hand.
  private static func evaluating() throws -> [Measurement] {
    var environment = ExpressionEnvironment(milliseconds: 1_709_249_400_000)
    environment.variables = ["a": .one(.integer(7)), "b": .one(.integer(4))]
    var values: [String: Int64] = ["a": 7, "b": 4]
    return try [
      "1 + 1", "%a > 3 and %b <= 5", "iif(%a > 3, (%a * 2.5).round(1), 0)",
      "(1 | 2 | 3).where($this > 1).exists()",
    ].map { text in
      let compiled = try CompiledExpression(fhirPath: text, variables: ["a", "b"])
      return try Rounds.compare(
        "expressions \(text)", against: "two look-ups", size: perRound,
        ours: {
          try (0..<perRound).map { _ in try compiled.value(of: .none, in: environment) }
        },
        theirs: {
          (0..<perRound).map { round -> Bool in
            values["a"] = Int64(round)
            return values["a"].map { $0 > 3 } ?? false && values["b"].map { $0 <= 5 } ?? false
          }
        })
    }
  }

  /// A comparison that is compiled, with what it is evaluated on.
  struct Compared {
    enum Kind { case variables, path }

    private let compiled: CompiledExpression
    private let focus: ExpressionItems
    private var environment = ExpressionEnvironment(milliseconds: 1_709_249_400_000)

    init(_ kind: Kind = .variables) throws {
      switch kind {
      case .variables:
        focus = .none
        environment.variables = ["a": .one(.integer(7)), "b": .one(.integer(4))]
        compiled = try CompiledExpression(
          fhirPath: "%a > 3 and %b <= 5", variables: ["a", "b"])
      case .path:
        focus = try ExpressionBenchmarks.response(rows: 100)
        environment.variables = ["resource": focus]
        compiled = try CompiledExpression(
          fhirPath: "%resource.item.where(linkId = 'g2').item.where(linkId = 'q25')"
            + ".answer.value > 3", variables: ["resource"])
      }
    }

    func value() throws -> ExpressionItems { try compiled.value(of: focus, in: environment) }
  }

  // Beside the same path in a response of a tenth or a hundredth.
  private static func walking() throws -> [Measurement] {
    let (small, large) = (try response(rows: 100), try response(rows: 10_000))
    let paths = [
      "%resource.item.where(linkId = 'g2').item.where(linkId = 'q25').answer.value > 3",
      "%resource.repeat(item).where(linkId = 'q25').answer.first().value > 3",
      "%resource.descendants().where(linkId = 'q25').answer.value.exists()",
    ]
    return try paths.map { path in
      let compiled = try CompiledExpression(fhirPath: path, variables: ["resource"])
      func side(_ root: ExpressionItems) throws -> [ExpressionItems] {
        let environment = ExpressionEnvironment(variables: ["resource": root], milliseconds: 0)
        return try (0..<perRound).map { _ in try compiled.value(of: root, in: environment) }
      }
      return try Rounds.compare(
        "expressions \(path), 10,000 rows", against: "100 rows", size: perRound, target: 1.25,
        ours: { try side(large) }, theirs: { try side(small) })
    } + [try summing()]
  }

  private static func summing() throws -> Measurement {
    let text = "%resource.item.where(linkId = 'r').answer.value.sum()"
    let compiled = try CompiledExpression(fhirPath: text, variables: ["resource"])
    let root = ExpressionItems.one(try JSON(parsing: Array(repeated.utf8)).elements.root)
    let environment = ExpressionEnvironment(variables: ["resource": root], milliseconds: 0)
    return try Rounds.compare(
      "expressions sum of 100 answers", against: "adding 100 numbers", size: 100,
      ours: { try (0..<100).map { _ in try compiled.value(of: root, in: environment) } },
      theirs: {
        try (0..<100).map { round in
          try (0..<100).reduce(DecimalNumber(0)) { sum, number in
            try sum.adding(DecimalNumber(Int64(number + round)))
          }
        }
      })
  }

  private static let repeated: String = {
    let answers = (0..<100).map { "{\"valueInteger\":\($0)}" }.joined(separator: ",")
    return
      "{\"resourceType\":\"QuestionnaireResponse\",\"item\":[{\"linkId\":\"r\",\"answer\":[\(answers)]}]}"
  }()

  /// Groups of ten questions.
  private static func response(rows: Int) throws -> ExpressionItems {
    let groups: [JSON] = (0..<(rows / 10)).map { group in
      let items: [JSON] = (0..<10).map { row in
        ["linkId": .string("q\(10 * group + row)"), "answer": [["valueInteger": .integer(row)]]]
      }
      return ["linkId": .string("g\(group)"), "item": .array(items)]
    }
    let json: JSON = ["resourceType": "QuestionnaireResponse", "item": .array(groups)]
    return .one(json.elements.root)
  }
}
