extension JSONParser {
  /// Reads a number and keeps its digits as they are, however many: answers have as many (rule D7).
  mutating func readNumber() throws(JSONError) -> String {
    let start = index
    switch JSONNumber.end(in: bytes, from: start) {
    case .end(let end): index = end
    case .leadingZero(let offset): throw error(.leadingZero, at: offset)
    case .digitMissing(let offset):
      index = offset
      throw unexpected("a digit")
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads `true`, `false` or `null`.
  mutating func readWord() throws(JSONError) -> JSON.Content {
    let end = wordEnd
    let content: JSON.Content
    switch String(decoding: bytes[index..<end], as: UTF8.self) {
    case "true": content = .bool(true)
    case "false": content = .bool(false)
    case "null": content = .null
    default: throw unexpected("a value")
    }
    index = end
    return content
  }

  /// Where the word that starts here ends; no word that we tell about is longer than 32.
  var wordEnd: Int {
    let longest = bytes[index..<min(index + 32, bytes.count)]
    return longest.firstIndex { !$0.isOfWord } ?? longest.endIndex
  }
}

/// The grammar of numbers, for the parser and for numbers made by hand.
enum JSONNumber {
  /// How the search for the end of a number went; the offsets are those of the fault.
  enum Scan: Equatable {
    case end(Int)
    case leadingZero(Int)
    case digitMissing(Int)
  }

  /// Follows a number from its first byte to the first that no longer belongs to it.
  static func end(in bytes: [UInt8], from start: Int) -> Scan {
    var index = start
    if index < bytes.count, bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    guard skipDigits(in: bytes, from: &index) else { return .digitMissing(index) }
    if bytes[whole] == UInt8(ascii: "0") && index > whole + 1 { return .leadingZero(whole) }
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      index += 1
      guard skipDigits(in: bytes, from: &index) else { return .digitMissing(index) }
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) {
        index += 1
      }
      guard skipDigits(in: bytes, from: &index) else { return .digitMissing(index) }
    }
    return .end(index)
  }

  /// Whether the whole text is one JSON number.
  static func isValid(_ digits: String) -> Bool {
    let bytes = Array(digits.utf8)
    return end(in: bytes, from: 0) == .end(bytes.count)
  }

  private static func skipDigits(in bytes: [UInt8], from index: inout Int) -> Bool {
    let start = index
    while index < bytes.count, bytes[index] >= 0x30, bytes[index] <= 0x39 { index += 1 }
    return index > start
  }
}
