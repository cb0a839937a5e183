import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Whole outputs, word for word: read them as prose before a difference is accepted.
@Suite(.timeLimit(.minutes(20))) struct GoldenTests {
  /// A small story on the visit form, with everything that its calls say.
  static let story = [
    "# A form, a document, one answer, several, the same again.",
    "import clinic.ekiben visit-form.json", "import clinic.ekiben visit-form.json",
    "new clinic.ekiben intake --as visit", "new clinic.ekiben intake",
    "set clinic.ekiben visit name Ada", "set clinic.ekiben visit age 36 consent yes --reason asked",
    "set clinic.ekiben visit age 36",
    "# Stored although a rule is broken; and taken away.",
    "set clinic.ekiben visit name|", "clear clinic.ekiben visit age consent",
    "clear clinic.ekiben visit age", "get clinic.ekiben visit age", "get clinic.ekiben visit name",
    "# Back, forth, and along another branch.",
    "undo clinic.ekiben visit", "undo clinic.ekiben visit --author Grace",
    "redo clinic.ekiben visit", "undo clinic.ekiben visit -n 2",
    "set clinic.ekiben visit name Grace --author Grace", "undo clinic.ekiben visit -n 2",
    "set clinic.ekiben visit name Lin --author Lin", "set clinic.ekiben visit age 7 --author Lin",
    "undo clinic.ekiben visit", "set clinic.ekiben visit age 8 --author Lin",
    "undo clinic.ekiben visit -n 2", "redo clinic.ekiben visit --to 4",
    "# What it looks like, and looked like.",
    "show clinic.ekiben visit", "show clinic.ekiben visit --ids",
    "show clinic.ekiben visit --at 1", "show clinic.ekiben visit --at 2026-11-21T10:00:00Z",
    "get clinic.ekiben visit name", "get clinic.ekiben visit name --at 5",
    "list clinic.ekiben",
    "# Who did what.",
    "log clinic.ekiben visit", "log clinic.ekiben visit --graph",
    "log clinic.ekiben visit --row consent", "log clinic.ekiben visit --limit 2",
    "log clinic.ekiben visit --graph --limit 3",
    "log clinic.ekiben visit --since 2027-01-01T00:00:00Z",
    "log clinic.ekiben visit --entries --limit 1", "blame clinic.ekiben visit",
    "blame clinic.ekiben visit name", "why clinic.ekiben visit name",
    "eval clinic.ekiben visit descendants().where(linkId␣=␣'name').answer.value",
    "form clinic.ekiben intake",
    "# All of it again, checked.",
    "replay clinic.ekiben visit", "replay clinic.ekiben visit --from 3 --to 5 --verbose",
    "verify clinic.ekiben", "schema",
    "# What the store is set to.",
    "settings clinic.ekiben", "settings clinic.ekiben durability power-loss",
    "settings clinic.ekiben reasons required", "set clinic.ekiben visit name Ada",
    "set clinic.ekiben visit name Ada --reason asked --durability process-crash",
    "settings clinic.ekiben reasons optional", "settings clinic.ekiben durability default",
  ]

  // Rules H12, H13 and C6.
  @Test func `the story of a visit`() throws {
    expectGolden(try transcript(of: Self.story), named: "visit.txt")
  }

  @Test func `the story of a visit, for scripts`() throws {
    let onlyForPeople = ["--graph", "--entries", "--ids", "--limit"]
    let story = Self.story.filter { line in !onlyForPeople.contains { line.contains($0) } }
      .map { $0.hasPrefix("#") ? $0 : $0 + " --json" }
    expectGolden(try transcript(of: story), named: "visit-json.txt")
  }

  @Test func `the story of a form that came from elsewhere`() throws {
    let story = [
      "import clinic.ekiben clinic-intake.json", "new clinic.ekiben intake --as visit-17",
      "set clinic.ekiben visit-17 pain severe", "set clinic.ekiben visit-17 pain No␣pain",
      "set clinic.ekiben visit-17 pain a␣lot", "set clinic.ekiben visit-17 language de",
      "set clinic.ekiben visit-17 weight 71.50", "set clinic.ekiben visit-17 weight 71.5",
      "set clinic.ekiben visit-17 preferred-name \(String(repeating: "Jo", count: 21))",
      "set clinic.ekiben visit-17 medicines aspirin",
      "set clinic.ekiben visit-17 record-number 4711",
      "get clinic.ekiben visit-17 weight", "show clinic.ekiben visit-17",
      "import clinic.ekiben clinic-intake.json", "import clinic.ekiben sparse.json",
      "import clinic.ekiben other.json", "list clinic.ekiben",
    ]
    expectGolden(try transcript(of: story), named: "clinic.txt")
  }

  @Test func `help for everything`() throws {
    var story = ["", "--help", "--version", "help frobnicate"]
    story += Dispatcher.commands.map { "help \($0.spec.name)" }
    expectGolden(try transcript(of: story), named: "help.txt")
  }

  @Test(arguments: ["-h", "help", "--help"])
  func `help is found in every way`(word: String) throws {
    try ToolFolder.with { folder in
      let overview = try folder.succeed(word)
      #expect(overview.hasPrefix("Ekiben keeps forms"))
      for command in Dispatcher.commands.map({ $0.spec.name }) {
        let help = try folder.succeed("help \(command)")
        #expect(overview.contains("\n  \(command) "))
        #expect(try folder.succeed("\(command) --help") == help)
        #expect(try folder.succeed("\(command) STORE -h") == help)
      }
    }
  }

  @Test func `the schema is printed as it is`() throws {
    try ToolFolder.with { folder in
      let schema = try fileBytes(at: projectRoot.appending(path: "Schemas/form.schema.json"))
      #expect(try Array(folder.run("schema form").stdoutBytes) == schema)
      #expect(try Array(folder.run("schema form --json").stdoutBytes) == schema)
    }
  }
}
