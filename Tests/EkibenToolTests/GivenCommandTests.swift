import Ekiben
import EkibenInterchange
import TestSupport
import Testing

@testable import EkibenTool

/// What the command hands over by `--given`. Rules E19 and F68.
@Suite(.timeLimit(.minutes(20))) struct GivenCommandTests {
  private static let form = #"""
    {"ekiben-form": 1, "form": "intake", "variables": [{"name": "patient"}], "sections": [{"id": "s", "rows": [
      {"id": "name", "component": "TextInput", "title": "Name",
       "initialExpression": "%patient.name.first().family"},
      {"id": "n", "component": "TextInput", "kind": "integer", "title": "N"},
      {"id": "born", "component": "TextInput", "kind": "integer", "title": "Born",
       "calculated": "%patient.birthDate.toString().substring(0, 4).toInteger()"},
      {"id": "sum", "component": "TextInput", "kind": "integer", "title": "Sum", "calculated":
       "%patient.birthDate.toString().substring(0, 4).toInteger() + %resource.descendants().where(linkId = 'n').answer.value"},
      {"id": "well", "component": "Toggle", "title": "Well?",
       "textExpression": "'Is ' & %resource.descendants().where(linkId = 'name').answer.value & ' well?'"}]}]}
    """#

  private func withVisit(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(Array(Self.form.utf8), to: "form.json")
      try folder.write(
        Array(#"{"birthDate": "1990-05-17", "name": [{"family": "Byron"}]}"#.utf8), to: "p.json")
      try folder.write(Array("{".utf8), to: "bad.json")
      try folder.succeed("import STORE form.json")
      try folder.succeed("new STORE intake --as visit --given patient=p.json")
      try body(folder)
    }
  }

  // Rule E17.
  @Test func `what an expression was to give at first and does not is said, but for what lacks`()
    throws
  {
    try ToolFolder.with { folder in
      let form = #"""
        {"ekiben-form": 1, "form": "f", "variables": [{"name": "patient"}], "sections": [{"id": "s", "rows": [
          {"id": "name", "component": "TextInput", "initialExpression": "%patient.name.given"},
          {"id": "age", "component": "TextInput", "kind": "integer", "initialExpression": "'ten'"},
          {"id": "both", "component": "Choice", "multiple": true, "initialExpression": "'a' | 'b'",
           "options": [{"code": "a"}, {"code": "b"}]},
          {"id": "none", "component": "TextInput", "initialExpression": "{}"}]},
          {"id": "g", "repeats": true, "rows": [
            {"id": "x", "component": "TextInput", "initialExpression": "1 | 2"}]}]}
        """#
      try folder.write(Array(form.utf8), to: "form.json")
      try folder.write(Array(#"{"name": [{"given": ["Ada", "Mary"]}]}"#.utf8), to: "p.json")
      try folder.succeed("import STORE form.json")
      let several = "begins without an answer: it gives 2 answers, and one is taken\n"
      let age = "note: age begins without an answer: it gives a text, and a whole number is taken\n"
      let made = try folder.run("new STORE f --as d --given patient=p.json")
      #expect(made.stdout == "d\n" && made.stderr == "note: name \(several)\(age)")
      #expect(try folder.succeed("get STORE d both") == "[\"a\", \"b\"]\n")
      #expect(try folder.run("new STORE f --as e").stderr == age)
      // Of an instance what is new in it.
      let added = try folder.run("add STORE d g --given patient=p.json")
      let row = try #require(added.stdout.split(separator: ":").last { $0.hasPrefix("g/") })
      let id = String(row.prefix { $0 != ")" })
      #expect(added.stderr == "note: \(id)/x \(several)")
    }
  }

  @Test func `formulas of a new document read --given, and it is named where it lacks`() throws {
    try withVisit { folder in
      #expect(try folder.succeed("get STORE visit name") == "Byron\n")
      #expect(try folder.succeed("get STORE visit born") == "1990\n")
      #expect(try folder.succeed("show STORE visit").contains("Is Byron well?"))
      #expect(
        try folder.succeed("why STORE visit well").contains("its text is 'Is ' & %resource"))
      #expect(
        try folder.succeed("verify STORE --calculations").contains(
          "not checked: visit: born (entry 1): 1:1: needs %patient, which nobody has handed over"))
      let checked = try folder.succeed("verify STORE --calculations --given patient=p.json")
      #expect(checked.contains("no drift\n"))
      #expect(
        try folder.succeed("eval STORE visit %patient.birthDate --given patient=p.json")
          == "1990-05-17\n")
    }
  }

  @Test func `formulas of an edit read --given, and find nothing in an edit without it`()
    throws
  {
    try withVisit { folder in
      let given = " --given patient=p.json"
      func sum() throws -> String { try folder.run("get STORE visit sum").stdout }
      try folder.succeed("set STORE visit n 3" + given)
      #expect(try sum() == "1993\n")
      try folder.succeed("set STORE visit n 5" + given)
      try folder.succeed("revert STORE visit 3" + given)
      #expect(try sum() == "1993\n")
      try folder.succeed("set STORE visit n 6")
      #expect(try sum() == "")
      try folder.succeed("undo STORE visit" + given)
      #expect(try sum() == "1993\n")
    }
  }

  @Test func `every command that changes what a document holds reads --given`() {
    let editing = [
      "new", "set", "clear", "apply", "add", "remove", "move", "undo", "redo", "checkout", "revert",
      "recalculate", "migrate", "submit", "reopen", "duplicate", "delete", "fill",
    ]
    let asking = ["eval", "why", "verify", "show", "validate"]
    let taking = Dispatcher.commands.map { $0.spec }.filter { $0.option(named: "given") != nil }
    #expect(Set(taking.map(\.name)) == Set(editing + asking))
  }

  // Rule F14.
  @Test func `what --given hid at the last edit does not count for whoever reads without it`()
    throws
  {
    try ToolFolder.with { folder in
      try folder.write(Array(Self.asking.utf8), to: "form.json")
      try folder.write(Array(#"{"active": true}"#.utf8), to: "yes.json")
      try folder.write(Array(#"{"active": false}"#.utf8), to: "no.json")
      try folder.succeed("import STORE form.json")
      for (name, given) in [("shown", "yes"), ("hidden", "no")] {
        try folder.succeed("new STORE intake --as \(name) --given patient=yes.json")
        try folder.succeed("set STORE \(name) note Hello inner Sun --given patient=yes.json")
        try folder.succeed("set STORE \(name) other x --given patient=\(given).json")
      }
      func read(_ command: String) throws -> [String] {
        let text = try folder.run(command).stdout
        return ["Hello", "Sun"].filter { text.contains($0) }
      }
      for name in ["shown", "hidden"] {
        let counting = name == "shown" ? ["Hello", "Sun"] : []
        for command in ["show STORE \(name)", "export STORE \(name) --format fhir"] {
          let found = try read(command)
          #expect(found == counting, "\(command)")
        }
        let all = try read("show STORE \(name) --all")
        #expect(all == ["Hello", "Sun"])
        for given in ["yes", "no"] {
          let found = try read("show STORE \(name) --given patient=\(given).json")
          #expect(found == (given == "yes" ? ["Hello", "Sun"] : []))
        }
      }
      let lines = try folder.succeed("export STORE --form intake --format csv")
        .split(separator: "\r\n").dropFirst().map(String.init)
      #expect(lines.map { $0.contains("Hello") } == [false, true], "\(lines)")
      let found = try folder.succeed("query STORE --form intake note inner")
      #expect(found == "hidden  note: –  inner: –\nshown  note: \"Hello\"  inner: \"Sun\"\n")
      // Of the past the file does not say which answers counted.
      var later = folder
      later.environment["EKIBEN_NOW"] = "2030-01-01T00:00:00Z"
      try later.succeed("set STORE shown other y --given patient=no.json")
      let then = try folder.succeed("query STORE --form intake note --at 2029-01-01T00:00:00Z")
      #expect(then == "hidden  note: –\nshown  note: \"Hello\"\n", "\(then)")
      try later.succeed("undo STORE shown --given patient=yes.json")
      // An edit says anew which answers count, and validate says what submit would say.
      try folder.succeed("new STORE intake --as blank --given patient=yes.json")
      for name in ["shown", "hidden", "blank"] {
        for given in ["", " --given patient=no.json", " --given patient=yes.json"] {
          let foreseen = try folder.run("validate STORE \(name)\(given)")
          let found = try folder.run("submit STORE \(name)\(given)")
          #expect(foreseen.status == found.status, "\(name)\(given)")
          if found.status == 0 {
            try folder.succeed("reopen STORE \(name) --reason again\(given)")
          } else {
            #expect(foreseen.stdout == found.stdout)
          }
        }
      }
      #expect(try folder.run("validate STORE shown --given patient=no.json").status == 0)
      // To submit it unchecked helps where nothing else is in the way.
      #expect(try !folder.run("submit STORE shown").stderr.contains("--unchecked"))
      #expect(try folder.run("submit STORE blank").stderr.contains("--unchecked"))
    }
  }

  private static let asking = #"""
    {"ekiben-form": 1, "form": "intake", "title": "Intake", "variables": [{"name": "patient"}], "sections": [
      {"id": "main", "header": "Main", "rows": [
        {"id": "other", "component": "TextInput", "title": "Other"},
        {"id": "note", "component": "TextInput", "title": "Note", "maxLength": 3,
         "visible": {"fhirpath": "%patient.active"}}]},
      {"id": "group", "header": "Group", "visible": {"fhirpath": "%patient.active"}, "rows": [
        {"id": "inner", "component": "TextInput", "title": "Inner"}]}]}
    """#

  // Rule E13.
  @Test func `a dry run of apply reads --given, and says what apply then does`() throws {
    try withVisit { folder in
      let given = " --given patient=p.json"
      let text = Self.form.replacing(#""title": "N"}"#, with: #""title": "N", "value": 4}"#)
      try folder.write(text, to: "next.json")
      let history = try folder.succeed("log STORE visit")
      let said = try folder.succeed("apply STORE visit next.json --dry-run" + given)
      #expect(
        said == """
          n: – → 4
          sum: – → 1994 (calculated)
          2 changes, 1 batch of a table (update 2); nothing was changed

          """)
      #expect(try folder.succeed("log STORE visit") == history)
      func changes(_ option: String) throws -> JSON? {
        let said = try folder.succeed("apply STORE visit next.json --json" + option + given)
        return try JSON(parsing: Array(said.utf8))["changes"]
      }
      let foreseen = try changes(" --dry-run")
      #expect(try changes("") == foreseen)
      #expect(try folder.succeed("get STORE visit sum") == "1994\n")
    }
  }

  // Rule F16.
  @Test func `a dry run of apply is refused what apply is refused`() throws {
    try withVisit { folder in
      try folder.write(
        Self.form.replacing(#""title": "N"}"#, with: #""title": "N2"}"#), to: "f.json")
      try folder.succeed("submit STORE visit --given patient=p.json")
      let refusal = try folder.run("apply STORE visit f.json")
      let foreseen = try folder.run("apply STORE visit f.json --dry-run")
      #expect(refusal.status != 0)
      #expect([foreseen.stdout, foreseen.stderr] == [refusal.stdout, refusal.stderr])
      #expect(foreseen.status == refusal.status)
    }
  }

  @Test(arguments: [
    ("patient", 64, "--given takes NAME=FILE, not \"patient\""),
    ("patient=bad.json", 65, "bad.json: line 1, column 2"),
    ("resource=p.json", 65, "%resource is what expressions are asked on"),
  ])
  func `a --given that cannot be read is refused`(
    given: String, status: Int32, words: String
  ) throws {
    try withVisit { folder in
      let result = try folder.run([
        "eval", "STORE", "visit", "%patient.birthDate", "--given", given,
      ])
      #expect(result.status == status)
      #expect(result.stderr.contains(words), "\(result.stderr)")
    }
  }
}
