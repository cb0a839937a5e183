extension SlowExpression {
  /// The source text, with parentheses around every operand that is not a simple term.
  package var text: String { rendered(bare: false) }

  /// The source text with only the parentheses that precedence makes necessary.
  package var bareText: String { rendered(bare: true) }

  /// The binding strength of each operator, the tightest highest.
  static let strengths: [String: Int] = [
    "*": 9, "/": 9, "div": 9, "mod": 9, "+": 8, "-": 8, "&": 8, "is": 7, "as": 7, "|": 6,
    ">": 5, "<": 5, "<=": 5, ">=": 5, "=": 4, "~": 4, "!=": 4, "!~": 4, "in": 3, "contains": 3,
    "and": 2, "or": 1, "xor": 1, "implies": 0,
  ]

  /// The binding strength of the outermost construct of this expression; 11 for a term.
  var strength: Int {
    switch self {
    case .binary(let name, _, _):
      return SlowExpression.strengths[name] ?? 0
    case .isType(_, _, .infix), .asType(_, _, .infix):
      return 7
    case .negate:
      return 10
    default:
      return 11
    }
  }

  private func rendered(bare: Bool) -> String {
    switch self {
    case .member(let base, let name):
      return prefix(base, bare: bare) + name
    case .function(let base, let name, let arguments):
      let list = arguments.map { $0.rendered(bare: bare) }.joined(separator: ", ")
      return prefix(base, bare: bare) + "\(name)(\(list))"
    case .indexer(let base, let position):
      return base.asBase(bare: bare) + "[\(position.rendered(bare: bare))]"
    case .negate(let operand):
      let inner = operand.asOperand(least: 10, bare: bare)
      return inner.hasPrefix("-") ? "- " + inner : "-" + inner
    case .binary(let name, let left, let right):
      let least = strength
      let leftText = left.asOperand(least: least, bare: bare)
      return "\(leftText) \(name) \(right.asOperand(least: least + 1, bare: bare))"
    case .isType(let base, let type, .infix):
      return base.asOperand(least: 7, bare: bare) + " is \(type)"
    case .asType(let base, let type, .infix):
      return base.asOperand(least: 7, bare: bare) + " as \(type)"
    case .isType(let base, let type, .function):
      return base.asBase(bare: bare) + ".is(\(type))"
    case .asType(let base, let type, .function):
      return base.asBase(bare: bare) + ".as(\(type))"
    case .ofType(let base, let type):
      return base.asBase(bare: bare) + ".ofType(\(type))"
    default:
      return literalText
    }
  }

  private func prefix(_ base: SlowExpression?, bare: Bool) -> String {
    guard let base else { return "" }
    return base.asBase(bare: bare) + "."
  }

  private func asOperand(least: Int, bare: Bool) -> String {
    let inner = rendered(bare: bare)
    let needed = bare ? strength < least : strength < 11
    return needed ? "(\(inner))" : inner
  }

  private func asBase(bare: Bool) -> String {
    let inner = rendered(bare: bare)
    switch self {
    case .integer, .decimal, .date, .quantity:
      return bare ? inner : "(\(inner))"
    default:
      return strength < 11 ? "(\(inner))" : inner
    }
  }

  private var literalText: String {
    switch self {
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .decimal(let digits): return digits
    case .string(let value): return SlowExpression.quoted(value)
    case .date(let value): return SlowDate.isTime(value) ? "@T" + value : "@" + value
    case .quantity(let digits, let unit):
      guard SlowUnit.isWord(unit) else { return "\(digits) \(SlowExpression.quoted(unit))" }
      return digits == "1" ? "1 \(unit)" : "\(digits) \(unit)s"
    case .this: return "$this"
    case .index: return "$index"
    case .resource: return "%resource"
    default: return "{}"
    }
  }

  private static func quoted(_ value: String) -> String {
    var result = "'"
    for scalar in value.unicodeScalars {
      switch scalar {
      case "'": result += "\\'"
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "'"
  }
}
