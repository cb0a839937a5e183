import Ekiben
import EkibenInterchange
import TestSupport
import Testing

/// `set --changes` reads the notation that `log` and `diff` print.
@Suite(.timeLimit(.minutes(20))) struct ChangesInputTests {
  private func set(
    _ lines: String, in folder: ToolFolder, _ more: [String] = []
  ) throws -> ProcessResult {
    try folder.run(["set", "STORE", "visit", "--changes", "-"] + more, stdin: Array(lines.utf8))
  }

  @Test func `answers come and go as one step`() throws {
    try ToolFolder.withVisit { folder in
      let first = try set("# typed\nname: – → \"A da\"\n\nage: – → 36\n", in: folder)
      #expect(first.status == 0, "\(first.stderr)")
      #expect(first.stdout.contains("undo with: ekiben undo STORE visit"))
      let second = try set("age: 36 → –\r\nname: \"A da\" → \"Ada\"\r\n", in: folder, ["--json"])
      #expect(second.status == 0, "\(second.stderr)")
      let json = try JSON(parsing: Array(second.stdout.utf8))
      #expect(json["entry"]?.number == "3")
      #expect(json["changes"]?.array?.count == 2)
      #expect(try folder.succeed("get STORE visit name") == "Ada\n")
      try folder.succeed("undo STORE visit")
      #expect(try folder.succeed("get STORE visit age") == "36\n")
      #expect(try folder.succeed("get STORE visit name") == "A da\n")
    }
  }

  @Test func `what the log prints can be set again`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed(["set", "STORE", "visit", "name", "caf\u{E9} \"x\"\n\u{202E}", "age", "7"])
      let line = try #require(folder.succeed("log STORE visit").split(separator: "\n").first)
      let start = try #require(line.firstRange(of: "name: ")).lowerBound
      let end = try #require(line.firstRange(of: "  (Ada,")).lowerBound
      let text = line[start..<end].split(separator: "; ").joined(separator: "\n")
      try folder.succeed("undo STORE visit")
      let result = try set(text, in: folder)
      #expect(result.status == 0, "\(text): \(result.stderr)")
      #expect(try folder.succeed("get STORE visit age") == "7\n")
    }
  }

  @Test func `a file serves as well, and a value that is there already is done`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write("name: – → \"Ada\"\n", to: "changes")
      try folder.succeed("set STORE visit --changes changes --reason typed")
      try folder.write("name: \"Ada\" → \"Ada\"\n", to: "changes")
      #expect(try folder.succeed("set STORE visit --changes=changes") == "nothing changed\n")
      try folder.write("", to: "changes")
      #expect(try folder.succeed("set STORE visit --changes changes") == "nothing changed\n")
    }
  }

  /// Lines that are refused, the exit code, and what the message has to mention.
  @Test(
    arguments: [
      ("name: \"Bob\" → \"Ada\"", 1, ["name", "expected \"Bob\"", "found –"]),
      ("age: – → 1\nname: \"\" → \"Ada\"", 1, ["name", "expected \"\"", "found –"]),
      ("nowhere: – → 1", 1, ["nowhere"]), ("name[title]: – → \"x\"", 1, ["name[title]", "so far"]),
      ("name[]: – → {}", 1, ["name[]"]), ("document:[title]: – → \"x\"", 1, ["document:[title]"]),
      ("section:person[header]: – → {}", 1, ["section:person[header]"]),
      ("age: – → \"x\"", 65, ["age", "whole number"]), ("name: – → [[1]]", 65, ["name"]),
      ("\n\nname: – → Ada", 65, ["standard input", "line 3, column 11", "a value", "\"Ada\""]),
      ("name: – → \"A\"\nname: – → \"B\"", 65, ["line 2", "line 1"]),
      ("name: – → date(2024-02-30)", 65, ["date", "2024-02-30"]),
    ] as [(String, Int32, [String])])
  func `what does not fit is refused and nothing changes`(
    lines: String, code: Int32, mentions: [String]
  ) throws {
    try ToolFolder.withVisit { folder in
      let before = try folder.dump()
      let result = try set(lines, in: folder)
      #expect(result.status == code, "\(result.stderr)")
      for text in mentions { #expect(result.stderr.contains(text), "\(result.stderr)") }
      #expect(result.stdout == "")
      #expect(try folder.dump() == before)
    }
  }

  // Rule D15.
  @Test func `what diff prints of every kind of answer is what set makes of it`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("kinds-form.json"), to: "kinds.json")
      try folder.succeed("import STORE kinds.json")
      try folder.succeed("new STORE kinds --as visit")
      let answers = [
        "born", "1815-12-10", "seen", "2026-11-20T09:30+01:00", "woke", "07:15", "since", "2024-03",
        "year", "2024", "colour", "r", "pets", #"["cat","dog"]"#, "work", "baker", "dose", "5.0 mg",
        "weight", "71.50", "code", "AB-12", "odd", "abab",
      ]
      try folder.succeed(["set", "STORE", "visit"] + answers)
      let difference = try folder.succeed("diff STORE visit 1")
      #expect(difference.split(separator: "\n").count == answers.count / 2)
      try folder.succeed("undo STORE visit")
      #expect(try set(difference, in: folder).status == 0)
      #expect(try folder.succeed("diff STORE visit 1") == difference)
      #expect(try folder.succeed("diff STORE visit 2 4") == "")
      // An option may be named by its label, before the arrow and behind it.
      let labels = try set("colour: \"Red\" → \"Blue\"\n", in: folder)
      #expect(labels.status == 0 && labels.stdout.contains("colour \"Red\" → \"Blue\""))
      let other = try set("colour: \"purple\" → \"Red\"\n", in: folder)
      #expect(other.status == 1 && other.stderr.contains("expected \"purple\", found \"b\";"))
    }
  }

  // Rule C14.
  @Test(arguments: [
    (
      ["name", "Penicillin gives her a rash; never give it. Aspirin is fine."],
      #"name: – → "Penicillin gives her a rash; never give it. Asp"…"#, 60
    ), (["age", "1234567890"], "age: – → 12345678…", 18),
  ])
  func `what was shortened to fit a screen is refused, and never stored`(
    answer: [String], line: String, columns: Int
  ) throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed(["set", "STORE", "visit"] + answer)
      var narrow = folder
      narrow.environment["COLUMNS"] = "\(columns)"
      let difference = try narrow.succeed("diff STORE visit 1 2")
      #expect(difference == line + "\n")
      try folder.succeed("undo STORE visit")
      let result = try set(difference, in: folder)
      #expect(result.status == 65 && result.stdout.isEmpty)
      #expect(
        result.stderr == """
          error: standard input, line 1, column \(columns): expected the end of the line, found "…"; the \
          line was shortened to fit a screen

          """)
      #expect(try folder.succeed("get STORE visit \(answer[0])") == "")
    }
  }

  // Rule E13.
  @Test func `what is set is said to be hidden, wrong or overriding a formula`() throws {
    try ToolFolder.with { folder in
      let row = { (id: String, more: String) in
        #"{"id":"\#(id)","component":"TextInput",\#(more)}"#
      }
      let rows = [
        row("hidden", #""maxLength":1,"visible":{"row":"long","is":"x"}"#),
        row("long", #""maxLength":2"#), row("fixed", #""readOnly":true,"initial":"x""#),
        row("sum", #""kind":"integer","calculated":"1 + 1""#),
      ]
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(rows.joined(separator: ","))]}]}"#,
        to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as visit")
      let result = try set("sum: 2 → 3\nlong: – → \"abc\"\nhidden: – → \"yy\"\n", in: folder)
      #expect(result.status == 0)
      #expect(
        result.stderr == """
          issue: long: at most 2 characters are allowed, there are 3
          note: hidden is not shown as things stand; ekiben why says more
          note: sum has a formula, which leaves it alone until: ekiben recalculate STORE visit sum

          """)
      let fixed = try set("long: \"abc\" → \"a\"\nfixed: \"x\" → \"y\"\n", in: folder)
      #expect(fixed.status == 1 && fixed.stderr == "error: fixed is read-only\n")
      #expect(try folder.succeed("get STORE visit long") == "abc\n")
    }
  }

  // Rule H19: what is printed may be kept by others.
  @Test func `a refusal says no secret`() throws {
    try ToolFolder.with { folder in
      func form(_ row: String) -> String {
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[{"id":"pin",\#(row)}]}]}"#
      }
      try folder.write(form(#""component":"TextInput","kind":"secret""#), to: "form.json")
      let choice = #""component":"Choice","options":[{"code":"a"}],"value":"4711""#
      try folder.write(form(choice), to: "choice.json")
      try folder.succeed("import STORE form.json")
      try folder.succeed("new STORE f --as visit")
      let stale =
        "nothing was changed: look at it again, and write what is there before the arrow if the "
        + "change is to stand"
      let calls: [(words: [String], lines: String, error: String)] = [
        (
          ["set", "STORE", "visit", "--json-value", "pin", "x4711"], "",
          "pin: expected text in quotes"
        ),
        (
          ["set", "STORE", "visit", "--changes", "-"], "pin: – → [\"4711\"]",
          "pin takes text, not \"••••••••\""
        ),
        (
          ["set", "STORE", "visit", "--changes", "-"], "pin: \"4711\" → \"x\"",
          "pin: expected another secret, found –; \(stale)"
        ),
      ]
      for call in calls {
        let result = try folder.run(call.words, stdin: Array(call.lines.utf8))
        #expect(result.status != 0 && result.stderr == "error: \(call.error)\n")
      }
      try folder.succeed("set STORE visit pin 80")
      #expect(
        try folder.run("apply STORE visit choice.json").stderr
          == "error: pin is a secret and has an answer; take that away before the row becomes another "
          + "kind of question\n")
    }
  }

  @Test func `a refusal elides what is long`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed(["set", "STORE", "visit", "name", String(repeating: "a", count: 5_000)])
      let result = try set("name: \"\(String(repeating: "b", count: 5_000))\" → \"x\"", in: folder)
      #expect(result.status == 1 && result.stderr.count < 500, "\(result.stderr)")
    }
  }

  @Test func `wrong calls are refused`() throws {
    try ToolFolder.withVisit { folder in
      try folder.write([0x66, 0xFF], to: "bytes")
      let cases: [(String, Refusal)] = [
        ("set STORE visit", Refusal(code: 64, mentions: ["ROW is missing"])),
        ("set STORE visit --changes - name Ada", Refusal(code: 64, mentions: ["--changes"])),
        ("set STORE visit --changes nowhere", Refusal(code: 66, mentions: ["nowhere"])),
        ("set STORE visit --changes bytes", Refusal(code: 65, mentions: ["bytes", "UTF-8"])),
        ("set STORE visit --changes .", Refusal(code: 74, mentions: ["folder"])),
      ]
      for (line, refusal) in cases { try refusal.expect(words(of: line), in: folder) }
    }
  }
}
