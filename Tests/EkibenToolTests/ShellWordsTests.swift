import Testing

@testable import EkibenTool

/// How an order of `fill` is split into words.
@Suite(.timeLimit(.minutes(20))) struct `The words of an order` {
  @Test(arguments: [
    ("", []), ("  \t", []), ("undo", ["undo"]), (" set  name\tAda ", ["set", "name", "Ada"]),
    (#"set name "Ada Lovelace""#, ["set", "name", "Ada Lovelace"]),
    ("mark 'two words'", ["mark", "two words"]), (#"mark two\ words"#, ["mark", "two words"]),
    (#"a"b c"'d e'f"#, ["ab cd ef"]), ("'' a \"\"", ["", "a", ""]),
    (#"'a "b" \'"#, [#"a "b" \"#]), (#""a 'b'""#, ["a 'b'"]),
    (#""\" \\ \$ \` \n""#, [#"" \ $ ` \n"#]), (#"\"a \'b \\ \n"#, ["\"a", "'b", "\\", "n"]),
    (#"'it'\''s'"#, ["it's"]), ("$HOME *#", ["$HOME", "*#"]),
    ("'a' 'b\u{301}c'", ["a", "b\u{301}c"]), ("'\u{301} x'", ["\u{301} x"]),
    ("駅弁 “a b”", ["駅弁", "“a", "b”"]),
  ])
  func `stand between blanks, but for those in quotes and behind a backslash`(
    line: String, words: [String]
  ) throws {
    #expect(try ShellWords.split(line[...]) == words)
  }

  @Test(arguments: [
    ("Ada's", #"' has no end; write \' for the sign itself"#),
    (#"a "b 'c'"#, #"" has no end; write \" for the sign itself"#),
    (#"'a' "b\""#, #"" has no end; write \" for the sign itself"#),
    (#"'a\'b'"#, #"' has no end; write \' for the sign itself"#),
    (#"a \"#, #"the line ends in \; write \\ for the sign itself"#),
    (#"a "\"#, #"the line ends in \; write \\ for the sign itself"#),
  ])
  func `are refused where something has no end`(line: String, words: String) {
    let failure = #expect(throws: CommandFailure.self) { try ShellWords.split(line[...]) }
    #expect(failure?.message == words)
  }
}
