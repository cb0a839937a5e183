import Ekiben
import EkibenInterchange
import Foundation
import TestSupport
import Testing

/// What commands say of calculated answers beside the golden story. Rules E13 to E18.
@Suite(.timeLimit(.minutes(20))) struct CalculatedCommandTests {
  private func withVisit(_ body: (ToolFolder) throws -> Void) throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("bmi-form.json"), to: "bmi.json")
      try folder.succeed("import STORE bmi.json")
      try folder.succeed("new STORE bmi --as visit")
      try folder.succeed("set STORE visit weight 70 height 1.70")
      try body(folder)
    }
  }

  private func set(_ lines: String, in folder: ToolFolder) throws -> ProcessResult {
    try folder.run(["set", "STORE", "visit", "--changes", "-"], stdin: Array(lines.utf8))
  }

  @Test func `a calculated value that is printed is not set as a person's`() throws {
    try withVisit { folder in
      let lines = try folder.succeed("diff STORE visit 1")
      #expect(lines.contains("bmi: – → 24.2 (calculated)\n"))
      try folder.succeed("undo STORE visit")
      #expect(try folder.succeed("get STORE visit bmi") == "")
      #expect(try set(lines, in: folder).status == 0)
      #expect(try folder.succeed("get STORE visit bmi") == "24.2\n")
      try folder.succeed("set STORE visit weight 80")
      #expect(try folder.succeed("get STORE visit bmi") == "27.7\n")
    }
  }

  // Rule E16.
  @Test(arguments: [false, true])
  func `an exported document is applied to another one with what its formulas gave`(
    isReadOnly: Bool
  ) throws {
    try ToolFolder.with { folder in
      let form = String(decoding: try fixture("bmi-form.json"), as: UTF8.self)
      let flagged = form.replacing(
        #""title": "BMI","#, with: #""title": "BMI", "readOnly": \#(isReadOnly),"#)
      #expect(flagged != form)
      try folder.write(Array(flagged.utf8), to: "bmi.json")
      try folder.succeed("import STORE bmi.json")
      for name in ["visit", "next"] { try folder.succeed("new STORE bmi --as \(name)") }
      try folder.succeed("set STORE visit weight 70 height 1.70")
      try folder.write(Array(try folder.succeed("export STORE visit").utf8), to: "visit.json")
      let foreseen = try folder.succeed("apply STORE next visit.json --dry-run")
      #expect(foreseen.contains("bmi: – → 24.2 (calculated)\n"), "\(foreseen)")
      try folder.succeed("apply STORE next visit.json")
      #expect(try !folder.succeed("show STORE next").contains("overridden"))
      try folder.succeed("set STORE next weight 80")
      #expect(try folder.succeed("get STORE next bmi") == "27.7\n")
      // What it would not give is a person's, who may not give it to a row that is read-only.
      let text = try folder.succeed("export STORE visit").replacing("24.2", with: "30.1")
      try folder.write(Array(text.utf8), to: "other.json")
      let result = try folder.run("apply STORE next other.json")
      #expect((result.status == 0) == !isReadOnly)
      #expect(try folder.succeed("show STORE next").contains("overridden") == !isReadOnly)
    }
  }

  // Rule H25.
  @Test func `a duplicate keeps what the time gave, and verify says that it cannot tell`() throws {
    try ToolFolder.with { folder in
      var folder = folder
      let form = """
        {"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [
          {"id": "at", "component": "TextInput", "calculated": "now().toString()"}]}]}
        """
      try folder.write(Array(form.utf8), to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as first")
      folder.environment["EKIBEN_NOW"] = "2026-12-24T10:00:00Z"
      try folder.succeed("duplicate STORE first --as second")
      let checked = try folder.succeed("verify STORE --calculations")
      #expect(
        checked.contains(
          "second: at (entry 2): the answer came from another document, and the time with it"),
        "\(checked)")
      #expect(checked.contains("no drift, 1 calculation not checked\n"), "\(checked)")
    }
  }

  @Test func `the day is that of the system's time zone`() throws {
    try withVisit { folder in
      var folder = folder
      folder.environment["TZ"] = "XYZ-14:30"
      let now = try folder.succeed(["eval", "STORE", "visit", "now()"])
      let today = try folder.succeed(["eval", "STORE", "visit", "today()"])
      #expect(now == "2026-11-22T00:30:00.000+14:30\n")
      #expect(today == "2026-11-22\n")
    }
  }

  @Test func `a line that says that it is calculated changes nothing`() throws {
    try withVisit { folder in
      let line = "bmi: 24.2 → 30.1"
      #expect(try set("\(line) (calculated)\n", in: folder).stdout == "nothing changed\n")
      let other = try set("\(line) (Calculated)\n", in: folder)
      #expect(other.status == 65)
      #expect(other.stderr.contains("line 1, column 18"))
      let person = try set("\(line)\n", in: folder)
      #expect(
        person.stderr
          == "note: bmi has a formula, which leaves it alone until: "
          + "ekiben recalculate STORE visit bmi\n")
      try folder.succeed("set STORE visit weight 80")
      #expect(try folder.succeed("get STORE visit bmi") == "30.1\n")
      let difference = try folder.succeed("diff STORE visit 2 3")
      #expect(difference == "bmi: 24.2 → 30.1\nheavy: false → true (calculated)\n")
    }
  }

  @Test func `an answer that a formula would give is a person's until it is given back`() throws {
    try withVisit { folder in
      try folder.succeed("set STORE visit bmi 20")
      try folder.succeed("set STORE visit bmi 24.2")
      #expect(try folder.succeed("show STORE visit").contains("24.2  (overridden)"))
      #expect(
        try folder.succeed("recalculate STORE visit")
          == "edit 5 by Ada: bmi 24.2 → 24.2 (calculated); undo with: ekiben undo STORE visit\n")
      #expect(try !folder.succeed("show STORE visit").contains("overridden"))
      #expect(try folder.succeed("recalculate STORE visit") == "nothing changed\n")
    }
  }

  @Test func `a formula that fails says why, and in the way of nothing`() throws {
    let form = """
      { "ekiben-form": 1, "form": "f", "sections": [ { "id": "s", "rows": [
        { "id": "a", "component": "TextInput", "kind": "integer", "title": "A" },
        { "id": "b", "component": "TextInput", "kind": "integer", "title": "B",
          "calculated": "(1 | %resource.descendants().where(linkId = 'a').answer.value) + 1" },
        { "id": "hidden", "component": "TextInput", "kind": "integer", "title": "Hidden",
          "calculated": "%resource.descendants().where(linkId = 'a').answer.value",
          "visible": { "row": "a", "is": 3 } } ] } ] }
      """
    try ToolFolder.with { folder in
      try folder.write(form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as v")
      #expect(
        try folder.succeed("why STORE v b").contains("- calculated, and the same since entry 1"))
      #expect(
        try folder.succeed("set STORE v a 2").hasPrefix(
          "edit 2 by Ada: a – → 2, b 2 → – (calculated)"))
      let why = try folder.succeed("why STORE v b")
      #expect(why.contains("- nothing is calculated, since its formula fails: 1:"), "\(why)")
      #expect(!why.contains("warning"))
      let issues = try folder.succeed("validate STORE v")
      #expect(issues.hasPrefix("warning: b, “B”: nothing is calculated: 1:"), "\(issues)")
      #expect(
        try folder.succeed("why STORE v hidden").contains("- not calculated while it is hidden"))
      let hidden = try folder.run("recalculate STORE v hidden")
      #expect(hidden.stdout == "nothing changed\n")
      #expect(
        hidden.stderr == "note: hidden is not shown as things stand, and calculated when it is\n")
      try folder.succeed("submit STORE v")
      #expect(try !folder.succeed("log STORE v --json").contains("unchecked"))
    }
  }

  @Test func `drift is named and no damage, and damage is named first`() throws {
    try withVisit { folder in
      try addDrifted(to: folder) { $0.giving("bmi", 99) }
      let text = try folder.succeed("verify STORE --calculations")
      #expect(
        text.hasPrefix(
          "drift: drifted: bmi is 99 (entry 2), and its formula gives 24.2\n"
            + "drift: drifted: heavy is false (entry 2), and its formula gives true\n"
            + "ok: 2 documents, 4 entries, 2 answers drifted\n"), "\(text)")
      #expect(try !folder.succeed("verify STORE").contains("drift"))
      let json = try JSON(parsing: Array(folder.succeed("verify STORE --calculations --json").utf8))
      #expect(try SchemaCheck(named: "output").findings(in: json, definition: "verify") == [])
      #expect(
        json["drift"]?.encoded()
          == #"[{"document":"drifted","row":"bmi","entry":2,"value":99,"result":24.2,"#
          + #""failure":null},{"document":"drifted","row":"heavy","entry":2,"value":false,"#
          + #""result":true,"failure":null}]"#)
      #expect(json["ok"] == true)
    }
  }

  @Test func `drift is named where a formula gives nothing, too`() throws {
    try withVisit { folder in
      // What is divided by 0 is nothing.
      try addDrifted(to: folder) { $0.giving("height", 0) }
      let text = try folder.succeed("verify STORE --calculations")
      #expect(
        text.hasPrefix("drift: drifted: bmi is 24.2 (entry 2), and its formula gives nothing\n"),
        "\(text)")
    }
  }

  /// A document with the entries of the visit, of which each may say something else.
  private func addDrifted(
    to folder: ToolFolder, _ change: (Entry) -> Entry
  ) throws {
    let store = try Store(folder.file("STORE").path)
    let document = try store.document("visit")
    _ = try store.adopt(
      "drifted", uid: Array(repeating: 7, count: 16), form: document.form,
      content: document.formContent,
      entries: try store.entries(of: document, 1...document.count).map(change))
    try store.close()
  }
}

extension Entry {
  /// The same entry, in which a formula gave another answer.
  fileprivate func giving(_ row: RowID, _ value: Int64) -> Entry {
    Entry(
      number: number, kind: kind, parent: parent, head: head, step: step, author: author,
      time: time,
      changes: Changeset(
        changes.changes.map { change in
          change.record == .row(row)
            ? Change(change.record, change.field, before: change.before, after: .integer(value))
            : change
        }), origins: origins, flags: flags)
  }
}
