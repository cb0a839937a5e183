/// Reads what ``Notation`` prints, from the left, a token of look-ahead.
struct NotationParser {
  private let bytes: [UInt8]
  private(set) var position = 0
  /// How many values were read, those of the lines before counted.
  var values: Int

  /// Values that one text may have: each costs some hundred bytes.
  static let mostValues = 1_000_000

  init(_ text: String, after values: Int = 0) {
    bytes = Array(text.utf8)
    self.values = values
  }

  /// The next byte; nil at the end.
  var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Says what belongs in a place, by default this one.
  func fail(_ expected: NotationError.Expected, at place: Int? = nil) -> NotationError {
    let place = place ?? position
    let before = bytes[..<place].count { $0 & 0xC0 != 0x80 }
    let rest = String(decoding: bytes[place...], as: UTF8.self).unicodeScalars
    return NotationError(
      line: 1, column: before + 1, expected: expected,
      found: rest.isEmpty ? nil : String(String.UnicodeScalarView(rest.prefix(20))))
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  mutating func skipSpaces() { while let byte = next, Self.isSpace(byte) { position += 1 } }

  /// Goes over a text, if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  mutating func take(while isWanted: (UInt8) -> Bool) -> String {
    let found = bytes[position...].prefix(while: isWanted)
    position = found.endIndex
    return String(decoding: found, as: UTF8.self)
  }

  mutating func takeByte() -> UInt8? {
    guard let byte = next else { return nil }
    position += 1
    return byte
  }

  mutating func expect(_ text: String) throws(NotationError) {
    skipSpaces()
    guard take(text) else { throw fail(.characters(text)) }
  }

  mutating func expectEnd() throws(NotationError) {
    skipSpaces()
    guard next == nil else { throw fail(.end) }
  }

  mutating func readChange() throws(NotationError) -> Change {
    let change = try readSides()
    try expectEnd()
    return change
  }

  /// Reads a change of a line, which may end by saying that a formula gave the value, and whether `;` and another
  /// one come behind it.
  mutating func readMarkedChange() throws(NotationError) -> (
    Change, isCalculated: Bool, isMore: Bool
  ) {
    let change = try readSides()
    skipSpaces()
    let isCalculated = take(Notation.calculated)
    skipSpaces()
    let isMore = take(";")
    if !isMore { try expectEnd() }
    return (change, isCalculated, isMore)
  }

  private mutating func readSides() throws(NotationError) -> Change {
    skipSpaces()
    let target = try readTarget()
    try expect(":")
    let before = try readSide(of: target)
    try expect("→")
    let after = try readSide(of: target)
    return Change(target.record, target.field, before: before, after: after)
  }

  private mutating func readSide(of target: Change.Target) throws(NotationError) -> Value? {
    skipSpaces()
    let start = position
    let value = try readValue()
    if target.field == nil, let value, value.asRecord == nil { throw fail(.record, at: start) }
    return value
  }

  // `document:[` and `section:` with an id right behind it; with a space it is a row of that name.
  private mutating func readTarget() throws(NotationError) -> Change.Target {
    if take("document:[") {
      position -= 1
      return Change.Target(.document, try readField())
    }
    let start = position
    if take("section:"), let byte = next, !Self.isSpace(byte) {
      let id = try readName(.name, SectionID.self)
      guard next == UInt8(ascii: "[") else { throw fail(.characters("[")) }
      return Change.Target(.section(id), try readField())
    }
    position = start
    let id = try readName(.target, RowID.self)
    return Change.Target(.row(id), next == UInt8(ascii: "[") ? try readField() : .value)
  }

  private mutating func readField() throws(NotationError) -> FieldName? {
    try expect("[")
    skipSpaces()
    if take("]") { return nil }
    let name = try readName(.name, FieldName.self)
    try expect("]")
    return name
  }

  /// Reads a name, bare or as a JSON string.
  mutating func readName<Name: RecordName>(
    _ expected: NotationError.Expected, _: Name.Type
  ) throws(NotationError) -> Name {
    let start = position
    let text: String
    if next == UInt8(ascii: "\"") {
      text = try readString()
    } else {
      text = readBareName()
      guard !text.isEmpty, Notation.isBare(text) else { throw fail(expected, at: start) }
    }
    do throws(InvalidName) { return try Name(text) } catch { throw fail(.legalName, at: start) }
  }

  // Up to what could be something else; whether all of it can stand bare is asked afterwards.
  mutating func readBareName() -> String {
    let start = position
    while let byte = next, !"[]:\"{},() \t".utf8.contains(byte), !isSign { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  // The arrow, or the sign of a line that was shortened.
  private var isSign: Bool {
    bytes[position...].starts(with: "→".utf8) || bytes[position...].starts(with: "…".utf8)
  }
}
