import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// `ekiben export STORE DOC --format swift-test`: a bug report that is a test.
@Suite(.timeLimit(.minutes(20))) struct SwiftTestTests {
  /// Answers that would end a raw literal, be an escape in it, or change when the compiler reads it.
  private static let nasty = [
    "\"\"\"# \"\"\"\"## \\#(name) \\##u{41} #", "line\nbreak\r\nand \\n", "\u{202E}drow\u{2028}.",
    "ends in a space ", "e\u{301} \u{E9} 駅弁 👩‍👩‍👧", "\"\"\"", "",
  ]

  // The file is part of this target, so what the command prints is compiled and run as it stands.
  // Rules I12 and C7.
  @Test func `the file in the folder Exported is what the command prints`() throws {
    try ToolFolder.withVisit { folder in
      for text in Self.nasty { try folder.succeed(["set", "STORE", "visit", "name", text]) }
      for line in [
        "set STORE visit age 36 consent yes", "undo STORE visit -n 3", "set STORE visit consent no",
        "checkout STORE visit 6", "mark STORE visit sent", "checkout STORE visit 2",
      ] { try folder.succeed(line) }
      let printed = try folder.succeed("export STORE visit --format swift-test")
      let file = projectRoot.appending(path: "Tests/EkibenToolTests/Exported/visit.swift")
      let recording = ProcessInfo.processInfo.environment["RECORD"] == "1"
      if let complaint = try checkGolden(printed, file: file, recording: recording) {
        Issue.record(Comment(rawValue: complaint))
      }
    }
  }

  private static let hiding = #"""
    {"ekiben-form":1,"form":"hiding","sections":[
      {"id":"s","header":"You","rows":[
        {"id":"consent","component":"Toggle","title":"I agree"},
        {"id":"source","component":"TextInput","title":"A title far wider than all others","hidden":true},
        {"id":"name","component":"TextInput","title":"Name",
          "visible":{"row":"consent","is":true}}]},
      {"id":"t","header":"The study","visible":{"row":"consent","is":true},"rows":[
        {"id":"age","component":"TextInput","kind":"integer","title":"Age"}]}]}
    """#

  // What rules or the form hide, and what repeats, stand in no table as the form has them.
  @Test(arguments: [
    ("hiding", ["set STORE d source web"]),
    ("hiding", ["set STORE d consent yes name Ada age 36", "undo STORE d", "redo STORE d"]),
    ("hiding", ["set STORE d consent yes name Ada age 36", "set STORE d consent no"]),
    ("household", ["add STORE d section:members", "set STORE d address Road"]),
    ("household", []),
  ])
  func `what is printed passes as it stands, whatever is hidden or repeats`(
    form: String, edits: [String]
  ) throws {
    try ToolFolder.with { folder in
      try folder.write(form == "hiding" ? Self.hiding : household, to: "form.json")
      try folder.succeed("import STORE form.json --as \(form)")
      try folder.succeed("new STORE \(form) --as d")
      for edit in edits { try folder.succeed(edit) }
      try expectPasses(folder.succeed("export STORE d --format swift-test"))
    }
  }

  @Test func `what is printed of the demo's document passes as it stands`() throws {
    try ToolFolder.with { folder in
      try folder.succeed("demo STORE")
      try expectPasses(folder.succeed("export STORE visit-17 --format swift-test"))
    }
  }

  /// Does what a test that was printed does.
  private func expectPasses(_ printed: String) throws {
    let literals = printed.split(separator: "#\"\"\"\n").dropFirst().map { part in
      part.split(separator: "\n", omittingEmptySubsequences: false)
        .prefix { $0 != "    \"\"\"#" }.map { read(String($0)) }.joined(separator: "\n")
    }
    try #require(literals.count == 2)
    try expectReplay(literals[0], endsWith: literals[1])
    #expect(throws: ExpectationFailure.self) {
      try expectReplay(literals[0], endsWith: literals[1] + "x")
    }
  }

  @Test func `the name of a document cannot break out of its place`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("visit-form.json"), to: "visit-form.json")
      try folder.succeed("import STORE visit-form.json")
      let name = "a`() {}\\ \u{202E}#\"\"\"/*é1"
      try folder.succeed(["new", "STORE", "intake", "--as", name])
      let printed = try folder.succeed(["export", "STORE", name, "--format", "swift-test"])
      let lines = printed.split(separator: "\n")
      #expect(
        lines.first == """
          // The history of "a`() {}\\\\ \\u202e#\\"\\"\\"/*é1", of the form intake, with its 1 entry: \
          ekiben export "a`() {}\\\\ \\u202e#\\"\\"\\"/*é1" --format swift-test
          """)
      #expect(
        lines[3]
          == "@Test func `the history of a--- --- -------é1 leads to its table again`() throws {")
    }
  }

  @Test(
    arguments: [
      ("", ""), ("plain", "    plain"), (" a", "     a"), ("a ", "    a\\#u{20}"),
      ("a\\", "    a\\"), ("\\#", "    \\\\#u{23}"), ("\\##", "    \\\\#u{23}#"),
      ("\\a#", "    \\a#"), ("\"\"\"#", "    \"\"\"\\#u{23}"), ("\"\"#", "    \"\"#"),
      ("\"\"\"\"#", "    \"\"\"\"\\#u{23}"), ("\"\"\"\"", "    \"\"\"\""), ("\t", "    \\#u{9}"),
      ("\r", "    \\#u{D}"), ("\u{FEFF}a", "    \\#u{FEFF}a"), ("#\"\"\"", "    #\"\"\""),
      ("\u{2028}", "    \\#u{2028}"), ("\u{10FFFF}", "    \\#u{10FFFF}"), ("é", "    é"),
      ("\u{2029}", "    \\#u{2029}"), ("\u{E000}", "    \\#u{E000}"),
      ("\u{202E}", "    \\#u{202E}"),
      ("\u{AD}", "    \\#u{AD}"), ("a  ", "    a \\#u{20}"), ("\\\\#", "    \\\\\\#u{23}"),
      ("\"\"\"a#", "    \"\"\"a#"), ("\u{0}", "    \\#u{0}"),
    ] as [(String, String)])
  func `a line stands in a raw literal as it is, but for what would end it`(
    text: String, expected: String
  ) {
    let line = SwiftTest.line(text)
    #expect(Array(line.utf8) == Array(expected.utf8))
    #expect(Array(read(line).utf8) == Array(text.utf8))
  }

  /// Reads a line of a raw literal with a margin of four, as the compiler does.
  private func read(_ line: String) -> String {
    var rest = Substring(line).dropFirst(4)
    var text = ""
    while let first = rest.first {
      guard rest.hasPrefix("\\#u{"), let end = rest.firstIndex(of: "}") else {
        text.append(first)
        rest.removeFirst()
        continue
      }
      let scalar = UInt32(rest[..<end].dropFirst(4), radix: 16).flatMap(Unicode.Scalar.init)
      text.unicodeScalars.append(scalar ?? "?")
      rest = rest[rest.index(after: end)...]
    }
    return text
  }

  @Test(arguments: [
    "export STORE visit --format swift", "export STORE --form intake --format swift-test",
  ])
  func `other formats are refused`(line: String) throws {
    try ToolFolder.withVisit { folder in
      let status = try folder.run(line).status
      #expect(status == 64)
    }
  }
}
