import Foundation
import TestSupport
import Testing

/// One thing is said in the same words by every command.
@Suite(.timeLimit(.minutes(20))) struct `Commands say` {
  private func withForm(
    _ rows: String, _ body: (ToolFolder) throws -> Void
  ) throws {
    try ToolFolder.with { folder in
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(rows)]}]}"#, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      try body(folder)
    }
  }

  private let weight = #"{"id":"w","component":"TextInput","kind":"decimal","title":"Weight"}"#

  // Rule F40.
  @Test func `that a row is part of what repeats where it cannot be calculated`() throws {
    let form = #"""
      {"ekiben-form":1,"form":"r","sections":[{"id":"g","repeats":true,"rows":[
        {"id":"gi","component":"TextInput","kind":"integer","calculated":"1 + 1"}]}]}
      """#
    try withForm(weight) { folder in
      try folder.write(form, to: "r.json")
      try folder.succeed("import STORE r.json")
      try folder.succeed("new STORE r")
      try folder.expectRefused(
        "recalculate STORE r gi", 1, "gi is part of what repeats: its instances are calculated")
      try folder.expectRefused("recalculate STORE d w", 1, "w has no formula for its answer")
    }
  }
}

/// What could not be read or written says why. Rules C2, C4 and I35.
@Suite(.timeLimit(.minutes(20))) struct `What went wrong with a file` {
  @Test(arguments: ["jsonl", nil])
  func `is that a newer program wrote it`(format: String?) throws {
    try ToolFolder.withVisit { folder in
      let history = try folder.succeed("export STORE visit --format jsonl")
      try folder.write(history.replacing("ekiben-history/2", with: "ekiben-history/3"), to: "h")
      let option = format.map { " --format \($0)" } ?? ""
      try folder.expectRefused(
        "import NEW h" + option, 65, "h, line 1", "ekiben-history/3 is newer than this program")
    }
  }
}
