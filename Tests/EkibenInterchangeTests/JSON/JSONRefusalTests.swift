import EkibenInterchange
import Testing

/// A text that must be refused, with all that the error must say.
struct RefusedJSON: Sendable, CustomTestStringConvertible {
  let text: String
  let kind: JSONError.Kind
  let line: Int
  let column: Int
  let path: String

  init(_ text: String, _ kind: JSONError.Kind, _ line: Int, _ column: Int, _ path: String = "") {
    self.text = text
    self.kind = kind
    self.line = line
    self.column = column
    self.path = path
  }

  static func unexpected(
    _ text: String, _ expected: String, _ found: String, _ line: Int, _ column: Int,
    _ path: String = ""
  ) -> RefusedJSON {
    RefusedJSON(text, .unexpected(expected: expected, found: found), line, column, path)
  }

  var testDescription: String { text.debugDescription }
}

@Suite(.timeLimit(.minutes(20))) struct `JSON is refused` {
  @Test(arguments: [
    RefusedJSON.unexpected("", "a value", "the end of the text", 1, 1),
    .unexpected(" \n ", "a value", "the end of the text", 2, 2),
    .unexpected("[", "a value", "the end of the text", 1, 2, "[0]"),
    .unexpected("[1", "a comma or \"]\"", "the end of the text", 1, 3, "[0]"),
    .unexpected("[1,", "a value", "the end of the text", 1, 4, "[1]"),
    .unexpected("[1 2]", "a comma or \"]\"", "\"2\"", 1, 4, "[0]"),
    .unexpected("[1}", "a comma or \"]\"", "\"}\"", 1, 3, "[0]"),
    .unexpected("[,1]", "a value", "\",\"", 1, 2, "[0]"),
    .unexpected("[1,,2]", "a value", "\",\"", 1, 4, "[1]"),
    .unexpected("{", "a member name or \"}\"", "the end of the text", 1, 2),
    .unexpected("{a:1}", "a member name or \"}\"", "\"a\"", 1, 2),
    .unexpected("{'a':1}", "a member name or \"}\"", "\"'\"", 1, 2),
    .unexpected("{1:1}", "a member name or \"}\"", "\"1\"", 1, 2),
    .unexpected("{\"a\" 1}", "a colon", "\"1\"", 1, 6, "a"),
    .unexpected("{\"a\":}", "a value", "\"}\"", 1, 6, "a"),
    .unexpected("{\"a\":1]", "a comma or \"}\"", "\"]\"", 1, 7, "a"),
    .unexpected("{\"a\":1 \"b\":2}", "a comma or \"}\"", "a quotation mark", 1, 8, "a"),
    .unexpected("{\"a\":1,b:2}", "a member name", "\"b\"", 1, 8),
    .unexpected("]", "a value", "\"]\"", 1, 1),
  ])
  func `where its structure is broken`(wrong: RefusedJSON) throws {
    try expectRefusal(wrong)
  }

  @Test(arguments: [
    RefusedJSON.unexpected("NaN", "a value", "\"NaN\"", 1, 1),
    .unexpected("[Infinity]", "a value", "\"Infinity\"", 1, 2, "[0]"),
    .unexpected("-Infinity", "a digit", "\"Infinity\"", 1, 2),
    .unexpected("nul", "a value", "\"nul\"", 1, 1),
    .unexpected("True", "a value", "\"True\"", 1, 1),
    .unexpected("nulll", "a value", "\"nulll\"", 1, 1),
    .unexpected("+1", "a value", "\"+\"", 1, 1), .unexpected(".5", "a value", "\".\"", 1, 1),
    .unexpected("-", "a digit", "the end of the text", 1, 2),
    .unexpected("1.", "a digit", "the end of the text", 1, 3),
    .unexpected("[1.]", "a digit", "\"]\"", 1, 4, "[0]"),
    .unexpected("1.e5", "a digit", "\"e5\"", 1, 3),
    .unexpected("1e", "a digit", "the end of the text", 1, 3),
    .unexpected("1e+", "a digit", "the end of the text", 1, 4),
    .unexpected("1e+-2", "a digit", "\"-\"", 1, 4),
    RefusedJSON("01", .leadingZero, 1, 1), RefusedJSON("[-00]", .leadingZero, 1, 3, "[0]"),
    RefusedJSON("1 2", .trailingText(found: "\"2\""), 1, 3),
    RefusedJSON("0x1F", .trailingText(found: "\"x1F\""), 1, 2),
    RefusedJSON("{}\n]", .trailingText(found: "\"]\""), 2, 1),
    RefusedJSON("[] é", .trailingText(found: "\"é\""), 1, 4),
    RefusedJSON("12\u{0}", .trailingText(found: "U+0000"), 1, 3),
    RefusedJSON("[1,]", .trailingComma, 1, 3, "[0]"),
    RefusedJSON("{\"a\":1\n,\n}", .trailingComma, 2, 1, "a"),
    RefusedJSON("// x\n1", .comment, 1, 1), RefusedJSON("[1/* x */]", .comment, 1, 3, "[0]"),
    RefusedJSON("1 // x", .comment, 1, 3),
    .unexpected("[\u{A0}1]", "a value", "U+00A0", 1, 2, "[0]"),
    .unexpected("[\u{202E}]", "a value", "U+202E", 1, 2, "[0]"),
    .unexpected("\u{B}1", "a value", "U+000B", 1, 1),
    .unexpected("“a”", "a value", "\"“\"", 1, 1),
    // What nobody would see stands there by its number.
    .unexpected("[\u{2028}", "a value", "U+2028", 1, 2, "[0]"),
    .unexpected("[\u{2029}", "a value", "U+2029", 1, 2, "[0]"),
    .unexpected("[ \u{301}", "a value", "U+0301", 1, 3, "[0]"),
    .unexpected("[ \u{20DD}", "a value", "U+20DD", 1, 3, "[0]"),
    .unexpected("\u{E000}", "a value", "U+E000", 1, 1),
    .unexpected("\u{378}", "a value", "U+0378", 1, 1),
    .unexpected("\u{10FFFF}", "a value", "U+10FFFF", 1, 1),
    .unexpected("nul_l", "a value", "\"nul_l\"", 1, 1),
    .unexpected(
      String(repeating: "x", count: 40), "a value",
      "\"\(String(repeating: "x", count: 32))\"", 1, 1),
    .unexpected("/", "a value", "\"/\"", 1, 1), .unexpected("/x", "a value", "\"/\"", 1, 1),
    RefusedJSON("/**/", .comment, 1, 1),
    .unexpected("{\"_a1\":x", "a value", "\"x\"", 1, 8, "_a1"),
  ])
  func `where a number, a word or a character is none of JSON`(wrong: RefusedJSON) throws {
    try expectRefusal(wrong)
  }

  @Test(arguments: [
    .unexpected("\"a", "a closing quotation mark", "the end of the text", 1, 3),
    .unexpected("\"a\\", "the rest of an escape", "the end of the text", 1, 4),
    RefusedJSON("\"a\nb\"", .controlCharacter(0x0A), 1, 3),
    RefusedJSON("[\"\u{0}\"]", .controlCharacter(0), 1, 3, "[0]"),
    RefusedJSON("\"é\t\"", .controlCharacter(9), 1, 3),
    RefusedJSON("\"\\n\u{1F}\"", .controlCharacter(0x1F), 1, 4),
    RefusedJSON(#""\x""#, .invalidEscape, 1, 2), RefusedJSON(#""\'""#, .invalidEscape, 1, 2),
    RefusedJSON(#""\U0041""#, .invalidEscape, 1, 2), RefusedJSON(#""\u12""#, .invalidEscape, 1, 2),
    RefusedJSON(#""ab\u12G4""#, .invalidEscape, 1, 4), RefusedJSON(#""\u12"#, .invalidEscape, 1, 2),
    RefusedJSON(#""\u+123""#, .invalidEscape, 1, 2),
    RefusedJSON(#""\u１２３４""#, .invalidEscape, 1, 2),
    RefusedJSON(#""\ud800""#, .loneSurrogate(0xD800), 1, 2),
    RefusedJSON(#""x\udc00""#, .loneSurrogate(0xDC00), 1, 3),
    RefusedJSON(#""\ud800\ud800""#, .loneSurrogate(0xD800), 1, 2),
    RefusedJSON(#""\udc00\ud800""#, .loneSurrogate(0xDC00), 1, 2),
    RefusedJSON(#""\udc00\udc00""#, .loneSurrogate(0xDC00), 1, 2),
    RefusedJSON(#""\ud800\n""#, .loneSurrogate(0xD800), 1, 2),
    RefusedJSON(#""\ud800\u12""#, .invalidEscape, 1, 8),
    RefusedJSON(#"{"a":1,"b":{"a":2,"a":3}}"#, .duplicateName("a"), 1, 19, "b.a"),
    RefusedJSON(#"{"a":1,"\u0061":2}"#, .duplicateName("a"), 1, 8, "a"),
    RefusedJSON(#"{"":1,"":2}"#, .duplicateName(""), 1, 7, #"[""]"#),
  ])
  func `where a string or a name is wrong`(wrong: RefusedJSON) throws {
    try expectRefusal(wrong)
  }

  // Rule I4.
  @Test(arguments: [
    RefusedJSON(
      "[\n  1,\r\n  é x\n]", .unexpected(expected: "a value", found: "\"é\""), 3, 3, "[1]"),
    RefusedJSON("[1,\r2,\r\rx]", .unexpected(expected: "a value", found: "\"x\""), 4, 1, "[2]"),
    RefusedJSON(
      "[\"👩‍👩‍👧e\u{301}\" 1]", .unexpected(expected: "a comma or \"]\"", found: "\"1\""), 1, 12, "[0]"),
    RefusedJSON("\u{FEFF}\n x", .unexpected(expected: "a value", found: "\"x\""), 2, 2),
    RefusedJSON("\"\u{2028}\" x", .trailingText(found: "\"x\""), 1, 5),
    RefusedJSON(
      #"{"item":[0,1,2,{"item":[{"a-b":[[ x"#, .unexpected(expected: "a value", found: "\"x\""), 1,
      35,
      #"item[3].item[0]["a-b"][0][0]"#),
    RefusedJSON(
      #"{"1a":{"é":{"\u001b\u202e":x"#, .unexpected(expected: "a value", found: "\"x\""), 1, 28,
      #"["1a"]["é"]["\u001B\u202E"]"#),
  ])
  func `with line, column and path of the fault`(wrong: RefusedJSON) throws {
    try expectRefusal(wrong)
  }

  private func expectRefusal(_ wrong: RefusedJSON) throws {
    let error = try #require(refusal(wrong.text))
    #expect(error.kind == wrong.kind)
    #expect(error.place.line == wrong.line)
    #expect(error.place.column == wrong.column)
    #expect(error.place.path == wrong.path)
  }
}
