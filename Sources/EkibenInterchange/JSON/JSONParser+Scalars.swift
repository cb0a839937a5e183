internal import EkibenDocuments

extension JSONParser {
  /// Reads a number and keeps its digits as they are, however many: answers have as many (rule D7).
  mutating func readNumber() throws(JSONError) -> String {
    let start = index
    _ = skip("-")
    let whole = index
    try skipDigits()
    if bytes[whole] == UInt8(ascii: "0"), index > whole + 1 { throw error(.leadingZero, at: whole) }
    if skip(".") { try skipDigits() }
    if skip("e") || skip("E") {
      _ = skip("+") || skip("-")
      try skipDigits()
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private mutating func skipDigits() throws(JSONError) {
    guard peek?.isDigit ?? false else { throw unexpected("a digit") }
    while peek?.isDigit ?? false { index += 1 }
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
