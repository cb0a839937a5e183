extension JSONParser {
  /// The byte that comes next; nil at the end of the text.
  var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  /// Steps over the character if it comes next.
  mutating func skip(_ character: Unicode.Scalar) -> Bool {
    guard peek == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  /// Steps over the four characters that JSON counts as space.
  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// Makes an error for the place where the parser stands, or for one in the same member.
  func error(_ kind: JSONError.Kind, at offset: Int? = nil) -> JSONError {
    JSONError(kind, at: offset ?? index, in: bytes, path: path)
  }

  /// Makes the error for something that stands here in place of what is expected: nil is the end.
  func unexpected(_ expected: String?) -> JSONError {
    if isComment { return error(.comment) }
    guard let found else { return error(.invalidUTF8) }
    guard let expected else { return error(.trailingText(found: found)) }
    return error(.unexpected(expected: expected, found: found))
  }

  private var isComment: Bool {
    guard peek == UInt8(ascii: "/"), index + 1 < bytes.count else { return false }
    return bytes[index + 1] == UInt8(ascii: "/") || bytes[index + 1] == UInt8(ascii: "*")
  }

  /// What stands here, in words; nil where it is not UTF-8.
  private var found: String? {
    guard let byte = peek else { return "the end of the text" }
    let word = bytes[index..<wordEnd]
    if !word.isEmpty { return "\"\(String(decoding: word, as: UTF8.self))\"" }
    if byte == UInt8(ascii: "\"") { return "a quotation mark" }
    let length = scalarLength(at: index)
    let text = String(decoding: bytes[index..<index + length], as: UTF8.self)
    guard length > 0, let scalar = text.unicodeScalars.first else { return nil }
    return isVisible(scalar) ? "\"\(text)\"" : JSONError.codePoint(scalar.value)
  }

  private func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .privateUse, .surrogate, .lineSeparator,
      .paragraphSeparator, .spaceSeparator, .nonspacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
