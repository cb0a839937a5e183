import EkibenDocuments

/// A part of an expression, as data; parts are numbers in the list of a ``CompiledExpression``.
///
/// What stands on one level of precedence is one part, however long it is, and so is a path: so the depth of
/// parts in each other is that of parentheses and arguments, and evaluation has no deeper stack.
enum ExpressionNode: Hashable, Sendable {
  /// The same items wherever it stands.
  case constant(ExpressionItems)
  /// What paths begin at: the focus.
  case this
  /// The place of `$this` in what is gone through, from 0.
  case index
  /// What `aggregate` has so far.
  case total
  /// A variable, by its place in the list of those that the expression reads.
  case variable(Int)
  /// Where a path begins, and its steps.
  case path(Int, [Step])
  /// What operators of one precedence join, from left to right.
  case chain(Int, [Link])
  /// The number with the other sign.
  case negative(Int)

  /// A step of a path, from the items before it to those behind it.
  struct Step: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      /// The elements of a name.
      case member(String)
      /// The item at a place.
      case at(Int)
      /// A function, with its arguments.
      case call(ExpressionFunction, [Int])
      /// `is`, `as` and `ofType`, with the type.
      case type(TypeOperation, TypeName)
      /// The elements below that have one of some link ids: what two steps that can be written otherwise ask
      /// for, and these steps.
      case find(LinkIDSearch, [Step])
    }

    let kind: Kind
    /// Where it stands in the text, in bytes.
    let offset: Int
  }

  /// An operator and what stands behind it.
  struct Link: Hashable, Sendable {
    let operation: ExpressionOperator
    let right: Int
    let offset: Int
  }

  /// What is asked of a type.
  enum TypeOperation: String, Hashable, Sendable {
    /// Whether the item is of it.
    case test = "is"
    /// The item, if it is of it.
    case cast = "as"
    /// Those items that are of it.
    case filter = "ofType"
  }

  /// Whether a step of it gives the time.
  var asksForTime: Bool {
    guard case .path(_, let steps) = self else { return false }
    return steps.contains { step in
      guard case .call(let function, _) = step.kind else { return false }
      return [.now, .today, .timeOfDay].contains(function)
    }
  }
}

/// The name of a type, as it was written: `Quantity`, `FHIR.string`, `System.Boolean`.
struct TypeName: Hashable, Sendable {
  /// `FHIR` or `System`, if it was said.
  let namespace: String?
  let name: String

  /// Whether there is such a type; resources are taken at their word, since there are too many of them.
  var isKnown: Bool {
    switch namespace {
    case nil, "FHIR": ElementTypes.primitives.contains(name) || name.first?.isUppercase ?? false
    case "System": name.first?.isUppercase ?? false
    default: false
    }
  }
}
