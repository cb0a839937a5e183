import Testing

@Suite(.timeLimit(.minutes(20))) struct SwiftTextTests {
  @Test(arguments: [
    ("a // b\nc", "a     \nc"),
    ("a /* b /* c */ d */ e", "a                   e"),
    (#"a("b\"c") d"#, "a(      ) d"),
    (#"a("b\(c("d"))e")"#, "a(    c(   )   )"),
    ("#\"a\\(b)\"c\"# d", "            d"),
    ("#\"a\\#(b)c\"# d", "      b     d"),
    ("\"\"\"\n a \" b\n\"\"\" c", "   \n      \n    c"),
    ("\"a", "  "),
    ("/* a", "    "),
    ("#if a", "#if a"),
  ])
  func `keeps code and blanks the rest`(source: String, code: String) {
    #expect(SwiftText(source).code.joined(separator: "\n") == code)
  }

  @Test(arguments: [
    ("let a = \"x y\"", [SwiftText.Literal(line: 1, text: "x y")]),
    ("\n\"\"\"\nx\ny\n\"\"\"", [SwiftText.Literal(line: 2, text: "\nx\ny\n")]),
    (#""a\(b)c""#, [SwiftText.Literal(line: 1, text: "a c")]),
    (#""a\(b("in"))c""#, [.init(line: 1, text: "in"), .init(line: 1, text: "a c")]),
    ("// \"no\"", []),
  ])
  func `gives strings with their lines`(source: String, literals: [SwiftText.Literal]) {
    #expect(SwiftText(source).literals == literals)
  }
}
