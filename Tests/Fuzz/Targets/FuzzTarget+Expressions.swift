import EkibenDocuments
import EkibenExpressions
import EkibenInterchange

extension FuzzTarget {
  /// An expression is refused with its place, or has a value within its limits, the same each time.
  func checkExpression(_ bytes: [UInt8]) throws(FuzzFinding) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let expression: CompiledExpression
    do throws(ExpressionError) {
      expression = try CompiledExpression(
        fhirPath: text, variables: ["resource", "context", "a-b", "a"])
    } catch {
      guard error.line > 0, error.column > 0, !error.description.isEmpty else {
        throw FuzzFinding("a refusal has a place", "\(error)")
      }
      return false
    }
    let reads = VariableScope(linkIDs: ["b", "c", "g", "i", "n"]).reads(of: expression, at: "c")
    guard reads.isAll || reads.answers.count + reads.subtrees.count <= text.utf8.count + 5 else {
      throw FuzzFinding("what is read is named", "\(reads)")
    }
    let (first, second) = (try outcome(of: expression), try outcome(of: expression))
    guard first == second else { throw FuzzFinding("an expression has one value") }
    return true
  }

  private func outcome(
    of expression: CompiledExpression
  ) throws(FuzzFinding) -> Result<ExpressionItems, ExpressionError> {
    let root = ExpressionItems.one(Self.resource.root)
    let environment = ExpressionEnvironment(
      variables: ["resource": root, "context": root, "a": .one(.integer(1))],
      milliseconds: 1_709_249_400_000, offset: -90)
    let found = Result { () throws(ExpressionError) in
      try expression.value(of: root, in: environment)
    }
    if case .success(let items) = found, items.count > 10_000 {
      throw FuzzFinding("a value has at most 10,000 items")
    }
    return found
  }

  // Small, so that a million inputs take minutes.
  private static let resource: ElementTree = {
    do { return try JSON(parsing: Array(resourceText.utf8)).elements } catch {
      preconditionFailure("the resource is JSON: \(error)")
    }
  }()

  private static let resourceText = #"""
    {"resourceType":"QuestionnaireResponse","item":[{"linkId":"g","item":[
      {"linkId":"i","answer":[{"valueInteger":3}]}]},{"linkId":"g","item":[
      {"linkId":"i","answer":[{"valueInteger":3,"item":[{"linkId":"b","answer":[
        {"valueBoolean":true}]}]}]}]},{"linkId":"n","answer":[{"valueDecimal":1.50},
      {"valueQuantity":{"value":5.0,"unit":"mg"}},{"valueDate":"2024-03"},{"valueString":"x\u00e9"},
      {"valueDateTime":"2024-02-29T23:59:59.999+14:00"},{"valueCoding":{"code":"a","system":"s"}}]}]}
    """#
}

extension FuzzTarget {
  /// Expressions to begin with: every operator, and every function.
  static let expressions = [
    "%resource.repeat(item | answer).where(linkId = 'i').answer.value.sum() > 5 implies %a = 1",
    "item.where(linkId.startsWith('g') and answer.empty()).item[0].answer.first().value * -2.50 div 3",
    "descendants().where(linkId in ('b' | 'n')).answer.value.ofType(Quantity) >= 0.004 'g' xor true",
    "iif(today() + 1 month > @2024-02-29, 'a' & 'b', {}).toString().replaceMatches('[a-c]+', '').length()",
    "(1 | 2 | 3).aggregate($this + $total, 0).power(2).sqrt().ln().exp().round(3) ~ 6.0 // comment",
    "%a-b.exists() or (%context.item.select($index mod 2).distinct() contains 1).not()",
    "@2024-02-29T23:59:59.999+14:00 + 36 hours != now() /* and */ and timeOfDay() < @T12:30",
    "'x1y2'.matches('^([a-z][0-9])+$') and 'a,b'.split(',').join('-').upper().indexOf('B') = 2",
    "children().tail().skip(1).take(2).union(item).intersect(item).exclude({}).combine(1).count()",
    "(answer.value as Coding).code is string and `item`.is(FHIR.Element) and 4 days.toQuantity('wk') <= 1",
    "'12'.toInteger().abs() + '1.50'.toDecimal().ceiling() - 1.floor().truncate() - true.toInteger()",
    "item.all(linkId.substring(0, 1).lower() = 'g').allTrue() and item.isDistinct() and item.hasValue()",
  ]
}
