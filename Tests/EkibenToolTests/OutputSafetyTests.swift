import Ekiben
import EkibenInterchange
import TestSupport
import Testing

@testable import EkibenTool

/// Text from data never reaches a terminal raw, in whatever field and on whichever way.
@Suite(.timeLimit(.minutes(20))) struct OutputSafetyTests {
  /// Colours, cursor, title of the window, bell, carriage return, C1, bidirectional marks.
  static let evil =
    "a\u{1B}[31m\u{1B}]0;x\u{07}\r\u{08}\u{7F}\u{9B}2J\u{202E}\u{2066}\u{200F}\u{61C}\tb\nFORGED"
  /// The same in an id, which cannot hold control characters.
  static let evilID = "x\u{202E}\u{2067}\u{200E}y"

  static let calls: [[String]] = [
    ["list", "S"], ["show", "S", evilID], ["show", "S", evilID, "--ids"],
    ["set", "S", evilID, evilID, evil, "--author", evil, "--reason", evil],
    ["set", "S", evilID, "choice", evil], ["set", "S", evilID, "coded", evil],
    ["set", "S", evilID, "number", evil], ["set", "S", evilID, "toggle", evil],
    ["set", "S", evilID, evil, evil], ["clear", "S", evilID, evilID, "--author", evil],
    ["undo", "S", evilID], ["redo", "S", evilID], ["log", "S", evilID],
    ["log", "S", evilID, "--graph"], ["log", "S", evilID, "--since", evil], ["blame", "S", evilID],
    ["replay", "S", evilID, "--verbose"], ["verify", "S"], ["new", "S", evilID, "--author", evil],
    ["new", "S", evil], ["new", "S", evilID, "--as", evil], ["show", evil, evil], [evil],
    ["show", "S", evilID, evil], ["show", "S", evilID, "--\(evil)"], ["help", evil],
    ["import", "S", evil], ["import", "S", "fhir.json"], ["import", "S", "duplicates.json"],
    ["import", "S", "broken.json"], ["import", "new\(evil)", "form.json", "--author", evil],
    ["demo", "demo\(evil)"], ["schema", evil], ["undo", "S", evilID, "-n", evil],
  ]

  @Test(arguments: calls.indices, [[], ["--json"]])
  func `nothing that drives a terminal is printed raw`(at: Int, option: [String]) throws {
    try withEvilStore { folder in
      let call = Self.calls[at]
      let result = try folder.run(call + option)
      for text in [result.stdout, result.stderr] {
        let raw = text.unicodeScalars.filter { Self.drivesTerminal($0) }
        #expect(raw.isEmpty, "\(call): \(text.debugDescription)")
      }
      // Only a table shows a text of several lines as several lines.
      if call[0] != "show" || !option.isEmpty {
        #expect(!(result.stdout + result.stderr).contains("\nFORGED"), "\(call)")
      }
    }
  }

  @Test func `what is escaped for a terminal is exact for a script`() throws {
    try withEvilStore { folder in
      let get = ["get", "S", Self.evilID, Self.evilID]
      #expect(try folder.run(get).stdoutBytes == Array((Self.evil + "\n").utf8))
      let json = try folder.run(get + ["--json"])
      #expect(!json.stdout.unicodeScalars.contains { Self.drivesTerminal($0) })
      let got = try JSON(parsing: json.stdoutBytes)
      #expect(got["value"]?.string.map { Array($0.utf8) } == Array(Self.evil.utf8))
      let log = try folder.run(["log", "S", Self.evilID, "--json", "--limit", "1"]).stdoutBytes
      let entry = try JSON(parsing: log)
      #expect(entry["author"]?.string.map { Array($0.utf8) } == Array(Self.evil.utf8))
      #expect(entry["reason"]?.string.map { Array($0.utf8) } == Array(Self.evil.utf8))
    }
  }

  static let exports: [[String]] = [
    ["export", "S", evilID], ["export", "S", "--form", evilID],
    ["export", "S", evilID, "--format", "fhir"],
    ["export", "S", "--form", evilID, "--format", "fhir"],
    ["export", "S", "--form", evilID, "--format", "fhir-bundle"],
  ]

  // Rules C5 and F2.
  @Test(arguments: exports)
  func `an export has nothing raw but what a form keeps as it came`(call: [String]) throws {
    try withEvilStore { folder in
      let (text, kept) = (try folder.succeed(call), JSON.string(Self.evil).encoded())
      #expect(text.contains(kept) == !call.contains("--format"))
      let rest = text.replacing(kept, with: "")
      #expect(!rest.unicodeScalars.contains { Self.drivesTerminal($0) }, "\(rest.debugDescription)")
    }
  }

  #if os(Linux)
    // Rule C5.
    @Test func `what a form keeps as it came is escaped on a terminal, and is the same JSON`()
      throws
    {
      try ToolFolder.with { folder in
        let source = "{\"a\":\t1,\r\n\"b\":\r\"\u{9B}\u{202E}\"}"
        let row = #"{"id":"a","component":"Map","source":\#(source)}"#
        try folder.write(
          #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(row)]}]}"#, to: "f.json")
        try folder.succeed("import S f.json")
        let call = words(of: "export S --form f")
        let text = try folder.succeed(call)
        #expect(text.contains(source))
        let shown = try runInTerminal(
          try builtProduct(named: "ekiben"), call,
          environment: folder.environment.merging(["TERM": "xterm"]) { $1 }, columns: 80, rows: 40,
          in: folder.url
        ).shown
        let escaped = "{\"a\": 1, \n\"b\": \"\\u009b\\u202e\"}"
        #expect(shown == text.replacing(source, with: escaped))
      }
    }

    // Rule C5.
    @Test func `one answer alone is escaped on a terminal, too`() throws {
      try withEvilStore { folder in
        let environment = folder.environment.merging(["TERM": "xterm"]) { $1 }
        let shown = try runInTerminal(
          try builtProduct(named: "ekiben"), ["get", "S", Self.evilID, Self.evilID],
          environment: environment, columns: 80, rows: 40, in: folder.url
        ).shown
        #expect(!shown.unicodeScalars.contains { Self.drivesTerminal($0) })
        #expect(shown.contains("\\tb\\nFORGED"), "\(shown)")
      }
    }
  #endif

  // Rule C5.
  @Test func `a row that came back without its secret is named without turning the text around`()
    throws
  {
    try ToolFolder.with { folder in
      let row = #"{"id":"\#(Self.evilID)","component":"TextInput","kind":"secret"}"#
      try folder.write(
        #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(row)]}]}"#, to: "f.json")
      try folder.succeed("import S f.json")
      try folder.succeed("new S f")
      try folder.succeed(["set", "S", "f", Self.evilID, "1234"])
      try folder.succeed(["remove", "S", "f", Self.evilID])
      #expect(
        try folder.run("undo S f").stderr == #"note: x\u202e\u2067\u200ey came back without its "#
          + "secret, which is kept nowhere: set it again\n")
    }
  }

  @Test(arguments: ["\u{1B}", "\u{7F}", "\u{85}", "\u{9B}", "\u{202A}", "\u{2069}", "\r", "\t"])
  func `the check finds what drives a terminal`(text: String) {
    #expect(text.unicodeScalars.allSatisfy { Self.drivesTerminal($0) })
  }

  @Test(arguments: ["plain – text → “quoted” • 日本語 é e\u{301} 👩‍👩‍👧\n"])
  func `the check lets text pass`(text: String) {
    #expect(!text.unicodeScalars.contains { Self.drivesTerminal($0) })
  }

  private static func drivesTerminal(_ scalar: Unicode.Scalar) -> Bool {
    if scalar == "\n" { return false }
    return scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
  }

  private func withEvilStore(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form.encoded(), to: "form.json")
      try folder.write(Self.questionnaire.encoded(), to: "fhir.json")
      try folder.write(Self.duplicates.encoded(), to: "duplicates.json")
      try folder.write("{\"a\": 1, \"\(Self.evilID)\": \u{202E}}", to: "broken.json")
      try folder.succeed(["import", "S", "form.json"])
      try folder.succeed(["new", "S", Self.evilID])
      let answer = ["set", "S", Self.evilID, Self.evilID, Self.evil]
      try folder.succeed(answer + ["--author", Self.evil, "--reason", Self.evil])
      try body(folder)
    }
  }

  private static let form = JSON.object([
    ("ekiben-form", 1), ("form", .string(evilID)), ("title", .string(evil)),
    (
      "sections",
      [
        .object([
          ("id", .string(evilID)), ("header", .string(evil)), ("footer", .string(evil)),
          ("rows", .array(rows)),
        ])
      ]
    ),
  ])

  private static let rows: [JSON] = [
    row(evilID, "TextInput"), row("number", "TextInput", ("kind", "integer")),
    row("toggle", "Toggle"), row("text", "Description", ("text", .string(evil))),
    row(
      "choice", "Choice",
      ("options", [.object([("code", .string(evil + "1")), ("label", .string(evil))])])),
    row("coded", "Choice", ("valueSet", .string(evil))),
    row("kept", evil, ("source", .string(evil))),
  ]

  private static func row(_ id: String, _ component: String, _ more: (String, JSON)...) -> JSON {
    .object(
      [
        ("id", .string(id)), ("component", .string(component)), ("title", .string(evil)),
        ("prefix", .string(evil)), ("placeholder", .string(evil)),
      ] + more)
  }

  private static let questionnaire = JSON.object([
    ("resourceType", "Questionnaire"), ("id", .string(evilID)), ("url", .string(evil)),
    (
      "item",
      [
        .object([("linkId", .string(evil)), ("text", .string(evil)), ("type", .string(evil))]),
        .object([("linkId", .string(evil)), ("text", .string(evil)), ("type", "string")]),
      ]
    ),
  ])

  private static let duplicates = JSON.object([
    ("ekiben-form", 1), ("form", "d"),
    ("sections", [.object([("id", .string(evilID))]), .object([("id", .string(evilID))])]),
  ])
}
