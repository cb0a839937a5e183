// A slow, plain evaluator for a part of FHIRPath, written without a look at the other one: it walks over lists
// of items, keeps nothing and compiles nothing.

/// How a type test is written: `x is T` or `x.is(T)`.
package enum SlowTypeForm: Equatable, Sendable {
  case infix
  case function
}

/// The syntax tree of an expression. Numbers in literals are never negative: use `negate`.
package indirect enum SlowExpression: Equatable, Sendable {
  case bool(Bool)
  case integer(Int64)
  case decimal(String)
  case string(String)
  /// A date, a date with time, or a time, possibly partial, without the leading `@` or `@T`.
  case date(String)
  /// The digits and the unit. The words year, month, week and day are calendar units.
  case quantity(String, String)
  case empty
  case this
  case index
  case resource
  case member(SlowExpression?, String)
  case function(SlowExpression?, String, [SlowExpression])
  case indexer(SlowExpression, SlowExpression)
  case negate(SlowExpression)
  case binary(String, SlowExpression, SlowExpression)
  case isType(SlowExpression, String, SlowTypeForm)
  case asType(SlowExpression, String, SlowTypeForm)
  case ofType(SlowExpression, String)

  /// The direct parts of the expression.
  var parts: [SlowExpression] {
    switch self {
    case .bool, .integer, .decimal, .string, .date, .quantity, .empty, .this, .index, .resource:
      return []
    case .member(let base, _):
      return base.map { [$0] } ?? []
    case .function(let base, _, let arguments):
      return (base.map { [$0] } ?? []) + arguments
    case .indexer(let left, let right), .binary(_, let left, let right):
      return [left, right]
    case .negate(let operand):
      return [operand]
    case .isType(let base, _, _), .asType(let base, _, _), .ofType(let base, _):
      return [base]
    }
  }

  /// Whether this is a constant other than a Boolean, written literally.
  var isPlainConstant: Bool {
    switch self {
    case .integer, .decimal, .string, .date, .quantity:
      return true
    default:
      return false
    }
  }

  /// Whether somewhere in the tree an `iif` has a constant for a criterion that is no Boolean.
  var hasConstantCriterion: Bool {
    if case .function(_, "iif", let arguments) = self, let first = arguments.first,
      first.isPlainConstant
    {
      return true
    }
    return parts.contains { $0.hasConstantCriterion }
  }
}
