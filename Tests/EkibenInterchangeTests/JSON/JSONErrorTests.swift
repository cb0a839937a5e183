import EkibenInterchange
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A JSON error in words` {
  @Test(arguments: [
    ("[1,\n 2 x]", #"line 2, column 4, at [1]: expected a comma or "]", found "x""#),
    ("x", #"line 1, column 1: expected a value, found "x""#),
    ("1 x", #"line 1, column 3: expected the end of the text after the value, found "x""#),
    ("[1,]", "line 1, column 3, at [0]: a comma must be followed by another value"),
    ("//", "line 1, column 1: JSON has no comments"),
    ("00", "line 1, column 1: a number must not start with a superfluous zero"),
    ("\"\u{1B}\"", "line 1, column 2: the control character U+001B must be escaped in a string"),
    (#""\x""#, "line 1, column 2: the backslash does not start an escape of JSON"),
    (
      #""\uDFFF""#,
      #"line 1, column 2: the escape \uDFFF is half of a surrogate pair without the other"#
    ),
    (#"{"a":1,"a":2}"#, #"line 1, column 8, at a: the member "a" appears twice"#),
    ("\u{0}1\u{0}2", "line 1, column 1: expected a value, found U+0000"),
  ])
  func `is one line for a person`(text: String, expected: String) {
    #expect(refusal(text)?.description == expected)
  }

  @Test(arguments: [
    (JSONLimit.depth, "lists and objects are nested more than 9 deep"),
    (.bytes, "the text is longer than 9 bytes"),
    (.nodes, "the text has more than 9 values"),
  ])
  func `names the limit that was passed`(limit: JSONLimit, expected: String) {
    #expect(JSONError.Kind.limit(limit, 9).description == expected)
  }

  @Test(
    arguments: [
      (.invalidUTF8, "the bytes here are not UTF-8"),
      (.missing("a b"), #"the member "a b" is missing"#),
      (.unknownMember("\u{1B}"), #"the member "\u001B" is not known here"#),
      (.limit(.members, 9), "the object has more than 9 members"),
      (.invalid("it is odd"), "it is odd"),
      (.controlCharacter(0x7), "the control character U+0007 must be escaped in a string"),
    ] as [(JSONError.Kind, String)])
  func `says each fact`(kind: JSONError.Kind, words: String) {
    #expect(kind.description == words)
  }

  @Test func `stays short and harmless, whatever the names are`() throws {
    let name = String(repeating: "\\u001b[2J\u{202E}", count: 10_000)
    let error = try #require(refusal("{\"\(name)\":1,\"\(name)\":2}"))
    #expect(error.description.unicodeScalars.count < 400)
    #expect(
      !error.description.unicodeScalars.contains { "\u{1B}\u{202E}".unicodeScalars.contains($0) })
  }
}
