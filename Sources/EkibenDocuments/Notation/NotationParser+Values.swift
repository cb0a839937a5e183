extension NotationParser {
  /// Reads a value; nil is `–`, which only stands for a whole one.
  mutating func readValue() throws(NotationError) -> Value? {
    skipSpaces()
    if take("–") { return nil }
    return try readPresentValue(depth: 0, or: .value)
  }

  private mutating func readPresentValue(
    depth: Int, or expected: NotationError.Expected
  ) throws(NotationError) -> Value {
    skipSpaces()
    guard depth < ValueCoding.maximumDepth else { throw fail(.fewerLevels) }
    guard values < Self.mostValues else { throw fail(.fewerValues) }
    values += 1
    guard let byte = next else { throw fail(expected) }
    switch byte {
    case UInt8(ascii: "\""): return .text(try readString())
    case UInt8(ascii: "["): return .list(try readList(depth: depth + 1))
    case UInt8(ascii: "{"): return .record(try readRecord(depth: depth + 1))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try readNumber()
    default: return try readWord(or: expected)
    }
  }

  private mutating func readNumber() throws(NotationError) -> Value {
    let start = position
    let digits = take { "0123456789+-.eE:TZ".utf8.contains($0) }
    guard let decimal = DecimalNumber(digits) else {
      if let date = DateText(digits) { return .date(date) }
      throw fail(.number, at: start)
    }
    if let unit = readUnit() { return .record([.number: .decimal(decimal), .unit: .text(unit)]) }
    let isWhole = !decimal.digits.utf8.contains { ".eE".utf8.contains($0) }
    guard isWhole else { return .decimal(decimal) }
    // `-0` is a number of its own among the decimals, and none among the whole ones.
    guard let integer = Int64(decimal.digits), "\(integer)" == decimal.digits else {
      throw fail(.integer, at: start)
    }
    return .integer(integer)
  }

  // Of a quantity, as in `5.0 mg`; one that does not begin with a letter is only read from a record.
  private mutating func readUnit() -> String? {
    let start = position
    skipSpaces()
    guard position > start, let byte = next else { return nil }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    // Those of `µ` and `°`, and of Greek letters.
    let mayBegin = isLetter || byte == UInt8(ascii: "%") || [0xC2, 0xCE, 0xCF].contains(byte)
    return mayBegin ? readBareName() : nil
  }

  private mutating func readDecimal() throws(NotationError) -> DecimalNumber {
    let start = position
    let digits = take { "0123456789+-.eE".utf8.contains($0) }
    guard let decimal = DecimalNumber(digits) else { throw fail(.number, at: start) }
    return decimal
  }

  private mutating func readWord(
    or expected: NotationError.Expected
  ) throws(NotationError) -> Value {
    let start = position
    switch take(while: { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }) {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "decimal":
      return try inParentheses { (parser) throws(NotationError) in
        .decimal(try parser.readDecimal())
      }
    case "date":
      return try inParentheses { (parser) throws(NotationError) in .date(try parser.readDate()) }
    case "bytes":
      return try inParentheses { (parser) throws(NotationError) in .bytes(try parser.readBytes()) }
    case "verbatim":
      return try inParentheses { (parser) throws(NotationError) in
        guard parser.next == UInt8(ascii: "\"") else { throw parser.fail(.characters("\"")) }
        return .verbatim(try parser.readString())
      }
    default: throw fail(expected, at: start)
    }
  }

  private mutating func inParentheses(
    _ read: (inout NotationParser) throws(NotationError) -> Value
  ) throws(NotationError) -> Value {
    try expect("(")
    skipSpaces()
    let value = try read(&self)
    try expect(")")
    return value
  }

  private mutating func readDate() throws(NotationError) -> DateText {
    let start = position
    let text = take { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ")") }
    guard let date = DateText(text) else { throw fail(.date, at: start) }
    return date
  }

  private mutating func readBytes() throws(NotationError) -> [UInt8] {
    let start = position
    let digits = take { $0.hexadecimalValue != nil }.utf8.compactMap(\.hexadecimalValue)
    guard let bytes = Hexadecimal.bytes(ofDigits: digits) else {
      throw fail(.hexadecimal, at: start)
    }
    return bytes
  }

  private mutating func readList(depth: Int) throws(NotationError) -> [Value] {
    var values: [Value] = []
    try expect("[")
    skipSpaces()
    if take("]") { return values }
    repeat {
      values.append(try readPresentValue(depth: depth, or: .presentValue))
      skipSpaces()
    } while take(",")
    guard take("]") else { throw fail(.characters(", or ]")) }
    return values
  }

  // Names may come in any order; they are sorted once, so that a long record is no trap.
  private mutating func readRecord(depth: Int) throws(NotationError) -> Fields {
    var elements: [(field: Fields.Element, place: Int)] = []
    try expect("{")
    skipSpaces()
    if take("}") { return Fields() }
    repeat {
      skipSpaces()
      let place = position
      let name = try readName(.name, FieldName.self)
      try expect(":")
      let value = try readPresentValue(depth: depth, or: .presentValue)
      elements.append((Fields.Element(name: name, value: value), place))
      skipSpaces()
    } while take(",")
    guard take("}") else { throw fail(.characters(", or }")) }
    elements.sort { ($0.field.name, $0.place) < ($1.field.name, $1.place) }
    for (one, other) in zip(elements, elements.dropFirst()) where one.field.name == other.field.name
    {
      throw fail(.newName, at: other.place)
    }
    return Fields(sorted: ContiguousArray(elements.lazy.map(\.field)))
  }

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
