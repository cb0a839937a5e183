import TestSupport
import Testing

/// One answer, bare: what a program reads from a pipe.
@Suite(.timeLimit(.minutes(20))) struct `An answer that is asked for alone` {
  // Rule C5.
  @Test(arguments: [
    "a\nb", #"a\nb"#, "\n", "a\n", "\ta\r\n\u{1B}[1m", "", " ", "–", "null", "\u{202E}b",
  ])
  func `is printed as it is, with one line feed behind it`(text: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed(["set", "STORE", "visit", "name", text])
      for line in ["get STORE visit name", "get STORE visit name --at 2"] {
        #expect(try folder.run(line).stdoutBytes == Array("\(text)\n".utf8))
      }
    }
  }

  @Test func `of nothing is nothing, which an empty text is not`() throws {
    try ToolFolder.withVisit { folder in
      #expect(try folder.run("get STORE visit name").stdout == "")
      try folder.succeed(["set", "STORE", "visit", "name", ""])
      #expect(try folder.run("get STORE visit name").stdout == "\n")
      try folder.succeed("clear STORE visit name")
      #expect(try folder.run("get STORE visit name").stdout == "")
      let help = try folder.succeed("help get").split(separator: "\n").joined(separator: " ")
      #expect(help.contains("an empty text is that alone"))
    }
  }
}
