import Ekiben
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// What `migrate` says of each answer, and of many documents, word for word. Rules D18, D19 and D20.
@Suite(.timeLimit(.minutes(20))) struct `What becomes of answers` {
  private static func form(_ rows: String) -> String {
    #"{"ekiben-form": 1, "form": "f", "sections": [{"id": "s", "rows": [\#(rows)]}]}"#
  }

  /// Three revisions: a row is renamed, numbers become text and then a day, and the options are others.
  private static let files = [
    "f1.json": form(
      """
      {"id": "old", "component": "TextInput", "title": "Name"},
      {"id": "n", "component": "TextInput", "kind": "integer"},
      {"id": "c", "component": "Choice", "options": [{"code": "a"}]}
      """),
    "f2.json": form(
      """
      {"id": "new", "component": "TextInput", "title": "Name"},
      {"id": "n", "component": "TextInput", "title": "Nr."},
      {"id": "c", "component": "Choice", "options": [{"code": "b", "label": "B"}]}
      """),
    "f3.json": form(#"{"id": "n", "component": "DateInput"}"#),
  ]

  private static let begun = [
    "import m.ekiben f1.json", "new m.ekiben f --as a", "new m.ekiben f --as b",
    "new m.ekiben f --as c", "set m.ekiben a old Ada n 5 c a", "set m.ekiben b old Bob",
    "submit m.ekiben c", "import m.ekiben f2.json",
  ]

  private static let one =
    ["# Four documents of one form, and its next revision."] + begun + [
      "# What cannot be asked for.",
      "migrate m.ekiben a --form f", "migrate m.ekiben --all --form g",
      "migrate m.ekiben --all --form f --to 9", "migrate m.ekiben a --to 0",
      "migrate m.ekiben a --rename a=", "migrate m.ekiben a --rename a=b=c",
      "# Where it is already; what would be; and what is done, in words and for scripts.",
      "migrate m.ekiben a --to 1", "migrate m.ekiben b --dry-run --json",
      "migrate m.ekiben b --rename old=new --dry-run", "migrate m.ekiben b --rename old=new --json",
      "migrate m.ekiben a --rename old=new", "migrate m.ekiben a", "migrate m.ekiben a --json",
      "migrate m.ekiben a --to 1", "migrate m.ekiben a --to 2 --json --dry-run",
    ]

  private static let all =
    ["# The same documents."] + begun + [
      "# All of them, but what is final; then there is nothing left to do.",
      "migrate m.ekiben --all --dry-run", "migrate m.ekiben --all", "migrate m.ekiben --all --json",
      "# A third revision, on which a number that was no text is no day, either.",
      "import m.ekiben f3.json", "migrate m.ekiben a --dry-run --json", "migrate m.ekiben a",
      "show m.ekiben a", "show m.ekiben a --all",
      "# Each document says why it stays.",
      "settings m.ekiben reasons required", "migrate m.ekiben --all --form f --to 1",
      "migrate m.ekiben --all --form f --to 1 --reason back", "log m.ekiben a",
    ]

  @Test func `is said of each of them`() throws {
    expectGolden(try transcript(of: Self.one, with: Self.files), named: "answers.txt")
  }

  @Test func `is counted of many documents`() throws {
    expectGolden(try transcript(of: Self.all, with: Self.files), named: "all-answers.txt")
  }

  /// A question and a section that repeat do not any more, others do since, and a row goes out of a question that
  /// repeats.
  private static let repeats = [
    "r1.json": questionnaire(
      #"""
      {"linkId":"many","type":"string","repeats":true},
      {"linkId":"more","type":"group","repeats":true,"item":[{"linkId":"inner","type":"string"}]},
      {"linkId":"once","type":"string"},
      {"linkId":"group","type":"group","item":[{"linkId":"part","type":"string"}]},
      {"linkId":"sign","type":"string","repeats":true,"item":[{"linkId":"since","type":"date"}]}
      """#),
    "r2.json": questionnaire(
      #"""
      {"linkId":"many","type":"string"},
      {"linkId":"more","type":"group","item":[{"linkId":"inner","type":"string"}]},
      {"linkId":"once","type":"string","repeats":true},
      {"linkId":"group","type":"group","repeats":true,"item":[{"linkId":"part","type":"string"}]},
      {"linkId":"sign","type":"string","repeats":true},{"linkId":"since","type":"date"}
      """#),
    "r.json": #"""
    {"resourceType":"QuestionnaireResponse","status":"in-progress","item":[
      {"linkId":"many","answer":[{"valueString":"one"},{"valueString":"two"}]},
      {"linkId":"more","item":[{"linkId":"inner","answer":[{"valueString":"three"}]}]},
      {"linkId":"more","item":[{"linkId":"inner","answer":[{"valueString":"four"}]}]},
      {"linkId":"once","answer":[{"valueString":"five"}]},
      {"linkId":"group","item":[{"linkId":"part","answer":[{"valueString":"six"}]}]},
      {"linkId":"sign","answer":[{"valueString":"seven","item":[
        {"linkId":"since","answer":[{"valueDate":"2026-01-02"}]}]}]}]}
    """#,
  ]

  private static func questionnaire(_ items: String) -> String {
    #"{"resourceType":"Questionnaire","url":"http://x.org/f","item":[\#(items)]}"#
  }

  // Rules I22, I28 and I32: what is shown, what counts and what leaves is the same.
  @Test func `is retired with what repeats no more, or since`() throws {
    let exports = ["--format csv", "--format csv --repeat many", "--format jsonl"].map {
      "export m.ekiben --form f \($0)"
    }
    let all = ["show m.ekiben d", "export m.ekiben d --format fhir"] + exports
    let story =
      ["# A document on a revision, and on the next."] + [
        "import m.ekiben r1.json --as f", "new m.ekiben f --as d --from r.json",
        "import m.ekiben r2.json --as f", "migrate m.ekiben d", "verify m.ekiben",
        "set m.ekiben d many alone", "# What counts.",
      ] + all + ["query m.ekiben many inner", "# What is there."] + all.map { "\($0) --all" }
      + ["# And back.", "undo m.ekiben d -n 2", "export m.ekiben d --format fhir"]
    expectGolden(try transcript(of: story, with: Self.repeats), named: "repeats-no-more.txt")
  }

  @Test func `takes no edit once it is retired with what repeats no more`() throws {
    try ToolFolder.with { folder in
      for (name, text) in Self.repeats { try folder.write(text, to: name) }
      try folder.succeed("import STORE r1.json --as f")
      try folder.succeed("new STORE f --as d --from r.json")
      let shown = try folder.succeed("show STORE d --ids")
      let row = try #require(shown.firstMatch(of: /#(many\/[a-z0-9]+)/)).output.1
      try folder.succeed("import STORE r2.json --as f")
      try folder.succeed("migrate STORE d")
      let words =
        "row \(row) is retired: row many, which it follows, does not repeat there any more"
      for call in ["set STORE d \(row) x", "clear STORE d \(row)", "remove STORE d \(row)"] {
        let refused = try folder.run(call)
        #expect(refused.status != 0 && refused.stderr == "error: \(words)\n", "\(call)")
      }
      #expect(try folder.succeed("get STORE d \(row)") == "one\n")
      #expect(try folder.succeed("why STORE d \(row)") == "\(row) is hidden\n- \(words)\n")
    }
  }

  // Rule D19: nobody gave it.
  @Test func `is nothing of what a form has in what repeats`() throws {
    let row = #"{"component": "TextInput", "value": "x", "id": "#
    let form =
      #"{"ekiben-form": 1, "form": "f", "sections": [{"id": "g", "repeats": true, "rows": ["#
      + #"\#(row)"a"}]}, {"id": "h", "parent": "g", "rows": [\#(row)"b"}]}, "#
      + #"{"id": "s", "rows": [\#(row)"c", "repeats": true}, \#(row)"d"}]}]}"#
    try ToolFolder.with { folder in
      try folder.write(form, to: "f.json")
      try folder.succeed("import STORE f.json")
      try folder.succeed("new STORE f --as d")
      for call in ["show STORE d", "query STORE", "export STORE --form f --format jsonl"] {
        #expect(try folder.succeed("\(call) --all") == folder.succeed(call))
      }
      #expect(try !folder.succeed("form STORE f").contains("retired"))
      // Nor is what another revision has there.
      let first = try folder.succeed("show STORE d")
      try folder.write(form.replacing(#""x""#, with: #""y""#), to: "f.json")
      try folder.succeed("import STORE f.json")
      #expect(try folder.succeed("migrate STORE d").contains(" 1 answer kept, 0 retired, "))
      #expect(try folder.succeed("show STORE d --at 1 --all") == first)
    }
  }

  @Test func `takes long, and how far it is is noted`() throws {
    try ToolFolder.with { folder in
      for (name, text) in Self.files { try folder.write(text, to: name) }
      try folder.succeed("import STORE f1.json")
      let store = try Store(folder.file("STORE").path)
      let documents: [(name: DocumentName?, answers: [(row: RowID, value: Value)])] =
        try (1...1001).map { (try DocumentName("d\($0)"), []) }
      try store.create(documents, from: "f")
      try store.close()
      try folder.succeed("import STORE f2.json")
      let result = try folder.run("migrate STORE --all --dry-run")
      #expect(
        result.stdout == "1001 documents would go; answers: 0 kept, 0 retired, 0 no longer valid\n")
      #expect(result.stderr == "1000 of 1001 documents\n")
    }
  }
}
