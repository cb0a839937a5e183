import EkibenDocuments
import EkibenInterchange
import Foundation
import SlowExpressions
import Testing

@testable import EkibenExpressions

extension Decimal {
  fileprivate var canonical: String { NSDecimalNumber(decimal: self).stringValue }
}

/// Items as texts that say all that matters of them; numbers by what they are.
private enum Shown {
  static func text(_ item: ExpressionItem) -> String {
    switch item {
    case .boolean(let bool): return "\(bool)"
    case .integer(let number): return "\(number)"
    case .decimal(let number): return (Decimal(string: number.digits) ?? .nan).canonical
    case .text(let text): return "'\(text)'"
    case .date(let date): return "@\(date)"
    case .amount(let amount):
      let number = (Decimal(string: amount.number.digits) ?? .nan).canonical
      return "\(number) \(amount.isCalendar ? "" : "'")\(amount.unit)"
    case .element(let element):
      if case .element = item.plain {} else { return text(item.plain) }
      let parts = element.elements.map { "\($0.name): \(text(.element($0)))" }
      return "{\(parts.joined(separator: ", "))}"
    }
  }

  static func text(_ item: SlowItem) -> String {
    switch item {
    case .bool(let bool): return "\(bool)"
    case .integer(let number): return "\(number)"
    case .decimal(let number): return number.canonical
    case .text(let text): return "'\(text)'"
    case .date(let date): return "@\(date)"
    case .quantity(let number, let unit, let isCalendar):
      return "\(number.canonical) \(isCalendar ? "" : "'")\(unit)"
    case .element(_, let json, _):
      if case .element = item.plain, case .object(let members) = json { return text(members) }
      return text(item.plain)
    }
  }

  private static func text(_ members: [(String, SlowJSON)]) -> String {
    let parts = members.filter { $0.0 != "resourceType" }.flatMap { name, json in
      var list = [json]
      if case .array(let items) = json { list = items }
      return list.map { "\(name): \(text(.element(name: name, json: $0, path: [])))" }
    }
    return "{\(parts.joined(separator: ", "))}"
  }
}

@Suite(.timeLimit(.minutes(20)))
struct `An expression and its slow reference implementation` {
  /// `EKIBEN_REFERENCE=1000000` for a long run.
  private static let count =
    ProcessInfo.processInfo.environment["EKIBEN_REFERENCE"].flatMap { UInt64($0) } ?? 100_000

  // Rule E6.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `have one value, on whatever response`(part: UInt64) throws {
    var (values, refused, outside) = (0, 0, 0)
    for seed in (part * Self.count / 20)..<((part + 1) * Self.count / 20) {
      var random = RandomExpression(seed: seed)
      let (response, expression) = (random.response(), random.expression())
      let expected: String
      switch SlowEvaluator(resource: response).outcome(of: expression) {
      case .value(let items):
        expected = items.map { Shown.text($0) }.joined(separator: " | ")
        values += 1
      case .refused:
        expected = "refused"
        refused += 1
      case .outOfScope:
        outside += 1
        continue
      }
      let tree = try JSON(parsing: Array(response.text.utf8)).elements
      // By turns with all parentheses, and with just those that precedence asks for.
      let text = seed.isMultiple(of: 2) ? expression.text : expression.bareText
      let found = Self.value(of: text, on: tree)
      #expect(found == expected, "seed \(seed): \(text) on \(response.text)")
    }
    #expect(values > refused && refused > outside, "\(values), \(refused), \(outside)")
  }

  private static func value(of text: String, on tree: ElementTree) -> String {
    do throws(ExpressionError) {
      let root = ExpressionItems.one(tree.root)
      let environment = ExpressionEnvironment(variables: ["resource": root], milliseconds: 0)
      return try CompiledExpression(fhirPath: text, variables: ["resource"])
        .value(of: root, in: environment).list.map { Shown.text($0) }.joined(separator: " | ")
    } catch {
      return "refused"
    }
  }
}
