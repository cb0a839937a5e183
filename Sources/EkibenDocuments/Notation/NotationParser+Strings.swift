extension NotationParser {
  /// Reads a JSON string, quotes and all.
  mutating func readString() throws(NotationError) -> String {
    try expect("\"")
    var text: [UInt8] = []
    while true {
      let start = position
      guard let byte = takeByte() else { throw fail(.characters("\"")) }
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try readEscape(from: start)).utf8
      // As in JSON: control characters are escaped, so that a line stays a line.
      case 0..<0x20: throw fail(.stringCharacter, at: start)
      default: text.append(byte)
      }
    }
  }

  private mutating func readEscape(from start: Int) throws(NotationError) -> Unicode.Scalar {
    switch takeByte() {
    case UInt8(ascii: "\"")?: return "\""
    case UInt8(ascii: "\\")?: return "\\"
    case UInt8(ascii: "/")?: return "/"
    case UInt8(ascii: "b")?: return "\u{8}"
    case UInt8(ascii: "f")?: return "\u{C}"
    case UInt8(ascii: "n")?: return "\n"
    case UInt8(ascii: "r")?: return "\r"
    case UInt8(ascii: "t")?: return "\t"
    case UInt8(ascii: "u")?:
      guard let scalar = readUnicodeEscape() else { throw fail(.stringCharacter, at: start) }
      return scalar
    default: throw fail(.stringCharacter, at: start)
    }
  }

  // Behind `\u`: four digits, or for scalars beyond 16 bits two halves of a surrogate pair.
  private mutating func readUnicodeEscape() -> Unicode.Scalar? {
    guard let first = readFourDigits() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take("\\u"), let second = readFourDigits(), (0xDC00..<0xE000).contains(second) else {
      return nil
    }
    return Unicode.Scalar(0x1_0000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func readFourDigits() -> UInt32? {
    var result: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = takeByte()?.hexadecimalValue else { return nil }
      result = result << 4 | UInt32(digit)
    }
    return result
  }
}
