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

  // Rule D15.
  @Test func `a number as log does, also in a dry run of apply`() throws {
    try withForm(weight) { folder in
      try folder.succeed("set STORE d w 90")
      let form = try folder.succeed("export STORE d")
      try folder.write(form.replacing("90", with: "70"), to: "next.json")
      let said = try folder.succeed("apply STORE d next.json --dry-run")
      #expect(said.hasPrefix("w: 90 → 70\n1 change, "), "\(said)")
    }
  }

  @Test func `a number as log does, also where set expected another one`() throws {
    try withForm(weight) { folder in
      try folder.succeed("set STORE d w 90")
      let result = try folder.run(
        ["set", "STORE", "d", "--changes", "-"], stdin: Array("w: 80 → 70".utf8))
      #expect(result.status == 1)
      #expect(result.stderr.contains("w: expected 80, found 90; nothing"), "\(result.stderr)")
    }
  }

  // Rule D15.
  @Test(arguments: ["mm Hg", "mm[Hg]", "kg/(m.s2)"])
  func `a quantity as it is given, and log's words can be set again`(unit: String) throws {
    let row = #"{"id":"q","component":"Quantity","units":[{"code":"\#(unit)"},{"code":"mg"}]}"#
    try withForm(row) { folder in
      try folder.succeed(["set", "STORE", "d", "q", "5 \(unit)"])
      let said = try folder.succeed("diff STORE d 1")
      #expect(said == "q: – → \"5 \(unit)\"\n" || said == "q: – → 5 \(unit)\n", "\(said)")
      let value = try folder.succeed("get STORE d q --json")
      try folder.succeed("undo STORE d")
      let set = try folder.run(["set", "STORE", "d", "--changes", "-"], stdin: Array(said.utf8))
      #expect(set.status == 0, "\(set.stderr)")
      let again = try folder.succeed("get STORE d q --json")
      let members = [value, again].map { $0.prefix { $0 != "}" } }
      #expect(members[0] == members[1])
    }
  }

  // Rule D20.
  @Test func `which revision a document went to, also to the one that it began on`() throws {
    try withForm(weight) { folder in
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[]}]}"#, to: "f2.json")
      try folder.succeed("import STORE f2.json")
      let dry = try folder.succeed("migrate STORE d --dry-run")
      #expect(dry.hasPrefix("would migrate: d from revision 1 to 2: "), "\(dry)")
      let said = try folder.succeed("migrate STORE d")
      #expect(said.hasPrefix("migrate 2 by Ada: d from revision 1 to 2: "), "\(said)")
      try folder.succeed("migrate STORE d --to 1")
      let log = try folder.succeed("log STORE d")
      #expect(log.hasPrefix("3 migrate  revision 2 → 1 of the form  ("), "\(log)")
      #expect(try folder.succeed("diff STORE d 2 3") == "revision 2 → 1 of the form\n")
      // The document names its revision now, which is the one that it was on without that.
      #expect(try folder.succeed("diff STORE d 1 3 --exit-code") == "")
      #expect(
        try folder.succeed("diff STORE d 1 3 --exit-code --json")
          == #"{"from":1,"to":3,"changes":[]}"# + "\n")
      #expect(
        try folder.succeed("checkout STORE d 1")
          == "checked out 1: undid 2–3 by Ada: nothing changed; "
          + "back with: ekiben checkout STORE d 3\n")
      let travel = try folder.succeed("log STORE d --limit 1")
      #expect(travel.hasPrefix("4 checkout of 2–3, head 1  (Ada, "), "\(travel)")
    }
  }

  // Rule D20.
  @Test func `of a final document that it is on a revision already, and else that it stays`() throws
  {
    try withForm(weight) { folder in
      try folder.succeed("submit STORE d")
      let there = "nothing changed: d is on revision 1\n"
      #expect(try folder.succeed("migrate STORE d") == there)
      #expect(try folder.succeed("migrate STORE d --to 1 --dry-run") == there)
      #expect(
        try folder.succeed("migrate STORE --all")
          == "0 documents went, 1 was there already; answers: 0 kept, 0 retired, 0 no longer valid\n"
      )
      let form = #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[]}]}"#
      try folder.write(form, to: "f2.json")
      try folder.succeed("import STORE f2.json")
      try folder.expectRefused("migrate STORE d", 1, "d is final; reopen it first")
      try folder.expectRefused("migrate STORE d --to 2 --dry-run", 1, "d is final")
      try folder.expectRefused("migrate STORE d --to 3", 1)
      #expect(try folder.succeed("migrate STORE d --to 1") == there)
      let all = try folder.run("migrate STORE --all")
      #expect(all.status == 1 && all.stdout.hasPrefix("0 documents went, 1 stayed; "))
    }
  }

  @Test func `who answered beside each other, however much a formula reads`() throws {
    let rows = (1...40).map { #"{"id":"number-\#($0)","component":"TextInput","kind":"integer"}"# }
    let total = """
      {"id":"t","component":"TextInput","kind":"integer",
       "calculated":"%resource.descendants().where(linkId != 't').answer.value.count()"}
      """
    try withForm((rows + [total]).joined(separator: ",")) { folder in
      try folder.succeed("set STORE d number-1 5")
      let lines = try folder.succeed("blame STORE d").split(separator: "\n")
      let first = try #require(lines.first { $0.hasPrefix("number-1 ") })
      #expect(first.count < 80, "\(first)")
      let named = (1...4).map { "number-\($0)" }.joined(separator: ", ")
      #expect(lines.contains { $0.contains("calculated from \(named) and 36 more  ") })
    }
  }

  @Test func `that a formula gave an answer, and from what where it reads anything`() throws {
    let rows = ["1 + 1", "%resource.descendants().where(linkId = 'r0').answer.value"]
      .enumerated().map { at, formula in
        let kind = #""component":"TextInput","kind":"integer""#
        return #"{"id":"r\#(at)",\#(kind),"calculated":"\#(formula)"}"#
      }
    try withForm(rows.joined(separator: ",")) { folder in
      #expect(
        try folder.succeed("blame STORE d") == """
          r0  2  1 calculated          (Ada, 2026-11-21 10:00:00Z)
          r1  2  1 calculated from r0  (Ada, 2026-11-21 10:00:00Z)

          """)
      let json = try folder.succeed("blame STORE d r0 --json")
      #expect(json.hasSuffix(#""reason":null,"calculated":true,"from":[]}]}"# + "\n"), "\(json)")
    }
  }

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
        "import STORE h" + option, 65, "h, line 1", "ekiben-history/3 is newer than this program")
    }
  }

  @Test func `is that the folder of a copy is missing`() throws {
    try ToolFolder.withVisit { folder in
      try folder.expectRefused("backup STORE none/copy", 74, "none/copy", "no such folder")
      try folder.expectRefused("certify STORE -o none/file", 74, "none/file", "no such folder")
    }
  }

  // Rule C2.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs Linux's /sys"),
    arguments: [
      "certify STORE -o", "export STORE --form intake --format csv -o", "backup STORE",
    ])
  func `is that its folder may not be written`(line: String) throws {
    try ToolFolder.withVisit { folder in
      // Not even the administrator makes files there.
      let why = line.hasPrefix("certify") ? "Permission denied" : "not permitted"
      try folder.expectRefused(line + " /sys/kernel/x", 77, "/sys/kernel/x", why)
    }
  }
}
