import Ekiben
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// `output.schema.json` and `plan.schema.json` say what the command prints with `--json`.
@Suite(.timeLimit(.minutes(20))) struct OutputSchemaTests {
  /// One line that a command printed.
  struct Line {
    let command: String
    let json: JSON
  }

  static let goldens = [
    "visit-json.txt", "history-json.txt", "kinds-json.txt", "finality-json.txt",
    "revisions-json.txt", "calculated-json.txt",
  ]

  @Test(arguments: goldens)
  func `every line of the stories for scripts is valid`(golden: String) throws {
    let check = try SchemaCheck(named: "output")
    for line in try lines(of: golden) {
      #expect(
        check.findings(in: line.json, definition: line.command) == [], "\(line.json.encoded())")
      #expect(check.findings(in: line.json) == [])
    }
  }

  @Test func `a line without one of its members is not valid`() throws {
    let check = try SchemaCheck(named: "output")
    let optional = [
      "kind", "options", "id", "relation", "growth", "document", "unchecked", "drift",
    ]
    for line in try Self.goldens.flatMap({ try lines(of: $0) }) {
      for member in line.json.object ?? [] where !optional.contains(member.name) {
        let rest = (line.json.object ?? []).filter { $0.name != member.name }
        let less = JSON.object(rest.map { ($0.name, $0.value) })
        #expect(check.findings(in: less, definition: line.command) != [], "\(less.encoded())")
      }
    }
  }

  @Test func `every command has a definition, and a line that shows it`() throws {
    let defined = Set((try SchemaCheck(named: "output").root["$defs"]?.object ?? []).map(\.name))
    let shown = Set(try Self.goldens.flatMap { try lines(of: $0) }.map(\.command))
    // What these say has a schema of its own, or depends on the machine.
    let others = [
      "export", "compact", "backup", "restore", "doctor", "stats", "purge", "add", "remove", "move",
      "report",
    ]
    for command in Dispatcher.commands.map({ $0.spec.name })
    where !["completions", "demo", "fill"].contains(command) {
      #expect(defined.contains(command), "\(command)")
      #expect(shown.contains(command) || others.contains(command), "\(command)")
    }
  }

  @Test func `changing the structure says what setting answers says`() throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as house")
      let check = try SchemaCheck(named: "output")
      for line in [
        "add STORE house members", "move STORE house done --before note", "remove STORE house note",
      ] {
        let json = try JSON(parsing: Array(folder.succeed("\(line) --json").utf8))
        #expect(check.findings(in: json, definition: words(of: line)[0]) == [], "\(json.encoded())")
      }
    }
  }

  // Rule T17.
  @Test func `a text that is worked out, and every supplement, are valid`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("repeats-form.json"), to: "repeats.json")
      try folder.succeed("import STORE repeats.json")
      try folder.succeed("new STORE repeats --as visit")
      try folder.succeed("add STORE visit visits")
      let check = try SchemaCheck(named: "output")
      for (line, part) in [
        ("why STORE visit pain", #""rule":"text""#),
        ("replay STORE visit --verbose", #""supplements":[[0,"ekiben:add"]]"#),
      ] {
        let printed = try folder.succeed("\(line) --json")
        #expect(printed.contains(part))
        for text in printed.split(separator: "\n") {
          let json = try JSON(parsing: Array(text.utf8))
          #expect(check.findings(in: json, definition: words(of: line)[0]) == [], "\(text)")
        }
      }
    }
  }

  // Rule F59.
  @Test func `text that is no answer yet is shown, validated and said in no file but the history`()
    throws
  {
    try ToolFolder.withVisit { folder in
      let editor = try Store(folder.file("STORE").path).editor("visit", in: .fixed(author: "Ada"))
      try editor.set(Field<Int>("age"), to: 36)
      try editor.type("36x", in: Field<Int>("age"))
      try editor.store.close()
      let json = try JSON(parsing: Array(folder.succeed("show STORE visit --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "show") == [])
      #expect(json.encoded().contains(#""value":36,"text":"36x","draft":"36x""#))
      let log = try folder.succeed("log STORE visit")
      #expect(log.contains(#"age[draft]: – → "36x""#), "\(log)")
      #expect(try !folder.succeed("export STORE visit").contains("36x"))
      #expect(
        try folder.run("validate STORE visit").stdout.contains("takes a whole number, not “36x”"))
      try folder.succeed("set STORE visit age 36")
      #expect(try !folder.succeed("show STORE visit --json").contains(#""draft":"#))
    }
  }

  @Test func `compacting says how large the file was and is`() throws {
    try ToolFolder.withVisit { folder in
      for age in 1...40 { try folder.succeed("set STORE visit age \(age)") }
      let before = try fileBytes(at: folder.file("STORE")).count
      let history = try folder.succeed("log STORE visit")
      let json = try JSON(parsing: Array(folder.succeed("compact STORE --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "compact") == [])
      #expect(json["before"]?.number == "\(before)")
      let after = try fileBytes(at: folder.file("STORE")).count
      #expect(json["after"]?.number == "\(after)")
      #expect(json["archived"]?.number == "40")
      #expect(try folder.succeed("log STORE visit") == history)
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: 1 document, 41 entries\n"))
      #expect(try folder.succeed("compact STORE").hasSuffix("; 0 entries archived\n"))
    }
  }

  @Test func `a backup says how large it is, and is the store as it was`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let before = try folder.files()["STORE"]
      let json = try JSON(parsing: Array(folder.succeed("backup STORE copy.ekiben --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "backup") == [])
      let after = try folder.files()
      #expect(after.keys.sorted() == ["STORE", "copy.ekiben"])
      #expect(after["STORE"] == before)
      #expect(json["bytes"]?.number == "\(after["copy.ekiben"]?.count ?? 0)")
      #expect(try folder.dump("copy.ekiben") == folder.dump())
      #expect(try folder.succeed("verify copy.ekiben").hasPrefix("ok: 1 document, 2 entries\n"))
    }
  }

  @Test func `the statistics are those of the file`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada age 36")
      try folder.succeed("compact STORE")
      try folder.succeed("undo STORE visit")
      let json = try JSON(parsing: Array(folder.succeed("stats STORE --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "stats") == [])
      let size = try fileBytes(at: folder.file("STORE")).count
      for (name, number) in [
        ("fileBytes", size), ("walBytes", 0), ("forms", 1), ("documents", 1), ("entries", 3),
      ] { #expect(json[name]?.number == "\(number)", "\(name)") }
      #expect(try folder.succeed("stats STORE").split(separator: "\n").count == json.object?.count)
    }
  }

  @Test func `the doctor says of each thing how it stands`() throws {
    try ToolFolder.withVisit { folder in
      let json = try JSON(parsing: Array(folder.succeed("doctor STORE --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "doctor") == [])
      let checks = json["checks"]?.array ?? []
      let lines = try folder.succeed("doctor STORE").split(separator: "\n")
      try #require(lines.count == checks.count && !checks.isEmpty)
      for (line, check) in zip(lines, checks) {
        #expect(line.hasPrefix(check["name"]?.string ?? "?"))
        #expect(line.contains("  \(check["verdict"]?.string ?? "?")"))
        #expect(line.contains(check["finding"]?.string ?? "?"))
      }
    }
  }

  @Test func `the example of a plan is valid, and one without its counts is not`() throws {
    let check = try SchemaCheck(named: "plan")
    let example = try #require(check.root["examples"]?.array?.first)
    #expect(check.findings(in: example) == [])
    let text = example.encoded()
    for (part, wrong) in [
      (#""rowsAfter":[4,2,5]"#, #""rows":[]"#), (#""header""#, "true"),
      ("[[0,3]]", "[[0,-3]]"),
    ] {
      let changed = text.replacing(part, with: wrong)
      try #require(changed != text)
      #expect(check.findings(in: try JSON(parsing: Array(changed.utf8))) != [])
    }
  }

  /// What the calls of a golden transcript printed: results, and why they were refused.
  private func lines(of golden: String) throws -> [Line] {
    let file = projectRoot.appending(path: "Tests/EkibenToolTests/Golden/\(golden)")
    var command = ""
    var lines: [Line] = []
    for line in String(decoding: try fileBytes(at: file), as: UTF8.self).split(separator: "\n") {
      if line.hasPrefix("$ ekiben ") {
        command = words(of: String(line))[2]
      } else if line.hasPrefix("{") {
        lines.append(Line(command: command, json: try JSON(parsing: Array(line.utf8))))
      } else if line.hasPrefix("! {") {
        lines.append(
          Line(command: "error", json: try JSON(parsing: Array(line.dropFirst(2).utf8))))
      }
    }
    try #require(lines.count > 5)
    return lines
  }
}
