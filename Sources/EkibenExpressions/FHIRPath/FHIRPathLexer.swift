import EkibenDocuments

/// Takes the text of a FHIRPath expression apart into its words, from the left (release 2.0, appendix A).
///
/// A hyphen ends a name; but real forms call variables `%start-date`, without the back-ticks that this
/// needs. So the longest name wins that is defined.
struct FHIRPathLexer {
  private let text: String
  private let bytes: [UInt8]
  private let names: Set<String>
  private var place = 0

  init(_ text: String, variables names: Set<String>) {
    self.text = text
    bytes = Array(text.utf8)
    self.names = names
  }

  /// The next word.
  ///
  /// - Throws: ``ExpressionError`` where none begins.
  /// - Complexity: O(n) in its length.
  mutating func next() throws(ExpressionError) -> FHIRPathToken {
    try skipSpace()
    let start = place
    return FHIRPathToken(kind: try kind(), offset: start)
  }

  private mutating func kind() throws(ExpressionError) -> FHIRPathToken.Kind {
    guard let byte = peek() else { return .end }
    switch byte {
    case UInt8(ascii: "'"): return .text(try quoted(by: byte, "a text"))
    case UInt8(ascii: "`"): return .delimited(try quoted(by: byte, "a name"))
    case UInt8(ascii: "%"): return try variable()
    case UInt8(ascii: "@"): return try date()
    case UInt8(ascii: "$"):
      place += 1
      return .special("$" + word())
    case _ where byte.isDigit: return .number(number())
    case _ where byte.beginsWord: return .word(word())
    default: return try symbol()
    }
  }

  private func peek(_ ahead: Int = 0) -> UInt8? {
    place + ahead < bytes.count ? bytes[place + ahead] : nil
  }

  private func begins(_ text: StaticString) -> Bool {
    let end = place + text.utf8CodeUnitCount
    return end <= bytes.count && bytes[place..<end].elementsEqual("\(text)".utf8)
  }

  private func slice(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  func error(_ problem: ExpressionError.Problem, at offset: Int) -> ExpressionError {
    ExpressionError(problem, at: offset, in: text)
  }

  private mutating func skipSpace() throws(ExpressionError) {
    while let byte = peek() {
      if begins("//") {
        while let byte = peek(), byte != 0x0A, byte != 0x0D { place += 1 }
      } else if begins("/*") {
        let start = place
        place += 2
        while !begins("*/") {
          guard peek() != nil else { throw error(.unfinished("a comment"), at: start) }
          place += 1
        }
        place += 2
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B && byte != 0x0C {
        place += 1
      } else {
        return
      }
    }
  }

  private mutating func word() -> String {
    let start = place
    while let byte = peek(), byte.beginsWord || byte.isDigit { place += 1 }
    return slice(start..<place)
  }

  // A point belongs to a number only before a digit: `1.toString()`.
  private mutating func number() -> String {
    let start = place
    takeDigits()
    if peek() == UInt8(ascii: "."), peek(1)?.isDigit ?? false {
      place += 1
      takeDigits()
    }
    return slice(start..<place)
  }

  private mutating func variable() throws(ExpressionError) -> FHIRPathToken.Kind {
    let start = place
    place += 1
    switch peek() {
    case let quote? where "`'".utf8.contains(quote):
      return .variable(try quoted(by: quote, "a name"))
    case let byte? where byte.beginsWord: return .variable(name())
    default: throw error(.unexpected("%"), at: start)
    }
  }

  private mutating func name() -> String {
    var found = word()
    var (longest, end) = (found, place)
    while peek() == UInt8(ascii: "-"), peek(1)?.beginsWord ?? false || peek(1)?.isDigit ?? false {
      place += 1
      found += "-" + word()
      if names.contains(found) { (longest, end) = (found, place) }
    }
    place = end
    return longest
  }

  private mutating func symbol() throws(ExpressionError) -> FHIRPathToken.Kind {
    guard let length = symbolLength else {
      throw error(.unexpected(character(at: place)), at: place)
    }
    place += length
    return .symbol(slice(place - length..<place))
  }

  // A whole Character, so that what is quoted is one.
  private func character(at place: Int) -> String {
    String(String(decoding: bytes[place...].prefix(64), as: UTF8.self).prefix(1))
  }

  // In bytes; nil where no symbol begins: what combines with one makes another character of it.
  private var symbolLength: Int? {
    guard let byte = peek() else { return nil }
    if let second = peek(1) {
      if second == UInt8(ascii: "="), "!<>".utf8.contains(byte) { return 2 }
      if second == UInt8(ascii: "~"), byte == UInt8(ascii: "!") { return 2 }
      if second >= 0x80, character(at: place).utf8.count > 1 { return nil }
    }
    return "()[]{}.,+-*/&|<>=~".utf8.contains(byte) ? 1 : nil
  }

  private mutating func quoted(by quote: UInt8, _ what: String) throws(ExpressionError) -> String {
    let start = place
    place += 1
    var found: [UInt8] = []
    while let byte = peek(), byte != quote {
      place += 1
      if byte == UInt8(ascii: "\\") { found += try escaped() } else { found.append(byte) }
    }
    guard peek() == quote else { throw error(.unfinished(what), at: start) }
    place += 1
    return String(decoding: found, as: UTF8.self)
  }

  private mutating func escaped() throws(ExpressionError) -> [UInt8] {
    let start = place - 1
    guard let byte = peek() else { return [] }
    place += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"): return try scalar(from: start)
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "\\"),
      UInt8(ascii: "/"):
      return [byte]
    default: throw error(.escape(character(at: place - 1)), at: start)
    }
  }

