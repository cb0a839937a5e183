import Ekiben
import EkibenInterchange
import TestSupport
import Testing

/// `set --changes` reads what `log` and `diff` print.
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
