import EkibenDocuments
import EkibenExpressions
import EkibenInterchange
import SlowExpressions

/// Random expressions on random responses with what this engine makes of them, a line of JSON each, for another
/// engine to be asked the same.
struct Differ {
  private let seed: UInt64

  /// Takes the seed that everything follows from.
  init(seed: UInt64) { self.seed = seed }

  /// Prints so many pairs, a line each.
  func printLines(_ count: Int) throws {
    for number in 0..<count { print(try line(number)) }
  }

  /// The pair of a number: its expression, its response, and the items of its value, or the error.
  private func line(_ number: Int) throws -> String {
    var random = RandomExpression(seed: seed &+ UInt64(number), profile: .shared)
    let response = try JSON(parsing: Array(random.response().text.utf8))
    let tree = random.expression()
    // By turns with all parentheses, and with just those that precedence asks for.
    let text = number.isMultiple(of: 2) ? tree.text : tree.bareText
    return JSON.object([
      ("seed", .string("\(seed &+ UInt64(number))")), ("expression", .string(text)),
      ("response", response), Self.outcome(of: text, on: response.elements),
    ]).encoded()
  }

  private static func outcome(of text: String, on tree: ElementTree) -> (String, JSON) {
    do throws(ExpressionError) {
      let root = ExpressionItems.one(tree.root)
      let environment = ExpressionEnvironment(variables: ["resource": root], milliseconds: 0)
      let items = try CompiledExpression(fhirPath: text, variables: ["resource"])
        .value(of: root, in: environment)
      return ("value", .array(items.list.map(json)))
    } catch {
      return ("error", .string("\(error)"))
    }
  }

  /// An item below the name of its type; numbers are texts, so that no reader of JSON rounds them.
  private static func json(_ item: ExpressionItem) -> JSON {
    switch item {
    case .boolean(let bool): ["Boolean": .bool(bool)]
    case .integer(let number): ["Integer": .string("\(number)")]
    case .decimal(let number): ["Decimal": .string(number.digits)]
    case .text(let text): ["String": .string(text)]
    case .date(let date): .object([(name(of: date), .string("\(date)"))])
    case .amount(let amount): ["Quantity": json(amount)]
    case .element(let element): element.value.map(json) ?? ["Element": json(element)]
    }
  }

  private static func name(of date: PartialDate) -> String {
    switch date.kind {
    case .date: "Date"
    case .dateTime: "DateTime"
    case .time: "Time"
    }
  }

  /// The digits and the unit as FHIRPath writes it: words of the calendar without quotes.
  private static func json(_ amount: Amount) -> JSON {
    let unit = amount.isCalendar ? amount.unit : "'\(amount.unit)'"
    return .array([.string(amount.number.digits), .string(unit)])
  }

  private static func json(_ element: ExpressionElement) -> JSON {
    .array(element.elements.map { .array([.string($0.name), json(.element($0))]) })
  }
}
