extension JSONError: CustomStringConvertible {
  /// One line for a person, such as `line 3, column 14, at item[3].linkId: expected text, found a
  /// number`; nothing in it can disturb a terminal, and long names are shortened.
  package var description: String { "\(place): \(kind.description)" }

  /// Keeps head and tail of a text that would fill the screen.
  static func shortened(_ text: String, to length: Int = 120) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > length else { return text }
    let half = length / 2
    return "\(String(scalars.prefix(half)))…\(String(scalars.suffix(half)))"
  }
}

extension JSONError.Kind: CustomStringConvertible {
  /// The fact in words, without its place.
  package var description: String {
    switch self {
    case .unexpected(let expected, let found): "expected \(expected), found \(found)"
    case .missing(let name): "the member \(quoted(name)) is missing"
    case .unknownMember(let name): "the member \(quoted(name)) is not known here"
    case .invalid(let reason): reason
    case .limit(let limit, let value): limit.description(of: value)
    case .invalidUTF8: "the bytes here are not UTF-8"
    case .trailingText(let found): "expected the end of the text after the value, found \(found)"
    case .trailingComma: "a comma must be followed by another value"
    case .comment: "JSON has no comments"
    case .leadingZero: "a number must not start with a superfluous zero"
    case .controlCharacter(let byte):
      "the control character \(JSONError.codePoint(UInt32(byte))) must be escaped in a string"
    case .invalidEscape: "the backslash does not start an escape of JSON"
    case .loneSurrogate(let unit):
      "the escape \\u\(JSONError.hex(UInt32(unit))) is half of a surrogate pair without the other"
    case .duplicateName(let name): "the member \(quoted(name)) appears twice"
    }
  }

  private func quoted(_ name: String) -> String {
    JSONError.shortened(JSON.string(name).encoded(escapingTerminal: true))
  }
}

extension JSONLimit {
  fileprivate func description(of value: Int) -> String {
    switch self {
    case .depth: "lists and objects are nested more than \(value) deep"
    case .bytes: "the text is longer than \(value) bytes"
    case .numberLength: "the number is longer than \(value) characters"
    case .nodes: "the text has more than \(value) values"
    case .members: "the object has more than \(value) members"
    }
  }
}

extension JSONError {
  /// Names a scalar as `U+00A0`, for those that cannot be shown.
  static func codePoint(_ value: UInt32) -> String { "U+\(hex(value))" }

  /// Writes at least four upper-case hexadecimal digits.
  static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}
