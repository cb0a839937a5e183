import EkibenExpressions
import Testing

@Suite(.timeLimit(.minutes(20)))
struct `A pattern` {
  // Rule F32.
  @Test(
    arguments: [
      ("", "", true), ("a*", "aaa", true), ("a+", "", false), ("a?b", "b", true),
      ("ab|cd", "cd", true),
      ("ab|cd", "abd", false), ("(a|b)*c", "ababc", true), ("(?:ab){2,3}", "ababab", true),
      ("(?:ab){2,3}", "ab", false), ("a{2}", "aa", true), ("a{2,}", "aaaaa", true),
      ("[^0-9]+", "abc", true), ("[^0-9]+", "a1", false), (#"\d{4}-\d{2}"#, "2024-03", true),
      (#"[\w.-]+@[\w.]+"#, "ada.l@x.org", true), ("^a$", "a", true), ("a^b", "ab", false),
      (".", "\n", false), (".", "é", true), ("[a-]+", "a-a", true), ("[]a]", "]", true),
      (#"\."#, "x", false), ("a*?", "aa", true), (#"[\d]"#, "5", true), ("(|a)+", "aa", true),
      (#"\s\S\D\W"#, " x-!", true), ("x{0}", "", true), ("[a-a]", "a", true),
      (#"\D"#, "5", false), (#"\W"#, "_", false), (#"\S"#, " ", false), (#"\w"#, "-", false),
      (#"\w"#, "_", true), (#"\d"#, "٣", false), (#"\s"#, "\u{B}", true),
      (#"\n\r\t\f\v"#, "\n\r\t\u{C}\u{B}", true), (#"[\n-\r]"#, "\u{B}", true),
      (#"[a\]]+"#, "a]", true), (#"[+-\]]"#, "A", true), (#"[^\d\s]"#, "7", false),
      (#"[^\d\s]"#, "x", true), ("[-a]", "-", true), ("[^^]", "^", false), ("[a^]", "^", true),
      ("a{2,4}", "aaaaa", false), ("a{2,4}", "aaaa", true), ("a{2,}", "a", false),
      ("a{0,1}b", "b", true),
      ("a{2}?", "aa", true), ("a+?b??", "aa", true), ("(a|b|c)", "c", true), ("a||b", "", true),
      ("(a(b(c)))", "abc", true), ("()", "", true), ("$", "", true), ("a$b", "ab", false),
      ("(^a|b)c", "bc", true), ("a(^b)", "ab", false), ("x*", "xy", false),
      ("é", "e\u{301}", false),
      (#"\$\^\.\*"#, "$^.*", true), ("a.c", "a\nc", false),
    ] as [(String, String, Bool)])
  func `matches a whole text`(pattern: String, text: String, matches: Bool) throws {
    #expect(try #require(Pattern(pattern)).matches(text) == matches)
  }

  @Test(
    arguments: [
      #"(a)\1"#, "(?=a)b", "(?<n>a)", "(?!a)", "a**", "*a", "(a", "a)", "[a", "[b-a]", #"\p{L}"#,
      #"\bword"#, "a{3,2}", "a{,2}", "a{2,3", "a{2", "a{x}", "a{2}{3}", "a+*", "(?:a", "(?a)", "a]",
      "}", "+",
      #"[\d-z]"#, #"[a-\d]"#, #"[\D]"#, #"[a-\]]"#, #"[a-\"#, "[^]", #"\q"#, #"\5"#, "|*", "(a|)+*",
      String(repeating: "(", count: 101) + String(repeating: ")", count: 101), "a{9999}",
      "(a{100}){100}", #"\"#, "a{", "[[:alpha:]]", "(?i)a",
    ] as [String])
  func `what only goes back, or is no pattern, is none`(pattern: String) {
    #expect(Pattern(pattern) == nil)
  }

  @Test func `that never ends elsewhere takes time that grows with the text`() throws {
    let text = String(repeating: "a", count: 200_000) + "!"
    for pattern in ["(a+)+", "(a|aa)+", "(a*)*b", "(?:a|a?)+$"] {
      #expect(try !#require(Pattern(pattern)).matches(text))
    }
  }

  @Test func `may have 100 groups in each other`() throws {
    let groups = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(try #require(Pattern(groups)).matches("a"))
  }
}
