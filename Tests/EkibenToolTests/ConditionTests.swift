import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// What conditions do on the command line. Rules F14, F33, F34 and F35.
@Suite(.timeLimit(.minutes(20))) struct ConditionTests {
  private static let form = """
    { "ekiben-form": 1, "form": "f", "sections": [
      { "id": "s", "header": "Study", "rows": [
        { "id": "a", "component": "Toggle", "title": "Agreed" },
        { "id": "b", "component": "TextInput", "title": "Why",
          "readOnly": { "row": "a", "is": false }, "required": { "row": "a", "is": true },
          "visible": { "row": "a", "exists": true } },
        { "id": "c", "component": "Description", "text": "Thanks.", "visible": { "odd": 1 } } ] },
      { "id": "t", "header": "More", "visible": { "row": "a", "is": true }, "rows": [
        { "id": "d", "component": "TextInput", "title": "Phone", "required": true } ] } ] }
    """

  @Test func `what is hidden has no issues, whatever its answer is`() throws {
    let form = """
      { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
        { "id": "a", "component": "Toggle" },
        { "id": "n", "component": "TextInput", "kind": "integer", "least": 10,
          "visible": { "row": "a", "is": true } } ] } ] }
      """
    try ToolFolder.with { folder in
      try folder.write(form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      try folder.succeed("set STORE v a true n 5")
      func issues() throws -> Int? {
        let json = try JSON(parsing: Array(folder.succeed("show STORE v --json").utf8))
        return json["sections"]?.array?.first?["rows"]?.array?.last?["issues"]?.array?.count
      }
      #expect(try issues() == 1)
      try folder.succeed("set STORE v a false")
      #expect(try issues() == 0)
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `what is hidden is left out, and drawn and marked with --all`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      #expect(
        try folder.run("show STORE v").stdout == """
          f — v (f revision 1, draft, entry 1)

          Study
            [–] Agreed
            Thanks.

          """)
      #expect(
        try folder.run("show STORE v --all").stdout == """
          f — v (f revision 1, draft, entry 1)

          Study
            [–] Agreed
            Why     –  (hidden)
            Thanks.

          More  (hidden)
            Phone   –

          """)
      try folder.succeed("set STORE v a yes")
      #expect(
        try folder.run("show STORE v").stdout == """
          f — v (f revision 1, draft, entry 2)

          Study
            [x] Agreed
            Why *     –
            Thanks.

          More
            Phone *   –

          """)
      let json = try folder.run("show STORE v --json --at 1").stdout
      #expect(json.contains(#""id":"d","component":"TextInput","kind":"plain""#))
      #expect(json.ranges(of: #""visible":false"#).count == 3)
      #expect(json.ranges(of: #""required":true"#).isEmpty)
    }
  }

  // Rule F38.
  @Test(.timeLimit(.minutes(20)))
  func `why names the rules, the answers and who gave them`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      #expect(
        try folder.run("why STORE v d").stdout == """
          d is hidden
          - required, as the form says
          - the section “More” is hidden because “Agreed” has no answer
              shown while “Agreed” is yes

          """)
      try folder.succeed("set STORE v a no --author Ada")
      let text = try folder.run("why STORE v b").stdout
      #expect(text.hasPrefix("b is shown\n- shown because “Agreed” is no, answered by Ada on "))
      #expect(
        text.contains(", entry 2\n    shown while “Agreed” is answered\n- not required because"))
      #expect(text.contains("- read-only because “Agreed” is no, answered by Ada on "))
      #expect(
        try folder.run("why STORE v c").stdout == """
          c is shown
          - shown, since its condition is of a kind that is kept and not understood
          - unchecked: whether it is shown could not be worked out: its condition is not understood

          """)
      let json = try folder.run("why STORE v d --json").stdout
      #expect(json.contains(#""formula":{"is":true,"row":"a"},"words":"“Agreed” is yes""#))
      #expect(json.contains(#""counts":true,"entry":2,"author":"Ada""#))
    }
  }

  // Rule F39.
  @Test(.timeLimit(.minutes(20)))
  func `a form can ask that hiding takes answers away, and undo brings them back`() throws {
    try ToolFolder.with { folder in
      try folder.write(
        Self.form.replacing(
          #""form": "f","#, with: #""form": "f", "policies": {"clearOnHide": true},"#),
        to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      try folder.succeed("set STORE v a yes d 123")
      try folder.succeed("set STORE v a no")
      #expect(try folder.run("get STORE v d").stdout == "")
      try folder.succeed("undo STORE v")
      #expect(try folder.run("get STORE v d").stdout == "123\n")
      #expect(try folder.run("show STORE v").stdout.contains("Phone *   123"))
    }
  }

  // Rule F39.
  @Test(.timeLimit(.minutes(20)))
  func `adding, removing, moving and applying take answers away as well`() throws {
    let form = """
      { "ekiben-form": 1, "form": "f", "policies": {"clearOnHide": true}, "sections": [
        { "id": "child", "header": "Child", "repeats": true, "rows": [
          { "id": "ok", "component": "Toggle" } ] },
        { "id": "s", "rows": [ { "id": "a", "component": "TextInput",
          "visible": { "row": "ok", "is": true, "reach": "REACH" } } ] } ] }
      """
    let hidden = form.replacing(
      #"{ "row": "ok", "is": true, "reach": "REACH" }"#, with: #"{ "row": "a", "is": "no" }"#)
    for (reach, edit) in [
      ("every", "add STORE v child"), ("any", "remove STORE v section:TWO"),
      ("nearest", "move STORE v section:TWO --before section:ONE"), ("any", "apply STORE v h.json"),
    ] {
      try ToolFolder.with { folder in
        try folder.write(form.replacing("REACH", with: reach), to: "f.json")
        try folder.write(hidden, to: "h.json")
        try folder.succeed("import STORE f.json")
        try folder.succeed("new STORE f --as v")
        var ids: [String] = []
        for _ in 1...2 {
          try folder.succeed("add STORE v child")
          let shown = try folder.run("show STORE v --json").stdout
          for match in shown.matches(of: /child\/[0-9a-z]{10}/)
          where !ids.contains(String(match.output)) {
            ids.append(String(match.output))
          }
        }
        try #require(ids.count == 2)
        try folder.succeed("set STORE v \(ids[1])/ok yes")
        if reach == "every" { try folder.succeed("set STORE v \(ids[0])/ok yes") }
        try folder.succeed("set STORE v a x")
        try folder.succeed(
          edit.replacing("ONE", with: ids[0]).replacing("TWO", with: ids[1]))
        #expect(try folder.run("get STORE v a").stdout == "", "\(edit)")
        try folder.succeed("undo STORE v")
        #expect(try folder.run("get STORE v a").stdout == "x\n", "\(edit)")
      }
    }
  }

  // Rule F46.
  @Test(.timeLimit(.minutes(20)))
  func `an option is offered while its formula holds, and why says so`() throws {
    let form = """
      { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
        { "id": "age", "component": "TextInput", "kind": "integer", "title": "Age" },
        { "id": "drink", "component": "Choice", "title": "Drink", "options": [
          { "code": "water", "label": "Water" },
          { "code": "wine", "label": "Wine", "offered": { "row": "age", "atLeast": 18 } } ] } ] } ] }
      """
    try ToolFolder.with { folder in
      try folder.write(form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      #expect(!(try folder.run("options STORE v drink").stdout.contains("Wine")))
      #expect(try folder.run("set STORE v drink wine").status != 0)
      try folder.succeed("set STORE v age 18 drink wine --author Ada")
      #expect(try folder.run("options STORE v drink").stdout.contains("Wine"))
      #expect(
        try folder.run("set STORE v age 17 --author Ada").stderr.isEmpty)
      #expect(try folder.run("get STORE v drink").stdout == "wine\n")
      let why = try folder.run("why STORE v drink").stdout
      #expect(
        why.contains("- the option “Wine” is not offered because “Age” is 17, answered by Ada"))
      #expect(why.contains("    offered while “Age” is at least 18\n"))
      #expect(why.contains("- invalid: “Wine” cannot be chosen any more"))
      #expect(
        try folder.run("why STORE v drink --json").stdout
          .contains(#""rule":"offered","option":"wine","record":"drink","holds":false"#))
      #expect(
        try folder.run("export STORE v").stdout.contains(#""offered": {"#))
    }
  }

  // Rule F37.
  @Test(.timeLimit(.minutes(20)))
  func `a form that goes in a circle is taken, with its way named`() throws {
    try ToolFolder.with { folder in
      let form = """
        { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
          { "id": "a", "component": "Toggle", "visible": { "row": "b", "isNot": true } },
          { "id": "b", "component": "Toggle", "visible": { "row": "a", "isNot": true } } ] } ] }
        """
      try folder.write(form, to: "f.json")
      let outcome = try folder.run("import STORE f.json")
      #expect(outcome.status == 0)
      #expect(outcome.stderr.contains("a → b → a: these decide about each other"))
    }
  }

  @Test(.timeLimit(.minutes(20)))
  func `a hidden row takes an answer with a note, a read-only one takes none`() throws {
    try ToolFolder.with { folder in
      try folder.write(Self.form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      let hidden = try folder.run("set STORE v d 123")
      #expect(hidden.status == 0)
      #expect(hidden.stderr == "note: d is not shown as things stand; ekiben why says more\n")
      try folder.succeed("set STORE v a no")
      let shut = try folder.run("set STORE v b because")
      #expect(shut.status == 1)
      #expect(shut.stderr.contains("is read-only"))
      try folder.succeed("set STORE v a yes")
      let empty = try folder.run(["clear", "STORE", "v", "b"])
      #expect(empty.status == 0)
    }
  }
}
