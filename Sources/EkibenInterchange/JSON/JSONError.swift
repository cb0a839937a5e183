/// Why a JSON text, or a value in it, was refused, and the place: line, column, byte and path.
package struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The fact; `description` puts it into words.
  package enum Kind: Equatable, Sendable {
    /// The bytes here are not UTF-8.
    case invalidUTF8
    /// Something else stands where `expected` should be, be it a character or a kind of value.
    case unexpected(expected: String, found: String)
    /// There is more text behind the value.
    case trailingText(found: String)
    /// A comma stands before a closing bracket.
    case trailingComma
    /// A comment, which JSON does not have.
    case comment
    /// A number starts with a superfluous zero, as in `01`.
    case leadingZero
    /// A control character stands in a string without being escaped.
    case controlCharacter(UInt8)
    /// A backslash is followed by something that is no escape.
    case invalidEscape
    /// An escaped half of a surrogate pair stands alone.
    case loneSurrogate(UInt16)
    /// An object has this name twice.
    case duplicateName(String)
    /// A limit was passed; the number is the limit.
    case limit(JSONLimit, Int)
    /// An object lacks this member.
    case missing(String)
    /// An object has this member, which its reader does not know.
    case unknownMember(String)
    /// The value is of the right kind and still wrong; the text says why.
    case invalid(String)
  }

  /// What is wrong.
  package let kind: Kind
  package let place: SourcePlace
  /// The offset in bytes from the start of the source, a byte-order mark included.
  package let offset: Int

  /// Finds line and column of an offset in the source, and so makes the error.
  package init(_ kind: Kind, at offset: Int, in source: [UInt8], path: JSONPath) {
    (self.kind, self.offset) = (kind, offset)
    place = SourcePlace(SourceMark(offset: offset, path: path), in: source)
  }

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

  /// Names a scalar as `U+00A0`, for those that cannot be shown.
  static func codePoint(_ value: UInt32) -> String { "U+\(hex(value))" }

  /// Writes at least four upper-case hexadecimal digits.
  static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
  }
}

/// The limits that a text can pass.
package enum JSONLimit: Equatable, Sendable {
  case depth, bytes, nodes, members

  fileprivate func description(of value: Int) -> String {
    switch self {
    case .depth: "lists and objects are nested more than \(value) deep"
    case .bytes: "the text is longer than \(value) bytes"
    case .nodes: "the text has more than \(value) values"
    case .members: "the object has more than \(value) members"
    }
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
