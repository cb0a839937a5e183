internal import EkibenDocuments

extension JSONParser {
  /// Reads a string from its opening to its closing quotation mark.
  ///
  /// Most strings have no escape: those are taken in one piece from the source.
  mutating func readString() throws(JSONError) -> String {
    index += 1
    var start = index
    var unescaped: [UInt8] = []
    while true {
      try skipPlainText()
      guard index < bytes.count else { throw unexpected("a closing quotation mark") }
      if bytes[index] == UInt8(ascii: "\"") { break }
      unescaped.append(contentsOf: bytes[start..<index])
      unescaped.append(contentsOf: try readEscape().utf8)
      start = index
    }
    let rest = bytes[start..<index]
    index += 1
    if unescaped.isEmpty { return String(decoding: rest, as: UTF8.self) }
    return String(decoding: unescaped + rest, as: UTF8.self)
  }

  /// Stops at a quotation mark, at a backslash or at the end of the text.
  private mutating func skipPlainText() throws(JSONError) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return }
      guard byte >= 0x20 else { throw error(.controlCharacter(byte)) }
      let length = byte < 0x80 ? 1 : scalarLength(at: index)
      guard length > 0 else { throw error(.invalidUTF8) }
      index += length
    }
  }

  private mutating func readEscape() throws(JSONError) -> Unicode.Scalar {
    let start = index
    guard start + 1 < bytes.count else {
      index = bytes.count
      throw unexpected("the rest of an escape")
    }
    index += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try readUnicodeEscape(from: start)
    default: throw error(.invalidEscape, at: start)
    }
  }

  /// Reads what follows `\u`, with the second half of a surrogate pair.
  private mutating func readUnicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    guard let unit = readHex() else { throw error(.invalidEscape, at: start) }
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { throw error(.loneSurrogate(unit), at: start) }
    let second = index
    index += 2
    guard let trail = readHex() else { throw error(.invalidEscape, at: second) }
    guard UTF16.isTrailSurrogate(trail) else { throw error(.loneSurrogate(unit), at: start) }
    return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
  }

  private mutating func readHex() -> UInt16? {
    guard bytes.count - index >= 4 else { return nil }
    var value: UInt16 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = byte.hexadecimalValue else { return nil }
      value = value << 4 | UInt16(digit)
    }
    index += 4
    return value
  }

  /// The length of the well-formed UTF-8 sequence here, and 0 for any other.
  func scalarLength(at offset: Int) -> Int {
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes[offset...].makeIterator())
    guard case .valid(let scalar) = parser.parseScalar(from: &rest) else { return 0 }
    return scalar.count
  }
}
