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
