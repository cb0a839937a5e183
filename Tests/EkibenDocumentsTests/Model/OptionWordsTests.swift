import EkibenDocuments
import EkibenTesting
import Testing

@Suite(.timeLimit(.minutes(20))) struct `The words of an option` {
  // The slow and obvious way.
  private func words(in text: String) -> [String] {
    text.split { !($0.isLetter || $0.isNumber) }.map { $0.lowercased() }
  }

  @Test(arguments: [
    ("", []), ("Label 7 of group-1000", ["label", "7", "of", "group", "1000"]),
    (" a\r\nB\tc_d@e[f`g{h/i:j ", ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"]),
    ("Crème brûlée", ["crème", "brûlée"]), ("a½ II ²", ["a½", "ii", "²"]),
  ])
  func `are its runs of letters and digits in lower case`(text: String, expected: [String]) {
    #expect(OptionSetDocument.words(in: text) == expected)
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func `are the same whether all of it is ASCII or not`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let text = String(
      String.UnicodeScalarView(
        (0..<40).map { _ in Unicode.Scalar(UInt8.random(in: 0..<0x80, using: &random)) }))
    #expect(OptionSetDocument.words(in: text) == words(in: text))
    #expect(OptionSetDocument.words(in: text + " é") == words(in: text) + ["é"])
  }
}
