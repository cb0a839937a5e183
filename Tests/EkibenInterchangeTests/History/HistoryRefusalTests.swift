import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import RandomJournals
import Testing

/// What is no history is refused, with its place, and nothing traps.
@Suite(.timeLimit(.minutes(20))) struct HistoryRefusalTests {
  /// A line of the small history, what to change in it, and what is said then.
  struct Case: CustomTestStringConvertible {
    let line: Int
    let part: String
    let wrong: String
    let said: String
    var testDescription: String { "line \(line): \(part) → \(wrong)" }

    init(_ line: Int, _ part: String, _ wrong: String, _ said: String) {
      (self.line, self.part, self.wrong, self.said) = (line, part, wrong, said)
    }
  }

  static let header: [Case] = [
    Case(
      1, "history/1", "history/3",
      "1: the format ekiben-history/3 is newer than this program, which reads ekiben-history/1 and "
        + "ekiben-history/2"),
    Case(
      1, "ekiben-history/1", "others/1",
      "1: the format others/1 is not known; this program reads ekiben-history/1 and "
        + "ekiben-history/2"),
    Case(1, #""ekiben-history/1""#, "1", "11, at format: expected text, found a number"),
    Case(1, #""format":"ekiben-history/1","#, "", #"1: the member "format" is missing"#),
    Case(1, "00112233", "0011223", "36, at uid: a uid is 32 hexadecimal digits, in lower case"),
    Case(1, "00112233", "001122", "36, at uid: a uid is 32 hexadecimal digits, in lower case"),
    Case(1, "aabb", "AAbb", "36, at uid: a uid is 32 hexadecimal digits, in lower case"),
    Case(1, #""visit-17""#, #""""#, "82, at document: an id cannot be empty"),
    Case(1, #""form":"#, #""key":7,"form":"#, #"99, at key: the member "key" is not known here"#),
    Case(
      1, #""intake""#, #""other""#,
      "\nline 2, column 1: the document is not filled in from a form of this name"),
  ]

  static let form: [Case] = [
    Case(
      2, #""ekiben-form":1"#, #""ekiben-form":2"#,
      "24, at form[\"ekiben-form\"]: version 2 of our form JSON is not known; this program reads \"ekiben-form\": 1"
    ),
    Case(2, #""ekiben-form":1,"#, "", #"9, at form: the member "ekiben-form" is missing"#),
    Case(
      2, #""consent""#, #""name""#,
      "174, at form.sections[0].rows[1].id: these ids occur more than once: name (line 2, column 121 and line 2, column 174)"
    ),
    Case(2, "]}}", #"]},"more":1}"#, #"217, at more: the member "more" is not known here"#),
    Case(
      2, "]}}", #"]},"places":{"sections":["80"],"rows":[["80"]]}}"#,
      "246, at places.rows[0]: there have to be 2 keys"),
    Case(
      2, "]}}", #"]},"places":{"sections":["80"],"rows":[]}}"#,
      "245, at places.rows: there are 1 sections"),
    Case(
      2, "]}}", #"]},"places":{"sections":["8"],"rows":[["80","81"]]}}"#,
      "232, at places.sections[0]: a key is written in pairs of hexadecimal digits"),
    Case(
      2, "]}}", #"]},"places":{"sections":["80"],"rows":[["81","80"]]}}"#,
      "219, at places: the keys put the form into another order"),
    Case(2, "]}}", "]}", "209, at form: expected a comma or \"}\", found the end of the text"),
  ]

  static let entry: [Case] = [
    Case(3, #""entry":1"#, #""entry":2"#, "1: entry 2 stands where entry 1 has to be"),
    Case(
      3, #""entry":1"#, #""entry":1.0"#, "10, at entry: expected a whole number, found 1.0"),
    Case(3, #""create""#, #""edit""#, "1: the journal is damaged at entry 1"),
    Case(3, #""create""#, #""created""#, "19, at kind: this is no kind of entry"),
    Case(3, #""head":1,"#, "", #"1: the member "head" is missing"#),
    Case(
      3, #""head":1"#, #""head":9223372036854775808"#,
      "35, at head: expected a whole number, found 9223372036854775808"),
    Case(
      3, "01.001Z", "01Z",
      "67, at time: a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"),
    Case(
      3, "01.001Z", "01.001+00:00",
      "67, at time: a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"),
    Case(
      3, "1970-01-01", "1970-02-30",
      "67, at time: a time is UTC with milliseconds, as 2026-11-21T10:00:00.000Z"),
    Case(
      3, #""reason":"new patient""#, #""reason":null"#, "103, at reason: expected text, found null"),
    Case(3, #""reason""#, #""why""#, #"100, at why: the member "why" is not known here"#),
    Case(3, #""step":1"#, #""step":1,"step":1"#, #"126, at step: the member "step" appears twice"#),
    Case(3, #""step":1"#, #""step":2"#, "1: the journal is damaged at entry 1"),
    Case(3, #""step":1"#, #""step":1,"mark":"m""#, "1: the journal is damaged at entry 1"),
    Case(
      3, #""step":1"#, #""step":1,"form":1"#,
      "1: \"form\" of entry 1 is not what follows from the entries before it"),
    Case(4, #""parent":1,"#, "", "1: the journal is damaged at entry 2"),
    Case(
      4, #""of":[]"#, #""of":[1]"#,
      "1: \"of\" of entry 2 is not what follows from the entries before it"),
    Case(4, #""after":"Ad""#, #""before":null,"after":"Ad""#, "1: name: expected null, found –"),
    Case(
      4, #""after":"Ad""#, #""after":"Ad","origin":1"#,
      "1: \"origin\" of entry 2 is not what follows from the entries before it"),
    Case(4, #""record":"name""#, #""record":"nome""#, "1: nome: expected –, found –"),
    Case(
      4, #""record":"name""#, #""record":"\"name\"""#,
      "133, at changes[0].record: this does not name a record"),
    Case(
      4, #""record":"name""#, #""record":"\"name""#,
      "133, at changes[0].record: this does not name a record"),
    Case(
      4, #""record":"name""#, #""record":"document:name""#,
      "133, at changes[0].record: this does not name a record"),
    Case(4, #""record":"name","#, "", #"123, at changes[0]: the member "record" is missing"#),
    Case(
      4, #""field":"value","#, "",
      "123, at changes[0]: a change without a field is one of a whole record"),
    Case(
      4, #""field":"value""#, #""field":null"#,
      "148, at changes[0].field: expected text, found null"),
    Case(
      4, "}]", #"},{"record":"name","field":"value"}]"#,
      "170, at changes[1]: an entry changes each field once"),
    Case(5, #""step":2"#, #""step":1"#, "1: the journal is damaged at entry 3"),
    Case(
      5, #","origin":2"#, "",
      "1: \"origin\" of entry 3 is not what follows from the entries before it"),
    Case(5, #""before":"Ad""#, #""before":"Eve""#, "1: name: expected \"Eve\", found \"Ad\""),
    Case(6, "[3,2]", "[3]", "1: \"of\" of entry 4 is not what follows from the entries before it"),
    Case(
      6, "[3,2]", "[2,3]", "1: \"of\" of entry 4 is not what follows from the entries before it"),
    Case(
      6, #""head":1"#, #""head":2"#,
      "1: \"of\" of entry 4 is not what follows from the entries before it"),
    Case(6, #""head":1"#, #""head":7"#, "1: the journal is damaged at entry 4"),
    Case(
      6, #""before":"Ada""#, #""before":"Ada","after":"A""#,
      "1: \"changes\" of entry 4 is not what follows from the entries before it"),
    Case(
      6, #""before":"Ada""#, #""before":"Ada","origin":3"#,
      "185, at changes[0].origin: an entry that travels brings origins back and has none of its "
        + "own"),
    Case(
      6, #"{"record":"name","field":"value","before":"Ada"}"#, "",
      "1: \"changes\" of entry 4 is not what follows from the entries before it"),
    Case(8, "as sent", "17", "1: the journal is damaged at entry 6"),
    Case(
      8, #""changes":[]"#, #""changes":[{"record":"name","field":"value","after":"x"}]"#,
      "1: \"changes\" of entry 6 is not what follows from the entries before it"),
    Case(
      10, #""of":[]"#, #""of":[1]"#,
      "1: \"of\" of entry 8 is not what follows from the entries before it"),
    Case(
      10, #""of":[]"#, #""of":[5]"#,
      "1: \"of\" of entry 8 is not what follows from the entries before it"),
    Case(
      10, #""of":[]"#, #""of":[4]"#,
      "1: \"of\" of entry 8 is not what follows from the entries before it"),
    Case(
      10, #""of":[]"#, #""of":[8]"#,
      "1: \"of\" of entry 8 is not what follows from the entries before it"),
    Case(
      10, #""of":[]"#, #""of":[2,3]"#,
      "1: \"of\" of entry 8 is not what follows from the entries before it"),
  ]

  // Rules I4 and I13.
  @Test(arguments: header + form + entry)
  func `a line that is wrong is refused with its place`(wrong: Case) throws {
    var lines = HistoryFileTests.lines
    let line = lines[wrong.line - 1]
    lines[wrong.line - 1] = line.replacing(wrong.part, with: wrong.wrong, maxReplacements: 1)
    try #require(lines[wrong.line - 1] != line)
    let said = historyRefusal(file(lines))
    let expected =
      wrong.said.hasPrefix("\n")
      ? String(wrong.said.dropFirst()) : "line \(wrong.line), column \(wrong.said)"
    #expect(said == expected)
  }

  @Test(
    arguments: [
      (
        [],
        "line 1, column 1: the history ends before its first line, which says {\"format\": \"ekiben-history/2\", …}"
      ),
      ([0], "line 2, column 1: the history ends before its form"),
      ([0, 1], "line 3, column 1: the history ends before its first entry"),
      ([0, 2], "line 2, column 1: the history ends before its form"),
      ([1], "line 1, column 1: the member \"format\" is missing"),
      ([0, 0], "line 2, column 11, at format: the member \"format\" is not known here"),
      ([0, 1, 2, 1], "line 4, column 1: the member \"kind\" is missing"),
      ([0, 1, 2, 4], "line 4, column 1: entry 3 stands where entry 2 has to be"),
      ([0, 1, 2, 2], "line 4, column 1: entry 1 stands where entry 2 has to be"),
    ] as [([Int], String)])
  func `lines have their order`(order: [Int], said: String) {
    #expect(historyRefusal(file(order.map { HistoryFileTests.lines[$0] })) == said)
  }

  @Test func `an empty line is none`() {
    var lines = HistoryFileTests.lines
    lines.insert("", at: 4)
    #expect(historyRefusal(file(lines))?.hasPrefix("line 5, column 1: ") == true)
  }

  @Test func `a reader that has refused a line refuses every other`() throws {
    var reader = HistoryReader()
    let first = try #require(throws: HistoryFileError.self) { try reader.read(line: [0]) }
    for line in HistoryFileTests.lines {
      #expect(throws: first) { try reader.read(line: Array(line.utf8)) }
    }
    #expect(throws: first) { try reader.finish() }
  }

  @Test func `a line without an end is refused before it fills the memory`() throws {
    var lines = LineSplitter()
    let piece = [UInt8](repeating: 0x20, count: 16 << 20)
    for _ in 0..<4 { #expect(try lines.take([10] + piece).count == 1) }
    for _ in 0..<3 { #expect(try lines.take(piece).isEmpty) }
    let error = try #require(throws: HistoryFileError.self) { _ = try lines.take(piece) }
    #expect(error.description == "line 5, column 1: the line is longer than 64 MB")
  }

  // Rule I3.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func `no file traps, whatever happened to it`(seed: UInt64) throws {
    var generator = try JournalGenerator(seed: seed)
    for _ in 0..<12 { try generator.operate() }
    let file = try historyFile(generator.journal, over: generator.base)
    var random = SeededGenerator(seed: seed)
    var refused = 0
    for _ in 0..<150 {
      var bytes = file
      for _ in 0..<random.number(in: 1...3) { Self.damage(&bytes, &random) }
      if historyRefusal(bytes) != nil { refused += 1 }
    }
    #expect(refused > 75)
  }

  private static func damage(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    let place = random.number(in: 0...bytes.count - 1)
    switch random.number(in: 0...4) {
    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
    case 1: bytes.removeSubrange(place..<min(bytes.count, place + random.number(in: 1...9)))
    case 2: bytes.insert(contentsOf: random.pick(tokens).utf8, at: place)
    case 3:
      // Numbers become other numbers, which keeps the line JSON.
      if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
        bytes[digit] = 0x30 + UInt8(random.number(in: 0...9))
      }
    default:
      var lines = bytes.split(separator: 10)
      lines.swapAt(random.number(in: 0...lines.count - 1), random.number(in: 0...lines.count - 1))
      bytes = Array(lines.joined(separator: [10]))
    }
    if bytes.isEmpty { bytes = [10] }
  }

  private static let tokens = [
    "{", "}", "[", "]", "\"", ",", ":", "null", "9223372036854775807", "-9223372036854775808",
    #"{"ekiben:list":[1]}"#, "\n", "\\u0000", #""order","#, #""section","#,
  ]

  private func file(_ lines: [String]) -> [UInt8] {
    Array(lines.map { $0 + "\n" }.joined().utf8)
  }
}
