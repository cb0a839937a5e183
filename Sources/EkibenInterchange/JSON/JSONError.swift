/// Why a JSON text, or a value in it, was refused, and the place: line, column, byte and path.
package struct JSONError: Error, Equatable, Sendable {
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
}

/// The limits that a text can pass.
package enum JSONLimit: Equatable, Sendable {
  case depth
  case bytes
  case numberLength
  case nodes
  case members
}
