import Foundation
import TestSupport
import Testing

/// Filling a form in line by line, as a person at a terminal or a program at a pipe does (rule C16).
@Suite(.timeLimit(.minutes(20))) struct `Filling in` {
  private func fill(
    _ lines: [String], _ folder: ToolFolder, _ options: [String] = []
  ) throws -> ProcessResult {
    let input = lines.map { $0 + "\n" }.joined()
    return try folder.run(["fill", "STORE", "visit"] + options, stdin: Array(input.utf8))
  }

  @Test func `asks what is shown, takes an answer a line, and each is a step`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(["Ada", "", "yes", ""], folder, ["--author", "Bo"])
      #expect(result.status == 0 && result.stderr.isEmpty)
      #expect(
        result.stdout == """
          Clinic intake — visit
          an answer a line, empty to go on, :help says more

          About you
            Please answer what you can.
            Name *   –  (1 of 3)
            name – → "Ada"

            Age   –  (a whole number)  (2 of 3)

            Record number   –  (read-only)

            [–] I agree to take part  (3 of 3)
            consent – → true

          That was the last question.
          :submit makes it final, :back goes back, an empty line leaves it as it is

          """)
      let log = try folder.succeed("log STORE visit")
      #expect(
        log == """
          3 edit  consent: – → true  (Bo, 2026-11-21 10:00:00Z)
          2 edit  name: – → "Ada"  (Bo, 2026-11-21 10:00:00Z)
          1 create  (Ada, 2026-11-21 10:00:00Z)

          """)
    }
  }

  @Test func `says what is wrong with an answer and asks on, and nothing is stored`() throws {
    try ToolFolder.withVisit { folder in
      let before = try folder.dump()
      let result = try fill([":go age", "old", ":back", ":back", ":go nowhere", ":new"], folder)
      #expect(result.status == 0)
      #expect(
        result.stderr == """
          error: age takes a whole number, not "old"
          error: this is the first question
          error: nowhere is no row that is asked now
          error: there is no :new here; :help says what there is

          """)
      #expect(try folder.dump() == before)
    }
  }

  @Test func `other commands are at hand, with what was said to this one`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(
        ["::Ada", ":undo", ":redo", ":back", ":why", ":clear", ":log --limit 1", ":quit", "7"],
        folder, ["--author", "Bo", "--reason", "asked"])
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      for words in [
        #"name – → ":Ada""#, #"undid 2 by Bo: name ":Ada" → –"#, "redid 2 by Bo", "name is shown",
        #"edit 5 by Bo: name ":Ada" → –"#,
        #"5 edit  name: ":Ada" → –  (Bo, 2026-11-21 10:00:00Z: asked)"#,
      ] {
        #expect(result.stdout.contains(words), "\(words) in \(result.stdout)")
      }
      #expect(try folder.succeed("list STORE").contains("head 5 of 5"))
    }
  }

  // An option that the order has itself, however it is written, is not taken from fill.
  @Test func `orders work where STORE and DOC look like options, and have options of their own`()
    throws
  {
    try ToolFolder.withVisit { folder in
      try folder.succeed("duplicate STORE visit --as=-d")
      _ = try folder.shell("mv STORE ./-s")
      let orders = [
        ":set name Bo", ":set --author=Zed age 6", ":set --author Zoe age 7",
        ":set -- name --author", ":why", ":undo", ":clear name", ":quit",
      ]
      let input = orders.map { $0 + "\n" }.joined()
      let result = try folder.run(
        ["fill", "--author", "Me", "--", "-s", "-d"], stdin: Array(input.utf8))
      #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
      let log = try folder.succeed("log --limit 6 -- -s -d")
      #expect(
        log == """
          7 edit  name: "Bo" → –  (Me, 2026-11-21 10:00:00Z)
          6 undo of 5, head 4  name: "--author" → "Bo"  (Me, 2026-11-21 10:00:00Z)
          5 edit  name: "Bo" → "--author"  (Me, 2026-11-21 10:00:00Z)
          4 edit  age: 6 → 7  (Zoe, 2026-11-21 10:00:00Z)
          3 edit  age: – → 6  (Zed, 2026-11-21 10:00:00Z)
          2 edit  name: – → "Bo"  (Me, 2026-11-21 10:00:00Z)

          """)
    }
  }

  @Test func `orders have words with blanks in quotes, and say what can be typed there`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(
        [
          #":set name "Ada Lovelace""#, ":undo --reason 'typed wrongly'", #":mark two\ words"#,
          ":checkout 99", #":mark "no end"#, ":quit",
        ], folder)
      #expect(result.status == 0)
      #expect(
        result.stderr == #"""
          error: there is no entry 99; :log lists what there is
          error: " has no end; write \" for the sign itself

          """#)
      for words in [
        #"edit 2 by Ada: name – → "Ada Lovelace"; undo with: :undo"#,
        #"undid 2 by Ada: name "Ada Lovelace" → –; redo with: :redo"#, #""two words" is 1"#,
      ] {
        #expect(result.stdout.contains(words + "\n"), "\(words) in \(result.stdout)")
      }
      #expect(try folder.succeed("log STORE visit").contains(": typed wrongly)"))
    }
  }

  @Test func `a form that is complete can be submitted, which ends it`() throws {
    try ToolFolder.withVisit { folder in
      let lines = ["", "", "", ":submit", ":go name", "Ada", ":submit", "Bo"]
      let result = try fill(lines, folder)
      #expect(result.status == 0)
      #expect(result.stdout.contains("! name, “Name”: an answer is needed"))
      #expect(result.stderr == "error: visit cannot be submitted: 1 issue\n")
      #expect(try folder.succeed("list STORE").contains("final, from intake"))
      let again = try fill([], folder)
      #expect(again.status == 1 && again.stderr == "error: visit is final; reopen it first\n")
      try folder.succeed("new STORE intake --as gone")
      try folder.succeed("delete STORE gone")
      #expect(try folder.run("fill STORE gone").stderr.hasPrefix("error: gone is deleted"))
      #expect(try folder.run("fill STORE other").status == 1)
      #expect(try folder.run("fill NONE visit").status == 66)
    }
  }

  @Test func `rules decide what is asked next, and several answers have commas`() throws {
    try ToolFolder.with { folder in
      try folder.write(
        """
        { "ekiben-form": 1, "form": "pets", "sections": [ { "id": "s", "rows": [
          { "id": "has", "component": "Toggle", "title": "Pets?" },
          { "id": "which", "component": "Choice", "title": "Which?", "multiple": true,
            "visible": { "row": "has", "is": true },
            "options": [{ "code": "cat", "label": "Cat" }, { "code": "dog", "label": "Dog" }] },
          { "id": "pin", "component": "TextInput", "kind": "secret", "title": "PIN" } ] } ] }
        """, to: "pets.json")
      try folder.succeed("import STORE pets.json")
      try folder.succeed("new STORE pets --as visit")
      let result = try fill(["yes", "Dog, cat", "1234", ":back"], folder)
      #expect(result.status == 0 && result.stderr.isEmpty, "\(result.stderr)")
      #expect(result.stdout.contains("Pets?  (1 of 2)"))
      #expect(result.stdout.contains("Which?   –  (several of Cat / Dog)  (2 of 3)"))
      #expect(!result.stdout.contains("1234"))
      #expect(try folder.succeed("get STORE visit which") == "[\"dog\", \"cat\"]\n")
      let other = try fill(["no", ":go which"], folder)
      #expect(other.stdout.contains("(2 of 2)"))
      #expect(other.stderr == "error: which is no row that is asked now\n")
    }
  }

  @Test func `what repeats is offered at the end, and asked once it is there`() throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as visit")
      let offered = try fill([":go done", ""], folder)
      let line = try #require(offered.stdout.split(separator: "\n").first { $0.contains(":add ") })
      let order = try #require(line.split(separator: " ").last)
      let before = offered.stdout.matches(of: /\(\d+ of (\d+)\)/).last?.1
      let added = try fill([":go done", "", ":add \(order)", ":go done"], folder)
      #expect(added.status == 0 && added.stderr.isEmpty, "\(added.stderr)")
      let after = added.stdout.matches(of: /\(\d+ of (\d+)\)/).last?.1
      #expect(Int(after ?? "") ?? 0 > Int(before ?? "") ?? 0, "\(added.stdout)")
    }
  }

  @Test func `an answer that hides its question goes on behind it, and not from the beginning`()
    throws
  {
    try ToolFolder.with { folder in
      try folder.write(
        """
        { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
          { "id": "one", "component": "TextInput", "title": "One" },
          { "id": "two", "component": "TextInput", "title": "Two",
            "visible": { "row": "two", "exists": false } },
          { "id": "three", "component": "TextInput", "title": "Three" },
          { "id": "four", "component": "TextInput", "title": "Four" } ] } ] }
        """, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as visit")
      let result = try fill(["a", "b", "c", "d", "e"], folder)
      #expect(
        result.stderr.hasSuffix("there is no further question; :help says what can be done\n"))
      for (row, answer) in [("one", "a"), ("two", "b"), ("three", "c"), ("four", "d")] {
        #expect(try folder.succeed("get STORE visit \(row)") == "\(answer)\n")
      }
    }
  }

  @Test func `what formulas read comes from files, since standard input has the answers`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(["Ada"], folder, ["--given", "patient=-"])
      #expect(result.status == 64 && result.stderr.contains("standard input answers"))
      #expect(try folder.run("get STORE visit name").stdout == "")
    }
  }

  /// Says an answer, waits until it is on disk, runs a script, and says another one.
  private func fill(meanwhile script: String, _ folder: ToolFolder) throws -> ProcessResult {
    try folder.shell(
      """
      (echo Ada; until [ "$($EKIBEN get STORE visit name)" = Ada ]; do sleep 0.02; done
      \(script); echo 36; echo) | $EKIBEN fill STORE visit --author Bo
      """)
  }

  @Test func `the store stays open, and what others write is in the next question`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(
        meanwhile: "ls STORE-wal >&2; $EKIBEN set STORE visit consent yes age 7 >others 2>&1",
        folder)
      #expect(result.status == 0 && result.stderr == "STORE-wal\n", "\(result.stderr)")
      #expect(result.stdout.contains("Age   –  (a whole number)  (2 of 3)"))
      #expect(result.stdout.contains("age 7 → 36") && result.stdout.contains("[x] I agree"))
      #expect(try folder.files().keys.sorted() == ["STORE", "others"])
      #expect(try folder.succeed("list STORE").contains("head 4 of 4"))
    }
  }

  @Test func `who puts another store in its place, or destroys the document, ends it`() throws {
    for (script, said) in [
      ("$EKIBEN restore copy STORE", "STORE was moved, replaced or deleted while it was open"),
      ("$EKIBEN purge STORE visit", "there is no document visit"),
    ] {
      try ToolFolder.withVisit { folder in
        try folder.succeed("backup STORE copy")
        let result = try fill(meanwhile: "\(script) >others 2>&1", folder)
        #expect(result.status == 1 && result.stderr.hasPrefix("error: \(said)"))
        #expect(result.stderr.count { $0 == "\n" } == 1, "\(result.stderr)")
        #expect(!result.stdout.contains("age –"))
      }
    }
  }

  @Test func `what keeps the store from being opened again after another command is said`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("backup STORE copy")
      let result = try fill(
        meanwhile: "$EKIBEN restore copy STORE >others 2>&1; echo :log", folder)
      let said = "error: STORE was moved, replaced or deleted while it was open"
      #expect(result.status == 1 && result.stderr.hasPrefix(said), "\(result.stderr)")
    }
  }

  @Test func `the document can be destroyed from within, which ends it`() throws {
    try ToolFolder.withVisit { folder in
      let result = try fill(["Ada", ":purge", "36"], folder, ["--reason", "asked"])
      #expect(result.status == 1 && result.stderr.contains("there is no document visit"))
      #expect(try folder.files().keys.sorted() == ["STORE"])
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 0 documents"))
    }
  }

  @Test func `input that is no text ends it, and what was answered before stays`() throws {
    try ToolFolder.withVisit { folder in
      let bytes = Array("Ada\n".utf8) + [0xFF, 0x0A]
      let result = try folder.run(["fill", "STORE", "visit"], stdin: bytes)
      #expect(result.status == 65 && result.stderr == "error: standard input is not UTF-8\n")
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      let endless = try folder.shell("head -c 3000000 /dev/zero | $EKIBEN fill STORE visit")
      #expect(endless.status == 65)
      // The last line needs no end, and Windows ends lines in its own way.
      let last = try folder.run(["fill", "STORE", "visit"], stdin: Array("Bo\r\n7".utf8))
      #expect(last.status == 0)
      #expect(try folder.succeed("get STORE visit name") == "Bo\n")
      #expect(try folder.succeed("get STORE visit age") == "7\n")
    }
  }
}
