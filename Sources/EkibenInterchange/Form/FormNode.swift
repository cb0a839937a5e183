/// JSON on its way out, in which a text that was kept byte for byte is one piece.
indirect enum FormNode {
  /// JSON that is written as it is.
  case raw(String)
  /// A string.
  case text(String)
  /// Members in order.
  case object([(String, FormNode)])
  /// Elements in order.
  case array([FormNode])

  /// The JSON without any space of our own.
  func compact() -> String {
    switch self {
    case .raw(let text): text
    case .text(let text): Self.string(text)
    case .object(let members):
      "{\(members.map { "\(Self.string($0.0)):\($0.1.compact())" }.joined(separator: ","))}"
    case .array(let elements): "[\(elements.map { $0.compact() }.joined(separator: ","))]"
    }
  }

  /// The JSON with every member and element on a line of its own.
  func pretty(indent: String = "") -> String {
    let deeper = indent + "  "
    switch self {
    case .raw(let text): return text
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(deeper)\(Self.string($0.0)): \($0.1.pretty(indent: deeper))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { deeper + $0.pretty(indent: deeper) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .text, .object, .array: return compact()
    }
  }

  private static func string(_ text: String) -> String { JSON.string(text).encoded() }
}
