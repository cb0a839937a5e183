import Ekiben
import EkibenTesting
import Foundation
import TestSupport
import Testing

@testable import EkibenTool

/// Every kind of question through every command, as a story that can be read (rules F24 to F32).
@Suite(.timeLimit(.minutes(20))) struct KindsTests {
  private static let story = [
    "# A form with every kind of question, some of which begin with an answer.",
    "import kinds.ekiben kinds.json", "new kinds.ekiben kinds --as ada",
    "show kinds.ekiben ada", "show kinds.ekiben ada --all --language fr,de-AT",
    "log kinds.ekiben ada", "blame kinds.ekiben ada colour",
    "# What fits.",
    "set kinds.ekiben ada born 1815-12-10 seen 2026-11-20T09:30+01:00 woke 07:15",
    "set kinds.ekiben ada since 2024-03 year 2024",
    "set kinds.ekiben ada colour Rot", "set kinds.ekiben ada pets [\"cat\",\"dog\"]",
    "set kinds.ekiben ada work baker", "set kinds.ekiben ada dose 5.0␣mg weight 71.50",
    "get kinds.ekiben ada dose", "get kinds.ekiben ada pets", "get kinds.ekiben ada seen",
    "show kinds.ekiben ada", "options kinds.ekiben ada colour", "options kinds.ekiben ada pets d",
    "# What is no answer at all.",
    "set kinds.ekiben ada born 2024-02-30", "set kinds.ekiben ada born 10.12.1815",
    "set kinds.ekiben ada woke 25:00", "set kinds.ekiben ada since 2024-03-05",
    "set kinds.ekiben ada dose 5␣mgs", "set kinds.ekiben ada dose much",
    "set kinds.ekiben ada weight 1e400", "set kinds.ekiben ada pets [\"cat\",\"cat\"]",
    "set kinds.ekiben ada pets horse", "options kinds.ekiben ada born",
    "# What breaks a rule is kept, and said.",
    "set kinds.ekiben ada born 2027-01-01", "set kinds.ekiben ada weight 71.505",
    "set kinds.ekiben ada weight -1", "set kinds.ekiben ada dose 500␣mg",
    "set kinds.ekiben ada code x1", "set kinds.ekiben ada code AB-12",
    "set kinds.ekiben ada odd abab", "set kinds.ekiben ada pets [\"none\",\"cat\"]",
    "set kinds.ekiben ada pets [\"cat\",\"dog\",\"fish\"]",
    "show kinds.ekiben ada", "undo kinds.ekiben ada -n 14", "show kinds.ekiben ada",
    "redo kinds.ekiben ada -n 14", "replay kinds.ekiben ada", "verify kinds.ekiben",
    "export kinds.ekiben ada",
  ]

  @Test func `the story of every kind`() throws {
    expectGolden(try transcript(of: Self.story), named: "kinds.txt")
  }

  @Test func `the story of every kind, for scripts`() throws {
    let calls = Self.story.filter { $0.contains("ekiben") && !$0.hasPrefix("export") }
    expectGolden(try transcript(of: calls.map { $0 + " --json" }), named: "kinds-json.txt")
  }

  // Rules D2, P11 and I11: no text changes on its way, wherever it stands.
  @Test func `naughty strings come out as they went in`() throws {
    try withTemporaryFolder { folder in
      let form = Form("naughty") {
        Section("s") {
          TextInput(Field<String>("text"), title: "Text", kind: .multiline)
          Choice(severalWithOther: Field("own"), title: "Own", options: [Choice.Option("a")])
          Quantity(Field("size"), title: "Size")
        }
      }
      let store = try Store(folder.appending(path: "naughty.ekiben").path)
      let editor = try store.editor("n", from: form, in: .fixed())
      let texts = [
        "👩‍👩‍👧‍👦🇦🇹👍🏽", "e\u{301} é", "\u{202E}abc\u{5D0}", "a\u{0}b", "\u{FEFF}x", "\r\n\t",
        "\u{1F3F4}\u{E0067}\u{E007F}", "<b>&amp;", "[\"a\"]",
        String(repeating: "ü", count: 500_000),
      ]
      for text in texts {
        let own: [Choice.Picked] = [.option(code: "a"), .other(text)]
        let size = Quantity.Amount(try #require(DecimalNumber("1.0")), text)
        try editor.set([
          ("text", .text(text)), ("own", own.documentValue), ("size", size.documentValue),
        ])
        let answers = editor.document.content
        try editor.undo()
        #expect(editor["text"] != .text(text))
        try editor.redo()
        #expect(editor.document.content == answers)
        #expect(editor["text"] == .text(text) && editor[Field<[Choice.Picked]>("own")] == own)
        #expect(try store.document("n").content == answers)
        let exported = Form("naughty", fields: answers.fields, sections: answers.sections)
        let again = try FormFile.read(FormFile.write(exported), named: "n").form.document()
        #expect(again.row("own")?.fields[.value] == own.documentValue)
        #expect(again.row("size")?.fields[.value] == size.documentValue)
        #expect(again.row("text")?.fields[.value] == .text(text))
      }
      #expect(try store.verify().findings == [])
      try store.close()
    }
  }

  @Test func `what is exported comes in again, as a form and as a history`() throws {
    try ToolFolder.with { folder in
      try folder.write(try fixture("kinds-form.json"), to: "kinds.json")
      for line in Self.story.prefix(16) where line.contains("ekiben") {
        let words = words(of: line).map { $0.replacing("␣", with: " ") }
        _ = try folder.run(words)
      }
      try folder.write(try folder.succeed("export kinds.ekiben ada"), to: "again.json")
      try folder.succeed("import again.ekiben again.json")
      try folder.succeed("new again.ekiben kinds --as ada")
      let shown = try folder.succeed("show kinds.ekiben ada").split(separator: "\n").dropFirst()
      let again = try folder.succeed("show again.ekiben ada").split(separator: "\n").dropFirst()
      #expect(shown == again)
      let history = try folder.succeed("export kinds.ekiben ada --format jsonl")
      try folder.write(history, to: "history.jsonl")
      try folder.succeed("import other.ekiben history.jsonl")
      #expect(try folder.succeed("export other.ekiben ada --format jsonl") == history)
      #expect(try folder.succeed("replay history.jsonl").contains("ok"))
    }
  }

  // Rules F30 and F42.
  @Test func `instances that are exported come in again, none more and none less`() throws {
    try ToolFolder.with { folder in
      try folder.write(
        """
        {"ekiben-form": 1, "form": "f", "sections": [
          {"id": "s", "rows": [
            {"id": "pill", "component": "TextInput", "repeats": true, "minOccurs": 3},
            {"id": "call", "component": "TextInput", "repeats": true, "initial": ["1", "2"]}]},
          {"id": "kids", "repeats": true, "minOccurs": 1, "maxOccurs": 1, "rows": [
            {"id": "name", "component": "TextInput"}]}]}
        """, to: "f.json")
      try folder.succeed("import a.ekiben f.json")
      try folder.succeed("new a.ekiben f --as d")
      func shown(_ store: String) throws -> [Substring] {
        let shown = try folder.succeed("show \(store) d --ids")
        return shown.split(separator: "\n").dropFirst().map(\.self)
      }
      let name = try #require(
        try shown("a.ekiben").lazy.compactMap { line in
          line.split(separator: " ").first { $0.hasSuffix("/name") }
        }.first?.dropFirst())
      try folder.succeed("set a.ekiben d \(name) Ada")
      try folder.write(try folder.succeed("export a.ekiben d"), to: "d.json")
      try folder.succeed("import b.ekiben d.json")
      try folder.succeed("new b.ekiben f --as d")
      #expect(try shown("a.ekiben") == shown("b.ekiben"))
      #expect(try shown("b.ekiben").count { $0.contains("#pill/") } == 3)
      #expect(try shown("b.ekiben").count { $0.contains("#call/") } == 2)
    }
  }
}
