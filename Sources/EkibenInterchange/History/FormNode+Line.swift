import EkibenDocuments

extension FormNode {
  /// The JSON on one line, with nothing in it that could drive a terminal.
  ///
  /// What was kept byte for byte cannot have its line breaks and controls escaped: those bytes would
  /// be other ones. Where it has any, it is written as a ``TaggedValue``, which reads back the same.
  func line() -> String {
    switch self {
    case .raw(let source) where source.unicodeScalars.contains(where: Self.needsEscape):
      TaggedValue.node(of: .verbatim(source)).line()
    case .raw(let source): source
    case .text(let text): Self.escaped(text)
    case .object(let members):
      "{\(members.map { "\(Self.escaped($0.0)):\($0.1.line())" }.joined(separator: ","))}"
    case .array(let elements): "[\(elements.map { $0.line() }.joined(separator: ","))]"
    }
  }

  private static func escaped(_ text: String) -> String {
    JSON.string(text).encoded(escapingTerminal: true)
  }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || JSONWriter.disturbsTerminal(scalar)
  }
}
