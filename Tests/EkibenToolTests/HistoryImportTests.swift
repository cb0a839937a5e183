import Ekiben
import EkibenInterchange
import TestSupport
import Testing

/// What `import` says of a history, and what it makes of it. Rule I12.
@Suite(.timeLimit(.minutes(20))) struct `A history that comes in` {
  private func withHistory(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("set STORE visit name Eve")
      try folder.write(try folder.succeed("export STORE visit --format jsonl"), to: "h.jsonl")
      try body(folder)
    }
  }

  @Test(arguments: [
    ("", "visit"), ("--format jsonl", "visit"), ("--as other", "other"),
    ("--format jsonl --as other", "other"),
  ])
  func `is told as a document with its entries and its form`(options: String, name: String) throws {
    try withHistory { folder in
      let said = try folder.run("import NEW h.jsonl \(options)")
      #expect(said.stderr == "")
      #expect(said.stdout == "imported \(name) with 3 entries, of form intake revision 1\n")
      #expect(try folder.succeed("get NEW \(name) name") == "Eve\n")
      #expect(try folder.succeed("get NEW \(name) name --at 2") == "Ada\n")
      let json = try folder.succeed("import AGAIN h.jsonl --json \(options)")
      #expect(
        json
          == #"{"form":"intake","revision":1,"created":true,"sections":2,"rows":6,"opaque":1,"#
          + #""warnings":[],"document":"\#(name)","entries":3}"# + "\n")
    }
  }

  @Test func `is told of one entry as one, and of the revision that it ends on`() throws {
    try ToolFolder.with { folder in
      for (at, rows) in [["a"], ["a", "b"]].enumerated() {
        let list = rows.map { #"{"id":"\#($0)","component":"TextInput"}"# }.joined(separator: ",")
        try folder.write(
          #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(list)]}]}"#, to: "f.json")
        try folder.succeed("import STORE f.json")
        try folder.succeed("new STORE f --as d\(at + 1)")
      }
      try folder.succeed("duplicate STORE d1 --as d3")
      try folder.succeed("migrate STORE d3")
      for (name, told, rows) in [
        ("d1", "1 entry, of form f revision 1", 1), ("d2", "1 entry, of form f revision 1", 2),
        ("d3", "2 entries, of form f revision 2", 2),
      ] {
        try folder.write(
          try folder.succeed("export STORE \(name) --format jsonl"), to: "\(name).jsonl")
        let said = try folder.succeed("import \(name) \(name).jsonl")
        #expect(said == "imported \(name) with \(told)\n")
        let json = try folder.succeed("import \(name)-json \(name).jsonl --json")
        #expect(try JSON(parsing: Array(json.utf8))["rows"]?.number == "\(rows)")
      }
    }
  }

  // Rule C1.
  @Test func `is refused where its document is there already`() throws {
    try withHistory { folder in
      for option in ["", " --format jsonl", " --as visit", " --as other"] {
        try folder.expectRefused(
          "import STORE h.jsonl" + option, 1, "error: there is a document visit already\n")
      }
      try folder.write(try fixture("visit-form.json"), to: "form.json")
      var elsewhere = folder
      elsewhere.environment["EKIBEN_SEED"] = "2"
      try elsewhere.succeed("import NEW form.json")
      try elsewhere.succeed("new NEW intake --as visit")
      try folder.expectRefused("import NEW h.jsonl", 1, "there is a document visit already")
      #expect(try folder.succeed("import NEW h.jsonl --as other").hasPrefix("imported other with"))
    }
  }
}
