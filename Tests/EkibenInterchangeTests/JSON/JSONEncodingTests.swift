import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `Bytes that are not UTF-8 are refused` {
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x9F, 0xBF],
      [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xFF, 0xFE, 0x31, 0x00],
    ] as [[UInt8]])
  func `with their place, in a string, in a name and outside`(wrong: [UInt8]) {
    let inString = refusal(Array("[1,\n\"é".utf8) + wrong + Array("\"]".utf8))
    #expect(inString?.kind == .invalidUTF8)
    #expect(inString?.place.line == 2 && inString?.place.column == 3 && inString?.offset == 7)
    #expect(inString?.place.path == "[1]")
    #expect(refusal(Array("{\"".utf8) + wrong + Array("\":1}".utf8))?.kind == .invalidUTF8)
    #expect(refusal(Array("[1 ".utf8) + wrong + Array("]".utf8))?.kind == .invalidUTF8)
    #expect(refusal(Array("1 ".utf8) + wrong)?.kind == .invalidUTF8)
    #expect(refusal(Array("\"".utf8) + wrong)?.kind == .invalidUTF8)
  }

  @Test func `exactly where Swift refuses them, for all sequences of two bytes and the edges`() {
    let edges: [UInt8] = [0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xF5, 0xFF]
    for lead in UInt8(0x80)...0xFF {
      for second in edges {
        for third in edges {
          for tail in [[], [0x80], [0xBF], [0x41]] as [[UInt8]] {
            let bytes = [lead, second, third] + tail
            guard !bytes.contains(0) else { continue }
            let isValid = String(validating: bytes, as: UTF8.self) != nil
            let error = refusal([0x22] + bytes + [0x22])
            #expect((error == nil) == isValid, "\(bytes)")
          }
        }
      }
    }
  }
}
