import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Two people who give one row its answer at once, neither of whom has said what they saw.
@Suite(.timeLimit(.minutes(20))) struct SameRowTests {
  @Test func `answers to one row are in no conflict, and each is an entry`() throws {
    try ToolFolder.withVisit { folder in
      let script = """
        for n in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
          "$EKIBEN" set STORE visit age "$n$SIDE" >>"said-$SIDE" 2>&1 || echo "failed $?"
          "$EKIBEN" clear STORE visit name >>"said-$SIDE" 2>&1 || echo "failed $?"
        done
        """
      let sides = ["1", "2", "3"].map { "SIDE=\($0); export SIDE\n(\n\(script)\n) &" }
      let result = try folder.shell(sides.joined(separator: "\n") + "\nwait")
      #expect(result.stdout == "" && result.status == 0)
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 46 entries\n"))
    }
  }

  @Test func `an answer that expects another one is refused, with what to do`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let before = try folder.dump()
      let result = try folder.run(
        ["set", "STORE", "visit", "--changes", "-"], stdin: Array(#"name: "Eve" → "Bob""#.utf8))
      #expect(result.status == 1)
      #expect(result.stderr.contains(#"expected "Eve", found "Ada""#))
      #expect(result.stderr.contains("look at it again"))
      #expect(try folder.dump() == before)
    }
  }
}
