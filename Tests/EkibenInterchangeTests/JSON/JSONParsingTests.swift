import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `JSON is read` {
  @Test(
    arguments: [
      ("null", JSON.null), (" true ", true), ("\t\r\nfalse\n", false), ("0", 0),
      ("\"\"", ""), ("\"a\"", "a"), ("[]", []), ("{}", [:]), ("[ ]", []), ("{ }", [:]),
      ("[1,[2,[]],{}]", [1, [2, []], [:]]),
      ("{\"b\":1,\"a\":{\"b\":null}}", ["b": 1, "a": ["b": .null]]),
      ("{\"\":\"\"}", ["": ""]), ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
      (
        "[\"\u{1D11E}\u{10FFFF}\u{800}\u{D7FF}\u{E000}\"]",
        ["\u{1D11E}\u{10FFFF}\u{800}\u{D7FF}\u{E000}"]
      ),
    ] as [(String, JSON)])
  func `as the value that it spells`(text: String, expected: JSON) throws {
    #expect(try parse(text) == expected)
  }

  @Test(arguments: [
    (#"\" \\ \/ \b \f \n \r \t"#, "\" \\ / \u{8} \u{C} \n \r \t"),
    (#"\u0041\u00e9\u00E9\u0000"#, "Aéé\u{0}"),
    (#"\ud834\udd1E"#, "\u{1D11E}"), (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
    (#"\uD800\uDC00"#, "\u{10000}"), (#"\uFFFF\ud7ff\ue000"#, "\u{FFFF}\u{D7FF}\u{E000}"),
    (#"é\u0301x"#, "é\u{301}x"), (#"\u2028"#, "\u{2028}"),
  ])
  func `with its escapes resolved`(escaped: String, expected: String) throws {
    let text = try #require(try parse("\"\(escaped)\"").string)
    #expect(Array(text.utf8) == Array(expected.utf8))
  }

  @Test(arguments: [
    "0", "-0", "1.0", "1.00", "-1.5e+10", "1E5", "0e0", "123456789012345678901234567890", "0.10",
  ])
  func `with the digits of a number as they were written`(digits: String) throws {
    #expect(try parse(digits).number == digits)
    #expect(try parse("[\(digits)]").array?.first?.number == digits)
    #expect(try parse(" \(digits) ").encoded() == digits)
  }

  @Test func `with its members in their order, each knowing its bytes`() throws {
    let source = Array("\u{FEFF}{ \"z\" : [1, \"é\"] ,\"a\":{\"b\" :true}}".utf8)
    let value = try JSON(parsing: source)
    #expect(value.object?.map(\.name) == ["z", "a"])
    #expect(value.range == 3..<source.count)
    #expect(value["z"]?.text(in: source) == "[1, \"é\"]")
    #expect(value["z"]?.array?.map { $0.text(in: source) } == ["1", "\"é\""])
    #expect(value["a"]?.text(in: source) == "{\"b\" :true}")
    #expect(value["a"]?["b"]?.text(in: source) == "true")
    #expect(value["c"] == nil)
  }

  @Test func `with names and texts told apart by their bytes`() throws {
    let value = try parse("{\"é\":1,\"e\u{301}\":2}")
    #expect(value["é"] == 1)
    #expect(value["e\u{301}"] == 2)
    #expect(JSON.string("é") != JSON.string("e\u{301}"))
    #expect(JSON.object([("é", 1)]) == JSON.object([("é", 1)]))
    #expect(JSON.object([("é", 1)]) != JSON.object([("e\u{301}", 1)]))
  }

  // Rule I2.
  @Test func `after one byte-order mark, not after two`() throws {
    #expect(try parse("\u{FEFF}[1]") == [1])
    let error = try #require(refusal("\u{FEFF}\u{FEFF}[1]"))
    #expect(error.kind == .unexpected(expected: "a value", found: "U+FEFF"))
    #expect(error.offset == 3)
    #expect(error.place.column == 1)
  }

  @Test func `as different where kind, digits, order or length differ`() {
    let values: [JSON] = [
      .null, true, false, 0, "0", "", [], [:], [0], [0, 0], ["a": 0], ["a": 1], ["a": 0, "b": 0],
      ["b": 0, "a": 0], [[0]], [[1]], JSON(content: .number("0.0")), JSON(content: .number("-0")),
    ]
    for (row, left) in values.enumerated() {
      for (column, right) in values.enumerated() {
        #expect((left == right) == (row == column), "\(left.encoded()) \(right.encoded())")
      }
    }
  }

  @Test func `with typed accessors that are nil on every other kind`() {
    #expect(JSON.string("a").string == "a")
    #expect(JSON.integer(Int.min).number == "-9223372036854775808")
    #expect(JSON.bool(false).bool == false)
    #expect(JSON.null.isNull && !JSON.bool(false).isNull)
    let number: JSON = 1
    #expect(number.string == nil && number.bool == nil && number.array == nil)
    #expect(number.object == nil && number["a"] == nil && JSON.string("1").number == nil)
  }

  @Test(arguments: [
    ("1.", false), ("+1", false), ("", false), ("01", false), ("1 ", false), ("1x", false),
    ("-1.50e3", true), ("0", true), ("-0E-0", true),
  ])
  func `with no number made of digits that are none`(digits: String, isValid: Bool) {
    let json = JSON(content: .number(digits))
    #expect(json.encoded() == (isValid ? digits : "\"\(digits)\""))
  }
}
