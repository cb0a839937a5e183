import Foundation

/// What an expression sees: the items it starts from, which are also `$this`, and `$index`.
struct SlowScope {
  var focus: [SlowItem]
  var index: Int?
}

/// Evaluates expressions on one resource.
///
/// Where the rules leave something open, this evaluator chooses:
/// - arguments that are values are always evaluated, so an error in one is always an error;
/// - then the base is looked at (several items or a wrong kind: error; none: empty), and after it
///   each argument in turn;
/// - `repeat` lists each new item and then, directly after it, what is found below it,
///   unless `repeatsByLevel` is set;
/// - a constant criterion of `iif` is refused wherever it stands, even where it is not reached.
package struct SlowEvaluator {
  let resource: SlowJSON
  /// Whether `repeat` lists all that is found in one round before it looks below that.
  var repeatsByLevel = false

  package init(resource: SlowJSON) { self.resource = resource }

  /// The value of the expression; nil when it is refused or has no value.
  func value(of expression: SlowExpression) -> [SlowItem]? {
    guard case .value(let items) = outcome(of: expression) else { return nil }
    return items
  }

  /// Like `value`, but tells errors from what is outside the rules of this evaluator.
  package func outcome(of expression: SlowExpression) -> SlowOutcome {
    if expression.hasConstantCriterion { return .refused }
    do {
      return .value(try evaluate(expression, SlowScope(focus: [root], index: nil)))
    } catch SlowRefusal.outOfScope {
      return .outOfScope
    } catch {
      return .refused
    }
  }

  var root: SlowItem { .element(name: "", json: resource, path: []) }

  func evaluate(_ expression: SlowExpression, _ scope: SlowScope) throws -> [SlowItem] {
    switch expression {
    case .bool(let value): return [.bool(value)]
    case .integer(let value): return [.integer(value)]
    case .decimal(let digits): return try [.decimal(number(digits))]
    case .string(let value): return [.text(value)]
    case .date(let value): return [.date(value)]
    case .quantity(let digits, let unit):
      let isWord = SlowUnit.isWord(unit)
      return try [.quantity(number(digits), unit: unit, isCalendar: isWord)]
    case .empty: return []
    case .this: return scope.focus
    case .index: return scope.index.map { [.integer(Int64($0))] } ?? []
    case .resource: return [root]
    case .member(let base, let name):
      return try start(base, scope).flatMap { members(of: $0, named: name) }
    case .function(let base, let name, let arguments):
      return try call(name, on: start(base, scope), arguments, scope)
    case .indexer(let base, let position):
      return try element(of: evaluate(base, scope), at: evaluate(position, scope))
    case .negate(let operand): return try negated(evaluate(operand, scope))
    case .binary(let name, let left, let right):
      return try binary(name, evaluate(left, scope), evaluate(right, scope))
    case .isType(let base, let type, _):
      return try one(evaluate(base, scope)).map { [.bool($0.typeName == type)] } ?? []
    case .asType(let base, let type, _):
      return try one(evaluate(base, scope)).map { $0.typeName == type ? [$0] : [] } ?? []
    case .ofType(let base, let type):
      return try evaluate(base, scope).filter { $0.typeName == type }
    }
  }

  func start(_ base: SlowExpression?, _ scope: SlowScope) throws -> [SlowItem] {
    guard let base else { return scope.focus }
    return try evaluate(base, scope)
  }

  func number(_ digits: String) throws -> Decimal {
    guard let value = SlowNumber.parse(digits) else { throw SlowRefusal.refused }
    return value
  }

  /// The one item of a list, nil when there is none; several are an error.
  func one(_ list: [SlowItem]) throws -> SlowItem? {
    guard list.count < 2 else { throw SlowRefusal.refused }
    return list.first
  }

  /// The Boolean meaning of a list; nil when it is empty.
  func truth(_ list: [SlowItem]) throws -> Bool? {
    guard let item = try one(list) else { return nil }
    if case .bool(let value) = item.plain { return value }
    return true
  }

  func negated(_ list: [SlowItem]) throws -> [SlowItem] {
    guard let item = try one(list) else { return [] }
    switch item.plain {
    case .integer(let value): return value == Int64.min ? [] : [.integer(-value)]
    case .decimal(let value): return [.decimal(-value)]
    case .quantity(let number, let unit, let isCalendar):
      return [.quantity(-number, unit: unit, isCalendar: isCalendar)]
    default: throw SlowRefusal.refused
    }
  }

  func element(of list: [SlowItem], at position: [SlowItem]) throws -> [SlowItem] {
    guard !list.isEmpty, let count = try integer(position) else { return [] }
    return count >= 0 && count < Int64(list.count) ? [list[Int(count)]] : []
  }

  func integer(_ list: [SlowItem]) throws -> Int64? {
    guard let item = try one(list) else { return nil }
    guard case .integer(let value) = item.plain else { throw SlowRefusal.refused }
    return value
  }

  func text(_ list: [SlowItem]) throws -> String? {
    guard let item = try one(list) else { return nil }
    guard case .text(let value) = item.plain else { throw SlowRefusal.refused }
    return value
  }
}
