import BenchmarkResults
import Ekiben
import EkibenDocuments
import EkibenExpressions
import EkibenForms
import EkibenInterchange

/// The group `expressions`: what reading and evaluating FHIRPath costs, each beside something of the same
/// size that is done anyway.
enum ExpressionBenchmarks {
  private static let perRound = 2_000

  static func run() throws -> [BenchmarkResult] {
    try reading() + evaluating() + walking() + GreedyExpressions.run()
  }

  // Beside a JSON text of as many bytes.
  private static func reading() throws -> [BenchmarkResult] {
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
  private static func evaluating() throws -> [BenchmarkResult] {
    var environment = ExpressionEnvironment(milliseconds: 1_709_249_400_000)
    environment.variables = ["a": .one(.integer(7)), "b": .one(.integer(4))]
    var values: [String: Int64] = ["a": 7, "b": 4]
    return try [
      "1 + 1", "%a > %b", "%a > 3 and %b <= 5", "iif(%a > 3, (%a * 2.5).round(1), 0)",
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
  private static func walking() throws -> [BenchmarkResult] {
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

  private static func summing() throws -> BenchmarkResult {
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

/// Expressions that ask for too much: how long each takes until it is refused. A person waits for that, so what it
/// stands beside is what may pass, not something that is done.
private enum GreedyExpressions {
  private static let most = 50.0
  private static let nine = "(1|2|3|4|5|6|7|8|9)"

  static func run() throws -> [BenchmarkResult] {
    try expressions.map { name, text in
      try measure(name) {
        do throws(ExpressionError) {
          let compiled = try CompiledExpression(fhirPath: text)
          // A whole number that does not fit has no value (rule E6).
          return try compiled.value(of: .none, in: ExpressionEnvironment(milliseconds: 0)).isEmpty
        } catch { return true }
      }
    } + pattern() + [2, 20, 100, 400].map { try circle(of: $0) } + [together()]
  }

  private static let expressions = [
    ("1.repeat($this + 1)", "1.repeat($this + 1)"),
    ("'a'.repeat($this + 'a')", "'a'.repeat($this + 'a')"),
    (
      "30,000 parentheses",
      String(repeating: "(", count: 30_000) + "1" + String(repeating: ")", count: 30_000)
    ),
    (
      "100,000 parentheses",
      String(repeating: "(", count: 100_000) + "1" + String(repeating: ")", count: 100_000)
    ),
    ("100,000 ands", String(repeating: "true and ", count: 100_000) + "true"),
    ("7,000 ands, and nothing behind them", String(repeating: "true and ", count: 7_000)),
    ("2.power(1000000000)", "2.power(1000000000)"),
    ("1.1.power(1000000000)", "1.1.power(1000000000)"),
    ("select in select", nine + (0..<6).map { _ in ".select(\(nine))" }.joined()),
    (
      "all in all",
      "\(nine).all(\(nine).all(\(nine).all(\(nine).all(\(nine).all(\(nine).all(true))))))"
    ),
    (
      "aggregate of unions",
      "\(nine).repeat(iif($this < 9000, $this + 9, {})).aggregate($total | $this)"
    ),
    (
      "replace in replace",
      "'" + String(repeating: "a", count: 1_000) + "'"
        + String(repeating: ".replace('', 'aaaa')", count: 20)
    ),
    (
      "digits by digits",
      "(1 | 2).repeat($this * " + String(repeating: "9", count: 4_000) + ")"
    ),
  ]

  // These are read in linear time, and have a value.
  private static func pattern() throws -> [BenchmarkResult] {
    let text = "'" + String(repeating: "a", count: 50_000) + "!'"
    return try ["^(a+)+$", "(a|a)*b", "(a*)*b"].map { pattern in
      let compiled = try CompiledExpression(fhirPath: "\(text).matches('\(pattern)')")
      return try measure("\(pattern) on 50,000 characters") {
        _ = try compiled.value(of: .none, in: ExpressionEnvironment(milliseconds: 0))
        return true
      }
    }
  }

  // Each reads the one before, and the first the last: what they give has no end.
  private static func circle(of count: Int) throws -> BenchmarkResult {
    func path(_ row: Int) -> String {
      "%resource.descendants().where(linkId = 'r\(row)').answer.value"
    }
    return try edit(
      "a circle of \(count)",
      formulas: (0..<count).map { row in
        "iif(\(path(-1)).exists(), \(path(row == 0 ? count - 1 : row - 1)).sum() + 1, {})"
      })
  }

  // What each takes is below its own limit, and all together above that of an edit.
  private static func together() throws -> BenchmarkResult {
    let list = (1...120).map { "\($0)" }.joined(separator: " | ")
    let path = "%resource.descendants().where(linkId = 'r-1').answer.value"
    let many = "(\(list)).select((\(list)).where($this > \(path)).count()).sum()"
    return try edit("an edit's ten million steps", formulas: (1...300).map { "\(many) + \($0)" })
  }

  private static func edit(_ name: String, formulas: [String]) throws -> BenchmarkResult {
    let rows = [-1...formulas.count - 1].joined().map { number in
      let fields: Fields = [.component: "TextInput", .kind: "integer", .title: "Row"]
      return Document.Row(
        id: RowID(unchecked: "r\(number)"),
        fields: number < 0
          ? fields
          : fields.setting(.calculated, .record([.fhirPath: .text(formulas[number])])))
    }
    var document = try Document(sections: [Document.Section(id: "s", rows: ChunkedList(rows))])
    let index = Document.Index(document)
    let activity = RuleState(document, index)
    let changes = Changeset([Change(.row("r-1"), .value, before: nil, after: 1)])
    try document.apply(changes, at: index)
    let structure = DocumentStructure(document, index)
    return try measure(name) {
      var activity = activity
      let answers = activity.calculate(
        changes, to: structure, .affected,
        Calculation(given: ["r-1"], marked: { _ in true }, mayBeCalculated: { _ in true }))
      return answers.calculation.changed.count < formulas.count
    }
  }

  private struct NotRefused: Error { let name: String }

  private static func measure(_ name: String, _ body: () throws -> Bool) throws -> BenchmarkResult {
    let clock = ContinuousClock()
    var times: [Double] = []
    for _ in 0..<Rounds.count {
      var isRefused = false
      let took = try clock.measure { isRefused = try body() }
      guard isRefused else { throw NotRefused(name: name) }
      times.append(
        Double(took.components.seconds) * 1e3 + Double(took.components.attoseconds) / 1e15)
    }
    return BenchmarkResult(
      "expressions refuse \(name)", Rounds.median(times), "ms", target: most, rounds: times)
  }
}
