import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct `A store that import makes` {
  // Rule P33.
  @Test func `is its owner's alone to read, also behind a link that led to nothing`() throws {
    try ToolFolder.withVisit { folder in
      try folder.makeFolder("inner")
      _ = try folder.shell(
        """
        ln -s inner/target LINK; ln -s ../LINK inner/second; ln -s "$PWD/whole" ABSOLUTE
        ln -s ROUND ROUND
        """)
      try folder.write(#"{"ekiben-form":1,"form":"f","sections":[]}"#, to: "f.json")
      try folder.succeed("import inner/second f.json")
      #expect(try folder.mode(of: "inner/target") == 0o600)
      try folder.succeed("import ABSOLUTE f.json")
      #expect(try folder.mode(of: "whole") == 0o600)
      #expect(try folder.run("import ROUND f.json").status != 0)
    }
  }
}
