/// The resource as a tree; members keep their order and numbers keep their digits.
package enum SlowJSON: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([SlowJSON])
  case object([(String, SlowJSON)])

  /// The first member of that name, if this is an object that has one.
  func member(_ name: String) -> SlowJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.0 == name }?.1
  }

  /// The tree written as JSON.
  package var text: String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let digits): return digits
    case .string(let value): return SlowJSON.quoted(value)
    case .array(let items): return "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      let list = members.map { SlowJSON.quoted($0.0) + ":" + $0.1.text }
      return "{" + list.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ value: String) -> String {
    var result = "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Deep equality: the same members in any order, numbers by their value.
  static func same(_ left: SlowJSON, _ right: SlowJSON) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let a), .bool(let b)): return a == b
    case (.number(let a), .number(let b)): return SlowNumber.parse(a) == SlowNumber.parse(b)
    case (.string(let a), .string(let b)): return SlowText.same(a, b)
    case (.array(let a), .array(let b)):
      return a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
    case (.object(let a), .object(let b)):
      return a.count == b.count
        && a.allSatisfy { name, value in b.contains { name == $0.0 && same(value, $0.1) } }
    default: return false
    }
  }
}
