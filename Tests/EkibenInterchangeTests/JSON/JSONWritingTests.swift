import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `JSON is written` {
  @Test(
    arguments: [
      (JSON.null, "null"), (true, "true"), (false, "false"), (-5, "-5"), ("", "\"\""),
      ([], "[]"), ([:], "{}"), ([1, [], [:]], "[1,[],{}]"),
      (["b": 1, "a": ["c": .null]], #"{"b":1,"a":{"c":null}}"#),
      ("\" \\ / \u{8}\t\n\u{C}\r\u{0}\u{1F}", #""\" \\ / \b\t\n\f\r\u0000\u001F""#),
      ("é\u{7F}\u{9B}\u{202E}\u{2028}\u{1D11E}", "\"é\u{7F}\u{9B}\u{202E}\u{2028}\u{1D11E}\""),
    ] as [(JSON, String)])
  func `compactly, with the fewest escapes`(value: JSON, expected: String) {
    #expect(Array(value.encoded().utf8) == Array(expected.utf8))
    #expect(value.encodedBytes() == Array(expected.utf8))
  }

  @Test func `prettily, with two spaces a level`() {
    let value: JSON = ["a": [1, ["b": "x"], [], [:]], "c": .null]
    let expected = """
      {
        "a": [
          1,
          {
            "b": "x"
          },
          [],
          {}
        ],
        "c": null
      }
      """
    #expect(value.encoded(pretty: true) == expected)
  }

  @Test func `with nothing that disturbs a terminal, if so asked`() {
    let turning: [ClosedRange<UInt32>] = [
      0x00...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069,
    ]
    for value in (UInt32(0)...0x2FFF).compactMap(Unicode.Scalar.init) {
      let text = JSON.string("a\(value)").encoded(escapingTerminal: true)
      let isKept = text.unicodeScalars.contains(value)
      let isTurning = turning.contains { $0.contains(value.value) }
      #expect(isKept == !isTurning, "U+\(String(value.value, radix: 16))")
    }
    let name: JSON = ["\u{202E}": "\u{9B}"]
    #expect(name.encoded(escapingTerminal: true) == #"{"\u202E":"\u009B"}"#)
    let kept = JSON.array([.kept("\"\u{9B}\""), "\u{9B}"])
    #expect(
      kept.encoded(escapingTerminal: true)
        == #"[{"ekiben:verbatim":"\"\u009B\""},"\u009B"]"#)
    #expect(
      kept.encoded(pretty: true, escapingTerminal: true)
        == "[\n  \"\u{9B}\",\n  \"\\u009B\"\n]")
  }

  @Test func `as JSON even where a number made by hand has no digits`() throws {
    let value = JSON(content: .array([JSON(content: .number("NaN"))]))
    #expect(try parse(value.encoded()) == ["NaN"])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `so that it reads back as it was`(seed: UInt64) throws {
    var random = JSONRandom(seed: seed)
    let value = random.value(depth: 5)
    for (pretty, escaping) in [(false, false), (true, false), (false, true), (true, true)] {
      let text = value.encoded(pretty: pretty, escapingTerminal: escaping)
      #expect(try parse(text) == value)
      #expect(try parse(text).encoded() == value.encoded())
    }
  }
}
