import TestSupport
import Testing

/// What the contract of the command says of details that nothing else asks.
@Suite(.timeLimit(.minutes(20))) struct `The contract of the command` {
  private func withForm(_ text: String, _ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(text, to: "f.json")
      try folder.succeed("import STORE f.json --as f")
      try folder.succeed("new STORE f --as d")
      try body(folder)
    }
  }

  // Rule C5: what a form says of a broken limit drives no terminal either.
  @Test func `escapes messages of limits and checks, and units`() throws {
    let form = #"""
      {"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [
        {"id": "a", "component": "TextInput", "maxLength": 1, "messages": {"maxLength": "M\u001b[31m\u202eX"}},
        {"id": "q", "component": "Quantity"}],
        "checks": [{"id": "k", "formula": {"row": "a", "isNot": "zz"}, "message": "C\u001b[31m", "at": "a"}]}]}
      """#
    try withForm(form) { folder in
      try folder.succeed(["set", "STORE", "d", "a", "zz", "q", "5 u\u{202E}v"])
      for line in [
        "show STORE d", "log STORE d", "diff STORE d 1", "blame STORE d", "validate STORE d",
      ] {
        let result = try folder.run(line)
        let shown = (result.stdout + result.stderr).unicodeScalars
        #expect(!shown.contains { $0 == "\u{1B}" || $0 == "\u{202E}" }, "\(line)")
      }
      let log = try folder.succeed("log STORE d --limit 1")
      let change = try #require(log.split(separator: ";").last?.split(separator: "  ").first)
      try folder.succeed("clear STORE d q")
      try folder.write("\(change)\n", to: "changes")
      try folder.succeed("set STORE d --changes changes")
      let unit = try folder.succeed("get STORE d q --json")
      #expect(unit.contains("u\\u202Ev") || unit.contains("u\\u202ev"), "\(unit)")
    }
  }

  // Standard input is a file like any other.
  @Test(arguments: [
    "set STORE d a x", "show STORE d", "clear STORE d a", "undo STORE d", "validate STORE d",
    "eval STORE d 1+1", "submit STORE d",
  ])
  func `reads what --given names from standard input`(line: String) throws {
    let form =
      #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[{"id":"a","component":"TextInput"}]}]}"#
    try withForm(form) { folder in
      try folder.succeed("set STORE d a y")
      let result = try folder.run(
        words(of: line + " --given patient=-"), stdin: Array(#"{"name": "Ada"}"#.utf8))
      #expect(result.status == 0, "\(result.stderr)")
    }
  }

  // A time is printed in seconds, and an entry is made within one.
  @Test func `takes a time as it is printed for all of its second`() throws {
    try ToolFolder.withVisit { folder in
      var later = folder
      later.environment["EKIBEN_NOW"] = "2026-11-21T11:00:00.750Z"
      try later.succeed("set STORE visit name Ada")
      let log = try folder.succeed("log STORE visit --limit 1")
      #expect(log.hasSuffix("(Ada, 2026-11-21 11:00:00Z)\n"))
      let found = try folder.succeed([
        "get", "STORE", "visit", "name", "--at", "2026-11-21 11:00:00Z",
      ])
      #expect(found == "Ada\n")
      let before = try folder.succeed(
        ["get", "STORE", "visit", "name", "--at", "2026-11-21T11:00:00.749Z"])
      #expect(before == "")
    }
  }

  @Test func `reads the changes of a line of the log`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("new STORE intake --as other")
      try folder.succeed("set STORE visit name Ada age 7")
      try folder.write(#"name: – → "Ada"; age: – → 7"# + "\n", to: "changes")
      try folder.succeed("set STORE other --changes changes")
      let answers = try ["name", "age"].map { try folder.succeed("get STORE other \($0)") }
      #expect(answers == ["Ada\n", "7\n"])
      try folder.write(#"name: "Ada" → "Bo"; name: "Ada" → "Cy""# + "\n", to: "changes")
      let twice = try folder.run("set STORE other --changes changes")
      #expect(twice.status == 65, "\(twice.stderr)")
    }
  }

  @Test(arguments: [
    ("mark STORE visit yesterday", 64, "a mark cannot be called yesterday: that is a time"),
    ("reopen STORE visit", 64, "usage: ekiben reopen STORE DOC --reason TEXT"),
    ("history STORE", 64, "usage: ekiben history STORE --form F"),
    ("hist STORE", 64, "did you mean history?"),
  ])
  func `refuses what means two things`(line: String, status: Int32, words: String) throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.run(line)
      #expect(result.status == status && result.stderr.contains(words), "\(result.stderr)")
    }
  }

  // Rule I21.
  @Test func `applies the description of another form only by force`() throws {
    let form =
      #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[{"id":"a","component":"TextInput"}]}]}"#
    try withForm(form) { folder in
      for (url, isOther) in [("http://x/other", true), ("http://x/f", false)] {
        try folder.write(
          #"{"resourceType":"Questionnaire","url":"\#(url)","status":"draft","item":[{"linkId":"a","type":"string"}]}"#,
          to: "q.json")
        let result = try folder.run("apply STORE d q.json --dry-run")
        #expect((result.status == 1) == isOther, "\(result.stderr)")
      }
    }
  }

  @Test func `says what became of each answer that did not stay, also of many documents`() throws {
    let form = { (row: String) in
      #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[{"id":"keep","component":"TextInput"},{"id":"\#(row)","component":"TextInput","kind":"decimal"}]}]}"#
    }
    try withForm(form("old")) { folder in
      try folder.succeed("new STORE f --as e")
      try folder.succeed("set STORE d keep x old 3")
      try folder.write(form("new"), to: "f.json")
      try folder.succeed("import STORE f.json --as f")
      let said = try folder.succeed("migrate STORE --all --dry-run")
      #expect(
        said == """
          would migrate: d from revision 1 to 2: 1 answer kept, 1 retired, 0 no longer valid
            retired  old  3
          2 documents would go; answers: 1 kept, 1 retired, 0 no longer valid

          """, "\(said)")
    }
  }

  @Test func `cuts long values in the line that says what was done, and in no other`() throws {
    try ToolFolder.withVisit { folder in
      let long = String(repeating: "long ", count: 100)
      let said = try folder.succeed(["set", "STORE", "visit", "name", long])
      #expect(said.count < 300 && said.contains("…; undo with: ekiben undo STORE visit"))
      let log = try folder.succeed("log STORE visit --limit 1")
      #expect(log.contains(long))
    }
  }

  @Test func `replays with what the table was told to do`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let lines = try folder.succeed("replay STORE visit --verbose --json").split(separator: "\n")
      #expect(lines.first?.hasSuffix(#""plan":{"stages":[]}}"#) == true)
      #expect(lines[1].contains(#""updateRows":[[0,1]]"#), "\(lines[1])")
      try folder.write(try folder.succeed("export STORE visit --format jsonl"), to: "h.jsonl")
      let file = try folder.succeed("replay h.jsonl --verbose --json").split(separator: "\n")
      #expect(file == lines)
    }
  }
}
