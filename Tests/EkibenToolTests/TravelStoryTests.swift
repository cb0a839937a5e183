import TestSupport
import Testing

@testable import EkibenTool

/// What travelling, marking, listing and replaying say where there is little or nothing to say, word for word.
/// Rules H3, H5, H17 and H18.
@Suite(.timeLimit(.minutes(20))) struct `The edges of a history` {
  private static let story = [
    "# Two branches that end in the same state.",
    "import t.ekiben visit-form.json", "new t.ekiben intake --as v", "set t.ekiben v name Ada",
    "set t.ekiben v name Eve", "undo t.ekiben v", "set t.ekiben v name Eve",
    "checkout t.ekiben v 3", "checkout t.ekiben v 5 --json", "log t.ekiben v --limit 2",
    "undo t.ekiben v -n 3", "redo t.ekiben v -n 3", "redo t.ekiben v", "redo t.ekiben v --to 1",
    "# What is deleted is said everywhere.",
    "delete t.ekiben v --reason double", "log t.ekiben v --limit 1", "undo t.ekiben v",
    "redo t.ekiben v", "log t.ekiben v --limit 3", "undo t.ekiben v",
    "# Names for entries.",
    "mark t.ekiben v x --move", "mark t.ekiben v x --move", "set t.ekiben v age 7",
    "mark t.ekiben v x --move --json", "mark t.ekiben v␣1", "mark t.ekiben v a␣b --json",
    "revert t.ekiben v x", "revert t.ekiben v nowhere", "checkout t.ekiben v a␣b",
    "# Parts of the list and of the tree.",
    "log t.ekiben v --limit 0", "log t.ekiben v --limit 0 --json",
    "log t.ekiben v --limit 0 --graph",
    "log t.ekiben v --limit 1 --row age", "log t.ekiben v --graph --row age",
    "log t.ekiben v --graph --since 2026-11-21T10:07:00Z",
    "log t.ekiben v --graph --limit 1 --json",
    "log t.ekiben v --graph", "log t.ekiben v --since 2027-01-01 --entries",
  ]

  private static let replays = [
    "# A history, in a store and in a file.",
    "import r.ekiben survey-1.json", "new r.ekiben survey --as d", "set r.ekiben d name Ada",
    "import r.ekiben survey-2.json", "migrate r.ekiben d --rename name=full-name",
    "set r.ekiben d consent yes", "undo r.ekiben d",
    "replay r.ekiben d --verbose", "replay r.ekiben d --verbose --json",
    "# From one entry to another.",
    "replay r.ekiben d --from 2 --to 2", "replay r.ekiben d --from 3 --to 2",
    "replay r.ekiben d --to 1 --verbose", "replay r.ekiben d --from 5 --json",
    "replay r.ekiben d --from 6", "replay r.ekiben nobody",
    "replay visit.jsonl --from 0", "replay visit.jsonl --to last",
    "replay visit.jsonl --from 3 --to 2",
    "replay visit.jsonl --to 1 --verbose", "replay visit.jsonl --to 9",
    "replay visit.jsonl --from 8 --to 8 --json",
  ]

  @Test func `are told as plainly as the rest`() throws {
    expectGolden(try transcript(of: Self.story), named: "travels.txt")
  }

  @Test func `are replayed, and no others`() throws {
    let history = String(decoding: try fixture("visit-history.jsonl"), as: UTF8.self)
    let told = try transcript(of: Self.replays, with: ["visit.jsonl": history])
    expectGolden(told, named: "replays.txt")
  }
}
