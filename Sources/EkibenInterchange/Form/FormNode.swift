import EkibenDocuments

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
  func compact() -> String { written(escapingTerminal: false) }

  /// The JSON on one line, with nothing in it that could drive a terminal.
  ///
  /// What was kept byte for byte cannot have its line breaks and controls escaped: those bytes would
  /// be other ones. Where it has any, it is written as a ``TaggedValue``, which reads back the same.
  func line() -> String { written(escapingTerminal: true) }

  private func written(escapingTerminal: Bool) -> String {
    func string(_ text: String) -> String {
      JSON.string(text).encoded(escapingTerminal: escapingTerminal)
    }
    switch self {
    case .raw(let source)
    where escapingTerminal && source.unicodeScalars.contains(where: Self.needsEscape):
      return TaggedValue.node(of: .verbatim(source)).line()
    case .raw(let source): return source
    case .text(let text): return string(text)
    case .object(let members):
      let parts = members.map { name, node in
        "\(string(name)):\(node.written(escapingTerminal: escapingTerminal))"
      }
      return "{\(parts.joined(separator: ","))}"
    case .array(let elements):
      let parts = elements.map { $0.written(escapingTerminal: escapingTerminal) }
      return "[\(parts.joined(separator: ","))]"
    }
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || JSONWriter.disturbsTerminal(scalar)
  }

  /// The JSON with every member and element on a line of its own.
  func pretty(indent: String = "") -> String {
    let deeper = indent + "  "
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { name, node in
        "\(deeper)\(JSON.string(name).encoded()): \(node.pretty(indent: deeper))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements) where !elements.isEmpty:
      let lines = elements.map { deeper + $0.pretty(indent: deeper) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .raw, .text, .object, .array: return compact()
    }
  }
}
