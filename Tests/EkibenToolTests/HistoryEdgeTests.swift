import Ekiben
import EkibenDocuments
import EkibenInterchange
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What the commands that read a history do at its edges.
@Suite(.timeLimit(.minutes(20))) struct HistoryEdgeTests {
  // Rule H11.
  @Test func `log since the very time of an entry shows that entry and no earlier one`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.succeed("set STORE visit name Eve")
      let all = try lines(folder.succeed("log STORE visit --json"))
      for (at, line) in all.enumerated() {
        let time = try #require(line["time"]?.string)
        let shown = try lines(folder.succeed("log STORE visit --json --since \(time)"))
        let expected = all.filter { ($0["time"]?.string ?? "") >= time }
        #expect(shown.count == expected.count, "entry \(at), \(time)")
        #expect(shown.contains(line))
      }
    }
  }

  @Test func `history says of each revision what it changed in the one before it`() throws {
    try ToolFolder.with { folder in
      for rows in [["a"], ["a", "b"], ["a", "b", "c"]] {
        let list = rows.map { #"{"id":"\#($0)","component":"TextInput"}"# }.joined(separator: ",")
        try folder.write(
          #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(list)]}]}"#, to: "f.json")
        try folder.succeed("import STORE f.json")
      }
      let json = try JSON(parsing: Array(folder.succeed("history STORE --form f --json").utf8))
      let revisions = try #require(json["revisions"]?.array)
      #expect(revisions.map { $0["changes"]?.array?.count } == [1, 1, 0])
    }
  }

  @Test(arguments: [255, 256, 257, 258, 514, 771])
  func `log shows each entry of a history, however long`(count: Int) throws {
    try ToolFolder.withVisit { folder in
      let store = try Store(folder.file("STORE").path)
      let editor = try store.editor("visit", in: .fixed())
      for number in editor.document.count..<count {
        try editor.set([(row: "name", value: .text("n\(number)"))])
      }
      try store.close()
      let shown = try lines(folder.succeed("log STORE visit --json"))
      #expect(shown.compactMap { $0["entry"]?.number } == (1...count).reversed().map(String.init))
    }
  }

  @Test func `branches of one fork are drawn the oldest first, and the last visited straight down`()
    throws
  {
    try ToolFolder.withVisit { folder in
      for name in ["Bea", "Cid", "Dan", "Eva"] {
        try folder.succeed("set STORE visit name \(name)")
        if name != "Eva" { try folder.succeed("undo STORE visit") }
      }
      let graph = try folder.succeed("log STORE visit --graph").split(separator: "\n")
      let drawn = graph.map { line in
        (line.prefix { "├─│ ".contains($0) }, ["Bea", "Cid", "Dan", "Eva"].filter(line.contains))
      }.filter { !$0.1.isEmpty }
      #expect(drawn.map(\.1) == [["Bea"], ["Cid"], ["Dan"], ["Eva"]])
      #expect(drawn.map { String($0.0) } == ["├─", "├─", "├─", ""])
    }
  }

  @Test func `a word behind -- does not ask for JSON`() throws {
    try ToolFolder.withVisit { folder in
      let result = try folder.run("get STORE visit -- --json")
      #expect(result.status == 1 && !result.stderr.contains("{"), "\(result.stderr)")
      #expect(try folder.run("get STORE visit nowhere --json").stderr.contains(#"{"error""#))
    }
  }

  @Test func `a command that is advised has every word, also an empty one`() {
    let command = Wording.command(["set", "a b.ekiben", "", "it's"])
    #expect(command == #"ekiben set 'a b.ekiben' '' 'it'\''s'"#)
  }

  @Test func `purge takes a deleted document that is called like a form`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("new STORE intake --as intake")
      try folder.succeed("delete STORE intake")
      #expect(try folder.succeed("purge STORE intake").hasPrefix("purged intake (2 entries)"))
      #expect(try folder.run("purge STORE intake").status == 1)
    }
  }

  // As of a row that was never answered, and as `get` does.
  @Test func `nobody gave the answer of a row that came later`() throws {
    try ToolFolder.with { folder in
      for rows in ["a", "a b"] {
        let all = rows.split(separator: " ").map { #"{"id":"\#($0)","component":"TextInput"}"# }
        try folder.write(
          #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(all.joined(separator: ","))]}]}"#,
          to: "form.json")
        try folder.succeed("import STORE form.json")
        if rows == "a" { try folder.succeed("new STORE f --as d") }
      }
      try folder.succeed("migrate STORE d")
      try folder.succeed("set STORE d a x b y")
      for line in ["blame STORE d b --at 1", "get STORE d b --at 1"] {
        #expect(try folder.succeed(line) == "")
      }
      #expect(try folder.succeed("blame STORE d b --at 3").hasPrefix("b  \"y\"  3  (Ada, "))
      #expect(try folder.run("blame STORE d c --at 1").status == 1)
    }
  }

  // Rule D18.
  @Test func `an answer that moves took to other rows is of who gave it, via the last of them`()
    throws
  {
    try ToolFolder.with { folder in
      for row in ["a", "b", "c"] {
        let form = """
          {"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[
            {"id":"\(row)","component":"TextInput","title":"Q","calculated":"'x'"},
            {"id":"z","component":"TextInput","visible":{"row":"\(row)","is":"Ada"}}]}]}
          """
        try folder.write(form, to: "\(row).json")
      }
      try folder.succeed("import STORE a.json")
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d a Ada --author Bea")
      for (old, new) in [("a", "b"), ("b", "c")] {
        try folder.succeed("import STORE \(new).json")
        try folder.succeed("migrate STORE d --rename \(old)=\(new) --author Cid")
      }
      let line =
        #"{"row":"c","value":"Ada","entry":2,"via":4,"author":"Bea","time":"2026-11-21T10:00:00.000Z""#
      #expect(try folder.succeed("get STORE d c --json") == line + "}\n")
      #expect(try folder.succeed("blame STORE d --json").hasPrefix(#"{"rows":["# + line))
      let (who, day) = ("Bea", "on 21 November 2026, entry 2")
      #expect(
        try folder.succeed("why STORE d z").hasPrefix(
          "z is shown\n- shown because “Q” is Ada, answered by \(who) \(day)\n"))
      #expect(
        try folder.succeed("why STORE d c").hasPrefix(
          "c is shown\n- overridden: \(who) answered Ada \(day); its formula gives x\n"))
      #expect(
        try folder.succeed("get STORE d b --at 3 --json").hasPrefix(
          #"{"row":"b","value":"Ada","entry":2,"via":3,"author":"Bea""#))
    }
  }

  @Test func `log shows as many steps as are asked for, however many there are`() throws {
    try ToolFolder.withVisit { folder in
      let store = try Store(folder.file("STORE").path)
      let editor = try store.editor("visit", in: .fixed(author: "Ada"))
      for number in 1...230 { try editor.set([("name", .text("n\(number)"))]) }
      try store.close()
      for count in [200, 201, 210] {
        let log = try folder.succeed("log STORE visit --limit \(count)").split(separator: "\n")
        #expect(log.count == count)
        #expect(log.last?.contains("→ \"n\(231 - count)\"") == true)
      }
    }
  }

  // Rule H5.
  @Test func `get reads what stood in a row that was taken away since`() throws {
    try ToolFolder.with { folder in
      try folder.write(household, to: "household.json")
      try folder.succeed("import STORE household.json")
      try folder.succeed("new STORE household --as house")
      let said = try folder.succeed("add STORE house phone")
      let row = try #require(said.firstMatch(of: /\((phone\/[a-z0-9]+)\)/)).output.1
      try folder.succeed("set STORE house \(row) 555")
      try folder.succeed("remove STORE house \(row)")
      #expect(try folder.succeed("get STORE house \(row) --at 3") == "555\n")
      #expect(try folder.succeed("get STORE house \(row) --at 2") == "")
      let json = try folder.succeed("get STORE house \(row) --at 3 --json")
      #expect(
        json.hasPrefix(#"{"row":"\#(row)","value":"555","entry":3,"via":null,"author":"Ada","#))
      for option in ["", " --at 4", " --at 1"] {
        try folder.expectRefused("get STORE house \(row)\(option)", 1, "house has no row \(row)")
      }
    }
  }

  @Test func `a mark that is called like a time comes before the time`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      try folder.mark("today", at: 0)
      try folder.succeed("set STORE visit name Eve")
      #expect(try folder.succeed("get STORE visit name --at today") == "Ada\n")
      #expect(try folder.succeed("get STORE visit name --at now") == "Eve\n")
    }
  }

  @Test func `migrate goes on behind a document that a rename does not fit`() throws {
    try ToolFolder.with { folder in
      let rows = [
        #"{"id":"a","component":"TextInput","kind":"secret"}"#,
        #"{"id":"a","component":"TextInput"}"#, #"{"id":"b","component":"TextInput"}"#,
      ]
      for (at, row) in rows.enumerated() {
        let form = #"{"ekiben-form":1,"form":"f","sections":[{"id":"s","rows":[\#(row)]}]}"#
        try folder.write(form, to: "form.json")
        try folder.succeed("import STORE form.json")
        if at < 2 { try folder.succeed("new STORE f --as d\(at)") }
      }
      try folder.succeed("set STORE d1 a Ada")
      let result = try folder.run("migrate STORE --all --form f --rename a=b")
      #expect(result.status == 1)
      #expect(result.stdout.contains("\n1 document went, 1 stayed; answers: 1 kept,"))
      #expect(result.stderr.contains("d0: "))
      #expect(try folder.succeed("get STORE d1 b") == "Ada\n")
    }
  }

  @Test func `query shows a row once, however often its condition reads it`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit age 36")
      let condition = #"{"all":[{"row":"age","atLeast":1},{"row":"age","lessThan":99}]}"#
      let found = try folder.run(["query", "STORE", "--where", condition])
      #expect(found.stdout == "visit  age: 36\n")
      let csv = try folder.run(["query", "STORE", "--where", condition, "--csv"])
      #expect(csv.stdout.hasPrefix("document,form,age\r\nvisit,intake,36"))
    }
  }

  @Test func `a form whose file is called by nothing but an ending has that for its name`() throws {
    try ToolFolder.with { folder in
      let item = #"{"linkId":"a","type":"string"}"#
      try folder.write(#"{"resourceType":"Questionnaire","item":[\#(item)]}"#, to: ".json")
      try folder.succeed("import STORE .json")
      #expect(try folder.succeed("list STORE") == "form  .json  revision 1\n")
    }
  }

  // Rule C5.
  @Test func `a mark's name cannot turn the tree around`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")
      let overrides = "\u{202E}\u{2066}"
      let store = try Store(folder.file("STORE").path)
      var document = try store.document("visit")
      try store.perform(
        .mark(try MarkName("evil" + overrides), moving: false), on: &document,
        by: EditMetadata(author: "Eve" + overrides, time: 1))
      try store.close()
      for line in ["log STORE visit --graph", "log STORE visit", "log STORE visit --entries"] {
        let shown = try folder.succeed(line)
        #expect(!shown.unicodeScalars.contains { overrides.unicodeScalars.contains($0) }, "\(line)")
        #expect(shown.contains(#"evil\u202e\u2066"#), "\(shown)")
      }
    }
  }

  // Rule H5.
  @Test func `the state after an undo is the state of the head that it left`() throws {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada")  // 2
      try folder.succeed("set STORE visit name Eve")  // 3
      try folder.succeed("undo STORE visit")  // 4
      try folder.succeed("set STORE visit name Lin")  // 5
      for command in ["show STORE visit", "get STORE visit name"] {
        let (undone, before) = (
          try folder.succeed("\(command) --at 4"), try folder.succeed("\(command) --at 2")
        )
        #expect(undone.contains("Ada"))
        #expect(!undone.contains("Eve") && !undone.contains("Lin"))
        #expect(try folder.succeed("\(command) --at 3").contains("Eve"))
        #expect(command.hasPrefix("show") || undone == before)
      }
    }
  }

  // Rules H5 and D20.
  @Test func `the past is shown with the status and the revision that the document had then`()
    throws
  {
    try ToolFolder.withVisit { folder in
      let form = String(decoding: try fixture("visit-form.json"), as: UTF8.self)
      try folder.write(form.replacing("Name", with: "Full name"), to: "next.json")
      try folder.succeed("set STORE visit name Ada")  // 2
      try folder.succeed("import STORE next.json")
      try folder.succeed("migrate STORE visit")  // 3
      try folder.succeed("submit STORE visit")  // 4
      try folder.succeed("reopen STORE visit --reason wrong")  // 5
      try folder.succeed("migrate STORE visit --to 1")  // 6
      try folder.succeed("submit STORE visit")  // 7
      for (number, revision, status) in [
        (1, 1, "draft"), (2, 1, "draft"), (3, 2, "draft"), (4, 2, "final"), (5, 2, "draft"),
        (6, 1, "draft"), (7, 1, "final"),
      ] {
        let shown = try folder.succeed("show STORE visit --at \(number)")
        let head =
          "Clinic intake — visit (intake revision \(revision), \(status), entry \(number))\n"
        #expect(shown.hasPrefix(head), "\(shown)")
        #expect(shown.contains(revision == 1 ? "  Name *" : "  Full name *"))
        let json = try folder.succeed("show STORE visit --at \(number) --json")
        let members = #""revision":\#(revision),"head":\#(number),"status":"\#(status)","#
        #expect(json.contains(members))
      }
    }
  }

  private func lines(_ text: String) throws -> [JSON] {
    try text.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
  }
}
