import EkibenDocuments
import EkibenInterchange
import EkibenTesting
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
    items(of: text, on: tree)?.joined(separator: " | ") ?? "refused"
  }

  private static func items(of text: String, on tree: ElementTree) -> [String]? {
    do throws(ExpressionError) {
      let root = ExpressionItems.one(tree.root)
      let environment = ExpressionEnvironment(variables: ["resource": root], milliseconds: 0)
      return try CompiledExpression(fhirPath: text, variables: ["resource"])
        .value(of: root, in: environment).list.map { Shown.text($0) }
    } catch {
      return nil
    }
  }

  // Rule E11: random expressions, and paths that go by counts, by places and by what is not there.
  @Test(arguments: 0..<10 as Range<UInt64>)
  func `have one value on what is read of a response, too`(part: UInt64) throws {
    var (known, less) = (0, 0)
    for seed in (part * Self.count / 100)..<((part + 1) * Self.count / 100) {
      var random = RandomExpression(seed: seed)
      var steps = SeededGenerator(seed: seed)
      let response = random.response()
      for text in [random.expression().text, ReadResponse.path(&steps)] {
        guard let reads = Self.reads(of: text), !reads.isAll || !reads.status else { continue }
        known += 1
        let (all, read) = (
          ReadResponse(reads: nil).part(of: response), ReadResponse(reads: reads).part(of: response)
        )
        if all.text == read.text { continue }
        less += 1
        // One that fails may do so for what it does not read.
        guard let expected = Self.items(of: text, on: try Self.tree(all)) else { continue }
        let found = Self.items(of: text, on: try Self.tree(read))
        // Of a part of the response what is in it is for others to read.
        let isSame = reads.isWhole ? found == expected : found?.count == expected.count
        #expect(isSame, "seed \(seed): \(text) gives \(found ?? []), and of all \(expected)")
      }
    }
    let count = Int(Self.count / 100)
    #expect(known > count && less > count * 9 / 10, "\(known), \(less) of \(count)")
  }

  private static func tree(_ response: SlowJSON) throws -> ElementTree {
    try JSON(parsing: Array(response.text.utf8)).elements
  }

  private static func reads(of text: String) -> ExpressionReads? {
    do throws(ExpressionError) {
      let compiled = try CompiledExpression(fhirPath: text, variables: ["resource"])
      return VariableScope(linkIDs: ReadResponse.linkIDs).reads(of: compiled, at: nil)
    } catch {
      return nil
    }
  }
}