  // `\u00e9`, or a pair of surrogates for what lies behind the first plane.
  private mutating func scalar(from start: Int) throws(ExpressionError) -> [UInt8] {
    var unit = try codeUnit(from: start)
    if (0xD800...0xDBFF).contains(unit), begins("\\u") {
      place += 2
      let low = try codeUnit(from: start)
      guard (0xDC00...0xDFFF).contains(low) else { throw error(.escape("u"), at: start) }
      unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(unit) else { throw error(.escape("u"), at: start) }
    return Array(String(scalar).utf8)
  }

  private mutating func codeUnit(from start: Int) throws(ExpressionError) -> UInt32 {
    let digits = slice(place..<min(place + 4, bytes.count))
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(digits, radix: 16)
    else { throw error(.escape("u"), at: start) }
    place += 4
    return unit
  }

  private mutating func date() throws(ExpressionError) -> FHIRPathToken.Kind {
    let start = place
    place += 1
    let isTime = peek() == UInt8(ascii: "T")
    if !isTime {
      takeDigits()
      for _ in 0..<2 where peek() == UInt8(ascii: "-") && (peek(1)?.isDigit ?? false) {
        place += 1
        takeDigits()
      }
    }
    var hasZone = false
    if peek() == UInt8(ascii: "T") {
      place += 1
      takeDigits()
      // A point belongs to it only before a digit: `@T14:30.is(Time)`.
      while let byte = peek(), ":.".utf8.contains(byte), peek(1)?.isDigit ?? false {
        place += 1
        takeDigits()
      }
      hasZone = takeZone()
    }
    let found = slice((start + 1)..<place)
    let text = isTime ? String(found.dropFirst()) : found
    // A time of day has no zone.
    guard let date = PartialDate(text), (date.kind == .time) == isTime, !(isTime && hasZone) else {
      throw error(.date("@" + found), at: start)
    }
    return .date(date)
  }

  private mutating func takeDigits() { while peek()?.isDigit ?? false { place += 1 } }

  private mutating func takeZone() -> Bool {
    if peek() == UInt8(ascii: "Z") {
      place += 1
      return true
    }
    guard let sign = peek(), "+-".utf8.contains(sign), peek(3) == UInt8(ascii: ":") else {
      return false
    }
    for digit in [1, 2, 4, 5] { guard peek(digit)?.isDigit ?? false else { return false } }
    place += 6
    return true
  }
}

extension UInt8 {
  fileprivate var beginsWord: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) || self == UInt8(ascii: "_")
  }
}
