import EkibenExpressions
import Testing

@Suite(.timeLimit(.minutes(20)))
struct `A pattern` {
  // Rule F32.
  @Test(arguments: [
    ("", "", true), ("a*", "aaa", true), ("a+", "", false), ("a?b", "b", true),
    ("ab|cd", "cd", true),
    ("ab|cd", "abd", false), ("(a|b)*c", "ababc", true), ("(?:ab){2,3}", "ababab", true),
    ("(?:ab){2,3}", "ab", false), ("a{2}", "aa", true), ("a{2,}", "aaaaa", true),
    ("[^0-9]+", "abc", true), ("[^0-9]+", "a1", false), (#"\d{4}-\d{2}"#, "2024-03", true),
    (#"[\w.-]+@[\w.]+"#, "ada.l@x.org", true), ("^a$", "a", true), ("a^b", "ab", false),
    (".", "\n", false), (".", "é", true), ("[a-]+", "a-a", true), ("[]a]", "]", true),
    (#"\."#, "x", false), ("a*?", "aa", true), (#"[\d]"#, "5", true), ("(|a)+", "aa", true),
    (#"\s\S\D\W"#, " x-!", true), ("x{0}", "", true), ("[a-a]", "a", true),
  ])
  func `matches a whole text`(pattern: String, text: String, matches: Bool) throws {
    #expect(try #require(Pattern(pattern)).matches(text) == matches)
  }

  @Test(arguments: [
    #"(a)\1"#, "(?=a)b", "(?<n>a)", "(?!a)", "a**", "*a", "(a", "a)", "[a", "[b-a]", #"\p{L}"#,
    #"\bword"#, "a{3,2}", "a{9999}", "(a{100}){100}", #"\"#, "a{", "[[:alpha:]]", "(?i)a",
  ])
  func `what only goes back, or is no pattern, is none`(pattern: String) {
    #expect(Pattern(pattern) == nil)
  }

  @Test func `that never ends elsewhere takes time that grows with the text`() throws {
    let text = String(repeating: "a", count: 200_000) + "!"
    for pattern in ["(a+)+", "(a|aa)+", "(a*)*b", "(?:a|a?)+$"] {
      #expect(try !#require(Pattern(pattern)).matches(text))
    }
  }
}
