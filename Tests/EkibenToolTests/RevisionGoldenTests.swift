import EkibenSQLite
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Revisions of a form and the documents that go between them, word for word.
@Suite(.timeLimit(.minutes(20))) struct `Revisions of a form` {
  private static let story = [
    "# A form, two documents, and the form again as somebody else wants it.",
    "import s.ekiben survey-1.json --author Ada", "new s.ekiben survey --as first",
    "new s.ekiben survey --as second",
    "set s.ekiben first name Ada age 36 consent yes --author Bea",
    "set s.ekiben second name Bob --author Bea",
    "import s.ekiben survey-2.json --author Cid --reason shorter␣names",
    "history s.ekiben --form survey",
    "# What would become of the answers; then it is done.",
    "migrate s.ekiben first --dry-run",
    "migrate s.ekiben first --rename name=full-name --reason new␣form --author Cid",
    "show s.ekiben first", "show s.ekiben first --all", "get s.ekiben first age",
    "why s.ekiben first age",
    "blame s.ekiben first", "set s.ekiben first age 37", "log s.ekiben first",
    "export s.ekiben first", "undo s.ekiben first", "show s.ekiben first",
    "# All of them, to and fro.",
    "migrate s.ekiben --all --form survey --rename name=full-name --dry-run",
    "migrate s.ekiben --all", "migrate s.ekiben --all",
    "migrate s.ekiben first --to 1", "get s.ekiben first age",
    "verify s.ekiben",
    "# What cannot be.",
    "migrate s.ekiben first --to 9", "migrate s.ekiben first --rename nobody=full-name",
    "migrate s.ekiben first --to 2 --rename consent=full-name",
    "migrate s.ekiben first --rename name", "migrate s.ekiben", "migrate s.ekiben first --all",
    "migrate s.ekiben --all --to 1", "history s.ekiben", "history s.ekiben --form nobody",
  ]

  private static let forScripts = [
    "# The same for scripts.",
    "import s.ekiben survey-1.json --json", "new s.ekiben survey --as first --json",
    "new s.ekiben survey --as second --json", "set s.ekiben first name Ada age 36 --json",
    "set s.ekiben second name Bob --json",
    "import s.ekiben survey-2.json --reason shorter␣names --json",
    "migrate s.ekiben first --rename name=full-name --json",
    "migrate s.ekiben --all --form survey --dry-run --json",
    "history s.ekiben --form survey --json",
    "query s.ekiben full-name --where {\"row\":\"full-name\",\"exists\":true} --json",
    "query s.ekiben --all --jsonl",
  ]

  @Test func `what is said of revisions is JSON for scripts`() throws {
    expectGolden(try transcript(of: Self.forScripts), named: "revisions-json.txt")
  }

  // Rules D18, D19 and D20.
  @Test func `documents go between revisions, and no answer is lost`() throws {
    expectGolden(try transcript(of: Self.story), named: "revisions.txt")
  }

  // Whoever names none of them waits for none, however many there are.
  @Test func `are read where one of them is said`() throws {
    try ToolFolder.with { folder in
      for name in ["survey-1.json", "survey-2.json"] {
        try folder.write(try fixture(name), to: name)
        try folder.succeed("import STORE \(name)")
        if name == "survey-1.json" { try folder.succeed("new STORE survey --as first") }
      }
      try folder.succeed("migrate STORE first")
      try folder.succeed("set STORE first full-name Ada")
      let connection = try Connection(path: folder.file("STORE").path, access: .readWrite)
      try connection.execute("UPDATE row SET section = section + 1 WHERE until = 2")
      try connection.closeCheckpointing()
      let edit = #"edit 4 by Ada: full-name "Ada" → "Bob"; undo with: ekiben undo STORE first"#
      #expect(try folder.succeed("set STORE first full-name Bob") == edit + "\n")
      let line = #"4 edit  full-name: "Ada" → "Bob"  (Ada, 2026-11-21 10:00:00Z)"#
      #expect(try folder.succeed("log STORE first --limit 1") == line + "\n")
      #expect(try folder.run("log STORE first").stderr.contains("is damaged: a line of row"))
    }
  }
}
