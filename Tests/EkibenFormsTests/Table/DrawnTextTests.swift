import Testing

@testable import EkibenForms

/// Text as a table draws it.
@Suite(.timeLimit(.minutes(20))) struct DrawnTextTests {
  @Test(
    arguments: [
      ("", [""]), ("a", ["a"]), ("a\n", ["a", ""]), ("a\r\nb", ["a", "b"]),
      ("\r\n\r\n", ["", "", ""]), ("a\rb", [#"a\rb"#]), ("a\r", [#"a\r"#]),
      ("a\r\r\nb", [#"a\r"#, "b"]), ("é\n\u{301}x", ["é", "\u{301}x"]),
      ("a\u{2028}b\u{85}", [#"a\u2028b\u0085"#]),
    ] as [(String, [String])])
  func `has the lines that everybody sees in it`(text: String, lines: [String]) {
    #expect(DrawnText.lines(text) == lines)
  }

  @Test(arguments: [
    ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("one two three", 8, ["one two", "three"]), ("one two three", 3, ["one", "two", "three"]),
    ("longer than", 4, ["longer", "than"]), ("a  b", 4, ["a  b"]), ("", 5, [""]),
    ("one\ntwo three", 9, ["one", "two three"]),
  ])
  func `is broken at spaces where it is wider than a width, and words are kept whole`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(DrawnText.wrapped(text, to: width) == lines)
  }
}
