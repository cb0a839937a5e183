import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// What the commands that travel and apply do beside the stories of `HistoryGoldenTests`.
@Suite(.timeLimit(.minutes(20))) struct HistoryCommandTests {
  static let changing = [
    "set STORE visit name Grace", "clear STORE visit name", "undo STORE visit", "redo STORE visit",
    "checkout STORE visit 1", "revert STORE visit 2", "mark STORE visit sent",
    "apply STORE visit form.json",
  ]

  // Rule H12.
  @Test(arguments: changing)
  func `where reasons are needed, a change without one is refused and says how`(
    line: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try prepare(folder)
      let store = try Store(folder.file("STORE").path)
      try store.setNeedsReasons(true)
      try store.close()
      try Refusal(code: 1, mentions: ["reason", "--reason TEXT"])
        .expect(words(of: line), in: folder)
      try Refusal(code: 1, mentions: ["reason"])
        .expect(words(of: line) + ["--reason", ""], in: folder)
      try folder.succeed(line + " --reason asked")
      let newest = try folder.succeed("log STORE visit --limit 1 --json")
      #expect(try JSON(parsing: Array(newest.utf8))["reason"]?.string == "asked")
    }
  }

  // Rule H3.
  @Test(arguments: changing)
  func `a change that is repeated until nothing is left to do leaves a sound store`(
    line: String
  ) throws {
    try ToolFolder.withVisit { folder in
      try prepare(folder)
      var result = try folder.run(line)
      #expect(result.status == 0, "\(result.stderr)")
      for _ in 0..<3 { result = try folder.run(line) }
      #expect([0, 1].contains(result.status), "\(result.stderr)")
      #expect(try folder.succeed("verify STORE").hasPrefix("ok: "))
    }
  }

  @Test func `a description takes an option by its code or its label and warns of one unchecked`()
    throws
  {
    try ToolFolder.with { folder in
      let rows = [("a", "a"), ("b", "Label of b")].map { id, value in
        """
        { "id": "\(id)", "component": "Choice", "value": "\(value)", "options": [
          { "code": "a", "label": "Label of a" }, { "code": "b", "label": "Label of b" }] }
        """
      }
      let outside = #"{ "id": "c", "component": "Choice", "valueSet": "http://x/y", "value": "z" }"#
      try folder.write(form(rows + [outside]), to: "described.json")
      let empty = #"{ "id": "a", "component": "TextInput" }"#
      try folder.write(form([empty]), to: "form.json")
      try folder.succeed("import STORE form.json --as f")
      try folder.succeed("new STORE f --as d")
      let result = try folder.run("apply STORE d described.json")
      #expect(result.status == 0)
      #expect(result.stderr.contains("warning: c: the code z could not be checked; see http://x/y"))
      #expect(
        try ["a", "b", "c"].map { try folder.succeed("get STORE d \($0)") } == [
          "a\n", "b\n", "z\n",
        ])
      try folder.succeed("undo STORE d")
      #expect(try folder.succeed("apply STORE d form.json") == "nothing changed\n")
    }
  }

  @Test
  func `a description changes only the answers that it gives, and says what is wrong with them`()
    throws
  {
    try ToolFolder.withVisit { folder in
      try folder.succeed("set STORE visit name Ada age 36")
      let form = String(decoding: try fixture("visit-form.json"), as: UTF8.self)
      try folder.write(
        form.replacing(#""title": "Name","#, with: #""title": "Name", "value": "","#),
        to: "form.json")
      let result = try folder.run("apply STORE visit form.json")
      #expect(result.stderr == "issue: name: an answer is needed\n")
      #expect(result.stdout.hasPrefix("apply 3 by Ada: name \"Ada\" → \"\"; undo with: "))
      #expect(try folder.succeed("get STORE visit age") == "36\n")
      #expect(try folder.run("apply STORE visit form.json").stdout == "nothing changed\n")
    }
  }

  // Rule P6.
  @Test(arguments: ["", " --json"])
  func `a dry run changes no byte`(option: String) throws {
    try ToolFolder.withVisit { folder in
      try folder.write(form([], named: "intake"), to: "form.json")
      let before = try folder.files()
      #expect(try folder.run("apply STORE visit form.json --dry-run" + option).status == 0)
      #expect(try folder.files() == before)
      try folder.succeed("apply STORE visit form.json")
      #expect(try folder.succeed("show STORE visit --json").contains(#""rows":[]"#))
    }
  }

  // Rule I21.
  @Test(arguments: ["", " --dry-run"])
  func `a description of another form is refused without --force, and named with it`(
    option: String
  ) throws {
    try ToolFolder.withVisit { folder in
      let named = { (text: String) in
        #"{ "ekiben-form": 1, \#(text)"sections": [{ "id": "s", "rows": [] }] }"#
      }
      let url = #""url": "http://x/form","#
      try folder.write(named(#""form": "web","# + url), to: "web.json")
      try folder.succeed("import STORE web.json --as local")
      try folder.succeed("new STORE local --as page")
      for (document, text, other) in [
        ("visit", #""form": "f","#, "f"),
        ("page", #""form": "local","url": "http://y","#, "local, http://y"),
        ("page", #""form": "f","#, "f"),
      ] {
        try folder.write(named(text), to: "form.json")
        let line = "apply STORE \(document) form.json" + option
        let mentions = ["form.json", "another form (\(other))", document, "--force"]
        try Refusal(code: 1, mentions: mentions).expect(words(of: line), in: folder)
        let forced = try folder.run(line + " --force")
        #expect(forced.status == 0)
        #expect(forced.stderr.contains("warning: form.json describes another form (\(other)) "))
      }
      for (document, text) in [("page", #""form": "f","# + url), ("visit", ""), ("page", url)] {
        try folder.write(named(text), to: "form.json")
        #expect(try folder.run("apply STORE \(document) form.json" + option).stderr.isEmpty)
      }
    }
  }

  // Rules F46 and F54.
  @Test func `a description gives options as they are offered with all its answers`() throws {
    let country = #"{"id": "country", "component": "Choice", "valueSet": "countries"GIVEN}"#
    let city = """
      {"id": "city", "component": "Choice", "valueSet": "cities", "optionsOf": "country"GIVEN}
      """
    let drink = """
      {"id": "drink", "component": "Choice", "options": [{"code": "water", "label": "Water"},
        {"code": "wine", "label": "Wine", "offered": {"row": "age", "atLeast": 18}}]GIVEN}
      """
    let age = #"{"id": "age", "component": "TextInput", "kind": "integer"GIVEN}"#
    let rows = [city, country, drink, age]
    func described(_ values: [String?]) -> String {
      form(
        zip(rows, values).map { row, value in
          row.replacing("GIVEN", with: value.map { #", "value": \#($0)"# } ?? "")
        })
    }
    try ToolFolder.with { folder in
      try folder.write("code,label\nAT,Austria\nAU,Australia\n", to: "countries.csv")
      try folder.write("code,label,parent\nL,Linz,AT\nS,Sydney,AU\n", to: "cities.csv")
      for set in ["countries", "cities"] {
        try folder.succeed("import STORE \(set).csv --format options")
      }
      try folder.write(described([nil, nil, nil, nil]), to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      func refused(_ values: [String?], _ row: String) throws {
        try folder.write(described(values), to: "d.json")
        for option in ["", " --dry-run"] {
          let line = "apply STORE d d.json" + option
          try Refusal(code: 65, mentions: [row]).expect(words(of: line), in: folder)
        }
      }
      try refused([#""L""#, nil, nil, nil], "city")
      try refused([#""L""#, #""AU""#, nil, nil], "city")
      try refused([nil, nil, #""wine""#, nil], "drink")
      try refused([nil, nil, #""wine""#, "17"], "drink")
      try folder.write(described([#""Linz""#, #""Austria""#, #""Wine""#, "18"]), to: "d.json")
      try folder.succeed("apply STORE d d.json")
      #expect(
        try ["city", "country", "drink"].map { try folder.succeed("get STORE d \($0)") }
          == ["L\n", "AT\n", "wine\n"])
      try refused([#""Sydney""#, nil, nil, nil], "city")
    }
  }

  // Rule F39.
  @Test func `a dry run names the answers that go because their rows are hidden`() throws {
    let rows = [
      #"{"id": "a", "component": "Toggle"VALUE}"#,
      #"{"id": "b", "component": "TextInput", "visible": {"row": "a", "is": true}}"#,
    ]
    let text = form(rows).replacing(
      #""sections""#, with: #""policies": {"clearOnHide": true}, "sections""#)
    try ToolFolder.with { folder in
      try folder.write(text.replacing("VALUE", with: ""), to: "f.json")
      try folder.write(text.replacing("VALUE", with: #", "value": false"#), to: "d.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      try folder.succeed("set STORE d a yes b x")
      let said = try folder.succeed("apply STORE d d.json --dry-run")
      #expect(said.hasPrefix("a: true → false\nb: \"x\" → –\n"))
      func changes(_ option: String) throws -> JSON? {
        let json = try folder.succeed("apply STORE d d.json --json" + option)
        return try JSON(parsing: Array(json.utf8))["changes"]
      }
      let foreseen = try changes(" --dry-run")
      #expect(try changes("") == foreseen)
    }
  }

  // Rule D15.
  @Test func `what diff prints, set reads`() throws {
    try ToolFolder.withVisit { folder in
      try prepare(folder)
      let changes = try folder.run("diff STORE visit 3 1").stdoutBytes
      let result = try folder.run(words(of: "set STORE visit --changes -"), stdin: Array(changes))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try folder.run("diff STORE visit 1 --exit-code").status == 0)
    }
  }

  @Test func `many changes are told in one line, the first of them in full`() throws {
    try ToolFolder.with { folder in
      let rows = (1...12).map { #"{ "id": "r\#($0)", "component": "TextInput" }"# }
      try folder.write(form(rows), to: "form.json")
      try folder.succeed("import STORE form.json --as f")
      try folder.succeed("new STORE f --as d")
      let answers = (1...12).flatMap { ["r\($0)", "x"] }
      let told = try folder.succeed(["set", "STORE", "d"] + answers)
      #expect(told.contains("r8 – → \"x\" and 4 more; undo with: "))
      #expect(told.split(separator: "\n").count == 1)
    }
  }

  // Entries 2 and 3, and one undone so that there is something to redo.
  private func prepare(_ folder: ToolFolder) throws {
    try folder.succeed("set STORE visit name Ada")
    try folder.succeed("set STORE visit age 36")
    try folder.succeed("set STORE visit consent yes")
    try folder.succeed("undo STORE visit")
    try folder.write(form([], named: "intake"), to: "form.json")
  }

  private func form(_ rows: [String], named name: String = "f") -> String {
    #"{ "ekiben-form": 1, "form": "\#(name)", "sections": [{ "id": "s", "rows": ["#
      + rows.joined(separator: ", ") + "] }] }"
  }
}
