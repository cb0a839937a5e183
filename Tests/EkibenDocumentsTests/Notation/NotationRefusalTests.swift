import EkibenDocuments
import EkibenTesting
import Testing

/// Lines that are not in the notation, and what is said about them.
@Suite(.timeLimit(.minutes(20))) struct NotationRefusalTests {
  @Test(
    arguments: [
      ("", 1, .target, nil), ("   ", 4, .target, nil), (": 1 → 2", 1, .target, ": 1 → 2"),
      ("–: 1 → 2", 1, .target, "–: 1 → 2"), ("#a: 1 → 2", 1, .target, "#a: 1 → 2"),
      ("\u{202E}: 1 → 2", 1, .target, "\u{202E}: 1 → 2"), ("[a]: 1 → 2", 1, .target, "[a]: 1 → 2"),
      ("a", 2, .characters(":"), nil), ("a 1 → 2", 3, .characters(":"), "1 → 2"),
      ("a [title]: 1 → 2", 3, .characters(":"), "[title]: 1 → 2"),
      ("a[: 1", 3, .name, ": 1"), ("a[title: 1", 8, .characters("]"), ": 1"),
      ("\"\": 1 → 2", 1, .legalName, "\"\": 1 → 2"),
      ("a[\"\\n\"]: 1 → 2", 3, .legalName, "\"\\n\"]: 1 → 2"),
      ("section:a: 1 → 2", 10, .characters("["), ": 1 → 2"),
      ("section:[a]: 1 → 2", 9, .name, "[a]: 1 → 2"),
      ("document:[\"x]: 1 → 2", 21, .characters("\""), nil),
      ("a:", 3, .value, nil), ("a: x → 2", 4, .value, "x → 2"), ("a: - → 2", 4, .number, "- → 2"),
      ("a: 1", 5, .characters("→"), nil), ("a: 1 -> 2", 6, .characters("→"), "-> 2"),
      ("é: 1 =", 6, .characters("→"), "="), ("a: 1 → ", 8, .value, nil),
      ("a: 1 → 2 3", 10, .end, "3"), ("a: 1 → 2\n", 9, .end, "\n"),
      ("a[]: 1 → –", 6, .record, "1 → –"), ("a[]: – → \"x\"", 10, .record, "\"x\""),
      ("a: 01 → 2", 4, .number, "01 → 2"), ("a: 1. → 2", 4, .number, "1. → 2"),
      ("a: -0 → 2", 4, .integer, "-0 → 2"),
      ("a: 9223372036854775808 → 2", 4, .integer, "9223372036854775808 "),
      ("a: [–] → 2", 5, .presentValue, "–] → 2"),
      ("a: [1 2] → 2", 7, .characters(", or ]"), "2] → 2"),
      ("a: [1,] → 2", 7, .presentValue, "] → 2"), ("a: [", 5, .presentValue, nil),
      ("a: {x 1} → 2", 7, .characters(":"), "1} → 2"), ("a: {x: 1", 9, .characters(", or }"), nil),
      ("a: {x: 1, x: 2} → 2", 11, .newName, "x: 2} → 2"), ("a: {,} → 2", 5, .name, ",} → 2"),
      ("a: {x: –} → 2", 8, .presentValue, "–} → 2"),
      ("a: {} {} → 2", 7, .characters("→"), "{} → 2"),
      ("a: date(2023-02-29) → 2", 9, .date, "2023-02-29) → 2"),
      ("a: date(\"2024\") → 2", 9, .date, "\"2024\") → 2"),
      ("a: date → 2", 9, .characters("("), "→ 2"),
      ("a: decimal(x) → 2", 12, .number, "x) → 2"),
      ("a: decimal(1 → 2", 14, .characters(")"), "→ 2"),
      ("a: bytes(0) → 2", 10, .hexadecimal, "0) → 2"),
      ("a: bytes(0g) → 2", 10, .hexadecimal, "0g) → 2"),
      ("a: verbatim(x) → 2", 13, .characters("\""), "x) → 2"), ("a: nul → 2", 4, .value, "nul → 2"),
      ("a: \"x → 2", 10, .characters("\""), nil),
      ("a: \"\t\" → 2", 5, .stringCharacter, "\t\" → 2"),
      ("a: \"\\x\" → 2", 5, .stringCharacter, "\\x\" → 2"),
      ("a: \"\\u12\" → 2", 5, .stringCharacter, "\\u12\" → 2"),
      ("a: \"\\ud800\" → 2", 5, .stringCharacter, "\\ud800\" → 2"),
      ("a: \"\\udc00\" → 2", 5, .stringCharacter, "\\udc00\" → 2"),
      ("a: \"\\ud800\\u0041\" → 2", 5, .stringCharacter, "\\ud800\\u0041\" → 2"),
      ("a: \"\\", 5, .stringCharacter, "\\"),
      // As a screen shortens them.
      ("a: \"x\"… → 2", 7, .characters("→"), "… → 2"), ("a: 1 → \"x\"…", 11, .end, "…"),
      ("a: [\"x\"…, 1] → 2", 8, .characters(", or ]"), "…, 1] → 2"),
      ("a: 1 → 2.0 mg…", 14, .end, "…"), ("a…: 1 → 2", 2, .characters(":"), "…: 1 → 2"),
    ] as [(String, Int, NotationError.Expected, String?)])
  func `a refusal says what was expected and found, and where`(
    line: String, column: Int, expected: NotationError.Expected, found: String?
  ) {
    let error = #expect(throws: NotationError.self) { try Notation.parse(line) }
    #expect(error?.line == 1)
    #expect(error?.column == column)
    #expect(error?.expected == expected)
    #expect(error?.found.map { Array($0.utf8) } == found.map { Array($0.utf8) })
  }

  @Test func `a refusal is a sentence that drives no terminal`() {
    let error = #expect(throws: NotationError.self) { try Notation.parse("a: \"\u{1B}[2J\"") }
    #expect(
      error?.description == #"line 1, column 5: expected a character or an escape of JSON, "#
        + #"found "\u001b[2J\"""#)
    let end = #expect(throws: NotationError.self) { try Notation.parse("a: 1") }
    #expect(end?.description == "line 1, column 5: expected →, found the end of the line")
    let cut = #expect(throws: NotationError.self) { try Notation.parse(#"a: 1 → "x"…"#) }
    #expect(
      cut?.description == #"line 1, column 11: expected the end of the line, found "…"; "#
        + "the line was shortened to fit a screen")
  }

  @Test func `lines that formulas gave are passed over`() throws {
    let text = "a: 1 → 2 (calculated)\na: 2 → 3\nb: – → \"x (calculated)\"\nc: 1→–(calculated) "
    let changes = [
      Change(.row("a"), .value, before: 2, after: 3),
      Change(.row("b"), .value, before: nil, after: "x (calculated)"),
    ]
    #expect(try Notation.parse(lines: text) == Changeset(changes))
    for line in [
      "a: 1 → 2 (calculated) x", "a: 1 → 2 (calculated)(calculated)",
    ] {
      #expect(throws: NotationError.self, "\(line)") { try Notation.parse(lines: line) }
    }
    #expect(throws: NotationError.self) { try Notation.parse("a: 1 → 2 (calculated)") }
  }

  @Test func `lines are numbered, and empty ones and comments passed over`() throws {
    let text = "\u{FEFF}# what changed\r\n\r\na: 1 → 2\r\n  # more\n\nb[title]: – → \"B\""
    let changes = [
      Change(.row("a"), .value, before: 1, after: 2),
      Change(.row("b"), .title, before: nil, after: "B"),
    ]
    #expect(try Notation.parse(lines: text) == Changeset(changes))
    #expect(try Notation.parse(lines: "").isEmpty)
    let error = #expect(throws: NotationError.self) {
      try Notation.parse(lines: text + "\nc: 1 → x")
    }
    #expect(error?.line == 7)
    #expect(error?.column == 8)
  }

  @Test func `two lines cannot change the same thing`() {
    let text = "a: 1 → 2\n\n\"a\"[value]: 2 → 3"
    let error = #expect(throws: NotationError.self) { try Notation.parse(lines: text) }
    #expect(error?.line == 3)
    #expect(error?.expected == .newTarget(line: 1))
    #expect(throws: Never.self) {
      try Notation.parse(lines: "\u{E9}: 1 → 2\ne\u{301}: 1 → 2")
    }
  }

  @Test(arguments: ["[", "{a: "])
  func `depth is bounded`(open: String) throws {
    let error = #expect(throws: NotationError.self) {
      try Notation.parse(value: String(repeating: open, count: 100_000))
    }
    #expect(error?.expected == .fewerLevels)
    #expect(error?.column == ValueCoding.maximumDepth * open.count + 1)
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `damaged lines are refused or make sense`(seed: UInt64) throws {
    var make = DocumentGenerator(seed: seed)
    var accepted = 0
    let pieces = [
      "\"", "[", "]", "{", "}", "(", ")", ":", ",", "→", "–", "\\u", "\\", " ", "#", "1",
    ]
    for _ in 0..<300 {
      let change = Change(.row("a b"), .title, before: make.value(), after: make.value())
      var line = Array(Notation.text(of: change).unicodeScalars)
      for _ in 0..<make.random.number(in: 1...3) {
        let at = make.random.number(in: 0...line.count)
        if make.random.once(in: 2), at < line.count {
          line.remove(at: at)
        } else {
          line.insert(contentsOf: make.random.pick(pieces).unicodeScalars, at: at)
        }
      }
      var text = String.UnicodeScalarView()
      text.append(contentsOf: line)
      do throws(NotationError) {
        let change = try Notation.parse(String(text))
        accepted += 1
        #expect(try Notation.parse(Notation.text(of: change)) == change)
      } catch {
        #expect((1...line.count + 1).contains(error.column))
      }
    }
    #expect((15...280).contains(accepted), "\(accepted)")
  }

  // Rule I3.
  @Test(arguments: [false, true])
  func `a text with a million values is read, and one with more is refused`(inRecord: Bool) {
    let values = { (range: Range<Int>) in
      range.map { inRecord ? "k\($0): 0" : "0" }.joined(separator: ",")
    }
    let (open, close) = inRecord ? ("{", "}") : ("[", "]")
    let half = "\(open)\(values(0..<500_000))\(close)"
    // Two lines count together, each list or record and each change as one more.
    let most = "\(open)\(values(0..<499_995))\(close)"
    #expect(throws: Never.self) {
      try Notation.parse(lines: "a: – → \(half)\nb: – → \(most)\nc: 1 → –")
    }
    let error = #expect(throws: NotationError.self) {
      try Notation.parse(lines: "a: – → \(half)\nb: – → \(half)")
    }
    #expect(error?.expected == .fewerValues)
    #expect(error?.line == 2)
  }
}
