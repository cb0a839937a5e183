import Ekiben
import Foundation
import TestSupport
import Testing

/// `ekiben replay FILE`: an exported history, without a store.
@Suite(.timeLimit(.minutes(20))) struct ReplayFileTests {
  @Test func `the story of a file, in words`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write(try history(), to: "visit.jsonl")
      try folder.write(try history().dropLast(300), to: "cut.jsonl")
      try folder.write("{}\n", to: "other.jsonl")
      let calls = [
        "replay visit.jsonl", "replay visit.jsonl --verbose", "replay visit.jsonl --from 3 --to 5",
        "replay visit.jsonl --json", "replay visit.jsonl --from 7 --verbose --json",
        "replay visit.jsonl --from 99", "replay cut.jsonl", "replay other.jsonl",
        "replay missing.jsonl", "replay STORE",
      ]
      var transcript = ""
      for call in calls {
        let result = try folder.run(call)
        transcript += "$ ekiben \(call)\n\(result.stdout)\(result.stderr)"
        if result.status != 0 { transcript += "(exit \(result.status))\n" }
      }
      expectGolden(transcript, named: "replay-file.txt")
    }
  }

  @Test func `a history is read from standard input too`() throws {
    try ToolFolder.with { folder in
      let result = try folder.run(["replay", "-"], stdin: try history())
      #expect(result.stdout == "replayed 8 entries in 6 batches (update 7): ok\n")
      #expect(result.status == 0)
      #expect(try folder.files().isEmpty)
    }
  }

  // What the history of a small visit looks like; each line is an example of its format.
  private func history() throws -> [UInt8] { try fixture("visit-history.jsonl") }
}
