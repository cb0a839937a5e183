import TestSupport
import Testing

/// What `apply` makes of answers that a description gives. Rules F46 and F54.
@Suite(.timeLimit(.minutes(20))) struct `Answers of a description` {
  /// A form of some rows with a document, into which descriptions are read.
  private func withForm(_ rows: [String], body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try describe(rows, in: folder)
      try folder.succeed("import STORE described.json --as f")
      try folder.succeed("new STORE f --as d")
      try body(folder)
    }
  }

  private func describe(_ rows: [String], in folder: ToolFolder) throws {
    try folder.write(
      #"{"ekiben-form":1,"sections":[{"id":"s","rows":[\#(rows.joined(separator: ","))]}]}"#,
      to: "described.json")
  }

  /// Applies a description, of which a dry run says the same on standard error.
  private func apply(_ rows: [String], in folder: ToolFolder) throws -> ProcessResult {
    try describe(rows, in: folder)
    let before = try folder.files()
    let dry = try folder.run("apply STORE d described.json --dry-run")
    #expect(try folder.files() == before)
    let result = try folder.run("apply STORE d described.json")
    #expect(dry.status == result.status)
    if result.status != 0 { #expect(dry.stderr == result.stderr && dry.stdout == "") }
    return result
  }

  private func row(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","component":"TextInput"\#(more.isEmpty ? "" : ",")\#(more)}"#
  }

  private func choice(_ id: String, under other: String?, _ value: String? = nil) -> String {
    let parent = other.map { #","optionsOf":"\#($0)""# } ?? ""
    let answer = value.map { #","value":"\#($0)""# } ?? ""
    return #"{"id":"\#(id)","component":"Choice","valueSet":"\#(id)"\#(parent)\#(answer)}"#
  }

  @Test func `are read behind those that their options depend on, wherever they stand`() throws {
    func rows(_ values: [String?]) -> [String] {
      zip(["c", "b", "a"], values).map { id, value in
        choice(id, under: ["c": "b", "b": "a"][id], value)
      }
    }
    try withForm(rows([nil, nil, nil])) { folder in
      for (set, lines) in [
        ("a", "code,label\nA,Alpha"), ("b", "code,label,parent\nB,Beta,A\nX,Xi,Z"),
        ("c", "code,label,parent\nC,Gamma,B\nD,Delta,X"),
      ] {
        try folder.write(lines, to: "\(set).csv")
        try folder.succeed("import STORE \(set).csv --format options")
      }
      for (values, refused) in [
        (["Delta", "Beta", "Alpha"], "c has no option \"Delta\""),
        (["Delta", "Xi", "Alpha"], "b has no option \"Xi\""),
        (["Gamma", "Beta", nil], "b has no option \"Beta\""),
      ] as [([String?], String)] {
        let result = try apply(rows(values), in: folder)
        #expect(result.status == 65)
        #expect(result.stderr.hasPrefix("error: \(refused)"), "\(result.stderr)")
      }
      let result = try apply(rows(["Gamma", "Beta", "Alpha"]), in: folder)
      #expect(
        result.stdout == "apply 2 by Ada: c – → \"Gamma\", b – → \"Beta\", a – → \"Alpha\"; "
          + "undo with: ekiben undo STORE d\n")
      #expect(
        try ["a", "b", "c"].map { try folder.succeed("get STORE d \($0)") }
          == ["A\n", "B\n", "C\n"])
    }
  }

  @Test func `change nothing where they are there already, also in rows that nobody can change`()
    throws
  {
    let fixed = row("r", #""readOnly":true,"initial":"x""#)
    try withForm([fixed, row("e")]) { folder in
      try folder.succeed("set STORE d e y")
      for value in ["x", "z"] {
        let rows = [
          row("r", #""readOnly":true,"initial":"x","value":"\#(value)""#),
          row("e", #""value":"y""#),
        ]
        let result = try apply(rows, in: folder)
        #expect(result.stdout == (value == "x" ? "nothing changed\n" : ""))
        #expect(result.stderr == (value == "x" ? "" : "error: r is read-only\n"))
      }
    }
  }

  @Test func `are taken or not by what the description makes of their rows`() throws {
    try withForm([row("r", #""readOnly":true"#), row("e")]) { folder in
      let closing = try apply(
        [row("r", #""readOnly":true"#), row("e", #""readOnly":true,"value":"x""#)], in: folder)
      #expect(closing.status == 1 && closing.stderr == "error: e is read-only\n")
      let opening = try apply([row("r", #""value":"x""#), row("e")], in: folder)
      #expect(opening.status == 0 && opening.stderr == "")
      #expect(try folder.succeed("get STORE d r") == "x\n")
    }
  }

  @Test func `are taken or not by what other answers say of their rows until then`() throws {
    func rows(_ lock: String, _ value: String) -> [String] {
      [
        #"{"id":"lock","component":"Toggle"\#(lock)}"#,
        row("e", #""readOnly":{"row":"lock","is":true}\#(value)"#),
      ]
    }
    try withForm(rows("", "")) { folder in
      try folder.succeed("set STORE d lock yes")
      let refused = try apply(rows(#","value":false"#, #","value":"x""#), in: folder)
      #expect(refused.status == 1 && refused.stderr == "error: e is read-only\n")
      try folder.succeed("set STORE d lock no")
      let taken = try apply(rows(#","value":true"#, #","value":"x""#), in: folder)
      #expect(taken.status == 0, "\(taken.stderr)")
      #expect(try folder.succeed("get STORE d e") == "x\n")
    }
  }

  @Test func `are told of, each that breaks a rule or is hidden, and no other`() throws {
    let hidden = #""visible":{"row":"t","is":true}"#
    func rows(_ value: String) -> [String] {
      [
        #"{"id":"t","component":"Toggle"}"#, row("h", hidden + value),
        row("m", #""maxLength":2"# + value), row("n", #""maxLength":2"# + value),
        row("o", #""required":true"#),
      ]
    }
    try withForm(rows("")) { folder in
      let result = try apply(rows(#","value":"long""#), in: folder)
      #expect(result.status == 0)
      #expect(
        result.stderr == """
          note: h is not shown as things stand; ekiben why says more
          issue: m: at most 2 characters are allowed, there are 4
          issue: n: at most 2 characters are allowed, there are 4

          """)
    }
  }

  @Test(
    arguments: [
      (#""kind":"integer","value":"x""#, "expected a whole number, found text"),
      (#""kind":"integer","value":1.5"#, "expected a whole number, found 1.5"),
      (#""kind":"integer","value":"7""#, "expected a whole number, found text"),
      (#""value":7"#, "expected text, found a number"),
      (#""kind":"integer","value":7"#, nil), (#""value":"""#, nil),
    ] as [(String, String?)])
  func `have to be of their rows' kinds`(members: String, problem: String?) throws {
    try withForm([row("e")]) { folder in
      let result = try apply([row("e", members)], in: folder)
      #expect(result.status == (problem == nil ? 0 : 65), "\(result.stderr)")
      let place = "error: described.json, line 1, column "
      #expect(result.stderr.hasPrefix(place) == (problem != nil))
      #expect(
        problem.map { result.stderr.hasSuffix("at sections[0].rows[0].value: \($0)\n") } != false)
    }
  }
}
