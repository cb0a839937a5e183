/// What stands between two operands; all of them mean what FHIRPath 2.0 says in its chapter 6.
enum ExpressionOperator: String, Hashable, Sendable, CaseIterable {
  case multiply = "*"
  case divide = "/"
  case wholeQuotient = "div"
  case remainder = "mod"
  case add = "+"
  case subtract = "-"
  case concatenate = "&"
  case union = "|"
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case equal = "="
  case unequal = "!="
  case equivalent = "~"
  case notEquivalent = "!~"
  case isIn = "in"
  case contains, and, or, xor, implies

  /// How tightly it binds; `is` and `as` bind with 8.
  var precedence: Int {
    switch self {
    case .multiply, .divide, .wholeQuotient, .remainder: 10
    case .add, .subtract, .concatenate: 9
    case .union: 7
    case .less, .atMost, .greater, .atLeast: 6
    case .equal, .unequal, .equivalent, .notEquivalent: 5
    case .isIn, .contains: 4
    case .and: 3
    case .or, .xor: 2
    case .implies: 1
    }
  }

  /// The precedence of `is` and `as`.
  static let typePrecedence = 8
}
