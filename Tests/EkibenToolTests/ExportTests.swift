import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// What `export` prints is what `apply`, `import` and `replay` read.
@Suite(.timeLimit(.minutes(20))) struct ExportTests {
  // Rule I12.
  @Test func `an exported history is replayed without its store, and is valid line by line`() throws
  {
    try ToolFolder.withVisit { folder in
      for line in [
        "set STORE visit name Ada", "mark STORE visit sent", "set STORE visit age 36",
        "set STORE visit consent yes", "undo STORE visit", "checkout STORE visit 1",
        "set STORE visit name Grace --reason misheard", "checkout STORE visit 4",
        "revert STORE visit 2",
      ] { try folder.succeed(line) }
      for _ in 0..<2 {
        let history = try folder.run("export STORE visit --format jsonl").stdoutBytes
        #expect(try HistoryReader.read(Array(history)).journal.entries.count == 10)
        let check = try SchemaCheck(named: "history")
        for line in history.split(separator: 10) {
          #expect(check.findings(in: try JSON(parsing: Array(line))) == [])
        }
        let replayed = try folder.run(["replay", "-", "--verbose"], stdin: Array(history)).stdout
        #expect(try folder.succeed("replay STORE visit --verbose") == replayed)
        // Where its entries stand in the file makes no difference.
        try folder.succeed("compact STORE")
      }
    }
  }

  @Test func `an exported document is as it is, for apply`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada age 36 consent no")
      let json = try folder.succeed("export STORE visit")
      #expect(try folder.succeed("export STORE visit --json") == json)
      #expect(try SchemaCheck(named: "form").findings(in: JSON(parsing: Array(json.utf8))) == [])
      try folder.write(json, to: "visit.json")
      #expect(try folder.succeed("apply STORE visit visit.json") == "nothing changed\n")
      try folder.succeed("new STORE intake --as other")
      try folder.succeed("apply STORE other visit.json")
      for row in ["name", "age", "consent"] {
        #expect(
          try folder.succeed("get STORE other \(row)") == folder.succeed("get STORE visit \(row)"))
      }
    }
  }

  // Rule D7.
  @Test func `an answer of many digits goes out as a number and comes in`() throws {
    try ToolFolder.with { folder in
      let rows =
        #"{"id":"a","component":"TextInput","kind":"decimal"},{"id":"q","component":"Quantity"}"#
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(rows)]}]}"#, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      let digits = "0." + String(repeating: "1", count: 5_000)
      try folder.succeed(["set", "STORE", "d", "a", digits, "q", "\(digits) mg"])
      let json = try folder.succeed("export STORE d")
      #expect(json.contains("\"value\": \(digits)") && json.contains("\"number\": \(digits)"))
      try folder.write(json, to: "d.json")
      #expect(try folder.succeed("apply STORE d d.json") == "nothing changed\n")
    }
  }

  // Rules I30 and I31.
  @Test func `a form that was a Questionnaire is one again, with what was changed`() throws {
    try ToolFolder.with { folder in
      let text = #"""
        {"resourceType":"Questionnaire","id":"q","x":1.50,"status":"draft","item":[
          {"linkId":"a","text":"Name","type":"string"},
          {"linkId":"b","type":"attachment","text":"Photo"}]}
        """#
      try folder.write(text, to: "q.json")
      try folder.succeed("import STORE q.json")
      let out = try folder.succeed("export STORE --form q --format fhir")
      #expect(try JSON(parsing: Array(out.utf8)) == JSON(parsing: Array(text.utf8)))
      let own = try folder.succeed("export STORE --form q").replacingOccurrences(
        of: #""Name""#, with: #""Full name", "placeholder": "A B""#)
      try folder.write(own, to: "own.json")
      try folder.succeed("import STORE own.json")
      let changed = try folder.run("export STORE --form q --format fhir")
      #expect(
        changed.stderr
          == #"warning: a: "placeholder" is left out, since a Questionnaire cannot say it"# + "\n")
      #expect(
        try JSON(parsing: Array(changed.stdout.utf8))
          == JSON(parsing: Array(text.replacingOccurrences(of: "Name", with: "Full name").utf8)))
    }
  }

  @Test func `an exported form is the same form in another store`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write(try folder.succeed("export STORE --form intake"), to: "form.json")
      #expect(
        try folder.succeed("import STORE form.json")
          == "intake has this content already, as revision 1\n")
      try folder.succeed("import other.ekiben form.json")
      #expect(
        try folder.succeed("export other.ekiben --form intake")
          == folder.succeed("export STORE --form intake"))
    }
  }

  @Test func `a deleted document is exported without that fact`() throws {
    try ToolFolder.withVisit { folder in
      let before = try folder.succeed("export STORE visit")
      try folder.succeed("delete STORE visit")
      #expect(try folder.succeed("export STORE visit") == before)
    }
  }
}
