import EkibenTesting
import Testing

@testable import EkibenInterchange

/// What the writer writes the reader reads.
@Suite(.timeLimit(.minutes(20))) struct CSVWriterTests {
  /// Texts that readers of tables stumble over.
  static let pieces = [
    "", "a", " ", ",", "\"", "\"\"", "\r", "\n", "\r\n", ";", "\\", "'", "=", "+", "-", "@", "\t",
    "\u{FF1D}", "1", "é", "e\u{301}", "👩‍👩‍👧", "\u{FEFF}", "\u{0}", "\u{202E}", "|", "=1+1",
  ]

  // Rule I25.
  @Test(arguments: [
    (["a", "b"], "a,b\r\n"), (["a,b", ""], "\"a,b\",\"\"\r\n"),
    (["say \"hi\""], "\"say \"\"hi\"\"\"\r\n"),
    (["two\nlines", "\r"], "\"two\nlines\",\"'\r\"\r\n"),
    ([" a", "b ", "a b"], "\" a\",\"b \",a b\r\n"), (["é", "日本"], "é,日本\r\n"),
  ])
  func `a line is written as RFC 4180 says`(texts: [String], line: String) {
    #expect(CSVWriter().line(texts.map { .text($0) }) == line)
  }

  // Rule I25.
  @Test func `no answer, an empty text and nothing at all are told apart`() {
    #expect(CSVWriter().line([.missing, .text(""), .missing]) == ",\"\",\r\n")
  }

  // Rule I26.
  @Test(arguments: [
    ("=1", "'=1"), ("+43", "'+43"), ("-5", "'-5"), ("@x", "'@x"), ("\tx", "'\tx"), ("'=1", "''=1"),
    ("''=", "'''="), ("'a", "'a"), ("a=1", "a=1"), ("'", "'"), ("", ""),
    ("\u{FF1D}1", "'\u{FF1D}1"), ("\u{FF0B}1", "'\u{FF0B}1"), ("\u{FF0D}1", "'\u{FF0D}1"),
    ("\u{FF20}x", "'\u{FF20}x"), ("\r=", "'\r="), ("\nx", "'\nx"), ("'\t", "''\t"),
    (" =1", " =1"), ("\u{FF0E}1", "\u{FF0E}1"),
  ])
  func `what looks like a formula gets an apostrophe`(text: String, cell: String) {
    #expect(CSVWriter.harmless(text) == cell)
  }

  // Rule I26.
  @Test func `numbers stay numbers, and raw texts texts`() {
    #expect(CSVWriter().line([.plain("-5"), .plain("-0.50")]) == "-5,-0.50\r\n")
    #expect(CSVWriter(isRaw: true).line([.text("=1"), .text("-x")]) == "=1,-x\r\n")
  }

  // Rules I25 and I26.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `whatever is written reads back`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let texts = (0..<random.number(in: 1...5)).map { _ in
        (0..<random.number(in: 0...4)).map { _ in random.pick(Self.pieces) }.joined()
      }
      // A mark at the beginning of a file is none of the text.
      let cells = [.plain("x")] + texts.map { CSVWriter.Cell.text($0) }
      for isRaw in [true, false] {
        let line = CSVWriter(isRaw: isRaw).line(cells)
        let records = try CSVReader.read(Array(line.utf8))
        try #require(records.count == 1)
        let read = records[0].values.dropFirst().map { isRaw ? $0 : Self.freed($0) }
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) }, "\(line)")
      }
    }
  }

  /// A text without the apostrophe that it may have got.
  static func freed(_ cell: String) -> String {
    let scalars = Array(cell.unicodeScalars)
    guard scalars.first == "'", let first = scalars.first(where: { $0 != "'" }) else { return cell }
    let starts: [Unicode.Scalar] = [
      "=", "+", "-", "@", "\t", "\r", "\n", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
    ]
    return starts.contains(first) ? String(String.UnicodeScalarView(scalars.dropFirst())) : cell
  }
}
