import TestSupport
import Testing

@testable import EkibenTool

#if os(Linux)
  /// What a person sees on a terminal: lines that fit it, a pager for what is longer, remarks that stand out.
  @Suite(.timeLimit(.minutes(20))) struct `On a terminal` {
    private static let answer =
      "a long answer that goes on \"and on\" behind the edge of the screen"

    private func withEntries(_ body: (ToolFolder) throws -> Void) throws {
      try ToolFolder.withVisit { folder in
        for number in 1...3 {
          try folder.succeed(["set", "STORE", "visit", "name", "\(number) \(Self.answer)"])
        }
        try body(folder)
      }
    }

    private func show(
      _ line: String, _ folder: ToolFolder, _ variables: [String: String] = [:], columns: Int = 60,
      rows: Int = 40
    ) throws -> String {
      let environment = folder.environment.merging(["TERM": "xterm"].merging(variables) { $1 }) {
        $1
      }
      return try runInTerminal(
        try builtProduct(named: "ekiben"), words(of: line), environment: environment,
        columns: columns, rows: rows, in: folder.url
      ).shown
    }

    // Rule C14.
    @Test(arguments: ["show STORE visit", "log STORE visit", "blame STORE visit", "list STORE"])
    func `lists fit, also where COLUMNS says how wide it is`(line: String) throws {
      try withEntries { folder in
        for (columns, variables) in [(60, [:]), (44, ["COLUMNS": "44"])] {
          let shown = try show(line, folder, variables)
          let widest = shown.split(separator: "\n").map { FittedLine.width(of: String($0)) }.max()
          #expect((1...columns).contains(widest ?? 0), "\(shown)")
        }
        var piped = folder
        piped.environment["COLUMNS"] = "30"
        let narrow = try piped.succeed(line)
        #expect(narrow.split(separator: "\n").allSatisfy { FittedLine.width(of: String($0)) <= 30 })
        let whole = try folder.succeed(line)
        #expect(line.hasPrefix("list") || whole.contains("behind the edge"), "\(whole)")
      }
    }

    @Test func `what is asked for whole, and how to take an edit back, is not cut`() throws {
      try withEntries { folder in
        #expect(try show("get STORE visit name", folder, columns: 30) == "3 \(Self.answer)\n")
        let json = try show("show STORE visit --json", folder, columns: 30)
        #expect(json == (try folder.succeed("show STORE visit --json")))
        #expect(
          try show("undo STORE visit", folder)
            == """
            undid 4 by Ada: name "3 a long ans"… → "2 a long ans"…; redo with: ekiben redo STORE visit

            """)
      }
    }

    /// Four entries whose words look like the ends of lines and of quotations.
    private func withQuotes(_ body: (ToolFolder) throws -> Void) throws {
      try ToolFolder.withVisit { folder in
        let long = String(repeating: "x", count: 150)
        for (author, reason, name) in [
          ("Ada (nurse)", nil, long), ("Ada", "see form (b)", "y" + long),
          ("O\"Brien", "she said \"no\"", "z \"\(long)"),
        ] {
          var other = folder
          other.environment["EKIBEN_AUTHOR"] = author
          let why = reason.map { ["--reason", $0] } ?? []
          try other.succeed(["set", "STORE", "visit", "name", name] + why)
        }
        try body(folder)
      }
    }

    // Rules C6 and C14.
    @Test func `how long a value is takes nothing from the other words of a change`() throws {
      try withQuotes { folder in
        func undone(_ first: Int, _ second: Int) -> String {
          let values = [(#"z \""#, first), ("y", second)].map { begin, count in
            "\"" + begin + String(repeating: "x", count: count) + "\"…"
          }
          return "undid 4 by O\"Brien: name \(values[0]) → \(values[1]); redo with: "
            + "ekiben redo STORE visit\n"
        }
        let whole = try folder.succeed("undo STORE visit")
        #expect(whole == undone(113, 116))
        try folder.succeed("redo STORE visit")
        var narrow = folder
        narrow.environment["COLUMNS"] = "80"
        let cut = try narrow.succeed("undo STORE visit")
        #expect(cut == undone(8, 11))
      }
    }

    // Rule C14.
    @Test(arguments: [
      "log STORE visit", "log STORE visit --graph", "log STORE visit --ids", "log STORE",
    ])
    func `who did it and when is seen whatever else a line says`(line: String) throws {
      try withQuotes { folder in
        var narrow = folder
        narrow.environment["COLUMNS"] = "90"
        let lines = try narrow.succeed(line).split(separator: "\n").sorted()
        for who in ["(Ada (nurse), ", "(Ada, ", "(O\"Brien, "] {
          #expect(lines.contains { $0.contains("\(who)2026-11-21 10:00:00Z") }, "\(lines)")
        }
        #expect(lines.allSatisfy { $0.contains(", 2026-11-21 10:00:00Z") }, "\(lines)")
        #expect(lines.allSatisfy { FittedLine.width(of: String($0)) <= 90 }, "\(lines)")
      }
    }

    // Rule C15.
    @Test func `what is longer than the screen is paged, and remarks come behind it`() throws {
      try withEntries { folder in
        let pager = ["PAGER": "sed 's/^/| /'"]
        let paged = try show("log STORE visit --graph", folder, pager, columns: 200, rows: 3)
        let whole = try folder.succeed("log STORE visit --graph")
        #expect(paged == whole.split(separator: "\n").map { "| \($0)\n" }.joined())
        for line in [
          "log STORE visit --graph --no-pager", "--no-pager log STORE visit --graph",
        ] {
          #expect(try show(line, folder, pager, columns: 200, rows: 3) == whole)
        }
        for (variables, rows) in [(pager, 40), (["PAGER": "cat"], 3), (["PAGER": ""], 3)] {
          let shown = try show(
            "log STORE visit --graph", folder, variables, columns: 200, rows: rows)
          #expect(shown == whole)
        }
        let own = pager.merging(["EKIBEN_PAGER": "head -n 1"]) { $1 }
        let first = try show("log STORE visit --graph", folder, own, columns: 200, rows: 3)
        #expect(first == whole.prefix { $0 != "\n" } + "\n")
        // The shell says first why there is no pager.
        for command in ["nosuch -R", "./STORE"] {
          let shown = try show(
            "log STORE visit --graph", folder, ["PAGER": command], columns: 200, rows: 3)
          #expect(shown.hasSuffix("\n\(whole)") && shown.contains(words(of: command)[0]))
        }
        let validated = try show("show STORE visit --language de", folder, pager, rows: 3)
        let lines = validated.split(separator: "\n")
        #expect(lines.first?.hasPrefix("| ") == true && lines.last?.contains("note:") == true)
      }
    }

    @Test func `errors are coloured unless NO_COLOR or a plain terminal says otherwise`() throws {
      try ToolFolder.withVisit { folder in
        let plain =
          "error: there is no document other; ekiben list STORE lists what there is\n"
        let line = "show STORE other"
        let coloured = try show(line, folder)
        #expect(coloured == "\u{1B}[1;31merror:\u{1B}[0m \(plain.dropFirst(7))")
        for variables in [["NO_COLOR": "1"], ["TERM": "dumb"]] {
          let shown = try show(line, folder, variables)
          #expect(shown == plain)
        }
        let piped = try folder.run(line).stderr
        #expect(piped == plain)
      }
    }
  }
