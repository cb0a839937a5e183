import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `JSON mutated at random` {
  static let corpus = [
    #"{"id":"f","item":[{"linkId":"1.é","type":"group","item":[]},{"a":-1.50e+3,"b":null}]}"#,
    "[0,-0,1.0,1e5,\"\\u00e9\\ud834\\udd1e\\n\",true,false,null,{\"\":{}},[[[]]]]",
    "\u{FEFF}{ \"k\" : \"👩‍👩‍👧 e\u{301}\" ,\r\n\t\"l\":[ ] }\n", "\"\\\\\\\"\"", "12.5E-7",
    String(repeating: "[", count: 126) + String(repeating: "]", count: 126),
  ].map { Array($0.utf8) }

  static let tokens = [
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "0", "-", "e", ".", "null", "//",
    "\u{FEFF}", "\u{202E}", "\n", "\r", "\"a\":",
  ].map { Array($0.utf8) }

  @Test(arguments: 0..<25 as Range<UInt64>)
  func `is refused with a place or reads back as it was`(seed: UInt64) throws {
    var random = JSONRandom(seed: seed)
    var accepted = 0
    for _ in 0..<1_000 {
      let bytes = try mutated(using: &random)
      if let error = refusal(bytes) {
        expectPlace(error, bytes)
      } else {
        accepted += 1
        try expectReadsBack(try JSON(parsing: bytes), bytes)
      }
    }
    // Some mutations hit a space or a letter in a string: a loop that only refuses tests little.
    #expect(accepted > 50 && accepted < 950)
  }

  private func mutated(using random: inout JSONRandom) throws -> [UInt8] {
    var bytes = try #require(Self.corpus.randomElement(using: &random))
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let start = Int.random(in: 0...bytes.count, using: &random)
      let end = min(bytes.count, start + Int.random(in: 0...3, using: &random))
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(start..<end)
      case 1: bytes.insert(contentsOf: bytes[start..<end], at: start)
      case 2: bytes.insert(UInt8.random(in: 0...255, using: &random), at: start)
      case 3 where start < bytes.count: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      default:
        bytes.insert(contentsOf: try #require(Self.tokens.randomElement(using: &random)), at: start)
      }
    }
    return bytes
  }

  private func expectReadsBack(_ value: JSON, _ bytes: [UInt8]) throws(JSONError) {
    let compact = try JSON(parsing: value.encodedBytes())
    let pretty = try JSON(parsing: value.encodedBytes(pretty: true, escapingTerminal: true))
    #expect(compact == value && pretty == value, "\(bytes)")
  }

  private func expectPlace(_ error: JSONError, _ bytes: [UInt8]) {
    #expect(error.offset >= 0 && error.offset <= bytes.count, "\(bytes)")
    #expect(error.place.line >= 1 && error.place.column >= 1, "\(bytes)")
    let controls = error.description.unicodeScalars.filter {
      $0.properties.generalCategory == .control
    }
    #expect(controls.isEmpty, "\(bytes)")
  }
}
