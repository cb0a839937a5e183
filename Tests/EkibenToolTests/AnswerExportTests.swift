import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// Which answers `export --form` writes, and what it says of them.
@Suite(.timeLimit(.minutes(20))) struct `An export of answers` {
  /// A household of which two members have visits, and one telephone of two an owner.
  private func withMembers(_ body: (ToolFolder, (String) -> String) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as house")
      var ids: [String: String] = [:]
      func add(_ name: String, to section: String) throws {
        let said = try folder.succeed("add STORE house \(section)")
        let start = try #require(said.firstRange(of: "added (")).upperBound
        ids[name] = String(said[start...].prefix { $0 != ")" }).replacing("section:", with: "")
      }
      try add("second", to: "members")
      let shown = try folder.succeed("show STORE house --ids")
      let first = try #require(shown.firstMatch(of: /#(members\/[a-z0-9]+)\/name/))
      ids["first"] = String(first.output.1)
      for member in ["first", "second"] {
        try add("\(member) visit", to: "\(ids[member] ?? "")/visits")
      }
      try add("third visit", to: "\(ids["second"] ?? "")/visits")
      for phone in ["work", "home"] { try add(phone, to: "phone") }
      try body(folder) { ids[$0] ?? "none" }
    }
  }

  // Rule I28.
  @Test func `as JSON Lines has every instance in the one that it stands in, in order`() throws {
    try withMembers { folder, id in
      for (row, text) in [
        ("\(id("first"))/name", "Ada"), ("\(id("second"))/name", "Bob"),
        ("\(id("second visit"))/place", "Linz"), ("\(id("third visit"))/place", "Graz"),
        (id("work"), "1"), (id("home"), "2"), ("\(id("home"))/owner", "Bob"), ("note", "n"),
      ] { try folder.succeed(["set", "STORE", "house", row, text]) }
      func instance(_ name: String, _ answers: String, _ inside: String = "") -> String {
        #"{"id":"\#(id(name))","answers":{\#(answers)},"instances":{\#(inside)}}"#
      }
      let visits = [
        instance("first visit", ""), instance("second visit", #""place":"Linz""#),
        instance("third visit", #""place":"Graz""#),
      ]
      let phones = [
        instance("work", #""phone":"1""#), instance("home", #""phone":"2","owner":"Bob""#),
      ]
      let members = [
        instance("first", #""name":"Ada""#, #""visits":[\#(visits[0])]"#),
        instance("second", #""name":"Bob""#, #""visits":[\#(visits[1]),\#(visits[2])]"#),
      ]
      let expected =
        #"{"document":"house","form":"household","revision":1,"status":"draft","#
        + #""created":"2026-11-21T10:00:00.000Z","modified":"2026-11-21T10:00:00.000Z","#
        + #""answers":{"note":"n"},"instances":{"phone":[\#(phones.joined(separator: ","))],"#
        + #""members":[\#(members.joined(separator: ","))]}}"# + "\n"
      #expect(try folder.succeed("export STORE --form household --format jsonl") == expected)
    }
  }

  // Rule I24.
  @Test func `as a table has every instance with those around it, its number and what it holds`()
    throws
  {
    try withMembers { folder, id in
      func lines(_ table: String) throws -> [String] {
        let csv = try folder.succeed("export STORE --form household --format csv --repeat \(table)")
        return csv.split(separator: "\r\n").dropFirst().map(String.init)
      }
      let members = try lines("members")
      #expect(
        members == [
          "house,\(id("first")),1,,,1", "house,\(id("second")),2,,,2",
        ])
      #expect(
        try lines("visits") == [
          "house,\(id("first")),\(id("first visit")),1,",
          "house,\(id("second")),\(id("second visit")),1,",
          "house,\(id("second")),\(id("third visit")),2,",
        ])
      #expect(
        try lines("phone") == ["house,\(id("work")),1,,", "house,\(id("home")),2,,"])
    }
  }

  // Rules I24 and I28.
  @Test func `says how many lines a file has, without the names of the columns`() throws {
    try ToolFolder.withVisit { folder in
      let export = "export STORE --form intake --format"
      for (documents, told) in [(1, "1 line"), (2, "2 lines")] {
        if documents > 1 { try folder.succeed("new STORE intake") }
        for format in ["csv", "jsonl"] {
          let said = try folder.run("\(export) \(format) -o out --force")
          #expect(said.stdout == "out/intake.\(format): \(told)\n" && said.stderr == "")
          let json = try folder.succeed("\(export) \(format) -o out --force --json")
          let file = #"{"file":"out/intake.\#(format)","lines":\#(documents)}"#
          #expect(json == #"{"documents":\#(documents),"files":[\#(file)]}"# + "\n")
          let written = try fileBytes(at: folder.file("out/intake.\(format)"))
          #expect(try written == folder.run("\(export) \(format)").stdoutBytes)
          #expect(try folder.mode(of: "out/intake.\(format)") == 0o600)
        }
      }
    }
  }

  // Rule I22.
  @Test(arguments: [
    ("", "draft final"), ("--status draft", "draft"), ("--status final", "final"),
    ("--status deleted", "deleted"),
  ])
  func `holds the documents of a status`(option: String, expected: String) throws {
    try ToolFolder.withVisit { folder in
      for name in ["draft", "final", "deleted"] {
        try folder.succeed("new STORE intake --as \(name)")
        try folder.succeed("set STORE \(name) name Ada")
      }
      for line in ["submit STORE final", "delete STORE deleted", "delete STORE visit"] {
        try folder.succeed(line)
      }
      let names = words(of: expected) + (option.hasSuffix("deleted") ? ["visit"] : [])
      func found(_ format: String) throws -> [Substring] {
        try folder.succeed("export STORE --form intake --format \(format) \(option)").split(
          whereSeparator: \.isNewline)
      }
      #expect(
        try found("csv").dropFirst().map { line in String(line.prefix { $0 != "," }) } == names)
      let lines = try found("jsonl").map { try JSON(parsing: Array($0.utf8)) }
      #expect(lines.compactMap { $0["document"]?.string } == names)
      #expect(
        lines.compactMap { $0["status"]?.string } == names.map { $0 == "visit" ? "deleted" : $0 })
    }
  }

  @Test func `says which answers have no column, and that JSON Lines have them`() throws {
    try ToolFolder.withVisit { folder in
      func apply(_ rows: [String]) throws {
        let list = rows.map { #"{"id":"\#($0)","component":"TextInput","value":"x"}"# }
        try folder.write(
          #"{"ekiben-form":1,"sections":[{"id":"person","rows":[\#(list.joined(separator: ","))]}]}"#,
          to: "described.json")
        try folder.succeed("apply STORE visit described.json")
      }
      let note = "of rows that only their documents have: in no column; --format jsonl has them\n"
      for (rows, told) in [
        (["name"], ""), (["name", "own"], "note: 1 answer \(note)"),
        (["name", "own", "more"], "note: 2 answers \(note)"),
      ] {
        try apply(rows)
        for option in ["", " -o out --force"] {
          let csv = try folder.run("export STORE --form intake --format csv\(option)")
          #expect(csv.status == 0 && csv.stderr == told)
        }
        let lines = try folder.run("export STORE --form intake --format jsonl")
        #expect(lines.stderr == "")
        let answers = try JSON(parsing: lines.stdoutBytes)["answers"]?.object ?? []
        #expect(answers.map(\.name) == rows)
      }
    }
  }

  // Rules I23 and F46: labels stand in a set of options that is no part of the form.
  @Test func `has labels of options that stand in the store`() throws {
    try ToolFolder.with { folder in
      let row = #"{"id":"country","component":"Choice","title":"Country","valueSet":"countries"}"#
      try folder.write(
        #"{"ekiben-form":1,"form":"travel","sections":[{"id":"s","rows":[\#(row)]}]}"#,
        to: "travel.json")
      try folder.write("code,label\nAT,Austria\n", to: "countries.csv")
      try folder.succeed("import STORE countries.csv --format options")
      try folder.succeed("import STORE travel.json")
      try folder.succeed("new STORE travel --as trip")
      try folder.succeed("set STORE trip country AT")
      let export = "export STORE --form travel --format csv"
      for (option, ends) in [("", ["country", "AT"]), (" --labels", ["Country", "Austria"])] {
        let lines = try folder.succeed(export + option).split(separator: "\r\n")
        #expect(lines.compactMap { $0.split(separator: ",").last }.map(String.init) == ends)
      }
      try folder.succeed("\(export) --labels -o out")
      #expect(
        try fileBytes(at: folder.file("out/travel.csv"))
          == folder.run("\(export) --labels").stdoutBytes)
    }
  }

  // Rule C2.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel"), "needs Linux's /sys"))
  func `is not permitted where its folder takes no files`() throws {
    try ToolFolder.withVisit { folder in
      for format in ["csv", "jsonl"] {
        try folder.expectRefused(
          "export STORE --form intake --format \(format) -o /sys/kernel", 77,
          "error: /sys/kernel/intake.\(format)-partial cannot be made: ")
      }
    }
  }
}
