import TestSupport
import Testing

/// Commands read what they name of a document whose rows do not depend on each other, and all of any other:
/// what they say and do is the same (decision 0061).
@Suite(.timeLimit(.minutes(20))) struct PartCommandTests {
  private static let plain = """
    {"id": "person", "title": "You", "rows": [
      {"id": "name", "component": "TextInput", "title": "Name", "required": true},
      {"id": "age", "component": "TextInput", "kind": "integer", "title": "Age"},
      {"id": "pet", "component": "Choice", "title": "Pet", "options": [
        {"code": "cat", "label": "Cat"}, {"code": "dog", "label": "Dog"}]},
      {"id": "pin", "component": "TextInput", "kind": "secret", "title": "PIN"}]},
    {"id": "more", "title": "More", "rows": [
      {"id": "consent", "component": "Toggle", "title": "I agree"},
      {"id": "day", "component": "DatePicker", "title": "Day"}]}
    """

  /// A section by which the rows of a form depend on each other.
  private static let ruled = """
    , {"id": "last", "rows": [
      {"id": "why", "component": "TextInput", "title": "Why",
       "visible": {"row": "consent", "is": false}}]}
    """

  static let story = [
    "set STORE d name Ada", "set STORE d age 36 pet Dog --reason asked", "set STORE d age 36",
    "set STORE d age old", "set STORE d nothing x", "set STORE d name|", "set STORE d pet bird",
    "set STORE d pin 1234", "set STORE d consent yes day 2026-11-21 --author Eve --json",
    "get STORE d pet", "get STORE d age --json", "get STORE d age --at 2", "get STORE d pin --json",
    "get STORE d nothing", "get STORE d nothing --json", "clear STORE d pet nothing",
    "clear STORE d age pet", "undo STORE d", "undo STORE d -n 2", "undo STORE d -n 99",
    "redo STORE d", "redo STORE d --json", "mark STORE d here", "mark STORE d here",
    "checkout STORE d 2", "set STORE d name Grace --author Grace", "checkout STORE d here",
    "checkout STORE d 77", "revert STORE d 3", "revert STORE d 2",
    "undo STORE d --mine --author Eve", "undo STORE d --mine", "redo STORE d --to 3",
    "log STORE d", "log STORE d --limit 3",
    "log STORE d --row pet", "log STORE d --row nothing", "log STORE d --json", "log STORE d --ids",
    "log STORE d --entries --limit 2", "log STORE d --graph", "blame STORE d name consent",
    "blame STORE d nothing", "blame STORE d", "blame STORE d age --json",
    "blame STORE d age --at 3", "diff STORE d 1", "diff STORE d 2 here",
    "diff STORE d 3 1 --json", "delete STORE d",
    "set STORE d name x", "undo STORE d", "get STORE d name", "show STORE d", "export STORE d",
  ]

  private func outcomes(_ form: String, _ folder: ToolFolder) throws -> [String] {
    try folder.write(#"{"ekiben-form": 1, "title": "F", "sections": [\#(form)]}"#, to: "form.json")
    try folder.succeed("import STORE form.json --as f")
    try folder.succeed("new STORE f --as d")
    return try Self.story.map { line in
      let result = try folder.run(line)
      return "$ \(line)\n\(result.stdout)\(result.stderr)\(result.status)"
    }
  }

  /// Without what the other form has more, and what depends on the form as such.
  private func common(_ outcome: String) -> String {
    let lines = outcome.split(separator: "\n").filter { !$0.contains("why") }
    return lines.joined(separator: "\n")
  }

  @Test func `rows that depend on each other make commands say nothing else`() throws {
    let plain = try ToolFolder.with { try outcomes(Self.plain, $0) }
    let ruled = try ToolFolder.with { try outcomes(Self.plain + Self.ruled, $0) }
    // What is shown of whole documents has a row more.
    let isWhole = { (line: String) in
      line.hasPrefix("$ show") || line.hasPrefix("$ export") || line.contains("--ids")
    }
    for (one, other) in zip(plain, ruled) where !isWhole(one) {
      #expect(common(one) == common(other))
    }
    #expect(plain.count { $0.hasSuffix("0") } > 35)
  }
}