#endif

/// How lines are cut, and what decides how wide they may be.
@Suite(.timeLimit(.minutes(20))) struct `Lines on a screen` {
  @Test(arguments: [
    ("", 0), ("aé–→“…●", 7), ("e\u{301}", 1), ("駅弁", 4), ("한", 2), ("ꥠ", 2), ("，", 2), ("〈", 2),
    ("ア", 2), ("ｱ", 1), ("⌚⏰☔♈⚡⛄✅❓⭐", 18), ("☀✔❤", 3), ("🃏🀄", 4), ("🇦🇹", 2), ("🈯", 2),
    ("🚀🛒🛰", 5), ("🟥🟰", 4), ("🩰🪀🫠", 6), ("😀🤖", 4), ("👩‍🚀", 2), ("𠀀", 2), ("𝕏", 1),
  ])
  func `its letters take one column or two`(text: String, columns: Int) {
    #expect(FittedLine.width(of: text) == columns)
  }

  // Rule C14: the longest values first, then the end, but for who did it.
  @Test(
    arguments: [
      ("short", 5, false, "short"), ("a longer line", 8, false, "a longe…"),
      (#"x \#(value: #""0123456789abcdefgh""#) y"#, 20, false, #"x "0123456789abc"… y"#),
      (#"x \#(value: #""0123456789abcdefgh""#) y"#, 12, false, #"x "01234567…"#),
      (#"x \#(value: #""0123456789abcdefgh""#) y"#, 12, true, #"x "0123456789ab"… y"#),
      (#"x \#(value: #""0123456789ab\"cdefgh""#) yz"#, 20, true, #"x "0123456789ab"… yz"#),
      (#"x \#(value: #""0123456789a\u202Ebcdefgh""#) yz"#, 22, true, #"x "0123456789a"… yz"#),
      (#"x \#(value: #""01\u202E6789abcdefghijk""#) yz"#, 22, true, #"x "01\u202E6789ab"… yz"#),
      (#"x \#(value: #""0123456789a\\bcdefghijk""#) yz"#, 21, true, #"x "0123456789a\\"… yz"#),
      (#"x \#(value: #""0123456789a\"bcdefgh""#) yz"#, 21, true, #"x "0123456789a\""… yz"#),
      (#"x \#(value: #"["0123456789abcdefgh", "b"]"#)"#, 1, true, #"x ["0123456789ab"…, "b"]"#),
      (#"x \#(value: #""0123456789abcdefgh"…"#) y"#, 1, true, #"x "0123456789ab"… y"#),
      (
        #"\#(value: #"["0123456…"#) → \#(value: #""0123456789abcd""#)"#, 1, true,
        #"["0123456… → "0123456789ab"…"#
      ),
      (#"a "quoted 0123456789" text"#, 10, true, #"a "quoted 0123456789" text"#),
      (#"a "quoted 0123456789" text"#, 10, false, #"a "quoted…"#),
      (
        #"12 edit  a: \#(value: #""0123456789abcdefghi""#)\#(end: "  (Ada (nurse), now)  ← head")"#,
        50, false,
        #"12 edit  a: "01234567…  (Ada (nurse), now)  ← head"#
      ),
      ("12 edit  abcdefghijkl\(end: "  (Ada, now)")", 24, false, "12 edit  ab…  (Ada, now)"),
      ("12 edit  abcdefghijkl  (Ada, now)", 24, false, "12 edit  abcdefghijkl  …"),
      ("12 edit  abcdefghijkl\(end: "  (Ada, now)")", 16, false, "12 edit…  (Ada,…"),
      (
        "12 edit\(end: "  (Ada, now: \(name: "a \"reason\" (long)"))")", 35, false,
        "12 edit  (Ada, now: a \"reason\" (l…)"
      ),
      ("駅弁駅弁駅弁", 7, false, "駅弁駅…"), ("駅弁駅弁駅弁", 8, false, "駅弁駅…"), ("駅弁", 4, false, "駅弁"),
    ] as [(FittedLine, Int, Bool, String)])
  func `a line is cut where it says least`(
    line: FittedLine, columns: Int, keepsWords: Bool, expected: String
  ) {
    let found = line.fitted(to: columns, keepsWords: keepsWords)
    #expect(found == expected)
  }

  @Test func `its width is what COLUMNS says, else what it says itself`() {
    func columns(_ said: String?, _ own: Int?) -> Int? {
      Screen(
        { $0 == "COLUMNS" ? said : nil }, results: own.map { ($0, 24) }, showsRemarks: false
      ).columns
    }
    #expect(columns("70", 80) == 70 && columns(nil, 80) == 80 && columns("70", nil) == 70)
    #expect(columns("wide", 80) == 80 && columns("0", nil) == nil && columns("-3", 80) == 80)
  }
}
